"""Actions that take several turns: points poured in, and what breaks them off."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Command, Encounter, Table
from fracas.engine.events import ACT, BOOKS, NEWS, SUBJECT, About, LeaveUsed
from fracas.rulesets.crisis_3d6.people import content_of, person, thing_name


def pour(table: Table, who: str, what: str, on: str, price: int) -> None:
    """4.6, 4.7: all points go into a long action, no more than are missing; another long one is cancelled."""
    if (person(table.enc, who).long, person(table.enc, who).long_on) != (what, on):
        break_off(table, who)
    one = person(table.enc, who)
    so_far = one.progress if (one.long, one.long_on) == (what, on) else 0
    put = min(one.ap, max(price - so_far, 0))
    table.emit(Spent(who, put, what))
    table.emit(Poured(who, what, so_far + put, on))


def by_leave(table: Table, command: Command) -> bool:
    """4.8: did the GM allow this very command beside a long action?"""
    body = command.to_json()
    if table.enc.has_leave(command) and person(table.enc, command.who).long:
        table.emit(LeaveUsed(command.who, body, ["4.7"]))
    return bool([event for event in table.events if isinstance(event, LeaveUsed) and event.command == body])


def break_off(table: Table, who: str) -> None:
    """4.7: a long action comes to nothing, as by any other action, and the points in it are lost."""
    one = person(table.enc, who)
    if one.long:
        table.emit(BrokenOff(who, one.long, one.long_on))


class Spent(About):
    """Action Points were spent on something."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, ap: int, on: str) -> None:
        self.who = who
        self.ap = ap
        self.on = on

    def apply(self, enc: Encounter) -> None:
        person(enc, self.who).ap -= self.ap

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} spends {self.ap} AP: {said_long(enc, self.on, '')}"


class Poured(About):
    """A long action goes on: so many points are in it now; empty when it takes effect."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "on")
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = ACT

    def __init__(self, who: str, long: str, progress: int, on: str = "") -> None:
        self.who = who
        self.long = long
        self.progress = progress
        self.on = on

    def apply(self, enc: Encounter) -> None:
        one = person(enc, self.who)
        one.long, one.long_on = self.long, self.on
        one.progress = self.progress

    def say(self, enc: Encounter) -> str:
        if not self.long or self.progress >= price_of_long(enc, self.long):
            return ""
        return f"{enc.name(self.who)} is not done yet, {said_progress(enc, self.long, self.on, self.progress)}"


class BrokenOff(About):
    """A long action was given up, and the points in it are lost."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "on")
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = NEWS

    def __init__(self, who: str, long: str, on: str = "") -> None:
        self.who = who
        self.long = long
        self.on = on

    def apply(self, enc: Encounter) -> None:
        one = person(enc, self.who)
        one.long = one.long_on = ""
        one.progress = 0

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} breaks off: {said_long(enc, self.long, self.on)}, and all AP put into it are lost"


def said_long(enc: Encounter, typed: str, on: str) -> str:
    """A long action as typed, with the names of things for their ids, and whom it is meant for."""
    words = [
        word if word in ("", thing_name(enc, word)) else thing_name(enc, word).lower() for word in typed.split(" ")
    ]
    return " ".join(words) + (f" on {enc.name(on)}" if on else "")


def said_progress(enc: Encounter, typed: str, on: str, progress: int) -> str:
    """A long action with what is in it of what it costs."""
    return f"{said_long(enc, typed, on)}: {progress} of {price_of_long(enc, typed)} AP"


def price_of_long(enc: Encounter, typed: str) -> int:
    """What a long action as typed costs by the card of its weapon or item."""
    content = content_of(enc)
    thing = typed.rpartition(" ")[2]
    weapon, item = content.weapons.get(thing), content.items.get(thing)
    if weapon is not None:
        return weapon.rel if typed.startswith("reload") else weapon.ap
    return item.ap if item is not None else 0
