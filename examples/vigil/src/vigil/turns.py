"""Section 1: turns, going from place to place, catching breath and the end."""

from __future__ import annotations

from fracas.engine.action import Action
from fracas.engine.command import Command
from fracas.engine.duration import TURN_END, TURN_START
from fracas.engine.encounter import Encounter
from fracas.engine.events import Moved
from fracas.engine.reason import Reason
from fracas.engine.table import Table
from fracas.engine.turns import NextInOrder, bars_turn, end_turn
from vigil.nerves import pass_moment
from vigil.state import Frayed, being


class Next(NextInOrder):
    """1.1, 1.4: the next turn, with what ends before and after it."""

    def perform(self, table: Table, command: Command) -> None:
        flow = table.enc.flow
        for who in flow.order[flow.at].who if flow.at >= 0 else []:
            pass_moment(table, TURN_END, who)
        super().perform(table, command)
        for who in table.enc.flow.active:
            pass_moment(table, TURN_START, who)


class Go(Action):
    """1.2: to a place that this one is joined to."""

    def __init__(self) -> None:
        super().__init__("go", "Go", "1.2", "square")

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        return bars_turn(enc, who, "1.1")

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        """1.2: one way at a time."""
        here, there = enc.combatants[command.who].pos, command.squares[0]
        if there in enc.board.neighbours(here, 1):
            return []
        return [Reason("1.2", f"no way leads from {enc.board.label(here)} to {enc.board.label(there)}")]

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        ways = enc.board.neighbours(enc.combatants[who].pos, 1)
        return [Command(who, self.verb, squares=(there,)) for there in ways]

    def perform(self, table: Table, command: Command) -> None:
        table.emit(Moved(command.who, command.squares[0], "goes"))
        end_turn(table, command.who)


class CatchBreath(Action):
    """1.3: 2 stress less."""

    def __init__(self) -> None:
        super().__init__("catch-breath", "Catch your breath", "1.3")

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        calm = [] if being(enc, who).stress else [Reason("1.3", f"{enc.name(who)} has no stress to lose")]
        return bars_turn(enc, who, "1.1") + calm

    def perform(self, table: Table, command: Command) -> None:
        table.emit(Frayed(command.who, -2))
        end_turn(table, command.who)
