"""Section 16: when a crisis is over, and the last Reset."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import GM, Command, Encounter, Question, Reason, Step, Table
from fracas.engine.events import BOOKS, PUBLIC, ConditionEnded, Ended, Event, PhaseBegan
from fracas.rulesets.crisis_mode.checks import kinds
from fracas.rulesets.crisis_mode.fighter import crisis, fighters

END = "end"
GO_ON = "go-on"
TIRED_OF_IT = 3
"""After so many quiet turns in a row the question's default is to end the crisis."""


class TurnCounted(Event):
    """Whether the turn that ends was a quiet one."""

    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet

    def apply(self, enc: Encounter) -> None:
        flow = crisis(enc)
        flow.quiet_turns = flow.quiet_turns + 1 if self.quiet else 0
        flow.quiet = True


class LastSide(Step):
    """16.1: the crisis ends with one side left."""

    def perform(self, table: Table, command: Command) -> None:
        settle_last_side(table)


def settle_last_side(table: Table) -> None:
    """16.1: the side that is left has won; with nobody left it is a draw."""
    left = table.enc.sides_left()
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


def bars_over() -> Reason:
    """16.6: once the crisis is over every command is refused."""
    return Reason("16.6", "the crisis is over", "undo its end, or begin another")
