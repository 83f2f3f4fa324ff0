"""The store: one SQLite file, one writing connection in one thread. What `append` returned from is on the disk.

Everything here is plain calls; `run` brings them onto the store's own thread and back to the event loop.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import Connection, RowMapping, create_engine, event, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from fracas.engine.errors import Invalid
from fracas.server.lockfile import Lock, refuse_shared_disk
from fracas.server.migrating import migrate
from fracas.server.schema import EVENTS, GRANTS, KEYS, TABLES

T = TypeVar("T")
FILE: Final = "fracas.db"
SYNC = "FULL"
LEAST_SYNC = 2
"""What SQLite calls FULL: a commit returns after its fsync. Tests loosen both to see loss noticed."""
WAITS_MS: Final = 5000


class NotKept(Exception):
    """The database did not take it: nothing was done."""


class Row(NamedTuple):
    """One thing done at a table."""

    seq: int
    command_id: str
    request: bytes
    seat: str
    kind: str
    game: str
    body: bytes
    after: bytes
    reply: bytes
    at: int


class Standing(NamedTuple):
    """How a table stands, for lists."""

    started: bool
    over: bool
    result: str


class Store:
    """The database of one server."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        refuse_shared_disk(folder)
        self.path = folder / FILE
        self.lock = Lock(folder)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        try:
            self._thread.submit(self._open).result()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        self._engine = create_engine(f"sqlite:///{self.path}", isolation_level="AUTOCOMMIT")
        event.listen(self._engine, "connect", set_up)
        self._connection = self._engine.connect()
        check(self._connection)
        self._connection.exec_driver_sql("BEGIN IMMEDIATE")
        try:
            migrate(self._connection)
        except BaseException:
            self._connection.exec_driver_sql("ROLLBACK")
            raise
        self._connection.exec_driver_sql("COMMIT")

    def close(self) -> None:
        """Finish what is under way, then let go of file and lock."""
        self._thread.submit(self._close).result()
        self._thread.shutdown()
        self.lock.release()

    def _close(self) -> None:
        if hasattr(self, "_connection"):
            self._connection.close()
            self._engine.dispose()

    async def run(self, call: Callable[..., T], *args: Any) -> T:
        """Make a call on the store's thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, call, *args)

    def now(self, call: Callable[..., T], *args: Any) -> T:
        """The same for callers without a loop."""
        return self._thread.submit(call, *args).result()

    # ---------------------------------------------------------------- on the store's thread

    def _write(self, work: Callable[[Connection], object]) -> None:
        """All or nothing, on the disk when it returns."""
        db = self._connection
        try:
            db.exec_driver_sql("BEGIN IMMEDIATE")
            work(db)
            db.exec_driver_sql("COMMIT")
        except IntegrityError as error:
            self._rollback()
            raise NotKept("another row has this number or command id") from error
        except DBAPIError as error:
            self._rollback()
            raise NotKept(str(error.orig)) from error
        except BaseException:
            self._rollback()
            raise

    def _rollback(self) -> None:
        try:
            self._connection.exec_driver_sql("ROLLBACK")
        except DBAPIError:
            # SQLite has rolled back by itself, as it does when the disk fails.
            return

    def append(self, table: str, row: Row, standing: Standing) -> None:
        """Keep one thing done."""

        def work(db: Connection) -> None:
            db.execute(insert(EVENTS).values(table_id=table, **row._asdict()))
            changed = {"changed": row.at, **shown(standing)}
            db.execute(update(TABLES).where(TABLES.c.id == table).values(**changed))

        self._write(work)

    def create(self, table: dict[str, object], rows: list[Row], standing: Standing) -> None:
        """A new table with whatever was done at it already, whole or not at all."""

        def work(db: Connection) -> None:
            db.execute(insert(TABLES).values(**table, **shown(standing)))
            for row in rows:
                db.execute(insert(EVENTS).values(table_id=table["id"], **row._asdict()))

        self._write(work)

    def table(self, id: str) -> RowMapping | None:
        return self._connection.execute(select(TABLES).where(TABLES.c.id == id)).mappings().first()

    def rows(self, table: str) -> list[Row]:
        """Everything done at a table, in order."""
        columns = [EVENTS.c[name] for name in Row._fields]
        found = self._connection.execute(select(*columns).where(EVENTS.c.table_id == table).order_by(EVENTS.c.seq))
        return [Row(*one) for one in found]

    def recent(self, most: int) -> list[RowMapping]:
        """The tables changed last."""
        wanted = select(TABLES).order_by(TABLES.c.changed.desc(), TABLES.c.id).limit(most)
        return list(self._connection.execute(wanted).mappings())

    def add_grant(self, grant: dict[str, object]) -> None:
        self._write(lambda db: db.execute(insert(GRANTS).values(**grant)))

    def revoke(self, table: str, seat: str) -> None:
        wanted = (GRANTS.c.table_id == table) & (GRANTS.c.seat == seat) & (GRANTS.c.revoked == 0)
        self._write(lambda db: db.execute(update(GRANTS).where(wanted).values(revoked=int(time.time()))))

    def grants(self) -> list[RowMapping]:
        """All that hold; the expired ones are left out."""
        held = (GRANTS.c.revoked == 0) & (GRANTS.c.expires > int(time.time()))
        return list(self._connection.execute(select(GRANTS).where(held)).mappings())

    def key(self, name: str, fresh: bytes) -> bytes:
        """A secret of this server; the fresh one is kept if there is none yet."""
        found = self._connection.execute(select(KEYS.c.value).where(KEYS.c.name == name)).scalar()
        if found is None:
            self._write(lambda db: db.execute(insert(KEYS).values(name=name, value=fresh)))
            return fresh
        return bytes(found)


def shown(standing: Standing) -> dict[str, object]:
    return {"started": int(standing.started), "over": int(standing.over), "result": standing.result[:200]}


def set_up(raw: sqlite3.Connection, _record: object) -> None:
    """Settings of a connection, before its first use."""
    raw.execute("PRAGMA journal_mode=WAL")
    raw.execute(f"PRAGMA synchronous={SYNC}")
    raw.execute(f"PRAGMA busy_timeout={WAITS_MS}")
    raw.execute("PRAGMA foreign_keys=ON")


def check(db: Connection) -> None:
    """What the connection really does, read back from it: anything less could lose what was acknowledged."""
    mode = str(db.exec_driver_sql("PRAGMA journal_mode").scalar())
    level = int(str(db.exec_driver_sql("PRAGMA synchronous").scalar()))
    if mode != "wal":
        raise Invalid("database", "journal_mode", mode, "wal")
    if level < LEAST_SYNC:
        raise Invalid("database", "synchronous", level, "FULL")
