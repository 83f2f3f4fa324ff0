"""What follows from a state of a crisis and is asked again and again: worked out once, dropped when anything happens.

For the rules of this ruleset; most facts are filled in by the function that knows their paragraph.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Encounter, Reason, Situation
from fracas.engine.board import Reach
from fracas.rulesets.crisis_mode.fighter import Fighter, fighter, living
from fracas.rulesets.crisis_mode.options import options

MOST_A_ROUND: Final = 3
"""What an opportunity may take under the option that limits it."""


class Aim:
    """One weapon at one target: is that from afar, and what speaks against it."""

    def __init__(self, target: str, thing: str, from_afar: bool, in_hand: list[Reason], astray: list[Reason]) -> None:
        self.target = target
        self.thing = thing
        self.from_afar = from_afar
        self.in_hand = in_hand
        """Whatever the distance: no target, no weapon, no hand free, too afraid."""
        self.reasons = in_hand + astray
        """Also: out of reach or range, not loaded, out of sight."""


class Standing:
    """How things stand for one fighter."""

    def __init__(self, enc: Encounter, one: Fighter, others: list[Fighter]) -> None:
        self.enc = enc
        self.one = one
        self.living = others
        """Everybody who lives."""
        self.free = not (one.conditions or one.acted_here or one.spent_moving > 0)
        """Does no condition and nothing done in this opportunity stand in its way?"""
        self.purse = purse(enc, one)
        """The most points that may go into one action."""
        self.out: list[Reason] | None = None
        """Why it is not its opportunity."""
        self.held: dict[str, list[Reason]] = {}
        """What conditions forbid, by what it is called there."""
        self.prices: dict[int, list[Reason]] = {}
        """Why a price cannot be paid."""
        self.spells: dict[str, list[Reason]] = {}
        """Why a spell cannot be cast, whatever it is aimed at."""
        self.drawable: list[str] | None = None
        self.aims: dict[tuple[str, str], Aim] = {}
        self.in_range: list[Aim] | None = None
        """Those by which a weapon at hand gets at somebody."""
        self.barred: set[int] | None = None
        self.passable: set[int] = set()
        self.next_to = -1
        """With so many squares there is plainly somewhere to go."""
        self.reach: Reach | None = None
        self.budget = -1
        """How many squares that reach goes."""
        self.promises: dict[tuple[str, str, str], int] = {}
        """What an attack promises, by its kind, target and weapon."""
        self._gaps: dict[str, int] = {}
        self._foes: list[Fighter] | None = None

    def gap(self, other: Fighter) -> int:
        """How far away somebody is."""
        found = self._gaps.get(other.id, -1)
        if found < 0:
            found = self._gaps[other.id] = apart(self.enc, self.one, other)
        return found

    def reaches(self, other: Fighter, reach: int) -> bool:
        """Does something of this reach get at somebody hand to hand?"""
        return self.gap(other) <= reach and not behind_wall(self.enc, self.one, other, reach)

    def foes(self) -> list[Fighter]:
        """Living enemies in list order."""
        if self._foes is None:
            self._foes = [other for other in self.living if other.side != self.one.side]
        return self._foes


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
    now = situation(enc)
    found = now.standings.get(who)
    if found is None:
        found = now.standings[who] = Standing(enc, fighter(enc, who), now.living)
    return found


def purse(enc: Encounter, one: Fighter) -> int:
    """For machines: what is left of the points, and under the option of 3 in one opportunity (4.3, 4.11)."""
    return min(one.ap, MOST_A_ROUND - one.spent) if options(enc).round_ap_limit else one.ap


def apart(enc: Encounter, one: Fighter, other: Fighter) -> int:
    """5.10, 9.11: squares between two fighters; each level of height counts as 2."""
    gap = enc.board.gap(one.pos, one.size, other.pos, other.size)
    return gap if one.altitude == other.altitude else max(gap, 2 * abs(one.altitude - other.altitude))


def within(enc: Encounter, one: Fighter, other: Fighter, reach: int) -> bool:
    """9.11: near enough for something of this reach, with no wall in between."""
    return apart(enc, one, other) <= reach and not behind_wall(enc, one, other, reach)


def behind_wall(enc: Encounter, one: Fighter, other: Fighter, reach: int) -> bool:
    """5.17: no blow goes through a wall, a window or a closed door, nor slantwise past its end."""
    return enc.board.walled_off(one.pos, one.size, other.pos, other.size, reach)
