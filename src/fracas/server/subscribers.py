"""Subscribers: one for each open connection, with a short queue of its own that nobody else waits for.

Replies keep their order; updates are only marked, and made when the connection is free, so that a slow reader gets one
for many changes.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from fracas.server.grants import Grant

MOST_REPLIES: Final = 64
UPDATE: Final = "update"
ROOM: Final = "room"
ASIDES: Final = "asides"


class Subscriber:
    """One connection: who sits there, what it was told, and what waits to be sent."""

    def __init__(self, seat: str, role: str, grant: Grant) -> None:
        self.seat = seat
        self.role = role
        self.grant = grant
        self.game = ""
        self.told = 0
        """The number of the last event sent, in the stream of this game."""
        self.shown = ""
        """The view it was sent last, as text."""
        self.timed: tuple[int, bool] = (0, False)
        """Time limit and pause as of that view: with either of them the clocks in it begin anew."""
        self.room_text = ""
        self.rolled = 0
        """The number of the last aside sent."""
        self.closing: tuple[int, str] | None = None
        self._queue: deque[bytes | str] = deque()
        self._filled = asyncio.Event()

    def reply(self, frame: bytes) -> None:
        """Queue a frame of its own; whoever lets too many pile up is sent away."""
        if len(self._queue) >= MOST_REPLIES:
            self.send_away(4413, "too slow")
            return
        self._queue.append(frame)
        self._filled.set()

    def mark(self, what: str) -> None:
        """Something of this kind is new; one mark stands for many."""
        if what not in self._queue:
            self._queue.append(what)
            self._filled.set()

    def send_away(self, code: int, why: str) -> None:
        if self.closing is None:
            self.closing = (code, why)
        self._filled.set()

    async def next(self) -> bytes | str | None:
        """What to send next; nothing when it is to be closed."""
        while True:
            if self.closing is not None:
                return None
            if self._queue:
                return self._queue.popleft()
            self._filled.clear()
            await self._filled.wait()
