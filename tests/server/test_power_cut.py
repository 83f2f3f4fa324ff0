"""D2, D3, M2: nothing acknowledged is lost when the power goes, in play or while a database is brought up to date;
nobody hears of what is not on the disk."""

from __future__ import annotations

import random
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest
from sqlalchemy.exc import DBAPIError
from tests.server.house import LONG
from tests.server.recording import Op, record, record_work
from tests.server.test_backups import old_data, open_in_pieces, rows_of

from fracas.engine.errors import Invalid
from fracas.server.backups import ENDING
from fracas.server.store import Damaged, open_store
from fracas.server.store_sqlite import SqliteStore

COMMANDS = 300 if LONG else 40
CUTS = 5_000 if LONG else 80
EVERY = 1 if LONG else 12
"""At which steps of a migration the power is cut: at every one, or at one in so many."""
SECTOR = 512
ACK = re.compile(rb'"id":"cut-(\d{4})".{0,60}"type":"(?:ok|roll)"')


def acked(op: Op) -> list[int]:
    return [int(number) for number in ACK.findall(op.data)] if op.kind == "send" else []


def unsynced_acks(ops: list[Op]) -> list[int]:
    """Acknowledged commands whose row was not synced before: every one has a write and a sync of its own."""
    early: list[int] = []
    syncs, acks, last = 0, 0, ""
    for op in ops:
        if op.kind == "write":
            last = op.path
        if op.kind == "sync" and last.endswith("-wal"):
            syncs, last = syncs + 1, ""
        for number in acked(op):
            acks += 1
            if syncs < acks:
                early.append(number)
    return early


def cut(ops: list[Op], at: int, chance: random.Random) -> tuple[dict[str, bytes], int]:
    """The files as a power cut after `at` calls may leave them, and how many commands were acknowledged by then."""
    safe: dict[str, bytearray] = {}
    loose: dict[str, list[Op]] = {}
    told = 0
    for op in ops[:at]:
        if op.kind == "start":
            safe[op.path] = bytearray(op.data)
        elif op.kind in ("write", "cut"):
            loose.setdefault(op.path, []).append(op)
        elif op.kind == "sync":
            for old in loose.pop(op.path, []):
                apply(safe.setdefault(op.path, bytearray()), old, len(old.data))
        told = max([told, *acked(op)])
    for path, left in loose.items():
        for op in left:
            if chance.random() < 0.4:
                continue
            whole = len(op.data)
            torn = SECTOR * chance.randrange(whole // SECTOR + 1) if whole and chance.random() < 0.15 else whole
            apply(safe.setdefault(path, bytearray()), op, torn)
    return {Path(path).name: bytes(content) for path, content in safe.items()}, told


def apply(content: bytearray, op: Op, length: int) -> None:
    if op.kind == "cut":
        del content[op.at :]
        return
    if len(content) < op.at:
        content.extend(bytes(op.at - len(content)))
    content[op.at : op.at + length] = op.data[:length]


def lost(folder: Path, files: dict[str, bytes], told: int) -> bool:
    """Open what is left with the real store: are all acknowledged commands there, and everything a prefix?"""
    folder.mkdir(parents=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    try:
        store = SqliteStore(folder)
    except (Damaged, sqlite3.DatabaseError):
        return True
    try:
        (table,) = store.now(store.recent, 1)
        rows = store.now(store.rows, table["id"]).rows
        sound = store.now(lambda: store._connection.exec_driver_sql("PRAGMA integrity_check").scalar())
    finally:
        store.close()
    ids = [row.command_id for row in rows if "cut-" in row.command_id]
    assert sound == "ok" and [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert ids == [f"gm/cut-{number:04d}" for number in range(1, len(ids) + 1)]
    return len(ids) < told


def losses(ops: list[Op], folder: Path, cuts: int) -> int:
    chance = random.Random(7)
    count = 0
    for number in range(cuts):
        at = chance.randrange(len(ops) // 4, len(ops) + 1)
        count += lost(folder / str(number), *cut(ops, at, chance))
        rmtree(folder / str(number))
    return count


@pytest.fixture(scope="module")
def ops(tmp_path_factory: pytest.TempPathFactory) -> list[Op]:
    return record(tmp_path_factory.mktemp("safe"), "fast", COMMANDS)


def test_d3_every_acknowledgement_follows_its_sync(ops: list[Op]) -> None:
    assert len([number for op in ops for number in acked(op)]) == COMMANDS
    assert unsynced_acks(ops) == []


def test_d2_nothing_acknowledged_is_lost_in_a_power_cut(ops: list[Op], tmp_path: Path) -> None:
    assert losses(ops, tmp_path, CUTS) == 0


def test_d2_d3_control_without_a_sync_loss_is_noticed(tmp_path: Path) -> None:
    loose = record(tmp_path, "fast,sync_normal", 20)
    assert unsynced_acks(loose)
    assert losses(loose, tmp_path / "cuts", 20) > 0


# -------------------------------------------------------------------- while a database is brought up to date


def bring_up_to_date(place: Path, in_pieces: bool) -> None:
    if in_pieces:
        open_in_pieces()
    open_store(place, place).close()


def migration(folder: Path, in_pieces: bool = False) -> list[Op]:
    """What is done to an old database, as a server left it, until it is of this version."""
    data = old_data(folder / "data")
    with closing(sqlite3.connect(data / "fracas.db")) as db:
        db.execute("PRAGMA journal_mode=WAL")
    return record_work(data, folder / "calls", bring_up_to_date, data, in_pieces)


def within(ops: list[Op], data: Path) -> list[Op]:
    """What was done to the database alone."""
    return [op for op in ops if op.kind != "name" and Path(op.path).parent == data]


def lost_in_migration(ops: list[Op], at: int, folder: Path, chance: random.Random, rows: list[Any]) -> bool:
    """Is anything else there after a power cut than before, when it was opened again?"""
    folder.mkdir()
    for name, content in cut(ops, at, chance)[0].items():
        (folder / name).write_bytes(content)
    try:
        return rows_of(folder) != rows
    except (Damaged, DBAPIError, Invalid):
        return True
    finally:
        rmtree(folder)


def losses_in_migration(ops: list[Op], folder: Path, rows: list[Any], every: int) -> int:
    chance, folder = random.Random(7), folder / "cut"
    return sum([lost_in_migration(ops, at, folder, chance, rows) for at in range(1, len(ops) + 1, every)])


def test_m2_a_power_cut_in_a_migration_loses_nothing_and_its_backup_is_on_the_disk_before(tmp_path: Path) -> None:
    rows = rows_of(old_data(tmp_path / "plain"))
    ops = migration(tmp_path)
    changed = next(n for n, op in enumerate(ops) if op.kind == "write" and Path(op.path).parent == tmp_path / "data")
    before = ops[:changed]
    (named,) = [n for n, op in enumerate(before) if op.kind == "name" and op.path.endswith(ENDING)]
    part = before[named].data.decode()
    assert [op for op in before[:named] if op.kind == "sync" and op.path == part], "its bytes"
    folder = str(Path(part).parent)
    assert [op for op in before[named:] if op.kind == "sync" and op.path == folder], "its name"
    assert losses_in_migration(within(ops, tmp_path / "data"), tmp_path, rows, EVERY) == 0


def test_m2_control_a_power_cut_in_a_migration_in_pieces_is_noticed(tmp_path: Path) -> None:
    rows = rows_of(old_data(tmp_path / "plain"))
    ops = within(migration(tmp_path, in_pieces=True), tmp_path / "data")
    assert losses_in_migration(ops, tmp_path, rows, max(12, EVERY)) > 0
