"""Backing up and restoring: a backup is good when every table in it folds; a bad one changes nothing anywhere."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from fracas.engine.errors import Invalid
from fracas.server.backups import Backup, Summary, is_empty, load, name_for, prune, write
from fracas.server.lockfile import Lock
from fracas.server.migrating import is_current, migrate, present_revision
from fracas.server.opening import Unreadable, open_kept
from fracas.server.store import Damaged, Store
from fracas.server.store_sqlite import FILE, SqliteStore, engine_of, reading, sync_folder

FOLDER: Final = "backups"
"""Where automatic backups are kept, in the folder of the data."""
BEFORE, REPLACED, EVENING = "before-migration", "replaced", "evening"


def make_backup(place: Path | str, path: Path) -> Summary:
    """A backup of a database, while servers may go on with it."""
    return reader_of(place)(lambda db: write(db, path))


def reader_of(place: Path | str) -> Callable[[Callable[[Connection], Summary]], Summary]:
    """Runs something on one moment of a database that is only read."""
    if isinstance(place, Path):
        return lambda work: reading(place / FILE, work)
    from fracas.server.store_postgres import reading as reading_postgres

    return lambda work: reading_postgres(place, work)


# -------------------------------------------------------------------- is it good?


def troubles_in(backup: Backup, say: Callable[[str], None] = lambda _: None) -> dict[str, str]:
    """What is wrong with each table of a backup, found by folding all of them in a database made for it."""
    with tempfile.TemporaryDirectory(prefix="fracas-") as name:
        folder = Path(name)
        fill_file(folder / FILE, backup)
        store = SqliteStore(folder)
        try:
            return fold_all(store, say)
        finally:
            store.close()


def fold_all(store: Store, say: Callable[[str], None]) -> dict[str, str]:
    found: dict[str, str] = {}
    ids = store.now(store.table_ids)
    for number, id in enumerate(ids, 1):
        say(f"table {number} of {len(ids)}")
        table = store.now(store.table, id)
        assert table is not None
        try:
            room = open_kept(store, table, store.now(store.rows, id))
            if room.damage:
                found[id] = room.damage
        except (Unreadable, Damaged) as error:
            found[id] = str(error)
    return found


def fill_file(path: Path, backup: Backup) -> None:
    """A new database file with everything of a backup in it, brought up to date."""
    engine = engine_of(path)
    try:
        with engine.connect() as db:
            db.exec_driver_sql("BEGIN IMMEDIATE")
            fill(db, backup)
            db.exec_driver_sql("COMMIT")
            db.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    except DBAPIError as error:
        wanted = "rows that a database takes, and room for them on its disk"
        raise Invalid(str(backup.path), "", f"{error.orig} ({path.parent})", wanted) from error
    finally:
        engine.dispose()


def fill(db: Connection, backup: Backup) -> None:
    migrate(db, backup.summary.revision)
    load(db, backup)
    migrate(db)


# -------------------------------------------------------------------- automatic ones


def back_up_before(db: Connection, folder: Path | None, say: Callable[[str], None]) -> None:
    """A database that is about to be changed is kept as it is, if it is ours and there is anything in it."""
    if folder is None or not present_revision(db) or is_current(db) or is_empty(db):
        return
    path = folder / FOLDER / name_for(f"{BEFORE}-{present_revision(db)}")
    write(db, path)
    check_copy(path, say)
    prune(folder / FOLDER, BEFORE)


def check_copy(path: Path, say: Callable[[str], None]) -> dict[str, str]:
    """A copy that was just made is read back and folded; a table that is damaged in it was damaged before."""
    troubles = troubles_in(Backup(path))
    for id, what in troubles.items():
        say(f"table {id} is damaged: {what}")
    return troubles


def back_up_evening(place: Path | str, folder: Path) -> Path:
    """The backup at the end of a session."""
    path = folder / FOLDER / name_for(EVENING)
    make_backup(place, path)
    try:
        troubles_in(Backup(path))
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    prune(folder / FOLDER, EVENING)
    return path


# -------------------------------------------------------------------- restoring


def checked(path: Path, damaged_too: bool, say: Callable[[str], None]) -> Backup:
    """A backup that can be restored; otherwise `Invalid`."""
    backup = Backup(path)
    troubles = troubles_in(backup, say)
    if troubles and not damaged_too:
        id, what = next(iter(troubles.items()))
        more = f" (and {len(troubles) - 1} more tables)" if len(troubles) > 1 else ""
        wanted = "tables that can be played through; --with-damaged takes them as they are"
        raise Invalid(str(path), f"table {id}", what + more, wanted)
    return backup


def restore_file(path: Path, folder: Path, damaged_too: bool, say: Callable[[str], None]) -> Path | None:
    """Put a backup in the place of a folder's database; where the old one went. A backup that is refused makes no
    folder."""
    early = None if folder.exists() else checked(path, damaged_too, say)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = Lock(folder)
    new = folder / f"{FILE}.restored"
    try:
        backup = early or checked(path, damaged_too, say)
        for rest in ("", "-wal", "-shm"):
            new.with_name(new.name + rest).unlink(missing_ok=True)
        fill_file(new, backup)
        new.chmod(0o600)
        kept = keep_old(folder)
        remove_journal(folder)
        new.replace(folder / FILE)
        sync_folder(folder)
        return kept
    finally:
        for rest in ("", "-wal", "-shm"):
            new.with_name(new.name + rest).unlink(missing_ok=True)
        lock.release()


def keep_old(folder: Path) -> Path | None:
    """A copy of the database that is to be replaced, with its journal, sound or not."""
    if not (folder / FILE).exists():
        return None
    place = folder / FOLDER
    place.mkdir(exist_ok=True, mode=0o700)
    kept = place / (name_for(REPLACED).rpartition(".")[0] + ".db")
    for rest in ("-wal", ""):
        old = folder / (FILE + rest)
        if old.exists():
            copy = kept.with_name(kept.name + rest)
            shutil.copyfile(old, copy)
            with copy.open("rb+") as file:
                os.fsync(file.fileno())
    sync_folder(place)
    return kept


def remove_journal(folder: Path) -> None:
    """The new database must not inherit the journal of the old one, which is written into the old one first: an
    interruption at any point leaves one of the two complete."""
    old = folder / FILE
    # A damaged one stays as it is.
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{old.absolute().as_uri()}?mode=rw", uri=True)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for rest in ("-wal", "-shm"):
        old.with_name(FILE + rest).unlink(missing_ok=True)
    sync_folder(folder)


def restore(path: Path, place: Path | str, folder: Path, damaged_too: bool, say: Callable[[str], None]) -> Path | None:
    """Put a backup in the place of what a database holds; where that was kept."""
    if isinstance(place, Path):
        return restore_file(path, place, damaged_too, say)
    from fracas.server.store_postgres import alone_with, clear

    with alone_with(place) as db:
        backup = checked(path, damaged_too, say)
        kept = None
        if present_revision(db) and not is_empty(db):
            kept = folder / FOLDER / name_for(REPLACED)
            write(db, kept)
            Backup(kept)
        clear(db)
        fill(db, backup)
        return kept
