"""The order of action with everybody's health in figures, as far as the cards tell them; for pages and terminal."""

from __future__ import annotations

from fracas.engine.card import Card, Rail, Row
from fracas.engine.encounter import Encounter
from fracas.engine.ruleset import Ruleset
from fracas.engine.showing import rail_of


def rail_for(ruleset: Ruleset, enc: Encounter, seat: str, cards: list[Card] | None = None) -> Rail:
    """The order with `12/14` for everybody whose card tells this seat so much."""
    rail = rail_of(ruleset, enc, seat)
    known = cards if cards is not None else [card_for(ruleset, enc, who, seat) for who in enc.combatants]
    by_who = {card.who: card for card in known}
    for row in rail.rows:
        complete(ruleset, row, by_who[row.who])
    return rail


def card_for(ruleset: Ruleset, enc: Encounter, who: str, seat: str) -> Card:
    """A card with its icons."""
    card, one = ruleset.card(enc, who, seat), enc.combatants[who]
    card.icon = ruleset.pictures.of_combatant(enc.content, one, one.stature())
    for field in card.fields:
        for item in field.items:
            item.icon = ruleset.pictures.of_thing(enc.content, item.ask)
    return card


def complete(ruleset: Ruleset, row: Row, card: Card) -> None:
    """What a row shows of its card."""
    row.figures, row.icon = figures_of(ruleset, card), card.icon


def figures_of(ruleset: Ruleset, card: Card) -> str:
    """`12/14` where a card tells so much; else nothing."""
    label = ruleset.gauge_words.get(ruleset.life, ruleset.life)
    figures = ""
    for field in card.fields:
        if field.kind == "track" and field.label == label:
            figures = f"{field.value}/{field.most}"
    return figures
