"""Dice outside the rules are told once to whoever is there, and to newcomers with their welcome; little of each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.server.house import House, Party

ROLLS = 60


def test_each_aside_is_sent_once_and_little_of_it(house: House) -> None:
    party = Party(house)
    watcher = party.lines["watch"]
    before = len(watcher.frames)
    for number in range(ROLLS):
        party.gm.do("aside", dice="1000d1000", why=f"roll {number}.")
    watcher.settle()
    text = "".join(watcher.frames[before:])
    assert len(text) < ROLLS * 1000
    assert [text.count(f'"roll {number}."') for number in range(ROLLS)] == [1] * ROLLS
    assert len(party.gm.do("aside", dice="1000d1000")["text"]) < 500


def test_a_newcomer_gets_the_last_ones_with_its_welcome(house: House) -> None:
    party = Party(house)
    for number in range(ROLLS):
        party.gm.do("aside", dice="1d6", why=f"roll {number}.")
    late = party.sit("watch")
    assert [one["why"] for one in late.welcome["asides"]] == [f"roll {number}." for number in range(10, ROLLS)]
    assert "roll" not in json.dumps(late.welcome["room"])
    party.gm.do("aside", dice="1d6", why="one more")
    late.settle()
    assert [one["why"] for one in late.asides[-2:]] == [f"roll {ROLLS - 1}.", "one more"]
    assert late.asides[-1]["n"] == ROLLS + 1


def test_what_the_gm_rolls_in_secret_pushes_nothing_out_of_sight(house: House) -> None:
    party = Party(house)
    party.gm.do("aside", dice="1d6", why="for all")
    for _ in range(ROLLS):
        party.gm.do("aside", dice="1d6", why="for me", secret=True)
    party.gm.do("aside", dice="1d6", why="for all again")
    seen = party.sit("watch").asides
    assert [(one["n"], one["why"]) for one in seen] == [(1, "for all"), (2, "for all again")]
    assert party.sit("gm").asides[-1]["n"] == ROLLS + 2


def test_control_asides_sent_again_are_noticed(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,asides_again")
    with pytest.raises(AssertionError):
        test_each_aside_is_sent_once_and_little_of_it(house)
    assert house.stop() == ""
