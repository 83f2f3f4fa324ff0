"""Whole evenings of Phases of Play: every scenario with a map and without, and requests that wait side by side."""

from __future__ import annotations

from typing import Final

import pytest

from fracas.engine.command import GM
from fracas.engine.game import Game
from fracas.engine.play import play
from fracas.engine.policy import Inline, RandomPolicy
from fracas.engine.registry import load_ruleset
from fracas.engine.table import Thrower
from fracas.engine.text import parse_command

RULESET: Final = load_ruleset("phases_of_play")
SCENARIOS: Final = ["weir-parley", "weir-parley-told", "counting-house-told", "drakes-ledge-told"]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_is_played_to_its_end_with_a_map_and_without(scenario: str) -> None:
    enc = RULESET.start(scenario, {"gm": "automatic"}, [scenario, scenario + " gm"])
    play(RULESET, enc, Inline({}, RandomPolicy(len(scenario))), Thrower())
    assert enc.over
    assert RULESET.fact(enc, "phase") == "over"
    assert RULESET.invariants(enc) == []


def test_two_people_act_in_free_play_while_a_request_of_each_waits() -> None:
    game = Game(RULESET, RULESET.start("counting-house", {}, ["waiting", "waiting gm"]))
    game.begin()

    def say(seat: str, text: str) -> None:
        game.command(parse_command(RULESET, game.known(seat), text), seat)

    sable, odile = game.state.seat_of("sable"), game.state.seat_of("odile")
    assert sable != odile
    say(sable, "sable improvise oil the hinges")
    say(odile, "odile improvise whistle like an owl")
    assert RULESET.fact(game.state, "requests") == "sable odile"
    say(odile, "odile walk e3")
    say(sable, "sable walk c2")
    assert not game.waiting
    assert RULESET.fact(game.state, "requests") == "sable odile"
    say(GM, "gm grant odile")
    assert RULESET.fact(game.state, "requests") == "sable"
    say(GM, "gm deny sable")
    assert RULESET.fact(game.state, "requests") == ""
    assert game.state.board.name(game.state.combatants["odile"].pos) == "e3"
    assert game.state.board.name(game.state.combatants["sable"].pos) == "c2"
