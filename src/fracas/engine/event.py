"""Events: past-tense records, the only things that change an encounter; state is the fold of its events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from mypy_extensions import mypyc_attr

from fracas.engine.command import GM
from fracas.engine.errors import Invalid

if TYPE_CHECKING:
    from fracas.engine.encounter import Encounter

PUBLIC = "public"
"""Everybody may know it."""
SUBJECT = "subject"
"""Whoever may see all combatants named in it may know it."""
KEEPER = "keeper"
"""Only the seat that runs the combatant, and the GM."""
SECRET = "gm"
"""The GM alone."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Event:
    """Something that happened. Subclasses name their kind, their fields and who may know of it."""

    kind: ClassVar[str] = ""
    FIELDS: ClassVar[tuple[str, ...]] = ()
    SQUARES: ClassVar[tuple[str, ...]] = ()
    """Those of its fields that hold a square or a list of squares: people read them by name."""
    SEEN: ClassVar[str] = SECRET
    LOOKS_BACK: ClassVar[bool] = False
    """Does `as_seen` need the state before the event as well as the one after?"""

    def apply(self, enc: Encounter) -> None:
        """Change the encounter. Nothing else may."""
        raise NotImplementedError

    def say(self, enc: Encounter) -> str:
        """The event as a sentence; empty when there is nothing to tell."""
        return ""

    def result_word(self) -> str:
        """How a command came out ("hit", "miss"), where this event settles it; odds count these words."""
        return ""

    def harm_done(self) -> int:
        """How much life it takes, as far as this telling of it says; for the summary at the end."""
        return 0

    def is_reward(self) -> bool:
        """Is something handed out for the encounter? The summary lists it."""
        return False

    def subjects(self) -> list[str]:
        """The combatants this event is about."""
        return []

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        """What this seat gets to know of it, by allow-list: the event, a public half of it, or nothing."""
        if seat == GM or self.SEEN == PUBLIC:
            return self
        if self.SEEN == SUBJECT:
            for who in self.subjects():
                if not after.sees(seat, who):
                    return None
            return self
        if self.SEEN == KEEPER:
            for who in self.subjects():
                if after.seat_of(who) != seat:
                    return None
            return self
        return None

    def to_json(self) -> dict[str, object]:
        out: dict[str, object] = {"kind": self.kind}
        for name in self.FIELDS:
            out[name] = getattr(self, name)
        return out


def event_from_json(kinds: dict[str, type[Event]], data: dict[str, Any]) -> Event:
    """Read an event of a known kind."""
    fields = dict(data)
    name = fields.pop("kind", "")
    kind = kinds.get(str(name))
    if kind is None:
        raise Invalid("event", "kind", name, "a kind of event this ruleset knows")
    if sorted(fields) != sorted(kind.FIELDS):
        raise Invalid("event", str(name), sorted(fields), "the fields " + ", ".join(kind.FIELDS))
    event: Event = kind(**fields)
    return event
