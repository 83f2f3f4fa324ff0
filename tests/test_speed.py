"""No ruleset becomes half as fast unnoticed: random play beside python-chess, the median of five ratios."""

from __future__ import annotations

import pytest

from bench.names import RULESETS
from bench.quick import is_slow, ratio, recorded

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_ruleset_keeps_its_pace(ruleset: str) -> None:
    measured, figure = ratio(ruleset), recorded()[ruleset]
    assert not is_slow(measured, figure), (
        f"{ruleset}: {measured:.3f} deeds for a chess move, recorded were {figure} (see bench/results.md)"
    )


def test_every_menu_made_twelve_times_is_noticed() -> None:
    assert is_slow(ratio("crisis_mode", again=12), ratio("crisis_mode"))
