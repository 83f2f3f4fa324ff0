"""Sections 2.7 and 2.8: what is asked of the GM, by whom, and that nobody asks for two things at once."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.encounter import Encounter
from fracas.engine.event import SUBJECT, Event
from fracas.engine.events import About
from fracas.engine.reason import Reason
from fracas.rulesets.phases_of_play.being import Being, being, phases
from fracas.rulesets.phases_of_play.pieces import Request


class Requested(About):
    """Somebody asks the GM for something, and waits or goes on meanwhile."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "targets")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, what: str, words: str, targets: list[str] | None = None) -> None:
        self.who = who
        self.what = what
        self.words = words
        self.targets = targets or []

    def apply(self, enc: Encounter) -> None:
        phases(enc).requests.append(Request(self.who, self.what, self.words, self.targets))

    def say(self, enc: Encounter) -> str:
        on = " on " + ", ".join([enc.name(one) for one in self.targets]) if self.targets else ""
        asks = {
            "range": f"asks for a way to {self.words}", "free-action": "asks for one more Free Action",
            "slow": f"asks for the time to {self.words}{on}", "level-up": f"asks to level up as a {self.words}",
        }  # fmt: skip
        return f"{enc.name(self.who)} {asks.get(self.what, f'asks the GM: {self.words}')}"


class RequestSettled(About):
    """A request is answered, or taken back."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, answer: str) -> None:
        self.who = who
        self.answer = answer

    def apply(self, enc: Encounter) -> None:
        flow = phases(enc)
        request = flow.request_of(self.who)
        if request is not None and request.kind == "free-action" and self.answer == "not possible":
            being(enc, self.who).denied = True
        flow.requests = [request for request in flow.requests if request.who != self.who]

    def say(self, enc: Encounter) -> str:
        return f"The request of {enc.name(self.who)}: {self.answer}"


def bars_request(enc: Encounter, one: Being) -> list[Reason]:
    """2.8: nobody has two requests waiting."""
    if phases(enc).request_of(one.id) is not None:
        return [Reason("2.8", f"{one.name} has a request waiting", "take it back", "take-back")]
    return []


EVENTS: Final[list[type[Event]]] = [Requested, RequestSettled]
