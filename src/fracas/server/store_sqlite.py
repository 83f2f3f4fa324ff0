"""The store in one SQLite file: one writing connection in one thread, and one server a file.

What `append` returned from is on the disk.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError

from fracas.engine.errors import Invalid
from fracas.server.lockfile import Lock, refuse_shared_disk
from fracas.server.migrating import check_known, is_current, migrate
from fracas.server.store import ADD_ROW, CHANGE, MOVED, Damaged, Hold, NotKept, Row, Standing, Store, changed
from fracas.server.tables import METADATA, PICTURES

T = TypeVar("T")
LOG = logging.getLogger("fracas")
FILE: Final = "fracas.db"
MAGIC: Final = b"SQLite format 3\x00"
SYNC = "FULL"
LEAST_SYNC = 2
"""What SQLite calls FULL: a commit returns after its fsync. Tests loosen both to see loss noticed."""
WAITS_MS: Final = 5000


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


class SqliteStore(Store):
    """The database of one server."""

    def __init__(self, folder: Path, backups: Path | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        refuse_shared_disk(folder)
        self.path = folder / FILE
        self.place = str(folder)
        self.lock = Lock(folder)
        super().__init__(1)
        self._backups = backups
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
        self._file = identity(self.path)

    def _connect(self) -> None:
        self._engine = engine_of(self.path)
        self._connection = self._engine.connect()
        bring_up_to_date(self._connection, self._backups)
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

    async def keep(self, table: str, row: Row, standing: Standing) -> None:
        """Append, and return when it is on the disk. Those that wait for the disk at one time share its sync."""
        waiting = Waiting((table, row, standing))
        self._waiting.append(waiting)
        self._thread.submit(self._append_waiting)
        await waiting.future

    async def hold(self, table: str, seq: int) -> Hold | None:
        return None

    def look_afresh(self) -> None:
        if identity(self.path) != self._file:
            raise Damaged(self.path, MOVED)
        try:
            with closing(sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True)) as db:
                for table in METADATA.tables:
                    wanted = "1" if table == PICTURES.name else "*"
                    db.execute(f"SELECT {wanted} FROM {table} ORDER BY rowid DESC LIMIT 1").fetchone()
        except sqlite3.Error as error:
            raise Damaged(self.path, str(error)) from error

    def read_aside(self, wanted: str) -> list[tuple[Any, ...]]:
        return reading(self.path, lambda db: [tuple(row) for row in db.exec_driver_sql(wanted)])

    def announce(self, table: str) -> None:
        # A file has one server, and none runs while somebody else has it.
        return

    def size(self) -> int:
        files = [self.path.with_name(FILE + rest) for rest in ("", "-wal")]
        return sum([file.stat().st_size for file in files if file.exists()])

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

    def _read(self, wanted: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """Rows as the file has them: a damaged one may hold anything in any column."""
        try:
            for row in self._connection.exec_driver_sql(wanted, values):
                yield tuple(row)
        except DBAPIError as error:
            raise Damaged(self.path, str(error.orig)) from error

    def write_nothing(self) -> None:
        """A number of SQLite's header counts up."""

        def work(db: Connection) -> None:
            count = int(str(db.exec_driver_sql("PRAGMA user_version").scalar()))
            db.exec_driver_sql(f"PRAGMA user_version = {(count + 1) % 2**31}")

        self._write(work)


def identity(path: Path) -> tuple[int, int] | None:
    """The file behind a path; nothing if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def add_row(db: sqlite3.Connection, table: str, row: Row, standing: Standing) -> None:
    """One thing done at a table, in plain SQL: this is done for every command."""
    db.execute(ADD_ROW, (table, *row))
    db.execute(CHANGE, changed(table, row, standing))


def add_rows(db: sqlite3.Connection, rows: list[tuple[str, Row, Standing]]) -> None:
    for row in rows:
        add_row(db, *row)


def begin_new(path: Path) -> None:
    """A new database, made under another name and given its own when it is whole: an empty one is never ours."""
    new = path.with_name(FILE + ".new")
    for rest in ("", "-wal", "-shm", "-journal"):
        new.with_name(new.name + rest).unlink(missing_ok=True)
    file = os.open(new, os.O_RDWR | os.O_CREAT, 0o600)
    engine = engine_of(new)
    try:
        with engine.connect() as connection:
            bring_up_to_date(connection, None)
    finally:
        engine.dispose()
    os.fsync(file)
    os.close(file)
    new.replace(path)
    sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """The names of the files in a folder are on the disk."""
    if os.name == "posix":
        folder = os.open(path, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


def reading(path: Path, work: Callable[[Connection], T]) -> T:
    """Do something with one moment of a file, read-only, whoever writes to it meanwhile."""
    if not path.exists():
        raise Invalid("--data", "", str(path.parent), "a folder with a database; this one has none")
    look_over(path)
    engine = create_engine(f"sqlite:///file:{path.absolute()}?mode=ro&uri=true", isolation_level="AUTOCOMMIT")
    event.listen(engine, "connect", lambda raw, _: setattr(raw, "text_factory", readable))
    try:
        with engine.connect() as db:
            db.exec_driver_sql("BEGIN")
            return work(db)
    except DBAPIError as error:
        raise Damaged(path, str(error.orig)) from error
    finally:
        engine.dispose()


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
            has = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
            versions = db.execute("SELECT version_num FROM alembic_version").fetchall() if has else []
    except sqlite3.DatabaseError as error:
        found, versions = str(error), []
    if found != "ok":
        raise Damaged(path, f"it is damaged ({' '.join(found.split())})")
    for version in versions:
        check_known(str(version[0]))


def bring_up_to_date(connection: Connection, backups: Path | None) -> None:
    check(connection)
    if backups is not None and not is_current(connection):
        # Loaded here, because it opens such files itself.
        from fracas.server.restoring import back_up_before

        back_up_before(connection, backups, LOG.warning)
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    try:
        migrate(connection)
    except BaseException:
        connection.exec_driver_sql("ROLLBACK")
        raise
    connection.exec_driver_sql("COMMIT")


def readable(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def engine_of(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", isolation_level="AUTOCOMMIT")
    event.listen(engine, "connect", set_up)
    return engine


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
