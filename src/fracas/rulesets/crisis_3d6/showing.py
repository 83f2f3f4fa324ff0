"""What a seat is shown of Crisis 3d6: the card of a combatant and the order of action."""

from __future__ import annotations

from typing import Any

from fracas.engine.api import Encounter, Tally
from fracas.engine.card import Card, CardLine, Item, Row, listed, named, number, pips, track, words
from fracas.rulesets.crisis_3d6.characters import allowance, initiative, title
from fracas.rulesets.crisis_3d6.conditions import direction
from fracas.rulesets.crisis_3d6.defence import defence_shown
from fracas.rulesets.crisis_3d6.gear import weapons_at_hand
from fracas.rulesets.crisis_3d6.long_actions import said_progress
from fracas.rulesets.crisis_3d6.options import options
from fracas.rulesets.crisis_3d6.people import MOST_AP, UNARMED, Person, numbers_known, person
from fracas.rulesets.crisis_3d6.profiles import ABILITIES


def card_of(enc: Encounter, who: str, seat: str) -> Card:
    """The card of a combatant, with the numbers this seat may know."""
    one = person(enc, who)
    card = Card(who, one.name, one.creature.name, one.side)
    known = numbers_known(enc, who, seat)
    card.fields.append(pips("Action Points", one.ap, MOST_AP))
    if known:
        card.fields.append(track(one.endurance_word, one.ep, one.max_ep))
        card.fields.append(track(one.health_word, one.hp, one.max_hp, one.status))
        card.fields.extend(numbers_of(enc, one))
    else:
        card.fields.append(words(one.health_word, one.status))
        card.fields.extend(defences(enc, one, False) if one.npc else [])
    armed = [weapon.name for weapon in weapons_at_hand(one) if weapon.id != UNARMED]
    card.fields.append(listed("In hand", named(armed), "nothing"))
    if one.armour is not None:
        left = f" (Durability {one.durability})" if known else ""
        card.fields.append(words("Armour", one.armour.name + left))
    if one.aim:
        card.fields.append(words("Aim", str(one.aim)))
    if one.long:
        card.fields.append(words("Under way", said_progress(enc, one.long, one.long_on, one.progress)))
    if marks(one):
        card.fields.append(listed("Conditions", conditions(one)))
    if known:
        card.fields.extend(belongings(one))
    return card


def defences(enc: Encounter, one: Person, known: bool) -> list[CardLine]:
    """2.9: what one defends with; of an NPC others know the sum, without the level behind it."""
    fields: list[CardLine] = []
    for label, melee in (("Defence, hand to hand", True), ("Defence, shots", False)):
        tally = defence_shown(enc, one, melee)
        fields.append(number(label, tally if known else Tally().add("defence", tally.total, "9.8")))
    return fields


def numbers_of(enc: Encounter, one: Person) -> list[CardLine]:
    """What one rolls against, with how it comes about."""
    if one.npc:
        special = ", ".join([title(skill) for skill in one.creature.special])
        fields = [words("Level", str(one.level)), *defences(enc, one, True)]
        fields += [words("Specialised in", special)] if special else []
    else:
        skills = [f"{title(skill)} {rank:+d}" for skill, rank in one.creature.skills.items()]
        fields = [words(name.capitalize(), str(getattr(one, name))) for name in ABILITIES]
        fields += [words("Skills", ", ".join(skills) or "none")]
        fields += [words("Experience", str(one.xp))] if options(enc).fate else []
        fields += defences(enc, one, True)
    return [*fields, number("Initiative", initiative(enc, one)), words("Squares per AP", str(allowance(one)))]


def belongings(one: Person) -> list[CardLine]:
    """What only those who may know the numbers see."""
    fields: list[CardLine] = []
    if one.weapon is not None and one.weapon.cap:
        fields.append(words("Loaded", f"{one.loaded.get(one.weapon.id, 0)} of {one.weapon.cap}"))
    creature = one.creature
    known: dict[str, list[Any]] = {"Carries": [*one.carried, *one.items], "Perks": creature.perks}
    known |= {"Traits": creature.traits, "Flaws": creature.flaws, "Stunts": creature.stunts}
    return fields + [
        listed(label, named([thing.name for thing in things])) for label, things in known.items() if things
    ]


def conditions(one: Person) -> list[Item]:
    """Conditions as shown, but for those that its looks tell already: nobody is "dead, dead"."""
    shown: list[Item] = []
    for condition in one.conditions:
        if condition.name in one.status:
            continue
        facing = f" facing {direction(one.facing)}" if condition.name == "prone" and one.facing else ""
        shown.append(Item(condition.name + facing, condition.name))
    return shown


def marks(one: Person) -> list[str]:
    return [item.text for item in conditions(one)]


def row_of(enc: Encounter, who: str) -> Row:
    one = person(enc, who)
    row = Row(who, one.name, one.side, f"{one.ap} AP")
    row.points, row.most = one.ap, MOST_AP
    row.health = one.status
    row.marks = marks(one)
    row.down, row.hidden = one.down, one.hidden
    return row
