"""The rows of the table: what is to be reached, how far one could go, and how a figure is made of what was measured."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Final

from bench.measuring import Found
from bench.names import GROWING, PARTY, RULESETS

CORES: Final = 2
FIGHTS: Final = 10_000


class Row:
    """One figure of one ruleset, of today and of 0.1.0."""

    def __init__(self, figure: str, ruleset: str, goal: float, further: float, unit: str, more: bool) -> None:
        self.figure, self.ruleset = figure, ruleset
        self.goal, self.further = goal, further
        self.unit = unit
        self.more = more
        """Is more better?"""
        self.old: list[float] = []
        self.now: list[float] = []
        self.note = ""

    def reached(self) -> str:
        if not self.now:
            return ""
        value = statistics.median(self.now)
        sign = 1 if self.more else -1
        if sign * value >= sign * self.further:
            return "further"
        return "yes" if sign * value >= sign * self.goal else "**no**"


def rows(found: Found) -> list[Row]:
    """All rows, figure by figure."""
    made: list[Row] = []
    for make in (random_compiled, random_pure, fights, easy, fair, odds_pure, odds_compiled, offers, growth):
        for ruleset in RULESETS:
            made += make(found, ruleset)
    return made


def pair(row: Row, values: Callable[[str], list[float]]) -> list[Row]:
    row.old, row.now = values("0.1.0"), values("now")
    return [row]


def random_play(found: Found, ruleset: str, kind: str, goal: float, further: float) -> list[Row]:
    figure = f"random play, deeds a second beside python-chess moves, {kind}"
    chess = f"random/{ruleset}/chess"
    row = Row(figure, ruleset, goal, further, "x", True)
    return pair(row, lambda version: found.ratios(f"random/{ruleset}/{version} {kind}", chess))


def random_compiled(found: Found, ruleset: str) -> list[Row]:
    return random_play(found, ruleset, "compiled", 2 if ruleset == "crisis_mode" else 1, 5)


def random_pure(found: Found, ruleset: str) -> list[Row]:
    return random_play(found, ruleset, "pure", 0.35 if ruleset == "crisis_mode" else 0.15, 1)


def fights(found: Found, ruleset: str) -> list[Row]:
    figure = "fights a second with *easy* on both sides beside Showdown gen 9 random battles, compiled"
    row = Row(figure, ruleset, 10, 100, "x", True)
    row.note = f"`{PARTY[ruleset]}`"
    other = f"fights/{ruleset}/showdown"
    return pair(row, lambda version: found.ratios(f"fights/{ruleset}/{version} compiled/easy", other))


def easy(found: Found, ruleset: str) -> list[Row]:
    return ten_thousand(found, ruleset, "easy", 15, 4)


def fair(found: Found, ruleset: str) -> list[Row]:
    return ten_thousand(found, ruleset, "fair", 60, 20)


def ten_thousand(found: Found, ruleset: str, bot: str, goal: float, further: float) -> list[Row]:
    """Seconds on two cores, reckoned from the CPU time of a sample, or as they were run."""
    row = Row(f"10,000 fights on two cores, compiled: *{bot}*", ruleset, goal, further, " s", False)
    pair(row, lambda version: seconds(found, f"fights/{ruleset}/{version} compiled/{bot}"))
    whole = found.told.get(f"whole/{ruleset}/{bot}")
    row.note = f"`{PARTY[ruleset]}`, reckoned"
    if isinstance(whole, float):
        row.now, row.note = [whole], f"`{PARTY[ruleset]}`, run whole"
    return [row]


def seconds(found: Found, key: str) -> list[float]:
    return [FIGHTS / CORES / pace for pace in found.rounds.get(key, [])]


def odds_of(found: Found, ruleset: str, kind: str, goal: float, further: float) -> list[Row]:
    figure = f"exact odds of an attack beside icepool doing the same spread, {kind}"
    row = Row(figure, ruleset, goal, further, "x", True)
    other = f"odds/{ruleset}/icepool"
    return pair(row, lambda version: found.ratios(f"odds/{ruleset}/{version} {kind}", other))


def odds_pure(found: Found, ruleset: str) -> list[Row]:
    return odds_of(found, ruleset, "pure", 1, 3)


def odds_compiled(found: Found, ruleset: str) -> list[Row]:
    return odds_of(found, ruleset, "compiled", 5, 30)


def offers(found: Found, ruleset: str) -> list[Row]:
    row = Row("offers with all reasons, 7 combatants, pure", ruleset, 2, 0.5, " ms", False)
    key = f"offers/{ruleset}"
    times = found.ratios(f"{key}/chess", f"{key}/now pure")
    row.note = f"{statistics.median(times):,.0f} chess moves" if times else ""
    return pair(row, lambda version: [1e3 / pace for pace in found.rounds.get(f"{key}/{version} pure", [])])


def growth(found: Found, ruleset: str) -> list[Row]:
    """Of menu, offers, command, odds, view and copy the one that grows most."""
    row = Row("growth from 6 to 60 combatants, pure, of what grows most", ruleset, 12, 10, "x", False)
    worst = {version: grown(found, ruleset, f"{version} pure") for version in ("0.1.0", "now")}
    names = {version: max(all_, key=lambda name: all_[name]) for version, all_ in worst.items() if all_}
    row.note = ", then ".join([names[version] for version in ("0.1.0", "now") if version in names])
    return pair(row, lambda version: [worst[version][names[version]]] if version in names else [])


def grown(found: Found, ruleset: str, build: str) -> dict[str, float]:
    """How many times each costs with 60 what it costs with 6."""
    made: dict[str, float] = {}
    for name in GROWING:
        key = f"growth/{ruleset}/{build}"
        ratios = found.ratios(f"{key}/60/{name}", f"{key}/6/{name}")
        if ratios:
            made[name] = statistics.median(ratios)
    return made
