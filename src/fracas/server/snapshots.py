"""Snapshots: what each viewer may see of the table at a moment.

While the table waits for nobody a viewer can see, its view is a neutral one, between turns: who has nothing to do but
wait learns no more than that. Such a view also ends every deed, in every world, so that it tells of nobody.
"""

from __future__ import annotations

import hashlib
from typing import Any

from fracas.engine.canon import canon
from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.protocol.spoken import Speech
from fracas.session.seats import viewers_of
from fracas.session.session import Session

Data = dict[str, Any]
WATCH = "watch"
"""The spectator's seat in addresses; the engine knows it by no name."""


def is_between_turns(session: Session, seat: str) -> bool:
    """Does the table wait for nobody but combatants this seat does not know of, to answer or to act?"""
    game, enc = session.game, session.game.state
    if seat == GM or enc.over or game.held:
        return False
    if game.waiting:
        return all([game.is_secret(decision, seat) for decision in game.waiting])
    # Where the GM has actions of its own it may give them at any time: nobody waits for those.
    whos = [who for who in game.ruleset.actors(enc) if who in enc.combatants]
    return bool(whos) and not [who for who in whos if enc.sees(seat, who)]


def players_wait(session: Session) -> bool:
    """Does nobody but the GM see whoever is to act or to answer?"""
    return all([is_between_turns(session, seat) for seat in viewers_of(session.game.state) if seat != GM])


def place_of(session: Session, seat: str) -> str:
    """Where play stands for a seat: a command made for one place is stale at another."""
    game = session.game
    view = session.known(seat)
    flow = view.flow
    own = [who for who in game.ruleset.actors(view) if view.seat_of(who) == seat]
    text = canon([session.name, flow.phase, flow.turn, flow.round, flow.at, own, view.over])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Steps:
    """For each seat a number that goes up whenever play stands elsewhere for it."""

    def __init__(self) -> None:
        self.at: dict[str, tuple[int, str]] = {}

    def news(self, session: Session) -> dict[str, list[object]]:
        """What has changed, to be kept with whatever changed it."""
        changed: dict[str, list[object]] = {}
        for seat in viewers_of(session.game.state):
            if is_between_turns(session, seat):
                continue
            number, place = self.at.get(seat, (0, ""))
            now = place_of(session, seat)
            if now != place:
                changed[seat] = [number + 1, now]
        return changed

    def take(self, news: dict[str, list[Any]]) -> None:
        for seat, (number, place) in news.items():
            self.at[seat] = (int(number), str(place))

    def of(self, seat: str) -> int:
        return self.at.get(seat, (0, ""))[0]


class Snapshot:
    """One viewer's view, as data and as the text by which two are compared."""

    def __init__(self, view: Data, questions: list[str]) -> None:
        self.view = view
        self.questions = questions
        """The engine's ids of the open questions, in the view's order: the clock is kept by these."""
        self.text = canon(view)
        self.game = str(view["game"])
        self.last = int(view["last"])


def look(session: Session, seat: str, step: int) -> Snapshot:
    """What a seat sees now."""
    if is_between_turns(session, seat):
        return between(session, session.game.state, seat, session.stream(seat).last, step)
    say = Speech(session, seat)
    table = say.table()
    open_now = session.decisions(seat)
    decisions = [
        {**asked.model_dump(), "seconds_left": None, "default_text": say.typed(decision.default)}
        for asked, (_, decision) in zip(table["decisions"], open_now, strict=True)
    ]
    view: Data = {
        **table,
        "games": list(session.games),
        "step": step,
        "between": False,
        "players_wait": seat == GM and players_wait(session),
        "proposals": {who: order.model_dump() for who, order in table["proposals"].items()},
        "decisions": decisions,
        "can": {"undo": session.can_undo(seat), "redo": session.can_redo(seat)},
    }
    return Snapshot(view, [decision.id for _, decision in open_now])


def between(session: Session, enc: Encounter, seat: str, last: int, step: int) -> Snapshot:
    """What a seat sees of a state when nobody it knows of has anything to do."""
    looked = session.look(seat, enc)
    # Whoever acted last is done: no page is to say in one breath "between turns" and "in turn".
    rail = {**looked["rail"], "rows": [{**row, "active": False} for row in looked["rail"]["rows"]]}
    view: Data = {
        **looked,
        "rail": rail,
        "game": session.name,
        "games": list(session.games),
        "over": enc.over,
        "result": enc.result,
        "last": last,
        "step": step,
        "between": True,
        "players_wait": False,
        "actors": [],
        "proposals": {},
        "decisions": [],
        "waiting_for": [],
        "can": {"undo": False, "redo": False},
    }
    return Snapshot(view, [])
