"""What a room does with a message of a page, from reading it to the reply.

One function per type; the rights of each type stand in `messages`, and are asked here before anything else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from fracas.engine.canon import canon
from fracas.engine.command import GM
from fracas.engine.errors import Invalid, Refused
from fracas.engine.reason import Reason
from fracas.protocol import messages as ask
from fracas.protocol.records import Question
from fracas.protocol.troubles import echo, trouble
from fracas.protocol.wire import in_order
from fracas.server import messages
from fracas.server.asides import ok, point
from fracas.server.catching_up import Behind
from fracas.server.changing import change_of
from fracas.server.command_ids import seat_id
from fracas.server.following import arrived, next_encounter
from fracas.server.handing import astray, party_at, seat_again
from fracas.server.messages import BY_TYPE, PageRequest, protocol_request
from fracas.server.outlook import wants
from fracas.server.queue import ENDS, make_queue, took_back
from fracas.server.room import QUEUE, Room, digest_of
from fracas.server.seating import DOOR, bar_damaged, free
from fracas.server.shapes import shape
from fracas.server.snapshots import WATCH, Snapshot
from fracas.server.store import NotKept, Unknown
from fracas.server.subscribers import GONE, RESTARTS, UPDATE, Subscriber
from fracas.server.thinking import Thought, thought_for
from fracas.session.rules import sections_of
from fracas.session.seats import seats_of

if TYPE_CHECKING:
    from fracas.server.hall import Hall

Data = dict[str, Any]
PLAYED = ("command", "answer", "withdraw", "take_back", "jump", "branch")
"""Only possible once the encounter has begun."""
READERS = ("rule", "rules", "what")
"""Looks that need the text of the rules."""
STOPPED = ("command", "answer", "undo", "redo", "withdraw", "take_back")
"""Only the GM's while the table is paused."""
AWAITED = ("offers", "preview", "odds", "chances", *STOPPED, "ruling", "dice", "bot")
"""Answered when the hidden are done: an answer in between would tell that there are any."""
CHANGING = tuple([word for word, model in BY_TYPE.items() if model.CHANGES])
"""For these the table is taken from all other servers."""


async def serve(hall: Hall, room: Room, subscriber: Subscriber, data: Data) -> None:
    """Answer one message of a connection; the reply goes into its queue."""
    if data.get("type") in READERS:
        # The rules are read once; the table need not stand still for it.
        await asyncio.to_thread(sections_of, room.session.game.ruleset.package)
    try:
        members = await party_at(hall, room) if data.get("type") in ENDS else []
        before = astray(room, members)
        await _in_turn(hall, room, subscriber, data)
        await seat_again(room, members, before)
    except NotKept as error:
        # So far only the table was asked for.
        hall.note("a table could not be held", error)
        subscriber.reply(fault(echo(data.get("id")), "the database cannot be reached; nothing was changed"))
    except Behind as error:
        hall.note("a table is opened again", error)


async def _in_turn(hall: Hall, room: Room, subscriber: Subscriber, data: Data) -> None:
    changes = data.get("type") in CHANGING
    while data.get("type") in AWAITED:
        await room.wait_for_turn(subscriber)
        async with room.turn(changes):
            # Before its turn came somebody else may have left the hidden something to do.
            if not room.is_between_turns(subscriber.seat):
                await _answer(hall, room, subscriber, data)
                return
            if subscriber not in room.subscribers:
                # Done among the hidden it would tell of them; a page that comes back sends it again.
                return
    async with room.turn(changes):
        await _answer(hall, room, subscriber, data)


async def _answer(hall: Hall, room: Room, subscriber: Subscriber, data: Data) -> None:
    """The reply to a message, whatever comes of it; under the lock."""
    id = echo(data.get("id"))
    try:
        if room.closed:
            return
        if not subscriber.grant.holds:
            subscriber.send_away(GONE, "this seat was taken from you")
            return
        await _serve(hall, room, subscriber, data)
    except Unknown as error:
        # The page comes back and sends it again: then it is known what became of it.
        hall.note("a row may have been kept", error)
        subscriber.send_away(RESTARTS, "the database cannot be reached")
    except Behind:
        raise
    except NotKept as error:
        hall.note("a row was not kept", error)
        subscriber.reply(fault(id, "it could not be kept; nothing was changed"))
    except Exception as error:  # noqa: BLE001 - a bug of ours must not end the table
        tell_trouble(hall, subscriber, id, error)
        if isinstance(error, Refused) and data.get("type") == "command":
            room.note_refusal(subscriber.seat, error.reasons)


def tell_trouble(hall: Hall, subscriber: Subscriber, id: str | int | None, error: Exception) -> None:
    if not isinstance(error, Refused | Invalid | ValidationError):
        hall.note("a message failed", error)
    subscriber.reply(canon(trouble(error, id, subscriber.seat).model_dump()).encode())


def fault(id: str | int | None, message: str) -> bytes:
    reply: Data = {"type": "error", "id": id, "kind": "fault", "message": message, "reasons": [], "problems": []}
    return canon(reply).encode()


async def _serve(hall: Hall, room: Room, subscriber: Subscriber, data: Data) -> None:
    request = ask.read_message(data, BY_TYPE)
    model, word = type(request), str(data["type"])
    if subscriber.role not in model.MAY:
        raise Refused([Reason("0.1", f"{role_name(subscriber.role)} may not do this ({word})")])
    if not model.CHANGES:
        await LOOKS.get(model, look)(hall, room, subscriber, request)
        return
    command_id, digest = seat_id(subscriber.seat, request.id), digest_of(data)
    known = room.before(command_id, digest, request.id)
    if known is not None:
        subscriber.reply(await arrived(hall, room, known) if isinstance(request, messages.Next) else known)
        return
    bar(room, subscriber, word)
    stale = stale_reason(room, subscriber.seat, word, request)
    if stale:
        told = canon({"type": "stale", "id": request.id, "message": stale})
        subscriber.reply(f'{told[:-1]},"view":{room.screens.view_text(subscriber.seat)}}}'.encode())
        return
    if word in ENDS:
        took_back(room, subscriber.seat)
    if isinstance(request, messages.Next):
        await next_encounter(hall, room, subscriber, request, command_id, digest)
        return
    await room.perform(
        command_id, digest, subscriber.seat, lambda: change_of(room, subscriber, word, request), subscriber.reply
    )


def role_name(role: str) -> str:
    return {"gm": "the GM", "player": "a player"}.get(role, "a spectator")


def bar(room: Room, subscriber: Subscriber, word: str) -> None:
    """0.10: nobody acts before the beginning, only the GM during a pause, and nobody at a damaged table."""
    bar_damaged(room, subscriber.seat)
    if word in PLAYED and not room.facts.started:
        raise Refused([Reason("0.10", "the encounter has not begun", "wait for the GM to start it")])
    if word in STOPPED and room.facts.paused and subscriber.seat != GM:
        raise Refused([Reason("0.10", "the GM has paused the table", "wait for the GM to go on")])


def stale_reason(room: Room, seat: str, word: str, request: PageRequest) -> str:
    """Why what a command or answer was made for is over; nothing if it is not."""
    if word == "answer":
        mine = [shown for shown, _ in room.session.decisions(seat)]
        if request.model_dump()["to"] not in mine:
            return "that question is closed"
    if word == "command" and request.model_dump()["step"] != room.steps.of(seat):
        what = room.screens.ended_by(seat)
        return "the turn or phase this was meant for is over" + (f": {what}" if what else "")
    return ""


# ---------------------------------------------------------------- looks


async def look(hall: Hall, room: Room, subscriber: Subscriber, request: PageRequest) -> None:
    reply = await room.off_loop(lambda: room.referee.handle(protocol_request(request, subscriber.seat)).model_dump())
    if reply["type"] == "hello":
        reply["requests"] = list(BY_TYPE)
    if room.is_between_turns(subscriber.seat):
        reply = as_shown(reply, room.screens.snapshots[subscriber.seat])
    subscriber.reply(canon(reply).encode())


def as_shown(reply: Data, snapshot: Snapshot) -> Data:
    """A reply with no more in it than its seat was shown."""
    view = snapshot.view
    shown = {name: view[name] for name in reply if name in view}
    if "decisions" in reply:
        fields = list(Question.model_fields)
        shown["decisions"] = [{name: one[name] for name in fields} for one in view["decisions"]]
    for name in ("events", "lines"):
        if isinstance(reply.get(name), list):
            shown[name] = [one for one in reply[name] if one["n"] <= snapshot.last]
    return {**reply, **shown}


async def think(hall: Hall, room: Room, subscriber: Subscriber, request: PageRequest) -> None:
    """Begin to work it out; the reply comes when it is done, and meanwhile this page can go on asking."""
    thought = thought_for(room, subscriber.seat, protocol_request(request, subscriber.seat))
    replying = asyncio.create_task(_answer_when_thought(hall, subscriber, thought, request.id))
    room.replying.add(replying)
    replying.add_done_callback(room.replying.discard)


async def _answer_when_thought(hall: Hall, subscriber: Subscriber, thought: Thought, id: str) -> None:
    try:
        reply = {**await thought.reply(), "id": id}
        subscriber.reply(in_order(reply).encode())
    except Exception as error:  # noqa: BLE001 - as for any other message
        tell_trouble(hall, subscriber, id, error)


async def link(hall: Hall, room: Room, subscriber: Subscriber, request: messages.Link) -> None:
    if request.seat not in (WATCH, DOOR, *seats_of(room.session.game.state)):
        raise Invalid("link", "seat", request.seat, "a seat of this encounter, watch or *")
    url = await hall.link(room.id, request.seat)
    reply = {"type": "link", "id": request.id, "seat": request.seat, "url": url, "qr": hall.picture(url)}
    subscriber.reply(canon({**reply, "here_only": hall.here_only}).encode())


async def revoke(hall: Hall, room: Room, subscriber: Subscriber, request: messages.Revoke) -> None:
    if request.seat == GM:
        raise Refused([Reason("0.1", "the GM's own seat cannot be revoked from the table")])
    await free(hall, room, request.seat)
    subscriber.reply(ok(request))


async def whole(hall: Hall, room: Room, subscriber: Subscriber, request: messages.Whole) -> None:
    subscriber.reply(ok(request))
    subscriber.mark(UPDATE)


async def forecast(hall: Hall, room: Room, subscriber: Subscriber, request: messages.Forecast) -> None:
    wants(room, subscriber, request.on)
    subscriber.reply(ok(request))


async def what_if(hall: Hall, room: Room, subscriber: Subscriber, request: messages.WhatIf) -> None:
    if room.outlook is not None:
        await room.off_loop(room.outlook.check, request)
        room.outlook.wonder(request)
    subscriber.reply(ok(request))


async def queue(hall: Hall, room: Room, subscriber: Subscriber, request: messages.Queue) -> None:
    """Take errands on in place of those this seat gave before; the pulse of the room does them."""
    if request.errands:
        bar(room, subscriber, "command")
        room.queues[subscriber.seat] = make_queue(room, subscriber.seat, request.errands)
        room.others.signal(room, {"what": QUEUE, "seat": subscriber.seat})
    else:
        room.queues.pop(subscriber.seat, None)
    subscriber.reply(ok(request))
    room.tell()


LOOKS: dict[type[PageRequest], Callable[..., Any]] = {
    messages.Queue: queue,
    messages.Forecast: forecast,
    messages.WhatIf: what_if,
    messages.Whole: whole,
    messages.Shape: shape,
    messages.Link: link,
    messages.Revoke: revoke,
    messages.Point: point,
    BY_TYPE["preview"]: think,
    BY_TYPE["odds"]: think,
    BY_TYPE["chances"]: think,
}
