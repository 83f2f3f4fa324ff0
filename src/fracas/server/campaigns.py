"""Campaigns over HTTP: what the host keeps and makes. Everything here is the host's alone."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import FastAPI, Query, Request
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.responses import Response

from fracas.engine.registry import load_ruleset
from fracas.protocol.messages import CLEAN, NOT_BLANK, Message, Word
from fracas.server import homebrew
from fracas.server.access import Access, download
from fracas.server.admin import bring_back
from fracas.server.catalogue import check_ruleset
from fracas.server.forms import FormOut, forms_of
from fracas.server.homebrew import Entry, Fault
from fracas.server.library import MOST_BODY, Data, now
from fracas.server.openapi import A_FILE
from fracas.server.packs import pack
from fracas.server.sampling import SampleOut
from fracas.server.workshop import Workshop, off_loop

Name = Annotated[str, Field(min_length=1, max_length=120), CLEAN, NOT_BLANK]
Key = Annotated[str, Field(max_length=40, pattern=r"^([a-z][a-z0-9]*(-[a-z0-9]+)*)?$")]
Version = Annotated[int, Field(ge=0, le=2**31)]
MOST_IDS: Final = 2_000


class CampaignIn(Message):
    name: Name


class CampaignChange(Message):
    """What is left out stays as it is."""

    name: Name | None = None
    archived: bool | None = None


class OrderIn(Message):
    ids: list[Word] = Field(max_length=MOST_IDS)


class CampaignOut(Message):
    id: str
    name: str
    things: int = Field(default=0, description="how many things are in it")
    created: int = Field(description="seconds since 1970")
    changed: int = Field(description="seconds since 1970")
    archived: bool
    deleted: bool = Field(description="in the bin, from where it can be brought back for thirty days")


class ThingOut(Message):
    """A thing as a list shows it."""

    id: str
    kind: str = Field(description="a section of the ruleset's content, or party, member, note, handout")
    ruleset: str = Field(description="empty for notes and handouts")
    key: str = Field(description="its id in content files")
    name: str
    place: int = Field(description="its place in lists")
    faults: int = Field(description="how much is wrong with it; with faults it is a draft, which no table uses")
    version: int = Field(description="counts up with every save")
    changed: int = Field(description="seconds since 1970")
    player_id: str = Field(description="of a member of a party: who plays it; empty for nobody")
    lent_to: str = Field(description="of a member of a party: who plays it for now; empty for nobody")
    table_id: str = Field(description="of a member of a party: the table it is at; empty while it is at none")


class FaultOut(Message):
    at: str = Field(description="the key, such as weapons[0]; empty for the whole")
    value: str = Field(description="what stands there")
    expected: str


class ThingWhole(ThingOut):
    data: dict[str, Any] | None = Field(description="what it says; nothing where its text cannot be read")
    body: str = Field(description="the same as TOML")
    problems: list[FaultOut]


class ThingIn(Message):
    """A new thing. Without a key it gets one made from its name."""

    kind: Word
    ruleset: Word = ""
    key: Key = ""
    data: dict[str, Any]


class ThingSave(Message):
    """As plain data, or as TOML with one entry. `version` is the one it was read at: whatever somebody else saved since
    is not written over (0 writes over it)."""

    version: Version
    key: Key = ""
    data: dict[str, Any] | None = None
    body: Annotated[str, Field(max_length=MOST_BODY)] = ""


class TryIn(ThingIn):
    id: Word = Field(default="", description="the thing that is being changed; empty for a new one")
    against: Word = Field(default="", description="the kind of the one it is tried against; empty for any")


class TryOut(Message):
    problems: list[FaultOut]
    sample: SampleOut | None = Field(description="how it would look in play; nothing while something is wrong with it")


class ExportIn(Message):
    things: list[Word] = Field(min_length=1, max_length=MOST_IDS)


class BroughtOut(Message):
    things: list[ThingOut]


class BuiltInOut(Message):
    """Something that is built in or installed, to look at or to start from."""

    kind: str
    key: str
    name: str
    icon: str


class BuiltInWhole(BuiltInOut):
    data: dict[str, Any]
    body: str


def campaign_out(row: Data) -> CampaignOut:
    flags = {name: bool(row[name]) for name in ("archived", "deleted")}
    return CampaignOut.out_of(row, things=row.get("things", 0), **flags)


def thing_whole(row: Data) -> ThingWhole:
    entry = homebrew.readable(row["body"])
    problems = faults_out(row["problems"])
    data = entry.data if entry is not None else None
    return ThingWhole.out_of(row, faults=len(problems), data=data, problems=problems)


def faults_out(faults: list[Fault]) -> list[FaultOut]:
    return [FaultOut.out_of(fault) for fault in faults]


def add_campaigns(app: FastAPI, access: Access, shop: Workshop) -> None:
    library, host = shop.library, access.routes(access.host)

    @host.get("/api/campaigns")
    async def campaigns() -> list[CampaignOut]:
        """Every campaign in the host's order, with those in the bin and the archive."""
        return [campaign_out(row) for row in await shop.ask(library.campaigns)]

    @host.post("/api/campaigns")
    async def make(body: CampaignIn) -> CampaignOut:
        return campaign_out(await shop.ask(library.make_campaign, body.name))

    @host.post("/api/campaigns/order")
    async def order(body: OrderIn) -> list[CampaignOut]:
        """Put these first, in this order."""
        await shop.ask(library.order_campaigns, body.ids)
        return [campaign_out(row) for row in await shop.ask(library.campaigns)]

    @host.get("/api/campaigns/{campaign}")
    async def campaign(campaign: str) -> CampaignOut:
        return campaign_out(await shop.ask(library.campaign, campaign))

    @host.post("/api/campaigns/{campaign}")
    async def change(campaign: str, body: CampaignChange) -> CampaignOut:
        """Rename a campaign, archive it, or take it out of the archive."""
        values: dict[str, object] = {}
        if body.name is not None:
            values["name"] = body.name
        if body.archived is not None:
            values["archived"] = now() if body.archived else 0
        return campaign_out(await shop.ask(lambda: library.change_campaign(campaign, **values)))

    @host.post("/api/campaigns/{campaign}/copy")
    async def copy(campaign: str, body: CampaignIn) -> CampaignOut:
        """All its things in a new campaign; players, links and past fights stay behind."""
        return campaign_out(await shop.ask(library.copy_campaign, campaign, body.name))

    @host.post("/api/campaigns/{campaign}/delete")
    async def delete(campaign: str) -> CampaignOut:
        """Into the bin, for thirty days."""
        return campaign_out(await shop.ask(lambda: library.change_campaign(campaign, deleted=now())))

    @host.post("/api/campaigns/{campaign}/undelete")
    async def undelete(campaign: str) -> CampaignOut:
        """Out of the bin, with the tables and links that the administrator deleted along with it."""
        return campaign_out(await bring_back(access.hall, campaign))

    app.routes.extend(host.routes)


def add_things(app: FastAPI, access: Access, shop: Workshop) -> None:
    library, host = shop.library, access.routes(access.host)

    @host.get("/api/campaigns/{campaign}/things")
    async def things(
        campaign: str,
        kind: Annotated[str, Query(max_length=64)] = "",
        ruleset: Annotated[str, Query(max_length=64)] = "",
        find: Annotated[str, Query(max_length=60)] = "",
        deleted: bool = False,
    ) -> list[ThingOut]:
        """The things of a campaign, of one kind or of one game, by part of their names; or those in the bin."""
        return [
            ThingOut.out_of(row)
            for row in await shop.ask(library.things, campaign, deleted)
            if kind in ("", row["kind"]) and ruleset in ("", row["ruleset"]) and named(row, find)
        ]

    @host.post("/api/campaigns/{campaign}/things")
    async def make(campaign: str, body: ThingIn) -> ThingWhole:
        """A new thing. With faults it is kept as a draft, and the reply lists them."""
        return thing_whole(await shop.make(campaign, body.kind, body.ruleset, body.key, body.data))

    @host.post("/api/campaigns/{campaign}/things/order")
    async def order(campaign: str, body: OrderIn) -> list[ThingOut]:
        await shop.ask(library.order_things, campaign, body.ids)
        return [ThingOut.out_of(row) for row in await shop.ask(library.things, campaign)]

    @host.get("/api/campaigns/{campaign}/things/{thing}")
    async def read(campaign: str, thing: str) -> ThingWhole:
        return thing_whole(await shop.read(campaign, thing))

    @host.post("/api/campaigns/{campaign}/things/{thing}")
    async def save(campaign: str, thing: str, body: ThingSave) -> ThingWhole:
        """Save a thing, whatever is wrong with it; the reply lists every fault with its key."""
        return thing_whole(await shop.save(campaign, thing, body.version, body.key, body.data, body.body))

    @host.post("/api/campaigns/{campaign}/things/{thing}/copy")
    async def copy(campaign: str, thing: str) -> ThingWhole:
        return thing_whole(await shop.copy(campaign, thing))

    @host.post("/api/campaigns/{campaign}/things/{thing}/delete")
    async def delete(campaign: str, thing: str) -> list[ThingOut]:
        """Into the bin, for thirty days."""
        await shop.ask(library.delete_thing, campaign, thing)
        gone = await shop.ask(library.thing, campaign, thing)
        await shop.recount(campaign, gone["ruleset"])
        return [ThingOut.out_of(row) for row in await shop.ask(library.things, campaign)]

    @host.post("/api/campaigns/{campaign}/things/{thing}/undelete")
    async def undelete(campaign: str, thing: str) -> ThingWhole:
        back = await shop.ask(library.bring_back, campaign, thing)
        await shop.recount(campaign, back["ruleset"])
        return thing_whole(await shop.read(campaign, thing))

    @host.post("/api/campaigns/{campaign}/try")
    async def judge(campaign: str, body: TryIn) -> TryOut:
        """What would be wrong with a thing, while it is being typed; nothing is kept."""
        entry = Entry(body.kind, body.key or "new-thing", body.data)
        found = await shop.judge(campaign, body.ruleset, entry, body.id)
        tried = None if found or not body.ruleset else await shop.sample(campaign, body.ruleset, entry, body.against)
        return TryOut(problems=faults_out(found), sample=tried)

    app.routes.extend(host.routes)


def add_packs(app: FastAPI, access: Access, shop: Workshop) -> None:
    library, host = shop.library, access.routes(access.host)

    @host.get("/api/campaigns/{campaign}/export", response_class=Response)
    async def everything(campaign: str) -> Response:
        """Everything in a campaign: a ZIP file with the TOML of each game in a file of its own, and its pictures."""
        name = (await shop.ask(library.campaign, campaign))["name"]
        files = await shop.export(campaign, None)
        whole = await off_loop(pack, {**files, **await shop.export_pictures(campaign)})
        return download(whole, f"{homebrew.key_for(name, [])}.zip", "application/zip")

    @host.post("/api/campaigns/{campaign}/export", response_class=Response)
    async def some(campaign: str, body: ExportIn) -> Response:
        """Some things: one TOML file, or a ZIP file of several if they belong to several games."""
        files = await shop.export(campaign, body.things)
        if not files:
            raise HTTPException(404, "no such thing in this campaign")
        if len(files) == 1:
            name, text = next(iter(files.items()))
            return download(text.encode(), name.replace("/", "-"), "application/toml")
        return download(pack(files), "pack.zip", "application/zip")

    @host.get("/api/campaigns/{campaign}/things/{thing}/export", response_class=Response)
    async def one(campaign: str, thing: str) -> Response:
        """One thing as the TOML that `fracas check` and `fracas play --content` read."""
        row = await shop.ask(library.thing, campaign, thing)
        return download(row["body"].encode(), f"{row['key']}.toml", "application/toml")

    @host.post("/api/campaigns/{campaign}/import", openapi_extra=A_FILE)
    async def bring(
        campaign: str,
        request: Request,
        ruleset: Annotated[str, Query(max_length=64)] = "",
        replace: bool = False,
    ) -> BroughtOut:
        """Bring in things from TOML, or from a ZIP file of TOML and pictures: all, or none and a list of mistakes."""
        if ruleset:
            check_ruleset(ruleset)
        await shop.ask(library.campaign, campaign)
        added = await shop.bring(campaign, await request.body(), ruleset, replace)
        return BroughtOut(things=[ThingOut.out_of(row) for row in added])

    app.routes.extend(host.routes)


def add_built_in(app: FastAPI, access: Access) -> None:
    """What a game brings: forms for its kinds of things, and what is built in or installed."""
    host = access.routes(access.host)

    @host.get("/api/forms/{ruleset}")
    async def forms(ruleset: str) -> list[FormOut]:
        """What can be filled in for each kind of thing in a game."""
        check_ruleset(ruleset)
        return await off_loop(forms_of, load_ruleset(ruleset))

    @host.get("/api/built-in/{ruleset}")
    async def built_in(
        ruleset: str,
        kind: Annotated[str, Query(max_length=64)] = "",
        find: Annotated[str, Query(max_length=60)] = "",
    ) -> list[BuiltInOut]:
        """What is built in or installed, of one kind, by part of its name."""
        found = [BuiltInOut(**thing) for thing in all_built_in(ruleset, kind)]
        return [one for one in found if named({"name": one.name, "key": one.key}, find)]

    @host.get("/api/built-in/{ruleset}/{kind}/{key}")
    async def one_built_in(ruleset: str, kind: str, key: str) -> BuiltInWhole:
        for thing in all_built_in(ruleset, kind):
            if thing["key"] == key:
                data = homebrew.built_in_tables(load_ruleset(ruleset))[kind][key]
                whole = {**data, **({"icon": thing["icon"]} if thing["icon"] else {})} if isinstance(data, dict) else {}
                return BuiltInWhole(**thing, data=whole, body=homebrew.text_of(Entry(kind, key, whole)))
        raise HTTPException(404, "nothing of that name")

    app.routes.extend(host.routes)


def all_built_in(ruleset: str, kind: str) -> list[Data]:
    check_ruleset(ruleset)
    game = load_ruleset(ruleset)
    return [
        {
            "kind": section,
            "key": key,
            "name": homebrew.name_in(Entry(section, key, data)),
            "icon": game.content.icons.get(section, {}).get(key, ""),
        }
        for section, some in homebrew.built_in_tables(game).items()
        for key, data in some.items()
        if kind in ("", section) and isinstance(data, dict)
    ]


def named(row: Data, find: str) -> bool:
    """Has it these words in its name or its key?"""
    said = f"{row['name']} {row['key']}".lower()
    return all([word in said for word in find.lower().split()])
