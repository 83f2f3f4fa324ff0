"""Which picture a viewer of a table may have, and the map's picture masked to what that viewer knows of the ground.

A portrait is for those who know, or knew, somebody with it; a handout's picture for those it was handed to; the map's
picture is made by the child (`reading.masking`) for each state of the cover, and a few of the newest are kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import Final

from fracas.engine.board import Board, Grid
from fracas.engine.command import GM
from fracas.server.hung import MAP, WHOLE, Ground, Hung, ground_of
from fracas.server.library import Gone
from fracas.server.reading.child import Held
from fracas.server.replays import Seen
from fracas.server.room import Room
from fracas.server.showing import asides_for
from fracas.server.workshop import Workshop

MOST_MASKED: Final = 64_000_000
"""Bytes of masked pictures that are kept at once."""
NAME: Final = re.compile(rf"{MAP}([0-9a-f]{{32}}|whole)\Z")
MISSING: Final = "no such picture for this seat"


class SeenPictures:
    """The pictures of tables, as their viewers may see them."""

    def __init__(self, shop: Workshop) -> None:
        self.shop = shop
        self._masked: dict[tuple[str, str], Held] = {}
        """By table and name of the picture, the one made or asked for last at the end."""
        self._making: dict[tuple[str, str], asyncio.Lock] = {}

    async def for_seat(self, room: Room, campaign: str, seat: str, name: str) -> Held:
        """A picture by the name that this seat's view has for it; `Gone` where it has none."""
        if name.startswith(MAP):
            return await self._map(room, campaign, seat, name)
        if seat != GM:
            async with room.lock:
                known = name in known_to(room, seat)
            if not known:
                raise Gone(MISSING)
        return await self.kept(campaign, name)

    async def kept(self, campaign: str, id: str) -> Held:
        """A picture of the campaign as it is."""
        row = await self.shop.ask(self.shop.gallery.one, campaign, id) if campaign else None
        if row is None:
            raise Gone(MISSING)
        return Held(row["type"], row["width"], row["height"], row["data"])

    async def _map(self, room: Room, campaign: str, seat: str, name: str) -> Held:
        hung = room.facts.hung
        if not hung.map or not NAME.match(name):
            raise Gone(MISSING)
        async with room.lock:
            board = board_for(room, seat, name)
        if board is None and await self._behind(room):
            # Another server may know of more ground by now.
            async with room.turn():
                board = board_for(room, seat, name)
        if board is None:
            raise Gone(MISSING)
        if not isinstance(board, Grid) or name == WHOLE:
            return await self.kept(campaign, hung.map)
        return await self._of_ground(room.id, campaign, name, hung, board, ground_of(board))

    async def _behind(self, room: Room) -> bool:
        """Has another server done something at a table that is not known here? Asked without taking its turn: whoever
        makes up names of pictures holds nobody up."""
        table = await self.shop.ask(room.store.table, room.id) if room.store.shared else None
        return table is not None and int(table["seq"]) > room.seq

    async def _of_ground(self, table: str, campaign: str, name: str, hung: Hung, board: Grid, ground: Ground) -> Held:
        """Made once for all who ask for it."""
        key = (table, name)
        async with self._making.setdefault(key, asyncio.Lock()):
            found = self._masked.pop(key, None) or await self.masked(campaign, hung, board, ground)
            self._masked[key] = found
        self._making.pop(key, None)
        while sum([len(masked.data) for masked in self._masked.values()]) > MOST_MASKED:
            del self._masked[next(iter(self._masked))]
        return found

    async def seen_by(self, seat: str, campaign: str, hung: Hung, seen: Seen) -> dict[str, Held]:
        """The pictures of a replay by their names: portraits, and under `MAP` whatever of the map the seat came to
        know. Those the campaign no longer has are left out."""
        found: dict[str, Held] = {}
        for id in sorted(seen.portraits):
            with contextlib.suppress(Gone):
                found[id] = await self.kept(campaign, id)
        if hung.map and seen.board is not None and (seat == GM or seen.known):
            with contextlib.suppress(Gone):
                found[MAP] = await self._all_of_map(seat, campaign, hung, seen.board, seen.known)
        return found

    async def _all_of_map(self, seat: str, campaign: str, hung: Hung, board: Board, known: set[int]) -> Held:
        if seat == GM or not isinstance(board, Grid):
            return await self.kept(campaign, hung.map)
        covered = [square for square in range(board.width * board.depth) if square not in known]
        return await self.masked(campaign, hung, board, Ground(board.width, board.depth, tuple(covered)))

    async def masked(self, campaign: str, hung: Hung, board: Grid, ground: Ground) -> Held:
        whole = await self.kept(campaign, hung.map)
        return await self.shop.reader.masked(whole.data, hung.order_for(board, ground))


def board_for(room: Room, seat: str, name: str) -> Board | None:
    """The ground as a seat is shown it, if that is what the name stands for."""
    snapshot = room.screens.snapshots.get(seat)
    board = snapshot.sight.board if snapshot is not None else None
    return board if room.facts.hung.map_for(board, seat).get("id") == name else None


def known_to(room: Room, seat: str) -> set[str]:
    """The ids of all portraits and handouts that a player or spectator has, or had, before its eyes."""
    hung, enc = room.facts.hung, room.session.game.state
    # Whoever was ever in sight has an alias.
    met = [one for who, one in enc.combatants.items() if one.alias or enc.sees(seat, who)]
    portraits = {hung.portrait_of(one.id, one.kind) for one in met}
    return (portraits | {str(aside["picture"]) for aside in asides_for(room, seat)}) - {""}
