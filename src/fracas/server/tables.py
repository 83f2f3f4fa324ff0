"""The tables of the database, as SQLAlchemy Core sees them; how they came about is in `migrations`.

`events` is append-only: one row for each thing done at a table, with the lines it wrote and the reply it got.
"""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, LargeBinary, MetaData, String, Table, UniqueConstraint

METADATA = MetaData()

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
    Column("created", Integer, nullable=False),
    Column("changed", Integer, nullable=False),
)
"""One row a table. `header` is the first line of its log; started, over, result and changed are for lists only."""

EVENTS = Table(
    "events",
    METADATA,
    Column("id", Integer, primary_key=True),
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
    Column("at", Integer, nullable=False),
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
    Column("created", Integer, nullable=False),
    Column("expires", Integer, nullable=False),
    Column("revoked", Integer, nullable=False),
)
"""Who may sit where. A link's token is kept as its hash; the host's grants have no table."""

KEYS = Table(
    "keys",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
"""Secrets of this server: the key that signs cookies."""
