"""Four seats play over real sockets until the rules say it is over."""

from __future__ import annotations

import pytest
from tests.server.house import House, Line, first_scenario, wait_for

from fracas.engine.registry import load_ruleset, ruleset_ids


def seats_in(line: Line) -> list[str]:
    return [one["seat"] for one in line.room["seats"] if one["seat"] != "gm"]


def test_a_first_encounter_from_link_to_end(house: House) -> None:
    host = house.host()
    table = host.create(*first_scenario())
    gm = host.sit(table, "gm")
    assert not gm.room["started"] and gm.view["state"]["combatants"]
    refused = gm.ask("command", command="x pass", step=gm.view["step"])
    assert refused["kind"] == "refused" and refused["reasons"][0]["paragraph"] == "0.10"
    player = gm.link(seats_in(gm)[0]).sit(table, seats_in(gm)[0])
    watcher = gm.link("watch").sit(table, "watch")
    player.do("claim", name="Ada")
    for seat in ["gm", *seats_in(gm)]:
        gm.do("bot", scope="seat", name=seat, on=True)
    gm.do("start")
    wait_for(watcher, lambda: watcher.view["over"])
    wait_for(player, lambda: player.view["over"])
    assert player.view["result"] == watcher.view["result"] != ""
    assert [event["n"] for event in watcher.events] == list(range(1, len(watcher.events) + 1))


@pytest.mark.parametrize("id", ruleset_ids())
def test_every_ruleset_can_be_served_and_started(house: House, id: str) -> None:
    host = house.host()
    for info in load_ruleset(id).scenarios()[:2]:
        table = host.create(id, info.id)
        gm = host.sit(table, "gm")
        gm.do("start")
        gm.settle()
        assert gm.room["started"] and gm.view["rail"]
        gm.close()
