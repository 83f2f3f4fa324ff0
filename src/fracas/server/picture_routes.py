"""Addresses of pictures: those of a campaign for the host, and those of a table for its seats."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import FastAPI, Query, Request
from pydantic import Field
from starlette.responses import Response

from fracas.engine.command import GM
from fracas.protocol.messages import Message
from fracas.server.access import Access
from fracas.server.openapi import A_FILE
from fracas.server.seen_pictures import SeenPictures
from fracas.server.showing import seat_behind
from fracas.server.workshop import Workshop

FOR_EVER: Final = {"Cache-Control": "private, max-age=31536000, immutable"}
"""What stands under an address of a picture never changes."""
HANDED: Final = {"title": "name", "text": "text", "picture": "picture"}
"""The fields of a handout, and the keys of its entry."""


class PictureOut(Message):
    """A picture that a campaign keeps."""

    id: str = Field(description="the SHA-256 of its bytes")
    use: str = Field(description="map, portrait or handout")
    type: str = Field(description="image/jpeg, or image/webp where one can see through it")
    width: int
    height: int
    size: int = Field(description="bytes")


def add_pictures(app: FastAPI, access: Access, shop: Workshop) -> None:
    host = access.routes(access.host)

    @host.post("/api/campaigns/{campaign}/pictures", openapi_extra=A_FILE)
    async def keep(campaign: str, request: Request, use: Annotated[str, Query(max_length=16)] = "") -> PictureOut:
        """Keep a picture (PNG, JPEG or WebP): turned upright, scaled for its use (map, portrait or handout) and encoded
        again, so that only the pixels of the file are kept."""
        return PictureOut.out_of(await shop.keep_picture(campaign, await request.body(), use))

    @host.get("/api/campaigns/{campaign}/pictures")
    async def pictures(campaign: str) -> list[PictureOut]:
        """All pictures of a campaign, the newest first."""
        return [PictureOut.out_of(row) for row in await shop.ask(shop.gallery.all, campaign)]

    @host.get("/api/campaigns/{campaign}/pictures/{picture}", response_class=Response)
    async def picture(campaign: str, picture: str) -> Response:
        """The picture itself."""
        row = await shop.ask(shop.gallery.one, campaign, picture)
        return Response(row["data"], media_type=row["type"], headers=FOR_EVER)

    @host.post("/api/campaigns/{campaign}/pictures/{picture}/delete")
    async def drop(campaign: str, picture: str) -> list[PictureOut]:
        """Delete a picture for good; refused while something names it."""
        await shop.ask(shop.gallery.drop, campaign, picture)
        return [PictureOut.out_of(row) for row in await shop.ask(shop.gallery.all, campaign)]

    app.routes.extend(host.routes)


class HandoutOut(Message):
    """Something of the campaign that is ready to be handed out."""

    title: str
    text: str
    picture: str


def add_seen_pictures(app: FastAPI, access: Access, seen: SeenPictures) -> None:
    hall = access.hall

    @app.get("/api/t/{table}/{seat}/pictures/{picture}", response_class=Response)
    async def picture(table: str, seat: str, picture: str, request: Request) -> Response:
        """A picture by the name a view has for it: of somebody this seat knows or knew, of a handout it was given, or
        of the map as far as it knows the ground."""
        room = await access.seat(request, table, seat)
        campaign, _ = await hall.home_of(table)
        held = await seen.for_seat(room, campaign, seat_behind(seat), picture)
        return Response(held.data, media_type=held.type, headers=FOR_EVER)

    @app.get("/api/t/{table}/gm/handouts")
    async def handouts(table: str, request: Request) -> list[HandoutOut]:
        """The handouts of the table's campaign; for the GM."""
        await access.seat(request, table, GM)
        campaign, _ = await hall.home_of(table)
        return [
            HandoutOut(**{name: str(data.get(key, "")) for name, key in HANDED.items()})
            for _, _, data in (await hall.workshop.handouts(campaign) if campaign else [])
        ]
