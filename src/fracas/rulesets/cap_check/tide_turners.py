"""Section 12: Tide-Turner Actions and their Charges."""

from __future__ import annotations

from fracas.engine.api import Reason
from fracas.rulesets.cap_check.fighter import Fighter
from fracas.rulesets.cap_check.profiles import Card


def charge_of(card: Card) -> int:
    """12.1, 12.2: one Charge, besides every other cost."""
    return 1 if card.tide else 0


def bars_charge(one: Fighter, card: Card) -> list[Reason]:
    """12.3: without a Charge there is no Tide-Turner."""
    if card.tide and charge_of(card) > one.charges:
        return [Reason("12.3", f"{card.name} takes a Tide-Turner Charge, and none is left")]
    return []
