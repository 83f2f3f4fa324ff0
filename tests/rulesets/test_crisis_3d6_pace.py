"""Every scenario of Crisis 3d6 comes to an end when bots play both sides, and in good time."""

from __future__ import annotations

import pytest

from fracas.engine.play import play
from fracas.engine.policy import Inline
from fracas.engine.registry import load_ruleset
from fracas.engine.table import Thrower
from fracas.lab.greedy import GreedyPolicy

RULESET = load_ruleset("crisis_3d6")
LONGEST = 40


@pytest.mark.parametrize("scenario", [info.id for info in RULESET.scenarios()])
def test_a_scenario_ends(scenario: str) -> None:
    for number in range(2):
        enc = RULESET.start(scenario, {}, [f"pace {number}", f"pace {number} gm"])
        policies = {seat: GreedyPolicy(100 * number + index) for index, seat in enumerate(enc.seats)}
        play(RULESET, enc, Inline(policies, GreedyPolicy(number)), Thrower(), LONGEST)
        assert enc.over and enc.result in ("heroes", "foes")
