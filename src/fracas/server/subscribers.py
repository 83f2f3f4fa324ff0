"""Subscribers: one for each open connection, with a short queue of its own that nobody else waits for.

Replies and news keep their order. Whoever lets too much news pile up gets one update in its place, made when the
connection is free; the room is only marked, and made then too.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final, NamedTuple

from fracas.server.grants import Grant

MOST_REPLIES: Final = 64
MOST_NEWS: Final = 256
"""More news than this, not read yet, becomes one update."""
UPDATE: Final = "update"
ROOM: Final = "room"
ASIDES: Final = "asides"
PINGS: Final = "pings"
FORECAST: Final = "forecast"
GONE: Final = 4409
"""The code of a connection whose right has ended."""
CLOSED: Final = 4410
"""The code of a connection that the administrator has ended."""
FULL: Final = 4429
"""The code of a connection that was one too many; its page tries again."""
RESTARTS: Final = 1012
"""The code of a connection that ends though its page may come back at once."""
MOST_PINGS: Final = 8
"""Of pings not sent yet only the last are worth sending."""


class News(NamedTuple):
    """One event, or the change of the view after it, as a frame ready to be sent; `n` numbers the event, 0 for a view,
    which leads from one sum of its parts to another."""

    serial: int
    n: int
    frame: bytes
    start: int = 0
    end: int = 0


class Subscriber:
    """One connection: who sits there, what it was told, and what waits to be sent."""

    def __init__(self, seat: str, role: str, grant: Grant) -> None:
        self.seat = seat
        self.role = role
        self.grant = grant
        self.game = ""
        self.told = 0
        """The number of the last event sent, in the stream of this game."""
        self.sum = 0
        """The sum of the parts it holds, if it took in what it was sent."""
        self.serial = 0
        """The change up to which it was told everything at once."""
        self.timed: tuple[int, bool] = (0, False)
        """Time limit and pause as of that view: with either of them the clocks in it start over."""
        self.room_text = ""
        self.heard = 0
        """The number of the last aside sent."""
        self.pings: deque[dict[str, str]] = deque(maxlen=MOST_PINGS)
        self.forecast = False
        """Does it want to know how the fight is going? The GM's alone."""
        self.closing: tuple[int, str] | None = None
        self._queue: deque[bytes | str | News] = deque()
        self._filled = asyncio.Event()

    def reply(self, frame: bytes) -> None:
        """Queue a frame of its own; whoever lets too many pile up is sent away."""
        if len([message for message in self._queue if not isinstance(message, News)]) >= MOST_REPLIES:
            self.send_away(4413, "too slow")
            return
        self._queue.append(frame)
        self._filled.set()

    def tell(self, news: list[News]) -> None:
        """Queue what happened, frame by frame; an update that is due says all of it."""
        if not news or UPDATE in self._queue:
            return
        self._queue.extend(news)
        if len([message for message in self._queue if isinstance(message, News)]) > MOST_NEWS:
            self._queue = deque([message for message in self._queue if not isinstance(message, News)])
            self._queue.append(UPDATE)
        self._filled.set()

    def mark(self, what: str) -> None:
        """Something of this kind is new; one mark stands for many."""
        if what not in self._queue:
            self._queue.append(what)
            self._filled.set()

    def point(self, ping: dict[str, str]) -> None:
        """Somebody points at the board."""
        self.pings.append(ping)
        self.mark(PINGS)

    def take_pings(self) -> list[dict[str, str]]:
        taken = list(self.pings)
        self.pings.clear()
        return taken

    def send_away(self, code: int, why: str) -> None:
        if self.closing is None:
            self.closing = (code, why)
        self._filled.set()

    async def next(self) -> bytes | str | None:
        """What to send next; nothing when it is to be closed."""
        while self.closing is None:
            what = self.take()
            if what is not None:
                return what
            self._filled.clear()
            await self._filled.wait()
        return None

    def take(self) -> bytes | str | None:
        """What waits to be sent, if there is anything in it that was not told already."""
        while self._queue:
            what = self._queue.popleft()
            if not isinstance(what, News):
                return what
            if what.serial > self.serial:
                if not what.n and what.start != self.sum:
                    return UPDATE
                self.sum = self.sum if what.n else what.end
                self.told = what.n or self.told
                return what.frame
        return None

    def take_ready(self) -> list[bytes]:
        """Everything that waits to be sent, up to where something is to be made first."""
        found: list[bytes] = []
        while self._queue and not isinstance(self._queue[0], str):
            what = self.take()
            if isinstance(what, str):
                self._queue.appendleft(what)
            elif what is not None:
                found.append(what)
        return found
