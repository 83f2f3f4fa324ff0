"""D2, D3: nothing acknowledged is lost when the power goes; nobody hears of what is not on the disk."""

from __future__ import annotations

import random
import re
import sqlite3
from pathlib import Path
from shutil import rmtree

import pytest
from tests.server.house import LONG
from tests.server.recording import Op, record

from fracas.server.store import Damaged
from fracas.server.store_sqlite import SqliteStore

COMMANDS = 300 if LONG else 40
CUTS = 5_000 if LONG else 80
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
