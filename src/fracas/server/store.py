"""The store: one SQLite file, one writing connection in one thread. What `append` returned from is on the disk.

Everything here is plain calls; `run` brings them onto the store's own thread and back to the event loop.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import Connection, create_engine, event, insert, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from fracas.engine.errors import Invalid
from fracas.server.lockfile import Lock, refuse_shared_disk
from fracas.server.migrating import migrate
from fracas.server.tables import EVENTS, GRANTS, KEYS, TABLES

T = TypeVar("T")
FILE: Final = "fracas.db"
MAGIC: Final = b"SQLite format 3\x00"
SYNC = "FULL"
LEAST_SYNC = 2
"""What SQLite calls FULL: a commit returns after its fsync. Tests loosen both to see loss noticed."""
WAITS_MS: Final = 5000


class NotKept(Exception):
    """The database did not take it: nothing was done."""


class Damaged(Exception):
    """A database that cannot be used, or a part of it that cannot be read, in words for whoever runs the server."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(
            f"{path}: {what}. It was left as it is. Put back a copy of it, or serve from another folder"
            " (fracas serve --data FOLDER)."
        )
        self.what = what


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


ADD_ROW: Final = f"INSERT INTO events (table_id, {', '.join(Row._fields)}) VALUES (?{', ?' * len(Row._fields)})"
CHANGE: Final = "UPDATE tables SET changed = ?, started = ?, over = ?, result = ? WHERE id = ?"


class Kept(NamedTuple):
    """Everything done at a table that can be read, in order, and what is wrong with the row after the last of it."""

    rows: list[Row]
    damage: str


class Standing(NamedTuple):
    """How a table stands, for lists."""

    started: bool
    over: bool
    result: str


class Waiting:
    """A row on its way to the disk, and whoever waits for it."""

    def __init__(self, what: tuple[str, Row, Standing]) -> None:
        self.what = what
        self._loop = asyncio.get_running_loop()
        self.future: asyncio.Future[None] = self._loop.create_future()

    def tell(self, error: BaseException | None) -> None:
        """From the store's thread: it is kept, or why not."""
        self._loop.call_soon_threadsafe(self._settle, error)

    def _settle(self, error: BaseException | None) -> None:
        if self.future.done():
            return
        if error is None:
            self.future.set_result(None)
        else:
            self.future.set_exception(error)


class Store:
    """The database of one server."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        refuse_shared_disk(folder)
        self.path = folder / FILE
        self.lock = Lock(folder)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._waiting: deque[Waiting] = deque()
        try:
            self._thread.submit(self._open).result()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        """A database that was there already is looked over before anything is written to it."""
        if not self.path.exists():
            if self.path.with_name(FILE + "-wal").exists():
                raise Damaged(self.path, f"it is gone, though its journal ({FILE}-wal) is still there")
            begin_new(self.path)
        look_over(self.path)
        try:
            self._connect()
        except DBAPIError as error:
            raise Damaged(self.path, str(error.orig)) from error

    def _connect(self) -> None:
        self._engine = create_engine(f"sqlite:///{self.path}", isolation_level="AUTOCOMMIT")
        event.listen(self._engine, "connect", set_up)
        self._connection = self._engine.connect()
        bring_up_to_date(self._connection)
        raw = self._connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        self._raw = raw
        """The same without SQLAlchemy, which costs more than the writing, for what is done with every command."""

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

    async def keep(self, table: str, row: Row, standing: Standing) -> None:
        """Append, and return when it is on the disk. Those that wait for the disk at one time share its sync."""
        waiting = Waiting((table, row, standing))
        self._waiting.append(waiting)
        self._thread.submit(self._append_waiting)
        await waiting.future

    def now(self, call: Callable[..., T], *args: Any) -> T:
        """The same for callers without a loop."""
        return self._thread.submit(call, *args).result()

    # ---------------------------------------------------------------- on the store's thread

    def _write(self, work: Callable[[Connection], object]) -> None:
        """All or nothing, on the disk when it returns."""
        try:
            self._raw.execute("BEGIN IMMEDIATE")
            work(self._connection)
            self._raw.execute("COMMIT")
        except (IntegrityError, sqlite3.IntegrityError) as error:
            self._rollback()
            raise NotKept("another row has this number or command id") from error
        except (DBAPIError, sqlite3.Error) as error:
            self._rollback()
            raise NotKept(str(error.orig if isinstance(error, DBAPIError) else error)) from error
        except BaseException:
            self._rollback()
            raise

    def _rollback(self) -> None:
        try:
            self._raw.execute("ROLLBACK")
        except sqlite3.Error:
            # SQLite has rolled back by itself, as it does when the disk fails.
            return

    def append(self, table: str, row: Row, standing: Standing) -> None:
        """Keep one thing done."""
        self._write(lambda _: add_row(self._raw, table, row, standing))

    def _append_waiting(self) -> None:
        """Keep all that waits, with one sync; where something cannot be kept, each by itself."""
        batch = [self._waiting.popleft() for _ in range(len(self._waiting))]
        if len(batch) > 1:
            try:
                self._write(lambda _: add_rows(self._raw, [one.what for one in batch]))
            except BaseException:  # noqa: BLE001 - one of them is at fault, and is told so when its turn comes
                pass
            else:
                for one in batch:
                    one.tell(None)
                return
        for one in batch:
            try:
                self.append(*one.what)
                one.tell(None)
            except BaseException as error:  # noqa: BLE001 - whoever waits for it is told
                one.tell(error)

    def create(self, table: dict[str, object], rows: list[Row], standing: Standing) -> None:
        """A new table with whatever was done at it already, whole or not at all."""

        def work(db: Connection) -> None:
            db.execute(insert(TABLES).values(**table, **shown(standing)))
            for row in rows:
                db.execute(insert(EVENTS).values(table_id=table["id"], **row._asdict()))

        self._write(work)

    def _read(self, wanted: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """Rows as the file has them: a damaged one may hold anything in any column."""
        try:
            for row in self._connection.exec_driver_sql(wanted, values):
                yield tuple(row)
        except DBAPIError as error:
            raise Damaged(self.path, str(error.orig)) from error

    def table(self, id: str) -> dict[str, Any] | None:
        names = ", ".join(TABLES.c.keys())
        found = list(self._read(f"SELECT {names} FROM tables WHERE id = ?", id))
        return table_of(found[0]) if found else None

    def rows(self, table: str) -> Kept:
        """Everything done at a table, as far as it can be read."""
        names = ", ".join(Row._fields)
        rows: list[Row] = []
        try:
            for found in self._read(f"SELECT {names} FROM events WHERE table_id = ? ORDER BY seq", table):
                row = Row(*found)
                wrong = wrong_in(row, len(rows) + 1)
                if wrong:
                    return Kept(rows, wrong)
                rows.append(row)
        except Damaged as error:
            return Kept(rows, f"row {len(rows) + 1} cannot be read ({error.what})")
        return Kept(rows, "")

    def recent(self, most: int) -> list[dict[str, Any]]:
        """The tables changed last."""
        names = ", ".join(TABLES.c.keys())
        return [
            table_of(row) for row in self._read(f"SELECT {names} FROM tables ORDER BY changed DESC, id LIMIT ?", most)
        ]

    def write_nothing(self) -> None:
        """A write that is really made and synced, though it changes nothing anybody reads: a number of SQLite's header
        counts up."""

        def work(db: Connection) -> None:
            count = int(str(db.exec_driver_sql("PRAGMA user_version").scalar()))
            db.exec_driver_sql(f"PRAGMA user_version = {(count + 1) % 2**31}")

        self._write(work)

    def add_grant(self, grant: dict[str, object]) -> None:
        self._write(lambda db: db.execute(insert(GRANTS).values(**grant)))

    def revoke(self, table: str, seat: str) -> None:
        wanted = (GRANTS.c.table_id == table) & (GRANTS.c.seat == seat) & (GRANTS.c.revoked == 0)
        self._write(lambda db: db.execute(update(GRANTS).where(wanted).values(revoked=int(time.time()))))

    def grants(self) -> list[dict[str, Any]]:
        """All that hold; the expired ones, and any that cannot be read, are left out."""
        names = ("id", "table_id", "seat", "token", "expires")
        wanted = f"SELECT {', '.join(names)} FROM grants WHERE revoked = 0 AND expires > ?"
        found = [dict(zip(names, row, strict=True)) for row in self._read(wanted, int(time.time()))]
        kinds = (str, str, str, bytes, int)
        return [one for one in found if all([type(one[name]) is kind for name, kind in zip(names, kinds, strict=True)])]

    def key(self, name: str, fresh: bytes) -> bytes:
        """A secret of this server; the fresh one is kept if there is none yet."""
        found = list(self._read("SELECT value FROM keys WHERE name = ?", name))
        if not found:
            self._write(lambda db: db.execute(insert(KEYS).values(name=name, value=fresh)))
            return fresh
        key = found[0][0]
        if not isinstance(key, bytes):
            raise Damaged(self.path, f"its key '{name}' cannot be read")
        return key


def add_row(db: sqlite3.Connection, table: str, row: Row, standing: Standing) -> None:
    """One thing done at a table, in plain SQL: this is done for every command."""
    db.execute(ADD_ROW, (table, *row))
    seen = shown(standing)
    db.execute(CHANGE, (row.at, seen["started"], seen["over"], seen["result"], table))


def add_rows(db: sqlite3.Connection, rows: list[tuple[str, Row, Standing]]) -> None:
    for row in rows:
        add_row(db, *row)


def table_of(row: tuple[Any, ...]) -> dict[str, Any]:
    """A row of `tables`; what is not of its type is nothing."""
    found: dict[str, Any] = {}
    for column, value in zip(TABLES.c, row, strict=True):
        kind = column.type.python_type
        found[column.name] = value if type(value) is kind else kind()
    return found


def wrong_in(row: Row, seq: int) -> str:
    """What is wrong with the next row of a table; nothing if it is one."""
    if row.seq != seq:
        return f"row {seq} is missing"
    for column, value in zip([EVENTS.c[name] for name in Row._fields], row, strict=True):
        if type(value) is not column.type.python_type:
            return f"row {seq} cannot be read ({column.name})"
    return ""


def shown(standing: Standing) -> dict[str, object]:
    return {"started": int(standing.started), "over": int(standing.over), "result": standing.result[:200]}


def begin_new(path: Path) -> None:
    """A new database, made under another name and given its own when it is whole: an empty one is never ours."""
    new = path.with_name(FILE + ".new")
    for rest in ("", "-wal", "-shm", "-journal"):
        new.with_name(new.name + rest).unlink(missing_ok=True)
    file = os.open(new, os.O_RDWR | os.O_CREAT, 0o600)
    engine = create_engine(f"sqlite:///{new}", isolation_level="AUTOCOMMIT")
    event.listen(engine, "connect", set_up)
    try:
        with engine.connect() as connection:
            bring_up_to_date(connection)
    finally:
        engine.dispose()
    os.fsync(file)
    os.close(file)
    new.replace(path)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


def look_over(path: Path) -> None:
    """Read a database through without changing a byte of it; `Damaged` says what is wrong."""
    with path.open("rb") as file:
        first = file.read(len(MAGIC))
    if not first:
        raise Damaged(path, "it is empty, and Fracas never leaves it so")
    if first != MAGIC:
        raise Damaged(path, "it is no SQLite database")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            found = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        raise Damaged(path, f"it is damaged ({' '.join(found.split())})")


def bring_up_to_date(connection: Connection) -> None:
    check(connection)
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    try:
        migrate(connection)
    except BaseException:
        connection.exec_driver_sql("ROLLBACK")
        raise
    connection.exec_driver_sql("COMMIT")


def readable(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def set_up(raw: sqlite3.Connection, _record: object) -> None:
    """Settings of a connection, before its first use."""
    raw.text_factory = readable
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
