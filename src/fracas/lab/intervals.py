"""How well a share or a mean is known, and when enough is known.

Whoever stops when the figures look good must not use intervals made for a fixed number of fights. Those here hold at
all times at once (confidence sequences): a beta mixture for shares, a normal mixture for means. The sequential test is
the generalised ratio test over pairs that chess engines are tested by.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, NamedTuple

SURE: Final = 0.95
"""How sure an interval is."""
CLOSE: Final = 1e-9


class Interval(NamedTuple):
    """From where to where something lies, and its best guess."""

    guess: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """The larger of the two distances from the guess."""
        return max(self.guess - self.low, self.high - self.guess)

    def to_json(self) -> dict[str, float]:
        return {"guess": round(self.guess, 6), "low": round(self.low, 6), "high": round(self.high, 6)}


def share(won: float, of: int, sure: float = SURE) -> Interval:
    """A share that holds however often it was looked at: all shares that a bet against them has not refuted.

    The bet spreads itself evenly over all other shares (a Beta(1, 1) mixture); by Ville's inequality it grows past
    1 / (1 - sure) with no more than that probability, at any time, if the share is the true one. Draws may count half.
    """
    if of <= 0:
        return Interval(0.5, 0.0, 1.0)
    lost = of - won
    limit = -math.log(1 - sure)
    level = math.lgamma(won + 1) + math.lgamma(lost + 1) - math.lgamma(of + 2) - limit

    def against(p: float) -> bool:
        """Has the bet against p grown past its limit?"""
        likely = (won * math.log(p) if won else 0.0) + (lost * math.log(1 - p) if lost else 0.0)
        return likely < level

    guess = won / of
    low = 0.0 if not won else _edge(against, CLOSE, max(guess, CLOSE))
    high = 1.0 if not lost else _edge(against, 1 - CLOSE, min(guess, 1 - CLOSE))
    return Interval(guess, low, high)


def _edge(against: Callable[[float], bool], outside: float, inside: float) -> float:
    """Where refuted turns into possible, by halving."""
    if not against(outside):
        return outside
    for _ in range(60):
        middle = (outside + inside) / 2
        if against(middle):
            outside = middle
        else:
            inside = middle
    return inside


class Moments:
    """A mean and its spread, gathered one value at a time and joined in any order."""

    def __init__(self) -> None:
        self.count = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, value: float, times: int = 1) -> None:
        self.count += times
        self.total += value * times
        self.squares += value * value * times

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        if self.count < 2:
            return 0.0
        return max(0.0, (self.squares - self.total * self.mean) / (self.count - 1))

    def interval(self, sure: float = SURE, tuned_to: int = 400, least: float = 0.0) -> Interval:
        """A mean that holds however often it was looked at, for many fights: a normal mixture, narrowest at about
        `tuned_to` values. The variance is taken to be at least `least`."""
        n = self.count
        if n < 2:
            return Interval(self.mean, -math.inf, math.inf)
        rho = 1 / tuned_to
        ratio = n * rho + 1
        width = math.sqrt(
            max(self.variance, least) * ratio / (n * n * rho) * 2 * math.log(math.sqrt(ratio) / (1 - sure))
        )
        return Interval(self.mean, self.mean - width, self.mean + width)


class Sprt:
    """Is the difference `low` or less, or `high` or more? Decided over pairs as soon as it is clear.

    Pairs of fights with the same seeds score -1, -1/2, 0, 1/2 or 1. The log likelihood ratio of the two hypotheses is
    worked out for the distribution nearest to what was seen under each (a generalised test), by its usual approximation
    with the variance of the pairs.
    """

    def __init__(self, low: float, high: float, alpha: float = 0.05, beta: float = 0.05) -> None:
        self.low = low
        self.high = high
        self.lower = math.log(beta / (1 - alpha))
        self.upper = math.log((1 - beta) / alpha)

    def ratio(self, pairs: Moments) -> float:
        """The log likelihood ratio of `high` against `low`."""
        if pairs.count < 2:
            return 0.0
        # With nothing but equal pairs the variance is not known to be 0: one odd pair is always reckoned with.
        variance = max(pairs.variance, 1 / (pairs.count + 1))
        return pairs.count * (self.high - self.low) * (2 * pairs.mean - self.low - self.high) / (2 * variance)

    def verdict(self, pairs: Moments) -> str:
        """`high`, `low`, or nothing as long as it is not clear."""
        ratio = self.ratio(pairs)
        return "high" if ratio >= self.upper else "low" if ratio <= self.lower else ""
