"""Drawing what a seat does not know: for whoever plays on in the mind from what a seat knows.

Of somebody whose numbers a seat does not know, whatever shows stays as it is. All the rest is taken from a card of the
content: any of those that look most like what shows, drawn by lot. Which kind it really is counts for nothing, nor do
its true numbers; and nobody stands there whom the seat does not see.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.combatant import Combatant
from fracas.engine.encounter import Content, Encounter
from fracas.engine.fields import PUBLIC, Field, Number
from fracas.engine.policy import Chance
from fracas.engine.record import attributes
from fracas.engine.ruleset import Ruleset

MOST_ALIKE: Final = 4
"""How many cards are drawn from."""
OF_ITSELF: Final = ("id", "alias", "name", "icon", "kind", "side", "seat", "pos", "altitude", "hidden", "conditions")
"""What says nothing about which card somebody has."""


class Drawing:
    """Draws for one seat, time and again; what cards there are is looked up once."""

    def __init__(self) -> None:
        self._content: Content | None = None
        self._models: dict[str, Combatant] = {}
        self._alike: dict[str, list[str]] = {}
        """By combatant and how it looks: the kinds that look most like it."""

    def world(self, ruleset: Ruleset, enc: Encounter, seat: str, chance: Chance) -> Encounter:
        """A copy of what a seat knows to play on in, with all it does not know filled in."""
        own = enc.imagined()
        for who, one in enc.combatants.items():
            if one.seat != seat and ruleset.veiled(enc, who, seat):
                kinds = self._kinds(ruleset, enc, one, seat)
                if kinds:
                    model = self._models[kinds[chance.below(len(kinds))]]
                    own.combatants[who] = like(one, model)
        own.situation = None
        return own

    def knows_all(self, ruleset: Ruleset, enc: Encounter, seat: str) -> bool:
        """Is there nothing to draw?"""
        for who, one in enc.combatants.items():
            if one.seat != seat and ruleset.veiled(enc, who, seat):
                return False
        return True

    def _kinds(self, ruleset: Ruleset, enc: Encounter, one: Combatant, seat: str) -> list[str]:
        """The kinds that look most like somebody, of those this seat would know as little of."""
        if self._content is not enc.content:
            self._content, self._models, self._alike = enc.content, {}, {}
        looks = shown_of(one)
        key = one.id + repr(looks)
        if key not in self._alike:
            self._alike[key] = self._look_alike(ruleset, enc, one, seat, looks)
        return self._alike[key]

    def _look_alike(
        self, ruleset: Ruleset, enc: Encounter, one: Combatant, seat: str, looks: dict[str, object]
    ) -> list[str]:
        ranked: list[tuple[int, str]] = []
        beside = enc.imagined()
        for kind in enc.content.kinds():
            if kind not in self._models:
                self._models[kind] = ruleset.make(enc, kind, one.id, one.pos, one.side, one.seat)
            model = self._models[kind].copy()
            model.id, model.side, model.seat = one.id, one.side, one.seat
            beside.combatants[one.id] = model
            beside.situation = None
            if one.may_be(model) and ruleset.veiled(beside, one.id, seat):
                shown = shown_of(model)
                same = len([name for name, value in looks.items() if shown[name] == value])
                ranked.append((-same, kind))
        ranked.sort()
        return [kind for _, kind in ranked[:MOST_ALIKE]]


def shown_of(one: Combatant) -> dict[str, object]:
    """What everybody can see of somebody and what its card may have to do with, for comparing."""
    own = attributes(one)
    found: dict[str, object] = {}
    for field in one.FIELDS:
        if field.kept and field.seen == PUBLIC and field.name in own and field.name not in OF_ITSELF:
            found[field.name] = field.json(one)
    return found


def like(one: Combatant, model: Combatant) -> Combatant:
    """Somebody who looks like the one and is, where that does not show, like the other; as hurt as the one looks."""
    made = model.copy()
    own = attributes(one)
    for field in one.FIELDS:
        if field.seen == PUBLIC and field.kept and field.name in own and type(field) is not Field:
            value = getattr(one, field.name)
            setattr(made, field.name, value.copy() if isinstance(value, (list, dict)) else value)
    made.alias = one.alias
    for field in one.FIELDS:
        if isinstance(field, Number) and field.seen != PUBLIC:
            full = field.most if isinstance(field.most, str) and field.most else field.below
            if full:
                left, most = int(getattr(one, field.name)), int(getattr(one, full))
                whole = int(getattr(model, full))
                setattr(made, field.name, max(whole * left // max(most, 1), 1) if left > 0 else min(left, 0))
    return made
