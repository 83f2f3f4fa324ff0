"""Addresses of replays: a seat's own frames, the same as one file, and a new table from a moment of an old one."""

from __future__ import annotations

import base64
import html
import json
from pathlib import Path
from typing import Final

from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.responses import JSONResponse

from fracas.engine.command import GM
from fracas.protocol.messages import Message
from fracas.server.access import Access, download
from fracas.server.after import eyes_of, one_by_one, reckoned
from fracas.server.hall import seeds_for
from fracas.server.replays import Data, moment_of, replay_of
from fracas.server.room import Room
from fracas.server.seen_pictures import SeenPictures
from fracas.server.workshop import off_loop

TEMPLATE: Final = Path(__file__).parent / "static" / "replay.html"
DATA: Final = "@@replay@@"
TITLE: Final = "@@title@@"


class BranchIn(Message):
    """From which moment a new table is to go on."""

    line: int


class BranchOut(Message):
    """The new table."""

    url: str


async def frames_of(room: Room, seat: str, campaign: str, pictures: SeenPictures) -> Data:
    """The replay of a seat, made while the table goes on, with the pictures that seat saw in it."""
    async with room.lock:
        game = room.session.game
        log, ruleset, hung = game.save(), game.ruleset, room.facts.hung
    replay, seen = await off_loop(replay_of, ruleset, log, seat, room.id, room.title, hung)
    held = await pictures.seen_by(seat, campaign, hung, seen)
    replay["pictures"] = {
        name: f"data:{one.type};base64,{base64.b64encode(one.data).decode()}" for name, one in held.items()
    }
    return replay


def as_page(replay: Data) -> str:
    """One file that opens from disk. No name ends the script: every < is spelled out."""
    if not TEMPLATE.is_file():
        raise HTTPException(503, "the pages are not built yet: run `make ui`")
    data = json.dumps(replay, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    before, _, after = TEMPLATE.read_text(encoding="utf-8").partition(DATA)
    return before.replace(TITLE, html.escape(replay["welcome"]["title"])) + data + after


def add_replays(app: FastAPI, access: Access, pictures: SeenPictures) -> None:
    hall = access.hall

    async def looked_up(request: Request, table: str, seat: str, of: str) -> Data:
        """The replay of a seat, made while the table goes on, and the reckoning for its end."""
        room, wanted = await eyes_of(access, request, table, seat, of)
        campaign, _ = await hall.home_of(table)
        async with one_by_one(room):
            frames = await frames_of(room, wanted, campaign, pictures)
        return {**frames, "after": (await reckoned(room, wanted)).data}

    @app.get("/api/t/{table}/{seat}/replay")
    async def replay(table: str, seat: str, request: Request, of: str = "") -> JSONResponse:
        """All that this seat was told and shown, deed by deed; the GM may name another seat with `of`."""
        return JSONResponse(await looked_up(request, table, seat, of))

    @app.get("/api/t/{table}/{seat}/replay.html", response_class=Response)
    async def file(table: str, seat: str, request: Request, of: str = "") -> Response:
        """The same as one file that opens from disk."""
        text = as_page(await looked_up(request, table, seat, of))
        return download(text, f"replay-{of or seat}.html", "text/html; charset=utf-8")

    @app.post("/api/t/{table}/gm/branch")
    async def branch(table: str, body: BranchIn, request: Request, response: Response) -> BranchOut:
        """A new table that continues from a moment of this one, with fresh seeds: the old dice give nothing away."""
        room = await access.seat(request, table, GM)
        async with room.lock:
            game = room.session.game
            log, ruleset, scenario = game.save(), game.ruleset, room.scenario
        start = await off_loop(moment_of, ruleset, log, body.line)
        start.seeds = seeds_for(None)
        new = await hall.create(ruleset, scenario, start, *await hall.home_of(table))
        await access.give_gm_seat(new, response)
        return BranchOut(url=f"/t/{new.id}/{GM}")
