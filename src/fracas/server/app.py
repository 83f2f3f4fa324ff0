"""The web application: every route over one hall, behind one guard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from starlette.responses import Response

from fracas import __version__
from fracas.server.access import Access
from fracas.server.admin import add_admin
from fracas.server.after import add_after
from fracas.server.asking import add_forecasts
from fracas.server.built_pages import add_pages
from fracas.server.campaigns import add_built_in, add_campaigns, add_packs, add_things
from fracas.server.catalogue import BotKindOut, GameOut, LeftOut, RulebookOut, catalogue, check_ruleset, rulebook_out
from fracas.server.editing_routes import add_editing
from fracas.server.errors import ERRORS, add_errors
from fracas.server.grants import HOST
from fracas.server.hall import LOG, Hall
from fracas.server.health import Health, HealthOut
from fracas.server.icons import add_icons
from fracas.server.openapi import add_messages
from fracas.server.picture_routes import add_pictures, add_seen_pictures
from fracas.server.players import add_own_pages, add_players
from fracas.server.replay_routes import add_replays
from fracas.server.seat_routes import add_seats
from fracas.server.security import Guard, Rates
from fracas.server.seen_pictures import SeenPictures
from fracas.server.subscribers import RESTARTS
from fracas.server.table_routes import add_tables
from fracas.session.sparing import spare_the_rules


@asynccontextmanager
async def serving(hall: Hall) -> AsyncIterator[None]:
    """What is done before the first request, and after the last."""
    await asyncio.to_thread(catalogue)
    for broken in catalogue().left_out:
        LOG.error("ruleset %s is left out: %s", broken.id, broken.why)
    for broken in catalogue().bots_left_out:
        LOG.error("bot %s is left out: %s", broken.id, broken.why)
    spare_the_rules()
    hall.others.start()
    watch = asyncio.create_task(hall.watch_idle())
    yield
    watch.cancel()
    for room in hall.rooms:
        for subscriber in room.subscribers:
            subscriber.send_away(RESTARTS, "the server is restarting")
    await asyncio.sleep(0)
    hall.close()
    await hall.forecasts.ended()


def make_app(hall: Hall, hosts: list[str] | None = None) -> FastAPI:
    """The application over a hall. Its guard stands in front of everything."""
    rates = Rates(hall.others)
    app = FastAPI(
        title="Fracas",
        version=__version__,
        description="The web table: see docs/server.md for the messages of the WebSocket.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lambda _: serving(hall),
        responses=ERRORS,
    )
    access, seen = Access(hall, rates), SeenPictures(hall.workshop)
    add_errors(app, hall)
    health = Health(hall)
    add_health(app, access, health)
    add_catalogue(app, access)
    add_icons(app)
    add_campaigns(app, access, hall.workshop)
    add_things(app, access, hall.workshop)
    add_packs(app, access, hall.workshop)
    add_built_in(app, access)
    add_editing(app, access)
    add_pictures(app, access, hall.workshop)
    add_own_pages(app, access)
    add_players(app, access)
    add_tables(app, access)
    add_forecasts(app, access)
    add_seats(app, access)
    add_seen_pictures(app, access, seen)
    add_replays(app, access, seen)
    add_after(app, access)
    add_admin(app, access, health)
    add_pages(app)
    app.add_middleware(
        Guard,
        hosts=hosts or [],
        rates=rates,
        note=hall.note,
        holder=hall.grants.behind_any,
        find=hall.grants.find_cookies,
        hosted=lambda cookies: hall.grants.behind_cookie(cookies, "", HOST) is not None,
        secure=hall.grants.secure,
    )
    add_messages(app)
    return app


def add_catalogue(app: FastAPI, access: Access) -> None:
    @app.get("/api/rulesets")
    async def rulesets() -> list[GameOut]:
        """What can be played."""
        return catalogue().games

    @app.get("/api/rulesets/left-out")
    async def left_out(request: Request) -> list[LeftOut]:
        """Which installed rulesets cannot be played, and why; for the host alone, because it names files."""
        access.host(request)
        return catalogue().left_out

    @app.get("/api/bots")
    async def bots() -> list[BotKindOut]:
        """The bots that can play for somebody."""
        return catalogue().bots

    @app.get("/api/bots/left-out")
    async def bots_left_out(request: Request) -> list[LeftOut]:
        """Which installed bots cannot play, and why; for the host alone, because it names files."""
        access.host(request)
        return catalogue().bots_left_out

    @app.get("/api/rules/{ruleset}")
    async def rules(ruleset: str) -> RulebookOut:
        """The text of a ruleset, the table's own rules first."""
        check_ruleset(ruleset)
        return rulebook_out(ruleset)


def add_health(app: FastAPI, access: Access, looking: Health) -> None:
    @app.get("/api/health", responses={503: {"model": HealthOut}})
    async def health(request: Request, response: Response) -> HealthOut:
        """Is the server well, and can its database be read and written? 503 if not."""
        found = await looking.answer(host=access.is_host(request))
        response.status_code = 200 if found.ok else 503
        return found
