"""Is this server well? What a monitor asks: the database is really read and written, and damaged tables are counted.

Anybody may ask, so an answer is good for a few seconds, names no file, and names tables to the host alone.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

from pydantic import Field

from fracas.protocol.messages import Message
from fracas.server.hall import Hall
from fracas.server.store import Damaged, NotKept
from fracas.server.tables import METADATA
from fracas.version import is_compiled

FRESH_SECONDS = 2.0
LOOKED_AT = 50
"""How many tables, the last used first, are looked through for damage; each of them once."""


class HealthOut(Message):
    ok: bool = Field(description="whether the database can be read and written; the status is 503 if not")
    version: str
    compiled: bool = Field(description="whether the rules run compiled or as pure Python")
    database: str = Field(description="what is wrong with the database; empty where all is well")
    rooms: int = Field(description="how many tables are open now")
    damaged: int = Field(description="how many of the tables used last are damaged")
    damaged_tables: list[str] = Field(description="which ones; for the host alone")


class Health:
    """Looks at a hall when somebody asks, though not more often than every few seconds."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._file = identity(hall.store.path)
        self._asking = asyncio.Lock()
        self._at = -FRESH_SECONDS
        self._wrong = ""
        self._damaged: list[str] = []

    async def answer(self, host: bool) -> HealthOut:
        async with self._asking:
            if time.monotonic() - self._at >= FRESH_SECONDS:
                self._wrong = await self._look()
                self._at = time.monotonic()
        return HealthOut(
            ok=not self._wrong,
            version=version("fracas"),
            compiled=is_compiled(),
            database=self._wrong,
            rooms=len(self._hall.rooms),
            damaged=len(self._damaged),
            damaged_tables=self._damaged if host else [],
        )

    async def _look(self) -> str:
        """What is wrong with the database. The server's log has the error itself."""
        store = self._hall.store
        if identity(store.path) != self._file:
            return "its file was moved or deleted"
        try:
            await asyncio.get_running_loop().run_in_executor(None, read_afresh, store.path)
            tables = await store.run(store.recent, LOOKED_AT)
            self._damaged = [str(table["id"]) for table in tables if await self._hall.trouble_of(table)]
        except (sqlite3.Error, Damaged) as error:
            self._hall.note("the database cannot be read", error)
            return "it cannot be read"
        try:
            await store.run(store.write_nothing)
        except NotKept as error:
            self._hall.note("the database cannot be written", error)
            return "it cannot be written"
        return ""


def identity(path: Path) -> tuple[int, int] | None:
    """The file behind a path; nothing if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def read_afresh(path: Path) -> None:
    """Read the ends of all tables by a connection of its own: the server's may answer from memory."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        for table in METADATA.tables:
            db.execute(f"SELECT * FROM {table} ORDER BY rowid DESC LIMIT 1").fetchone()
