"""Is this server well? What a monitor asks: the database is really read and written, and damaged tables are counted.

Anybody may ask, so an answer is good for a few seconds, names no file, and names tables to the host alone.
"""

from __future__ import annotations

import asyncio
import time

from pydantic import Field

from fracas import __version__
from fracas.protocol.messages import Message
from fracas.server.hall import Hall
from fracas.server.store import MOVED, Damaged, NotKept
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
            version=__version__,
            compiled=is_compiled(),
            database=self._wrong,
            rooms=len(self._hall.rooms),
            damaged=len(self._damaged),
            damaged_tables=self._damaged if host else [],
        )

    async def _look(self) -> str:
        """What is wrong with the database. The server's log has the error itself."""
        store = self._hall.store
        try:
            await asyncio.to_thread(store.look_afresh)
            tables = await store.run(store.recent, LOOKED_AT)
            self._damaged = [str(table["id"]) for table in tables if await self._hall.trouble_of(table)]
        except Damaged as error:
            if error.what == MOVED:
                return MOVED
            self._hall.note("the database cannot be read", error)
            return "it cannot be read"
        try:
            await store.run(store.write_nothing)
        except NotKept as error:
            self._hall.note("the database cannot be written", error)
            return "it cannot be written"
        return ""
