"""Section 16: when a crisis is over, and the last Reset."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.event import Event
from fracas.engine.events import ConditionEnded, Ended, PhaseBegan
from fracas.engine.fields import PUBLIC
from fracas.engine.ruleset import Step
from fracas.engine.table import Question, Table
from fracas.rulesets.crisis_mode.checks import kinds
from fracas.rulesets.crisis_mode.fighter import crisis, fighters

END = "end"
GO_ON = "go-on"
TIRED_OF_IT = 3
"""After so many quiet turns in a row the question's default is to end the crisis."""


class TurnCounted(Event):
    """Whether the turn that ends was a quiet one."""

    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet

    def apply(self, enc: Encounter) -> None:
        flow = crisis(enc)
        flow.quiet_turns = flow.quiet_turns + 1 if self.quiet else 0
        flow.quiet = True


def sides_left(enc: Encounter) -> list[str]:
    """16.1: the sides that still have somebody who is not incapacitated, dead or gone."""
    sides: list[str] = []
    for one in fighters(enc):
        if one.present and one.side not in sides:
            sides.append(one.side)
    return sides


def last_side(enc: Encounter) -> bool:
    """16.1: at most one of at least two sides is left."""
    everybody = [one.side for one in fighters(enc)]
    return bool(everybody) and everybody.count(everybody[0]) < len(everybody) and len(sides_left(enc)) < 2


class LastSide(Step):
    """16.1: the crisis ends with one side left."""

    def perform(self, table: Table, command: Command) -> None:
        settle_last_side(table)


def settle_last_side(table: Table) -> None:
    """16.1: the side that is left has won; with nobody left it is a draw."""
    left = sides_left(table.enc)
    conclude(table, left[0] if left else "draw", "one side left" if left else "nobody left")


def quiet_turn(table: Table) -> bool:
    """16.2: after a turn without a hostile act the GM says whether the crisis is over; true if it is."""
    flow = crisis(table.enc)
    if not flow.quiet:
        return False
    commands = [Command(GM, END), Command(GM, GO_ON)]
    default = commands[0] if flow.quiet_turns + 1 >= TIRED_OF_IT else commands[1]
    prompt = "Nobody did anything hostile this turn. Is the crisis over?"
    if table.ask(Question(GM, "quiet-turn", prompt, commands, default)).verb == GO_ON:
        return False
    table.emit(TurnCounted(True))
    conclude(table, "ended", "nobody fights any more")
    return True


def conclude(table: Table, result: str, why: str) -> None:
    """16.4, 16.5: one last Reset takes away what does not outlast a crisis; nobody loses or rolls anything."""
    enc = table.enc
    for one in fighters(enc):
        for kind, _ in kinds(one):
            if kind.ends in ("reset", "turns", "check"):
                table.emit(ConditionEnded(one.id, kind.id, "the crisis is over"))
    table.emit(PhaseBegan("over", enc.flow.turn))
    table.emit(Ended(result, why))


EVENTS: Final[list[type[Event]]] = [TurnCounted]
