"""Whether the keys of one action card fit each other, and whether what it names exists.

For `content_checks.py`; a fault is a key, its value and what was expected instead.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.content import Nothing, nearest
from fracas.engine.content_checks import Fault
from fracas.rulesets.cap_check.content_models import AMPLIFY_ONLY, TARGETED, CardEntry, EffectPart, FileModel
from fracas.rulesets.cap_check.profiles import BEFORE, BOONS, FIELD_RANGE, RANKS

NEEDS: Final = {
    "damage": ["dice", "versus"], "condition": ["name"], "push": ["amount"], "pull": ["amount"], "go": ["amount"],
    "boon": ["name"], "field": ["name"], "fell": ["name"], "lose": ["amount"], "more": ["dice"],
    "multiply": ["amount"], "range": ["amount"], "targets": ["amount"],
}  # fmt: skip
TAKES: Final = {
    "heal": ["dice", "amount"], "condition": ["amount"], "cleanse": ["amount"], "boon": ["amount", "until"],
    "points": ["amount"], "strip": ["amount"], "revive": ["amount"],
}  # fmt: skip
MAY_BE_NEGATIVE: Final = ("boon",)
HERO_WHEN: Final = (
    "foe-acts", "foe-targets-self", "foe-targets-other", "foe-moves", "self-damaged", "other-damaged", "enemy-damaged",
    "self-avoids", "enemy-falls", "other-falls",
)  # fmt: skip
FOE_WHEN: Final = ("hero-acts", "hero-moves", "self-damaged", "ally-falls")
HARMS: Final = ("damage", "condition", "push", "pull", "strip", "cancel")


def check_card(card: CardEntry, model: FileModel) -> list[Fault]:
    """Every fault of one card."""
    faults = _types(card) + _targets(card) + (_heroes(card) if card.speed else _foes(card))
    for index, part in enumerate(card.effects):
        faults += _effect(f"effects[{index}]", part, card, "amplify" in card.types, model)
    for index, part in enumerate(card.repeats):
        faults += _effect(f"repeats[{index}]", part, card, False, model)
    seen: list[str] = []
    for index, amplify in enumerate(card.amplifies):
        if amplify.id in seen or amplify.id in model.card:
            faults.append((f"amplifies[{index}].id", amplify.id, "an id that no other Amplify Effect and no card has"))
        seen.append(amplify.id)
        for number, part in enumerate(amplify.effects):
            faults += _effect(f"amplifies[{index}].effects[{number}]", part, card, True, model)
    return faults


def _types(card: CardEntry) -> list[Fault]:
    faults: list[Fault] = []
    sustains = "sustain" in card.types
    for index, word in enumerate(card.types):
        if word in card.types[:index]:
            faults.append((f"types[{index}]", word, "each type once"))
    if ("trigger" in card.types) != bool(card.when):
        faults.append(("when", card.when, "a condition with the type trigger, and none without"))
    if ("amplify" in card.types) != bool(card.applies):
        faults.append(("applies", card.applies, "damage, heal or any with the type amplify, and nothing without"))
    if not sustains and (card.repeats or card.hold):
        faults.append(("types", card.types, "sustain among the types of a card with repeats or hold"))
    if card.repeats and card.hold:
        faults.append(("repeats", len(card.repeats), "no repeats on a card that only holds"))
    if not card.effects:
        faults.append(("effects", Nothing(), "at least one effect"))
    return faults


def _targets(card: CardEntry) -> list[Fault]:
    faults: list[Fault] = []
    if not card.target:
        if "amplify" not in card.types:
            faults.append(("target", Nothing(), "whom it is aimed at, since it is no Amplify Action"))
        return faults
    own = card.target in ("self", "burst") and "trigger" not in card.types
    if card.target == "field":
        if card.range != FIELD_RANGE:
            faults.append(("range", card.range, "field for a card that targets the whole field"))
    elif own != (card.range == 0):
        faults.append(("range", card.range, "0 with target self or burst, and at least 1 otherwise"))
    if card.target in ("cause", "victim") and "trigger" not in card.types:
        faults.append(("target", card.target, "trigger among the types of a card aimed at a cause or victim"))
    if card.count > 1 and card.target not in ("ally", "other", "enemy"):
        faults.append(("count", card.count, f"1 with target {card.target}"))
    if card.area and card.target not in ("square", "burst"):
        faults.append(("area", card.area, f"0 with target {card.target}"))
    if card.target == "burst" and not card.area:
        faults.append(("area", 0, "at least 1 with target burst"))
    if card.melee and card.target != "burst" and not 1 <= card.range <= 3:
        faults.append(("range", card.range, "1 to 3 squares for a melee action"))
    if card.basic and (card.target != "enemy" or card.types):
        faults.append(("basic", True, "an enemy as target and no types for a basic attack"))
    return faults


def _heroes(card: CardEntry) -> list[Fault]:
    faults: list[Fault] = []
    if card.check:
        faults.append(("check", card.check, "none on a hero's card, since foes roll no defence"))
    if card.when and card.when not in HERO_WHEN:
        faults.append(("when", card.when, "one of " + ", ".join(HERO_WHEN)))
    if card.speed == "free" and not (card.uses or card.round_uses):
        faults.append(("round_uses", 0, "uses or round_uses of at least 1 for a Free Action"))
    return faults


def _foes(card: CardEntry) -> list[Fault]:
    faults: list[Fault] = []
    if card.when and card.when not in FOE_WHEN:
        faults.append(("when", card.when, "one of " + ", ".join(FOE_WHEN)))
    for key in ("c", "a", "p", "tide", "amplifies", "auto_crit"):
        if getattr(card, key):
            faults.append((key, getattr(card, key), "a speed as well, since this is for heroes only"))
    if "sustain" in card.types or "amplify" in card.types:
        faults.append(("types", card.types, "a speed as well, since foes neither sustain nor amplify"))
    harms = [part for part in card.effects if part.kind in HARMS and part.to in ("", "enemies", "cause", "victim")]
    rolled = bool(harms) and not card.auto_hit
    if rolled and not card.check:
        faults.append(("check", Nothing(), "what the hero rolls, or none, on a foe's card that harms"))
    if not rolled and card.check not in ("", "none"):
        faults.append(("check", card.check, "none on a foe's card that is AUTO-HIT or harms nobody"))
    return faults


def _effect(key: str, part: EffectPart, card: CardEntry, amplifying: bool, model: FileModel) -> list[Fault]:
    faults = _keys(key, part) + _names(key, part, model)
    if part.kind in AMPLIFY_ONLY and not amplifying:
        faults.append((f"{key}.kind", part.kind, "a kind that stands outside an Amplify Effect"))
    if part.kind in ("cancel", "redirect") and (card.when not in BEFORE or amplifying):
        faults.append((f"{key}.kind", part.kind, "a Trigger that comes before its cause: " + ", ".join(BEFORE)))
    if part.to in ("cause", "victim") and "trigger" not in card.types:
        faults.append((f"{key}.to", part.to, "trigger among the types of the card"))
    squares = part.to == "squares" or (part.kind == "field" and not part.to)
    if squares and card.target not in ("square", "burst", "field"):
        faults.append((f"{key}.to", part.to or "squares", "target square, burst or field"))
    if part.kind == "damage" and part.to in ("self", "allies", "squares"):
        faults.append((f"{key}.to", part.to, "enemies, or the cause or victim of a Trigger; lose for HP of one's own"))
    if part.kind == "damage" and part.to in ("cause", "victim") and card.target != part.to:
        faults.append((f"{key}.to", part.to, f"{part.to} as target of the card, so that it is hit or missed"))
    if part.until == "sustain" and "sustain" not in card.types:
        faults.append((f"{key}.until", part.until, "sustain among the types of the card"))
    named_foe = part.kind == "basic" and card.target in (*TARGETED, "cause")
    if part.kind == "basic" and not named_foe:
        faults.append((f"{key}.kind", part.kind, "a card aimed at an enemy or a cause"))
    return faults


def _keys(key: str, part: EffectPart) -> list[Fault]:
    faults: list[Fault] = []
    needs = NEEDS.get(part.kind, [])
    takes = needs + TAKES.get(part.kind, [])
    for name in ("dice", "versus", "name", "amount", "until"):
        value = getattr(part, name)
        if name in needs and not value:
            faults.append((f"{key}.{name}", Nothing(), f"{name} with {part.kind}"))
        if value and name not in takes:
            faults.append((f"{key}.{name}", value, f"no {name} with {part.kind}"))
    if part.kind == "heal" and (part.dice is None) == (part.amount == 0):
        faults.append((f"{key}.dice", part.dice or Nothing(), "either dice or an amount with heal"))
    if part.amount < 0 and part.kind not in MAY_BE_NEGATIVE:
        faults.append((f"{key}.amount", part.amount, "at least 1"))
    return faults


def _names(key: str, part: EffectPart, model: FileModel) -> list[Fault]:
    tables = {"condition": list(model.condition), "field": list(model.field), "boon": list(BOONS), "fell": list(RANKS)}
    known = tables.get(part.kind)
    if known is None or not part.name or part.name in known:
        return []
    noun = "rank" if part.kind == "fell" else part.kind
    near = ", ".join(nearest(part.name, known))
    return [(f"{key}.name", part.name, f"a known {noun}" + (f" (nearest: {near})" if near else ""))]
