"""The tables of the database, as SQLAlchemy Core sees them; how they came about is in `migrations`.

`events` is append-only: one row for each thing done at a table, with the lines it wrote and the reply it got.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

METADATA = MetaData()
NUMBER = BigInteger().with_variant(Integer, "sqlite")
"""A number that counts up by itself; SQLite has one kind of whole number."""

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("ruleset", String(64), nullable=False),
    Column("scenario", String(64), nullable=False),
    Column("title", String(200), nullable=False),
    Column("header", LargeBinary, nullable=False),
    Column("started", Integer, nullable=False),
    Column("over", Integer, nullable=False),
    Column("result", String(200), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("rights", Integer, nullable=False),
    Column("campaign_id", String(32), nullable=False, server_default=""),
    Column("thing_id", String(32), nullable=False, server_default=""),
    Column("deleted", BigInteger, nullable=False, server_default="0"),
    Index("tables_of_campaign", "campaign_id"),
)
"""One row per table. `header` is the first line of its log; started, over, result and changed are for lists only.
Whoever does something at a table that several servers share locks this row: `seq` says how many events there are, and
`rights` counts how often somebody lost a right to it. A table of a campaign names it, and the encounter it was begun
from. `deleted` is the time at which it went into the bin, or 0."""
TRIAL = "trial-"
"""What stands before the id of the encounter where a table is only a trial of it, which no list shows."""

EVENTS = Table(
    "events",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("command_id", String(160), nullable=False),
    Column("request", LargeBinary, nullable=False),
    Column("seat", String(64), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("game", String(64), nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("after", LargeBinary, nullable=False),
    Column("reply", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("table_id", "seq", name="one_row_a_number"),
    UniqueConstraint("table_id", "command_id", name="one_row_a_command"),
)
"""Append-only, keyed by rowid. `body` holds the canonical bytes of the engine's lines, or of what the room did."""

GRANTS = Table(
    "grants",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("table_id", String(32), nullable=False),
    Column("seat", String(64), nullable=False),
    Column("token", LargeBinary, nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("revoked", BigInteger, nullable=False),
    Column("through", String(64), nullable=False, server_default=""),
)
"""Who may sit where. A link's token is kept as its hash; the host's grants have no table. What was given to the holder
of a player's link for a campaign names that player in `through`, and ends with it. `revoked` is a time, or 0, or -1 for
what ended when its table or campaign went into the bin, and comes back with it."""

KEYS = Table(
    "keys",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
"""Secrets of this server: the key that signs cookies."""

LIMITS = Table(
    "limits",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("value", BigInteger, nullable=False),
)
"""What the administrator has set; whatever has no row is as usual."""

CAMPAIGNS = Table(
    "campaigns",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("place", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("archived", BigInteger, nullable=False),
    Column("deleted", BigInteger, nullable=False),
)
"""A GM's folder. `version` counts up with everything changed in it; archived and deleted are times, or 0."""

THINGS = Table(
    "things",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("campaign_id", String(32), ForeignKey("campaigns.id"), nullable=False),
    Column("kind", String(64), nullable=False),
    Column("ruleset", String(64), nullable=False),
    Column("key", String(64), nullable=False),
    Column("name", String(200), nullable=False),
    Column("place", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("faults", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("player_id", String(32), nullable=False),
    Column("lent_to", String(32), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("deleted", BigInteger, nullable=False),
    Index("things_of_campaign", "campaign_id"),
    Index(
        "one_thing_a_key",
        "campaign_id",
        "ruleset",
        "kind",
        "key",
        unique=True,
        sqlite_where=text("deleted = 0"),
        postgresql_where=text("deleted = 0"),
    ),
)
"""One's own things, each as the TOML of one entry. `kind` is a section of the ruleset's content, or one of those beside
it. With faults it is a draft, which no table uses. A member of a party has a player, may be lent to another, and is at
a table while it fights."""

PLAYERS = Table(
    "players",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("campaign_id", String(32), ForeignKey("campaigns.id"), nullable=False),
    Column("name", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("deleted", BigInteger, nullable=False),
    Index("players_of_campaign", "campaign_id"),
)
"""Who plays in a campaign. The link of each is a grant whose table is the campaign and whose seat is the player."""

PICTURES = Table(
    "pictures",
    METADATA,
    Column("campaign_id", String(32), ForeignKey("campaigns.id"), primary_key=True),
    Column("id", String(64), primary_key=True),
    Column("use", String(16), nullable=False),
    Column("type", String(32), nullable=False),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
    Column("size", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
)
"""The pictures of a campaign as they were read: `id` is the SHA-256 of `data`, `use` one of map, portrait, handout."""
PAST = "past"
"""The use of one that was deleted, while fights that began with it are there to show it."""

# What several servers tell each other, and nobody misses after a restart.

PRESENCE = Table(
    "presence",
    METADATA,
    Column("server", Integer, primary_key=True),
    Column("table_id", String(32), primary_key=True),
    Column("seat", String(64), primary_key=True),
    Column("tabs", Integer, nullable=False),
)
"""How many connections each server has to a seat."""

SIGNALS = Table(
    "signals",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("table_id", String(32), nullable=False, index=True),
    Column("server", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""What is told and not kept: somebody points at a square, a rule stood in somebody's way."""

COUNTS = Table(
    "counts",
    METADATA,
    Column("name", String(200), primary_key=True),
    Column("span", BigInteger, primary_key=True),
    Column("count", Integer, nullable=False),
)
"""How often somebody did something in a span of time, for limits."""

TRANSIENT = ("presence", "signals", "counts")
"""What no backup needs."""


def longest(column: Column[Any]) -> int:
    """How many letters a text may have there. SQLite would take more."""
    assert isinstance(column.type, String) and column.type.length is not None
    return column.type.length
