"""Section 5, on the spot: climbing, going down and rising."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Command, Encounter, Reason, Table
from fracas.engine.events import ACT, SUBJECT, About
from fracas.engine.purpose import READY
from fracas.rulesets.crisis_mode.action_points import CrisisAction, bars_condition, pay
from fracas.rulesets.crisis_mode.conditions import PostureChanged
from fracas.rulesets.crisis_mode.fighter import POSTURES, Fighter, fighter
from fracas.rulesets.crisis_mode.movement import bars_on_feet, ladder_at
from fracas.rulesets.crisis_mode.options import options
from fracas.rulesets.crisis_mode.profiles import Price


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

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        return [Command(who, self.verb, thing=way) for way in self.known(enc)]

    def likely(self, enc: Encounter, who: str) -> list[Command]:
        return self.candidates(enc, who) if on_ladder(enc, fighter(enc, who)) else []

    def bars_own(self, enc: Encounter, one: Fighter) -> list[Reason]:
        return bars_condition(one, "move") + bars_on_feet(one)

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        return super().bars_pick(enc, command) + bars_climb(enc, command)

    def perform(self, table: Table, command: Command) -> None:
        pay(table, command.who, self.price(table.enc, command), "climb")
        level = fighter(table.enc, command.who).altitude
        table.emit(Climbed(command.who, max(level + (1 if command.thing == "up" else -1), 0)))


def on_ladder(enc: Encounter, one: Fighter) -> bool:
    """5.13: does it stand on a ladder or stairs?"""
    return bool([square for square in enc.board.footprint(one.pos, one.size) if ladder_at(enc, square)])


def bars_climb(enc: Encounter, command: Command) -> list[Reason]:
    """5.13: only on a ladder or stairs, between level 0 and level 1."""
    one = fighter(enc, command.who)
    if not on_ladder(enc, one):
        return [Reason("5.13", "there is no ladder here, and there are no stairs")]
    if command.thing == "up" and one.altitude >= 1:
        return [Reason("5.13", f"{one.name} is at the top already")]
    if command.thing == "down" and one.altitude <= 0:
        return [Reason("5.13", f"{one.name} is at the bottom already")]
    return []


class GoDown(CrisisAction):
    """5.14: sitting, kneeling or lying down for 1 AP."""

    def things(self) -> str:
        return "a posture: " + ", ".join(POSTURES)

    def known(self, enc: Encounter) -> list[str]:
        return list(POSTURES)

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        return [Command(who, self.verb, thing=posture) for posture in POSTURES[1:]]

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        return super().bars_pick(enc, command) + bars_posture(fighter(enc, command.who), command.thing)

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

    def bars_own(self, enc: Encounter, one: Fighter) -> list[Reason]:
        return [Reason("5.15", f"{one.name} is standing already")] if one.standing else []

    def likely(self, enc: Encounter, who: str) -> list[Command]:
        return [] if fighter(enc, who).standing else self.candidates(enc, who)

    def perform(self, table: Table, command: Command) -> None:
        pay(table, command.who, self.price(table.enc, command), "rise")
        table.emit(PostureChanged(command.who, "standing", "rises"))
