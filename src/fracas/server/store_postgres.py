"""The store in PostgreSQL, for any number of servers: whoever does something at a table holds its row meanwhile.

A hold is one transaction: lock the row of the table, read what others have appended, append, commit. The database frees
it when its server dies. Where a connection breaks during a commit, the row itself is asked what became of it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, OperationalError

from fracas.engine.errors import Invalid
from fracas.server.migrating import is_current, migrate
from fracas.server.restoring import back_up_before
from fracas.server.store import ADD_ROW, CHANGE, LATER, Damaged, Hold, NotKept, Row, Standing, Store, Unknown, wrong_in
from fracas.server.store import changed as values_of_change
from fracas.server.tables import METADATA, PICTURES

try:
    import psycopg
except ImportError:  # pragma: no cover - an extra
    psycopg = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from psycopg import AsyncConnection

T = TypeVar("T")
LOG = logging.getLogger("fracas")
CHANNEL: Final = "fracas"
"""What servers tell each other by."""
USES: Final = 1179795779
"""The advisory lock that all who use a database share, so that nobody changes it under them."""
WRITES: Final = 1179795780
"""The advisory lock of whoever reads and changes things together. Tables may be held after it, never before: else two
servers could wait for each other."""
SYNC = "on"
SAFE_SYNC = ("on", "remote_apply", "remote_write", "local")
SETTINGS: Final = {
    "lock_timeout": "8s",
    "idle_in_transaction_session_timeout": "5s",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
"""A server that hangs, or whose cable was pulled, holds no table for longer than this."""
THREADS: Final = 4
MOST_HOLDS: Final = 32
"""How many tables one server holds at a time; each takes a connection for a few milliseconds."""
PATIENCE = 4.0
"""Seconds for which somebody waits while the database is away: it may be starting again."""
ADVICE: Final = "Is the database server running, and may this user use the database?"


def for_postgres(wanted: str) -> str:
    """SQL as psycopg wants it; none of ours has a question mark or a percent sign of its own."""
    return wanted.replace("?", "%s")


HOLD: Final = "BEGIN; SELECT seq, rights FROM tables WHERE id = %s AND deleted = 0 FOR UPDATE"
KEEP: Final = f"{for_postgres(ADD_ROW)}; {for_postgres(CHANGE)}; COMMIT"
"""Each one way to the database and back: values stand in the text, which is why several statements may."""


class PostgresHold(Hold):
    """One transaction that holds the row of a table."""

    def __init__(self, store: PostgresStore, line: AsyncConnection[Any], table: str, rows: list[Row], rights: int):
        self._store = store
        self._line: AsyncConnection[Any] | None = line
        self._table = table
        self.rows = rows
        self.rights = rights

    async def keep(self, row: Row, standing: Standing) -> None:
        line, self._line = self._line, None
        assert line is not None
        try:
            await self._store.write_row(line, self._table, row, standing)
        except psycopg.IntegrityError as error:
            self._store.drop(line)
            raise NotKept("another row has this number or command id") from error
        except (psycopg.OperationalError, psycopg.InterfaceError):
            # The row may be there or not: the answer was lost, perhaps after it was kept.
            self._store.drop(line)
            if not await self._store.is_there(self._table, row):
                raise NotKept("the connection to the database was lost") from None
            return
        except psycopg.Error as error:
            self._store.drop(line)
            raise NotKept(str(error)) from error
        except BaseException:
            self._store.drop(line)
            raise
        self._store.give_back(line)

    async def let_go(self) -> None:
        line, self._line = self._line, None
        if line is None:
            return
        try:
            await line.execute("ROLLBACK")
        except psycopg.Error:
            self._store.drop(line)
        except BaseException:
            self._store.drop(line)
            raise
        else:
            self._store.give_back(line)


class PostgresStore(Store):
    """The database of several servers."""

    shared = True

    def __init__(self, address: str, backups: Path | None = None) -> None:
        self._backups = backups
        self.address = read_address(address)
        self.place = place_of(address)
        super().__init__(THREADS)
        self._idle: list[AsyncConnection[Any]] = []
        self._free = asyncio.Semaphore(MOST_HOLDS)
        url = make_url(address).set(drivername="postgresql+psycopg")
        self._engine = create_engine(
            url, pool_size=THREADS, pool_pre_ping=True, connect_args={"options": options_of(SYNC)}
        )
        try:
            self.now(self._open)
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        try:
            with self._engine.connect() as db:
                check(db)
                if is_current(db):
                    return
            with alone_with(self.address) as db:
                back_up_before(db, self._backups, LOG.warning)
                migrate(db)
        except DBAPIError as error:
            raise self._trouble(error) from error

    def close(self) -> None:
        self._thread.shutdown()
        while self._idle:
            self.drop_idle(self._idle.pop())
        self._engine.dispose()

    def _trouble(self, error: DBAPIError) -> Damaged:
        return Damaged(self.place, " ".join(str(error.orig).split()), ADVICE)

    # ---------------------------------------------------------------- holding tables

    async def connect(self) -> AsyncConnection[Any]:
        return await psycopg.AsyncConnection.connect(
            self.address, autocommit=True, options=options_of(SYNC), cursor_factory=psycopg.AsyncClientCursor
        )

    async def _take(self) -> AsyncConnection[Any]:
        await self._free.acquire()
        try:
            return self._idle.pop() if self._idle else await self.connect()
        except BaseException:
            self._free.release()
            raise

    def give_back(self, line: AsyncConnection[Any]) -> None:
        self._free.release()
        self._idle.append(line)

    def drop(self, line: AsyncConnection[Any]) -> None:
        """Of a connection that is in the middle of something nobody can tell what will come."""
        self._free.release()
        self.drop_idle(line)

    def drop_idle(self, line: AsyncConnection[Any]) -> None:
        line.pgconn.finish()

    async def patiently(self, work: Callable[[AsyncConnection[Any]], Awaitable[T]]) -> T:
        """Something that can be begun again, on a connection that may turn out to be dead."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                line = await self._take()
                try:
                    return await work(line)
                except BaseException:
                    self.drop(line)
                    raise
            except (psycopg.OperationalError, psycopg.InterfaceError) as error:
                if time.monotonic() > end:
                    raise NotKept(str(error)) from error
            if not self._idle:
                await asyncio.sleep(0.1)

    async def hold(self, table: str, seq: int) -> Hold | None:
        async def begin(line: AsyncConnection[Any]) -> PostgresHold:
            found = await line.execute(HOLD, (table,))
            found.nextset()
            there = await found.fetchone()
            if there is None:
                raise Damaged(self.place, "a table is gone")
            rows = await self._later(line, table, seq) if there[0] != seq else []
            return PostgresHold(self, line, table, rows, int(there[1]))

        return await self.patiently(begin)

    async def _later(self, line: AsyncConnection[Any], table: str, seq: int) -> list[Row]:
        found = await line.execute(for_postgres(LATER), (table, seq))
        rows = [Row(*row) for row in await found.fetchall()]
        for number, row in enumerate(rows, seq + 1):
            wrong = wrong_in(row, number)
            if wrong:
                raise Damaged(self.place, wrong)
        return rows

    async def write_row(self, line: AsyncConnection[Any], table: str, row: Row, standing: Standing) -> None:
        """Append and commit, in one go."""
        await line.execute(KEEP, (table, *row, *values_of_change(table, row, standing)))

    async def is_there(self, table: str, row: Row) -> bool:
        """Was a row kept after all? Whoever is still about to commit it holds the table, and is waited for."""

        async def look(line: AsyncConnection[Any]) -> bool:
            await line.execute(HOLD, (table,))
            found = await line.execute(
                "SELECT command_id, request, body FROM events WHERE table_id = %s AND seq = %s", (table, row.seq)
            )
            there = await found.fetchone()
            await line.execute("ROLLBACK")
            self.give_back(line)
            return there is not None and tuple(there) == (row.command_id, row.request, row.body)

        try:
            return await self.patiently(look)
        except NotKept as error:
            raise Unknown("the connection to the database was lost in mid-commit") from error

    async def keep(self, table: str, row: Row, standing: Standing) -> None:
        hold = await self.hold(table, row.seq - 1)
        assert hold is not None
        if hold.rows:
            await hold.let_go()
            raise NotKept("another row has this number or command id")
        await hold.keep(row, standing)

    # ---------------------------------------------------------------- on a thread of the store

    def _write(self, work: Callable[[Connection], object]) -> None:
        try:
            with self._engine.begin() as db:
                work(db)
        except IntegrityError as error:
            raise NotKept("another row has this number or command id") from error
        except DBAPIError as error:
            raise NotKept(str(error.orig)) from error

    def transact(self, work: Callable[[Connection], T]) -> T:
        """One after the other on all servers, as in a file that has one writer: what is read stays true until it is
        changed."""

        def alone(db: Connection) -> T:
            db.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITES}, 0)")
            return work(db)

        return super().transact(alone)

    def _read(self, wanted: str, *values: object) -> Iterator[tuple[Any, ...]]:
        try:
            with self._engine.connect() as db:
                for row in db.exec_driver_sql(for_postgres(wanted), values):
                    yield tuple(row)
        except DBAPIError as error:
            raise self._trouble(error) from error

    def read_aside(self, wanted: str) -> list[tuple[Any, ...]]:
        return list(self._read(wanted))

    def size(self) -> int:
        return int(self.read_aside("SELECT pg_database_size(current_database())")[0][0])

    def announce(self, table: str) -> None:
        self._write(lambda db: db.exec_driver_sql("SELECT pg_notify(%s, %s)", (CHANNEL, f"{table} 0")))

    def look_afresh(self) -> None:
        for table in METADATA.tables:
            wanted = "1" if table == PICTURES.name else "*"
            list(self._read(f"SELECT {wanted} FROM {table} LIMIT 1"))

    def write_nothing(self) -> None:
        """A key that nobody reads takes the time."""

        def work(db: Connection) -> None:
            db.exec_driver_sql(
                "INSERT INTO keys (name, value) VALUES ('health', %s) "
                "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (str(time.time()).encode(),),
            )

        self._write(work)


def reading(address: str, work: Callable[[Connection], T]) -> T:
    """Do something with one moment of a database, read-only, whoever writes to it meanwhile."""
    how = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    with engine_for(address) as engine, engine.connect().execution_options(**how) as db:
        return work(db)


@contextmanager
def alone_with(address: str) -> Iterator[Connection]:
    """A transaction with a database that no server uses, and none begins to use meanwhile."""
    with engine_for(address) as engine, engine.begin() as db:
        if not db.exec_driver_sql(f"SELECT pg_try_advisory_xact_lock({USES}, 0)").scalar():
            raise Invalid("--database", "", place_of(address), "one that no server uses now; stop them first")
        yield db


@contextmanager
def engine_for(address: str) -> Iterator[Engine]:
    url = make_url(read_address(address)).set(drivername="postgresql+psycopg")
    # Whatever is done with all of a database takes its time.
    engine = create_engine(url, connect_args={"options": "-c lock_timeout=8s"})
    try:
        yield engine
    except OperationalError as error:
        raise Damaged(place_of(address), " ".join(str(error.orig).split()), ADVICE) from error
    finally:
        engine.dispose()


def clear(db: Connection) -> None:
    """Nothing of ours is left, as soon as this is committed."""
    for name in [*reversed([table.name for table in METADATA.sorted_tables]), "alembic_version"]:
        db.exec_driver_sql(f'DROP TABLE IF EXISTS "{name}" CASCADE')


def place_of(address: str) -> str:
    return make_url(address).render_as_string(hide_password=True)


def read_address(address: str) -> str:
    """The address of a database as its own library reads it; `Invalid` where this is none."""
    try:
        url = make_url(address)
    except ArgumentError:
        raise Invalid("--database", "", "what was given", "postgresql://USER:PASSWORD@HOST/NAME") from None
    if url.drivername not in ("postgresql", "postgres") or not url.database:
        told = url.render_as_string(hide_password=True)
        raise Invalid("--database", "", told, "postgresql://USER:PASSWORD@HOST/NAME")
    if psycopg is None:
        raise Invalid("--database", "", "no psycopg", "what speaks to PostgreSQL: pip install 'fracas[postgres]'")
    return address


def options_of(sync: str) -> str:
    return " ".join([f"-c {name}={value}" for name, value in {**SETTINGS, "synchronous_commit": sync}.items()])


def check(db: Connection) -> None:
    """What the connection really does, read back from it: anything less could lose what was acknowledged."""
    for name, good in (("fsync", ("on",)), ("full_page_writes", ("on",)), ("synchronous_commit", SAFE_SYNC)):
        found = str(db.exec_driver_sql(f"SHOW {name}").scalar())
        if found not in good:
            raise Invalid("database", name, found, "on")
