"""The administrator over HTTP: sees what is on the server, limits it, deletes and brings back, and ends connections.

The administrator's link is for whoever runs the server. It opens no fight and no campaign: what it shows are titles.
"""

from __future__ import annotations

from fastapi import FastAPI
from pydantic import Field
from starlette.responses import Response

from fracas.protocol.messages import Message
from fracas.server.access import Access
from fracas.server.grants import ADMIN, ALWAYS, scope_of
from fracas.server.hall import Hall
from fracas.server.health import Health
from fracas.server.library import Data
from fracas.server.limits import set_limits
from fracas.server.overview import OverviewOut, overview
from fracas.server.removing import bin_campaign, bin_table, bring_back_campaign, bring_back_table


class LimitsIn(Message):
    """What is left out stays as it is."""

    tables: int | None = None
    campaigns: int | None = None
    connections: int | None = None
    campaign_mb: int | None = None


class AdminLink(Message):
    link: str = Field(description="shown once: only its hash is kept")
    qr: str = Field(description="the same as a picture (SVG)")


def add_admin(app: FastAPI, access: Access, health: Health) -> None:
    hall = access.hall
    admin = access.routes(access.admin)

    async def shown() -> OverviewOut:
        return await overview(hall, health)

    @admin.get("/api/admin")
    async def look() -> OverviewOut:
        """Everything that is on the server, by title and size."""
        return await shown()

    @admin.post("/api/admin/limits")
    async def limit(body: LimitsIn) -> OverviewOut:
        """How much all servers of this database may hold. What is already there stays."""
        values = {name: value for name, value in body.model_dump().items() if value is not None}
        await hall.store.run(set_limits, hall.store, values)
        return await shown()

    @admin.post("/api/admin/link")
    async def replace(response: Response) -> AdminLink:
        """A new administrator's link. The old one ends, with the rights of every browser it let in but this one."""
        await hall.grants.revoke("", ADMIN)
        grant, token = await hall.grants.give("", ADMIN, lasts=ALWAYS)
        access.set_cookie(response, grant)
        url = hall.url_of(token)
        return AdminLink(link=url, qr=hall.picture(url))

    @admin.post("/api/admin/tables/{table}/close")
    async def close(table: str) -> OverviewOut:
        """End all connections to a table, on every server. Its links stay valid."""
        room = hall.open_room(table)
        if room is not None:
            room.close_connections()
        hall.others.close(table)
        return await shown()

    @admin.post("/api/admin/tables/{table}/delete")
    async def delete(table: str) -> OverviewOut:
        """Into the bin, for thirty days: nobody plays there, and its links end on every server at once."""
        await hall.store.run(bin_table, hall.store, table)
        await rights_changed(hall, [table])
        return await shown()

    @admin.post("/api/admin/tables/{table}/undelete")
    async def undelete(table: str) -> OverviewOut:
        """Out of the bin, with its links."""
        await hall.store.run(bring_back_table, hall.store, table)
        await rights_changed(hall, [table])
        return await shown()

    @admin.post("/api/admin/campaigns/{campaign}/delete")
    async def delete_campaign(campaign: str) -> OverviewOut:
        """Into the bin with all its tables, for thirty days; its players' links end on every server at once."""
        tables = await hall.store.run(bin_campaign, hall.store, campaign)
        await rights_changed(hall, [*tables, scope_of(campaign)])
        return await shown()

    @admin.post("/api/admin/campaigns/{campaign}/undelete")
    async def undelete_campaign(campaign: str) -> OverviewOut:
        """Out of the bin, with the tables that went there along with it and with its links."""
        await bring_back(hall, campaign)
        return await shown()

    app.routes.extend(admin.routes)


async def bring_back(hall: Hall, campaign: str) -> Data:
    """A campaign out of the bin, whoever put it there."""
    tables = await hall.store.run(bring_back_campaign, hall.store, campaign)
    await rights_changed(hall, [*tables, scope_of(campaign)])
    return await hall.workshop.ask(hall.workshop.library.campaign, campaign)


async def rights_changed(hall: Hall, scopes: list[str]) -> None:
    """Tables or campaigns went into the bin or came out of it, and with them the rights to them."""
    for scope in scopes:
        await hall.renew_rights(scope)
        hall.others.rights_changed(scope)
