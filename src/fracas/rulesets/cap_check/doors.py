"""Section 4, doors: what it costs to open, close, lock or break one."""

from __future__ import annotations

from typing import Final

from fracas.engine import doors
from fracas.engine.api import Command, Encounter, Reason, Table
from fracas.engine.purpose import GO
from fracas.rulesets.cap_check.acting import CapAction, bars_points
from fracas.rulesets.cap_check.actions import SPEEDS
from fracas.rulesets.cap_check.fighter import fighter
from fracas.rulesets.cap_check.movement import pay_move
from fracas.rulesets.cap_check.options import options

SLOW: Final = 2


class Door(CapAction):
    """4.15, 4.17: a door is opened, closed, locked, unlocked or broken by whoever stands beside it."""

    purpose = GO
    of_doors = True

    def __init__(self) -> None:
        super().__init__("door", "Door", "4.15", "thing square")

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        doors.check_use(command)

    def things(self) -> str:
        return doors.say_uses()

    def label(self, enc: Encounter, command: Command) -> str:
        return doors.door_label(enc, command) if command.squares else self.title

    def cost(self, enc: Encounter, command: Command) -> str:
        return SPEEDS[price_of_door(enc, command.thing)] if fighter(enc, command.who).is_hero else "1 action"

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        return doors.door_commands(enc, fighter(enc, who), self.verb)

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        price = bars_points(fighter(enc, command.who), price_of_door(enc, command.thing))
        return bars_door(enc, command) + bars_lock(command) + price

    def perform(self, table: Table, command: Command) -> None:
        one = fighter(table.enc, command.who)
        pay_move(table, one, price_of_door(table.enc, command.thing), self.verb)
        doors.move_door(table, command)


def price_of_door(enc: Encounter, use: str) -> int:
    """4.15, 4.17: by the option; breaking one down is Slow."""
    return SLOW if use == doors.BREAKING else options(enc).door_cost


def bars_door(enc: Encounter, command: Command) -> list[Reason]:
    """4.15: beside it, and only what can be done to a door as it is."""
    return doors.bars_door(enc, fighter(enc, command.who), command, "4.15")


def bars_lock(command: Command) -> list[Reason]:
    """4.17: who has the key is for the GM to say."""
    return doors.bars_lock(command, "4.17")
