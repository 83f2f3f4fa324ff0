"""Players of a campaign over HTTP: their links, whom they play, lending, going home and resting for the host; and for a
player, the way to the table."""

from __future__ import annotations

from typing import Annotated

from fastapi import FastAPI, Request
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.responses import Response

from fracas.engine.errors import Invalid
from fracas.protocol.messages import Message, Named, Word
from fracas.server import handing, party
from fracas.server.access import Access
from fracas.server.campaigns import ThingOut
from fracas.server.catalogue import titled
from fracas.server.grants import ALWAYS, Grant, campaign_of, scope_of
from fracas.server.homebrew import MEMBER
from fracas.server.library import Data

Id = Annotated[str, Field(max_length=32)]


class UrlOut(Message):
    url: str


class PlayerIn(Message):
    name: Named


class PlayerOut(Message):
    id: str
    name: str


class PlayerLink(PlayerOut):
    link: str = Field(description="shown once: only its hash is kept")
    qr: str = Field(description="the same as a picture (SVG)")
    here_only: bool = Field(description="it works on this machine only")


class HandIn(Message):
    """Who plays a member of a party, and to whom it is lent; empty for nobody."""

    player: Id = ""
    lent_to: Id = ""


class RestIn(Message):
    party: Word
    ruleset: Word


class HomeIn(Message):
    table: Id = Field(default="", description="this table, also while it goes on; empty for all that are over")


class HomeOut(Message):
    names: list[str]


class FightOut(Message):
    """A table of a campaign."""

    table: str
    title: str
    ruleset: str
    thing: str
    started: bool
    over: bool
    ending: str
    changed: int


class PersonOut(Message):
    """Somebody whom a player plays."""

    id: str
    name: str
    icon: str
    lost: bool
    lent_away: bool
    borrowed: bool
    table: str = Field(description="empty while it is at no table")
    title: str
    values: dict[str, str]


class PlayerPage(Message):
    campaign: str
    player: str
    people: list[PersonOut]


def add_players(app: FastAPI, access: Access) -> None:
    hall, shop = access.hall, access.hall.workshop
    library, host = shop.library, access.routes(access.host)

    async def linked(campaign: str, id: str, name: str) -> PlayerLink:
        _, token = await hall.grants.give(scope_of(campaign), id, lasts=ALWAYS)
        url = hall.url_of(token)
        return PlayerLink(id=id, name=name, link=url, qr=hall.picture(url), here_only=hall.here_only)

    @host.get("/api/campaigns/{campaign}/players")
    async def players(campaign: str) -> list[PlayerOut]:
        await shop.ask(library.campaign, campaign)
        return [PlayerOut.out_of(player) for player in await shop.ask(library.players, campaign)]

    @host.post("/api/campaigns/{campaign}/players")
    async def add(campaign: str, body: PlayerIn) -> PlayerLink:
        """Add a player to this campaign, with a link that does not expire."""
        one = await shop.ask(library.add_player, campaign, body.name)
        return await linked(campaign, one["id"], one["name"])

    @host.post("/api/campaigns/{campaign}/players/{player}/link")
    async def replace(campaign: str, player: str) -> PlayerLink:
        """A new link; the old one, and whatever it opened, ends at once."""
        one = await shop.ask(library.player, campaign, player)
        await handing.take_away(hall, campaign, player)
        return await linked(campaign, player, one["name"])

    @host.post("/api/campaigns/{campaign}/players/{player}/revoke")
    async def revoke(campaign: str, player: str) -> PlayerOut:
        """The link ends at once, with whatever it opened."""
        one = await shop.ask(library.player, campaign, player)
        await handing.take_away(hall, campaign, player)
        return PlayerOut.out_of(one)

    @host.post("/api/campaigns/{campaign}/players/{player}/remove")
    async def remove(campaign: str, player: str) -> list[PlayerOut]:
        """Remove a player: the link ends, and nobody plays their people."""
        await shop.ask(library.player, campaign, player)
        await handing.take_away(hall, campaign, player)
        for thing in await shop.ask(library.things, campaign):
            free = {name: "" for name in ("player_id", "lent_to") if thing[name] == player}
            if free:
                await handing.hand(hall, campaign, thing, free)
        await shop.ask(library.remove_player, campaign, player)
        return [PlayerOut.out_of(one) for one in await shop.ask(library.players, campaign)]

    @host.post("/api/campaigns/{campaign}/things/{thing}/hand")
    async def hand(campaign: str, thing: str, body: HandIn) -> ThingOut:
        """Give a member of a party to a player, or lend it to another."""
        one = await shop.ask(library.thing, campaign, thing)
        known = ["", *[each["id"] for each in await shop.ask(library.players, campaign)]]
        if one["kind"] != MEMBER:
            raise Invalid("hand", "thing", one["name"], "a member of a party")
        for name, value in (("player", body.player), ("lent_to", body.lent_to)):
            if value not in known:
                raise Invalid("hand", name, value, "a player of this campaign, or nobody")
        lent = "" if body.lent_to == body.player else body.lent_to
        values = {"player_id": body.player, "lent_to": lent}
        await handing.hand(hall, campaign, one, values)
        return ThingOut.out_of({**one, **values})

    @host.post("/api/campaigns/{campaign}/home")
    async def home(campaign: str, body: HomeIn) -> HomeOut:
        """Whoever was at a table that is over comes home with what they lost, gained and learnt."""
        return HomeOut(names=await party.come_home(hall, campaign, body.table))

    @host.post("/api/campaigns/{campaign}/rest")
    async def rest(campaign: str, body: RestIn) -> list[ThingOut]:
        """A long rest for a party: what the rules give back is given back."""
        return [ThingOut.out_of(one) for one in await party.rest(hall, campaign, body.party, body.ruleset)]

    @host.get("/api/campaigns/{campaign}/tables")
    async def tables(campaign: str) -> list[FightOut]:
        """The fights of a campaign, the newest first."""
        return [
            FightOut.out_of(row, thing=row["thing_id"], **how_it_stands(row))
            for row in await shop.ask(library.tables, campaign)
        ]

    app.routes.extend(host.routes)


def add_own_pages(app: FastAPI, access: Access) -> None:
    """What a player's link opens."""
    hall, shop = access.hall, access.hall.workshop
    library = shop.library

    @app.get("/api/c/{campaign}/{player}")
    async def page(campaign: str, player: str, request: Request) -> PlayerPage:
        """Whom a player plays in a campaign, and at which tables; for whoever has that player's link."""
        access.player(request, campaign, player)
        row = await shop.ask(library.campaign, campaign)
        me = await shop.ask(library.player, campaign, player)
        people = await handing.places_of(hall, campaign, player)
        return PlayerPage(
            campaign=row["name"],
            player=me["name"],
            people=[PersonOut.out_of(one) for one in people],
        )

    @app.post("/api/c/{campaign}/{player}/sit/{thing}")
    async def sit(campaign: str, player: str, thing: str, request: Request, response: Response) -> UrlOut:
        """Take the seat of somebody this player plays, at the table where they are."""
        access.player(request, campaign, player)
        for place in await handing.places_of(hall, campaign, player):
            if place["id"] == thing and place["table"]:
                access.set_cookie(response, await handing.sit(hall, campaign, player, place["table"], place["seat"]))
                return UrlOut(url=f"/t/{place['table']}/{place['seat']}")
        raise HTTPException(404, "they are at no table now")


def how_it_stands(row: Data) -> Data:
    """How a table in a list stands: has it begun, is it over, and how did it end?"""
    ending = titled(row["result"]) if row["over"] else ""
    return {"table": row["id"], "started": bool(row["started"]), "over": bool(row["over"]), "ending": ending}


async def arrive(access: Access, grant: Grant, response: Response) -> str:
    """Where a player's link leads: to the one seat that waits for its holder, else to the page of the campaign."""
    campaign, player = campaign_of(grant), grant.seat
    found = await handing.places_of(access.hall, campaign, player)
    seats = list(dict.fromkeys([(one["table"], one["seat"]) for one in found if one["table"]]))
    if len(seats) != 1:
        return f"/c/{campaign}/{player}"
    table, seat = seats[0]
    access.set_cookie(response, await handing.sit(access.hall, campaign, player, table, seat))
    return f"/t/{table}/{seat}"
