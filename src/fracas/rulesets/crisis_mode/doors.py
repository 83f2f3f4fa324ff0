"""Section 5, doors: what it costs to open, close, lock or break one."""

from __future__ import annotations

from typing import Final

from fracas.engine import doors
from fracas.engine.api import Choice, Command, Encounter, Reason, Table
from fracas.engine.purpose import GO
from fracas.rulesets.crisis_mode.action_points import CrisisAction, bars_price, pay
from fracas.rulesets.crisis_mode.fighter import fighter
from fracas.rulesets.crisis_mode.options import options
from fracas.rulesets.crisis_mode.profiles import Price
from fracas.rulesets.crisis_mode.situation import Standing, standing

BREAKING: Final = Price(3, True)


class Door(CrisisAction):
    """5.18, 5.19: a door is opened, closed, locked, unlocked or broken by whoever stands beside it."""

    purpose = GO
    of_doors = True

    def known(self, enc: Encounter) -> list[str]:
        return list(doors.USES)

    def label(self, enc: Encounter, command: Command) -> str:
        return doors.door_label(enc, command) if command.squares else self.title

    def price(self, enc: Encounter, command: Command) -> Price:
        return price_of_door(enc, command.thing)

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        return doors.door_commands(enc, fighter(enc, who), self.verb)

    def left(self, here: Standing) -> Choice | None:
        enc, who = here.enc, here.one.id
        legal = [command for command in self.candidates(enc, who) if not self.bars_pick(enc, command)]
        return Choice(who, self.verb, legal, [], None) if legal else None

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        here = standing(enc, command.who)
        barred = bars_door(enc, command) + bars_lock(command)
        return barred + bars_price(here, self.price(enc, command))

    def perform(self, table: Table, command: Command) -> None:
        pay(table, command.who, self.price(table.enc, command), f"{command.thing} a door")
        doors.move_door(table, command)


def price_of_door(enc: Encounter, use: str) -> Price:
    """5.18, 5.19: a point or two by the option; breaking one down is 3/Only."""
    return BREAKING if use == doors.BREAKING else Price(options(enc).door_cost)


def bars_door(enc: Encounter, command: Command) -> list[Reason]:
    """5.18: beside it, and only what can be done to a door as it is."""
    return doors.bars_door(enc, fighter(enc, command.who), command, "5.18")


def bars_lock(command: Command) -> list[Reason]:
    """5.19: who has the key is for the GM to say."""
    return doors.bars_lock(command, "5.19")
