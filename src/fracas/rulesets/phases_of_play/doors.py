"""Section 5, doors: opening, closing, locking and breaking them."""

from __future__ import annotations

from typing import Final

from fracas.engine import doors
from fracas.engine.api import Action, Command, Encounter, Reason, Table
from fracas.engine.purpose import GO
from fracas.rulesets.phases_of_play.acting import PlayAction, no_beat, no_free_action, spend, spend_free
from fracas.rulesets.phases_of_play.being import Being, being


class Door(PlayAction):
    """5.12, 5.13: a door is opened, closed, locked, unlocked or broken by whoever stands beside it."""

    purpose = GO
    of_doors = True

    def label(self, enc: Encounter, command: Command) -> str:
        return doors.door_label(enc, command) if command.squares else self.title

    def price(self, enc: Encounter, command: Command) -> int:
        """5.13: a Beat to break one down."""
        return 1 if command.thing == doors.BREAKING else 0

    def cost(self, enc: Encounter, command: Command) -> str:
        return super().cost(enc, command) or "Free Action"

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        return doors.door_commands(enc, one, self.verb)

    def possible(self, enc: Encounter, who: str) -> bool:
        return enc.board.has_doors

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        one = being(enc, command.who)
        price = bars_door_price(one, command.thing) if enc.flow.phase == "main" else []
        return bars_door(enc, one, command) + bars_lock(command) + price

    def pay(self, table: Table, command: Command) -> None:
        if self.price(table.enc, command):
            spend(table, command.who, 1, self.title)
        else:
            spend_free(table, command.who, self.title)

    def act(self, table: Table, command: Command) -> None:
        doors.move_door(table, command)


def bars_door_price(one: Being, use: str) -> list[Reason]:
    """5.12, 5.13: a Free Action, or a Beat to break a door down."""
    if use == doors.BREAKING:
        return [no_beat(one, 1)] if one.beats < 1 else []
    return [no_free_action(one)] if one.free_actions <= 0 else []


def bars_door(enc: Encounter, one: Being, command: Command) -> list[Reason]:
    """5.12: beside it, and only what can be done to a door as it is."""
    return doors.bars_door(enc, one, command, "5.12")


def bars_lock(command: Command) -> list[Reason]:
    """5.13: who has the key is for the GM to say."""
    return doors.bars_lock(command, "5.13")


ACTIONS: Final[list[Action]] = [Door("door", "Door", "5.12", "thing square", known=doors.USES)]
