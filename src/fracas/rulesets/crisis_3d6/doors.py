"""Section 5, doors: what it costs to open, close, lock or break one."""

from __future__ import annotations

from typing import Final

from fracas.engine import doors
from fracas.engine.api import Choice, Command, Encounter, Reason, Table
from fracas.engine.purpose import GO
from fracas.rulesets.crisis_3d6.action_points import CrisisAction, bars_points
from fracas.rulesets.crisis_3d6.options import options
from fracas.rulesets.crisis_3d6.people import Person, person

BREAKING: Final = 4


class Door(CrisisAction):
    """5.15, 5.16: a door is opened, closed, locked, unlocked or broken by whoever stands beside it."""

    purpose = GO
    of_doors = True

    def knows(self, enc: Encounter, thing: str) -> bool:
        return thing in doors.USES

    def label(self, enc: Encounter, command: Command) -> str:
        return doors.door_label(enc, command) if command.squares else self.title

    def ap(self, enc: Encounter, command: Command) -> int:
        """5.15, 5.16: a point or two by the option; all four of a turn to break one down."""
        return BREAKING if command.thing == doors.BREAKING else options(enc).door_cost

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        return doors.door_commands(enc, person(enc, who), self.verb)

    def left(self, enc: Encounter, one: Person) -> Choice | None:
        return self.judged(enc, one)

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        price = bars_points(person(enc, command.who), self.price(enc, command))
        return bars_door(enc, command) + bars_lock(command) + price

    def act(self, table: Table, command: Command) -> None:
        doors.move_door(table, command)


def bars_door(enc: Encounter, command: Command) -> list[Reason]:
    """5.15: beside it, and only what can be done to a door as it is."""
    return doors.bars_door(enc, person(enc, command.who), command, "5.15")


def bars_lock(command: Command) -> list[Reason]:
    """5.16: who has the key is for the GM to say."""
    return doors.bars_lock(command, "5.16")
