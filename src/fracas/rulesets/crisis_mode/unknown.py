"""What a player does not know of the GM's fighters, filled in for odds: once frail, once sturdy.

Figures that come out alike with both can be told; `engine/odds.py` compares them.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.api import changed
from fracas.rulesets.crisis_mode.fighter import Fighter
from fracas.rulesets.crisis_mode.profiles import Creature

MOST: Final = 500
LEARNED: Final = ["parry", "counterattack", "riposte"]
STATES: Final = ("incapacitated", "dying", "stabilised", "dead")
"""Conditions that say how somebody is and that nobody is immune to."""
LOOKS: Final[dict[str, tuple[int, int, int, int]]] = {
    "healthy": (1, 1, MOST, MOST),
    "bruised": (1, 2, MOST - MOST // 4, MOST),
    "wounded": (1, 3, MOST // 4, MOST),
}
"""Hit Points and their maximum, frail and sturdy, that look like this."""


def fill(one: Fighter, sturdy: bool) -> None:
    """Hit Points, Mana Points, what is in the pack, and what it has learned and is immune to."""
    looks = LOOKS.get(one.status, (0, 1, 0, MOST))
    one.hp, one.max_hp = (looks[2], looks[3]) if sturdy else (looks[0], looks[1])
    one.mp, one.max_mp = (MOST, MOST) if sturdy else (0, 1)
    content = one.content
    if sturdy:
        spare = [weapon for weapon in content.weapons.values() if not weapon.natural and weapon is not one.weapon]
        one.carried = one.carried + spare
        one.spares = [shield for shield in content.shields.values() if shield is not one.shield]
        one.items = one.items + [item for item in content.items.values() if item.kind != "worn"]
    one.creature = with_unknown(one, sturdy)


def with_unknown(one: Fighter, sturdy: bool) -> Creature:
    """The card behind a fighter: everything that shows, and the rest filled in."""
    card, content = one.creature, one.content
    immune = [name for name in content.conditions if name not in STATES]
    return changed(
        card,
        hp=one.max_hp,
        mp=one.max_mp,
        abilities=LEARNED if sturdy else [],
        weapons=[weapon for weapon in card.weapons if weapon.natural],
        items=one.items,
        spells=list(content.spells.values()) if sturdy else [],
        immune=immune if sturdy else [],
    )
