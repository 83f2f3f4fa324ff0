"""The store: everything a server keeps, in SQLite or in PostgreSQL. What `keep` returned from is on the disk.

Most calls here are plain; `run` brings them onto a thread of the store and back to the event loop. SQL is written once
for both databases, with `?` for values; what differs between them stands in `store_sqlite` and `store_postgres`.
"""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import Connection, insert, update

from fracas.server.limits import room_for_table
from fracas.server.tables import EVENTS, GRANTS, KEYS, PICTURES, TABLES, TRIAL

T = TypeVar("T")
ELSEWHERE: Final = "Put back a copy of it, or serve from another folder (fracas serve --data FOLDER)."

MOVED: Final = "its file was moved or deleted"


class NotKept(Exception):
    """The database did not take it: nothing was done."""


class Unknown(NotKept):
    """Nobody can say whether the database took it: whoever asks again finds out."""


class Damaged(Exception):
    """A database that cannot be used, or a part of it that cannot be read, in words for whoever runs the server."""

    def __init__(self, place: Path | str, what: str, advice: str = ELSEWHERE) -> None:
        super().__init__(f"{place}: {what}. It was left as it is. {advice}")
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


ROW: Final = ", ".join(Row._fields)
ADD_ROW: Final = f"INSERT INTO events (table_id, {ROW}) VALUES (?{', ?' * len(Row._fields)})"
CHANGE: Final = "UPDATE tables SET changed = ?, started = ?, over = ?, result = ?, seq = ? WHERE id = ?"
LATER: Final = f"SELECT {ROW} FROM events WHERE table_id = ? AND seq > ? ORDER BY seq"


class Kept(NamedTuple):
    """Everything done at a table that can be read, in order, and what is wrong with the row after the last of it."""

    rows: list[Row]
    damage: str


class Standing(NamedTuple):
    """How a table stands, for lists."""

    started: bool
    over: bool
    result: str


class Hold(ABC):
    """A table that no other server touches, until something is kept or it is let go of."""

    rows: list[Row]
    """What others have done at it since the row that was asked for."""
    rights: int
    """How often somebody has lost a right to it."""

    @abstractmethod
    async def keep(self, row: Row, standing: Standing) -> None:
        """Append, and return when it is on the disk; with that the hold ends."""

    @abstractmethod
    async def let_go(self) -> None:
        """Nothing is kept."""


class Store(ABC):
    """The database of one server, or of several."""

    shared: bool = False
    """Do other servers work on it too?"""
    place: str
    """What people know it by."""

    def __init__(self, threads: int) -> None:
        self._thread = ThreadPoolExecutor(threads, thread_name_prefix="store")

    async def run(self, call: Callable[..., T], *args: Any) -> T:
        """Make a call on a thread of the store."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, call, *args)

    def now(self, call: Callable[..., T], *args: Any) -> T:
        """The same for callers without a loop."""
        return self._thread.submit(call, *args).result()

    @abstractmethod
    def close(self) -> None:
        """Finish what is under way, then let go of the database."""

    @abstractmethod
    async def keep(self, table: str, row: Row, standing: Standing) -> None:
        """Append, and return when it is on the disk."""

    @abstractmethod
    async def hold(self, table: str, seq: int) -> Hold | None:
        """Be alone with a table, among all servers; nothing where there are no others. The rows after `seq` come with
        it."""

    @abstractmethod
    def look_afresh(self) -> None:
        """Read the ends of all tables by a connection of its own, on any thread: others may answer from memory.
        `Damaged` says what is wrong."""

    # ---------------------------------------------------------------- on a thread of the store

    @abstractmethod
    def _write(self, work: Callable[[Connection], object]) -> None:
        """All or nothing, on the disk when it returns."""

    @abstractmethod
    def _read(self, wanted: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """Rows as the database has them: a damaged one may hold anything in any column."""

    @abstractmethod
    def read_aside(self, wanted: str) -> list[tuple[Any, ...]]:
        """The same on any thread, by a connection of its own: for what takes long and nobody who plays waits for."""

    @abstractmethod
    def size(self) -> int:
        """Bytes of the whole database; on any thread."""

    @abstractmethod
    def announce(self, table: str) -> None:
        """Rights to a table were changed by somebody who is no server: those that run hear of it."""

    @abstractmethod
    def write_nothing(self) -> None:
        """A write that is really made and synced, though it changes nothing anybody reads."""

    def transact(self, work: Callable[[Connection], T]) -> T:
        """Read and change things together, all or nothing, and return what was found."""
        found: list[T] = []
        self._write(lambda db: found.append(work(db)))
        return found[-1]

    def create(self, table: dict[str, object], rows: list[Row], standing: Standing) -> None:
        """A new table with whatever was done at it already, whole or not at all."""

        def work(db: Connection) -> None:
            room_for_table(db)
            db.execute(insert(TABLES).values({**table, **shown(standing), "seq": len(rows), "rights": 0}))
            for row in rows:
                db.execute(insert(EVENTS).values(table_id=table["id"], **row._asdict()))

        self.transact(work)

    def table(self, id: str) -> dict[str, Any] | None:
        found = list(self._read(f"SELECT {', '.join(TABLES.c.keys())} FROM tables WHERE id = ?", id))
        return table_of(found[0]) if found else None

    def rows(self, table: str, after: int = 0) -> Kept:
        """Everything done at a table, or what came after a row, as far as it can be read."""
        rows: list[Row] = []
        try:
            for found in self._read(LATER, table, after):
                row = Row(*found)
                wrong = wrong_in(row, after + len(rows) + 1)
                if wrong:
                    return Kept(rows, wrong)
                rows.append(row)
        except Damaged as error:
            return Kept(rows, f"row {after + len(rows) + 1} cannot be read ({error.what})")
        return Kept(rows, "")

    def recent(self, most: int) -> list[dict[str, Any]]:
        """The tables changed last, but for trials and those in the bin."""
        shown = "deleted = 0 AND thing_id NOT LIKE ? ORDER BY changed DESC, id LIMIT ?"
        wanted = f"SELECT {', '.join(TABLES.c.keys())} FROM tables WHERE {shown}"
        return [table_of(row) for row in self._read(wanted, f"{TRIAL}%", most)]

    def table_ids(self) -> list[str]:
        return [str(row[0]) for row in self._read("SELECT id FROM tables ORDER BY id")]

    def picture(self, campaign: str, id: str) -> dict[str, Any] | None:
        """A picture of a campaign with its bytes."""
        names = PICTURES.c.keys()
        wanted = ", ".join([f'"{name}"' for name in names])
        found = list(self._read(f"SELECT {wanted} FROM pictures WHERE campaign_id = ? AND id = ?", campaign, id))
        return dict(zip(names, found[0], strict=True)) if found else None

    def add_grant(self, grant: dict[str, object]) -> None:
        self._write(lambda db: db.execute(insert(GRANTS).values(**grant)))

    def revoke(self, table: str, seat: str) -> None:
        wanted = (GRANTS.c.table_id == table) & (GRANTS.c.seat == seat) & (GRANTS.c.revoked <= 0)

        def work(db: Connection) -> None:
            # Who holds the table holds this row, so nobody acts by a right that has ended.
            db.execute(update(TABLES).where(TABLES.c.id == table).values(rights=TABLES.c.rights + 1))
            db.execute(update(GRANTS).where(wanted).values(revoked=int(time.time())))

        self._write(work)

    def grants(self) -> list[dict[str, Any]]:
        """All that hold; the expired ones, and any that cannot be read, are left out."""
        return self._grants("revoked = 0 AND expires > ?", int(time.time()))

    def grants_of(self, table: str) -> list[dict[str, Any]]:
        """All rights to a table, also those that have ended."""
        return self._grants("table_id = ?", table)

    def grants_behind(self, id: str, token: bytes) -> list[dict[str, Any]]:
        """A right by its id or by the hash of its token."""
        return self._grants("(id = ? OR token = ?) AND expires > ?", id, token, int(time.time()))

    def _grants(self, which: str, *values: object) -> list[dict[str, Any]]:
        names = ("id", "table_id", "seat", "token", "expires", "revoked", "through")
        wanted = f"SELECT {', '.join(names)} FROM grants WHERE {which}"
        found = [dict(zip(names, row, strict=True)) for row in self._read(wanted, *values)]
        kinds = [GRANTS.c[name].type.python_type for name in names]
        return [one for one in found if all([type(one[name]) is kind for name, kind in zip(names, kinds, strict=True)])]

    def limits_set(self) -> dict[str, int]:
        return {str(name): int(value) for name, value in self._read("SELECT name, value FROM limits")}

    def key(self, name: str, fresh: bytes) -> bytes:
        """A secret of this server; the fresh one is kept if there is none yet."""
        wanted = "SELECT value FROM keys WHERE name = ?"
        found = list(self._read(wanted, name))
        if not found:
            try:
                self._write(lambda db: db.execute(insert(KEYS).values(name=name, value=fresh)))
            except NotKept:
                # Another server was quicker.
                found = list(self._read(wanted, name))
                if not found:
                    raise
            else:
                return fresh
        key = found[0][0]
        if not isinstance(key, bytes):
            raise Damaged(self.place, f"its key '{name}' cannot be read")
        return key


def open_store(place: Path | str, backups: Path | None = None) -> Store:
    """The database in a folder, or behind an address. Before it is brought up to date a backup of it goes into a
    folder, for a file into its own."""
    # Loaded here, so that whoever keeps a file needs nothing of the other.
    if isinstance(place, Path):
        from fracas.server.store_sqlite import SqliteStore

        return SqliteStore(place, backups or place)
    from fracas.server.store_postgres import PostgresStore

    return PostgresStore(place, backups)


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


def changed(table: str, row: Row, standing: Standing) -> tuple[object, ...]:
    """The values of CHANGE."""
    seen = shown(standing)
    return row.at, seen["started"], seen["over"], seen["result"], row.seq, table
