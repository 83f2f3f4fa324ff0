"""A database of an earlier version: its rows stay as they are, its tables open and are played on."""

from __future__ import annotations

import asyncio
import gzip
import json
import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.server.house import House, Party

from fracas import __version__
from fracas.engine.command import Command
from fracas.engine.errors import Invalid
from fracas.engine.log import OTHER_VERSION, TAKEN_BACK, Log
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.server.hall import Hall
from fracas.server.kinds import BRANCH, LINES, SWITCH
from fracas.server.log_file import log_text
from fracas.server.opening import Unreadable
from fracas.server.room import Change, Room

GOLDEN = Path(__file__).parents[1] / "golden"
DATABASES = sorted(GOLDEN.glob("*/fracas.db"))


def rows_in(folder: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(f"file:{folder / 'fracas.db'}?mode=ro", uri=True)) as db:
        headers = db.execute("SELECT id, header FROM tables ORDER BY id").fetchall()
        rows = db.execute("SELECT * FROM events ORDER BY id").fetchall()
    return [*headers, *rows]


def tables_in(folder: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(f"file:{folder / 'fracas.db'}?mode=ro", uri=True)) as db:
        return [(str(id), str(ruleset)) for id, ruleset in db.execute("SELECT id, ruleset FROM tables")]


@pytest.mark.parametrize("database", DATABASES, ids=lambda path: path.parent.name)
def test_an_old_database_opens_is_played_on_and_keeps_every_old_row(database: Path, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copyfile(database, folder / "fracas.db")
    before = rows_in(folder)
    house = House(folder)
    host = house.host()
    for table, _ in tables_in(folder):
        assert host.post(f"/api/tables/{table}/open", None).status_code == 200
        gm = host.sit(table, "gm")
        assert gm.room["started"] and not gm.room["trouble"] and gm.asides
        assert [one for one in gm.room["seats"] if one["person"].startswith("Player of")]
        gm.do("ruling", ruling={"who": "gm", "verb": "note", "text": "Years later."}, reason="")
        gm.do("switch", to="main")
        gm.do("ruling", ruling={"who": "gm", "verb": "note", "text": "Here too."}, reason="")
        gm.close()
    assert house.stop() == ""
    after = rows_in(folder)
    assert [row for row in before if row not in after] == []
    assert len(after) >= len(before) + 3 * len(tables_in(folder))
    again = House(folder)
    listed = again.host().http.get("/api/tables").json()
    assert len(listed) == len(tables_in(folder)) and not [one for one in listed if one["trouble"]]
    again.stop()


def test_the_database_of_this_version_has_a_table_of_each_ruleset() -> None:
    assert sorted([ruleset for _, ruleset in tables_in(GOLDEN / __version__)]) == ruleset_ids()


# -------------------------------------------------------------------- another version


def in_hall(folder: Path, work: Callable[[Hall], Awaitable[Any]]) -> Any:
    """Something done in a server's hall, from its opening to its close."""

    async def opened() -> Any:
        hall = Hall(folder, "http://localhost")
        try:
            return await work(hall)
        finally:
            hall.close()

    return asyncio.run(opened())


async def the_room(hall: Hall, table: str) -> Room:
    room = await hall.room(table)
    assert room is not None
    return room


@pytest.mark.parametrize("id", ruleset_ids())
def test_a_table_left_open_by_another_version_takes_the_command_back_and_says_so(
    id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = next((GOLDEN / __version__).glob(f"open-{id}-*.jsonl")).read_bytes()

    async def bring(hall: Hall) -> str:
        room = await hall.bring(raw)
        assert room.session.game.waiting
        return room.id

    table = in_hall(tmp_path, bring)
    before = rows_in(tmp_path)
    monkeypatch.setattr(load_ruleset(id), "version", "another")

    async def look(hall: Hall) -> tuple[str, str]:
        room = await the_room(hall, table)
        game = room.session.game
        assert not game.read_only and [line for line in game.log.lines if line.data.get("why") == OTHER_VERSION]
        return log_text(room, "gm", False), game.save()

    told, text = in_hall(tmp_path, look)
    assert TAKEN_BACK in told
    after = rows_in(tmp_path)
    assert after[: len(before)] == before and len(after) == len(before) + 1
    assert in_hall(tmp_path, look)[1] == text and rows_in(tmp_path) == after, "it is taken back once"


def test_what_opening_adds_is_kept_for_every_game_of_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that was left open, and then left for a branch, would else go on without its own last lines."""
    id = ruleset_ids()[0]
    raw = next((GOLDEN / __version__).glob(f"open-{id}-*.jsonl")).read_bytes()

    async def bring(hall: Hall) -> str:
        room = await hall.bring(raw)
        async with room.lock:
            await room.perform("gm/1", b"", "gm", lambda: branch(room), lambda _: None)
        return room.id

    table = in_hall(tmp_path, bring)
    monkeypatch.setattr(load_ruleset(id), "version", "another")

    async def play_on(hall: Hall) -> str:
        room = await the_room(hall, table)
        assert OTHER_VERSION in room.session.games["main"].save()
        async with room.lock:
            await room.perform("gm/2", b"", "gm", lambda: switch(room), lambda _: None)
            await room.perform("gm/3", b"", "gm", lambda: note(room), lambda _: None)
        return room.session.game.save()

    async def text(hall: Hall) -> str:
        room = await the_room(hall, table)
        assert not room.damage
        return room.session.game.save()

    assert in_hall(tmp_path, play_on) == in_hall(tmp_path, text)


def branch(room: Room) -> Change:
    room.session.branch(0, "another", "gm")
    return Change(BRANCH, b"{}")


def switch(room: Room) -> Change:
    room.session.switch("main", "gm")
    return Change(SWITCH, b"{}")


def note(room: Room) -> Change:
    room.session.game.rule(Command("gm", "note", text="Later."))
    return Change(LINES, b"{}")


def test_a_table_of_a_newer_version_is_left_as_it_is_and_says_so(tmp_path: Path) -> None:
    id = ruleset_ids()[0]
    raw = next((GOLDEN / __version__).glob(f"{id}-*.jsonl")).read_bytes()
    table = in_hall(tmp_path, lambda hall: brought(hall, raw))
    first = json.loads(raw.split(b"\n", 1)[0])["data"]
    newer = Log({**first, "fracas": "7.0.0"}).first_line.encode() + b"\n"
    with closing(sqlite3.connect(tmp_path / "fracas.db")) as db, db:
        db.execute("UPDATE tables SET header = ?", (newer,))
    before = rows_in(tmp_path)

    async def look(hall: Hall) -> str:
        with pytest.raises(Unreadable, match=r"7\.0\.0.*newer"):
            await hall.room(table)
        hall.troubles.clear()
        kept = await hall.store.run(hall.store.table, table)
        assert kept is not None
        return await hall.trouble_of(kept)

    assert "7.0.0" in in_hall(tmp_path, look)
    with pytest.raises(Invalid, match="newer"):
        in_hall(tmp_path, lambda hall: brought(hall, newer))
    assert rows_in(tmp_path) == before


async def brought(hall: Hall, raw: bytes) -> str:
    return (await hall.bring(raw)).id


# -------------------------------------------------------------------- whose file it is


def test_what_players_get_never_has_entries_of_the_content(house: House) -> None:
    party = Party(house)
    ruleset = load_ruleset(party.host.http.get("/api/tables").json()[0]["ruleset"])
    exported = gzip.decompress(party.host.http.get(f"/api/t/{party.table}/gm/export").content).decode()
    assert "entries" in exported, "control: the GM's file has them"
    known = json.loads(json.loads(exported.splitlines()[0])["header"])["data"]["entries"]
    ids = [id for entries in known.values() for id in entries]
    kind = next(kind for kind in ruleset.content.kinds() if kind not in ids)
    squares = [f"{column}{row}" for column in "abcdefghijkl" for row in range(1, 9)]
    for square in squares:
        ruling = {"who": "gm", "verb": "add", "thing": kind, "squares": [square], "text": "hidden"}
        if party.gm.ask("ruling", ruling=ruling, reason="")["type"] != "error":
            break
    party.settle()
    assert (
        '\\"type\\":\\"content\\"'
        in gzip.decompress(party.host.http.get(f"/api/t/{party.table}/gm/export").content).decode()
    )
    for seat in [*party.seats, "watch"]:
        http = party.browsers[seat].http
        for path in (f"/api/t/{party.table}/{seat}/export", f"/api/tables/{party.table}/export"):
            assert http.get(path).status_code in (401, 403, 404), path
        got = "".join(party.lines[seat].frames)
        got += "".join([http.get(f"/api/t/{party.table}/{seat}/log.{kind}").text for kind in ("txt", "md")])
        got += json.dumps([party.lines[seat].ask("log"), party.lines[seat].ask("save")])
        assert '"entries"' not in got and kind not in got
