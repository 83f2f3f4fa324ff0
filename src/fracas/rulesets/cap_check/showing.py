"""What a seat is shown of CAP Check: the card of a combatant and the order of the slots."""

from __future__ import annotations

from fracas.engine.api import Encounter
from fracas.engine.card import Card, CardLine, Item, Row, listed, named, number, pips, track, words
from fracas.rulesets.cap_check.behaviour import say_chain, say_hex
from fracas.rulesets.cap_check.conditions import value_tally
from fracas.rulesets.cap_check.fighter import BARRIERS, FULL_POOL, VALUES, Fighter, fighter, title_of
from fracas.rulesets.cap_check.foes import rings
from fracas.rulesets.cap_check.knowing import STUDIED, WHOLE, numbers_known, studied, whole_card_known
from fracas.rulesets.cap_check.options import options
from fracas.rulesets.cap_check.wording import boon_words, points_said


def card_of(enc: Encounter, who: str, seat: str) -> Card:
    """The card of a combatant, with the numbers this seat may know."""
    one = fighter(enc, who)
    known = numbers_known(enc, who, seat)
    card = Card(who, one.name, role_of(one), one.side)
    card.fields.append(track("HP", one.hp, one.max_hp, one.status) if known else words("Health", one.status))
    card.fields.extend(hero_fields(one) if one.is_hero else foe_fields(enc, one, known, seat))
    if one.conditions:
        card.fields.append(listed("Conditions", conditions(one)))
    if one.sustaining:
        card.fields.append(listed("Sustains", named([title_of(enc, held.card) for held in one.sustaining])))
    return card


def role_of(one: Fighter) -> str:
    if one.foe is not None:
        return f"{one.foe.name}, {one.rank.capitalize()}"
    return f"{one.hero.name}, {one.hero.role}" if one.hero is not None else ""


def hero_fields(one: Fighter) -> list[CardLine]:
    """Everything on a hero's card."""
    maneuvers = [one.maneuver.name] if one.maneuver is not None else []
    return [
        pips("Action Pool", one.pool, max(FULL_POOL, one.pool)),
        *[number(boon_words(name), value_tally(one, name)) for name in VALUES],
        pips("Triggers left", one.trigger_limit - one.triggers_used, one.trigger_limit),
        pips("Amplifies left", one.amplify_limit - one.amplifies_used, one.amplify_limit),
        pips("Sustains left", one.sustain_limit - len(one.sustaining), one.sustain_limit),
        pips("Tide-Turner Charges", one.charges, max(one.charges, 2)),
        listed("Actions", named([card.name for card in one.cards()])),
        *[listed("Maneuver", named([name])) for name in maneuvers],
    ]


def foe_fields(enc: Encounter, one: Fighter, known: bool, seat: str) -> list[CardLine]:
    """A foe's barriers and actions, for those who may know them; its behaviour in this turn for all."""
    fields: list[CardLine] = []
    if known:
        fields.extend([number(boon_words(name), value_tally(one, name)) for name in BARRIERS])
    if whole_card_known(enc, one.id, seat):
        fields.append(listed("Actions", named([card.name for card in one.cards()])))
    if studied(one, WHOLE):
        fields.append(words("Each turn", say_behaviour(one)))
    if one.shield and known:
        fields.append(words("Ignores", f"{one.shield} damage in this round"))
    if options(enc).foes == "free":
        fields.append(pips("Actions left", one.actions, max(one.actions, rings(one.rank) + 1)))
    elif one.spoke:
        fields.append(words("Chain", f"spoke {one.spoke}: {say_chain(one, one.chain) or 'done'}"))
    return fields


def say_behaviour(one: Fighter) -> str:
    """The centre of its card, then what it does on each spoke."""
    foe = one.foe
    assert foe is not None
    spokes = [", ".join([say_hex(one, word) for word in hexes]) for hexes in foe.spokes]
    said = [f"on {face} {words}" for face, words in enumerate(spokes, start=1)]
    return f"{say_hex(one, foe.centre)}, then " + "; ".join(said)


def conditions(one: Fighter) -> list[Item]:
    """Conditions and boons with their stacks."""
    shown = [held for held in one.conditions if held.name != STUDIED]
    return [Item(one.content.brief(held.name, held.value), held.name) for held in shown]


def row_of(enc: Encounter, who: str) -> Row:
    """One line of the order of the slots."""
    one = fighter(enc, who)
    points = points_said(one.pool) if one.is_hero else one.rank.capitalize()
    row = Row(who, one.name, one.side, points)
    row.points, row.most = (one.pool, max(FULL_POOL, one.pool)) if one.is_hero else (0, 0)
    row.health = one.status
    row.marks = [item.text for item in conditions(one)]
    row.down, row.hidden = one.down, one.hidden
    return row
