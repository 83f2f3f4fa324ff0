"""A table that somebody brings is checked like content: in little memory, in plain words, before anything is kept."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.server.house import House, Party

from fracas.engine.log import Log, log_from_text

MEMORY = 150_000
"""Kilobytes that refusing a file may add to what the server takes."""
Change = Callable[[dict[str, Any]], object]


def peak(house: House) -> int:
    """The most memory the server has taken since it was last asked, in kilobytes."""
    status = Path(f"/proc/{house.pid}/status").read_text(encoding="utf-8")
    Path(f"/proc/{house.pid}/clear_refs").write_text("5", encoding="utf-8")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")))


def rechained(log: str, change: Change) -> str:
    old = log_from_text(log)
    header: Any = json.loads(json.dumps(old.header))
    change(header["start"])
    new = Log(header)
    for line in old.lines:
        new.append(line.kind, line.data)
    return new.to_text()


def first(start: dict[str, Any]) -> dict[str, Any]:
    one: dict[str, Any] = start["combatants"][0]
    return one


CHANGES: dict[str, tuple[Change, str]] = {
    "a name of a megabyte": (lambda start: first(start).update(name="x" * 1_000_000), "at most"),
    "a number of 4,000 digits": (lambda start: first(start).update(hp=10**4000), "hp"),
    "a number far out of bounds": (lambda start: first(start).update(hp=10**8), "hp of"),
    "an unknown option": (lambda start: start["options"].update(cheating="yes"), "cheating"),
    "an unknown value": (lambda start: start["options"].update({next(iter(start["options"])): "?"}), "options"),
    "escapes in a name": (lambda start: first(start).update(name="\x1b[2JLunk"), "control characters"),
    "a million of nothing": (lambda start: start.update(notes=[[]] * 1_000_000), "at most"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_it_is_refused_in_plain_words_and_little_memory(house: House, what: str) -> None:
    party = Party(house)
    raw = gzip.decompress(party.host.http.get(f"/api/t/{party.table}/gm/export").content).decode().splitlines()
    log = json.loads(raw[0])["header"] + "".join(json.loads(row)["body"] for row in raw[1:])
    change, said = CHANGES[what]
    packed = gzip.compress(rechained(log, change).encode())
    tables = len(party.host.http.get("/api/tables").json())
    peak(house)
    before = peak(house)
    reply = party.host.http.post("/api/tables/import", content=packed)
    assert reply.status_code == 422 and said in reply.json()["error"], reply.text[:500]
    assert len(reply.text) < 2000 and reply.json()["error"].isprintable()
    assert peak(house) - before < MEMORY
    assert len(party.host.http.get("/api/tables").json()) == tables
    party.gm.do("aside", dice="1d6")


@pytest.mark.parametrize("fact", [{"what": "claim", "seat": "gm", "name": "\x1b[2J"}, {"what": "call", "id": "c1"}])
def test_what_stands_beside_the_game_is_checked_too(house: House, fact: dict[str, object]) -> None:
    party = Party(house)
    text = gzip.decompress(party.host.http.get(f"/api/t/{party.table}/gm/export").content).decode()
    last = json.loads(text.splitlines()[-1])
    row = {**last, "seq": last["seq"] + 1, "command_id": "gm/x", "kind": "room", "body": json.dumps(fact)}
    forged = text + json.dumps(row, sort_keys=True, separators=(",", ":")) + "\n"
    assert party.host.http.post("/api/tables/import", content=forged.encode()).status_code == 422


@pytest.mark.sqlite
def test_what_people_send_is_cleaned_before_it_is_kept(house: House) -> None:
    party = Party(house)
    bad = "\x1b]0;x\x07\u202e\u200b\x9b"
    who = party.gm.view["state"]["combatants"][0]["id"]
    party.gm.do("claim", name=f"Mi{bad}ra")
    party.gm.do("ruling", ruling={"who": "gm", "verb": "set", "targets": [who], "thing": "name", "text": f"Lu{bad}nk"})
    note = {"who": "gm", "verb": "note", "text": f"so it is{bad}\nMira dies"}
    party.gm.do("ruling", ruling=note, reason=f"be{bad}cause")
    party.gm.do("ruling", ruling=f"note typed{bad} words")
    party.gm.do("aside", dice="1d6", why=f"lu{bad}ck\nand more")
    party.settle()
    shown = "".join(party.gm.frames)
    for kind in ("txt", "md"):
        log = party.host.http.get(f"/api/t/{party.table}/gm/log.{kind}").text
        assert "so it is" in log and not [
            line for line in log.splitlines() if line.lstrip("- ").startswith("Mira dies")
        ]
        shown += log
    with closing(sqlite3.connect(f"file:{house.folder / 'fracas.db'}?mode=ro", uri=True)) as db:
        rows = db.execute("SELECT body FROM events WHERE table_id = ?", (party.table,)).fetchall()
    shown += b"".join([row[0] for row in rows]).decode()
    assert "Mi]0;xra" in shown and "typed]0;x words" in shown
    for mark in bad + "\\":
        spelled = json.dumps(mark)[1:-1]
        assert mark.isprintable() or (mark not in shown and spelled not in shown), spelled


@pytest.mark.sqlite
def test_what_was_kept_before_is_shown_in_one_line_all_the_same(tmp_path: Path) -> None:
    """Rows of an older server may hold anything."""
    house = House(tmp_path / "data")
    party = Party(house)
    party.gm.do("aside", dice="1d6", why="PLACE")
    party.settle()
    house.stop()
    with closing(sqlite3.connect(tmp_path / "data" / "fracas.db")) as db, db:
        db.execute(
            "UPDATE events SET body = CAST(replace(CAST(body AS TEXT), 'PLACE', ?) AS BLOB) WHERE kind = 'room'",
            ("\\u001b[2J\\u202ea\\nMira dies",),
        )
    again = House(tmp_path / "data")
    host = again.host()
    host.post(f"/api/tables/{party.table}/open", None)
    log = host.http.get(f"/api/t/{party.table}/gm/log.txt").text
    assert "[2Ja Mira dies" in log and not [mark for mark in log if mark in "\x1b\u202e"]
    again.stop()
