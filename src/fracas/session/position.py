"""A moment of a game as plain data, to be played on from elsewhere again and again: without its seeds.

Whoever has it can play what may come, and cannot tell what will: the dice the table is yet to throw follow from seeds
and nonces that stay behind. Of a command that waits for an answer it holds what was thrown and answered so far.
"""

from __future__ import annotations

from typing import Any

from fracas.engine.command import Command, command_from_json
from fracas.engine.dice import Faces, Scripted
from fracas.engine.encounter import Encounter
from fracas.engine.events import Finished, Rolled
from fracas.engine.game import Game
from fracas.engine.offer import Decision
from fracas.engine.performing import header_of
from fracas.engine.recorded import Recorded
from fracas.engine.registry import load_ruleset
from fracas.engine.roll import Roll
from fracas.engine.ruleset import Ruleset
from fracas.engine.seat import Seat
from fracas.engine.table import Answerer, Table, Thrower
from fracas.session.what_ifs import make

Data = dict[str, Any]


def position_of(game: Game, rulings: list[Command] | None = None) -> Data:
    """This moment, as if these rulings of the GM had been made now; `Invalid` or `Refused` where they cannot be."""
    rulings = rulings or []
    trial = game.state.copy()
    for ruling in rulings:
        make(game.ruleset, trial, ruling, bool(game.waiting))
    found = position_at(game.ruleset, game.checkpoint)
    if game.open is None:
        return {**found, "rulings": [one.to_json() for one in rulings]}
    at = {number: [*some] for number, some in game.rulings.items()}
    at[game.asked_at] = [*at.get(game.asked_at, []), *rulings]
    thrown = [event for event in game.shown if isinstance(event, Rolled) and event.source != "hand"]
    return {
        **found,
        "open": {
            "command": game.open.to_json(),
            "answers": {id: answer.to_json() for id, answer in game.answers.items()},
            "rulings": {str(number): [one.to_json() for one in some] for number, some in at.items()},
            "faces": [event.thrown.faces() for event in thrown],
        },
    }


def position_at(ruleset: Ruleset, enc: Encounter) -> Data:
    """An encounter at which nothing waits for an answer."""
    bare = enc.copy()
    bare.seeds, bare.notes = ["", ""], []
    bare.seats = {id: Seat(id, seat.hand, seat.preferences) for id, seat in bare.seats.items()}
    return {"header": header_of(ruleset, bare), "rulings": [], "open": None}


class Position:
    """Where to play on from."""

    def __init__(self, data: Data) -> None:
        header = data["header"]
        self.ruleset = load_ruleset(str(header["ruleset"]))
        self.start = self.ruleset.read(header["start"], self.ruleset.content_with(header["entries"]))
        self._open: Data | None = data["open"]
        if self._open is None:
            for ruling in data["rulings"]:
                make(self.ruleset, self.start, command_from_json(ruling))

    def fresh(self, seed: str, number: int) -> Encounter:
        """A copy of the encounter, with dice of its own."""
        enc = self.start.copy()
        enc.seeds = [f"{seed} {number}", f"{seed} {number} gm"]
        return enc

    def finish(self, enc: Encounter, others: Answerer) -> None:
        """Finish the command that waits for an answer: what was thrown and answered stays, `others` give the rest."""
        if self._open is None:
            return
        command = command_from_json(self._open["command"])
        answers = {str(id): command_from_json(answer) for id, answer in self._open["answers"].items()}
        rulings = {int(at): [command_from_json(one) for one in some] for at, some in self._open["rulings"].items()}
        table = Table(self.ruleset, enc, command, GoingOn(answers, rulings, others), AsThrown(self._open["faces"]))
        self.ruleset.perform(table, command)
        table.emit(Finished())


class GoingOn(Recorded):
    """Answers from the record, then from others."""

    def __init__(self, answers: dict[str, Command], rulings: dict[int, list[Command]], others: Answerer) -> None:
        super().__init__(answers, rulings)
        self.others = others

    def answer(self, table: Table, decisions: list[Decision]) -> list[Command]:
        missing = [decision for decision in decisions if decision.id not in self.answers]
        if missing:
            given = zip(missing, self.others.answer(table, missing), strict=True)
            self.answers = {**self.answers, **{one.id: answer for one, answer in given}}
        return super().answer(table, decisions)


class AsThrown(Thrower):
    """The faces that lie on the table already, then new ones."""

    def __init__(self, faces: list[list[int]]) -> None:
        self.left = list(faces)

    def faces(self, table: Table, roll: Roll, secret: bool, ahead: int) -> Faces:
        return Scripted(self.left.pop(0)) if self.left else super().faces(table, roll, secret, ahead)
