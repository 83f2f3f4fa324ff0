"""What follows from one state of Phases of Play, worked out when first asked for and kept until something happens.

For the sections of the rules, whose actions ask the same again and again.
"""

from __future__ import annotations

from typing import Any

from fracas.engine.api import Encounter, Reason, Situation
from fracas.engine.board import Reach
from fracas.rulesets.phases_of_play.being import Being


class PhaseSituation(Situation):
    """Answers given already, each by what it was asked of."""

    def __init__(self) -> None:
        self.prices: dict[tuple[str, int, bool], list[Reason]] = {}
        """By who, Beats and whether it is free: what bars everything at this price (`acting`)."""
        self.abilities: dict[tuple[str, str], list[Reason]] = {}
        """By who and ability: what bars it, at whomever it is aimed (`abilities`)."""
        self.gaps: dict[str, list[tuple[int, Being]]] = {}
        """By who: how far off everybody is who is not gone (`distances`)."""
        self.foes: dict[tuple[str, int], list[Being]] = {}
        """By who and distance: the enemies within it who have not fallen (`distances`)."""
        self.held: dict[tuple[str, int, bool], set[int]] = {}
        """By who, altitude, and whether only those count who bar the way: the squares others hold (`distances`)."""
        self.water: tuple[int, ...] | None = None
        """Where Water Zones lie (`distances`)."""
        self.floods: dict[tuple[str, str, int, bool], Reach] = {}
        """By who, manner, units, and whether people are in the way: where they can get to (`movement_ranges`)."""
        self.proven: dict[tuple[str, str, tuple[int, ...]], int] = {}
        """By who, manner and path: the units of ways that a flood has found open (`movement`)."""
        self.drags: dict[tuple[str, str], dict[int, tuple[list[int], int]]] = {}
        """By who and whom: the way to each square one can drag somebody to, and its units (`grapple`)."""
        self.bound: dict[str, bool] = {}
        """By who: whether it cannot drag anybody anywhere (`grapple`)."""
        self.reached: dict[tuple[str, str, tuple[str, ...], tuple[int, ...], int], list[str]] = {}
        """By who, ability, targets, squares and from where: everybody an ability reaches (`aiming`)."""
        self.strikes: dict[tuple[str, str, int], list[Reason]] = {}
        """By who, target and distance: what bars an attack (`basic_abilities`)."""


def situation(enc: Encounter) -> PhaseSituation:
    known: Any = enc.situation
    if known is None:
        known = enc.situation = PhaseSituation()
    found: PhaseSituation = known
    return found
