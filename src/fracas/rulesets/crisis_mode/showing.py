"""What a seat is shown of Crisis Mode: the card of a combatant and the order of action."""

from __future__ import annotations

from fracas.engine.api import Encounter
from fracas.engine.card import Card, Field, Item, Row, listed, named, number, pips, track, words
from fracas.rulesets.crisis_mode.checks import modified_tally
from fracas.rulesets.crisis_mode.fighter import STATS, Fighter, crisis, fighter, numbers_known
from fracas.rulesets.crisis_mode.gear import at_hand, defense_tally
from fracas.rulesets.crisis_mode.worn import worn_steps


def card_of(enc: Encounter, who: str, seat: str) -> Card:
    """The card of a combatant, with the numbers this seat may know."""
    one = fighter(enc, who)
    card = Card(who, one.name, one.creature.name, one.side)
    known = numbers_known(enc, who, seat)
    card.fields.append(pips("Action Points", one.ap, max(one.ap_start, one.ap)))
    card.fields.append(
        pips("Free Steps", one.free_steps, max(one.creature.free_steps + worn_steps(one), one.free_steps))
    )
    card.fields.append(track("Hit Points", one.hp, one.max_hp, one.status) if known else words("Health", one.status))
    if known and one.creature.spells:
        card.fields.append(track("Mana Points", one.mp, one.max_mp))
    card.fields.append(number("Defense", defense_tally(one)))
    for stat in STATS:
        card.fields.append(number(stat.capitalize(), modified_tally(one, stat)))
    card.fields.append(listed("In hand", named([weapon.name for weapon in at_hand(one)[:-1]]), "bare hands"))
    gear = [part.name for part in (one.shield, one.armour) if part is not None] + (["full helm"] if one.helm else [])
    if gear:
        card.fields.append(listed("Gear", named(gear)))
    if one.posture != "standing":
        card.fields.append(words("Posture", one.posture))
    if one.conditions:
        card.fields.append(listed("Conditions", conditions(one)))
    if known:
        card.fields.extend(private_fields(one))
    return card


def private_fields(one: Fighter) -> list[Field]:
    """What only those who may know the numbers see."""
    fields: list[Field] = []
    carried = [weapon.name for weapon in one.carried if not weapon.natural] + [item.name for item in one.items]
    if carried:
        fields.append(listed("Carries", named(carried)))
    if one.creature.spells:
        fields.append(listed("Spells", named([spell.name for spell in one.creature.spells])))
    if one.creature.abilities:
        fields.append(listed("Abilities", named(one.creature.abilities)))
    return fields


def conditions(one: Fighter) -> list[Item]:
    """Conditions with what is left of them."""
    shown: list[Item] = []
    for condition in one.conditions:
        left = f" ({condition.until.count} turns)" if condition.until.moment == "turns" else ""
        value = f" {condition.value}" if condition.value > 1 else ""
        shown.append(Item(condition.name + value + left, condition.name))
    return shown


def marks(one: Fighter) -> list[str]:
    return [item.text for item in conditions(one)]


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
    row.marks = surprised + marks(one) + ([one.posture] if one.posture != "standing" and not one.down else [])
    row.down, row.hidden = one.down, one.hidden
    return row
