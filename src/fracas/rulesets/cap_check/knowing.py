"""Who knows what of a foe's card."""

from __future__ import annotations

from typing import Final

from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.rulesets.cap_check.fighter import Fighter, fighter
from fracas.rulesets.cap_check.options import options

STUDIED: Final = "studied"
PART: Final = 1
WHOLE: Final = 2
"""How much of a studied foe's card is known: its numbers, or all of it."""


def studied(one: Fighter, extent: int) -> bool:
    """17.17, 17.20: has this foe's card been looked at, at least so far?"""
    held = one.condition(STUDIED)
    return held is not None and held.value >= extent


def numbers_known(enc: Encounter, who: str, seat: str) -> bool:
    """1.6: heroes hide nothing; a foe's health and barriers are the GM's until it is studied, or under the option."""
    return fighter(enc, who).is_hero or known_to(enc, who, seat, PART)


def whole_card_known(enc: Encounter, who: str, seat: str) -> bool:
    """A foe's actions and behaviour are the GM's until it is studied in full, or under the option."""
    return known_to(enc, who, seat, WHOLE)


def known_to(enc: Encounter, who: str, seat: str, extent: int) -> bool:
    one = fighter(enc, who)
    return seat in (GM, one.seat) or options(enc).secrets == "open" or studied(one, extent)
