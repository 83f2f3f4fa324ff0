"""What an administrator does: limits for the whole server, and a bin for tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("deleted", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "limits",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("limits")
    op.drop_column("tables", "deleted")
