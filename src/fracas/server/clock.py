"""The clock of a room: how long each open question may stay open before its default counts.

Bots need none, and while the table is paused, or can only be read, none runs.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from fracas.engine.offer import Decision
from fracas.server.bots import is_bot

if TYPE_CHECKING:
    from fracas.server.room import Room


class Clock:
    """Deadlines by the engine's ids of questions. They start over when the server does."""

    def __init__(self) -> None:
        self.ends: dict[str, float] = {}

    @property
    def runs(self) -> bool:
        return bool(self.ends)

    def follow(self, room: Room) -> None:
        """Start a clock for each question that opened, stop those of the others."""
        facts = room.facts
        if not facts.limit or facts.paused or not facts.started or room.damage:
            self.ends = {}
            return
        end = time.monotonic() + facts.limit
        self.ends = {d.id: self.ends.get(d.id, end) for d in room.session.unanswered() if not is_bot(room, d.who)}

    def left(self, id: str) -> int | None:
        """Whole seconds, rounded up; nothing where no clock runs."""
        end = self.ends.get(id)
        return None if end is None else max(0, math.ceil(end - time.monotonic()))

    def next_end(self) -> float | None:
        """Seconds until the first one ends."""
        return max(0.0, min(self.ends.values()) - time.monotonic()) if self.ends else None

    def over(self, room: Room) -> Decision | None:
        """A question whose time is over."""
        now = time.monotonic()
        for decision in room.session.unanswered():
            if self.ends.get(decision.id, now + 1) <= now:
                return decision
        return None
