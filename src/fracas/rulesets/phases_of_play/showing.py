"""What a seat is shown of Phases of Play: the card of a being and the order of action."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Encounter, Tally
from fracas.engine.card import Card, CardLine, Item, Row, listed, named, number, pips, track, words
from fracas.engine.showing import conditions_of
from fracas.rulesets.phases_of_play.being import Being, being, phases
from fracas.rulesets.phases_of_play.knowing import figures_known
from fracas.rulesets.phases_of_play.phases import sides_up
from fracas.rulesets.phases_of_play.profiles import LASTING, MODES
from fracas.rulesets.phases_of_play.ranges import movement_left, range_now

SHOWN: Final = ("fighter", "rogue", "mage", "grit", "edge", "focus")
PHASES: Final = {
    "": "Set-up", "freeplay": "Freeplay", "setup": "Set-up", "main": "Main", "paused": "Paused", "end": "End",
    "over": "Over",
}  # fmt: skip


def card_of(enc: Encounter, who: str, seat: str) -> Card:
    """The card of a being, with the figures this seat may know."""
    one = being(enc, who)
    card = Card(who, one.name, one.card.name, one.side)
    known = figures_known(enc, who, seat)
    if not known:
        card.fields.append(words("Looks", one.looks))
    else:
        card.fields.extend(pools(one))
    card.fields.append(words("Ranges", ranges(one)))
    if one.altitude:
        card.fields.append(words("Altitude", f"{one.altitude} units"))
    if one.conditions:
        card.fields.append(listed("Conditions", conditions(enc, one)))
    if one.lasting:
        card.fields.append(listed("Holds", named([name_of(one, effect.ability) for effect in one.lasting])))
    if known:
        card.fields.extend(private_fields(one))
    request = phases(enc).request_of(who)
    if request is not None:
        card.fields.append(words("Asks the GM", request.words or request.kind))
    return card


def pools(one: Being) -> list[CardLine]:
    """Beats, Movement, Health and what else is counted."""
    fields = [
        pips("Beats", one.beats, 2),
        pips("Movement", movement_left(one), max(movement_left(one), most(one))),
        track("Health", one.health, one.max_health, one.looks),
    ]
    if one.max_vitality:
        fields.append(pips("Vitality", one.vitality, one.max_vitality))
    for label, value in (("Shield", one.shield), ("Dodges", one.dodges), ("Recoveries", one.recoveries)):
        if value:
            fields.append(pips(label, value, value))
    if one.pc:
        fields.append(pips("Favors", one.favors, max(4, one.favors)))
        fields.append(track("Experience", min(one.xp, 20), 20, f"level {one.level}"))
    return fields


def private_fields(one: Being) -> list[CardLine]:
    """What only those who may know the figures see."""
    fields = [number(name.capitalize(), Tally().add(name.capitalize(), one.numbers[name])) for name in SHOWN]
    arms = [weapon.name for weapon in (one.card.melee, one.card.ranged) if weapon is not None]
    fields.append(listed("In hand", named(arms), "bare hands"))
    if one.card.abilities:
        fields.append(listed("Abilities", named([ability.name for ability in one.card.abilities])))
    if one.pending is not None:
        fields.append(listed("Begun", named([name_of(one, one.pending.ability)])))
    if one.prepared:
        fields.append(listed("Prepared", named([name_of(one, id) for id in one.prepared])))
    if not one.pc:
        fields.append(pips("Alert", one.alert, 2))
    return fields


def most(one: Being) -> int:
    return max([range_now(one, mode) for mode in MODES])


def ranges(one: Being) -> str:
    """The Ranges as they stand."""
    return (
        ", ".join([f"{mode.capitalize()} {range_now(one, mode)}" for mode in MODES if range_now(one, mode)]) or "none"
    )


def name_of(one: Being, ability: str) -> str:
    found = one.content.abilities.get(ability)
    return found.name if found is not None else ability.replace("-", " ").capitalize()


def conditions(enc: Encounter, one: Being) -> list[Item]:
    """Conditions with their stacks; a lasting one is looked up by its plain name."""
    return [Item(held.text, held.ask.removeprefix(LASTING)) for held in conditions_of(enc, one)]


def heading_of(enc: Encounter) -> str:
    """Phase and round, and what waits for the GM."""
    flow = phases(enc)
    heading = PHASES.get(flow.phase, flow.phase) + (f", Round {flow.round}" if flow.round else "")
    asking = len(flow.requests)
    if asking:
        heading += f", {asking} request" + ("s" if asking > 1 else "") + " waiting"
    if flow.phase == "main" and len(sides_up(enc)) < 2:
        heading += ", nobody left to fight in sight: the GM may end the Encounter"
    return heading


def row_of(enc: Encounter, who: str, seat: str) -> Row:
    one = being(enc, who)
    known = figures_known(enc, who, seat)
    row = Row(who, one.name, one.side, f"{one.beats} {'Beat' if one.beats == 1 else 'Beats'}" if known else "")
    if known:
        row.points, row.most = one.beats, 2
    row.health = one.looks
    row.marks = [held.text for held in conditions_of(enc, one)]
    row.down, row.hidden = one.down, one.hidden
    return row
