"""Seats over HTTP: free ones for whoever has the room's link, a seat's own files, and the door to its WebSocket."""

from __future__ import annotations

from fastapi import FastAPI, Request, WebSocket
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response

from fracas.engine.command import GM
from fracas.protocol.messages import Message, Named
from fracas.server.access import Access, download
from fracas.server.log_file import log_text
from fracas.server.players import UrlOut
from fracas.server.seating import name_given, seats_at, take
from fracas.server.showing import seat_behind
from fracas.server.socket import attend
from fracas.server.table_routes import as_file


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


def add_seats(app: FastAPI, access: Access) -> None:
    hall = access.hall

    @app.get("/api/t/{table}/seats")
    async def places(table: str, request: Request) -> PlacesOut:
        """Which seats there are and which of them are free; for whoever has the room's link."""
        room = await access.door(request, table)
        seats = [PlaceOut.out_of(seat) for seat in seats_at(room)]
        game = room.session.game.ruleset.name
        return PlacesOut(title=room.title, game=game, started=room.facts.started, seats=seats)

    @app.post("/api/t/{table}/seats/{seat}")
    async def sit(table: str, seat: str, body: SitIn, request: Request, response: Response) -> UrlOut:
        """Take a free seat under your name; for whoever has the room's link."""
        room = await access.door(request, table)
        access.set_cookie(response, await take(hall, room, seat, name_given(body.name)))
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
            text = await room.off_loop(log_text, room, seat_behind(seat), kind == "md")
        return download(text, f"log.{kind}", "text/plain")

    @app.websocket("/api/t/{table}/{seat}/ws")
    async def ws(socket: WebSocket, table: str, seat: str) -> None:
        await attend(hall, access.rates, socket, table, seat)
