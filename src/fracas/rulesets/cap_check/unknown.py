"""What a player does not know of a foe, filled in for odds: once frail, once sturdy.

Figures that come out alike with both can be told; `engine/odds.py` compares them.
"""

from __future__ import annotations

from typing import Final

from fracas.rulesets.cap_check.fighter import Fighter
from fracas.rulesets.cap_check.profiles import Card, Content, Effect, Foe

MOST_HP: Final = 2000
NO_BARRIER: Final = -50
"""A barrier of less than nothing: every blow hurts."""


def fill_health(one: Fighter, sturdy: bool) -> None:
    """HP, barriers and the damage it still ignores; that it stands, or not, is seen."""
    one.max_hp = MOST_HP if sturdy else 1
    one.hp = 0 if one.down else MOST_HP // 2 if sturdy else 1
    one.shield = 0 if sturdy else 1
    barrier = NO_BARRIER if sturdy else 0
    one.values = {**one.values, "toughness": barrier, "resistance": barrier}


def fill_card(content: Content, one: Fighter, sturdy: bool) -> None:
    """What is on its card. Actions are told when they are used; Triggers, pace and behaviour nobody can see.

    The sturdy have the Triggers of those who are hurt, the frail those of others who see them fall.
    """
    foe = one.foe
    if foe is None:
        return
    word = "basic" if sturdy else "nothing"
    one.foe = Foe(
        id=foe.id,
        name=foe.name,
        text=foe.text,
        rank=foe.rank,
        type=foe.type,
        size=foe.size,
        hp=one.max_hp,
        toughness=one.values["toughness"],
        resistance=one.values["resistance"],
        move=12 if sturdy else 1,
        targeting="strongest" if sturdy else "nearest",
        shield=0 if sturdy else 1,
        drain=0 if sturdy else 1,
        basic=foe.basic,
        cards=foe.cards,
        triggers=[card for card in foes_triggers(content) if ("falls" in card.when) != sturdy],
        centre=word,
        spokes=[[word] * len(foe.spokes[0])] * len(foe.spokes),
        veteran={},
    )


def foes_triggers(content: Content) -> list[Card]:
    """A Trigger for everything that some foe can answer."""
    found: dict[str, Card] = {}
    for foe in content.foes.values():
        for card in foe.triggers:
            if card.when not in found:
                found[card.when] = for_certain(card)
    return list(found.values())


def for_certain(card: Card) -> Card:
    """The same without check and dice: what they show is not what is asked."""
    return Card(
        id=card.id,
        name=card.name,
        text=card.text,
        points=card.points,
        types=card.types,
        tide=card.tide,
        basic=card.basic,
        tag=card.tag,
        melee=card.melee,
        range=card.range,
        target=card.target,
        count=card.count,
        area=card.area,
        c=card.c,
        a=card.a,
        p=card.p,
        auto_hit=card.auto_hit,
        auto_crit=card.auto_crit,
        piercing=True,
        check="none" if card.check else "",
        effects=[without_dice(effect) for effect in card.effects],
        repeats=[],
        hold=card.hold,
        when=card.when,
        amplifies=[],
        applies="",
        uses=0,
        round_uses=0,
    )


def without_dice(effect: Effect) -> Effect:
    if effect.dice is None:
        return effect
    return Effect(
        kind=effect.kind,
        to=effect.to,
        dice=None,
        versus=effect.versus,
        name=effect.name,
        amount=MOST_HP,
        until=effect.until,
    )
