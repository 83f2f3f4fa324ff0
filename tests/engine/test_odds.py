"""Exact odds know early when a tree is too wide for them."""

from __future__ import annotations

import pytest

from fracas.engine.dice import parse
from fracas.engine.odds import PROBE, Enumerator
from fracas.engine.roll import Roll, Sum


@pytest.mark.parametrize(("throws", "hopeless"), [(3, False), (4, False), (5, True), (16, True)])
def test_after_some_branches_it_is_plain_how_wide_the_tree_is(throws: int, hopeless: bool) -> None:
    """Ten to the fourth is within reach, ten to the fifth is several times too much."""
    dice = Enumerator()
    for branch in range(PROBE):
        dice.restart()
        for _ in range(throws):
            dice.pick([Roll("kara", parse("1d10"), "a throw")], Sum())
        if branch < PROBE - 1:
            assert dice.advance()
    assert dice.hopeless() is hopeless
