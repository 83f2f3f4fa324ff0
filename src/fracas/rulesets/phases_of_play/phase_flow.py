"""The flow of Phases of Play: phase, order, requests to the GM, zones and lights, and what reactions answer to.

For the sections of the rules; only events change it.
"""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Flow
from fracas.engine.fields import PUBLIC, SECRET, Counts, Field, Flag, Number, Rows, Things, Word, Words, with_own
from fracas.rulesets.phases_of_play.pieces import Request, Trigger, Zone


class PhaseFlow(Flow):
    """Where the evening stands."""

    FIELDS: ClassVar[tuple[Field, ...]] = with_own(
        Flow.FIELDS,
        [
            Things("requests", PUBLIC, Request, ids=[".*.who!!", ".*.targets"]),
            Words("once", PUBLIC),
            Things("zones", PUBLIC, Zone, ids=[".*.source~ability"], squares=[".*.pos!"]),
            Things("lights", PUBLIC, Zone, ids=[".*.source~ability"], squares=[".*.pos!"]),
            Things("triggers", SECRET, Trigger, ids=[".*" + path for path in Trigger.IDS]),
            Rows("groups", PUBLIC, ids=[".*!"]),
            Words("loose", PUBLIC, ids=[".*!"]),
            Number("loose_at", PUBLIC),
            Words("waiting", PUBLIC, ids=[""]),
            Word("said", PUBLIC, ids=[""]),
            Word("winner", PUBLIC, ids=[""]),
            Word("group", PUBLIC),
            Words("environment", SECRET),
            Rows("leaves", PUBLIC, ids=[".*.0!"]),
            Number("deeds", SECRET),
            Flag("harmed", SECRET),
            Number("quiet_rounds", SECRET),
            Words("escape", PUBLIC, ids=[""]),
            Flag("away", PUBLIC),
            Counts("used", SECRET),
            Word("boss_due", PUBLIC, ids=[""]),
        ],
    )

    def __init__(self) -> None:
        super().__init__()
        self.requests: list[Request] = []
        self.once: list[str] = []
        """Improvised activities that were allowed once."""
        self.zones: list[Zone] = []
        self.lights: list[Zone] = []
        self.triggers: list[Trigger] = []
        """The innermost last."""
        self.groups: list[list[str]] = []
        """NPC groups, the highest Edge first."""
        self.loose: list[str] = []
        self.loose_at = 0
        self.waiting: list[str] = []
        """Who wants nothing for now, where nobody has turns."""
        self.said = ""
        self.winner = ""
        self.group = ""
        self.environment: list[str] = []
        self.leaves: list[list[str]] = []
        """Who may use which ability in a pause, once, by the GM's leave."""
        self.deeds = 0
        """Commands since the phase began."""
        self.harmed = False
        """Somebody was harmed since the phase or the round began."""
        self.quiet_rounds = 0
        self.escape: list[str] = []
        """Who has been Sneaky since the round began, for an escape."""
        self.away = False
        """Has everybody been, for a whole round and since?"""
        self.used: dict[str, int] = {}
        """Uses of the environment's abilities in this encounter."""
        self.boss_due = ""
        """The PC whose turn has just ended, while bosses may answer."""

    @property
    def trigger(self) -> Trigger | None:
        return self.triggers[-1] if self.triggers else None

    def request_of(self, who: str) -> Request | None:
        for request in self.requests:
            if request.who == who:
                return request
        return None

    def keep_places(self, kept: dict[str, list[int]]) -> None:
        super().keep_places(kept)
        if "loose" in kept:
            self.loose_at = len([index for index in kept["loose"] if index < self.loose_at])

    def veil(self) -> None:
        """What somebody unseen does or suffers is counted too; after one deed the GM is not due."""
        self.deeds, self.harmed, self.quiet_rounds = 1, False, 0

    def copy(self) -> PhaseFlow:
        other = PhaseFlow()
        self.copy_into(other)
        other.requests, other.once = self.requests[:], self.once[:]
        other.zones, other.lights, other.triggers = self.zones[:], self.lights[:], self.triggers[:]
        other.groups = [group[:] for group in self.groups]
        other.loose, other.loose_at, other.waiting = self.loose[:], self.loose_at, self.waiting[:]
        other.said, other.winner, other.group = self.said, self.winner, self.group
        other.environment, other.leaves = self.environment, self.leaves[:]
        other.deeds, other.harmed, other.quiet_rounds = self.deeds, self.harmed, self.quiet_rounds
        other.escape, other.away, other.boss_due = self.escape[:], self.away, self.boss_due
        other.used = self.used.copy()
        return other
