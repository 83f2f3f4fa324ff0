"""What the GM may do in a game beyond its rules: set fields, give conditions, end a phase or all of it.

Optional for a ruleset: every power works as it is.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from fracas.engine.board import Grid
from fracas.engine.combatant import Combatant
from fracas.engine.command import GM
from fracas.engine.duration import ENCOUNTER, Condition, Duration
from fracas.engine.encounter import Encounter
from fracas.engine.events import ConditionEnded, ConditionGained, Ended, SlotEnded
from fracas.engine.rules_start import Starting
from fracas.engine.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class GmPowers(Starting):
    """The GM's word."""

    def end_phase(self, table: Table) -> None:
        """The GM ends the current phase: without phases, the turn of whoever acts."""
        flow = table.enc.flow
        if flow.current is not None:
            table.emit(SlotEnded(flow.at, flow.active))

    def end(self, table: Table, result: str) -> None:
        """The GM ends the encounter."""
        table.emit(Ended(result, "the GM ends it"))

    def condition_names(self) -> list[str]:
        """Every condition this game knows."""
        return []

    def give_condition(self, table: Table, who: str, name: str, value: int) -> None:
        """A condition at the GM's word, with its usual duration: for as long as the encounter lasts."""
        table.emit(ConditionGained(who, Condition(name, value, GM, Duration(ENCOUNTER))))

    def end_condition(self, table: Table, who: str, name: str) -> None:
        """End a condition at the GM's word, with whatever follows from that."""
        table.emit(ConditionEnded(who, name, "the GM ends it"))

    def fits(self, enc: Encounter, one: Combatant, pos: int, size: int) -> bool:
        """Is there room for this combatant there: on the board, on ground, and with nobody else in the way? Where
        places have names and no squares there always is."""
        if not isinstance(enc.board, Grid):
            return enc.board.holds(pos)
        squares = enc.board.footprint(pos, size)
        for other in enc.combatants.values():
            if other.id == one.id or not other.alive:
                continue
            for held in enc.board.footprint(other.pos, other.size):
                if held in squares:
                    return False
        return bool(squares) and not [square for square in squares if enc.board.blocked(square)]

    def value_set(self, table: Table, who: str, field: str) -> None:
        """The GM has set a field: whatever must follow for the state to make sense, follows."""
