"""What follows from a state of a crisis and is asked again and again: worked out once, dropped when anything happens.

For the rules of this ruleset; each fact is filled in by the function that knows its paragraph.
"""

from __future__ import annotations

from fracas.engine.api import Encounter, Reason, Situation
from fracas.engine.board import Reach
from fracas.rulesets.crisis_mode.fighter import Fighter, fighter, living


class Aim:
    """One weapon at one target: is that from afar, and what speaks against it."""

    def __init__(self, from_afar: bool, barred: list[Reason], astray: list[Reason]) -> None:
        self.from_afar = from_afar
        self.barred = barred
        """Whatever the distance: no target, no weapon, no hand free, too afraid."""
        self.astray = astray
        """Out of reach or range, not loaded, out of sight."""


class Standing:
    """How things stand for one fighter."""

    def __init__(self, one: Fighter) -> None:
        self.one = one
        self.out: list[Reason] | None = None
        """Why it is not its opportunity."""
        self.held: dict[str, list[Reason]] = {}
        """What conditions forbid, by what it is called there."""
        self.prices: dict[int, list[Reason]] = {}
        """Why a price cannot be paid."""
        self.foes: list[tuple[Fighter, int]] | None = None
        """Living enemies, and how far away they are."""
        self.aims: dict[tuple[str, str], Aim] = {}
        self.barred: set[int] | None = None
        self.passable: set[int] = set()
        self.reach: Reach | None = None
        self.budget = -1
        """How many squares that reach goes."""


class CrisisSituation(Situation):
    """Who lives, and how things stand for those who were asked about."""

    def __init__(self, enc: Encounter) -> None:
        self.living = living(enc)
        self.standings: dict[str, Standing] = {}


def situation(enc: Encounter) -> CrisisSituation:
    found = enc.situation
    if found is None:
        found = enc.situation = CrisisSituation(enc)
    assert isinstance(found, CrisisSituation)
    return found


def standing(enc: Encounter, who: str) -> Standing:
    standings = situation(enc).standings
    found = standings.get(who)
    if found is None:
        found = standings[who] = Standing(fighter(enc, who))
    return found
