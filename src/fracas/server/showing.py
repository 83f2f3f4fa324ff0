"""The room as each viewer may know it: by allow-list, from what the viewer's seat sees of the encounter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fracas.engine.board import Pos
from fracas.engine.command import GM
from fracas.engine.views import Eyes
from fracas.protocol.messages import VERSION
from fracas.server.bots import may_move, turn_of
from fracas.server.frames import CallOut
from fracas.server.queue import queue_for
from fracas.server.snapshots import WATCH
from fracas.session.bots import FAIR
from fracas.session.seats import seats_known
from fracas.session.session import Session

if TYPE_CHECKING:
    from fracas.server.room import Room

Data = dict[str, Any]


def room_for(room: Room, viewer: str) -> Data:
    """Everything of the lobby and alongside the game that a viewer may know."""
    facts = room.facts
    return {
        "started": facts.started,
        "paused": facts.paused,
        "limit": facts.limit,
        "seats": [seat_for(room, seat, viewer) for seat in seats_known(room.session.game.state, viewer)],
        "watchers": room.tabs(""),
        "bots": bots_for(room, viewer),
        "levels": levels_for(room, viewer),
        "held": facts.held,
        "bot_waits": viewer == GM and facts.held and may_move(room),
        "calls": calls_for(room, viewer),
        "refused": list(room.refused) if viewer == GM else [],
        "public_seed_hash": room.seed_hash,
        "trouble": trouble_for(room, viewer),
        "queue": queue_for(room, viewer),
    }


def welcome_to(session: Session, role: str, seat: str, table: str, title: str) -> Data:
    """What a page needs to know of a table before it shows anything of it."""
    ruleset = session.game.ruleset
    return {
        "type": "welcome",
        "protocol": VERSION,
        "role": role,
        "seat": seat,
        "table": table,
        "title": title,
        "ruleset": {
            "id": ruleset.id,
            "name": ruleset.name,
            "text": ruleset.summary,
            "check": ruleset.check_dice,
            "verbs": {verb: action.title for verb, action in ruleset.actions.items()},
        },
        "yours": session.own(seat),
    }


def lobby_of(room: Room) -> tuple[object, ...]:
    """All that this depends on: while it is the same, so is what everybody knows of the room."""
    facts, session = room.facts, room.session
    game = session.game
    return (
        (facts.taken, facts.started, facts.paused, facts.limit),
        ([subscriber.seat for subscriber in room.subscribers], room.elsewhere),
        session.whose,
        [(seat.id, seat.hand) for seat in game.state.seats.values()],
        (turn_of(room) if facts.bots else "", facts.held and may_move(room)),
        list(room.refused),
        game.read_only,
        {seat: queue_for(room, seat) for seat in room.queues},
    )


def seat_for(room: Room, seat: str, viewer: str) -> Data:
    enc = room.session.game.state
    eyes = Eyes(enc, viewer)
    own = [one for who, one in enc.combatants.items() if one.seat == seat and enc.sees(viewer, who)]
    if seat == GM and viewer != GM:
        own = []
    place = enc.seats.get(seat)
    return {
        "seat": seat,
        "names": [one.name for one in own],
        "combatants": [eyes.alias(one.id) for one in own],
        "person": room.facts.people.get(seat, ""),
        "here": room.tabs(seat),
        "bot": ("seat", seat) in [bot[:2] for bot in room.facts.bots],
        "dice": "hand" if place is not None and place.hand and seat in (viewer, *_public(seat, viewer)) else "server",
    }


def _public(seat: str, viewer: str) -> list[str]:
    """Whether the GM throws by hand is the GM's affair; of players everybody sees it."""
    return [seat] if seat != GM or viewer == GM else []


def calls_for(room: Room, viewer: str) -> list[Data]:
    """The checks a viewer is called to, with the others of whom it knows; the GM sees all."""
    known = seats_known(room.session.game.state, viewer)
    return [
        {
            **{name: call[name] for name in CallOut.model_fields},
            "id": call["ids"][viewer],
            "seats": [seat for seat in call["seats"] if seat in known],
        }
        for call in room.facts.calls
        if viewer == GM or viewer in call["seats"]
    ]


def bots_for(room: Room, viewer: str) -> list[Data]:
    """What is handed to bots, as far as the viewer sees whom it is about."""
    enc = room.session.game.state
    eyes = Eyes(enc, viewer)
    found: list[Data] = []
    for scope, name, turn in room.facts.bots:
        if scope == "turn" and turn != turn_of(room):
            continue
        if scope in ("combatant", "turn"):
            known = enc.sees(viewer, name)
        elif scope == "side":
            known = bool([who for who, one in enc.combatants.items() if one.side == name and enc.sees(viewer, who)])
        else:
            known = name in seats_known(enc, viewer)
        if known:
            found.append({"scope": scope, "name": eyes.alias(name) if scope in ("combatant", "turn") else name})
    return found


def levels_for(room: Room, viewer: str) -> Data:
    """How well bots play each side; the GM's own affair."""
    if viewer != GM:
        return {}
    sides = dict.fromkeys([one.side for one in room.session.game.state.combatants.values()])
    return {side: room.facts.levels.get(side, FAIR) for side in sides}


def asides_for(room: Room, viewer: str, since: int = 0) -> list[Data]:
    """Of the last asides those a viewer may see, with a number above this one."""
    known = seats_known(room.session.game.state, viewer)
    found: list[Data] = []
    for aside in room.facts.asides:
        number = aside["n"] if viewer == GM else aside["open"] + aside["apart"].get(viewer, 0)
        if number > since and (viewer == GM or aside["circle"] is None or viewer in aside["circle"]):
            told: Data = {name: aside.get(name, nothing) for name, nothing in ASIDE.items()}
            told["to"] = [seat for seat in told["to"] if seat in known]
            # Who is called at a secret seat is not told either.
            told["call"] = aside["calls"].get(viewer, "") if told["who"] in known else ""
            told["who"] = speaker(told["who"], known)
            after = aside.get("after", {}).get(viewer, 0)
            found.append({**told, "n": number, "after": after, "kind": KINDS[aside["what"]]})
    return found


def speaker(seat: str, known: list[str]) -> str:
    """Whoever is at a secret seat speaks, rolls and points as the GM, for those who do not know of it."""
    return seat if seat in known else GM


def ping_for(room: Room, viewer: str, who: str, square: Pos) -> dict[str, str]:
    """Somebody's pointing at a square, by the name it has on the viewer's board."""
    enc = room.session.game.state
    board = enc.board if viewer == GM else enc.board.as_known()
    return {"who": speaker(who, seats_known(enc, viewer)), "square": board.name(square)}


ASIDE: Data = {
    "who": "",
    "to": [],
    "dice": "",
    "text": "",
    "total": 0,
    "why": "",
    "title": "",
    "picture": "",
    "call": "",
    "secret": False,
}
"""The fields of an aside, and what stands there where one has none."""
KINDS = {"aside": "roll", "say": "say", "handout": "handout"}


def last_aside(room: Room, viewer: str) -> int:
    """The number of the newest aside a viewer may see."""
    facts = room.facts
    return facts.told if viewer == GM else facts.told_openly + facts.told_apart.get(viewer, 0)


def aside_text(room: Room, aside: Data) -> str:
    """What was said or rolled alongside the game as a sentence of the log."""
    who, to = called(room, aside["who"]), ", ".join([called(room, seat) for seat in aside["to"]])
    if aside["kind"] == "say":
        return f"{who}{f' to {to}' if to else ''}: {aside['text']}"
    if aside["kind"] == "handout":
        return f"{who} hands out{f' to {to}' if to else ''}: {aside['title']}. {aside['text']}"
    why = f", {aside['why']}" if aside["why"] else ""
    return f"{who}{why}: {aside['text']} (outside the rules{', secret' if aside['secret'] else ''})"


def called(room: Room, seat: str) -> str:
    return room.facts.people.get(seat) or ("GM" if seat == GM else seat)


def trouble_for(room: Room, viewer: str) -> str:
    trouble = room.session.game.read_only
    return trouble if viewer == GM or not trouble else "this table can only be read"


def seat_in_address(seat: str) -> str:
    return seat or WATCH


def seat_behind(address: str) -> str:
    return "" if address == WATCH else address
