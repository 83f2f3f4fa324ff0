"""Section 12: conditions, where they come from and what ends them."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import TURN_END, Condition, Duration, Encounter, Table
from fracas.engine.events import ACT, SUBJECT, About, ConditionEnded, ConditionGained
from fracas.rulesets.crisis_3d6.durations import lasts
from fracas.rulesets.crisis_3d6.people import person

COMPASS: Final = {"n": "north", "e": "east", "s": "south", "w": "west"}


def gain(table: Table, who: str, name: str, source: str) -> None:
    """12.1: a condition comes, unless it is there already."""
    if not person(table.enc, who).has(name):
        table.emit(ConditionGained(who, Condition(name, 1, source, lasts(name, who))))


def lift(table: Table, who: str, name: str, why: str) -> None:
    """End a condition if it is there."""
    if person(table.enc, who).has(name):
        table.emit(ConditionEnded(who, name, why))


def stun(table: Table, who: str, source: str) -> None:
    """12.6: until the end of one's own turn, and no longer on Overwatch; a long action only waits (4.7)."""
    if person(table.enc, who).has("dead"):
        return
    gain(table, who, "stunned", source)
    lift(table, who, "overwatch", "stunned")


def startle(table: Table, who: str, source: str) -> None:
    """2.3, 2.6: surprised until the fight begins, or in the middle of one until the end of one's own turn."""
    if table.enc.flow.phase != "fight":
        gain(table, who, "surprised", source)
    elif not person(table.enc, who).has("surprised"):
        table.emit(ConditionGained(who, Condition("surprised", 1, source, Duration(TURN_END, who))))


def fall(table: Table, who: str, source: str, facing: str = "") -> None:
    """12.4: prone until one stands up; thrown down, one faces whoever did it."""
    one = person(table.enc, who)
    if one.has("dead"):
        return
    gain(table, who, "prone", source)
    if one.facing != facing:
        table.emit(Faced(who, facing))


def rise(table: Table, who: str) -> None:
    """12.4: on one's feet again."""
    lift(table, who, "prone", "stands up")
    if person(table.enc, who).facing:
        table.emit(Faced(who, ""))


def exhaust(table: Table, who: str) -> None:
    """11.5, 12.2: exhausted with the last point of Endurance."""
    if not person(table.enc, who).has("dead"):
        gain(table, who, "exhausted", who)


def recover(table: Table, who: str) -> None:
    """12.2: with Endurance regained one is exhausted no longer."""
    one = person(table.enc, who)
    if one.has("exhausted") and one.ep > 0:
        lift(table, who, "exhausted", f"{one.endurance_word} is back")
    end_rally(table, who)


def end_rally(table: Table, who: str) -> None:
    """14.15: fully healed, one may be rallied again."""
    one = person(table.enc, who)
    if one.has("rallied") and one.ep >= one.max_ep and one.hp >= one.max_hp:
        lift(table, who, "rallied", "fully recovered")


def direction(facing: str) -> str:
    """A direction in words."""
    return "-".join([COMPASS[letter] for letter in facing])


class Faced(About):
    """Lying prone, somebody faces this way now; empty for no way in particular."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = ACT

    def __init__(self, who: str, facing: str) -> None:
        self.who = who
        self.facing = facing

    def apply(self, enc: Encounter) -> None:
        person(enc, self.who).facing = self.facing

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} faces {direction(self.facing)}" if self.facing else ""
