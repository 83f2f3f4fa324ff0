"""The pulse of a room: makes the moves of bots, one at a time and paced, and gives the default when time is over."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

from fracas.engine.command import GM
from fracas.engine.errors import Refused
from fracas.server.bots import is_due, ponders
from fracas.server.catching_up import Behind
from fracas.server.command_ids import BOT, CLOCK, QUEUE, own_id
from fracas.server.kinds import LINES
from fracas.server.queue import due_queue
from fracas.server.room import Change, Room
from fracas.server.snapshots import is_between_turns
from fracas.server.thinking import heads
from fracas.session.bots import Thought

if TYPE_CHECKING:
    from fracas.server.hall import Hall

REST_SECONDS: Final = 5
"""After a default could not be given (the disk is full, say) it is tried again this much later."""


LEAD_SECONDS = 1.0


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
        return room.watched and not room.damage and self.stuck_at != room.seq and is_due(room)

    def queue_due(self) -> bool:
        """Somebody wants several things done, and the next of them can be. While others are at work on the table that
        is found out when it is free."""
        room = self.room
        if room.damage or not any([queue.running for queue in room.queues.values()]):
            return False
        return room.lock.locked() or due_queue(room) is not None

    async def run(self) -> None:
        room = self.room
        while True:
            try:
                if not self.bot_due() and not self.queue_due():
                    await self._wait()
                if self.queue_due() and not self.bot_due():
                    await asyncio.sleep(self._pause())
                    await self._queue()
                elif self.bot_due() or self._next_end() is not None:
                    await self._lead()
                elif not room.watched:
                    room.others.rest(room)
            except asyncio.CancelledError:
                raise
            except Behind:
                return
            except Exception as error:  # noqa: BLE001 - the pulse of a table must not stop
                self.hall.note("a bot or clock failed", error)
                self.stuck_at = room.seq
                self.rests_until = time.monotonic() + REST_SECONDS

    async def _lead(self) -> None:
        """Bots and clock are moved by one server alone; the others look now and then whether it is still there."""
        if not await self.room.others.leads(self.room):
            await asyncio.sleep(LEAD_SECONDS)
            return
        if self.bot_due():
            await asyncio.sleep(self._pause())
            await self._bot()
        await self._clock()

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
        thought = await self._thought() if ponders(room) else None
        async with room.turn(alone=False):
            if not self.bot_due():
                return
            # A bot thinks while the table is anybody's: only what it has decided is done alone.
            seq, move = room.seq, await room.off_loop(room.bots.think, thought)
            await room.claim()
            if move is None or room.seq != seq:
                return

            def work() -> Change:
                move()
                return Change(LINES, b"{}")

            await room.perform(own_id(BOT, room.seq + 1), b"", BOT, work)

    async def _thought(self) -> Thought | None:
        """What a bot that thinks long would do, worked out while the table goes on."""
        async with self.room.lock:
            if not self.bot_due():
                return None
            still = await self.room.off_loop(self.room.session.still)
        return await asyncio.get_running_loop().run_in_executor(heads, self.room.bots.ponder, still)

    async def _queue(self) -> None:
        """The next command of one queue; where there is none left its seat is told how it ended."""
        room = self.room
        async with room.turn():
            queue = None if room.damage else due_queue(room)
            if queue is None:
                return
            try:
                command = await room.off_loop(queue.next, room)
                if command is None:
                    room.tell()
                    return

                def work() -> Change:
                    room.session.command(command, queue.seat)
                    queue.done += 1
                    return Change(LINES, b"{}")

                await room.perform(own_id(QUEUE, room.seq + 1), b"", queue.seat, work)
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
        async with room.turn():
            decision = room.clock.over(room)
            if decision is None:
                return
            session = room.session

            def work() -> Change:
                session.answer_for(decision.id, decision.default, GM, "default")
                return Change(LINES, b"{}")

            await room.perform(own_id(CLOCK, room.seq + 1), b"", CLOCK, work)

    def stop(self) -> None:
        self.room.others.rest(self.room)
        self.task.cancel()
