"""Who knows what of a foe's card."""

from __future__ import annotations

from typing import Final

from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.rulesets.cap_check.fighter import fighter
from fracas.rulesets.cap_check.options import options

STUDIED: Final = "studied"
PART: Final = 1
WHOLE: Final = 2
"""How much of a studied foe's card is known: its numbers, or all of it."""


def numbers_known(enc: Encounter, who: str, seat: str) -> bool:
    """1.6: heroes hide nothing; a foe's health and barriers are the GM's until it is studied, or under the option."""
    if seat == GM or options(enc).secrets == "open":
        return True
    one = fighter(enc, who)
    return one.is_hero or one.seat == seat or one.has(STUDIED)


def whole_card_known(enc: Encounter, who: str, seat: str) -> bool:
    """A foe's actions and behaviour are the GM's until it is studied in full, or under the option."""
    held = fighter(enc, who).condition(STUDIED)
    whole = held is not None and held.value >= WHOLE
    return seat == GM or whole or options(enc).secrets == "open" or fighter(enc, who).seat == seat
