"""Section 6, who sees whom: going out of somebody's sight, and being seen again."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Encounter, Table
from fracas.engine.events import GAIN, NEWS, SIGHT, SUBJECT, About, Event, Vanished, worded
from fracas.rulesets.crisis_3d6.people import Person, enemies, people, person


def show_oneself(table: Table, who: str) -> None:
    """6.8: seen by everybody from now on."""
    one = person(table.enc, who)
    if one.hidden or one.unseen_by:
        table.emit(Spotted(who, [other.id for other in people(table.enc)], "gives itself away"))


class WentUnseen(About):
    """Somebody is hidden from these observers, besides those it was hidden from already."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "by")
    SEEN: ClassVar[str] = SIGHT
    LOOKS_BACK: ClassVar[bool] = True
    TELLS: ClassVar[str] = GAIN

    def __init__(self, who: str, by: list[str]) -> None:
        self.who = who
        self.by = by

    def apply(self, enc: Encounter) -> None:
        one = person(enc, self.who)
        one.unseen_by = one.unseen_by + [id for id in self.by if id not in one.unseen_by]
        one.hidden = one.hidden or out_of_sight(enc, one)

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        one = after.combatants.get(self.who)
        if one is None:
            return Vanished(self.who)
        return self if one.seat == seat else None

    def result_word(self) -> str:
        return "hidden"

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is hidden from " + ", ".join([enc.name(id) for id in self.by])

    def brief(self, enc: Encounter) -> str:
        return "hidden"


class Spotted(About):
    """Somebody is no longer hidden from these observers."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "by", "about=")
    PHRASES: ClassVar[tuple[str, ...]] = ("why",)
    SEEN: ClassVar[str] = SUBJECT
    SHOWS: ClassVar[bool] = True
    TELLS: ClassVar[str] = NEWS

    def __init__(self, who: str, by: list[str], why: str, about: list[str] | None = None) -> None:
        self.who = who
        self.by = by
        self.why = why
        self.about = about if about is not None else []

    def apply(self, enc: Encounter) -> None:
        one = person(enc, self.who)
        blind = [other.id for other in enemies(enc, one)] if one.hidden else one.unseen_by
        one.unseen_by = [id for id in blind if id not in self.by]
        one.hidden = out_of_sight(enc, one)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is revealed ({worded(enc, self.why, self.about)})"


def out_of_sight(enc: Encounter, one: Person) -> bool:
    """6.4: hidden from every enemy there is."""
    watching = enemies(enc, one)
    return bool(watching) and not [other for other in watching if other.id not in one.unseen_by]
