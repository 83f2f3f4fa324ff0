"""Backups: everything a database holds as one file, the same for SQLite and PostgreSQL, read whole or not at all.

Gzipped JSON lines: what it is, then each table with its rows, then how many there were and a hash of all before.
Whoever makes one reads a single moment of the database, while servers go on. Links are kept as hashes, but the key that
signs cookies and every secret of every table are in it: it is for the operator's eyes alone.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
import secrets
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, MetaData, Table, inspect

from fracas.engine.errors import Invalid
from fracas.server.migrating import known_revisions, present_revision
from fracas.server.store_sqlite import sync_folder
from fracas.server.tables import PICTURES, TRANSIENT

FORMAT: Final = 1
ENDING: Final = ".fracas-backup"
MANY: Final = 500
FEW: Final = 4
"""How many rows are read and written at once; of pictures only a few, as each may be megabytes."""
KEPT: Final = 5
"""How many automatic backups of one kind are kept."""
Value = str | int | bytes | None


class Summary(NamedTuple):
    """What a backup says about itself."""

    revision: str
    at: int
    rows: int


# -------------------------------------------------------------------- writing


def tables_in(db: Connection) -> list[Table]:
    """The tables of a database as it is, of whatever version, each after those it points to."""
    found = MetaData()
    found.reflect(db, only=lambda name, _: name != "alembic_version" and name not in TRANSIENT)
    return found.sorted_tables


def lines_of(db: Connection) -> Iterator[str]:
    """A whole database, line by line, at the moment that the connection's transaction sees."""
    yield dumped({"fracas-backup": FORMAT, "revision": present_revision(db), "at": int(time.time())})
    for table in tables_in(db):
        names = [column.name for column in table.columns]
        yield dumped({"table": table.name, "columns": names})
        order = ", ".join([f'"{column.name}"' for column in table.primary_key.columns])
        wanted = ", ".join([f'"{name}"' for name in names])
        asked = f'SELECT {wanted} FROM "{table.name}" ORDER BY {order}'
        many = FEW if table.name == PICTURES.name else MANY
        for row in db.exec_driver_sql(asked, execution_options={"stream_results": True, "yield_per": many}):
            yield dumped([told(value) for value in row])


def told(value: Any) -> Any:
    return {"b": base64.b64encode(value).decode()} if isinstance(value, bytes | memoryview) else value


def dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write(db: Connection, path: Path) -> Summary:
    """A backup of a moment, under its name once it is whole and on the disk."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    count, digest, first = 0, hashlib.sha256(), ""
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as raw:
            with gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=4, mtime=0, filename="") as out:
                for line in lines_of(db):
                    first = first or line
                    count += line.startswith("[")
                    data = line.encode("utf-8", "surrogatepass") + b"\n"
                    digest.update(data)
                    out.write(data)
                out.write(dumped({"rows": count, "sha256": digest.hexdigest()}).encode() + b"\n")
            raw.flush()
            os.fsync(raw.fileno())
        part.replace(path)
        sync_folder(path.parent)
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, OSError) and not error.filename:
            # When the disk is full, the error names no file.
            error.filename = str(path)
        raise
    head = json.loads(first)
    return Summary(str(head["revision"]), int(head["at"]), count)


# -------------------------------------------------------------------- reading


class Backup:
    """A backup that is whole: looked through once, before anything is done with it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.summary = self._look_through()
        if self.summary.revision not in known_revisions():
            raise self._newer(self.summary.revision)

    def _newer(self, version: str) -> Invalid:
        return Invalid(str(self.path), "version", version, "one this program knows; a newer Fracas made it")

    def _bad(self, what: str) -> Invalid:
        return Invalid(str(self.path), "", what, "a whole backup made by fracas backup")

    def _lines(self) -> Iterator[bytes]:
        try:
            with gzip.open(self.path, "rb") as file:
                yield from file
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise self._bad(f"cut off or damaged ({type(error).__name__})") from None

    def _look_through(self) -> Summary:
        digest, count, last, head = hashlib.sha256(), 0, b"", b""
        for line in self._lines():
            if last:
                head = head or last
                digest.update(last)
                count += last.startswith(b"[")
            last = line
        try:
            first, end = json.loads(head or b"{}"), json.loads(last or b"{}")
        except ValueError:
            raise self._bad("not a backup") from None
        if not isinstance(first, dict) or type(first.get("fracas-backup")) is not int:
            raise self._bad("not a backup")
        if not isinstance(end, dict) or end != {"rows": count, "sha256": digest.hexdigest()}:
            raise self._bad("changed, or without its end")
        if first["fracas-backup"] != FORMAT:
            raise self._newer(f"format {first['fracas-backup']}")
        return Summary(str(first["revision"]), int(first["at"]), count)

    def tables(self) -> Iterator[tuple[str, list[str], Iterator[list[Value]]]]:
        """Each table: its name, its columns, its rows; to be read in this order."""
        lines = self._lines()
        next(lines)
        line = next(lines)
        while True:
            head = json.loads(line)
            if "table" not in head:
                return
            left: list[bytes] = []
            yield str(head["table"]), [str(column) for column in head["columns"]], self._rows(lines, left)
            line = left[0]

    def _rows(self, lines: Iterator[bytes], left: list[bytes]) -> Iterator[list[Value]]:
        for line in lines:
            if not line.startswith(b"["):
                left.append(line)
                return
            yield [base64.b64decode(row["b"]) if isinstance(row, dict) else row for row in json.loads(line)]


def load(db: Connection, backup: Backup) -> None:
    """Fill the empty tables of a database of the backup's own version."""
    known = {table.name: table for table in tables_in(db)}
    mark = "%s" if db.dialect.name == "postgresql" else "?"
    for name, columns, rows in backup.tables():
        if name not in known or set(columns) != {column.name for column in known[name].columns}:
            raise Invalid(str(backup.path), name, ", ".join(columns), "a table of this version")
        into = f'INSERT INTO "{name}" ({", ".join([f"{chr(34)}{one}{chr(34)}" for one in columns])})'
        into += f" VALUES ({', '.join([mark] * len(columns))})"
        some: list[tuple[Value, ...]] = []
        for row in rows:
            some.append(tuple(row))
            if len(some) == (FEW if name == PICTURES.name else MANY):
                db.exec_driver_sql(into, some)
                some = []
        if some:
            db.exec_driver_sql(into, some)
        if db.dialect.name == "postgresql":
            count_on(db, known[name])


def count_on(db: Connection, table: Table) -> None:
    """Numbers that count up by themselves go on after the highest one."""
    for column in table.primary_key.columns:
        name = f"pg_get_serial_sequence('{table.name}', '{column.name}')"
        if db.exec_driver_sql(f"SELECT {name}").scalar() is not None:
            highest = f'(SELECT COALESCE(MAX("{column.name}"), 0) + 1 FROM "{table.name}")'
            db.exec_driver_sql(f"SELECT setval({name}, {highest}, false)")


def is_empty(db: Connection) -> bool:
    """Is there nothing that a backup would have to keep?"""
    if "tables" not in inspect(db).get_table_names():
        return True
    return all(
        db.exec_driver_sql(f'SELECT 1 FROM "{table.name}" LIMIT 1').first() is None
        for table in tables_in(db)
        if table.name != "keys"
    )


# -------------------------------------------------------------------- automatic ones


def name_for(kind: str) -> str:
    return f"{kind}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}{ENDING}"


def prune(folder: Path, kind: str, keep: int = KEPT) -> None:
    """The oldest automatic backups of a kind go, once there are more than enough newer ones, all of them whole."""
    found = sorted(folder.glob(f"{kind}-*{ENDING}"))
    good: list[Path] = []
    for path in reversed(found):
        if len(good) >= keep:
            path.unlink()
            continue
        try:
            Backup(path)
        except (Invalid, OSError):
            # Not one of the good ones; somebody may still want to look at it.
            continue
        good.append(path)
