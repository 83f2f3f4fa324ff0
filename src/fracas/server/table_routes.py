"""Tables over HTTP: the links that lead to them, and what the host starts, opens and brings."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import FastAPI, Request
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.responses import Response

from fracas.protocol.messages import Message, Word
from fracas.server.access import Access, download
from fracas.server.grants import ADMIN, campaign_of
from fracas.server.hall import Hall
from fracas.server.openapi import A_FILE
from fracas.server.players import UrlOut, arrive, how_it_stands
from fracas.server.room import Room
from fracas.server.seating import DOOR
from fracas.server.security import JOIN, client_of

RECENT = 50


class JoinIn(Message):
    token: Annotated[str, Field(min_length=1, max_length=100)]


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


def add_tables(app: FastAPI, access: Access) -> None:
    hall, host = access.hall, access.routes(access.host)

    async def seated(room: Room, response: Response) -> TableOut:
        token = await access.give_gm_seat(room, response)
        return TableOut(table=room.id, url=f"/t/{room.id}/gm", gm_link=hall.url_of(token))

    @app.post(JOIN)
    async def join(body: JoinIn, request: Request, response: Response) -> UrlOut:
        """Exchange the token of a link for a cookie. Wrong tokens are counted by address; a right one always works,
        because whoever is guessing may share an address with those who were invited."""
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

    @host.get("/api/tables")
    async def tables() -> list[RecentOut]:
        """The tables used last; for the host."""
        return [
            RecentOut.out_of(row, trouble=await hall.trouble_of(row), **how_it_stands(row))
            for row in await hall.store.run(hall.store.recent, RECENT)
        ]

    @host.post("/api/tables")
    async def create(body: TableIn, request: Request, response: Response) -> TableOut:
        """A new table, with the GM's seat for whoever makes it; for the host."""
        await access.limit_new_tables(request)
        if body.campaign:
            room = await hall.start_thing(body.campaign, body.thing, body.party, body.options, body.seed)
        else:
            room = await hall.start_scenario(body.ruleset, body.scenario, body.options, body.seed)
        return await seated(room, response)

    @host.post("/api/tables/import", openapi_extra=A_FILE)
    async def bring(request: Request, response: Response) -> TableOut:
        """A table from an exported file; for the host."""
        await access.limit_new_tables(request)
        return await seated(await hall.bring(await request.body()), response)

    @host.post("/api/tables/{table}/open")
    async def reopen(table: str, response: Response) -> UrlOut:
        """Take the GM's seat at a table of this server again; for the host."""
        room = await hall.room(table)
        if room is None:
            raise HTTPException(404, "no such table")
        return UrlOut(url=(await seated(room, response)).url)

    @host.get("/api/tables/{table}/export", response_class=Response)
    async def rescue(table: str) -> Response:
        """All that can be read of a table as one file, even if it cannot be opened; for the host."""
        return await as_file(hall, table)

    app.routes.extend(host.routes)


async def as_file(hall: Hall, table: str) -> Response:
    raw = await hall.export(table)
    if raw is None:
        raise HTTPException(404, "no such table")
    return download(raw, f"fracas-{time.strftime('%Y-%m-%d')}-{table}.jsonl.gz", "application/gzip")
