"""What there is to see of an encounter for a seat, made from scratch. For the referee, and to hold sights to."""

from __future__ import annotations

from typing import Any

from fracas.engine.combatant import Combatant
from fracas.engine.encounter import Encounter
from fracas.engine.icons import kinds
from fracas.engine.ruleset import Ruleset
from fracas.engine.showing import lying_in_sight
from fracas.engine.views import view_json
from fracas.session.rail import card_for, rail_for


def look_at(ruleset: Ruleset, enc: Encounter, view: Encounter, seat: str) -> dict[str, Any]:
    """State, order of action, cards, and what lies about, for a seat that knows `view` of the encounter. Combatants
    carry the name of their square as well as its number."""
    state = view_json(ruleset, enc, seat, view)
    people = state["combatants"]
    assert isinstance(people, list)
    state["combatants"] = [drawn(ruleset, view, view.combatants[one["id"]], one) for one in people]
    cards = [card_for(ruleset, view, who, seat) for who in view.combatants]
    return {
        "state": state,
        "rail": rail_for(ruleset, view, seat, cards).to_json(),
        "cards": [card.to_json() for card in cards],
        "lying": lying_on(ruleset, view),
    }


def drawn(ruleset: Ruleset, view: Encounter, one: Combatant, token: dict[str, Any]) -> dict[str, Any]:
    """A combatant's fields as a seat may know them, or some of them, with everything else a map draws: square, icon,
    stature, marks."""
    content, pictures = view.content, ruleset.pictures
    for name in one.shape().spare:
        # Left out of the JSON while empty: what maps need of such fields is put here for all.
        token.pop(name, None)
    stature = one.stature()
    token["at"] = view.board.name(one.pos)
    token["icon"] = pictures.of_combatant(content, one, stature)
    token["stature"] = stature
    if "conditions" in token:
        token["marks"] = [
            {"name": content.condition_title(held["name"]), "icon": pictures.of_condition(content, held["name"])}
            for held in token["conditions"]
        ]
    return token


def lying_on(ruleset: Ruleset, view: Encounter) -> list[dict[str, object]]:
    return [
        {
            "at": view.board.name(thing.pos),
            "name": thing.name,
            "zone": thing.zone,
            "stacks": thing.stacks,
            "tone": thing.tone,
            "icon": ruleset.pictures.of_thing(view.content, thing.thing) or kinds()["zone" if thing.zone else "thing"],
        }
        for thing in lying_in_sight(ruleset, view)
    ]
