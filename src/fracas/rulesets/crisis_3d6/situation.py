"""What follows from one state and is asked again and again: whose moment it is, who is where, who sees whom."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Encounter, Reason, Situation
from fracas.engine.board import UNSEEN
from fracas.rulesets.crisis_3d6.people import Person, people

RESPITE: Final = "respite"
NO_HINDRANCE: Final = 0
PASSABLE: Final = 1
BARRED: Final = 2


class CrisisSituation(Situation):
    """Worked out once, and shared by everything that is judged before something happens."""

    def __init__(self, enc: Encounter) -> None:
        self.enc = enc
        self.people = people(enc)
        # Whom no condition befell need not be asked for one.
        self.living = [one for one in self.people if (one.alive if one.conditions else not one.out)]
        self._unseen: list[Person] | None = None
        self.active = enc.flow.active
        self.respite = enc.flow.phase == RESPITE
        self.moments: dict[str, list[list[Reason]]] = {}
        """What speaks against somebody's doing anything at this time."""
        self.between: dict[tuple[str, str, str], list[Reason]] = {}
        """What distance and cover bar, by attacker, target and weapon."""
        self.chances: dict[tuple[str, str, str], int] = {}
        """How often in a thousand somebody hits whom with what."""
        self._prices: dict[str, dict[int, list[Reason]]] = {}
        self._in_the_way: dict[str, tuple[set[int], set[int]]] = {}

    def unseen(self) -> list[Person]:
        """6.4: those who are hidden from anybody."""
        if self._unseen is None:
            self._unseen = [one for one in self.people if one.hidden or one.unseen_by]
        return self._unseen

    def prices(self, one: Person) -> dict[int, list[Reason]]:
        """Why somebody cannot pay a price, as far as it was asked."""
        found = self._prices.get(one.id)
        if found is None:
            found = self._prices[one.id] = {}
        return found

    def in_the_way(self, one: Person) -> tuple[set[int], set[int]]:
        """5.7, 5.8: squares that bar the way, and squares that may be passed but not stopped in."""
        found = self._in_the_way.get(one.id)
        if found is None:
            found = self._in_the_way[one.id] = held_squares(self.enc, one)
        return found


def situation(enc: Encounter) -> CrisisSituation:
    """What is known of this state so far."""
    found = enc.situation
    if not isinstance(found, CrisisSituation):
        found = enc.situation = CrisisSituation(enc)
    return found


def hindrance(one: Person, other: Person) -> int:
    """5.7, 5.8: of the living, enemies bar the way, friends and the fallen only the end of it; the unseen bar nothing
    (6.7)."""
    if other is one:
        return NO_HINDRANCE
    if other.down or other.side == one.side:
        return PASSABLE
    return NO_HINDRANCE if other.hidden_from(one) else BARRED


def held_squares(enc: Encounter, one: Person) -> tuple[set[int], set[int]]:
    """5.7, 5.8: where those are who bar the way, and those who only bar the end of it."""
    barred: set[int] = set()
    passable: set[int] = set()
    for other in situation(enc).living:
        kind = hindrance(one, other)
        if kind != NO_HINDRANCE:
            held = barred if kind == BARRED else passable
            if other.size == 1:
                held.add(other.pos)
            else:
                held.update(enc.board.footprint(other.pos, other.size))
    return barred, passable


def gap(enc: Encounter, one: Person, other: Person) -> int:
    """8.5, 8.7: metres between two people."""
    return enc.board.gap(one.pos, one.size, other.pos, other.size)


def reaches(enc: Encounter, one: Person, other: Person, reach: int) -> bool:
    """8.5: near enough for something of this reach, with no wall in between."""
    return gap(enc, one, other) <= reach and not behind_wall(enc, one, other, reach)


def behind_wall(enc: Encounter, one: Person, other: Person, reach: int) -> bool:
    """5.14: nobody reaches through a wall, a window or a closed door, nor slantwise past its end."""
    return enc.board.walled_off(one.pos, one.size, other.pos, other.size, reach)


def sees(enc: Encounter, one: Person, other: Person) -> bool:
    """6.1: does the first have direct sight of the second?"""
    return enc.board.sight(one.pos, one.size, other.pos, other.size) != UNSEEN
