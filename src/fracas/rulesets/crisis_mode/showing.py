"""What a seat is shown of Crisis Mode: the card of a combatant and the order of action."""

from __future__ import annotations

from fracas.engine.api import Encounter, Tally
from fracas.engine.card import Card, CardLine, Item, Row, listed, named, number, pips, track, words
from fracas.rulesets.crisis_mode.checks import modified_tally, worn
from fracas.rulesets.crisis_mode.fighter import STATS, Fighter, crisis, fighter, numbers_known
from fracas.rulesets.crisis_mode.gear import at_hand, defense_tally


def card_of(enc: Encounter, who: str, seat: str) -> Card:
    """The card of a combatant, with the numbers this seat may know."""
    one = fighter(enc, who)
    known = numbers_known(enc, who, seat)
    steps = one.creature.free_steps + worn(Tally(), one, "free_steps").total
    gear = [part.name for part in (one.shield, one.armour) if part is not None] + (["full helm"] if one.helm else [])
    card = Card(who, one.name, one.creature.name, one.side)
    card.fields = [
        pips("Action Points", one.ap, max(one.ap_start, one.ap)),
        pips("Free Steps", one.free_steps, max(steps, one.free_steps)),
        track("Hit Points", one.hp, one.max_hp, one.status) if known else words("Health", one.status),
        *([track("Mana Points", one.mp, one.max_mp)] if known and one.creature.spells else []),
        number("Defense", defense_tally(one)),
        *[number(stat.capitalize(), modified_tally(one, stat)) for stat in STATS],
        listed("In hand", named([weapon.name for weapon in at_hand(one)[:-1]]), "bare hands"),
        *([listed("Gear", named(gear))] if gear else []),
        *([] if one.standing else [words("Posture", one.posture)]),
        *([listed("Conditions", conditions(one))] if one.conditions else []),
        *(private_fields(one) if known else []),
    ]
    return card


def private_fields(one: Fighter) -> list[CardLine]:
    """What only those who may know the numbers see."""
    parts = {
        "Carries": [weapon.name for weapon in one.carried if not weapon.natural] + [item.name for item in one.items],
        "Spells": [spell.name for spell in one.creature.spells],
        "Abilities": one.creature.abilities,
    }
    return [listed(label, named(names)) for label, names in parts.items() if names]


def conditions(one: Fighter) -> list[Item]:
    """Conditions with what is left of them."""
    shown: list[Item] = []
    for condition in one.conditions:
        left = f" ({condition.until.count} turns)" if condition.until.moment == "turns" else ""
        value = f" {condition.value}" if condition.value > 1 else ""
        shown.append(Item(condition.name + value + left, condition.name))
    return shown


def heading_of(enc: Encounter) -> str:
    """Which turn, phase and Round it is."""
    flow = enc.flow
    turn = f"Turn {flow.turn}, {flow.phase} phase" if flow.phase else "Set-up"
    return turn + (f", Round {flow.round}" if flow.round else "")


def row_of(enc: Encounter, who: str) -> Row:
    one = fighter(enc, who)
    row = Row(who, one.name, one.side, f"{one.ap} AP")
    row.points, row.most = one.ap, max(one.ap_start, one.ap)
    row.health = one.status
    surprised = ["surprised"] if enc.flow.turn == 1 and one.side in crisis(enc).surprised else []
    posture = [] if one.standing or one.down else [one.posture]
    row.marks = surprised + [item.text for item in conditions(one)] + posture
    row.down, row.hidden = one.down, one.hidden
    return row
