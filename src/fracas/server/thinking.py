"""Thinking: odds and previews are worked out on a copy of the moment, away from the table's lock and from the loop.

One thought per seat; a newer one replaces an older. Whoever asks is answered soon: with the odds, or that
they are still being worked out; asked again, the same thought goes on.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

from fracas.engine.canon import canon
from fracas.engine.odds import NO_TIME
from fracas.protocol.messages import Request
from fracas.protocol.referee import Referee
from fracas.session.session import Session
from fracas.session.waiting import Glimpse, Seconds

if TYPE_CHECKING:
    from fracas.server.room import Room

Data = dict[str, Any]
SOON: Final = 0.3
"""Seconds after which somebody is told that it takes longer."""
ENOUGH: Final = 5
"""Seconds after which a thought says what it knows by then."""
THREADS: Final = 2
"""For all tables together, so that however many think, what is done at a table is not slowed down much."""
STILL: Final = "the odds, which are still being worked out"
heads: Final = ThreadPoolExecutor(THREADS, "thinking")


class Thought:
    """What one seat wants to know, about one moment."""

    def __init__(self, key: str, moment: Session, request: Request) -> None:
        self.key = key
        self.moment = moment
        self.glimpsed = moment.still()
        """The same moment for whoever is answered soon: odds are tried out on the other meanwhile."""
        self.request = request
        self.patience = Seconds(ENOUGH)
        self.work: asyncio.Future[Data] = asyncio.get_running_loop().run_in_executor(heads, self._answer)
        # Whoever asked may be gone when it fails.
        self.work.add_done_callback(lambda work: work.cancelled() or work.exception())

    def _answer(self) -> Data:
        return Referee(self.moment, patience=lambda: self.patience).handle(self.request).model_dump()

    def _outline(self) -> Data:
        return Referee(self.glimpsed, patience=Glimpse).handle(self.request).model_dump()

    def call_off(self) -> None:
        """Nobody wants to know any more: it stops where it is."""
        self.patience.call_off()
        self.work.cancel()

    async def reply(self) -> Data:
        """The answer, or soon what needs no thought and that the rest is on its way."""
        await asyncio.wait([self.work], timeout=SOON)
        if self.work.done() and not self.patience.called_off:
            known = self.work.result()
            # Whatever is missing now will not be found by asking again.
            return {**known, "thinking": False} if "thinking" in known else known
        outline: Data = await asyncio.to_thread(self._outline)
        odds = outline.get("odds")
        if odds is None or NO_TIME not in odds["left_out"]:
            return outline
        return {**outline, "odds": {**odds, "left_out": [STILL]}, "thinking": True}


def thought_for(room: Room, seat: str, request: Request) -> Thought:
    """What a seat has begun to think about, or a new thought; under the lock."""
    asked = request.model_dump(exclude={"id"})
    key = canon([room.session.name, room.session.game.log.last_hash, asked])
    # A list of chances is beside the one thing somebody looks at, and each has a thought of its own.
    place = (seat, asked["type"] == "chances")
    thought = room.thoughts.get(place)
    if thought is None or thought.key != key or thought.patience.called_off:
        if thought is not None:
            thought.call_off()
        thought = room.thoughts[place] = Thought(key, room.session.still(), request)
    return thought
