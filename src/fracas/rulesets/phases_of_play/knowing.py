"""Section 1, secrets: whose figures a seat may know, and what others see in their place."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import GM, Encounter
from fracas.rulesets.phases_of_play.being import Being, being

LOOKING: Final = {"well": 10, "hurt": 7, "badly hurt": 4}
"""Health out of ten that stands in for a secret one, so that its owner looks the same."""


def figures_known(enc: Encounter, who: str, seat: str) -> bool:
    """1.8: the figures of characters are open, those of NPCs are the GM's."""
    one = enc.combatants.get(who)
    return one is None or seat == GM or one.seat == seat or being(enc, who).pc


def veil(one: Being) -> None:
    """Leave of an NPC only how it looks; who may know more, `figures_known` says."""
    looks, one.max_health = one.looks, 10
    one.health = LOOKING.get(looks, 0)
    one.shield = 0
    one.vitality = one.max_vitality = 1 if one.card.boss else 0
    one.pending = None
