"""M5: a bad backup is refused and changes nothing; an interrupted restore leaves the old database or the new one."""

from __future__ import annotations

import errno
import gzip
import hashlib
import json
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event
from tests.forks import fracas, steps_until_killed
from tests.server.grounds import GROUND, POSTGRES, SQLITE
from tests.server.house import LONG, House
from tests.server.test_backups import BOTH, CHANGING, OLD, a_row, files_in, old_data, rows_of, say

from fracas.engine.errors import Invalid
from fracas.server import backups, restoring
from fracas.server.backups import ENDING, Backup
from fracas.server.migrating import known_revisions
from fracas.server.store import Standing, open_store


def relined(path: Path, change: Callable[[list[bytes]], list[bytes]]) -> bytes:
    """A backup whose lines somebody has changed, and the hash with them."""
    lines = change(gzip.decompress(path.read_bytes()).splitlines(keepends=True)[:-1])
    count = len([line for line in lines if line.startswith(b"[")])
    end = {"rows": count, "sha256": hashlib.sha256(b"".join(lines)).hexdigest()}
    return gzip.compress(b"".join(lines) + json.dumps(end, separators=(",", ":")).encode() + b"\n")


def without_an_event(lines: list[bytes]) -> list[bytes]:
    at = next(n for n, line in enumerate(lines) if line.startswith(b'{"table":"events"'))
    return lines[: at + 2] + lines[at + 3 :]


def with_an_event_twice(lines: list[bytes]) -> list[bytes]:
    at = next(n for n, line in enumerate(lines) if line.startswith(b'{"table":"events"'))
    return [*lines[: at + 2], lines[at + 1], *lines[at + 2 :]]


def of_the_future(lines: list[bytes]) -> list[bytes]:
    return [lines[0].replace(known_revisions()[0].encode(), b"9999"), *lines[1:]]


def of_another_format(lines: list[bytes]) -> list[bytes]:
    return [lines[0].replace(b'"fracas-backup":1', b'"fracas-backup":2'), *lines[1:]]


BAD: dict[str, Callable[[Path], bytes]] = {
    "empty": lambda path: b"",
    "cut short": lambda path: path.read_bytes()[: path.stat().st_size // 2],
    "without its last byte": lambda path: path.read_bytes()[:-1],
    "a line less": lambda path: gzip.compress(b"".join(gzip.decompress(path.read_bytes()).splitlines(True)[:-1])),
    "another file": lambda path: OLD.read_bytes(),
    "a text": lambda path: gzip.compress(b"{}\n{}\n"),
    "changed": lambda path: gzip.compress(gzip.decompress(path.read_bytes()).replace(b'"main"', b'"gain"', 1)),
    "an event less, hash made to fit": lambda path: relined(path, without_an_event),
    "an event twice, hash made to fit": lambda path: relined(path, with_an_event_twice),
    "of the future, hash made to fit": lambda path: relined(path, of_the_future),
    "of another format, hash made to fit": lambda path: relined(path, of_another_format),
}


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("good")
    open_store(old_data(folder / "data")).close()
    path = folder / f"good{ENDING}"
    restoring.make_backup(folder / "data", path)
    return path


@pytest.mark.parametrize("fault", BAD)
@BOTH
def test_m5_a_bad_backup_is_refused_and_changes_nothing(ground: str, fault: str, good: Path, tmp_path: Path) -> None:
    bad = tmp_path / f"bad{ENDING}"
    bad.write_bytes(BAD[fault](good))
    place = GROUND.place(tmp_path / "data")
    store = open_store(place)
    table = {"id": "t", "ruleset": "r", "scenario": "s", "title": "t", "header": b"h", "created": 1, "changed": 1}
    store.now(store.create, table, [a_row(1)], Standing(True, False, ""))
    store.close()
    before = rows_of(place)
    raw = files_in(tmp_path / "data") if ground == SQLITE else {}
    with pytest.raises(Invalid) as refused:
        restoring.restore(bad, place, tmp_path / "data", False, say)
    assert ("newer" in str(refused.value)) == fault.startswith("of ")
    assert ground == POSTGRES or files_in(tmp_path / "data") == raw
    assert rows_of(place) == before
    if ground == SQLITE:
        with pytest.raises(Invalid):
            restoring.restore(bad, tmp_path / "new", tmp_path / "new", False, say)
        assert not (tmp_path / "new").exists()


def test_m5_control_backups_nobody_looks_at_are_noticed(
    good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restoring, "troubles_in", lambda *_: {})
    with pytest.raises(pytest.fail.Exception):
        test_m5_a_bad_backup_is_refused_and_changes_nothing(SQLITE, "an event less, hash made to fit", good, tmp_path)


def careless(folder: Path) -> None:
    """The journal of the old database goes, with what stands in it alone."""
    for rest in ("-wal", "-shm"):
        (folder / f"fracas.db{rest}").unlink(missing_ok=True)


def restore_and_die(path: Path, place: Path | str, folder: Path, at: int, broken: bool) -> None:
    """Restore, and when the backup was looked through be killed at a step: before a statement that changes something,
    before a file is copied, renamed or removed, and at the end."""
    count = [0]

    def step() -> None:
        count[0] += 1
        if count[0] == at:
            os.kill(os.getpid(), signal.SIGKILL)

    def at_statement(_db: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.split(maxsplit=1)[0].upper() in CHANGING:
            step()

    def at_file(what: str, _: object) -> None:
        if what in ("os.rename", "os.remove", "shutil.copyfile", "sqlite3.connect"):
            step()

    def checked(*about: Any) -> Backup:
        found = real(*about)
        event.listen(Engine, "before_cursor_execute", at_statement)
        sys.addaudithook(at_file)
        return found

    real = restoring.checked
    vars(restoring)["checked"] = checked
    if broken:
        vars(restoring)["remove_journal"] = careless
    restoring.restore(path, place, folder, False, say)
    step()
    os._exit(min(count[0], 120))


def left_by_a_kill(good: Path, folder: Path, at: int, broken: bool = False) -> tuple[int, list[str]]:
    """Steps of a restore, nothing where it was killed, and the tables that are there then, where a server had died with
    one in its journal."""
    data = folder / "data"
    data.mkdir(parents=True)
    place = GROUND.place(folder / "before")
    store = open_store(place)
    table = {"id": "t", "ruleset": "r", "scenario": "s", "title": "t", "header": b"h", "created": 1, "changed": 1}
    store.now(store.create, table, [a_row(1)], Standing(True, False, ""))
    if isinstance(place, Path):
        for name in ("fracas.db", "fracas.db-wal"):
            shutil.copyfile(place / name, data / name)
        place = data
    store.close()
    steps = steps_until_killed(restore_and_die, good, place, data, at, broken)
    return steps, [id for id, _ in rows_of(place)]


@BOTH
def test_m5_killed_in_any_step_of_restoring_it_is_one_or_the_other(ground: str, good: Path, tmp_path: Path) -> None:
    steps, restored = left_by_a_kill(good, tmp_path / "whole", 10_000)
    wanted = range(1, steps + 1) if LONG else (steps // 2, steps - 2, steps)
    left = [left_by_a_kill(good, tmp_path / str(at), at) for at in wanted]
    assert {killed for killed, _ in left} == {0}
    kept = [tables for _, tables in left]
    assert kept == sorted(kept, key=len) and kept[0] == ["t"] and kept[-1] == restored != ["t"]
    assert not [tables for tables in kept if tables not in (["t"], restored)]


def test_m5_control_a_database_without_its_journal_is_noticed(good: Path, tmp_path: Path) -> None:
    steps, _ = left_by_a_kill(good, tmp_path / "whole", 10_000, broken=True)
    left = [left_by_a_kill(good, tmp_path / str(at), at, broken=True)[1] for at in range(steps - 4, steps)]
    assert [] in left


def test_a_disk_that_fills_up_is_told_by_its_file_and_keeps_no_half_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: Connection) -> Iterator[str]:
        yield "first"
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(backups, "lines_of", full)
    with pytest.raises(OSError, match="one.fracas-backup"):
        restoring.make_backup(old_data(tmp_path / "data"), tmp_path / "to" / f"one{ENDING}")
    assert list((tmp_path / "to").iterdir()) == []


def test_the_commands_say_what_they_did_and_by_their_status_what_they_did_not(good: Path, tmp_path: Path) -> None:
    data = str(old_data(tmp_path / "data"))
    done = fracas("migrate", "--data", data)
    assert done.returncode == 0 and "up to date" in done.stdout and "As it was before" in done.stdout, done.stderr
    made = fracas("backup", str(tmp_path / "mine"), "--data", data)
    assert made.returncode == 0 and "sound" in made.stdout, made.stderr
    twice = fracas("backup", str(tmp_path / "mine"), "--data", data)
    assert twice.returncode != 0 and "written over" in twice.stderr
    back = fracas("restore", str(tmp_path / "mine"), "--data", data)
    assert back.returncode == 0 and "before" in back.stdout, back.stderr
    (tmp_path / "bad").write_bytes(good.read_bytes()[:-9])
    raw = files_in(tmp_path / "data")
    refused = fracas("restore", str(tmp_path / "bad"), "--data", data)
    assert refused.returncode != 0 and refused.stdout == "" and refused.stderr.count("\n") == 1, refused.stderr
    assert files_in(tmp_path / "data") == raw
    house = House(tmp_path / "data")
    used = fracas("restore", str(good), "--data", data)
    assert used.returncode != 0 and str(house.pid) in used.stderr
    house.stop()
