"""Bringing a database up to date before anything else touches it. A newer one than this program knows is refused."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from fracas.engine.errors import Invalid

PLACE = Path(__file__).parent / "migrations"


def config_for(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(PLACE))
    config.attributes["connection"] = connection
    return config


@lru_cache(maxsize=1)
def known_revisions() -> list[str]:
    """The versions of the database that this program knows, the newest first."""
    return [step.revision for step in ScriptDirectory.from_config(config_for()).walk_revisions()]


def present_revision(connection: Connection) -> str:
    """The version of a database; nothing for an empty one."""
    return ",".join(MigrationContext.configure(connection).get_current_heads())


def check_known(revision: str) -> None:
    if revision and revision not in known_revisions():
        raise Invalid("database", "version", revision, "one this program knows; it was made by a newer Fracas")


def is_current(connection: Connection) -> bool:
    revision = present_revision(connection)
    check_known(revision)
    return revision == known_revisions()[0]


def migrate(connection: Connection, to: str = "head") -> None:
    """Run every step the database has not seen yet."""
    check_known(present_revision(connection))
    if present_revision(connection) != (known_revisions()[0] if to == "head" else to):
        command.upgrade(config_for(connection), to)
