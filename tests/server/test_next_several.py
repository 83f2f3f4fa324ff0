"""The next encounter among several servers: one order of locks, one table however often it is asked for."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest
from tests.server.grounds import GROUND, POSTGRES
from tests.server.house import Browser, Line, first_scenario
from tests.server.several import Pair
from tests.server.test_admin import admin_of
from tests.server.test_parties import Fight
from tests.server.test_several_servers import Table, note
from websockets.exceptions import ConnectionClosed

from fracas.server.store_postgres import WRITES

SOON = 4
"""Seconds: less than after which the database ends a lock for which nobody would ever stop waiting."""
WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND classid = %s"


@pytest.fixture(scope="module", autouse=True)
def postgres(ground: str) -> None:
    GROUND.kind = POSTGRES


@contextmanager
def writing(pair: Pair) -> Iterator[Callable[[int], None]]:
    """Somebody else writes, so that all others who want to wait; with it one waits until so many of them do."""
    with psycopg.connect(GROUND.database(pair.folder)) as db:
        db.execute("SELECT pg_advisory_xact_lock(%s, 0)", (WRITES,))

        def until(count: int) -> None:
            end = time.monotonic() + 20
            while db.execute(WAITING, (WRITES,)).fetchone() != (count,):
                assert time.monotonic() < end, "nobody comes to that lock"
                time.sleep(0.02)

        yield until


def tables_of(pair: Pair) -> list[str]:
    return [str(id) for (id,) in GROUND.read(pair.folder, "SELECT id FROM tables WHERE deleted = 0")]


def deleted_during_next(folder: Path, switches: str) -> tuple[Pair, float]:
    """An administrator deletes a table at one server while the GM goes on from it at the other: both wait for somebody
    who writes, then each for the other's lock if it can be. How long that took."""
    pair = Pair(folder, (switches, switches))
    table, admin = Table(pair), admin_of(pair.houses[0])
    there = pair.at(admin, 1)
    gone: list[int] = []
    delete = threading.Thread(
        target=lambda: gone.append(there.post(f"/api/admin/tables/{table.table}/delete", {}).status_code)
    )
    with writing(pair) as until:
        delete.start()
        until(1)
        table.gm.send("next", scenario=first_scenario()[1])
        until(2)
    began = time.monotonic()
    delete.join()
    with suppress(ConnectionClosed):
        table.gm.until("never")
    took = time.monotonic() - began
    assert gone == [200]
    return pair, took


def test_a_table_that_is_deleted_while_it_goes_on_elsewhere_makes_nobody_wait(tmp_path: Path) -> None:
    pair, took = deleted_during_next(tmp_path / "data", "fast")
    assert took < SOON
    end = time.monotonic() + SOON
    while tables_of(pair):
        assert time.monotonic() < end, "the table to which nobody was led goes too"
    for house in pair.houses:
        assert "Traceback" not in house.kill()


def test_control_a_table_that_is_held_meanwhile_is_noticed(tmp_path: Path) -> None:
    pair, took = deleted_during_next(tmp_path / "data", "fast,holds_on")
    assert took >= SOON
    for house in pair.houses:
        house.kill()


def gms(table: Table) -> tuple[Line, Line]:
    """The GM at both servers."""
    return table.gm, table.pair.at(table.host, 1).sit(table.table, "gm")


def test_one_wish_that_reaches_two_servers_makes_one_table(tmp_path: Path) -> None:
    pair = Pair(tmp_path / "data")
    table = Table(pair)
    here, there = gms(table)
    with writing(pair) as until:
        for number, line in enumerate((here, there), 1):
            line.send("next", id="once", scenario=first_scenario()[1])
            until(number)
    assert [line.until("next", id="once")["id"] for line in (here, there)] == ["once", "once"]
    assert [id for _, id in table.rows()].count("gm/once") == 1
    assert len(tables_of(pair)) == 2
    assert table.player.until("next")["url"], "players are led there"
    pair.stop()


def test_a_campaigns_party_is_at_the_table_where_play_goes_on(tmp_path: Path) -> None:
    pair = Pair(tmp_path / "data")
    fight = Fight(pair.host(0), pair.houses[1])
    lines = (fight.gm, pair.at(fight.host, 1).sit(fight.table, "gm"))
    with writing(pair) as until:
        for number, line in enumerate(lines, 1):
            line.send("next", id="once", scenario=fight.plan["key"])
            until(number)
    tokens = [line.until("next", id="once")["url"].partition("#")[2] for line in lines]
    browser = Browser(pair.bases[0])
    seats = {browser.join(token) for token in tokens}
    assert len(seats) == 1, "both are led to the same table"
    assert {fight.member(at)["table_id"] for at in (0, 1)} == {seats.pop().split("/")[2]}
    pair.stop()


def test_a_party_that_changes_meanwhile_goes_on_as_it_is_then(tmp_path: Path) -> None:
    pair = Pair(tmp_path / "data")
    table = Table(pair)
    here, there = gms(table)
    who = next(one["id"] for one in here.view["state"]["combatants"] if one["seat"] != "gm")
    with writing(pair) as until:
        here.send("next", id="on", scenario=first_scenario()[1])
        until(1)
        there.do("ruling", ruling=f"set {who} name Nobody else")
    token = here.until("next", id="on")["url"].partition("#")[2]
    browser = Browser(pair.bases[0])
    seat = browser.join(token)
    new = browser.sit(seat.split("/")[2], "gm")
    names = [one["name"] for one in new.view["state"]["combatants"]]
    assert "Nobody else" in names
    assert len(tables_of(pair)) == 2
    note(new, "on it goes")
    pair.stop()
