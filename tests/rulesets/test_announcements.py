"""Whose turn it is: nobody is announced as able to act who is not, in any game."""

from __future__ import annotations

import pytest

from fracas.engine.duration import LASTING, Condition, Duration
from fracas.engine.events import SlotBegan
from fracas.engine.registry import load_ruleset


@pytest.mark.parametrize(
    ("game", "condition", "said"),
    [
        ("crisis_3d6", "stunned", "is stunned and cannot act"),
        ("cap_check", "sleep", "is asleep and cannot act"),
        ("phases_of_play", "unconscious", "is unconscious and cannot act"),
    ],
)
def test_whoever_loses_the_turn_is_announced_so(game: str, condition: str, said: str) -> None:
    ruleset = load_ruleset(game)
    enc = ruleset.start(ruleset.scenarios()[0].id, {}, ["1", "1"])
    first, second = list(enc.combatants.values())[:2]
    assert SlotBegan(0, [first.id]).say(enc) == f"{first.name} may act"
    first.conditions = [Condition(condition, 1, first.id, Duration(LASTING))]
    assert SlotBegan(0, [first.id]).say(enc) == f"{first.name} {said}"
    assert SlotBegan(0, [first.id, second.id]).say(enc) == f"{second.name} may act, {first.name} {said}"
