"""Section 1: another phase begins, and who takes part in it; `phases` says who brings that about."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.encounter import Encounter
from fracas.engine.event import SUBJECT, Event
from fracas.engine.events import About
from fracas.engine.fields import PUBLIC, SECRET
from fracas.engine.table import Table
from fracas.rulesets.phases_of_play.being import being, phases


class PhaseChanged(Event):
    """Another phase of play begins; the order of an encounter outlasts a pause."""

    SEEN: ClassVar[str] = PUBLIC

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


EVENTS: Final[list[type[Event]]] = [PhaseChanged, TookPart, DeedCounted]
