"""Answers from the record: how a paused command is run again with what is known so far."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from fracas.engine.command import Command
from fracas.engine.offer import Decision
from fracas.engine.rulings import perform_ruling
from fracas.engine.table import Answerer, Pause, Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Recorded(Answerer):
    """Answers from the record; the first one missing pauses the run."""

    def __init__(self, answers: dict[str, Command], rulings: dict[int, list[Command]]) -> None:
        self.answers = answers
        self.rulings = rulings
        self.at = 0

    def interject(self, table: Table, first: int) -> bool:
        self.at = first
        rulings = self.rulings.get(first, [])
        for ruling in rulings:
            perform_ruling(table, ruling)
        return bool(rulings)

    def answer(self, table: Table, decisions: list[Decision]) -> list[Command]:
        missing = [d for d in decisions if d.id not in self.answers]
        if missing:
            # Proposals of an agreement may be changed until the last is in, so all of them stay open.
            raise Pause(decisions if decisions[0].agree else missing)
        return [self.answers[d.id] for d in decisions]
