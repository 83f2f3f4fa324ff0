"""What a player does not know of the GM's people, filled in for odds: once frail, once sturdy.

Figures that come out alike with both can be told; `engine/odds.py` compares them.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Encounter, changed
from fracas.engine.fields import Number
from fracas.engine.keeping import keep
from fracas.rulesets.crisis_3d6.defence import level_modifier
from fracas.rulesets.crisis_3d6.people import Person
from fracas.rulesets.crisis_3d6.profiles import ABILITIES, SKILLS, Creature, Trait

IN_DEFENCE: Final = ("fighter", "lightning-reflexes")
"""Perks that change what a defence takes from a target number."""
SWING: Final = 20
"""More than any skill or damage is off."""
NUMBERS: Final = ("xp", "assets", "circumstance", "perception", "medicine")


def fill(enc: Encounter, one: Person, sturdy: bool) -> None:
    """Level and target numbers, Health, Endurance, what is left of the armour, and what is carried."""
    fill_pools(one, sturdy)
    fill_gear(one, sturdy)
    for name in (*ABILITIES, *NUMBERS):
        # An NPC's Speed shows in what it takes from shots.
        if not (name == "speed" and one.npc and one.has_perk("lightning-reflexes")):
            setattr(one, name, bounds(one, name)[1 if sturdy else 0])
    one.level = like_level(enc, one, sturdy)
    one.unfavourable = 0 if sturdy else bounds(one, "unfavourable")[1]
    one.margin = SWING if sturdy else -SWING
    one.treated = one.strained = sturdy
    one.creature = with_unknown(one, sturdy)


_BOUNDS: Final[dict[str, tuple[int, int]]] = {}
"""They are the same for everybody."""


def bounds(one: Person, name: str) -> tuple[int, int]:
    """The least and the most a number may be set to."""
    found = _BOUNDS.get(name)
    if found is None:
        field = one.shape().typed[name]
        assert isinstance(field, Number)
        found = _BOUNDS[name] = field.low, field.high
    return found


def fill_pools(one: Person, sturdy: bool) -> None:
    """Health and Endurance that look the same."""
    look = one.status
    most = bounds(one, "max-hp")[1]
    if one.hp <= 0:
        one.hp, one.max_hp = (0 if sturdy else 1 - most), most
    elif "badly" in look:
        one.hp, one.max_hp = (most // 2, most) if sturdy else (1, 2)
    elif "wounded" in look:
        one.hp, one.max_hp = (most // 2 + 1, most) if sturdy else (2, 3)
    else:
        one.hp = one.max_hp = most if sturdy else 1
    most = bounds(one, "max-ep")[1]
    if one.ep <= 0:
        one.max_ep = most if sturdy else 1
    elif "winded" in look:
        one.ep, one.max_ep = (most // 2, most) if sturdy else (1, 2)
    else:
        one.ep, one.max_ep = (most // 2 + 1, most) if sturdy else (1, 1)


def fill_gear(one: Person, sturdy: bool) -> None:
    """Armour that holds, and empty or full pockets and magazines."""
    if one.durability > 0:
        one.durability = bounds(one, "durability")[1] if sturdy else 1
    one.carried, one.items = [], []
    one.loaded, one.spare, one.used = {}, {}, {}
    if not sturdy:
        return
    for weapon in one.content.weapons.values():
        if not weapon.natural and weapon is not one.weapon:
            one.carried.append(weapon)
    for weapon in one.weapons():
        if weapon.cap:
            one.loaded[weapon.id] = weapon.cap
            one.spare[weapon.id] = weapon.mags
    one.items = list(one.content.items.values())
    for item in one.items:
        if item.uses > 1:
            one.used[item.id] = 1


def like_level(enc: Encounter, one: Person, sturdy: bool) -> int:
    """A level that takes as much from a target number as the one it has."""
    low, high = bounds(one, "level")
    level, step, end = (high, -1, low) if sturdy else (low, 1, high)
    taken = level_modifier(enc, one.level) if one.npc else 0
    while one.npc and level != end and level_modifier(enc, level) != taken:
        level += step
    return level


_CARDS: Final[dict[tuple[object, ...], Creature]] = {}
"""Bots fill in the same people at every choice. A card follows from its key: all other figures are the
same for everybody who is filled in."""
MOST_CARDS: Final = 512


def with_unknown(one: Person, sturdy: bool) -> Creature:
    """The card behind a person, made once."""
    key = (one.creature, one.content, sturdy, one.level, one.speed, one.armour)
    found = _CARDS.get(key)
    return found if found is not None else keep(_CARDS, key, made_unknown(one, sturdy), MOST_CARDS)


def made_unknown(one: Person, sturdy: bool) -> Creature:
    """What shows, what its defence takes, and the rest filled in."""
    card, content = one.creature, one.content
    swing = SWING if sturdy else -SWING
    bonus = {"skill:" + skill: swing for skill in SKILLS} | {"damage": swing, "initiative": swing}
    bonus["defence"] = one.bonus("defence") if card.npc else swing
    perks = [perk for perk in card.perks if card.npc and perk.effect in IN_DEFENCE]
    if sturdy:
        perks = perks + [perk for perk in content.perks.values() if not (card.npc and perk.effect in IN_DEFENCE)]
    unknown = Trait()
    unknown.id = unknown.name = "unknown"
    unknown.bonus = bonus
    return changed(
        card,
        level=one.level,
        **{name: getattr(one, name) for name in ABILITIES},
        skills=dict.fromkeys(SKILLS, 0) if sturdy else {},
        special=list(SKILLS) if sturdy else ["nothing"],
        perks=[changed(perk, bonus={}) for perk in perks],
        traits=[unknown],
        flaws=[],
        weapons=one.naturals(),
        armour=one.armour,
        items=[],
        stunts=list(content.stunts.values()) if sturdy else [],
        tags=[tag for tag in card.tags if tag == "machine"],
    )
