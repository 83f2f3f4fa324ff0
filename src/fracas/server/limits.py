"""How much a server may hold: limits set by the administrator, kept in the database and so the same on every server.

Each is asked for in the transaction that would go past it, so that two servers together keep to it as one does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import Connection, Table, delete, func, insert, select

from fracas.engine.errors import Invalid
from fracas.server.tables import CAMPAIGNS, LIMITS, PICTURES, TABLES, THINGS

if TYPE_CHECKING:
    from fracas.server.store import Store

MB: Final = 1_000_000
CONNECTIONS_MOST, CAMPAIGN_MB = "connections", "campaign_mb"


class Limit(NamedTuple):
    """One limit: what it is called, what holds while nobody has set it, and how far it can be set."""

    title: str
    usual: int
    most: int


KNOWN: Final = {
    TABLES.name: Limit("Tables", 10_000, 1_000_000),
    CAMPAIGNS.name: Limit("Campaigns", 500, 100_000),
    CONNECTIONS_MOST: Limit("Connections at a time", 2_000, 100_000),
    CAMPAIGN_MB: Limit("MB a campaign", 200, 10_000),
}
ADVICE: Final = "delete something, or ask the administrator of this server for more"


def limits_of(store: Store) -> dict[str, int]:
    """All limits as they stand; on a thread of the store."""
    found = store.limits_set()
    return {name: found.get(name, limit.usual) for name, limit in KNOWN.items()}


def set_limits(store: Store, values: dict[str, int]) -> None:
    for name, value in values.items():
        if not 0 <= value <= KNOWN[name].most:
            raise Invalid("limits", name, value, f"a number from 0 to {KNOWN[name].most}")

    def work(db: Connection) -> None:
        for name, value in values.items():
            db.execute(delete(LIMITS).where(LIMITS.c.name == name))
            db.execute(insert(LIMITS).values(name=name, value=value))

    store.transact(work)


# -------------------------------------------------------------------- within a transaction


def limit_in(db: Connection, name: str) -> int:
    found = db.execute(select(LIMITS.c.value).where(LIMITS.c.name == name)).scalar()
    return KNOWN[name].usual if found is None else int(found)


def room_for_one(db: Connection, rows: Table) -> None:
    """`Invalid` where the server has no room for one more table, or campaign; what is in the bin takes none."""
    wanted = select(func.count()).select_from(rows).where(rows.c.deleted == 0)
    there, most = int(db.execute(wanted).scalar() or 0), limit_in(db, rows.name)
    if there >= most:
        raise Invalid("server", rows.name, f"{there + 1} {rows.name}", f"at most {most}; {ADVICE}")


def room_for_table(db: Connection) -> None:
    room_for_one(db, TABLES)


def room_in_campaign(db: Connection, campaign: str) -> None:
    """`Invalid` where a campaign holds too much, as it stands now in this transaction."""
    texts = select(func.sum(func.length(THINGS.c.body))).where(THINGS.c.campaign_id == campaign, THINGS.c.deleted == 0)
    pictures = select(func.sum(PICTURES.c.size)).where(PICTURES.c.campaign_id == campaign)
    there = sum([int(db.execute(wanted).scalar() or 0) for wanted in (texts, pictures)])
    most = limit_in(db, CAMPAIGN_MB)
    if there > most * MB:
        raise Invalid("campaign", "size", f"{there / MB:.1f} MB", f"at most {most} MB a campaign; {ADVICE}")
