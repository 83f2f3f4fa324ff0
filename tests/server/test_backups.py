"""M2-M6, M8: a backup is one moment, whole and sound; a bad one changes nothing; no step of a migration loses a row."""

from __future__ import annotations

import asyncio
import gzip
import os
import shutil
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, create_engine, event
from tests.forks import steps_until_killed
from tests.server.grounds import GROUND, POSTGRES, SQLITE
from tests.server.house import LONG, House, Party, kept

from fracas import __version__
from fracas.engine.errors import Invalid
from fracas.engine.log import log_from_text
from fracas.engine.registry import load_ruleset
from fracas.engine.saved import load_game
from fracas.server import backups, files, restoring, store_sqlite
from fracas.server.backups import ENDING, Backup, lines_of, name_for, prune
from fracas.server.gallery import Gallery
from fracas.server.hall import Hall
from fracas.server.library import Library
from fracas.server.migrating import known_revisions, migrate
from fracas.server.reading.child import Held
from fracas.server.store import Row, Standing, Store, open_store

GOLDEN = Path(__file__).parents[1] / "golden"
OLD = GOLDEN / "0.2.0" / "fracas.db"
BOTH = pytest.mark.parametrize("ground", [SQLITE, POSTGRES], indirect=True)


def say(_: str) -> None:
    return


def old_data(folder: Path) -> Path:
    """A folder with the database of an earlier version."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(OLD, folder / "fracas.db")
    return folder


def old_place(folder: Path) -> Path | str:
    """The same on the ground of this test."""
    if GROUND.kind == SQLITE:
        return old_data(folder)
    from fracas.server.store_postgres import alone_with

    copy = folder.with_name("old" + ENDING)
    restoring.make_backup(old_data(folder), copy)
    address = GROUND.empty()
    with alone_with(address) as db:
        backup = Backup(copy)
        migrate(db, backup.summary.revision)
        backups.load(db, backup)
    return address


def rows_of(place: Path | str) -> list[Any]:
    """Everything done at all tables of a database."""
    store = open_store(place)
    try:
        return [(id, store.now(store.rows, id)) for id in store.now(store.table_ids)]
    finally:
        store.close()


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and path.suffix != ".lock"}


# -------------------------------------------------------------------- there and back


@BOTH
def test_a_backup_restored_elsewhere_is_the_same(ground: str, tmp_path: Path) -> None:
    place = old_place(tmp_path / "data")
    before = rows_of(place)
    path = tmp_path / f"one{ENDING}"
    assert restoring.make_backup(place, path).revision == known_revisions()[0]
    assert path.stat().st_mode & 0o777 == 0o600
    other: Path | str = GROUND.empty() if ground == SQLITE else tmp_path / "file"
    assert restoring.restore(path, other, tmp_path / "kept", False, say) is None
    assert rows_of(other) == before
    again = tmp_path / f"two{ENDING}"
    restoring.make_backup(other, again)
    assert body_of(path) == body_of(again)
    # What was there is kept, and can be restored in its turn.
    replaced = restoring.restore(again, other, tmp_path / "kept", False, say)
    assert replaced is not None and replaced.exists()


@BOTH
def test_pictures_are_in_a_backup_and_gone_with_their_campaign(ground: str, tmp_path: Path) -> None:
    place = GROUND.database(tmp_path / "data")
    held = [(Held("image/jpeg", 1, 1, bytes([number]) * 1000), "map") for number in range(2 * backups.FEW + 1)]
    store = open_store(place)
    try:
        campaign = store.now(Library(store).make_campaign, "One")["id"]
        rows = store.now(Gallery(store).keep, campaign, held)
    finally:
        store.close()
    path = tmp_path / f"one{ENDING}"
    restoring.make_backup(place, path)
    other: Path | str = GROUND.empty() if ground == SQLITE else tmp_path / "file"
    restoring.restore(path, other, tmp_path / "kept", False, say)
    store = open_store(other)
    try:
        gallery, library = Gallery(store), Library(store)
        assert sorted(one["id"] for one in store.now(gallery.all, campaign)) == sorted(one["id"] for one in rows)
        assert store.now(gallery.one, campaign, rows[0]["id"])["data"] == held[0][0].data
        store.now(lambda: library.change_campaign(campaign, deleted=1))
        assert store.now(library.campaigns) == []
        assert store.now(store.picture, campaign, rows[0]["id"]) is None
    finally:
        store.close()


def body_of(path: Path) -> list[bytes]:
    """The lines of a backup but for the time in the first, and the hash of it."""
    return gzip.decompress(path.read_bytes()).splitlines()[1:-1]


def encounters(count: int) -> Iterator[bytes]:
    """So many saved games: those of this version, each played up to a moment of its own."""
    files = sorted((GOLDEN / __version__).glob("*.jsonl"))
    for number in range(count):
        text = files[number * 3 % len(files)].read_text(encoding="utf-8")
        game = load_game(load_ruleset(str(log_from_text(text.split("\n", 1)[0] + "\n").header["ruleset"])), text)
        yield (
            game.branch(5 + number // len(files) * (len(game.log.lines) - 5) // (count // len(files) + 1))
            .save()
            .encode()
        )


def through(place: Path | str, raws: list[bytes]) -> list[bytes]:
    """Files brought to a server and saved there again."""

    async def run() -> list[bytes]:
        hall = Hall(place, "http://localhost")
        try:
            found = [await hall.export((await hall.bring(raw)).id) for raw in raws]
            return [one for one in found if one is not None]
        finally:
            hall.close()

    return asyncio.run(run())


def test_m6_export_import_export_over_both_databases_is_byte_identical(tmp_path: Path) -> None:
    raws = list(encounters(1000 if LONG else 5))

    first = through(tmp_path / "a", raws)
    second = through(GROUND.database(tmp_path / "b"), first)
    assert second == first and len(set(first)) == len(raws)
    assert through(tmp_path / "c", second) == first


def test_m6_control_a_row_brought_as_another_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row_of = files.row_of
    monkeypatch.setattr(files, "row_of", lambda *about: (row := row_of(*about))._replace(at=row.at + 1))
    first = through(tmp_path / "a", list(encounters(1)))
    assert through(tmp_path / "b", first) != first


# -------------------------------------------------------------------- one moment


def a_row(n: int) -> Row:
    return Row(n, f"c{n}", b"", "gm", "lines", "main", b"x", b"{}", b"{}", n)


def backup_while_written(place: Path | str, path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """How many rows a table says it has and how many there are, in a backup during which one is kept."""
    store = open_store(place)
    table = {"id": "t", "ruleset": "r", "scenario": "s", "title": "t", "header": b"h", "created": 1, "changed": 1}
    store.now(store.create, table, [a_row(1)], Standing(True, False, ""))

    def interrupted(db: Connection) -> Any:
        for line in lines_of(db):
            yield line
            if line.startswith('{"table":"events"'):
                asyncio.run(store.keep("t", a_row(2), Standing(True, False, "")))

    monkeypatch.setattr(backups, "lines_of", interrupted)
    try:
        restoring.make_backup(place, path)
    finally:
        store.close()
    told, there = 0, 0
    for name, columns, rows in Backup(path).tables():
        for row in rows:
            told += int(str(row[columns.index("seq")])) if name == "tables" else 0
            there += name == "events"
    return told, there


@BOTH
def test_m4_a_backup_is_one_moment(ground: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told, there = backup_while_written(GROUND.place(tmp_path / "data"), tmp_path / "copy", monkeypatch)
    assert told == there == 1


def test_m4_control_a_backup_of_several_moments_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def piecemeal(path: Path, work: Callable[[Connection], Any]) -> Any:
        engine = create_engine(f"sqlite:///{path}", isolation_level="AUTOCOMMIT")
        with engine.connect() as db:
            found = work(db)
        engine.dispose()
        return found

    monkeypatch.setattr(restoring, "reading", piecemeal)
    told, there = backup_while_written(tmp_path / "data", tmp_path / "copy", monkeypatch)
    assert told != there


@BOTH
def test_m4_backups_under_load_are_prefixes_that_hold_all_acknowledged(ground: str, tmp_path: Path) -> None:
    house = House(tmp_path / "data")
    party = Party(house)
    for number in range(200 if LONG else 2):
        for _ in range(3):
            party.gm.do("aside", dice="1d6", why="under load")
        acked = kept(house, party.table)
        party.gm.send("aside", dice="1d6", why="meanwhile")
        path = tmp_path / f"{number}{ENDING}"
        restoring.make_backup(GROUND.place(house.folder), path)
        assert restoring.troubles_in(Backup(path)) == {}
        restored = tmp_path / f"restored-{number}"
        restoring.restore_file(path, restored, False, say)
        rows = [(row.seq, row.command_id) for _, found in rows_of(restored) for row in found.rows]
        assert len(rows) >= len(acked) and rows == kept(house, party.table)[: len(rows)]
    house.stop()


# -------------------------------------------------------------------- migrations


def test_m3_a_newer_file_is_refused_and_not_a_byte_of_it_changed(tmp_path: Path) -> None:
    folder = old_data(tmp_path / "data")
    with closing(sqlite3.connect(folder / "fracas.db")) as db, db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
    raw = files_in(folder)
    with pytest.raises(Invalid, match="newer"):
        open_store(folder)
    assert files_in(folder) == raw


def test_m3_a_newer_database_is_refused(tmp_path: Path) -> None:
    import psycopg

    address = GROUND.database(tmp_path / "data")
    with psycopg.connect(address) as db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Invalid, match="newer"):
        open_store(address)


def open_in_pieces() -> None:
    """Every statement by itself: what comes of a migration that is not one transaction."""

    def each_by_itself(connection: Connection, _: object) -> None:
        migrate(connection)

    vars(store_sqlite)["bring_up_to_date"] = each_by_itself


def open_and_die(place: Path | str, at: int, folder: Path, in_pieces: bool) -> None:
    """Open an old database, and be killed at one of the statements that change it."""
    count = [0]

    def dying(_db: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.split(maxsplit=1)[0].upper() in CHANGING:
            count[0] += 1
            if count[0] == at:
                os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "before_cursor_execute", dying)
    if in_pieces:
        open_in_pieces()
    open_store(place, folder).close()
    os._exit(min(count[0], 120))


def die_at(place: Path | str, at: int, folder: Path, in_pieces: bool = False) -> int:
    """How many steps there were; nothing where it was killed at one."""
    return steps_until_killed(open_and_die, place, at, folder, in_pieces)


CHANGING = ("CREATE", "ALTER", "UPDATE", "INSERT", "DROP", "COMMIT", "DELETE")


@BOTH
def test_m2_killed_in_any_step_a_migration_is_done_again_and_nothing_is_lost(ground: str, tmp_path: Path) -> None:
    rows = rows_of(old_data(tmp_path / "plain"))
    place = old_place(tmp_path / "data")
    steps = die_at(old_place(tmp_path / "other"), 1000, tmp_path / "others")
    # The first ones make and check the backup, the last ones change the database.
    for at in range(1, steps + 1) if LONG else (steps // 2, steps - 3, steps):
        assert die_at(place, at, tmp_path / "copies") == 0, at
    assert rows_of(place) == rows
    assert list((tmp_path / "copies" / "backups").glob(f"before-migration-0001-*{ENDING}"))


def test_m2_control_a_migration_in_pieces_is_noticed(tmp_path: Path) -> None:
    assert die_at(old_data(tmp_path / "data"), 3, tmp_path, True) == 0
    with pytest.raises(Exception, match=r"duplicate column|already exists|a table of this version"):
        rows_of(tmp_path / "data")


# -------------------------------------------------------------------- automatic ones


@BOTH
def test_m8_a_database_is_backed_up_before_it_is_changed(ground: str, tmp_path: Path) -> None:
    place = old_place(tmp_path / "data")
    open_store(place, tmp_path / "copies").close()
    (path,) = (tmp_path / "copies" / "backups").iterdir()
    assert Backup(path).summary.revision == "0001" and restoring.troubles_in(Backup(path)) == {}
    restoring.restore_file(path, tmp_path / "again", False, say)
    assert rows_of(tmp_path / "again") == rows_of(place)


def test_m8_the_only_good_copy_stays(tmp_path: Path) -> None:
    good = tmp_path / f"good{ENDING}"
    restoring.make_backup(old_data(tmp_path / "data"), good)
    names = [f"evening-2026010{n}-000000-0000{ENDING}" for n in range(1, 10)]
    for name in names:
        shutil.copyfile(good, tmp_path / name)
    for name in names[1:]:
        (tmp_path / name).write_bytes(b"half a backup")
    prune(tmp_path, "evening", 2)
    assert (tmp_path / names[0]).exists(), "eight newer ones are no good"
    for name in names[-3:]:
        shutil.copyfile(good, tmp_path / name)
    prune(tmp_path, "evening", 2)
    assert not (tmp_path / names[0]).exists() and (tmp_path / names[-2]).exists()
    assert name_for("evening").startswith("evening-")


def test_m8_at_the_end_of_a_session_a_backup_is_made_once(tmp_path: Path) -> None:
    async def run() -> None:
        hall = Hall(tmp_path / "data", "http://localhost", backups=tmp_path / "data")
        room = await hall.bring(next((GOLDEN / __version__).glob("*.jsonl")).read_bytes())
        assert await hall.back_up_when_empty() is None, "nothing was done yet"
        hall._kept()
        path = await hall.back_up_when_empty()
        assert path is not None and restoring.troubles_in(Backup(path)) == {} and room.id
        assert await hall.back_up_when_empty() is None
        hall.close()

    asyncio.run(run())


def test_table_ids_are_all_there(tmp_path: Path) -> None:
    store: Store = open_store(old_data(tmp_path / "data"))
    assert len(store.now(store.table_ids)) == len(store.now(store.recent, 100))
    store.close()
