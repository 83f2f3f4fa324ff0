"""How a table is going, for its GM alone: a forecast that follows the fight, and another of what the GM wonders about.

It looks at the table under the lock, on a copy, and changes nothing there; what it finds is told to those connections
of the GM that asked. Whoever else sits at the table gets the same frames with it as without.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from fracas.engine.canon import canon
from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid, Refused
from fracas.server import messages
from fracas.server.forecasting import Forecast, Forecasts, Tell, fresh_seed
from fracas.server.subscribers import FORECAST, Subscriber
from fracas.session.bots import EASY, FAIR
from fracas.session.position import Data, position_of
from fracas.session.what_ifs import healed, make, more_of, revealed

if TYPE_CHECKING:
    from fracas.server.room import Room

REST_SECONDS: Final = 0.5
"""How long the table must have been at rest: what changes with every step of a bot is not worth beginning."""
NOW: Final = "now"
WHAT_IF: Final = "what_if"


class Outlook:
    """The forecasts of one room."""

    def __init__(self, room: Room, forecasts: Forecasts) -> None:
        self.room = room
        self.forecasts = forecasts
        self.asked: messages.WhatIf | None = None
        """What the GM wonders about."""
        self.known: dict[str, Data | None] = {NOW: None, WHAT_IF: None}
        self._of: dict[str, str] = {NOW: "", WHAT_IF: ""}
        """What the current forecasts are of."""
        self._seed = fresh_seed()
        """Of both, so that they differ by what they are of alone."""
        self._task: asyncio.Task[None] | None = None

    @property
    def wanted(self) -> bool:
        return bool([subscriber for subscriber in self.room.subscribers if subscriber.forecast])

    def follow(self) -> None:
        """Something may have changed; called after every change, so it does next to nothing."""
        if not self.wanted:
            self.stop()
        elif self._of != self._present() and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._begin())

    def stop(self) -> None:
        """Nobody looks any more, or the room is closed."""
        if self._task is not None:
            self._task.cancel()
        for what, of in self._of.items():
            if of:
                self._forget(what)

    def _forget(self, what: str) -> None:
        self.forecasts.call_off(self._place(what))
        self.known[what], self._of[what] = None, ""

    def check(self, request: messages.WhatIf) -> None:
        """Raise where it cannot be."""
        position_of(self.room.session.game, rulings_of(self.room, request))

    def wonder(self, request: messages.WhatIf) -> None:
        """Another what-if that was checked; one without any change ends it."""
        something = request.reveal or request.heal or request.more or request.rulings
        self.asked = request if something else None
        self._forget(WHAT_IF)
        self.follow()
        self._tell()

    def frame(self) -> bytes:
        return canon({"type": "forecast", **self.known}).encode()

    def _place(self, what: str) -> str:
        return f"{self.room.id}/{what}"

    def _present(self) -> dict[str, str]:
        """What forecasts should be of; nothing where there is nothing to know."""
        game, levels = self.room.session.game, sorted(self.room.facts.levels.items())
        if game.state.over:
            return {NOW: "", WHAT_IF: ""}
        now = f"{self.room.session.name} {game.log.last_hash} {levels}"
        what_if = self.asked.model_dump_json(exclude={"id"}) if self.asked is not None else ""
        return {NOW: now, WHAT_IF: now + what_if if what_if else ""}

    async def _begin(self) -> None:
        """Once the table rests, begin what is to be known of it."""
        while self._of != (before := self._present()):
            await asyncio.sleep(REST_SECONDS)
            if before != self._present():
                continue
            async with self.room.lock:
                wanted = self._present()
                stale = [what for what in wanted if wanted[what] != self._of[what]]
                positions = await self.room.off_loop(self._positions, stale)
            for what in stale:
                self._forget(what)
                self._of[what] = wanted[what]
                if what in positions:
                    forecast = Forecast(positions[what], self._bots(), self._taker(what), seed=self._seed)
                    self.forecasts.ask(self._place(what), forecast)
            self._tell()

    def _positions(self, which: list[str]) -> dict[str, Data]:
        """The table as it stands, and as it would. What cannot be any more is dropped."""
        game, found = self.room.session.game, dict[str, Data]()
        if game.state.over:
            return found
        if NOW in which:
            found[NOW] = position_of(game)
        if self.asked is not None:
            try:
                found[WHAT_IF] = position_of(game, rulings_of(self.room, self.asked))
            except (Invalid, Refused):
                self.asked = None
        return found

    def _bots(self) -> dict[str, str]:
        """As the GM has said for each side; of bots that think long the fair one takes the place."""
        levels = self.room.facts.levels
        return {side: level if level in (EASY, FAIR) else FAIR for side, level in levels.items()}

    def _taker(self, what: str) -> Tell:
        def take(figures: Data) -> None:
            self.known[what] = figures
            self._tell()

        return take

    def _tell(self) -> None:
        for subscriber in self.room.subscribers:
            if subscriber.forecast:
                subscriber.mark(FORECAST)


def rulings_of(room: Room, request: messages.WhatIf) -> list[Command]:
    """The rulings that would make it so, each on top of those before."""
    session = room.session
    ruleset, enc = session.game.ruleset, session.game.state.copy()
    found: list[Command] = []
    if request.reveal:
        found.extend(made(room, enc, revealed(enc)))
    if request.heal:
        found.extend(made(room, enc, healed(ruleset, enc, request.heal)))
    if request.more:
        found.extend(made(room, enc, more_of(ruleset, enc, request.more, request.side, request.count)))
    for text in request.rulings:
        found.extend(made(room, enc, [session.read_ruling(text, GM)]))
    return found


def made(room: Room, enc: Encounter, rulings: list[Command]) -> list[Command]:
    for ruling in rulings:
        make(room.session.game.ruleset, enc, ruling, bool(room.session.game.waiting))
    return rulings


def wants(room: Room, subscriber: Subscriber, on: bool) -> None:
    """This connection of the GM wants to know how it goes, or not any more."""
    subscriber.forecast = on
    if room.outlook is not None:
        room.outlook.follow()
        if on:
            subscriber.mark(FORECAST)
