"""Strength: who beats whom in bouts, as Elo ratings with intervals.

Kinds meet one against one on open ground, bots with the same party on both sides; each pair fights from both sides.
Ratings are those that make the results likeliest (Bradley and Terry), around 1000 on average.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Final, NamedTuple

from fracas.engine.canon import digest
from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.play import play
from fracas.engine.policy import Inline, Policy
from fracas.engine.registry import load_ruleset
from fracas.engine.ruleset import Ruleset
from fracas.engine.seat import Seat
from fracas.engine.table import Thrower
from fracas.lab.crew import Crew, Parcel
from fracas.lab.fights import outcome
from fracas.lab.setups import not_installed
from fracas.session.bots import make_policy

LEFT: Final = "left"
RIGHT: Final = "right"
GROUND: Final = ["." * 11] * 7
APART: Final = ("c4", "i4")
MOST_TURNS: Final = 40
SURE: Final = 1.96
PER_POINT: Final = 400 / math.log(10)


class Rated(NamedTuple):
    """Somebody's strength."""

    name: str
    rating: float
    spread: float
    """Half the width of the interval."""
    fights: int
    score: float
    """The share of points: a win one, a draw half."""

    def to_json(self) -> dict[str, object]:
        return {
            "name": self.name,
            "rating": round(self.rating, 1),
            "low": round(self.rating - self.spread, 1),
            "high": round(self.rating + self.spread, 1),
            "fights": self.fights,
            "score": round(self.score, 4),
        }


class Bout(NamedTuple):
    """Two parties on open ground."""

    ruleset: Ruleset
    options: dict[str, str]
    seed: str

    def fought(self, left: list[str], right: list[str], bots: tuple[str, str], number: int) -> float:
        """What the left side scores."""
        ruleset = self.ruleset
        enc = ruleset.empty("bout", GROUND, self.options, ruleset.content)
        name = f"{self.seed} {digest([left, right, bots])[:12]} {number}"
        enc.seeds = [name, f"{name} gm"]
        for side, party, at in ((LEFT, left, APART[0]), (RIGHT, right, APART[1])):
            enc.seats[side] = Seat(side)
            for index, kind in enumerate(party):
                self._place(enc, kind, f"{kind}-{side}-{index}", enc.board.parse(at) + index * len(GROUND[0]), side)
        enc.seats.setdefault(GM, Seat(GM))
        policies: dict[str, Policy] = {
            LEFT: make_policy(bots[0], number),
            RIGHT: make_policy(bots[1], number),
        }
        play(ruleset, enc, Inline(policies, make_policy(bots[0], number)), Thrower(), MOST_TURNS)
        won = outcome(enc)
        return 1.0 if won == LEFT else 0.0 if won == RIGHT else 0.5

    def _place(self, enc: Encounter, kind: str, id: str, pos: int, side: str) -> None:
        one = self.ruleset.make(enc, kind, id, pos, side, side)
        enc.combatants[id] = one


class Bouts:
    """The work of a rating: all bouts of a pair. With a party the names are bots, else kinds that one bot plays."""

    def __init__(self, bout: Bout, fights: int, party: list[str], by: str) -> None:
        self.bout = bout
        self.fights = fights
        self.party = party
        self.by = by

    def __call__(self, pair: tuple[str, str]) -> float:
        """What the first of the two scores, half of the fights from each side."""
        one, other = pair
        here = sum([self._score(one, other, number) for number in range(0, self.fights, 2)])
        there = sum([1 - self._score(other, one, number) for number in range(1, self.fights, 2)])
        return here + there

    def _score(self, one: str, other: str, number: int) -> float:
        if self.party:
            return self.bout.fought(self.party, self.party, (one, other), number)
        return self.bout.fought([one], [other], (self.by, self.by), number)

    def parcel(self) -> Parcel:
        ruleset = self.bout.ruleset
        told = {"options": self.bout.options, "seed": self.bout.seed, "fights": self.fights}
        played = {"party": self.party, "by": self.by}
        return {"work": "bouts", "ruleset": ruleset.id, "content": not_installed(ruleset), **told, **played}


def bouts_of(parcel: Parcel) -> Bouts:
    """The work that was packed."""
    ruleset = load_ruleset(parcel["ruleset"], [parcel["content"]] if parcel["content"] else None)
    bout = Bout(ruleset, parcel["options"], parcel["seed"])
    return Bouts(bout, parcel["fights"], parcel["party"], parcel["by"])


def rate(names: list[str], bouts: Bouts, crew: Crew, tell: Callable[[int, int], None] | None = None) -> list[Rated]:
    """Everybody against everybody; the strongest first."""
    pairs = list(itertools.combinations(names, 2))
    points: dict[tuple[str, str], float] = {}
    for at, (pair, won) in enumerate(zip(pairs, crew.work_through(bouts, pairs), strict=True)):
        points[pair] = won
        if tell is not None:
            tell(at + 1, len(pairs))
    return ratings(names, points, bouts.fights)


def ratings(names: list[str], points: dict[tuple[str, str], float], fights: int) -> list[Rated]:
    """The likeliest strengths; half a draw against an average opponent keeps those who never lose from infinity."""
    strength = dict.fromkeys(names, 0.0)
    for _ in range(200):
        for name in names:
            slope, curve = 0.5 - chance(strength[name]), weight(strength[name])
            for (one, other), won in points.items():
                if name in (one, other):
                    foe = other if name == one else one
                    mine = won if name == one else fights - won
                    gap = strength[name] - strength[foe]
                    slope += mine - fights * chance(gap)
                    curve += fights * weight(gap)
            strength[name] += max(-1.0, min(1.0, slope / curve))
    middle = sum(strength.values()) / len(names)
    found: list[Rated] = []
    for name in names:
        against = [(other, won) for (one, other), won in points.items() if one == name]
        against += [(one, fights - won) for (one, other), won in points.items() if other == name]
        curve = weight(strength[name]) + sum([fights * weight(strength[name] - strength[foe]) for foe, _ in against])
        total = fights * len(against)
        scored = sum([won for _, won in against]) / total if total else 0.0
        rating = 1000 + (strength[name] - middle) * PER_POINT
        found.append(Rated(name, rating, SURE * PER_POINT / math.sqrt(curve), total, scored))
    return sorted(found, key=lambda one: (-one.rating, one.name))


def chance(gap: float) -> float:
    return 1 / (1 + math.exp(-gap))


def weight(gap: float) -> float:
    return chance(gap) * (1 - chance(gap))
