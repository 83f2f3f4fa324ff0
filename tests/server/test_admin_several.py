"""The administrator among several servers: what is deleted, closed or limited at one is so at all of them, at once."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.grounds import GROUND, POSTGRES
from tests.server.house import Browser, Line, first_scenario
from tests.server.several import Pair
from tests.server.test_admin import admin_of, ends_with, row_of, seen, status_of, told
from tests.server.test_several_servers import Table

from fracas.server.subscribers import CLOSED, FULL

SECOND = 1.0
"""So long a deleted table may go on elsewhere."""


@pytest.fixture(scope="module")
def pair(ground: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    GROUND.kind = POSTGRES
    found = Pair(tmp_path_factory.mktemp("pair") / "data")
    yield found
    found.stop()


@pytest.fixture
def admin(pair: Pair) -> Browser:
    """At the first server."""
    return admin_of(pair.houses[0])


def seconds_until_closed(line: Line) -> float:
    begun = time.monotonic()
    assert ends_with(line) == CLOSED
    return time.monotonic() - begun


def test_people_are_shown_with_their_servers(pair: Pair, admin: Browser) -> None:
    table = Table(pair)
    end = time.monotonic() + 5
    while True:
        found = seen(admin)
        there = row_of(found, table.table)["there"]
        servers = {one["seat"]: one["server"] for one in there}
        if set(servers) == {"gm", table.seat, ""} or time.monotonic() > end:
            break
    assert servers["gm"] != servers[table.seat] == servers[""]
    assert {one["name"]: one["here"] for one in found["servers"]} == {servers["gm"]: True, servers[""]: False}


def test_a_table_that_is_deleted_at_one_server_ends_at_the_other_within_a_second(pair: Pair, admin: Browser) -> None:
    table = Table(pair)
    told(admin, f"tables/{table.table}/delete")
    assert seconds_until_closed(table.player) < SECOND
    host = pair.host(1)
    assert host.post(f"/api/tables/{table.table}/open", {}).status_code == 404
    assert status_of(table.player_browser, table.table, table.seat) == 403
    told(admin, f"tables/{table.table}/undelete")
    end = time.monotonic() + SECOND
    while status_of(table.player_browser, table.table, table.seat) != 101:
        assert time.monotonic() < end, "a link comes back with its table"


def test_connections_are_ended_at_every_server(pair: Pair, admin: Browser) -> None:
    table = Table(pair)
    told(admin, f"tables/{table.table}/close")
    assert seconds_until_closed(table.player) < SECOND and ends_with(table.gm) == CLOSED
    assert status_of(table.player_browser, table.table, table.seat) == 101


def test_a_limit_that_is_set_at_one_server_holds_at_the_other(pair: Pair, admin: Browser) -> None:
    table, host = Table(pair), pair.host(1)
    ruleset, scenario = first_scenario()
    used = {one["name"]: one["used"] for one in seen(admin)["limits"]}
    told(admin, "limits", tables=used["tables"], connections=2)
    got = host.post("/api/tables", {"ruleset": ruleset, "scenario": scenario})
    assert got.status_code == 422 and f"at most {used['tables']}" in got.json()["error"]
    assert status_of(table.player_browser, table.table, table.seat) == FULL
    told(admin, "limits", tables=10_000, connections=2_000)
    assert host.post("/api/tables", {"ruleset": ruleset, "scenario": scenario}).status_code == 200


def test_control_a_server_that_hears_nothing_of_it_is_noticed(ground: str, tmp_path: Path) -> None:
    GROUND.kind = POSTGRES
    pair = Pair(tmp_path / "data", ("fast", "fast,deaf"))
    table = Table(pair)
    told(admin_of(pair.houses[0]), f"tables/{table.table}/delete")
    with pytest.raises(TimeoutError):
        seconds_until_closed(table.player)
    pair.stop()
