"""Section 8: healing up to the maximum, being FALLEN, and what lifts it."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Encounter, Table
from fracas.engine.events import FALL, HARM, HEAL, RISE, SUBJECT, About, Event, Revealed
from fracas.rulesets.cap_check.conditions import STANDING, lift, pass_moment
from fracas.rulesets.cap_check.fighter import Fighter, fighter, rounds, title_of
from fracas.rulesets.cap_check.knowing import numbers_known


class HealthChanged(About):
    """The public half of what changes Hit Points one may not know. Never part of a log."""

    AMOUNT: ClassVar[str] = "dealt"

    def __init__(self, who: str, better: bool, dealt: int, past: bool, why: str) -> None:
        self.who = who
        self.better = better
        self.dealt = dealt
        self.past = past
        self.why = why

    def say(self, enc: Encounter) -> str:
        if not self.dealt:
            return f"{enc.name(self.who)} is {'better' if self.better else 'weaker'}"
        barrier = "past its barriers" if self.past else "less its barrier"
        return f"{enc.name(self.who)} takes {self.dealt} damage {barrier} ({title_of(enc, self.why)})"

    def tells(self) -> str:
        return HEAL if self.better else HARM

    def brief(self, enc: Encounter) -> str:
        if not self.dealt:
            return "better" if self.better else "weaker"
        return f"{self.dealt} damage {'past its barriers' if self.past else 'less its barrier'}"


class Mended(About):
    """Hit Points were regained."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = HEAL
    AMOUNT: ClassVar[str] = "hp"

    def __init__(self, who: str, hp: int, why: str) -> None:
        self.who = who
        self.hp = hp
        self.why = why

    def apply(self, enc: Encounter) -> None:
        fighter(enc, self.who).hp += self.hp
        if self.hp:
            rounds(enc).changed = True

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        if numbers_known(after, self.who, seat):
            return self
        return HealthChanged(self.who, True, 0, False, self.why)

    def say(self, enc: Encounter) -> str:
        if not self.hp:
            return f"{enc.name(self.who)} is unhurt already ({title_of(enc, self.why)})"
        return f"{enc.name(self.who)} regains {self.hp} HP ({title_of(enc, self.why)})"

    def brief(self, enc: Encounter) -> str:
        return f"{self.hp} HP regained" if self.hp else "unhurt already"


class Fell(About):
    """Somebody has FALLEN: a hero lies there, a foe is out."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = FALL

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.hp = 0
        one.down = True
        one.out = not one.is_hero

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} has FALLEN"

    def brief(self, enc: Encounter) -> str:
        return "FALLEN"


class Recovered(Mended):
    """Somebody is FALLEN no more."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = RISE

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.down = False
        one.hp = self.hp
        rounds(enc).changed = True

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} stands again with {self.hp} HP ({title_of(enc, self.why)})"

    def brief(self, enc: Encounter) -> str:
        return f"stands again with {self.hp} HP"


def heal(table: Table, who: str, amount: int, why: str) -> None:
    """8.1, 13.13: add to the Hit Points, not above the maximum, never for the FALLEN."""
    one = fighter(table.enc, who)
    if can_heal(one):
        table.emit(Mended(who, min(max(amount, 0), missing(one)), why))


def can_heal(one: Fighter) -> bool:
    """8.3: whoever has FALLEN cannot be healed."""
    return one.present


def missing(one: Fighter) -> int:
    """8.2: how many Hit Points there is room for."""
    return one.max_hp - one.hp


def fall(table: Table, who: str) -> None:
    """8.5, 8.6, 8.8: at 0 Hit Points one has FALLEN; sustained effects are interrupted, foes are out."""
    from fracas.rulesets.cap_check.sustain import interrupt_all

    reveal(table, [fighter(table.enc, who)], "falls")
    table.emit(Fell(who))
    interrupt_all(table, who, "FALLEN")
    pass_moment(table, STANDING, who)
    lift(table, who, "sleep", "FALLEN")


def reveal(table: Table, found: list[Fighter], why: str) -> None:
    """1.8: whoever of these was hidden is so no more."""
    for one in found:
        if one.hidden:
            table.emit(Revealed(one.id, why))


def recover(table: Table, who: str, hp: int, why: str) -> None:
    """8.7, 8.11: an effect that names the FALLEN puts them back on their feet with the Hit Points it gives, or 1."""
    one = fighter(table.enc, who)
    if one.down and not one.out:
        table.emit(Recovered(who, min(hp or 1, one.max_hp), why))
