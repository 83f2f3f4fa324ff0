"""Addresses of the page that draws encounters: what it draws with, what is wrong with a draft, maps out of files, and
trials. All of it is the host's."""

from __future__ import annotations

from typing import Final

from fastapi import FastAPI, Request, Response
from pydantic import Field

from fracas.engine.board.names import column_name
from fracas.engine.errors import Invalid
from fracas.protocol.messages import Message, Word
from fracas.server.access import Access
from fracas.server.campaigns import FaultOut, TryIn, faults_out
from fracas.server.catalogue import check_ruleset
from fracas.server.editing import KitOut, SceneOut, kit_of
from fracas.server.homebrew import Entry
from fracas.server.library import MOST_BODY
from fracas.server.openapi import A_FILE
from fracas.server.picture_routes import PictureOut
from fracas.server.players import UrlOut
from fracas.server.trials import begin_trial
from fracas.server.workshop import off_loop

MOST_FAULTS: Final = 200
FOR_THE_REST: Final = 20_000
"""Characters of an encounter besides its map and walls: room for its people."""


class DrawnOut(Message):
    """A draft as it stands: what is wrong with it, or how it would begin."""

    problems: list[FaultOut]
    scene: SceneOut | None = Field(description="nothing while something is wrong with it")


class BroughtMap(Message):
    """A map out of a file."""

    columns: int
    rows: int
    edges: dict[str, str] = Field(description="what stands between two squares: c3|d3 and door")
    picture: PictureOut | None = Field(description="its picture, kept in the campaign")
    width: int = Field(description="how much of the board the picture covers, in hundredths of a square")
    height: int
    told: list[str] = Field(description="what was left out, and why")


class TrialIn(Message):
    side: Word = Field(default="", description="the side that is not a bot's; empty for bots on all sides")
    options: dict[Word, Word] = Field(default={}, max_length=200, description="instead of the encounter's own")


def add_editing(app: FastAPI, access: Access) -> None:
    hall, host = access.hall, access.routes(access.host)
    shop = hall.workshop

    @host.get("/api/campaigns/{campaign}/kit/{ruleset}")
    async def kit(campaign: str, ruleset: str) -> KitOut:
        """What encounters of a game are drawn with: kinds of ground, people (the campaign's own too), zones, ways."""
        check_ruleset(ruleset)
        return await off_loop(kit_of, await shop.ruleset(campaign, ruleset))

    @host.post("/api/campaigns/{campaign}/scene")
    async def scene(campaign: str, body: TryIn) -> DrawnOut:
        """What would be wrong with an encounter while it is being drawn, or how it would begin; nothing is kept."""
        entry = Entry(body.kind, body.key or "new-encounter", body.data)
        found = await shop.judge(campaign, body.ruleset, entry, body.id)
        begins = None if found else await shop.scene(campaign, body.ruleset, entry)
        return DrawnOut(problems=faults_out(found[:MOST_FAULTS]), scene=begins)

    @host.post("/api/campaigns/{campaign}/maps", openapi_extra=A_FILE)
    async def read_map(campaign: str, request: Request) -> BroughtMap:
        """A map in the Universal VTT form (.uvtt, .dd2vtt, .df2vtt): its grid, walls and doors; its picture is kept."""
        await shop.ask(shop.library.campaign, campaign)
        found = await shop.reader.uvtt(await request.body())
        edges = {edge_name(x, y, side): kind for x, y, side, kind in found.told["edges"]}
        check_room(edges, found.told["columns"] * found.told["rows"])
        held = found.picture
        kept = await shop.keep_read_picture(campaign, held, "map") if held is not None else None
        return BroughtMap(
            columns=found.told["columns"],
            rows=found.told["rows"],
            edges=edges,
            picture=PictureOut.out_of(kept) if kept is not None else None,
            width=found.told["covers"][0],
            height=found.told["covers"][1],
            told=found.told["told"],
        )

    @host.post("/api/campaigns/{campaign}/things/{thing}/trial")
    async def trial(campaign: str, thing: str, body: TrialIn, request: Request, response: Response) -> UrlOut:
        """Begin an encounter against bots at once, at a table that appears on no list and is soon deleted."""
        await access.limit_new_tables(request)
        room = await begin_trial(hall, campaign, thing, body.side, body.options)
        await access.give_gm_seat(room, response)
        return UrlOut(url=f"/t/{room.id}/gm")

    app.routes.extend(host.routes)


def check_room(edges: dict[str, str], squares: int) -> None:
    """`Invalid` where a map with so many walls would be longer than a thing may be, with what else stands in it."""
    taken = squares + sum([len(f'"{name}" = "{kind}", ') for name, kind in edges.items()])
    if taken > MOST_BODY - FOR_THE_REST:
        most = len(edges) * (MOST_BODY - FOR_THE_REST - squares) // (taken - squares) // 100 * 100
        expected = f"at most about {most} on a map of this size; cut it into parts"
        raise Invalid("map", "walls", f"{len(edges)} walls and doors", expected)


def edge_name(x: int, y: int, side: str) -> str:
    """The edge to the right of a square or below it, as content files name it."""
    other = f"{column_name(x + 1)}{y + 1}" if side == "right" else f"{column_name(x)}{y + 2}"
    return f"{column_name(x)}{y + 1}|{other}"
