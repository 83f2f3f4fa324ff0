"""The web application: HTTP routes with their types, and the door to the rooms' WebSockets."""

from __future__ import annotations

import asyncio
import gc
import gzip
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response

from fracas import __version__
from fracas.engine.command import GM
from fracas.engine.content import ContentErrors
from fracas.engine.errors import Invalid, Refused
from fracas.engine.registry import ruleset_ids
from fracas.protocol.messages import Message, Named, Word
from fracas.protocol.replies import Problem
from fracas.protocol.troubles import problem_of
from fracas.server.access import Access
from fracas.server.admin import add_admin
from fracas.server.after import add_after
from fracas.server.asking import add_forecasts
from fracas.server.campaigns import add_campaigns, add_packs, add_things
from fracas.server.catalogue import BotKindOut, GameOut, LeftOut, RulebookOut, catalogue, rulebook_out, titled
from fracas.server.editing_routes import add_editing
from fracas.server.grants import ADMIN, HOST
from fracas.server.hall import LOG, Hall
from fracas.server.health import Health, HealthOut
from fracas.server.icons import add_icons
from fracas.server.library import Gone, Stale
from fracas.server.openapi import add_messages
from fracas.server.opening import Unreadable
from fracas.server.party import campaign_of
from fracas.server.picture_routes import add_pictures, add_seen_pictures
from fracas.server.players import UrlOut, add_players, arrive
from fracas.server.replay_routes import add_replays
from fracas.server.room import Room
from fracas.server.seating import DOOR, seats_at, take
from fracas.server.security import JOIN, Guard, Rates, client_of
from fracas.server.seen_pictures import SeenPictures
from fracas.server.showing import seat_behind
from fracas.server.socket import attend
from fracas.server.store import Damaged, NotKept

STATIC = Path(__file__).parent / "static"
SQUEEZED = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""Files of the pages that are worth compressing."""
RECENT = 50


class Trouble(Message):
    """What every refused request gets."""

    error: str
    problems: list[Problem]


class JoinIn(Message):
    token: Annotated[str, Field(min_length=1, max_length=100)]


class PlaceOut(Message):
    """A seat as the room's link shows it."""

    seat: str
    names: list[str]
    person: str
    free: bool


class PlacesOut(Message):
    title: str
    game: str
    started: bool
    seats: list[PlaceOut]


class SitIn(Message):
    name: Named


class TableIn(Message):
    """A scenario of a game, or an encounter of a campaign."""

    ruleset: Word = ""
    scenario: Word = ""
    campaign: Word = ""
    thing: Word = Field(default="", description="the encounter in the campaign, in place of ruleset and scenario")
    party: Word = Field(default="", description="the key of a party of the campaign that takes the players' places")
    options: dict[Word, Word] = Field(default={}, max_length=200)
    seed: Annotated[int, Field(ge=0, le=2**53)] | None = None


class TableOut(Message):
    table: str
    url: str
    gm_link: str


class RecentOut(Message):
    table: str
    title: str
    ruleset: str
    scenario: str
    started: bool
    over: bool
    result: str
    ending: str = Field(description="how it ended, in words; empty while it goes on")
    changed: int = Field(description="seconds since 1970")
    trouble: str = Field(description="what is damaged; empty where all is well")


ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": Trouble} for status in (400, 403, 404, 405, 409, 413, 415, 422, 429, 500)
}


def spare_the_rules() -> None:
    """Rules and content are there to stay: looking through them for garbage again and again took most of the time that
    a view takes."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def make_app(hall: Hall, hosts: list[str] | None = None) -> FastAPI:
    """The application over a hall. Its guard stands in front of everything."""
    rates = Rates(hall.others)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        await asyncio.get_running_loop().run_in_executor(None, catalogue)
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
            for one in room.subscribers:
                one.send_away(1012, "the server is restarting")
        await asyncio.sleep(0)
        hall.close()
        await hall.forecasts.ended()

    app = FastAPI(
        title="Fracas",
        version=__version__,
        description="The web table: see docs/server.md for the messages of the WebSocket.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=life,
        responses=ERRORS,
    )
    access, seen = Access(hall, rates), SeenPictures(hall.workshop)
    add_errors(app, hall)
    add_health(app, access)
    add_catalogue(app, access)
    add_icons(app)
    add_campaigns(app, access, hall.workshop)
    add_things(app, access, hall.workshop)
    add_packs(app, access, hall.workshop)
    add_editing(app, access)
    add_pictures(app, access, hall.workshop)
    add_players(app, access)
    add_tables(app, access)
    add_forecasts(app, access.host, hall)
    add_seats(app, access)
    add_seen_pictures(app, access, seen)
    add_replays(app, access, seen)
    add_after(app, access)
    add_admin(app, access)
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


def add_errors(app: FastAPI, hall: Hall) -> None:
    def answer(status: int, error: str, problems: list[Problem] | None = None) -> JSONResponse:
        return JSONResponse(Trouble(error=error, problems=problems or []).model_dump(), status)

    @app.exception_handler(HTTPException)
    async def refused_by_route(_: Request, error: HTTPException) -> Response:
        return answer(error.status_code, str(error.detail))

    @app.exception_handler(RequestValidationError)
    async def misfit(_: Request, error: RequestValidationError) -> Response:
        problems = [
            Problem(at=".".join([str(part) for part in one["loc"]])[:200], expected=str(one["msg"])[:200])
            for one in error.errors()[:10]
        ]
        return answer(422, "this cannot be understood", problems)

    @app.exception_handler(Invalid)
    async def invalid(_: Request, error: Invalid) -> Response:
        place = f"{error.where}.{error.key}" if error.key else error.where
        return answer(422, str(error)[:500], [problem_of(error, place)])

    @app.exception_handler(ContentErrors)
    async def faulty(_: Request, error: ContentErrors) -> Response:
        problems = [Problem(at=f"{one.where}: {one.key}"[:200], expected=one.expected[:300]) for one in error.errors]
        count = len(problems)
        return answer(422, f"{count} {'thing is' if count == 1 else 'things are'} wrong with it", problems)

    @app.exception_handler(Gone)
    async def gone(_: Request, error: Gone) -> Response:
        return answer(404, str(error))

    @app.exception_handler(Stale)
    async def stale(_: Request, __: Stale) -> Response:
        return answer(409, "it was saved somewhere else in the meantime; nothing was changed")

    @app.exception_handler(Refused)
    async def refused(_: Request, error: Refused) -> Response:
        return answer(409, "; ".join([f"{reason.text} ({reason.paragraph})" for reason in error.reasons]))

    @app.exception_handler(Unreadable)
    async def unreadable(_: Request, error: Unreadable) -> Response:
        hall.note("a table cannot be opened", error)
        return answer(409, str(error)[:500])

    @app.exception_handler(Damaged)
    async def damaged(_: Request, error: Damaged) -> Response:
        hall.note("the database cannot be read", error)
        return answer(500, f"the database cannot be read ({error.what})")

    @app.exception_handler(NotKept)
    async def not_kept(_: Request, error: NotKept) -> Response:
        hall.note("a row was not kept", error)
        return answer(500, "it could not be kept; nothing was changed")


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
        """Who can play for somebody who does not."""
        return catalogue().bots

    @app.get("/api/bots/left-out")
    async def bots_left_out(request: Request) -> list[LeftOut]:
        """Which installed bots cannot play, and why; for the host alone, because it names files."""
        access.host(request)
        return catalogue().bots_left_out

    @app.get("/api/rules/{ruleset}")
    async def rules(ruleset: str) -> RulebookOut:
        """The text of a ruleset, the table's own rules first."""
        if ruleset not in ruleset_ids():
            raise HTTPException(404, "no such ruleset")
        return rulebook_out(ruleset)


def add_health(app: FastAPI, access: Access) -> None:
    looking = Health(access.hall)

    @app.get("/api/health", responses={503: {"model": HealthOut}})
    async def health(request: Request, response: Response) -> HealthOut:
        """Is the server well, and can its database be read and written? 503 if not."""
        found = await looking.answer(host=access.is_host(request))
        response.status_code = 200 if found.ok else 503
        return found


def add_tables(app: FastAPI, access: Access) -> None:
    hall = access.hall

    async def seated(room: Room, response: Response) -> TableOut:
        grant, token = await hall.grants.give(room.id, GM)
        access.set_cookie(response, grant)
        return TableOut(table=room.id, url=f"/t/{room.id}/gm", gm_link=f"{hall.base}/join#{token}")

    @app.post(JOIN)
    async def join(body: JoinIn, request: Request, response: Response) -> UrlOut:
        """Swap the token of a link for a cookie. Wrong ones are counted by address; a right one is always good, because
        whoever guesses may sit behind the same address as those who were invited."""
        await hall.grants.find_token(body.token)
        grant = hall.grants.behind_token(body.token)
        if grant is None:
            if not await access.rates.hit_exactly(access.rates.wrong_tokens, "join", client_of(request.scope)):
                raise HTTPException(429, "too many wrong links; wait a minute")
            raise HTTPException(403, "this link is not valid, or no longer")
        access.set_cookie(response, grant)
        if campaign_of(grant):
            return UrlOut(url=await arrive(access, grant, response))
        if (grant.table, grant.seat) == ("", ADMIN):
            return UrlOut(url="/admin")
        if grant.seat == DOOR:
            return UrlOut(url=f"/t/{grant.table}")
        return UrlOut(url="/" if not grant.table else f"/t/{grant.table}/{grant.seat}")

    @app.get("/api/tables")
    async def tables(request: Request) -> list[RecentOut]:
        """The tables used last; for the host."""
        access.host(request)
        return [
            RecentOut(
                table=row["id"],
                title=row["title"],
                ruleset=row["ruleset"],
                scenario=row["scenario"],
                started=bool(row["started"]),
                over=bool(row["over"]),
                result=row["result"],
                ending=titled(row["result"]) if row["over"] else "",
                changed=row["changed"],
                trouble=await hall.trouble_of(row),
            )
            for row in await hall.store.run(hall.store.recent, RECENT)
        ]

    @app.post("/api/tables")
    async def create(body: TableIn, request: Request, response: Response) -> TableOut:
        """A new table, with the GM's seat for whoever makes it; for the host."""
        access.host(request)
        await limit(access, request)
        if body.campaign:
            room = await hall.start_thing(body.campaign, body.thing, body.party, body.options, body.seed)
        else:
            room = await hall.start_scenario(body.ruleset, body.scenario, body.options, body.seed)
        return await seated(room, response)

    @app.post(
        "/api/tables/import",
        openapi_extra={
            "requestBody": {
                "required": True,
                "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
            }
        },
    )
    async def bring(request: Request, response: Response) -> TableOut:
        """A table out of a file that was exported; for the host."""
        access.host(request)
        await limit(access, request)
        raw = await request.body()
        room = await hall.bring(raw)
        return await seated(room, response)

    @app.post("/api/tables/{table}/open")
    async def reopen(table: str, request: Request, response: Response) -> UrlOut:
        """The GM's seat at a table of this server again; for the host."""
        access.host(request)
        room = await hall.room(table)
        if room is None:
            raise HTTPException(404, "no such table")
        out = await seated(room, response)
        return UrlOut(url=out.url)

    @app.get("/api/tables/{table}/export", response_class=Response)
    async def rescue(table: str, request: Request) -> Response:
        """All that can be read of a table as one file, also where it cannot be opened; for the host."""
        access.host(request)
        return await as_file(hall, table)


async def as_file(hall: Hall, table: str) -> Response:
    raw = await hall.export(table)
    if raw is None:
        raise HTTPException(404, "no such table")
    name = f"fracas-{time.strftime('%Y-%m-%d')}-{table}.jsonl.gz"
    return Response(
        raw, media_type="application/gzip", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


async def limit(access: Access, request: Request) -> None:
    if not await access.rates.hit_exactly(access.rates.new_tables, "tables", client_of(request.scope)):
        raise HTTPException(429, "too many new tables; wait a minute")


def add_seats(app: FastAPI, access: Access) -> None:
    hall = access.hall

    @app.get("/api/t/{table}/seats")
    async def places(table: str, request: Request) -> PlacesOut:
        """Which seats there are and which of them are free; for whoever has the room's link."""
        room = await access.door(request, table)
        seats = [PlaceOut(**{name: one[name] for name in PlaceOut.model_fields}) for one in seats_at(room)]
        game = room.session.game.ruleset.name
        return PlacesOut(title=room.title, game=game, started=room.facts.started, seats=seats)

    @app.post("/api/t/{table}/seats/{seat}")
    async def sit(table: str, seat: str, body: SitIn, request: Request, response: Response) -> UrlOut:
        """Take a free seat under one's name; for whoever has the room's link."""
        room = await access.door(request, table)
        name = body.name.strip()
        if not name:
            raise Invalid("claim", "name", body.name, "a name of 1 to 64 printable letters")
        access.set_cookie(response, await take(hall, room, seat, name))
        return UrlOut(url=f"/t/{table}/{seat}")

    @app.get("/api/t/{table}/{seat}/export", response_class=Response)
    async def export(table: str, seat: str, request: Request) -> Response:
        """The whole table as one file; for the GM."""
        if hall.grants.behind_cookie(dict(request.cookies), table, seat) is None or seat != GM:
            raise HTTPException(403, "no right to this seat")
        return await as_file(hall, table)

    @app.get("/api/t/{table}/{seat}/log.{kind}", response_class=PlainTextResponse)
    async def log(table: str, seat: str, kind: str, request: Request) -> Response:
        """This seat's log as sentences, as txt or md."""
        room = await access.seat(request, table, seat)
        if kind not in ("txt", "md"):
            raise HTTPException(404, "txt or md")
        async with room.lock:
            text = await room.off_loop(room.log_text, seat_behind(seat), kind == "md")
        return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="log.{kind}"'})

    @app.websocket("/api/t/{table}/{seat}/ws")
    async def ws(socket: WebSocket, table: str, seat: str) -> None:
        await attend(hall, access.rates, socket, table, seat)


@lru_cache(maxsize=100)
def squeeze(path: Path, changed: int) -> bytes:
    """A public file of the pages, gzipped once. Nothing of a table is ever compressed: lengths tell."""
    return gzip.compress(path.read_bytes(), 9, mtime=0)


def file_of(path: str) -> Path | None:
    """The file of the built pages behind an address, if there is one."""
    try:
        wanted = (STATIC / path).resolve()
        found = bool(path) and wanted.is_file() and wanted.is_relative_to(STATIC.resolve())
    except (OSError, ValueError):
        # No name a file could have: too long, or with a NUL in it.
        return None
    return wanted if found else None


def add_pages(app: FastAPI) -> None:
    @app.get("/{path:path}", include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        """A file of the built pages, or the one page that is all of them."""
        if path.startswith("api/"):
            raise HTTPException(404, "no such address")
        wanted = file_of(path)
        if wanted is not None:
            lasting = path.startswith("assets/")
            age = "public, max-age=31536000, immutable" if lasting else "no-cache"
            if wanted.suffix in SQUEEZED and "gzip" in request.headers.get("accept-encoding", ""):
                headers = {"Cache-Control": age, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
                body = squeeze(wanted, wanted.stat().st_mtime_ns)
                return Response(body, headers=headers, media_type=SQUEEZED[wanted.suffix])
            return FileResponse(wanted, headers={"Cache-Control": age})
        known = not path or path.startswith(("t/", "c/", "rules/")) or path in ("join", "credits", "campaigns", "admin")
        if not known and "text/html" not in request.headers.get("accept", ""):
            raise HTTPException(404, "no such address")
        index = STATIC / "index.html"
        if not index.is_file():
            return PlainTextResponse("The pages are not built yet: run `make ui`.", 503)
        return FileResponse(index, 200 if known else 404, headers={"Cache-Control": "no-cache"})
