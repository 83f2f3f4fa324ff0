"""A campaign's players at their tables: whom each plays and where, also when a hero changes hands in mid-fight.

A seat is one player's. A hero who is handed on moves to the seat of whoever plays it now, or takes its seat along where
it is alone there; rights to a seat end as soon as its player has nobody on it.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from fracas.engine.command import GM, Command
from fracas.server.command_ids import TABLE, own_id
from fracas.server.grants import Grant, scope_of, through
from fracas.server.homebrew import Entry
from fracas.server.kinds import LINES
from fracas.server.library import Data
from fracas.server.party import holder_of, in_fight, members_of
from fracas.server.room import Change, Room
from fracas.server.seating import claim, free
from fracas.server.showing import seat_in_address
from fracas.session.taking_back import HANDED

if TYPE_CHECKING:
    from fracas.server.hall import Hall


Members = list[tuple[Data, Entry]]
"""Members of parties, with what is in them."""


class Seated(NamedTuple):
    """A member of a party in a fight: the thing, the combatant, its seat, and who plays it now."""

    id: str
    who: str
    seat: str
    holder: str


def seated_at(room: Room, members: Members) -> list[Seated]:
    found: list[Seated] = []
    for one, _ in members:
        who = in_fight(room.session.game, one["key"]) if one["table_id"] == room.id else None
        if who is not None:
            found.append(Seated(one["id"], who.id, who.seat, holder_of(one)))
    return found


def may_sit(room: Room, there: list[Seated], seated: Seated) -> bool:
    """May whoever plays this hero take its seat? Never the GM's, nor one on which somebody else has a hero."""
    owner = room.facts.players.get(seated.seat)
    alone = all([each.holder == seated.holder for each in there if each.seat == seated.seat])
    return seated.seat != GM and (owner == seated.holder if owner is not None else alone)


# -------------------------------------------------------------------- looking and sitting


async def places_of(hall: Hall, campaign: str, player: str) -> list[Data]:
    """Whom a player plays, and where: the member, and table and seat where it is at one."""
    found: list[Data] = []
    members = await members_of(hall.workshop, campaign)
    for one, entry in members:
        if player not in (one["player_id"], one["lent_to"]):
            continue
        place: Data = {
            "id": one["id"],
            "name": one["name"],
            "icon": str(entry.data.get("icon", "")),
            "lost": bool(entry.data.get("lost")),
            "lent_away": bool(one["lent_to"]) and one["lent_to"] != player,
            "borrowed": one["lent_to"] == player and one["player_id"] != player,
            "table": "",
            "seat": "",
            "title": "",
            "values": {str(k): str(v) for k, v in entry.data.get("values", {}).items()},
        }
        room = await hall.room(one["table_id"]) if one["table_id"] and not place["lent_away"] else None
        if room is not None:
            there = seated_at(room, members)
            for each in there:
                if each.id == one["id"] and may_sit(room, there, each):
                    place |= {"table": room.id, "seat": seat_in_address(each.seat), "title": room.title}
        found.append(place)
    return found


async def sit(hall: Hall, campaign: str, player: str, table: str, seat: str) -> Grant:
    """A player's right to a seat at a table, for as long as the player's link holds."""
    return await hall.grants.give_once(table, seat, through(campaign, player))


async def take_away(hall: Hall, campaign: str, player: str) -> None:
    """A player's link ends, with every seat it opened."""
    await hall.grants.revoke(scope_of(campaign), player)
    library = hall.workshop.library
    for table, seat in await hall.workshop.ask(library.given_through, through(campaign, player)):
        room = await hall.room(table)
        if room is None:
            await hall.grants.revoke(table, seat)
            continue
        async with room.lock:
            await free(hall, room, seat)


# -------------------------------------------------------------------- changing hands


async def hand(hall: Hall, campaign: str, member: Data, values: Data) -> None:
    """Somebody else plays a member of a party from now on, also at the table where it is."""
    shop = hall.workshop
    await shop.ask(shop.library.change_things, campaign, [member["id"]], values)
    room = await hall.room(member["table_id"]) if member["table_id"] else None
    if room is None or holder_of({**member, **values}) == holder_of(member):
        return
    names = {player["id"]: player["name"] for player in await shop.ask(shop.library.players, campaign)}
    members = await members_of(shop, campaign)
    async with room.turn():
        if not can_be_ruled(room):
            return
        there = seated_at(room, members)
        one = next((each for each in there if each.id == member["id"]), None)
        if one is None:
            return
        own = own_seat(room, there, one)
        seat = own or new_seat(room, there, one)
        if seat != one.seat:
            await move(room, one, seat)
    async with room.lock:
        if seat != one.seat and one.seat != GM and is_empty(room, one.seat):
            await free(hall, room, one.seat)
        if not own:
            await free(hall, room, seat)
            if one.holder in names:
                await claim(room, {"what": "claim", "seat": seat, "name": names[one.holder], "player": one.holder})


def can_be_ruled(room: Room) -> bool:
    game = room.session.game
    return not game.state.over and not game.read_only


def own_seat(room: Room, there: list[Seated], seated: Seated) -> str:
    """The seat that the player of a hero has already; nothing where there is none."""
    if not seated.holder:
        return ""
    others = [
        each for each in there if each.holder == seated.holder and each.id != seated.id and may_sit(room, there, each)
    ]
    claimed = [seat for seat, player in room.facts.players.items() if player == seated.holder]
    return next(iter([*claimed, *[each.seat for each in others]]), "")


def new_seat(room: Room, there: list[Seated], seated: Seated) -> str:
    """The seat of a hero whose player has none: where it is, if it is alone there, else one where nobody is."""
    if seated.seat != GM and not [each for each in there if each.seat == seated.seat and each.id != seated.id]:
        return seated.seat
    taken = {*room.facts.people, *room.facts.players}
    names = [f"player{number}" for number in range(1, len(room.session.game.state.combatants) + len(taken) + 2)]
    return next(name for name in names if name not in taken and is_empty(room, name))


def is_empty(room: Room, seat: str) -> bool:
    return not [one for one in room.session.game.state.combatants.values() if one.seat == seat]


async def move(room: Room, seated: Seated, seat: str) -> None:
    """A hero is on another seat from now on; under the lock."""

    def rule() -> Change:
        room.session.rule(Command(GM, "set", (seated.who,), "seat", text=seat), HANDED, GM)
        return Change(LINES, b"{}")

    await room.perform(own_id(TABLE, secrets.token_hex(8)), b"", TABLE, rule)


# -------------------------------------------------------------------- going back in time


async def party_at(hall: Hall, room: Room) -> Members:
    """The parties of the campaign whose players sit here. Never asked for while the table is held: whoever changes a
    campaign may wait for the table."""
    campaign, _ = await hall.home_of(room.id) if room.facts.players else ("", "")
    return await members_of(hall.workshop, campaign) if campaign else []


def astray(room: Room, members: Members) -> dict[str, tuple[Seated, str]]:
    """By id: heroes who are not on the seat that their player has, with that seat."""
    seats = {player: seat for seat, player in room.facts.players.items()}
    there = seated_at(room, members)
    return {one.id: (one, seats[one.holder]) for one in there if seats.get(one.holder, one.seat) != one.seat}


async def seat_again(room: Room, members: Members, before: Collection[str]) -> None:
    """Play went back to another moment. Who plays whom does not: whoever was not astray `before` goes back to the
    player's seat."""
    if not [id for id in astray(room, members) if id not in before]:
        return
    async with room.turn():
        for id, (one, seat) in astray(room, members).items():
            if id not in before and can_be_ruled(room):
                await move(room, one, seat)
