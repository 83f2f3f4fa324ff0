"""Tables and campaigns into the bin, and out of it again: plain calls for the store's thread, one transaction each.

With a table end the links to it. They are marked as ended with their table, so that bringing it back brings them back,
but no link that somebody has revoked.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, Select, select, update

from fracas.server.grants import scope_of
from fracas.server.library import Gone, campaign_in, now, rows, touch
from fracas.server.store import Store
from fracas.server.tables import CAMPAIGNS, GRANTS, TABLES

ENDED_WITH_IT: Final = -1
"""What stands for the time at which a link was revoked, where it ended with what it leads to."""


def bin_table(store: Store, id: str) -> None:
    def work(db: Connection) -> None:
        table_in(db, id)
        _bin(db, [id], now())

    store.transact(work)


def bring_back_table(store: Store, id: str) -> None:
    def work(db: Connection) -> None:
        table_in(db, id)
        _bring_back(db, [id])

    store.transact(work)


def bin_campaign(store: Store, id: str) -> list[str]:
    """With all its tables and its players' links; which tables."""

    def work(db: Connection) -> list[str]:
        campaign_in(db, id)
        found = rows(db, _tables_of(id))
        tables = [one["id"] for one in found if not one["deleted"]]
        # A time of its own: tables that were deleted before, even in this second, do not come back along with it.
        at = max([now(), *[int(one["deleted"]) + 1 for one in found]])
        db.execute(update(CAMPAIGNS).where(CAMPAIGNS.c.id == id).values(deleted=at))
        touch(db, id)
        _bin(db, tables, at)
        _end_links(db, [scope_of(id)])
        return tables

    return store.transact(work)


def bring_back_campaign(store: Store, id: str) -> list[str]:
    """With the tables that went into the bin along with it, and its players' links; which tables."""

    def work(db: Connection) -> list[str]:
        one = campaign_in(db, id, binned=True)
        along = _tables_of(id).where(TABLES.c.deleted > 0, TABLES.c.deleted == one["deleted"])
        tables = [each["id"] for each in rows(db, along)]
        db.execute(update(CAMPAIGNS).where(CAMPAIGNS.c.id == id).values(deleted=0))
        touch(db, id)
        _bring_back(db, [*tables, scope_of(id)])
        return tables

    return store.transact(work)


# -------------------------------------------------------------------- within a transaction


def table_in(db: Connection, id: str) -> None:
    if not rows(db, select(TABLES.c.id).where(TABLES.c.id == id)):
        raise Gone("no such table")


def _tables_of(campaign: str) -> Select[Any]:
    return select(TABLES.c.id, TABLES.c.deleted).where(TABLES.c.campaign_id == campaign)


def _bin(db: Connection, tables: list[str], at: int) -> None:
    # Who holds a table holds this row, so nobody acts at one that is in the bin.
    there = TABLES.c.id.in_(tables) & (TABLES.c.deleted == 0)
    db.execute(update(TABLES).where(there).values(deleted=at, rights=TABLES.c.rights + 1))
    _end_links(db, tables)


def _end_links(db: Connection, tables: list[str]) -> None:
    held = GRANTS.c.table_id.in_(tables) & (GRANTS.c.revoked == 0)
    db.execute(update(GRANTS).where(held).values(revoked=ENDED_WITH_IT))


def _bring_back(db: Connection, tables: list[str]) -> None:
    db.execute(update(TABLES).where(TABLES.c.id.in_(tables)).values(deleted=0, rights=TABLES.c.rights + 1))
    ended = GRANTS.c.table_id.in_(tables) & (GRANTS.c.revoked == ENDED_WITH_IT)
    db.execute(update(GRANTS).where(ended).values(revoked=0))
