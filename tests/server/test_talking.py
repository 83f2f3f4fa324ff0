"""Words, whispers, handouts and pings: who is told what, what is kept, and what is cleaned away."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.house import House, Party, first_scenario

from fracas.engine.registry import load_ruleset

THREE = next(
    (ruleset.id, scenario.id)
    for ruleset in [load_ruleset(first_scenario()[0])]
    for scenario in ruleset.scenarios()
    if len([seat for seat in ruleset.start(scenario.id, {}, ["1", "2"]).seats if seat != "gm"]) >= 2
)
"""A scenario with two players at least."""


def heard(party: Party) -> dict[str, list[str]]:
    """By seat: what it was told alongside the game."""
    party.settle()
    return {seat: [one["text"] for one in line.asides] for seat, line in party.lines.items()}


def whispering(house: House) -> None:
    party = Party(house, scenario=THREE)
    ada, bob = party.seats[:2]
    party.lines[ada].do("say", text="hello all")
    party.lines[ada].do("say", text="the canary to bob", to=[bob])
    party.lines[bob].do("say", text="the canary to the gm", to=["gm"])
    party.gm.do("say", text="the canary to ada", to=[ada])
    party.gm.do("handout", title="A letter", text="the canary\nin lines", to=[bob])
    party.gm.do("aside", dice="1d6", why="for all")
    told = heard(party)
    for seat, line in party.lines.items():
        assert [one["n"] for one in line.asides] == list(range(1, len(line.asides) + 1)), seat
        assert [one["who"] for one in line.asides] == [one["who"] for one in party.sit(seat).asides], seat
    assert len(told["gm"]) == 6
    assert told[ada][:3] == ["hello all", "the canary to bob", "the canary to ada"] and len(told[ada]) == 4
    assert told[bob][:4] == ["hello all", "the canary to bob", "the canary to the gm", "the canary\nin lines"]
    for seat in [*party.seats[2:], "watch"]:
        assert told[seat][0] == "hello all" and len(told[seat]) == 2
        assert "canary" not in "".join(party.lines[seat].frames)
        assert "canary" not in party.browsers[seat].http.get(f"/api/t/{party.table}/{seat}/log.txt").text


def test_whispers_and_handouts_reach_whom_they_are_for_and_the_gm(house: House) -> None:
    whispering(house)


def test_control_whispers_told_to_everybody_are_noticed(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,loud_whispers")
    with pytest.raises(AssertionError):
        whispering(house)
    house.kill()


def test_they_stand_in_the_log_and_are_there_after_a_restart(tmp_path: Path) -> None:
    house = House(tmp_path / "data")
    party = Party(house, scenario=THREE)
    ada = party.seats[0]
    party.gm.do("say", text="look *here*", to=[ada])
    party.gm.do("handout", title="A letter", text="first\nsecond")
    log = party.browsers[ada].http.get(f"/api/t/{party.table}/{ada}/log.md").text
    assert "look \\*here\\*" in log and "first second" in log
    house.kill()
    again = House(house.folder, port=house.port)
    browser = party.browsers[ada]
    line = browser.sit(party.table, ada)
    assert [(one["kind"], one["text"]) for one in line.asides] == [("say", "look *here*"), ("handout", "first\nsecond")]
    again.kill()


def test_what_is_said_is_cleaned_and_short(house: House) -> None:
    party = Party(house, start=False)
    party.gm.do("say", text="a\x1b[31m\u202eb\nc")
    party.gm.do("handout", title="t\x07", text="one\u202e\r\n\ttwo")
    party.settle()
    first, second = party.lines["watch"].asides
    assert first["text"] == "a[31mb c"
    assert (second["title"], second["text"]) == ("t", "one\n two")
    assert party.gm.ask("say", text="x" * 501)["type"] == "error"
    assert party.gm.ask("handout", title="x", text="x" * 8001)["type"] == "error"
    assert party.gm.ask("say", text=" ")["type"] == "error"
    assert party.gm.ask("say", text="x", to=["nobody"])["type"] == "error"


def test_a_ping_is_told_to_everybody_and_kept_nowhere(house: House) -> None:
    party = Party(house)
    player = party.lines[party.seats[0]]
    assert player.do("point", square="B2")["type"] == "ok"
    assert player.ask("point", square="zz99")["type"] == "error"
    party.settle()
    for line in party.lines.values():
        assert line.pings == [{"who": party.seats[0], "square": "b2"}]
    late = party.sit("watch")
    late.settle()
    assert late.pings == []


def test_many_pings_send_nobody_away(house: House) -> None:
    party = Party(house)
    for number in range(35):
        party.gm.send("point", square=f"a{1 + number % 4}")
    party.settle()
    assert 0 < len(party.lines["watch"].pings) <= 35
