"""Intervals that hold at all times, and the test that stops a comparison."""

from __future__ import annotations

import random

import pytest

from fracas.lab.intervals import Moments, Sprt, share


@pytest.mark.parametrize(("won", "of"), [(0, 1), (1, 1), (3, 7), (0, 400), (400, 400), (130, 400)])
def test_a_share_lies_within_its_interval(won: int, of: int) -> None:
    found = share(won, of)
    assert 0 <= found.low <= found.guess <= found.high <= 1
    assert found.guess == won / of


def test_the_interval_is_the_set_of_shares_the_bet_has_not_refuted() -> None:
    """With no wins in n fights the bet against p has grown to 1 / ((n + 1) (1 - p)^n)."""
    n = 50
    high = share(0, n).high
    assert 1 / ((n + 1) * (1 - high) ** n) == pytest.approx(20, rel=1e-6)


def test_more_fights_make_it_narrower() -> None:
    widths = [share(n // 2, n).half for n in (10, 100, 1000, 10_000)]
    assert widths == sorted(widths, reverse=True)


def looked_at_often(interval_misses: bool) -> int:
    """How many of 200 series miss the truth at one look or another; with intervals of a fixed size for comparison."""
    dice, missed = random.Random(7), 0
    for _ in range(200):
        won, miss = 0, False
        for n in range(1, 801):
            won += dice.random() < 0.7
            if n % 20 == 0:
                found = share(won, n)
                half = 1.96 * (found.guess * (1 - found.guess) / n) ** 0.5
                low, high = (found.guess - half, found.guess + half) if interval_misses else (found.low, found.high)
                miss = miss or not low <= 0.7 <= high
        missed += miss
    return missed


def test_looking_on_the_way_does_no_harm() -> None:
    """At most one series in twenty may miss at any look; intervals made for a single look miss far more often."""
    assert looked_at_often(interval_misses=False) <= 10
    assert looked_at_often(interval_misses=True) > 20


def test_means_know_their_spread() -> None:
    moments = Moments()
    for value in (1.0, 2.0, 3.0, 4.0):
        moments.add(value)
    assert moments.mean == 2.5
    assert moments.variance == pytest.approx(5 / 3)
    assert moments.interval().low < 2.5 < moments.interval().high


@pytest.mark.parametrize(("gap", "expected"), [(0.0, "low"), (0.2, "high")])
def test_the_sequential_test_decides(gap: float, expected: str) -> None:
    dice, right = random.Random(11), 0
    for _ in range(40):
        pairs, test, said = Moments(), Sprt(0.0, 0.2), ""
        while not said:
            pairs.add((dice.random() < 0.5 + gap) - (dice.random() < 0.5))
            said = test.verdict(pairs)
        right += said == expected
    assert right >= 35


def test_equal_pairs_decide_nothing_at_once() -> None:
    pairs = Moments()
    for _ in range(3):
        pairs.add(0.0)
    assert Sprt(0.0, 0.05).verdict(pairs) == ""
