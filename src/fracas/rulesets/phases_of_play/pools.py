"""The counted things of a being: Beats, Health, kits and the like, and how the log tells of them."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.encounter import Encounter
from fracas.engine.event import SUBJECT, Event
from fracas.engine.events import About
from fracas.rulesets.phases_of_play.being import being, figures_known

COUNTED: Final = {
    "beats": ("Beat", "Beats"), "free_actions": ("Free Action", "Free Actions"),
    "kits": ("first aid kit", "first aid kits"), "dodges": ("Dodge Point", "Dodge Points"),
    "recoveries": ("Recovery", "Recoveries"), "favors": ("Favor", "Favors"),
    "xp": ("Experience Point", "Experience Points"), "breath": ("turn of breath", "turns of breath"),
    "legendary_left": ("legendary ability", "legendary abilities"),
}  # fmt: skip


class PoolChanged(About):
    """One of the counted things of somebody is now this many."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, pool: str, value: int, why: str) -> None:
        self.who = who
        self.pool = pool
        self.value = value
        self.why = why

    def is_reward(self) -> bool:
        return self.pool == "xp"

    def apply(self, enc: Encounter) -> None:
        setattr(being(enc, self.who), self.pool, self.value)

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        """The figures of NPCs are the GM's."""
        return self if figures_known(after, self.who, seat) else None

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} {held(self.pool, self.value)} ({self.why})"


def held(pool: str, value: int) -> str:
    """A counted thing in words: has 1 Beat, has no Dodge Points, has Health 7."""
    words = COUNTED.get(pool)
    if words is None:
        return f"has {pool.replace('_', ' ').capitalize()} {value}"
    return f"has {value or 'no'} {words[0] if value == 1 else words[1]}"


EVENTS: Final[list[type[Event]]] = [PoolChanged]
