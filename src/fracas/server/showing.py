"""The room as each viewer may know it: by allow-list, from what the viewer's seat sees of the encounter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fracas.engine.command import GM
from fracas.engine.views import Eyes
from fracas.server.bots import turn_of
from fracas.server.snapshots import WATCH
from fracas.session.seats import seats_known

if TYPE_CHECKING:
    from fracas.server.room import Room

Data = dict[str, Any]


def room_for(room: Room, viewer: str) -> Data:
    """Everything of the lobby and beside the game that a viewer may know."""
    facts = room.facts
    return {
        "started": facts.started,
        "paused": facts.paused,
        "limit": facts.limit,
        "seats": [seat_for(room, seat, viewer) for seat in seats_known(room.session.game.state, viewer)],
        "watchers": len([one for one in room.subscribers if one.seat == ""]),
        "bots": bots_for(room, viewer),
        "calls": [call for call in facts.calls if viewer == GM or viewer in call["seats"]],
        "public_seed_hash": room.seed_hash,
        "trouble": trouble_for(room, viewer),
        "queue": room.queue.to_json(room) if room.queue is not None and room.queue.seat == viewer else None,
    }


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
        "here": len([one for one in room.subscribers if one.seat == seat]),
        "bot": ("seat", seat) in [bot[:2] for bot in room.facts.bots],
        "dice": "hand" if place is not None and place.hand and seat in (viewer, *_public(seat, viewer)) else "server",
    }


def _public(seat: str, viewer: str) -> list[str]:
    """Whether the GM throws by hand is the GM's affair; of players everybody sees it."""
    return [seat] if seat != GM or viewer == GM else []


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


def asides_for(room: Room, viewer: str, since: int = 0) -> list[Data]:
    """Of the last asides those a viewer may see, with a number above this one."""
    count = "n" if viewer == GM else "open"
    seen = [one for one in room.facts.asides if one[count] > since and (viewer == GM or not one["secret"])]
    fields = ("who", "dice", "text", "total", "why", "call", "secret")
    return [
        {"n": one[count], "after": one.get("after", {}).get(viewer, 0), **{name: one[name] for name in fields}}
        for one in seen
    ]


def last_aside(room: Room, viewer: str) -> int:
    """The number of the newest aside a viewer may see."""
    return room.facts.rolled if viewer == GM else room.facts.rolled_openly


def aside_text(room: Room, aside: Data) -> str:
    """Dice outside the rules as a sentence of the log."""
    who = room.facts.people.get(aside["who"]) or ("GM" if aside["who"] == GM else aside["who"])
    why = f", {aside['why']}" if aside["why"] else ""
    return f"{who}{why}: {aside['text']} (outside the rules{', secret' if aside['secret'] else ''})"


def trouble_for(room: Room, viewer: str) -> str:
    trouble = room.session.game.read_only
    return trouble if viewer == GM or not trouble else "this table can only be read"


def seat_in_address(seat: str) -> str:
    return seat or WATCH


def seat_behind(address: str) -> str:
    return "" if address == WATCH else address
