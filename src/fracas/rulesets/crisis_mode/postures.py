"""Section 5, on the spot: climbing, going down and rising."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Command, Encounter, Reason, Table
from fracas.engine.events import ACT, SUBJECT, About
from fracas.engine.purpose import READY
from fracas.rulesets.crisis_mode.action_points import CrisisAction, bars_held, pay
from fracas.rulesets.crisis_mode.conditions import PostureChanged
from fracas.rulesets.crisis_mode.fighter import POSTURES, Fighter, fighter
from fracas.rulesets.crisis_mode.movement import bars_on_feet, ladder_at
from fracas.rulesets.crisis_mode.options import options
from fracas.rulesets.crisis_mode.profiles import Price
from fracas.rulesets.crisis_mode.situation import Standing


class Climbed(About):
    """Somebody is one level higher or lower."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = ACT

    def __init__(self, who: str, level: int) -> None:
        self.who = who
        self.level = level

    def apply(self, enc: Encounter) -> None:
        fighter(enc, self.who).altitude = self.level

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} climbs to level {self.level}"


class Climb(CrisisAction):
    """5.13: one level up or down where there is a ladder or stairs."""

    def things(self) -> str:
        return "a direction: up, down"

    def known(self, enc: Encounter) -> list[str]:
        return ["up", "down"]

    def names(self, here: Standing) -> list[str]:
        return self.known(here.enc)

    def possible(self, here: Standing) -> bool:
        return on_ladder(here.enc, here.one)

    def bars_own(self, here: Standing) -> list[Reason]:
        return bars_held(here, "move") + bars_on_feet(here.one)

    def bars_thing(self, here: Standing, thing: str) -> list[Reason]:
        return bars_climb(here.enc, here.one, thing)

    def perform(self, table: Table, command: Command) -> None:
        pay(table, command.who, self.price(table.enc, command), "climb")
        level = fighter(table.enc, command.who).altitude
        table.emit(Climbed(command.who, max(level + (1 if command.thing == "up" else -1), 0)))


def on_ladder(enc: Encounter, one: Fighter) -> bool:
    """5.13: does it stand on a ladder or stairs?"""
    return bool([square for square in enc.board.footprint(one.pos, one.size) if ladder_at(enc, square)])


def bars_climb(enc: Encounter, one: Fighter, way: str) -> list[Reason]:
    """5.13: only on a ladder or stairs, between level 0 and level 1."""
    if not on_ladder(enc, one):
        return [Reason("5.13", "there is no ladder here, and there are no stairs")]
    if way == "up" and one.altitude >= 1:
        return [Reason("5.13", f"{one.name} is at the top already")]
    if way == "down" and one.altitude <= 0:
        return [Reason("5.13", f"{one.name} is at the bottom already")]
    return []


class GoDown(CrisisAction):
    """5.14: sitting, kneeling or lying down for 1 AP."""

    def things(self) -> str:
        return "a posture: " + ", ".join(POSTURES)

    def known(self, enc: Encounter) -> list[str]:
        return list(POSTURES)

    def names(self, here: Standing) -> list[str]:
        return list(POSTURES[1:])

    def possible(self, here: Standing) -> bool:
        return here.one.posture != "prone"

    def bars_thing(self, here: Standing, thing: str) -> list[Reason]:
        return bars_posture(here.one, thing)

    def perform(self, table: Table, command: Command) -> None:
        pay(table, command.who, self.price(table.enc, command), f"go down, {command.thing}")
        table.emit(PostureChanged(command.who, command.thing, "by choice"))


def bars_posture(one: Fighter, posture: str) -> list[Reason]:
    """5.14: not the posture one already has, and not up: nobody gets from the floor to a cheaper rise."""
    if one.posture == posture:
        return [Reason("5.14", f"{one.name} is {posture} already")]
    if posture == "standing" or one.posture == "prone":
        return [Reason("5.14", f"from {one.posture} to {posture} is not down", "rise instead", "rise")]
    return []


class Rise(CrisisAction):
    """5.15: getting up, dearer from prone."""

    purpose = READY

    def fixed_price(self, enc: Encounter, one: Fighter) -> Price:
        """4.12, 5.15: 3/Only from prone, 1/Only from sitting or kneeling; under the option always 2/Only."""
        if options(enc).rise_cost == "two":
            return self.usual
        return Price(3 if one.posture == "prone" else 1, True)

    def bars_own(self, here: Standing) -> list[Reason]:
        one = here.one
        return [Reason("5.15", f"{one.name} is standing already")] if one.standing else []

    def possible(self, here: Standing) -> bool:
        return not here.one.standing

    def perform(self, table: Table, command: Command) -> None:
        pay(table, command.who, self.price(table.enc, command), "rise")
        table.emit(PostureChanged(command.who, "standing", "rises"))
