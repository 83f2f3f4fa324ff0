"""D5, D6 on PostgreSQL: servers die, the database dies, connections are cut; nothing is lost and nothing done twice."""

from __future__ import annotations

import asyncio
import random
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

import psycopg
import pytest
from sqlalchemy import Connection
from tests.forks import fracas
from tests.server.grounds import GROUND, POSTGRES
from tests.server.house import LONG, Browser, Line, first_scenario
from tests.server.several import Pair, wire_to_postgres
from websockets.exceptions import WebSocketException

from fracas.engine.errors import Invalid
from fracas.server import others_postgres, store_postgres
from fracas.server.hall import Hall
from fracas.server.others import Others
from fracas.server.others_postgres import PostgresOthers
from fracas.server.store import NotKept, Row, Standing
from fracas.server.store_postgres import PostgresStore, check

BETWEEN = 100 if LONG else 15
CLIENTS = 8 if LONG else 4
SOON = 5
"""Seconds after which everybody is served again, when a server or a connection died or the database was started anew.
Counted where nothing else runs beside."""


@pytest.fixture(scope="module", autouse=True)
def postgres(ground: str) -> None:
    GROUND.kind = POSTGRES


class Client(threading.Thread):
    """Somebody who goes on rolling, and sends what was not acknowledged again after every fall."""

    def __init__(self, browser: Browser, table: str, seat: str) -> None:
        super().__init__(daemon=True)
        self.browser, self.table, self.seat = browser, table, seat
        self.acked: list[str] = []
        self.times: list[float] = []
        """When each was acknowledged."""
        self.leaving = False
        self.failed: Exception | None = None

    def run(self) -> None:
        open_id = ""
        while not self.leaving:
            try:
                line = Line(self.browser, self.table, self.seat)
                while not self.leaving:
                    open_id = open_id or secrets.token_hex(8)
                    reply = line.ask("aside", id=open_id, dice="1d6", why="again")
                    if reply["type"] != "roll":
                        assert reply.get("kind") == "fault", reply
                        time.sleep(0.05)
                        continue
                    self.times.append(time.monotonic())
                    self.acked.append(open_id)
                    open_id = ""
            except (OSError, WebSocketException, TimeoutError, EOFError):
                time.sleep(0.05)
            except (AssertionError, KeyError, ValueError) as error:
                self.failed = error
                return


class Struck(Pair):
    """Two servers whose wires to their database are cut when they next commit a command, as often as `due` says: before
    it is passed on, or after."""

    def __init__(self, folder: Path, switches: str) -> None:
        self.due: list[str] = []
        self.wires, address = wire_to_postgres(folder, self._when)
        super().__init__(folder, (switches, switches), place=address)

    def _when(self, data: bytes) -> str:
        with suppress(IndexError):
            return self.due.pop() if is_commit(data) else ""
        return ""


def is_commit(data: bytes) -> bool:
    return b"COMMIT" in data and b"INSERT INTO events" in data


def under_fire(folder: Path, strike: Callable[[Struck, int], None], times: int, switches: str = "fast") -> None:
    """Strike again and again while people play at two servers; then all that was acknowledged is there, once, and
    nobody had to wait for long."""
    pair = Struck(folder, switches)
    host = pair.host(0)
    table = host.create(*first_scenario())
    gm = host.sit(table, "gm")
    gm.do("start")
    seat = next(one["seat"] for one in gm.room["seats"] if one["seat"] != "gm")
    player = Browser(pair.bases[1])
    player.join(gm.do("link", seat=seat)["url"].partition("#")[2])
    clients = [Client(host if n % 2 else player, table, "gm" if n % 2 else seat) for n in range(CLIENTS)]
    for client in clients:
        client.start()

    def acked() -> int:
        return sum([len(client.acked) for client in clients])

    struck: list[float] = []

    def all_answered() -> bool:
        """Since the last strike."""
        return all([client.times and client.times[-1] > when for client in clients for when in struck[-1:]])

    for number in range(times + 1):
        wanted, end = acked() + BETWEEN, time.monotonic() + 60
        while acked() < wanted or not all_answered():
            assert time.monotonic() < end, [client.failed for client in clients]
            time.sleep(0.01)
        if number < times:
            struck.append(time.monotonic())
            strike(pair, number)
    for client in clients:
        client.leaving = True
    for client in clients:
        client.join(30)
        assert client.failed is None, client.failed
    rows = GROUND.read(folder, "SELECT seq, command_id FROM events WHERE table_id = ? ORDER BY seq", table)
    ids = [str(id).partition("/")[2] for _, id in rows]
    for house in pair.houses:
        house.kill()
    assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1))
    assert len(set(ids)) == len(ids)
    assert {id for client in clients for id in client.acked} <= set(ids)
    pair.wires.close()
    waits = [min([at for at in client.times if at > when]) - when for client in clients for when in struck]
    assert not LONG or max(waits) < SOON, sorted(waits)[-5:]


def kill_a_server(pair: Struck, number: int) -> None:
    pair.kill(number % 2)
    pair.revive(number % 2)


def stop_the_database(pair: Struck, number: int) -> None:
    GROUND.restart()


def cut_connections(pair: Struck, number: int) -> None:
    with psycopg.connect(GROUND.address("postgres"), autocommit=True) as db:
        db.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")


def cut_in_mid_commit(pair: Struck, number: int) -> None:
    pair.due.append(("before", "after")[number % 2])
    end = time.monotonic() + 60
    while pair.due:
        assert time.monotonic() < end, "nobody commits anything"
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("strike", "times"),
    [
        (kill_a_server, 200 if LONG else 2),
        (stop_the_database, 100 if LONG else 1),
        (cut_connections, 100 if LONG else 1),
        (cut_in_mid_commit, 100 if LONG else 2),
    ],
)
def test_d5_nothing_acknowledged_is_lost_and_nothing_done_twice(
    strike: Callable[[Struck, int], None], times: int, tmp_path: Path
) -> None:
    under_fire(tmp_path / "data", strike, times)


def test_d5_control_acknowledging_before_keeping_is_noticed(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        under_fire(tmp_path / "data", kill_a_server, 1, "fast,ack_first")


# -------------------------------------------------------------------- cut in mid-commit


def a_row(n: int) -> Row:
    return Row(n, f"c{n}", b"", "gm", "lines", "main", b"x", b"{}", b"{}", n)


def keep_over_a_bad_wire(folder: Path, when: str) -> tuple[str, int]:
    """What becomes of a row whose connection is cut when its commit is sent, and how many rows there are then."""
    cuts: list[str] = []

    def cut(data: bytes) -> str:
        if is_commit(data) and not cuts:
            cuts.append(when)
            return when
        return ""

    proxy, address = wire_to_postgres(folder, cut)

    async def run() -> str:
        store = PostgresStore(address)
        table = {"id": "t", "ruleset": "r", "scenario": "s", "title": "t", "header": b"h", "created": 1, "changed": 1}
        await store.run(store.create, table, [], Standing(True, False, ""))
        try:
            await store.keep("t", a_row(1), Standing(True, False, ""))
            return "kept"
        except NotKept:
            return "not kept"
        finally:
            store.close()

    told = asyncio.run(run())
    proxy.close()
    assert cuts
    return told, len(GROUND.read(folder, "SELECT seq FROM events"))


@pytest.mark.parametrize(("when", "told"), [("before", "not kept"), ("after", "kept")])
def test_d5_after_a_cut_in_mid_commit_it_is_found_out_what_became_of_it(when: str, told: str, tmp_path: Path) -> None:
    assert keep_over_a_bad_wire(tmp_path / "data", when) == (told, int(told == "kept"))


def test_d5_control_whoever_guesses_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def no(*_: object) -> bool:
        return False

    monkeypatch.setattr(PostgresStore, "is_there", no)
    with pytest.raises(AssertionError):
        test_d5_after_a_cut_in_mid_commit_it_is_found_out_what_became_of_it("after", "kept", tmp_path)


# -------------------------------------------------------------------- who moves the bots


async def leaders(folder: Path) -> list[bool]:
    """Of two servers: do both move a table's bots, and does the second once the first is gone?"""
    place = GROUND.place(folder)
    halls = [Hall(place, "http://localhost") for _ in range(2)]
    room = await halls[0].start_scenario(*first_scenario(), {}, 1)
    found = [await hall.others.leads(room) for hall in halls]
    halls[0].close()
    for _ in range(100):
        after = await halls[1].others.leads(room)
        if after:
            break
        await asyncio.sleep(0.05)
    halls[1].close()
    return [*found, after]


def test_one_server_moves_the_bots_and_another_when_it_is_gone(tmp_path: Path) -> None:
    assert asyncio.run(leaders(tmp_path / "data")) == [True, False, True]


def test_control_servers_that_all_move_them_are_noticed(tmp_path: Path) -> None:
    with patch.object(PostgresOthers, "leads", Others.leads):
        assert asyncio.run(leaders(tmp_path / "data")) != [True, False, True]


# -------------------------------------------------------------------- settings


@pytest.mark.parametrize("name", ["fsync", "full_page_writes"])
def test_d6_unsafe_settings_of_the_database_are_refused(name: str, tmp_path: Path) -> None:
    place = GROUND.database(tmp_path / "data")
    GROUND.set(name, "off")
    try:
        with pytest.raises(Invalid, match=name):
            PostgresStore(place).close()
    finally:
        GROUND.set(name, "on")
    PostgresStore(place).close()


def test_d6_commits_that_do_not_wait_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = GROUND.database(tmp_path / "data")
    # Whatever the server's own default is, our connections ask for more.
    GROUND.set("synchronous_commit", "off")
    try:
        PostgresStore(place).close()
        monkeypatch.setattr(store_postgres, "SYNC", "off")
        with pytest.raises(Invalid, match="synchronous_commit"):
            PostgresStore(place).close()
    finally:
        GROUND.set("synchronous_commit", "on")


def test_d6_control_settings_nobody_reads_back_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(db: Connection) -> None:
        assert check is not careless

    monkeypatch.setattr(store_postgres, "check", careless)
    with pytest.raises(pytest.fail.Exception):
        test_d6_unsafe_settings_of_the_database_are_refused("fsync", tmp_path)


# -------------------------------------------------------------------- said in words


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("mysql://localhost/x", "postgresql://USER"),
        ("postgresql://localhost", "postgresql://USER"),
        ("nonsense", "postgresql://USER"),
        ("postgresql://me:geheim@127.0.0.1:1/fracas", "Is the database server running"),
    ],
)
def test_an_address_that_is_none_is_told_in_a_line_without_its_password(
    address: str, said: str, tmp_path: Path
) -> None:
    done = fracas("serve", "--port", "0", "--database", address, "--data", str(tmp_path))
    assert done.returncode in (1, 2) and done.stderr.count("\n") == 1 and said in done.stderr, done.stderr
    assert "geheim" not in done.stderr


def test_without_psycopg_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "psycopg.py").write_text("raise ImportError('not here')\n", encoding="utf-8")
    done = fracas("serve", "--database", "postgresql://localhost/x", "--data", str(tmp_path), site=str(tmp_path))
    assert done.returncode == 2 and "pip install 'fracas[postgres]'" in done.stderr, done.stderr


def test_numbers_for_locks_differ() -> None:
    names = [f"{random.Random(n).random()}" for n in range(1000)]
    assert len({others_postgres.key_of(name) for name in names}) == 1000
