"""What follows from one state and is asked again and again: how far apart people are, and who sees whom."""

from __future__ import annotations

from fracas.engine.api import Encounter
from fracas.engine.board import NONE
from fracas.rulesets.crisis_3d6.people import Person


def gap(enc: Encounter, one: Person, other: Person) -> int:
    """8.5, 8.7: metres between two people."""
    return enc.board.gap(one.pos, one.size, other.pos, other.size)


def sees(enc: Encounter, one: Person, other: Person) -> bool:
    """6.1: does the first have direct sight of the second?"""
    return enc.board.sight(one.pos, one.size, other.pos, other.size) != NONE
