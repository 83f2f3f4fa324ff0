"""What players do not know of an NPC, filled in for odds: once frail, once sturdy.

Figures that come out alike with both can be told; `engine/odds.py` compares them.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Encounter, changed
from fracas.engine.keeping import keep
from fracas.rulesets.phases_of_play.being import Being, PhaseContent, content_of
from fracas.rulesets.phases_of_play.damage import MAJOR, vital
from fracas.rulesets.phases_of_play.pieces import Pending
from fracas.rulesets.phases_of_play.profiles import MODES, NUMBERS, Ability, Card, Weapon
from fracas.rulesets.phases_of_play.zones import zones_of

MOST: Final[dict[str, int]] = {
    "recoveries": 9, "dodges": 9, "max_dodges": 9, "kits": 9, "favors": 4, "level": 15, "xp": 19,
    "alert": 2, "beats": 2, "free_actions": 20, "dashes": 9, "breath": 9, "way": 1, "legendary_left": 9, "spent": 9,
    "extra": 9,
}  # fmt: skip
MOST_HEALTH: Final = 500
LEAST: Final = {"well": (1, 1), "hurt": (3, 2), "badly hurt": (2, 1)}
"""By looks: the least Health, full and left, with which somebody looks so."""
MOST_VITALITY: Final = 50
LOWEST: Final = -9
HIGHEST: Final = 20
STATES: Final = ("dead", "unconscious")
"""Conditions that say how somebody is and that nobody is immune to."""


def fill(enc: Encounter, one: Being, sturdy: bool) -> None:
    """Every figure, what it is about to do and what is on its sheet; how it looks and its ranges are seen."""
    fill_health(enc, one, sturdy)
    for name, most in MOST.items():
        setattr(one, name, most if sturdy else 0)
    one.shield = 0 if sturdy else 1
    one.level = max(one.level, 1)
    one.numbers = dict.fromkeys(NUMBERS, HIGHEST if sturdy else LOWEST)
    one.boons = {"saves": 9, "tests": 9} if sturdy else {"saves": -9, "tests": -9}
    one.factor = 2 if sturdy else 1
    one.denied = sturdy
    fill_doings(enc, one, sturdy)
    one.bases = {mode: one.bases.get(mode, 0) + one.card.passive.get(mode, 0) for mode in MODES}
    one.card = with_unknown(content_of(enc), one, sturdy)


_SHEETS: Final[dict[tuple[object, ...], Card]] = {}
"""Bots fill in the same people at every choice. A sheet follows from its key: all other figures are the
same for everybody who is filled in."""
MOST_SHEETS: Final = 512


def fill_health(enc: Encounter, one: Being, sturdy: bool) -> None:
    """Health and Vitality that look the same."""
    full, left = LEAST.get(one.looks, (1, 1))
    one.max_health = MOST_HEALTH if sturdy else full
    if one.health > 0:
        one.health = MOST_HEALTH * left // full if sturdy else left
    if one.has("unconscious"):
        one.health = 1 if sturdy else 0
    one.max_vitality = MOST_VITALITY if sturdy else 1
    one.vitality = MOST_VITALITY // 2 if sturdy else 1 if vital(enc, one) and not one.has("dead") else 0


def fill_doings(enc: Encounter, one: Being, sturdy: bool) -> None:
    """What was begun, prepared or used up, and what this turn has left."""
    content = content_of(enc)
    slow = [ability for ability in content.abilities.values() if ability.time == "slow-action"]
    some = list(content.abilities)[:1] if sturdy else []
    one.pending = Pending(slow[0].id, [], [], one.pos) if sturdy and slow else None
    one.prepared = [ability.id for ability in reactions(content)] if sturdy else []
    one.used = dict.fromkeys(some, 9)
    one.kept = list(content.conditions)[:1] if sturdy else []
    one.fresh = dict.fromkeys(one.kept, 1)
    # Everybody sees who stands in a fire, and that it has burned them on their turn.
    one.touched = ["fire"] if one.in_turn and "fire" in zones_of(enc, one) else []
    one.touched.extend([name for name in content.zones if sturdy and name not in one.touched][:1])
    one.spent_in = {"walk": 9} if sturdy else {}
    one.improvised = {"jump": 1} if sturdy else {}


def reactions(content: PhaseContent) -> list[Ability]:
    """One is enough: whoever is asked is taken to pass, and all of them would be asked at every turn."""
    return [ability for ability in content.abilities.values() if ability.trigger][:1]


def with_unknown(content: PhaseContent, one: Being, sturdy: bool) -> Card:
    """The sheet behind an NPC, made once."""
    key = (one.card, content, sturdy, one.max_health, one.max_vitality, *one.bases.values())
    found = _SHEETS.get(key)
    return found if found is not None else keep(_SHEETS, key, made_unknown(content, one, sturdy), MOST_SHEETS)


def made_unknown(content: PhaseContent, one: Being, sturdy: bool) -> Card:
    """What shows, what it has to do when it is done, and the rest filled in."""
    card = one.card
    own = [ability for ability in card.abilities if not ability.trigger and ability.time != "passive"]
    legendary = [ability for ability in content.abilities.values() if ability.time == "legendary"]
    types = [type for type in MAJOR if type != "true"]
    harms = [kind.id for kind in content.conditions.values() if not kind.good and kind.id not in STATES]
    weapon = Weapon()
    weapon.id = weapon.name = "unknown"
    weapon.damage, weapon.type = HIGHEST if sturdy else 0, "true"
    pools = ("level", "shield", "dodges", "recoveries", "favors", "kits", "alert")
    return changed(
        card,
        numbers=one.numbers.copy(),
        ranges=one.bases.copy(),
        passive={},
        health=one.max_health,
        vitality=one.max_vitality,
        melee=weapon if sturdy else None,
        ranged=weapon if sturdy else None,
        abilities=own + reactions(content) if sturdy else own,
        legendary=legendary if sturdy else [],
        breathes="none" if sturdy else "air",
        resist=[],
        immune=harms if sturdy else [],
        weak=types if sturdy else [],
        tags=["construct"] if sturdy else [],
        **{name: getattr(one, name) for name in pools},
    )
