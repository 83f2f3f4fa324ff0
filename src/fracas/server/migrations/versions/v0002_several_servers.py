"""Several servers: where each table stands, who is where, what is told and not kept, and shared limits."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("seq", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("rights", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE tables SET seq = (SELECT COALESCE(MAX(e.seq), 0) FROM events AS e WHERE e.table_id = tables.id)")
    op.create_table(
        "presence",
        sa.Column("server", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("tabs", sa.Integer, nullable=False),
    )
    op.create_table(
        "signals",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False, index=True),
        sa.Column("server", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "counts",
        sa.Column("name", sa.String(200), primary_key=True),
        sa.Column("span", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("count", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    for name in ("counts", "signals", "presence"):
        op.drop_table(name)
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("rights")
        tables.drop_column("seq")
