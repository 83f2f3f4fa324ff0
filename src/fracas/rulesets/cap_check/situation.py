"""What follows from one state of an encounter and is asked again and again until the next event.

For all rules that ask who is where; nothing of it is kept.
"""

from __future__ import annotations

from typing import Any

from fracas.engine.api import Encounter, Reason, Situation
from fracas.rulesets.cap_check.fighter import Fighter, fighters


class CapSituation(Situation):
    """Who stands where, and who may be aimed at."""

    def __init__(self, enc: Encounter) -> None:
        self.there = [one for one in fighters(enc) if not one.out]
        """Everybody who is on the board, in list order."""
        self._sides: dict[str, tuple[list[str], list[str]]] = {}
        self.hindered: dict[str, tuple[list[Reason], list[Reason]]] = {}
        """Why it is not somebody's turn, and what keeps them from acting."""
        self.ways_barred: dict[tuple[str, ...], list[Reason]] = {}
        """What speaks against somebody's cards and what is declared with them, whatever the target."""
        self.ways: dict[tuple[str, bool], tuple[set[int], set[int]]] = {}
        """Squares that bar somebody's way, and those that may be passed: as one goes, and through everybody."""
        self.spots: list[int] | None = None
        """Squares worth aiming at."""
        self.barred: dict[tuple[str, str, int, bool, bool], dict[str, bool]] = {}
        """Whom somebody may not target, by the kind of target, range, melee and whether it raises the FALLEN."""

    def sides(self, side: str) -> tuple[list[str], list[str]]:
        """Who is of this side, FALLEN or not, and who stands against it."""
        found = self._sides.get(side)
        if found is None:
            allies = [one.id for one in self.there if one.side == side]
            found = self._sides[side] = allies, [one.id for one in self.there if one.side != side and one.present]
        return found


def situation(enc: Encounter) -> CapSituation:
    known: Any = enc.situation
    if known is None:
        known = enc.situation = CapSituation(enc)
    found: CapSituation = known
    return found


def in_the_way(enc: Encounter, one: Fighter, through: bool) -> tuple[set[int], set[int]]:
    """4.4, 4.5: squares that bar the way, and squares that may be passed but not stopped in."""
    known = situation(enc).ways
    if (one.id, through) not in known:
        barred, passable = set[int](), set[int]()
        for other in situation(enc).there:
            if other is not one:
                held = passable if through or other.side == one.side else barred
                if other.size == 1:
                    held.add(other.pos)
                else:
                    held.update(enc.board.footprint(other.pos, other.size))
        known[one.id, through] = barred, passable
    return known[one.id, through]
