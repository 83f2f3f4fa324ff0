"""Snapshots: what each viewer may see of the table at a moment.

While the table waits for nobody a viewer can see, its view is a neutral one, between turns: whoever has nothing to do
but wait learns no more than that. Such a view also ends every deed, in every world, so that it tells of nobody.
"""

from __future__ import annotations

import hashlib
from typing import Any

from fracas.engine.canon import canon
from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.protocol.spoken import Speech
from fracas.server.hung import Hung
from fracas.session.parts import assembled
from fracas.session.seats import viewers_of
from fracas.session.session import Session
from fracas.session.sight import Sight

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
    """How things stand for one viewer: its sight, and where in its stream that is."""

    def __init__(self, sight: Sight, now: Data, questions: list[str]) -> None:
        self.sight = sight
        self.questions = questions
        """The engine's ids of the open questions, in the view's order: the clock is kept by these."""
        self.game = str(now["game"])
        self.last = int(now["last"])
        self.step = int(now["step"])
        self.between = bool(now["between"])

    @property
    def sum(self) -> int:
        return self.sight.parts.sum

    @property
    def text(self) -> str:
        """All of it as a page gets it that holds nothing yet."""
        return self.sight.parts.whole()

    @property
    def view(self) -> Data:
        """The same put together, to be read and not changed."""
        return assembled(self.sight.parts.values())


def look(session: Session, sight: Sight, step: int, hung: Hung) -> Snapshot:
    """What a seat sees now."""
    seat = sight.seat
    if is_between_turns(session, seat):
        return between(session, sight, None, session.stream(seat).last, step, hung)
    session.see(sight, True)
    say = Speech(session, seat)
    open_now = session.decisions(seat)
    decisions = [
        {
            **say.question(shown, decision).model_dump(),
            "seconds_left": None,
            "default_text": say.typed(decision.default),
        }
        for shown, decision in open_now
    ]
    now: Data = {
        **at_rest(session, session.game.state, session.stream(seat).last, step, False),
        "players_wait": seat == GM and players_wait(session),
        "actors": session.actors(seat),
        "waiting_for": session.waiting_for(seat),
        "can": {"undo": session.can_undo(seat), "redo": session.can_redo(seat)},
        "next": next_word(session, say) if seat == GM else None,
        "orders": orders(session, say) if seat == GM else [],
    }
    proposals = {who: say.order(order).model_dump() for who, order in session.game.proposals(seat).items()}
    return shown_as(sight, now, hung, decisions, proposals, [decision.id for _, decision in open_now])


def between(session: Session, sight: Sight, enc: Encounter | None, last: int, step: int, hung: Hung) -> Snapshot:
    """What a seat sees, now or of a state its stream stands at, when nobody it knows of has anything to do."""
    # Whoever acted last is done: no page is to say in one breath "between turns" and "in turn".
    session.see(sight, False, enc)
    now = at_rest(session, enc or session.game.state, last, step, True)
    return shown_as(sight, now, hung, [], {}, [])


def at_rest(session: Session, enc: Encounter, last: int, step: int, between: bool) -> Data:
    """Where play stands while nobody has anything to choose."""
    return {
        "game": session.name,
        "games": list(session.games),
        "last": last,
        "step": step,
        "over": enc.over,
        "result": enc.result,
        "between": between,
        "players_wait": False,
        "actors": [],
        "waiting_for": [],
        "can": {"undo": False, "redo": False},
        "next": None,
        "orders": [],
    }


def orders(session: Session, say: Speech) -> list[Data]:
    """Whose order the GM may decide now, ready to be changed and sent."""
    game = session.game
    if game.waiting or game.state.over:
        return []
    as_it_is = [command for action in game.ruleset.gm_actions for command in action.arrangements(game.state)]
    return [say.order(command).model_dump() for command in as_it_is]


def next_word(session: Session, say: Speech) -> Data | None:
    """What the GM most likely says next, ready to be sent."""
    game = session.game
    command = None if game.waiting or game.state.over else game.ruleset.comes_next(game.state)
    if command is None:
        return None
    return {"command": say.order(command).model_dump(), "label": game.ruleset.actions[command.verb].title}


def shown_as(
    sight: Sight, now: Data, hung: Hung, decisions: list[Data], proposals: Data, questions: list[str]
) -> Snapshot:
    hung.show(sight)
    sight.parts.spread("now", now)
    sight.parts.put("decisions", decisions)
    sight.parts.put("proposals", proposals)
    return Snapshot(sight, now, questions)
