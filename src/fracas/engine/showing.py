"""The ready-made card and order of action: what follows from the fields a ruleset declares.

For rulesets that have nothing better to show; each may draw its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fracas.engine.card import Card, Item, Rail, Row, Turn, listed, track, words
from fracas.engine.combatant import Combatant
from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.fields import PUBLIC, SECRET, Field, Number
from fracas.engine.glossary import Entry, action_entries, option_entries, table_entries, terrain_entries
from fracas.engine.lying import Lying

if TYPE_CHECKING:
    from fracas.engine.rules_shown import Shown


def may_see(ruleset: Shown, enc: Encounter, one: Combatant, field: Field, seat: str) -> bool:
    """May a seat know this field of a combatant?"""
    own = one.seat == seat or ruleset.shares(enc, one.id, seat)
    return seat == GM or field.seen == PUBLIC or (own and field.seen != SECRET)


def card_of(ruleset: Shown, enc: Encounter, who: str, seat: str) -> Card:
    """The card of a combatant: gauges first as they were declared, then conditions."""
    one = enc.combatants[who]
    card = Card(who, one.name, enc.content.thing_name(one.kind), one.side)
    for field in one.FIELDS:
        if field.title and may_see(ruleset, enc, one, field, seat):
            most = most_of(one, field)
            text = one.value_of(field.typed)
            bad = isinstance(field, Number) and field.bad
            card.fields.append(track(field.title, int(text), most, bad=bad) if most else words(field.title, text))
    if one.conditions:
        card.fields.append(listed("Conditions", conditions_of(enc, one)))
    return card


def most_of(one: Combatant, field: Field) -> int:
    """What a gauge is full at; 0 for anything that is not one."""
    if not isinstance(field, Number) or not field.most:
        return 0
    return field.most if isinstance(field.most, int) else int(getattr(one, field.most))


def gauges_of(one: Combatant) -> dict[str, int]:
    return {field.typed: int(getattr(one, field.name)) for field in one.shape().gauges if most_of(one, field)}


def conditions_of(enc: Encounter, one: Combatant) -> list[Item]:
    """Conditions by their titles, with how much there is of each."""
    found: list[Item] = []
    for held in one.conditions:
        title = enc.content.condition_title(held.name)
        found.append(Item(f"{title} {held.value}" if held.value > 1 else title, held.name))
    return found


def rail_of(ruleset: Shown, enc: Encounter, seat: str) -> Rail:
    """Everybody in the order of action, a row for each place."""
    rows: list[Row] = []
    for turn in ruleset.in_order(enc, seat):
        row = ruleset.row(enc, turn.who, seat)
        row.active, row.acted = turn.active, turn.acted
        rows.append(row)
    return Rail(ruleset.heading(enc), rows)


def turns_of(enc: Encounter, seat: str) -> list[Turn]:
    """Everybody in the order of the round, then those who have no place in it."""
    flow = enc.flow
    at, turns = flow.at, []
    rest = dict.fromkeys([who for who in enc.seen_by(seat) if not enc.combatants[who].out], True)
    for index, slot in enumerate(flow.order):
        for who in slot.who:
            if who in rest:
                turns.append(Turn(who, index == at and not slot.done, slot.done))
                rest[who] = False
    turns.extend([Turn(who, False, False) for who, left in rest.items() if left])
    return turns


def row_of(ruleset: Shown, enc: Encounter, who: str, seat: str) -> Row:
    """One line of the order, with the first gauge that the seat may know."""
    one = enc.combatants[who]
    gauges = [field for field in one.FIELDS if most_of(one, field) and may_see(ruleset, enc, one, field, seat)]
    value = f"{gauges[0].title.lower()} {one.value_of(gauges[0].typed)}" if gauges else ""
    row = Row(who, one.name, one.side, value)
    row.marks = [held.text for held in conditions_of(enc, one)]
    row.down, row.hidden = one.down, one.hidden
    return row


def lying_in_sight(ruleset: Shown, enc: Encounter) -> list[Lying]:
    """0.11: what lies about, for whoever knows this much of an encounter: nothing of it is on unknown ground."""
    return [thing for thing in ruleset.lying(enc) if not (enc.board.veiled and enc.board.covers(thing.pos))]


def glossary_of(ruleset: Shown, enc: Encounter) -> list[Entry]:
    """Everything a person may ask about; creatures and scenarios keep their secrets."""
    tables = enc.content.tables
    kinds, plans = enc.content.people(), list(enc.content.scenarios)
    closed: list[str] = []
    for section, entries in tables.items():
        if not [id for id in entries if id not in kinds] or not [id for id in entries if id not in plans]:
            closed.append(section)
    things: list[Entry] = []
    for entry in table_entries(tables, closed, ruleset.section_rules):
        data = tables[entry.section][entry.id]
        told = ruleset.explain(entry.section, data, enc.content.names()) if isinstance(data, dict) else None
        things.append(entry if told is None else entry.explained(told))
    return (
        action_entries(ruleset.actions)
        + things
        + terrain_entries(enc.board)
        + option_entries(ruleset.options, enc.options.values)
    )
