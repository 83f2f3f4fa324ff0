"""Two setups fought with the same seeds: the difference, how well it is known, and a test that stops once it is
clear."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from fracas.engine.errors import Invalid
from fracas.lab.crew import Crew
from fracas.lab.fights import Fight
from fracas.lab.figures import Figures
from fracas.lab.intervals import Interval, Moments, Sprt
from fracas.lab.running import ALONE, Keeper, batches_of
from fracas.lab.setups import Setup, edited

TellBoth = Callable[["Comparison"], None]


class Comparison:
    """Pairs of fights, one of each setup, with the same seed."""

    def __init__(self, one: Setup, other: Setup) -> None:
        if one.ruleset.id != other.ruleset.id:
            raise Invalid("compare", "ruleset", other.ruleset.id, f"two setups of one ruleset, {one.ruleset.id}")
        if one.heroes != other.heroes:
            raise Invalid("compare", "heroes", other.heroes, f"the same heroes on both sides, {one.heroes}")
        self.one = Figures(one)
        self.other = Figures(other)
        self.pairs = Moments()
        """What the heroes score in the second beyond the first; a draw counts half."""
        self.rounds = Moments()
        self.verdict = ""
        """What the test says, once it does: `high`, `low`; nothing where nobody asked or it is not clear."""

    def add(self, first: Fight, second: Fight) -> None:
        heroes = self.one.setup.heroes
        self.one.add(first)
        self.other.add(second)
        self.pairs.add(second.score(heroes) - first.score(heroes))
        self.rounds.add(second.rounds - first.rounds)

    def difference(self, sure: float = 0.95) -> Interval:
        """By how much the heroes' share of wins differs, from -1 to 1."""
        # With nothing but equal pairs it is not known that there is no difference: one odd pair is reckoned with.
        found = self.pairs.interval(sure, least=1 / (self.pairs.count + 1))
        return Interval(found.guess, max(found.low, -1.0), min(found.high, 1.0))

    def to_json(self) -> dict[str, object]:
        return {
            "first": self.one.to_json(),
            "second": self.other.to_json(),
            "pairs": self.pairs.count,
            "difference": self.difference().to_json(),
            "rounds": self.rounds.interval().to_json(),
            "verdict": self.verdict,
        }


def compare(
    one: Setup,
    other: Setup,
    seed: str,
    most: int,
    within: float = 0.0,
    sprt: Sprt | None = None,
    crew: Crew = ALONE,
    folder: Path | None = None,
    tell: TellBoth | None = None,
) -> Comparison:
    """Fight pairs until the test is decided, the difference is known to within so many points, or `most` fights."""
    found = Comparison(one, other)
    here, there = crew.halves()
    first = batches_of(one, seed, here, Keeper(folder, one, seed))
    second = batches_of(other, seed, there, Keeper(folder, other, seed))
    try:
        for ours, theirs in zip(first, second, strict=False):
            for a, b in list(zip(ours, theirs, strict=True))[: most - found.pairs.count]:
                found.add(a, b)
            if sprt is not None:
                found.verdict = sprt.verdict(found.pairs)
            if tell is not None:
                tell(found)
            known = within > 0 and found.difference().half * 100 <= within
            if found.verdict or known or found.pairs.count >= most:
                break
    finally:
        first.close()
        second.close()
    return found


class Effect(NamedTuple):
    """What one value of an option changes in a scenario."""

    option: str
    value: str
    default: str
    found: Comparison | None
    wrong: str = ""
    """Why it could not be tried."""

    @property
    def weight(self) -> float:
        """How much it changes: the larger of wins (in points) and rounds."""
        if self.found is None:
            return -1.0
        return max(abs(self.found.difference().guess) * 100, abs(self.found.rounds.mean) * 10)

    @property
    def plain_words(self) -> str:
        """Is there a difference at all?"""
        if self.found is None:
            return self.wrong
        gap = self.found.difference()
        if gap.low > 0:
            return "helps the heroes"
        if gap.high < 0:
            return "hurts the heroes"
        if not self.found.pairs.squares and not self.found.rounds.squares:
            return f"no difference in {self.found.pairs.count:,} fights"
        return "no clear effect on who wins"

    def to_json(self) -> dict[str, object]:
        row: dict[str, object] = {"option": self.option, "value": self.value, "default": self.default}
        row["says"] = self.plain_words
        if self.found is not None:
            row["pairs"] = self.found.pairs.count
            row["difference"] = self.found.difference().to_json()
            row["rounds"] = self.found.rounds.interval().to_json()
        return row


def effects(
    base: Setup, seed: str, most: int, crew: Crew, folder: Path | None, tell: Callable[[str, int, int], None] | None
) -> list[Effect]:
    """Every value of every option against its default, those that change most first."""
    offered = base.ruleset.options
    tried = [(o.name, value, o.default) for o in offered for value in o.choices if value != o.default]
    found: list[Effect] = []
    for index, (name, value, default) in enumerate(tried):
        if tell is not None:
            tell(f"{name}={value}", index, len(tried))
        try:
            other = edited(base, [f"{name}={value}"])
            found.append(Effect(name, value, default, compare(base, other, seed, most, 0, None, crew, folder)))
        except Invalid as wrong:
            found.append(Effect(name, value, default, None, str(wrong)))
    return sorted(found, key=lambda effect: (-effect.weight, effect.option, effect.value))
