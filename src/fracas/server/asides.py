"""What people do alongside the game: they talk, whisper, hand out texts, point at the board, call for checks, throw
dice.

All but pointing is kept as facts of the room, and each viewer is told what is for its ears.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fracas.engine.canon import canon
from fracas.engine.command import GM
from fracas.engine.dice import MOST_SHOWN, parse
from fracas.engine.errors import Invalid, Refused, check_choice
from fracas.engine.reason import Reason
from fracas.server import messages
from fracas.server.facts import Fact, count_key
from fracas.server.kinds import FACT
from fracas.server.messages import PageRequest
from fracas.server.room import PING, Change, Room
from fracas.server.subscribers import Subscriber
from fracas.session.seats import seats_known, seats_of
from fracas.session.session import throw_aside

if TYPE_CHECKING:
    from fracas.server.hall import Hall

Data = dict[str, Any]


def ok(request: PageRequest) -> bytes:
    return canon({"type": "ok", "id": request.id}).encode()


def fact(request: PageRequest, **fields: object) -> Change:
    return Change(FACT, ok(request), dict(fields))


def told_now(room: Room) -> dict[str, int]:
    """What each viewer had been told of the game by now: there an aside stands in its log."""
    return {viewer: snapshot.last for viewer, snapshot in room.screens.snapshots.items()}


# ---------------------------------------------------------------- words


def say(room: Room, subscriber: Subscriber, request: messages.Say) -> Change:
    """To everybody, or whispered to some; the GM reads whispers too."""
    text = request.text.strip()
    if not text:
        raise Invalid("say", "text", request.text, "something to say")
    to = addressed(room, subscriber.seat, request.to, "say")
    return fact(request, what="say", who=subscriber.seat, to=to, text=text, after=told_now(room))


def handout(room: Room, subscriber: Subscriber, request: messages.Handout) -> Change:
    """A text to read, of many lines, with a picture or without."""
    title, text = request.title.strip(), request.text.strip()
    if not title:
        raise Invalid("handout", "title", request.title, "what it is called")
    to = addressed(room, subscriber.seat, request.to, "handout")
    shown = {"picture": request.picture} if request.picture else {}
    return fact(
        request, what="handout", who=subscriber.seat, to=to, title=title, text=text, after=told_now(room), **shown
    )


def addressed(room: Room, seat: str, to: list[str], what: str) -> list[str]:
    """Seats somebody speaks to: those that somebody knows of."""
    known = [one for one in seats_known(room.session.game.state, seat) if one != seat]
    for one in to:
        check_choice(what, "to", one, known)
    return sorted(set(to))


# ---------------------------------------------------------------- pointing


async def point(hall: Hall, room: Room, subscriber: Subscriber, request: messages.Point) -> None:
    """Show everybody a square for a moment. Whoever points at covered ground means to."""
    square = room.session.known(subscriber.seat).board.parse(request.square)
    room.point(subscriber.seat, square)
    room.others.signal(room, {"what": PING, "who": subscriber.seat, "square": square})
    subscriber.reply(ok(request))


# ---------------------------------------------------------------- checks and dice outside the rules


def call(room: Room, subscriber: Subscriber, request: messages.Call) -> Change:
    for seat in request.seats:
        check_choice("call", "seats", seat, seats_of(room.session.game.state))
    text = parse(request.dice).text
    number = f"c{room.facts.called + 1}"
    return fact(request, what="call", id=number, dice=text, why=request.why, seats=sorted(set(request.seats)))


def aside(room: Room, subscriber: Subscriber, request: messages.Aside) -> Change:
    if request.secret and subscriber.seat != GM:
        raise Refused([Reason("0.1", "only the GM rolls in secret")])
    if request.call:
        called = open_call(room, subscriber.seat, request.call)
        return rolled(room, subscriber.seat, request, called["dice"], called["why"], request.secret, called["id"])
    return rolled(room, subscriber.seat, request, request.dice, request.why, request.secret, "")


def open_call(room: Room, seat: str, id: str) -> Fact:
    """A call to a seat, by the id it has there."""
    for call in room.facts.calls:
        if seat in call["seats"] and call["ids"][seat] == id:
            return call
    raise Invalid("aside", "call", id, "the id of an open call to this seat")


def roll(room: Room, subscriber: Subscriber, request: messages.Roll) -> Change:
    return rolled(room, subscriber.seat, request, request.dice, "", False, "")


def rolled(room: Room, seat: str, request: PageRequest, text: str, why: str, secret: bool, call: str) -> Change:
    """Dice outside the rules, thrown and ready to be told."""
    key = count_key(seat, secret)
    thrown = throw_aside(room.session.game, text, key, room.facts.counts.get(key, 0), secret)
    shown: Fact = {"dice": thrown.dice.text, "text": thrown.say(), "total": thrown.total}
    reply = {"type": "roll", "id": request.id, **shown, "faces": thrown.faces()[:MOST_SHOWN]}
    kept: Fact = {"what": "aside", "who": seat, **shown, "why": why, "secret": secret, "call": call}
    return Change(FACT, canon(reply).encode(), {**kept, "after": told_now(room)})
