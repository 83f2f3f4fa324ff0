"""Who knows what of a foe's card, and what is filled in for odds where a player does not: once frail, once sturdy.

Figures that come out alike with both can be told; `engine/odds.py` compares them.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.api import GM, Encounter, changed
from fracas.engine.keeping import keep
from fracas.rulesets.cap_check.fighter import MOST_HP, CapContent, Fighter, fighter
from fracas.rulesets.cap_check.options import options
from fracas.rulesets.cap_check.profiles import Card, Foe, by_moment

STUDIED: Final = "studied"
MOST_CERTAIN: Final = 512
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


NO_BARRIER: Final = -50
"""A barrier of less than nothing: every blow hurts."""


def fill_health(one: Fighter, sturdy: bool) -> None:
    """HP, barriers and the damage it still ignores; that it stands, or not, is seen."""
    one.max_hp = MOST_HP if sturdy else 1
    one.hp = 0 if one.down else MOST_HP // 2 if sturdy else 1
    one.shield = 0 if sturdy else 1
    one.toughness = one.resistance = NO_BARRIER if sturdy else 0


def fill_card(one: Fighter, sturdy: bool) -> None:
    """What is on its card. Actions are told when they are used; Triggers, pace and behaviour nobody can see.

    The sturdy have the Triggers of those who are hurt, the frail those of others who see them fall.
    """
    foe = one.foe
    if foe is None:
        return
    key = (foe, one.content, sturdy, one.max_hp, one.toughness, one.resistance)
    found = _FILLED.get(key)
    one.turn_card(found if found is not None else keep(_FILLED, key, filled_card(one, foe, sturdy), MOST_CERTAIN))


_FILLED: Final[dict[tuple[object, ...], Foe]] = {}
"""Bots fill in the same foes at every choice. A card follows from its key."""


def filled_card(one: Fighter, foe: Foe, sturdy: bool) -> Foe:
    """The card of a foe with what nobody can see filled in."""
    word = "basic" if sturdy else "nothing"
    triggers = [card for card in foes_triggers(one.content) if ("falls" in card.when) != sturdy]
    return changed(
        foe,
        hp=one.max_hp,
        toughness=one.toughness,
        resistance=one.resistance,
        move=12 if sturdy else 1,
        targeting="strongest" if sturdy else "nearest",
        shield=0 if sturdy else 1,
        drain=0 if sturdy else 1,
        all_cards=[foe.basic, *foe.cards.values(), *triggers],
        triggers=by_moment(triggers),
        centre=word,
        spokes=[[word] * len(foe.spokes[0])] * len(foe.spokes),
        veteran={},
    )


def foes_triggers(content: CapContent) -> list[Card]:
    """A Trigger for everything that some foe can answer."""
    found: dict[str, Card] = {}
    for foe in content.foes.values():
        for card in foe.all_cards:
            if card.when and card.when not in found:
                found[card.when] = for_certain(card)
    return list(found.values())


_CERTAIN: Final[dict[Card, Card]] = {}
"""Cards never change, and whoever weighs something asks for the same ones again and again."""


def for_certain(card: Card) -> Card:
    """The same without check and dice: what they show is not what is asked."""
    found = _CERTAIN.get(card)
    if found is None:
        found = keep(_CERTAIN, card, made_certain(card), MOST_CERTAIN)
    return found


def made_certain(card: Card) -> Card:
    sure = [changed(effect, dice=None, amount=MOST_HP) for effect in card.effects]
    effects = [sure[i] if effect.dice is not None else effect for i, effect in enumerate(card.effects)]
    check = "none" if card.check else ""
    return changed(card, piercing=True, check=check, effects=effects, uses=0, round_uses=0)
