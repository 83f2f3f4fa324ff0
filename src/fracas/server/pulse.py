"""The pulse of a room: makes the moves of bots, one at a time and paced, and gives the default when time is over."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

from fracas.engine.command import GM
from fracas.engine.errors import Refused
from fracas.server.bots import is_due
from fracas.server.room import LINES, Change, Room
from fracas.server.snapshots import is_between_turns

if TYPE_CHECKING:
    from fracas.server.hall import Hall

REST_SECONDS: Final = 5
"""After a default could not be given (the disk is full, say) it is tried again so much later."""


class Pulse:
    """One task a room, for as long as the room is open."""

    def __init__(self, hall: Hall, room: Room) -> None:
        self.hall = hall
        self.room = room
        self.stuck_at = -1
        """The row after which a bot could not move: it is not tried again before something else happens."""
        self.rests_until = 0.0
        """Before then no clock is looked at."""
        self.task = asyncio.create_task(self.run())

    def bot_due(self) -> bool:
        """Bots play while anybody looks on."""
        room = self.room
        return bool(room.subscribers) and not room.damage and self.stuck_at != room.seq and is_due(room)

    def queue_due(self) -> bool:
        """Somebody wants several things done, and the next of them can be."""
        queue = self.room.queue
        return queue is not None and not self.room.damage and queue.is_due(self.room)

    async def run(self) -> None:
        room = self.room
        while True:
            try:
                if not self.bot_due() and not self.queue_due():
                    await self._wait()
                if self.bot_due():
                    await asyncio.sleep(self._pause())
                    await self._bot()
                elif self.queue_due():
                    await asyncio.sleep(self._pause())
                    await self._queue()
                await self._clock()
            except asyncio.CancelledError:
                raise
            except Exception as error:  # noqa: BLE001 - the pulse of a table must not stop
                self.hall.note("a bot or clock failed", error)
                self.stuck_at = room.seq
                self.rests_until = time.monotonic() + REST_SECONDS

    def _pause(self) -> float:
        """People want to follow what bots do; what nobody may follow takes no time that could be noticed."""
        return 0 if is_between_turns(self.room.session, "") else self.hall.bot_pause

    async def _wait(self) -> None:
        room = self.room
        room.changed.clear()
        if self.bot_due() or self.queue_due():
            return
        try:
            await asyncio.wait_for(room.changed.wait(), self._next_end())
        except TimeoutError:
            return

    def _next_end(self) -> float | None:
        """Seconds until a default is to be given."""
        end = self.room.clock.next_end()
        return None if end is None else max(end, self.rests_until - time.monotonic())

    async def _bot(self) -> None:
        room = self.room
        async with room.lock:
            if not self.bot_due():
                return

            def work() -> Change:
                room.bots.move()
                return Change(LINES, b"{}")

            await room.perform(f"bot/{room.seq + 1}", b"", "bot", work, lambda reply: None)

    async def _queue(self) -> None:
        """The next command of the queue; where there is none left its seat is told how it ended."""
        room = self.room
        async with room.lock:
            queue = room.queue
            if queue is None or not self.queue_due():
                return
            command = await room.off_loop(queue.next, room)
            if command is None:
                room.tell()
                return

            def work() -> Change:
                room.session.command(command, queue.seat)
                queue.done += 1
                return Change(LINES, b"{}")

            try:
                await room.perform(f"queue/{room.seq + 1}", b"", queue.seat, work, lambda reply: None)
            except Refused as refused:
                queue.stop("; ".join([reason.text for reason in refused.reasons]))
                room.tell()
            except BaseException:
                queue.stop("it could not be done")
                raise

    async def _clock(self) -> None:
        room = self.room
        end = self._next_end()
        if end is None or end > 0:
            return
        async with room.lock:
            decision = room.clock.over(room)
            if decision is None:
                return
            session = room.session

            def work() -> Change:
                session.answer_for(decision.id, decision.default, GM, "default")
                return Change(LINES, b"{}")

            await room.perform(f"clock/{room.seq + 1}", b"", "clock", work, lambda reply: None)

    def stop(self) -> None:
        self.task.cancel()
