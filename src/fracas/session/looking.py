"""What there is to see of an encounter for a seat, made from scratch. For the referee, and to hold sights to."""

from __future__ import annotations

from typing import Any

from fracas.engine.encounter import Encounter
from fracas.engine.ruleset import Ruleset
from fracas.engine.views import view_json
from fracas.session.rail import rail_for


def look_at(ruleset: Ruleset, enc: Encounter, view: Encounter, seat: str) -> dict[str, Any]:
    """State, order of action, cards, and what lies about, for a seat that knows `view` of the encounter. Combatants
    carry the name of their square beside its number."""
    state = view_json(ruleset, enc, seat, view)
    people = state["combatants"]
    assert isinstance(people, list)
    state["combatants"] = [{**one, "at": view.board.name(one["pos"])} for one in people]
    cards = [ruleset.card(view, who, seat) for who in view.combatants]
    return {
        "state": state,
        "rail": rail_for(ruleset, view, seat, cards).to_json(),
        "cards": [card.to_json() for card in cards],
        "lying": lying_on(ruleset, view),
    }


def lying_on(ruleset: Ruleset, view: Encounter) -> list[dict[str, object]]:
    return [
        {"at": view.board.name(one.pos), "name": one.name, "zone": one.zone, "stacks": one.stacks, "tone": one.tone}
        for one in ruleset.lying(view)
    ]
