"""How will this go? A forecast of an encounter that is not being played yet, over plain HTTP, for the host.

Whoever asks gets an address and looks there again and again; if nobody looks any more, it stops.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Final

from fastapi import FastAPI
from pydantic import Field
from starlette.exceptions import HTTPException

from fracas.engine.registry import load_ruleset
from fracas.engine.ruleset import Ruleset
from fracas.protocol.messages import Message, Word
from fracas.server.access import Access
from fracas.server.forecasting import Forecast
from fracas.server.frames import ForecastOut
from fracas.server.hall import Hall
from fracas.session.position import Data, position_at
from fracas.session.scenarios import check_scenario

MOST_KEPT: Final = 20
FORGOTTEN_SECONDS: Final = 15.0
"""If nobody has looked for this long, it is called off."""


class ForecastIn(Message):
    """What is to be fought: a scenario, of the ruleset or of a campaign, with the options it would be started with."""

    ruleset: Word
    scenario: Word
    campaign: Word = Field(default="", description="whose things (prepared encounters too) are laid over it")
    options: dict[Word, Word] = Field(default={}, max_length=200)


class ForecastId(Message):
    forecast: str


class ForecastSoFar(ForecastOut):
    done: bool = Field(description="nothing more will be found out")


class Asked:
    """The forecasts that were asked for over HTTP."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.kept: dict[str, Forecast] = {}
        self.looked: dict[str, float] = {}

    def begin(self, position: Data) -> str:
        """Fight from a position; returns the id to look it up by."""
        self.forget()
        id = secrets.token_urlsafe(12)
        forecast = Forecast(position, {}, lambda _: self.forget())
        self.kept[id], self.looked[id] = forecast, time.monotonic()
        self.hall.forecasts.ask(f"asked/{id}", forecast)
        return id

    def look(self, id: str) -> Forecast | None:
        if id in self.kept:
            self.looked[id] = time.monotonic()
        return self.kept.get(id)

    def forget(self) -> None:
        """Those nobody looks at any more, and the oldest of too many."""
        now = time.monotonic()
        late = [id for id, looked in self.looked.items() if now - looked > FORGOTTEN_SECONDS]
        for id in [*late, *list(self.kept)[: max(0, len(self.kept) - MOST_KEPT + 1)]]:
            self.drop(id)

    def drop(self, id: str) -> None:
        if id in self.kept:
            self.hall.forecasts.call_off(f"asked/{id}")
            del self.kept[id], self.looked[id]


def begun(ruleset: Ruleset, body: ForecastIn) -> Data:
    """The position that the encounter would start from."""
    check_scenario(ruleset, body.scenario)
    return position_at(ruleset, ruleset.start(body.scenario, body.options, ["", ""]))


def add_forecasts(app: FastAPI, access: Access) -> None:
    hall, host = access.hall, access.routes(access.host)
    asked = Asked(hall)

    @host.post("/api/forecasts")
    async def ask(body: ForecastIn) -> ForecastId:
        """How will this go? Begins to fight it in the background; for the host."""
        ruleset = load_ruleset(body.ruleset)
        if body.campaign:
            ruleset = await hall.workshop.ruleset(body.campaign, body.ruleset)
        position = await asyncio.to_thread(begun, ruleset, body)
        return ForecastId(forecast=asked.begin(position))

    @host.get("/api/forecasts/{forecast}")
    async def look(forecast: str) -> ForecastSoFar:
        """What is known by now; for the host. It is called off if nobody looks for a while."""
        found = asked.look(forecast)
        if found is None:
            raise HTTPException(404, "no such forecast, or nobody looked at it for a while")
        return ForecastSoFar(**found.figures, done=found.done)

    app.routes.extend(host.routes)
