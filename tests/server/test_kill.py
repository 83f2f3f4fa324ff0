"""D1, D6, D7: a killed server loses nothing it acknowledged and does nothing twice; unsafe settings are refused."""

from __future__ import annotations

import secrets
import sqlite3
import threading
import time
from pathlib import Path

import pytest
from tests.server.house import LONG, Browser, House, Line, Party, first_scenario, kept
from websockets.exceptions import WebSocketException

from fracas.engine.errors import Invalid
from fracas.server import store_sqlite
from fracas.server.lockfile import refuse_shared_disk
from fracas.server.opening import open_room
from fracas.server.store_sqlite import SqliteStore

KILLS = 100 if LONG else 4
BETWEEN = 100 if LONG else 25
"""So many commands are acknowledged between two kills."""
CLIENTS = 8


class Client(threading.Thread):
    """Somebody who goes on rolling and noting, and sends what was not acknowledged again after every fall."""

    def __init__(self, browser: Browser, table: str, seat: str, port: int) -> None:
        super().__init__(daemon=True)
        self.browser, self.table, self.seat, self.port = browser, table, seat, port
        self.acked: list[str] = []
        self.open_id = ""
        self.leaving = False
        self.failed: Exception | None = None

    def run(self) -> None:
        while not self.leaving:
            try:
                line = Line(self.browser, self.table, self.seat)
                while not self.leaving:
                    self.open_id = self.open_id or secrets.token_hex(8)
                    reply = line.ask("aside", id=self.open_id, dice="1d6", why="again")
                    assert reply["type"] == "roll", reply
                    self.acked.append(self.open_id)
                    self.open_id = ""
            except (OSError, WebSocketException, TimeoutError, EOFError):
                time.sleep(0.02)
            except (AssertionError, KeyError, ValueError) as error:
                self.failed = error
                return


def under_fire(folder: Path, switches: str, kills: int, between: int = BETWEEN) -> tuple[list[str], list[str], str]:
    """Kill the server again and again: all that was acknowledged, all that was kept, and the table."""
    house = House(folder, switches)
    port = house.port
    host = house.host()
    table = host.create(*first_scenario())
    gm = host.sit(table, "gm")
    gm.do("start")
    seat = next(one["seat"] for one in gm.room["seats"] if one["seat"] != "gm")
    player = gm.link(seat)
    clients = [Client(host if n % 2 else player, table, "gm" if n % 2 else seat, port) for n in range(CLIENTS)]
    for client in clients:
        client.start()
    for _ in range(kills):
        wanted = sum([len(client.acked) for client in clients]) + between
        end = time.monotonic() + 20
        while sum([len(client.acked) for client in clients]) < wanted:
            assert time.monotonic() < end, [client.failed for client in clients]
            time.sleep(0.01)
        house.kill()
        house = House(folder, switches, port)
    for client in clients:
        client.leaving = True
    for client in clients:
        client.join(20)
        assert client.failed is None, client.failed
    rows = kept(house, table)
    assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1))
    house.kill()
    acked = [id for client in clients for id in client.acked]
    return acked, [id.partition("/")[2] for _, id in rows], table


def test_d1_nothing_acknowledged_is_lost_and_nothing_done_twice(tmp_path: Path) -> None:
    acked, rows, table = under_fire(tmp_path / "data", "fast", KILLS)
    assert len(acked) >= KILLS * BETWEEN
    assert len(set(rows)) == len(rows)
    assert set(acked) <= set(rows)
    keeper = SqliteStore(tmp_path / "data")
    try:
        found = keeper.now(keeper.table, table)
        assert found is not None
        room = open_room(keeper, table, "", bytes(found["header"]), keeper.now(keeper.rows, table).rows)
        assert room.session.game.read_only == "" and len(room.facts.asides) > 0
    finally:
        keeper.close()


def test_d1_control_acknowledging_before_keeping_is_noticed(tmp_path: Path) -> None:
    acked, rows, _ = under_fire(tmp_path / "data", "fast,ack_first", 1, 1)
    assert set(acked) - set(rows)


def test_after_a_kill_a_seat_comes_back_to_the_same_view_and_the_same_question(tmp_path: Path) -> None:
    house = House(tmp_path / "data")
    party = Party(house)
    line, who = party.in_turn()
    line.do("command", command=f"{who} pass", step=line.view["step"])
    party.settle()
    before = {seat: (each.view, each.events) for seat, each in party.lines.items()}
    port = house.port
    house.kill()
    house = House(tmp_path / "data", port=port)
    for seat, (view, events) in before.items():
        again = party.sit(seat, game=view["game"], since=view["last"])
        assert again.view == view, seat
        assert again.events == [] and again.welcome["complete"] and events is not None
    house.kill()


@pytest.mark.parametrize(("mode", "level"), [("WAL", "NORMAL"), ("WAL", "OFF"), ("DELETE", "FULL"), ("MEMORY", "FULL")])
def test_d6_unsafe_settings_are_refused(mode: str, level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(raw: sqlite3.Connection, _record: object) -> None:
        raw.execute(f"PRAGMA journal_mode={mode}")
        raw.execute(f"PRAGMA synchronous={level}")

    monkeypatch.setattr(store_sqlite, "set_up", careless)
    with pytest.raises(Invalid, match="synchronous|journal_mode"):
        SqliteStore(tmp_path)


def test_d6_control_settings_nobody_reads_back_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_sqlite, "check", lambda db: None)
    with pytest.raises(pytest.fail.Exception):
        test_d6_unsafe_settings_are_refused("WAL", "OFF", tmp_path, monkeypatch)


def test_d6_a_network_disk_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="nfs4"):
        refuse_shared_disk(tmp_path, f"/dev/sda / ext4 rw 0 0\nserver:/x {tmp_path} nfs4 rw 0 0\n")
    refuse_shared_disk(tmp_path, "/dev/sda / ext4 rw 0 0\nserver:/x /elsewhere nfs rw 0 0\n")


def test_d6_a_newer_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    SqliteStore(tmp_path).close()
    with sqlite3.connect(tmp_path / "fracas.db") as db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
    db.close()
    with pytest.raises(Invalid, match="newer"):
        SqliteStore(tmp_path)


def test_d7_control_a_lock_that_everybody_gets_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fracas.server.lockfile._take", lambda file: True)
    with pytest.raises(pytest.fail.Exception):
        test_d7_a_second_server_is_refused_and_a_dead_one_is_no_hindrance(tmp_path)


def test_d7_a_second_server_is_refused_and_a_dead_one_is_no_hindrance(tmp_path: Path) -> None:
    house = House(tmp_path / "data")
    try:
        for _ in range(200 if LONG else 3):
            with pytest.raises(Invalid, match=str(house.pid)):
                SqliteStore(tmp_path / "data")
    finally:
        house.kill()
    SqliteStore(tmp_path / "data").close()
