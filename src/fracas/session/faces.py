"""How a combatant looks to all who know as much of it: token, card and row as parts, made once for all of them."""

from __future__ import annotations

from typing import Any, Final

from fracas.engine.combatant import Combatant
from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.ruleset import Ruleset
from fracas.engine.views import pick_public
from fracas.session.changes import suspects
from fracas.session.looking import drawn
from fracas.session.parts import NOTHING, Group, amended, renewed
from fracas.session.rail import card_for, complete

Data = dict[str, Any]


OWN: Final = "own"
SHARED: Final = "shared"
SEEN: Final = "seen"
"""How a seat stands to a combatant: it runs it, may know its numbers all the same, or sees what everybody sees. Veil,
card and row depend on nothing else of the seat."""


def standing_of(ruleset: Ruleset, enc: Encounter, who: str, seat: str) -> str:
    if seat in (GM, enc.combatants[who].seat):
        return OWN
    return SHARED if ruleset.shares(enc, who, seat) else SEEN


class Face:
    """One combatant, as it stood when its stamp was new."""

    __slots__ = ("_like", "_rows", "card", "keeper", "one", "row", "stamp", "token")

    def __init__(self, stamp: int, one: Combatant, keeper: bool, old: Face | None) -> None:
        self.stamp = stamp
        self.one = one
        """The record its token shows."""
        self.keeper = keeper
        """Does the token show what is its keeper's?"""
        self.token: Group = NOTHING
        self.card: Group = NOTHING
        self.row: Data = {}
        """Without what its place in the order adds."""
        self._rows: dict[tuple[str, bool, bool], Group] = {}
        """The same as parts: by the key of the place, and by whether it acts there and whether it has acted."""
        self._like: dict[str, Group] = old._like.copy() if old is not None else {}
        """By that key: the row made last, of which the next repeats most."""

    def placed(self, key: str, active: bool, acted: bool) -> Group:
        """Its row at a place of the order."""
        place = (key, active, acted)
        if place not in self._rows:
            row = {**self.row, "active": active, "acted": acted}
            found = renewed(f"row/{key}", row, self._like.get(key, NOTHING))
            self._rows[place] = self._like[key] = found
        return self._rows[place]


def face_of(
    ruleset: Ruleset, view: Encounter, who: str, seat: str, stamp: int, standing: str, old: Face | None
) -> Face:
    """How a combatant looks now to a seat, and to all that stand to it alike."""
    one = view.combatants[who]
    face = Face(stamp, one, standing != SEEN, old)
    face.token = token_of(ruleset, view, face, who, seat, old)
    card = card_for(ruleset, view, who, seat)
    fields: Data = {"name": card.name, "kind": card.kind, "side": card.side, "icon": card.icon}
    for number, field in enumerate(card.fields):
        fields[str(number)] = field.to_json()
    face.card = renewed(f"card/{who}", fields, old.card if old is not None else NOTHING)
    row = ruleset.row(view, who, seat)
    complete(ruleset, row, card)
    face.row = row.to_json()
    return face


def token_of(ruleset: Ruleset, view: Encounter, face: Face, who: str, seat: str, old: Face | None) -> Group:
    """What a combatant keeps, as far as this seat may know it; of one that was shown before, what has changed."""
    one = face.one
    fresh = old is None or old.keeper != face.keeper or type(old.one) is not type(one)
    fields = one.FIELDS if old is None or fresh else suspects(old.one, one)
    token: Data = {field.name: field.json(one) for field in fields if field.kept}
    if seat != GM:
        token = pick_public(token, one.shape().seen, face.keeper)
    token, group = drawn(ruleset, view, one, token), f"token/{who}"
    if old is None or fresh:
        return renewed(group, token, old.token if old is not None else NOTHING)
    return amended(group, token, old.token)
