"""Seats of a room: who has taken which, taking a free one by the room's link, and freeing it again.

The room's link opens no seat. It shows which are free, and whoever takes one gets a right to that seat alone.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Final

from fracas.engine.command import GM
from fracas.engine.errors import Invalid, Refused
from fracas.engine.reason import Reason
from fracas.server.facts import Fact
from fracas.server.grants import Grant
from fracas.server.room import Room
from fracas.server.showing import seat_behind, seat_for
from fracas.server.subscribers import GONE
from fracas.session.seats import seats_known

if TYPE_CHECKING:
    from fracas.server.hall import Hall

DOOR: Final = "*"
"""What the room's link opens, where other links name a seat."""


def seats_at(room: Room) -> list[dict[str, Any]]:
    """The players' seats as whoever watches knows them, and which of them are free."""
    known = [seat for seat in seats_known(room.session.game.state, "") if seat != GM]
    return [{**seat_for(room, seat, ""), "free": is_free(room, seat)} for seat in known]


def name_given(text: str) -> str:
    """What somebody who takes a seat wants to be called; `Invalid` if it is nothing but spaces."""
    name = text.strip()
    if not name:
        raise Invalid("claim", "name", text, "a name of 1 to 64 printable letters")
    return name


def is_free(room: Room, seat: str) -> bool:
    """Nobody has given a name there, and nobody is there."""
    return seat not in room.facts.people and not room.tabs(seat)


async def take(hall: Hall, room: Room, seat: str, name: str) -> Grant:
    """Sit down on a free seat. Of two at once the second finds it taken."""
    async with room.turn():
        bar_damaged(room, "")
        if seat not in [one["seat"] for one in seats_at(room)]:
            raise Invalid("seats", "seat", seat, "a seat of this table")
        if not is_free(room, seat):
            raise Refused([Reason("0.1", "somebody has taken this seat", "pick another one")])
        await claim(room, {"what": "claim", "seat": seat, "name": name})
        grant, _ = await hall.grants.give(room.id, seat)
        return grant


def bar_damaged(room: Room, seat: str) -> None:
    """0.10: nobody acts at a damaged table; what is wrong with it is the GM's to know."""
    if room.damage:
        why = f": {room.damage}" if seat == GM else ""
        raise Refused([Reason("0.10", f"this table can only be read{why}", "import an earlier copy of it")])


async def claim(room: Room, fact: Fact) -> None:
    """Somebody sits down on a seat, and its bot gets up; under the lock."""
    await _keep(room, fact)
    if ("seat", fact["seat"]) in [bot[:2] for bot in room.facts.bots]:
        await _keep(room, {"what": "bot", "scope": "seat", "name": fact["seat"], "on": False, "turn": ""})


async def free(hall: Hall, room: Room, address: str) -> None:
    """Every right to a seat ends, whoever sits there is sent away, and somebody else may take it; under the lock."""
    await hall.grants.revoke(room.id, address)
    if address == DOOR:
        return
    seat = seat_behind(address)
    room.send_away(seat, GONE, "this seat was taken from you")
    if not room.damage and (seat in room.facts.people or seat in room.facts.players):
        await _keep(room, {"what": "leave", "seat": seat})


async def _keep(room: Room, fact: Fact) -> None:
    await room.keep_fact(secrets.token_hex(8), fact)
