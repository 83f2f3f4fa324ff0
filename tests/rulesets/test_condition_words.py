"""Until when something holds is told with the name of the one whose moment it is; where it is nobody's, with none."""

from __future__ import annotations

import pytest

from fracas.engine.duration import RESET, ROUND_END, TURN_START, Condition, Duration
from fracas.engine.events import ConditionGained
from fracas.engine.registry import load_ruleset

SCENES = {"crisis_mode": "first-duel", "crisis_3d6": "bar-brawl", "cap_check": "kiln", "phases_of_play": "weir-parley"}


@pytest.mark.parametrize("ruleset", SCENES)
@pytest.mark.parametrize("moment", [RESET, ROUND_END])
def test_a_moment_of_nobodys_names_nobody(ruleset: str, moment: str) -> None:
    enc = load_ruleset(ruleset).start(SCENES[ruleset], {}, ["1", "2"])
    who = next(iter(enc.combatants))
    assert "somebody" not in ConditionGained(who, Condition("prone", 1, who, Duration(moment))).say(enc)


@pytest.mark.parametrize(
    ("count", "words"), [(1, "until the end of the round"), (2, "until the end of the next round")]
)
def test_the_end_of_a_round_is_told_in_words(count: int, words: str) -> None:
    assert Duration(ROUND_END, "", count).say("") == words


def test_a_turn_is_always_somebodys() -> None:
    """Where a seat does not know whose, that is what it is told."""
    enc = load_ruleset("crisis_mode").start("first-duel", {}, ["1", "2"])
    held = Condition("prone", 1, "", Duration(TURN_START))
    assert ConditionGained("brute", held).say(enc).endswith("until the start of somebody's turn")


def test_a_moment_of_somebodys_names_them() -> None:
    enc = load_ruleset("crisis_mode").start("first-duel", {}, ["1", "2"])
    held = Condition("prone", 1, "haldis", Duration(TURN_START, "haldis"))
    assert ConditionGained("brute", held).say(enc).endswith("until the start of Haldis Oxhand's turn")
