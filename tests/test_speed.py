"""No ruleset becomes half as fast unnoticed: random play beside python-chess, the median of five ratios."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bench import attacks
from bench.attacks import Attack, private_tables
from bench.names import RULESETS
from bench.quick import is_slow, ratio, recorded

pytestmark = pytest.mark.pure


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """What is forgotten here belongs to all tests of this process: some tables are filled only when modules load."""
    kept = [(table, dict(table)) for table in private_tables()]
    yield
    for table, was in kept:
        table.clear()
        table.update(was)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_ruleset_keeps_its_pace(ruleset: str) -> None:
    measured, figure = ratio(ruleset), recorded()[ruleset]
    assert not is_slow(measured, figure), (
        f"{ruleset}: {measured:.3f} deeds for a chess move, recorded were {figure} (see bench/results.md)"
    )


def test_every_menu_made_twelve_times_is_noticed() -> None:
    assert is_slow(ratio("crisis_mode", again=12), ratio("crisis_mode"))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_bench_remembers_nothing_from_one_odds_to_the_next(ruleset: str) -> None:
    attack = Attack(ruleset)
    assert attack.calls() == attack.calls()


def test_odds_that_remember_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    attack = Attack("crisis_mode")
    afresh = attack.calls()
    monkeypatch.setattr(attacks, "forget", lambda: None)
    attack.once()
    assert attack.calls() < afresh
