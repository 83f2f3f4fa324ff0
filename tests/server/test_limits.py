"""Limits by address keep guessing and flooding small; nobody who holds a right is refused for what others do."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.house import Browser, House, first_scenario
from websockets.exceptions import InvalidStatus


def test_a_valid_link_and_a_valid_cookie_work_behind_an_address_that_guesses(tmp_path: Path) -> None:
    house = House(tmp_path / "data")
    host = house.host()
    table = host.create(*first_scenario())
    gm = host.sit(table, "gm")
    token = gm.do("link", seat=gm.room["seats"][1]["seat"])["url"].partition("#")[2]
    guesser = Browser(house.base)
    got = [guesser.post("/api/join", {"token": f"guess{n}"}).status_code for n in range(40)]
    assert got == [403] * 10 + [429] * 30
    # The same address, another person.
    player = Browser(house.base)
    where = player.join(token)
    assert player.sit(table, where.rpartition("/")[2]).welcome["type"] == "welcome"
    assert host.http.get("/api/tables").status_code == 200
    # And guessing is as limited as before.
    assert guesser.post("/api/join", {"token": "once more"}).status_code == 429
    assert house.stop() == ""


def test_refused_handshakes_shut_out_nobody_with_a_cookie(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,tight")
    host = house.host()
    table = host.create(*first_scenario())
    stranger = Browser(house.base)
    refused: list[int] = []
    for _ in range(8):
        with pytest.raises(InvalidStatus) as caught:
            stranger.sit(table, "gm")
        refused.append(caught.value.response.status_code)
    assert refused == [403] * 5 + [429] * 3
    assert host.sit(table, "gm").welcome["type"] == "welcome"
    assert house.stop() == ""


def test_requests_without_a_right_use_up_nobody_elses(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,tight")
    host = house.host()
    table = host.create(*first_scenario())
    gm = host.sit(table, "gm")
    token = gm.do("link", seat="watch")["url"].partition("#")[2]
    stranger = Browser(house.base)
    assert [stranger.http.get("/api/health").status_code for _ in range(25)][-1] == 429
    assert host.http.get("/api/tables").status_code == 200
    assert Browser(house.base).join(token) == f"/t/{table}/watch"
    # A cookie somebody made up is none.
    stranger.http.cookies.set("fracas-host", "made.up")
    assert stranger.http.get("/api/health").status_code == 429
    assert house.stop() == ""


def test_whoever_holds_a_right_is_limited_too(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,tight")
    greedy = house.host()
    table = greedy.create(*first_scenario())
    player = greedy.sit(table, "gm").link("watch")
    assert [greedy.http.get("/api/health").status_code for _ in range(25)][-1] == 429
    assert player.http.get("/api/health").status_code == 200
    assert house.stop() == ""


def test_control_counting_by_address_alone_is_noticed(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,tight,by_address")
    host = house.host()
    table = host.create(*first_scenario())
    stranger = Browser(house.base)
    for _ in range(8):
        with pytest.raises(InvalidStatus):
            stranger.sit(table, "gm")
    with pytest.raises(InvalidStatus):
        host.sit(table, "gm")
    assert house.stop() == ""
