"""Sections 11.3 and 12.8: lying down and standing up, holding one's breath and breathing again."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.action import Action
from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.event import SUBJECT, Event
from fracas.engine.events import About
from fracas.engine.purpose import READY
from fracas.engine.reason import Reason
from fracas.engine.table import Table
from fracas.rulesets.phases_of_play.acting import PlayAction
from fracas.rulesets.phases_of_play.being import Being, being
from fracas.rulesets.phases_of_play.conditions import PoolChanged, end, gain
from fracas.rulesets.phases_of_play.on_the_way import bars_grip, counts, no_movement
from fracas.rulesets.phases_of_play.ranges import movement_left


class MovementSpent(About):
    """Movement went into something that changes no place, such as getting up."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, units: int, on: str) -> None:
        self.who = who
        self.units = units
        self.on = on

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.spent += self.units
        one.spent_in["walk"] = one.spent_in.get("walk", 0) + self.units

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} spends {self.units} Movement: {self.on}"


class GoProne(PlayAction):
    """11.3: lying down is a Free Action."""

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        if one.has("prone"):
            return [Reason("11.3", f"{one.name} is Prone already")]
        return [Reason("11.3", f"{one.name} is in the air", "land first")] if one.altitude else []

    def act(self, table: Table, command: Command) -> None:
        gain(table, command.who, "prone", 1, "", "lies down")


class Stand(PlayAction):
    """11.3, 13.9: standing up is a Free Action and costs one unit of Movement."""

    purpose = READY

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        if not one.has("prone"):
            return [Reason("11.3", f"{one.name} is not Prone")]
        if one.stacks("slowed") >= 2:
            return [Reason("13.9", f"{one.name} is too slow to stand up")]
        reasons = bars_grip(enc, one)
        if counts(enc) and not reasons and movement_left(one) < 1:
            return [no_movement(one, 1)]
        return reasons

    def act(self, table: Table, command: Command) -> None:
        if counts(table.enc):
            left = movement_left(being(table.enc, command.who))
            table.emit(MovementSpent(command.who, min(1, left), "standing up"))
        end(table, command.who, "prone", "stands up")


class HoldBreath(PlayAction):
    """12.8: five turns and one more for each point of Athletics without air."""

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        return [Reason("12.8", f"{one.name} holds the breath already")] if one.breath > 0 else []

    def act(self, table: Table, command: Command) -> None:
        one = being(table.enc, command.who)
        table.emit(PoolChanged(command.who, "breath", max(1, 5 + one.numbers["athletics"]), "holds the breath"))
        gain(table, command.who, "silenced", 2 - one.stacks("silenced"), "", "holds the breath")


class Breathe(PlayAction):
    """12.8: breathing again is a Free Action."""

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        return [] if one.breath > 0 else [Reason("12.8", f"{one.name} is not holding the breath")]

    def act(self, table: Table, command: Command) -> None:
        table.emit(PoolChanged(command.who, "breath", 0, "breathes"))


ACTIONS: Final[list[Action]] = [
    GoProne("go-prone", "Lie down", "11.3", free=True, idle=True),
    Stand("stand", "Stand up", "11.3", free=True),
    HoldBreath("hold-breath", "Hold one's breath", "12.8", free=True, idle=True),
    Breathe("breathe", "Breathe again", "12.8", free=True, idle=True),
]
EVENTS: Final[list[type[Event]]] = [MovementSpent]
