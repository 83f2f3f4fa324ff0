"""Bringing a database up to date before anything else touches it. A newer one than this program knows is refused."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from fracas.engine.errors import Invalid

PLACE = Path(__file__).parent / "migrations"


def migrate(connection: Connection) -> None:
    """Run every step the database has not seen yet."""
    config = Config()
    config.set_main_option("script_location", str(PLACE))
    config.attributes["connection"] = connection
    script = ScriptDirectory.from_config(config)
    known = {step.revision for step in script.walk_revisions()}
    present = MigrationContext.configure(connection).get_current_heads()
    for revision in present:
        if revision not in known:
            raise Invalid("database", "version", revision, "one this program knows; it was made by a newer Fracas")
    if set(present) != set(script.get_heads()):
        command.upgrade(config, "head")
