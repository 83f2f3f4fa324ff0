"""Who asks, and for which table: the rights behind the routes, read from cookies alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from fastapi import APIRouter, Depends, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from fracas.engine.command import GM
from fracas.server.errors import ERRORS
from fracas.server.grants import ADMIN, HOST, LASTS, Grant, scope_of
from fracas.server.hall import Hall
from fracas.server.room import Room
from fracas.server.seating import DOOR
from fracas.server.security import HOST_ONLY, Rates, client_of

LONGEST: Final = 400 * 24 * 3600
"""Seconds for which browsers keep a cookie at most."""


class Access:
    """What the routes share: who asks, and for which table."""

    def __init__(self, hall: Hall, rates: Rates) -> None:
        self.hall = hall
        self.rates = rates

    def routes(self, right: Callable[[Request], None]) -> APIRouter:
        """Routes for those who have this right alone: it is asked for before anything else."""

        async def check(request: Request) -> None:
            right(request)

        return APIRouter(dependencies=[Depends(check)], responses=ERRORS)

    def is_host(self, request: Request) -> bool:
        return self.hall.grants.behind_cookie(dict(request.cookies), "", HOST) is not None

    def host(self, request: Request) -> None:
        if not self.is_host(request):
            raise HTTPException(403, HOST_ONLY)

    def admin(self, request: Request) -> None:
        if self.hall.grants.behind_cookie(dict(request.cookies), "", ADMIN) is None:
            raise HTTPException(403, "only for the administrator: open the link that fracas admin-link makes")

    def player(self, request: Request, campaign: str, player: str) -> None:
        """Does the browser hold this player's link to the campaign?"""
        if self.hall.grants.behind_cookie(dict(request.cookies), scope_of(campaign), player) is None:
            raise HTTPException(403, "this link is not valid, or no longer; ask your GM for a new one")

    async def seat(self, request: Request, table: str, address: str) -> Room:
        """The room, if the browser holds this seat in it."""
        if address == DOOR:
            raise HTTPException(403, "no right to this seat")
        return await self._room(request, table, address)

    async def door(self, request: Request, table: str) -> Room:
        """The room, if the browser holds its link."""
        return await self._room(request, table, DOOR)

    async def _room(self, request: Request, table: str, address: str) -> Room:
        grant = self.hall.grants.behind_cookie(dict(request.cookies), table, address)
        if grant is None:
            raise HTTPException(403, "no right to this seat")
        room = await self.hall.room(table)
        if room is None:
            raise HTTPException(404, "no such table")
        return room

    async def limit_new_tables(self, request: Request) -> None:
        if not await self.rates.hit_exactly(self.rates.new_tables, "tables", client_of(request.scope)):
            raise HTTPException(429, "too many new tables; wait a minute")

    async def give_gm_seat(self, room: Room, response: Response) -> str:
        """The browser gets the GM's seat; the token of a link to it."""
        grant, token = await self.hall.grants.give(room.id, GM)
        self.set_cookie(response, grant)
        return token

    def set_cookie(self, response: Response, grant: Grant) -> None:
        grants = self.hall.grants
        response.set_cookie(
            grants.cookie_name(grant.table, grant.seat),
            grants.cookie_value(grant),
            max_age=max(LASTS, min(grant.expires - int(time.time()), LONGEST)),
            path="/",
            httponly=True,
            samesite="strict",
            secure=grants.secure,
        )


def download(content: str | bytes, name: str, kind: str) -> Response:
    """A file for the browser to keep."""
    return Response(content, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
