"""Views: what a seat knows. Everything shown to a seat, or worked out for it, starts from here, by allow-list."""

from __future__ import annotations

from typing import Final

from fracas.engine.combatant import Combatant
from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.event import Event
from fracas.engine.ruleset import Ruleset

TYPICAL: Final = 0
FRAIL: Final = 1
STURDY: Final = 2
"""What stands in for the numbers a seat does not know: something likely, to judge and play by; or all of them such that
their owner falls at the first scratch and resists nothing; or such that it feels harm more than anybody and stands all
the same. What comes out alike for the frail and the sturdy does not hang on them."""


def known(ruleset: Ruleset, enc: Encounter, seat: str, filling: int = TYPICAL) -> Encounter:
    """The encounter without what is hidden from this seat. The GM knows all."""
    if seat == GM:
        return enc
    view = Encounter(enc.title, enc.options, enc.board, enc.flow, enc.contents)
    seen = enc.seen_by(seat)
    renew(ruleset, view, enc, seat, seen, seen)
    if filling != TYPICAL:
        for one in view.combatants.values():
            if one.seat != seat:
                ruleset.fill(one, view, seat, filling == STURDY)
    return view


def renew(ruleset: Ruleset, view: Encounter, enc: Encounter, seat: str, seen: list[str], whos: list[str]) -> None:
    """Bring what a seat knows up to date, of combatants only those named; whom the seat sees must be as before."""
    view.title, view.options, view.board = enc.title, enc.options, enc.board
    view.modes, view.result = enc.modes.copy(), enc.result
    view.flow = enc.flow.copy()
    view.flow.veil()
    view.leaves = [leave for leave in enc.leaves if _own_leave(enc, leave, seat)]
    view.seats = {key: one.copy() for key, one in enc.seats.items() if key == seat}
    if len(seen) < len(enc.combatants):
        view.flow.keep_only(seen)
    for who in whos:
        view.combatants[who] = _as_known(ruleset, enc, who, seat, seen)


def _as_known(ruleset: Ruleset, enc: Encounter, who: str, seat: str, seen: list[str]) -> Combatant:
    """One combatant without what this seat does not know of it."""
    one = enc.combatants[who].copy()
    if len(seen) < len(enc.combatants):
        one.keep_only(seen)
        unseen = [other for other in enc.combatants if other not in seen]
        one.conditions = [condition.without(unseen) for condition in one.conditions]
    if one.seat != seat and not ruleset.shares(enc, one.id, seat):
        ruleset.veil(one, enc, seat)
    return one


def _own_leave(enc: Encounter, leave: str, seat: str) -> bool:
    """A seat knows of leave given to its own combatants."""
    for who, one in enc.combatants.items():
        if one.seat == seat and f'"who":"{who}"' in leave:
            return True
    return False


def seen_events(before: Encounter, events: list[Event], seat: str) -> list[Event]:
    """The events as this seat gets to know them, each judged by what was visible at its moment."""
    if seat == GM:
        return events
    seen: list[Event] = []
    now = before.copy()
    for event in events:
        earlier = now.copy() if event.LOOKS_BACK else now
        event.apply(now)
        public = event.as_seen(earlier, now, seat)
        if public is not None:
            seen.append(public)
    return seen


def view_json(ruleset: Ruleset, enc: Encounter, seat: str, view: Encounter | None = None) -> dict[str, object]:
    """The state as this seat may see it: only fields classified for it leave the engine. `view` is what it knows."""
    if seat == GM:
        return enc.to_json()
    if view is None:
        view = known(ruleset, enc, seat)
    out = pick_public(view.to_json(), view.VISIBILITY, False)
    people: list[object] = []
    for one in view.combatants.values():
        people.append(pick_public(one.to_json(), one.VISIBILITY, one.seat == seat or ruleset.shares(enc, one.id, seat)))
    out["combatants"] = people
    out["flow"] = pick_public(view.flow.to_json(), view.flow.VISIBILITY, False)
    return out


def pick_public(data: dict[str, object], classes: dict[str, str], keeper: bool) -> dict[str, object]:
    """Only what is classified as public, and for the keeper what is the keeper's; anything unclassified stays out."""
    kept: dict[str, object] = {}
    for name, value in data.items():
        kind = classes.get(name, "gm")
        if kind == "public" or (keeper and kind == "keeper"):
            kept[name] = value
    return kept
