"""Campaigns: what a GM keeps, who plays, and which tables belong to one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "campaigns",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("archived", sa.BigInteger, nullable=False),
        sa.Column("deleted", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "things",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("campaign_id", sa.String(32), sa.ForeignKey("campaigns.id"), nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("ruleset", sa.String(64), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("faults", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("lent_to", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("deleted", sa.BigInteger, nullable=False),
    )
    op.create_index("things_of_campaign", "things", ["campaign_id"])
    op.create_index(
        "one_thing_a_key",
        "things",
        ["campaign_id", "ruleset", "kind", "key"],
        unique=True,
        sqlite_where=sa.text("deleted = 0"),
        postgresql_where=sa.text("deleted = 0"),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("campaign_id", sa.String(32), sa.ForeignKey("campaigns.id"), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("deleted", sa.BigInteger, nullable=False),
    )
    op.create_index("players_of_campaign", "players", ["campaign_id"])
    op.add_column("tables", sa.Column("campaign_id", sa.String(32), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("thing_id", sa.String(32), nullable=False, server_default=""))
    op.create_index("tables_of_campaign", "tables", ["campaign_id"])
    op.add_column("grants", sa.Column("through", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("grants", "through")
    op.drop_index("tables_of_campaign", "tables")
    op.drop_column("tables", "thing_id")
    op.drop_column("tables", "campaign_id")
    for name in ("players", "things", "campaigns"):
        op.drop_table(name)
