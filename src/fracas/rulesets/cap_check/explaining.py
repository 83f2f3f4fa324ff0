"""Cards, fields and maneuvers in sentences, for whoever asks what something is."""

from __future__ import annotations

from typing import Final

from fracas.rulesets.cap_check.actions import SPEEDS, price_of
from fracas.rulesets.cap_check.content import card_of
from fracas.rulesets.cap_check.content_models import POINTS
from fracas.rulesets.cap_check.fighter import CapContent
from fracas.rulesets.cap_check.foes import say_check
from fracas.rulesets.cap_check.profiles import FIELD_RANGE, Card
from fracas.rulesets.cap_check.saying import say_damage, say_effects
from fracas.rulesets.cap_check.wording import squares_said

Data = dict[str, object]

WHEN: Final = {
    "ally-falls": "an ally falls", "other-falls": "another hero falls", "enemy-falls": "an enemy falls",
    "enemy-damaged": "an enemy is damaged", "self-damaged": "its owner is damaged",
    "other-damaged": "another hero is damaged", "foe-acts": "a foe acts", "hero-acts": "a hero acts",
    "foe-moves": "a foe moves", "hero-moves": "a hero moves", "foe-targets-self": "a foe aims at its owner",
    "foe-targets-other": "a foe aims at another hero", "self-avoids": "its owner avoids an attack",
}  # fmt: skip
TARGETS: Final = {
    "self": "oneself", "ally": "an ally", "other": "another ally", "enemy": "an enemy",
    "ally+enemy": "an ally and an enemy", "square": "a square", "field": "everybody there",
    "cause": "the one who set it off", "victim": "the one it concerns",
}  # fmt: skip
GOES_WITH: Final = {"any": "any action", "damage": "an action that damages", "heal": "an action that heals"}


def explain(content: CapContent, section: str, data: Data) -> list[str] | None:
    """What the rules make of an entry, in sentences; None where its own text says it all in figures."""
    if section == "card":
        return explain_card(content, card_of(data), bool(data.get("speed")))
    if section == "field":
        return [] if data.get("text") else explain_field(content, data)
    if section == "condition":
        most = data.get("most", 1)
        return [f"At most {most} stacks."] if most not in (0, 1) else []
    if section == "maneuver":
        skill = f"It takes a check of {say_check(str(data['skill']))}." if data.get("skill") else ""
        return [f"It is {SPEEDS[POINTS[str(data['speed'])]]}.", skill]
    return None


def explain_card(content: CapContent, card: Card, of_hero: bool) -> list[str]:
    """What it costs, when and at whom it is used, and what it does."""
    kind, checked = kind_of(card), card.check not in ("", "none")
    foe = TARGETS["cause"] if card.target == "cause" else "an enemy that is hit"
    ally = ally_of(card)
    again = card.repeats if card.repeats is not card.effects else []
    adds = {"C": card.c, "A": card.a, "P": card.p}
    told = [
        kind[:1].upper() + kind[1:] + (f" ({price_of(card)})." if of_hero else "."),
        f"It may be used when {WHEN[card.when]}." if card.when else "",
        f"It goes with {GOES_WITH[card.applies]}." if card.applies else f"Aimed at {aim_of(card)}.",
        "It needs no roll to hit." if card.auto_hit else "",
        "Every hit is critical." if card.auto_crit else "",
        f"The target avoids it with {say_check(card.check)}." if checked else "",
        *[f"{value:+} {name} with it." for name, value in adds.items() if value],
        f"Effect: {say_effects(content, 'the user', card.effects, foe, card.when, ally)}.",
        f"At the start of each later turn: {say_effects(content, 'the user', again, foe, '', ally)}." if again else "",
        "It can be sustained from turn to turn." if "sustain" in card.types else "",
        f"{times(card.round_uses)} a round." if card.round_uses else "",
        f"{times(card.uses)} an encounter." if card.uses else "",
    ]
    for boost in card.amplifies:
        said = say_effects(content, "the user", boost.effects, foe, "", ally)
        told.append(f"Amplify {boost.name} ({SPEEDS[boost.points]}): {said}.")
    return [line for line in told if line]


def card_gist(content: CapContent, data: Data) -> str:
    """At whom, and what it does: `An enemy within 1 square takes 3d8 damage against Toughness.`"""
    card = card_of(data)
    foe = TARGETS["cause"] if card.target == "cause" else "whoever is hit"
    said = f"{say_effects(content, 'the user', card.effects, foe, card.when, ally_of(card))}."
    if card.target != "self":
        said = f"{aim_of(card)}: {said}"
    return said[:1].upper() + said[1:]


def explain_field(content: CapContent, data: Data) -> list[str]:
    told = ["Nobody can enter it."] if data.get("blocks") else []
    if data.get("condition"):
        told.append(f"It brings {content.condition_title(str(data['condition']))}.")
    if data.get("dice"):
        told.append(f"It does {data['dice']} {say_damage(str(data['versus']))}.")
    return told


def ally_of(card: Card) -> str:
    """Whom an effect for allies is for: whoever uses a card on themselves is the only one."""
    return "the user" if card.target == "self" else "an ally"


def kind_of(card: Card) -> str:
    """`a basic action, hand to hand`, `a spell`."""
    if card.when:
        return "a Trigger"
    if card.applies:
        return "an Amplify"
    kind = ("Tide-Turner " if card.tide else "basic " if card.basic else "") + (card.tag or "action")
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}" + (", hand to hand" if card.melee else "")


def aim_of(card: Card) -> str:
    """`up to 2 enemies within 6 squares`."""
    if card.target == "burst":
        return f"everybody within {squares_said(card.area)}"
    whom = TARGETS[card.target]
    if card.target in ("self", "cause", "victim"):
        return whom
    if card.count != 1:
        whom = f"up to {card.count} {'enemies' if card.target == 'enemy' else 'allies'}"
    where = "anywhere on the field" if card.range == FIELD_RANGE else f"within {squares_said(card.range)}"
    area = f", and everybody within {squares_said(card.area)} of it" if card.area else ""
    return f"{whom} {where}{area}"


def times(count: int) -> str:
    return "Once" if count == 1 else f"{count} times"
