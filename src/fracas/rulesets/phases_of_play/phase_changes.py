"""Sections 1, 2.7 and 2.8: another phase begins, who takes part in it, and what is asked of the GM meanwhile.

For `phases`, which says who changes them, and for everything that somebody may ask for.
"""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Encounter, Reason, Table
from fracas.engine.events import BOOKS, MARK, NEWS, PUBLIC, SECRET, SUBJECT, About, Event
from fracas.rulesets.phases_of_play.being import Being, being, phases
from fracas.rulesets.phases_of_play.pieces import Request


class Requested(About):
    """Somebody asks the GM for something, and waits or goes on meanwhile."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "targets")
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = NEWS

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
    TELLS: ClassVar[str] = NEWS

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


class PhaseChanged(Event):
    """Another phase of play begins; the order of an encounter outlasts a pause."""

    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = MARK

    def __init__(self, phase: str, before: str) -> None:
        self.phase = phase
        self.before = before

    def apply(self, enc: Encounter) -> None:
        flow = phases(enc)
        flow.phase = self.phase
        flow.deeds, flow.harmed = 0, False
        flow.loose, flow.loose_at, flow.waiting = [], 0, []
        if self.phase != "paused":
            flow.escape, flow.away = [], False
        if self.phase not in ("main", "paused"):
            flow.order, flow.at, flow.round, flow.groups = [], -1, 0, []
        if self.phase == "setup":
            flow.used, flow.quiet_rounds = {}, 0

    def say(self, enc: Encounter) -> str:
        words = {
            "freeplay": "Freeplay", "setup": "An Encounter: Set-up", "main": "The Encounter goes on",
            "paused": "The Encounter is paused", "end": "The Encounter has ended", "over": "The episode is over",
        }  # fmt: skip
        return "The Encounter begins" if self.before == "setup" else words[self.phase]


class TookPart(About):
    """Somebody is in the encounter, or no longer."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, yes: bool) -> None:
        self.who = who
        self.yes = yes

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.taking_part = self.yes
        one.joining = False
        one.used = {}
        one.begin_turn()
        one.in_turn = False


class DeedCounted(Event):
    """One more command was given in this phase; something new to those who waited, unless it was to wait as well."""

    SEEN: ClassVar[str] = SECRET
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, idle: bool = False) -> None:
        self.idle = idle

    def apply(self, enc: Encounter) -> None:
        flow = phases(enc)
        flow.deeds += 1
        if not self.idle:
            flow.waiting = []


def change(table: Table, phase: str) -> None:
    """1.4: on to another phase."""
    table.emit(PhaseChanged(phase, table.enc.flow.phase))
