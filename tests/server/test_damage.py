"""A damaged database is told in words and left alone; a damaged table is read as far as it goes, the others go on."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.forks import fracas
from tests.server.grounds import GROUND
from tests.server.house import Browser, House, Party, first_scenario
from tests.server.test_campaigns import ok
from tests.server.test_parties import Fight
from websockets.exceptions import InvalidStatus

from fracas.engine.errors import Invalid
from fracas.server.errors import UNOPENED
from fracas.server.store import Damaged, Standing
from fracas.server.store_sqlite import SqliteStore


def made(folder: Path) -> Path:
    """A database as a server leaves it, with enough in it to be more than a page."""
    store = SqliteStore(folder)
    table: dict[str, object] = {"ruleset": "r", "scenario": "s", "title": "t", "header": b"x" * 20_000}
    for number in range(20):
        row = {**table, "id": f"t{number}", "created": 1, "changed": 1}
        store.now(store.create, row, [], Standing(False, False, ""))
    store.close()
    return folder / "fracas.db"


def middle_gone(raw: bytes) -> bytes:
    return raw[:8192] + b"\xa5" * (len(raw) - 16384) + raw[-8192:]


DAMAGES: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda raw: b"", "empty"),
    "garbage": (lambda raw: b"\xa5garbage" * 5000, "no SQLite database"),
    "cut short": (lambda raw: raw[: len(raw) // 3], "damaged"),
    "cut within a page": (lambda raw: raw[:50], "damaged"),
    "overwritten": (middle_gone, "damaged"),
}


@pytest.mark.sqlite
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_database_is_told_in_a_line_and_left_alone(damage: str, tmp_path: Path) -> None:
    path = made(tmp_path)
    change, said = DAMAGES[damage]
    path.write_bytes(change(path.read_bytes()))
    before = path.read_bytes()
    done = fracas("serve", "--port", "0", "--data", str(tmp_path))
    assert done.returncode == 1 and done.stdout == "" and done.stderr.count("\n") == 1, done.stderr
    assert str(path) in done.stderr and said in done.stderr and "--data FOLDER" in done.stderr
    assert path.read_bytes() == before


@pytest.mark.sqlite
def test_a_database_that_is_gone_while_its_journal_is_there_is_not_made_anew(tmp_path: Path) -> None:
    path = made(tmp_path)
    path.rename(tmp_path / "elsewhere")
    (tmp_path / "fracas.db-wal").write_bytes(b"x")
    with pytest.raises(Damaged, match="gone"):
        SqliteStore(tmp_path)
    assert not path.exists()


@pytest.mark.sqlite
def test_a_first_start_that_was_cut_off_is_begun_again(tmp_path: Path) -> None:
    (tmp_path / "fracas.db.new").write_bytes(b"half a database")
    SqliteStore(tmp_path).close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fracas.db", "fracas.lock"]


# -------------------------------------------------------------------- damaged rows


class Two:
    """A house with two tables, both played at; then the first one is damaged and the house opened again."""

    def __init__(self, folder: Path, statement: str, *values: object) -> None:
        house = House(folder)
        self.hurt, self.sound = Party(house), Party(house)
        for party in (self.hurt, self.sound):
            for number in range(4):
                party.gm.do("ruling", ruling={"who": "gm", "verb": "note", "text": f"note {number}"})
        self.table = self.hurt.table
        rows = self.hurt.host.http.get(f"/api/t/{self.table}/gm/export").content
        self.rows = len(gzip.decompress(rows).splitlines()) - 1
        assert house.stop() == ""
        GROUND.write(folder, statement, *values, self.table)
        self.house = House(folder)
        self.host = self.house.host()

    def others_go_on(self) -> None:
        opened = self.host.post(f"/api/tables/{self.sound.table}/open", None)
        assert opened.status_code == 200
        gm = self.host.sit(self.sound.table, "gm")
        gm.do("ruling", ruling={"who": "gm", "verb": "note", "text": "on it goes"})
        marks = {one["table"]: one["trouble"] for one in self.host.http.get("/api/tables").json()}
        assert marks[self.sound.table] == "" and marks[self.table] != ""
        assert self.host.create(*first_scenario())


LAST_BUT_ONE = "(SELECT max(seq) - 1 FROM events AS e WHERE e.table_id = events.table_id) AND table_id = ?"
BEFORE_IT = "(SELECT e.body FROM events AS e WHERE e.table_id = events.table_id AND e.seq = events.seq - 1)"
ROWS: dict[str, tuple[str, tuple[object, ...]]] = {
    "a broken chain": (f"UPDATE events SET body = {BEFORE_IT} WHERE seq = {LAST_BUT_ONE}", ()),
    "steps that are none": (f"UPDATE events SET after = ? WHERE seq = {LAST_BUT_ONE}", (b"{",)),
    "a row that is gone": (f"DELETE FROM events WHERE seq = {LAST_BUT_ONE}", ()),
}
UNTYPED = {
    "a body of numbers": f"UPDATE events SET body = 17 WHERE seq = {LAST_BUT_ONE}",
    "a text that is none": f"UPDATE events SET kind = CAST(x'ff' AS TEXT) WHERE seq = {LAST_BUT_ONE}",
}
"""What only SQLite takes."""


@pytest.mark.sqlite
@pytest.mark.parametrize("damage", UNTYPED)
def test_a_value_of_another_type_ends_its_table_there(damage: str, tmp_path: Path) -> None:
    ends_there(Two(tmp_path / "data", UNTYPED[damage]))


@pytest.mark.parametrize("damage", ROWS)
def test_a_damaged_row_ends_its_table_there_and_no_other(damage: str, tmp_path: Path) -> None:
    statement, values = ROWS[damage]
    ends_there(Two(tmp_path / "data", statement, *values))


def ends_there(two: Two) -> None:
    two.others_go_on()
    opened = two.host.post(f"/api/tables/{two.table}/open", None)
    assert opened.status_code == 200, opened.text
    gm = two.host.sit(two.table, "gm")
    assert "note 1" in gm.view["state"]["notes"] and "note 3" not in gm.view["state"]["notes"]
    assert gm.room["trouble"] != ""
    deeds: list[tuple[str, dict[str, object]]] = [
        ("ruling", {"ruling": {"who": "gm", "verb": "note", "text": "more"}}),
        ("aside", {"dice": "1d6"}),
        ("pause", {"on": True}),
    ]
    for word, fields in deeds:
        reply = gm.ask(word, **fields)
        assert reply["type"] == "error" and reply["kind"] == "refused" and "only be read" in reply["message"]
    for address in (f"/api/t/{two.table}/gm/export", f"/api/tables/{two.table}/export"):
        raw = two.host.http.get(address)
        assert raw.status_code == 200
        lines = gzip.decompress(raw.content).decode().splitlines()
        assert "note 1" in "".join(lines) and len(lines) - 1 >= two.rows - 2
    assert "Traceback" not in two.house.stop()


def test_a_players_link_is_revoked_and_a_damaged_table_stays_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    house = House(folder)
    fight = Fight(house.host(), house)
    assert house.stop() == ""
    GROUND.write(folder, ROWS["a row that is gone"][0], fight.table)
    house = House(folder)
    host, kept = house.host(), "SELECT seq FROM events WHERE table_id = ?"
    before = GROUND.read(folder, kept, fight.table)
    ok(host.post(f"{fight.url}/players/{fight.players[0]['id']}/revoke", {}))
    assert GROUND.read(folder, kept, fight.table) == before
    mia = Browser(house.base)
    assert mia.post("/api/join", {"token": fight.token(0)}).status_code == 403
    assert "Traceback" not in house.stop()


def test_what_is_exported_of_a_damaged_table_can_be_brought_and_played_on(tmp_path: Path) -> None:
    two = Two(tmp_path / "data", ROWS["a row that is gone"][0])
    raw = two.host.http.get(f"/api/tables/{two.table}/export").content
    brought = two.host.http.post("/api/tables/import", content=raw)
    assert brought.status_code == 200, brought.text
    gm = two.host.sit(brought.json()["table"], "gm")
    assert gm.view["state"]["notes"][-2:] == ["note 0", "note 1"]
    gm.do("ruling", ruling={"who": "gm", "verb": "note", "text": "on it goes"})
    two.house.stop()


@pytest.mark.sqlite
def test_a_number_in_place_of_the_first_line_is_told(tmp_path: Path) -> None:
    cannot_begin(Two(tmp_path / "data", "UPDATE tables SET header = 5 WHERE id = ?"))


@pytest.mark.parametrize("header", [b"\xff", b"{}"])
def test_a_table_without_its_first_line_says_so_and_gives_what_it_has(header: bytes, tmp_path: Path) -> None:
    cannot_begin(Two(tmp_path / "data", "UPDATE tables SET header = ? WHERE id = ?", header))


def cannot_begin(two: Two) -> None:
    two.others_go_on()
    opened = two.host.post(f"/api/tables/{two.table}/open", None)
    assert opened.status_code == 409 and "cannot be opened" in opened.json()["error"]
    raw = two.host.http.get(f"/api/tables/{two.table}/export")
    assert raw.status_code == 200 and b"note 3" in gzip.decompress(raw.content)
    assert "Traceback" not in two.house.stop()


@pytest.mark.sqlite
def test_a_title_that_cannot_be_read_does_not_hide_the_list(tmp_path: Path) -> None:
    two = Two(tmp_path / "data", "UPDATE tables SET title = CAST(x'ff41' AS TEXT), changed = 'soon' WHERE id = ?")
    listed = two.host.http.get("/api/tables")
    assert listed.status_code == 200 and len(listed.json()) == 2
    two.house.stop()


def test_a_seat_at_a_table_that_cannot_be_opened_is_told_so(tmp_path: Path) -> None:
    house = House(tmp_path / "data")
    party = Party(house)
    cookies, table = party.host.http.cookies, party.table
    house.stop()
    GROUND.write(tmp_path / "data", "UPDATE tables SET header = ? WHERE id = ?", b"\0", table)
    again = House(tmp_path / "data", port=0)
    host = again.host()
    for name, value in cookies.items():
        if name not in host.http.cookies:
            host.http.cookies.set(name, value)
    with pytest.raises(InvalidStatus) as caught:
        host.sit(table, "gm")
    assert caught.value.response.status_code == 409
    assert "cannot be opened" in json.loads(caught.value.response.body or b"{}")["error"]
    again.stop()


def test_what_is_wrong_with_a_table_is_told_to_its_gm_and_to_the_host_alone(tmp_path: Path) -> None:
    """It may name somebody who is hidden there: on no road is it told to players."""
    house = House(tmp_path / "data")
    party = Party(house)
    player = party.seats[0]
    house.stop()
    GROUND.write(tmp_path / "data", "UPDATE tables SET header = ? WHERE id = ?", b"{}", party.table)
    again = House(tmp_path / "data", port=house.port)
    told: dict[tuple[str, str], str] = {}
    for seat in ("gm", player, "watch"):
        for file in ("log.txt", "after", "replay"):
            reply = party.browsers[seat].http.get(f"/api/t/{party.table}/{seat}/{file}")
            assert reply.status_code == 409, reply.text
            told[seat, file] = reply.json()["error"]
    assert again.host().post(f"/api/tables/{party.table}/open", None).json()["error"] == told["gm", "after"]
    assert len(told["gm", "after"]) > len(UNOPENED)
    assert {text for (seat, _), text in told.items() if seat != "gm"} == {UNOPENED}
    again.stop()


@pytest.mark.sqlite
def test_a_newer_database_is_still_refused_as_such(tmp_path: Path) -> None:
    made(tmp_path)
    GROUND.write(tmp_path, "UPDATE alembic_version SET version_num = ?", "9999")
    with pytest.raises(Invalid, match="newer"):
        SqliteStore(tmp_path)
