"""The order of action with everybody's health in figures, as far as the cards tell them; for pages and terminal."""

from __future__ import annotations

from fracas.engine.card import Card, Rail
from fracas.engine.encounter import Encounter
from fracas.engine.ruleset import Ruleset


def rail_for(ruleset: Ruleset, enc: Encounter, seat: str, cards: list[Card] | None = None) -> Rail:
    """The order with `12/14` for everybody whose card tells this seat so much."""
    rail = ruleset.rail(enc, seat)
    known = cards if cards is not None else [ruleset.card(enc, who, seat) for who in enc.combatants]
    figures = {card.who: figures_of(ruleset, card) for card in known}
    for row in rail.rows:
        row.figures = figures.get(row.who, "")
    return rail


def figures_of(ruleset: Ruleset, card: Card) -> str:
    """`12/14` where a card tells so much; else nothing."""
    label = ruleset.gauge_words.get(ruleset.life, ruleset.life)
    figures = ""
    for field in card.fields:
        if field.kind == "track" and field.label == label:
            figures = f"{field.value}/{field.most}"
    return figures
