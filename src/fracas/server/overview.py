"""What is on a server, for its administrator: tables and campaigns by title and size, who is where, and how it fares.

Nothing of a fight is in it beyond its title and the seats people are connected to.
"""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

from pydantic import Field

from fracas.protocol.messages import Message
from fracas.server.backups import ENDING
from fracas.server.hall import Hall
from fracas.server.health import Health
from fracas.server.limits import KNOWN, limits_of
from fracas.server.others import Presence
from fracas.server.restoring import FOLDER

SIZES = (
    "SELECT table_id, SUM(LENGTH(request) + LENGTH(body) + LENGTH(after) + LENGTH(reply)) FROM events GROUP BY table_id"
)
TABLES = (
    "SELECT id, title, ruleset, campaign_id, started, over, changed, deleted, LENGTH(header)"
    " FROM tables ORDER BY changed DESC, id"
)
KEPT = (
    "SELECT campaign_id, SUM(size) FROM (SELECT campaign_id, LENGTH(body) AS size FROM things"
    " UNION ALL SELECT campaign_id, size FROM pictures) AS kept GROUP BY campaign_id"
)
Data = dict[str, Any]


class ThereOut(Message):
    """So many connections to a seat."""

    server: str = Field(description="the name of the server; empty where there is only one")
    seat: str = Field(description="empty for spectators")
    tabs: int


class TableRow(Message):
    table: str
    title: str
    ruleset: str
    campaign: str = Field(description="its id; empty where it belongs to none")
    started: bool
    over: bool
    bytes: int
    changed: int = Field(description="seconds since 1970")
    deleted: bool = Field(description="in the bin, from where it can be brought back for thirty days")
    there: list[ThereOut]


class CampaignRow(Message):
    id: str
    name: str
    things: int
    tables: int
    bytes: int = Field(description="of its things and of its tables")
    changed: int = Field(description="seconds since 1970")
    deleted: bool


class ServerRow(Message):
    name: str
    here: bool = Field(description="whether it is the one that answers")
    connections: int


class LimitRow(Message):
    name: str
    title: str
    value: int
    usual: int
    most: int
    used: int | None = Field(description="how much of it is taken; nothing where it is a limit for each")


class Machine(Message):
    """How the server fares."""

    ok: bool
    wrong: str = Field(description="what is wrong with the database; empty where all is well")
    version: str
    database: str = Field(description="SQLite or PostgreSQL")
    database_bytes: int
    disk_free: int | None = Field(description="bytes free where the data or the backups are; nothing if unknown")
    damaged: int
    backups: int
    last_backup: int = Field(description="seconds since 1970; 0 for never")


class OverviewOut(Message):
    servers: list[ServerRow]
    machine: Machine
    limits: list[LimitRow]
    tables: list[TableRow]
    campaigns: list[CampaignRow]


async def overview(hall: Hall, health: Health) -> OverviewOut:
    there = {**await hall.others.roll_call(), hall.others.name: here_at(hall)}
    sizes, tables, texts = await asyncio.to_thread(measured, hall)
    rows = [table_row(row, sizes, there) for row in tables]
    binned = {row.table for row in rows if row.deleted}
    campaigns = [
        campaign_row(one, [row for row in rows if row.campaign == one["id"]], texts.get(one["id"], 0))
        for one in await hall.workshop.ask(hall.workshop.library.campaigns)
    ]
    servers = [
        ServerRow(name=name, here=name == hall.others.name, connections=sum([one.tabs for one in some]))
        for name, some in sorted(there.items())
    ]
    used = {
        "tables": len(rows) - len(binned),
        "campaigns": len([campaign for campaign in campaigns if not campaign.deleted]),
        "connections": sum([server.connections for server in servers]),
    }
    set_to = await hall.store.run(limits_of, hall.store)
    return OverviewOut(
        servers=servers,
        machine=await machine_of(hall, health),
        limits=[
            LimitRow(name=name, value=set_to[name], used=used.get(name), **limit._asdict())
            for name, limit in KNOWN.items()
        ],
        tables=rows,
        campaigns=campaigns,
    )


def measured(hall: Hall) -> tuple[dict[str, int], list[tuple[Any, ...]], dict[str, int]]:
    """Bytes by table, all tables, and characters by campaign; on any thread."""
    store = hall.store
    sizes = {str(id): int(size) for id, size in store.read_aside(SIZES)}
    texts = {str(id): int(size) for id, size in store.read_aside(KEPT)}
    return sizes, store.read_aside(TABLES), texts


def here_at(hall: Hall) -> list[Presence]:
    """Where people are connected to this server."""
    counts: dict[tuple[str, str], int] = {}
    for room in hall.rooms:
        for subscriber in room.subscribers:
            counts[room.id, subscriber.seat] = counts.get((room.id, subscriber.seat), 0) + 1
    return [Presence(table, seat, tabs) for (table, seat), tabs in sorted(counts.items())]


def table_row(row: tuple[Any, ...], sizes: dict[str, int], there: dict[str, list[Presence]]) -> TableRow:
    id, title, ruleset, campaign, started, over, changed, deleted, header = row
    seats = [
        ThereOut(server=server, seat=one.seat, tabs=one.tabs)
        for server, some in sorted(there.items())
        for one in some
        if one.table == id
    ]
    return TableRow(
        table=str(id),
        title=str(title),
        ruleset=str(ruleset),
        campaign=str(campaign),
        started=bool(started),
        over=bool(over),
        bytes=int(header) + sizes.get(str(id), 0),
        changed=int(changed),
        deleted=bool(deleted),
        there=seats,
    )


def campaign_row(one: Data, tables: list[TableRow], text: int) -> CampaignRow:
    return CampaignRow.out_of(
        one,
        tables=len([row for row in tables if not row.deleted]),
        bytes=text + sum([row.bytes for row in tables]),
        deleted=bool(one["deleted"]),
    )


async def machine_of(hall: Hall, health: Health) -> Machine:
    found = await health.answer(host=False)
    size = await asyncio.to_thread(hall.store.size)
    free, backups, last = await asyncio.to_thread(disk_of, hall)
    return Machine(
        ok=found.ok,
        wrong=found.database,
        version=found.version,
        database="PostgreSQL" if hall.store.shared else "SQLite",
        database_bytes=size,
        disk_free=free,
        damaged=found.damaged,
        backups=backups,
        last_backup=last,
    )


def disk_of(hall: Hall) -> tuple[int | None, int, int]:
    """Bytes free where this server writes, how many backups there are, and when the last was made."""
    folder = hall.place if isinstance(hall.place, Path) else hall.backups
    if folder is None or not folder.is_dir():
        return None, 0, 0
    made = [path.stat().st_mtime for path in (folder / FOLDER).glob(f"*{ENDING}")]
    return shutil.disk_usage(folder).free, len(made), int(max(made, default=0))
