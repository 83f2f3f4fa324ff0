"""Alembic's entry: runs the steps on the one writing connection, which `migrate` hands over."""

from __future__ import annotations

from alembic import context

from fracas.server.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
