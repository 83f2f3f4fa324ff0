"""A campaign's people from fight to fight: setting out, sitting down at a table, and coming home from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fracas.engine.combatant import Combatant
from fracas.engine.errors import Invalid
from fracas.engine.game import Game
from fracas.engine.parties import PartyMember, after_rest, carried, goes_on
from fracas.server import homebrew
from fracas.server.homebrew import MEMBER, Entry
from fracas.server.library import Data
from fracas.server.room import Room
from fracas.server.workshop import Workshop, off_loop, row_of

if TYPE_CHECKING:
    from fracas.server.hall import Hall

MOST_PARTY: Final = 9


def holder_of(member: Data) -> str:
    """Who plays it now."""
    return str(member["lent_to"] or member["player_id"])


async def members_of(shop: Workshop, campaign: str) -> list[tuple[Data, Entry]]:
    """Everybody of the parties of a campaign who can be read."""
    bodies = await shop.ask(shop.library.bodies, campaign)
    found = [(one, homebrew.readable(one["body"])) for one in bodies if one["kind"] == MEMBER]
    return [(one, entry) for one, entry in found if entry is not None]


# -------------------------------------------------------------------- setting out


async def setting_out(shop: Workshop, campaign: str, ruleset: str, party: str) -> list[Data]:
    """The members of a party who come along to a fight."""
    found = await members_of(shop, campaign)
    mine = [
        {**one, "data": entry.data}
        for one, entry in found
        if one["ruleset"] == ruleset and entry.data.get("party") == party and not entry.data.get("lost")
    ]
    if not mine:
        raise Invalid("table", "party", party, "a party with somebody in it who can come along")
    faulty = [one["name"] for one in mine if one["faults"]]
    if faulty:
        raise Invalid("table", "party", ", ".join(faulty), "members without faults")
    if len(mine) > MOST_PARTY:
        raise Invalid("table", "party", f"{len(mine)} members", f"at most {MOST_PARTY} at a table")
    return mine


def seats_for(members: list[Data]) -> dict[str, str]:
    """The seat of each member: one for each player, and one for each member whom nobody plays."""
    seats: dict[str, str] = {}
    found: dict[str, str] = {}
    for member in members:
        who = holder_of(member) or f"nobody {member['id']}"
        seats[member["id"]] = found.setdefault(who, f"player{len(found) + 1}")
    return seats


def carried_by(members: list[Data]) -> list[PartyMember]:
    """The party as the rules take it in."""
    seats = seats_for(members)
    return [
        PartyMember(
            member["key"],
            str(member["data"]["kind"]),
            str(member["data"]["name"]),
            str(member["data"].get("icon", "")),
            "heroes",
            seats[member["id"]],
            1,
            {str(field): str(value) for field, value in member["data"].get("values", {}).items() if field != "name"},
        )
        for member in members
    ]


async def sit_down(hall: Hall, campaign: str, room: Room, members: list[Data]) -> None:
    """They are at this table now, and their players' names are at their seats."""
    shop = hall.workshop
    ids = [member["id"] for member in members]
    await shop.ask(shop.library.change_things, campaign, ids, {"table_id": room.id})
    names = {one["id"]: one["name"] for one in await shop.ask(shop.library.players, campaign)}
    seats = seats_for(members)
    claims = {seats[member["id"]]: holder_of(member) for member in members if holder_of(member) in names}
    async with room.lock:
        for number, (seat, player) in enumerate(claims.items(), 1):
            fact = {"what": "claim", "seat": seat, "name": names[player], "player": player}
            await room.keep_fact(f"party-{number}", fact)


async def move_on(shop: Workshop, campaign: str, before: str, after: str) -> None:
    """Everybody at one table goes on to the next without coming home."""
    ids = [thing["id"] for thing in await shop.ask(shop.library.things, campaign) if thing["table_id"] == before]
    await shop.ask(shop.library.change_things, campaign, ids, {"table_id": after})


# -------------------------------------------------------------------- coming home


async def come_home(hall: Hall, campaign: str, table: str = "") -> list[str]:
    """Whoever is at a table that is over, or at this one, comes home with what they lost, gained and learnt; the names
    of those who did."""
    shop = hall.workshop
    at = [(one, entry) for one, entry in await members_of(shop, campaign) if one["table_id"]]
    home: list[str] = []
    for id in dict.fromkeys([one["table_id"] for one, _ in at]):
        if table and id != table:
            continue
        room = await hall.room(id)
        if room is None:
            # Their table was deleted: they come home as they set out.
            left = [one for one, _ in at if one["table_id"] == id]
            await shop.ask(shop.library.change_things, campaign, [one["id"] for one in left], {"table_id": ""})
            home += [one["name"] for one in left]
            continue
        game = room.session.game
        if not table and not game.state.over:
            continue
        for one, entry in [pair for pair in at if pair[0]["table_id"] == id]:
            data = await off_loop(as_they_left, game, entry)
            saved = row_of(Entry(MEMBER, one["key"], data))
            await shop.ask(shop.library.save_thing, campaign, one["id"], 0, saved)
            await shop.ask(shop.library.change_things, campaign, [one["id"]], {"table_id": ""})
            home.append(one["name"])
    return home


def in_fight(game: Game, key: str) -> Combatant | None:
    """A member of a party, if it is still in the fight."""
    return game.state.combatants.get(homebrew.member_in(game.start, key))


def as_they_left(game: Game, entry: Entry) -> Data:
    """A member with what became of it in a fight."""
    one = in_fight(game, entry.key)
    if one is None:
        return entry.data
    if not goes_on(one):
        return {**entry.data, "lost": True}
    values = {
        field: value for field, value in carried(game.ruleset, game.state, one.id).values.items() if field != "name"
    }
    return {**entry.data, "values": {**entry.data.get("values", {}), **values}}


async def rest(hall: Hall, campaign: str, party: str, ruleset: str) -> list[Data]:
    """A long rest for everybody of a party: what the rules give back is given back."""
    shop = hall.workshop
    game = await shop.ruleset(campaign, ruleset)
    rested: list[Data] = []
    for one, entry in await members_of(shop, campaign):
        if one["ruleset"] != ruleset or entry.data.get("party") != party or one["faults"]:
            continue
        if one["table_id"]:
            raise Invalid("rest", "party", one["name"], "everybody at home; bring them back from their table first")
        fresh = game.content.newcomer(str(entry.data["kind"]))
        data = {**entry.data, "values": after_rest(game, fresh, entry.data.get("values", {}))}
        if not data["values"]:
            del data["values"]
        rested.append(
            await shop.ask(shop.library.save_thing, campaign, one["id"], 0, row_of(Entry(MEMBER, one["key"], data)))
        )
    return rested
