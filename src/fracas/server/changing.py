"""What a message of a page changes, done in memory: one function per type. The room keeps it and tells it."""

from __future__ import annotations

from collections.abc import Callable

from fracas.engine.command import GM, Command
from fracas.engine.errors import Invalid, Refused, check_choice
from fracas.engine.reason import Reason
from fracas.engine.views import Eyes
from fracas.server import messages
from fracas.server.asides import aside, call, fact, handout, ok, roll, say
from fracas.server.bots import deeds_to_undo, may_move, turn_of
from fracas.server.kinds import BRANCH, LINES, START, SWITCH
from fracas.server.messages import PageRequest, protocol_request
from fracas.server.room import Change, Room
from fracas.server.seating import name_given
from fracas.server.subscribers import Subscriber
from fracas.session.bots import bot_kinds
from fracas.session.seats import seats_of


def change_of(room: Room, subscriber: Subscriber, word: str, request: PageRequest) -> Change:
    """Do it in memory; what it wrote is kept before anybody hears of it."""
    make = CHANGES.get(type(request))
    if make is not None:
        return make(room, subscriber, request)
    if word == "undo" and subscriber.seat == GM:
        room.session.undo(GM, deeds_to_undo(room))
        return Change(LINES, ok(request))
    room.referee.perform(protocol_request(request, subscriber.seat))
    kind = {"branch": BRANCH, "switch": SWITCH}.get(word, LINES)
    return Change(kind, ok(request))


def start(room: Room, subscriber: Subscriber, request: messages.Start) -> Change:
    if room.facts.started:
        raise Refused([Reason("0.10", "the encounter has begun already")])
    room.session.begin()
    return Change(START, ok(request))


def dice(room: Room, subscriber: Subscriber, request: messages.DiceMode) -> Change:
    seat = request.seat or subscriber.seat
    room.session.rule(Command(seat, "dice", text=request.mode), "", subscriber.seat)
    return Change(LINES, ok(request))


def claim(room: Room, subscriber: Subscriber, request: messages.Claim) -> Change:
    return fact(request, what="claim", seat=subscriber.seat, name=name_given(request.name))


def bot(room: Room, subscriber: Subscriber, request: messages.Bot) -> Change:
    enc = room.session.game.known(subscriber.seat)
    known = {
        "combatant": list(enc.combatants),
        "turn": list(enc.combatants),
        "seat": seats_of(room.session.game.state) if subscriber.seat == GM else [subscriber.seat],
        "side": sorted({each.side for each in enc.combatants.values()}),
    }[request.scope]
    if request.name not in known:
        raise Invalid("bot", "name", request.name, f"a {request.scope if request.scope != 'turn' else 'combatant'}")
    mine = request.scope in ("combatant", "turn") and enc.seat_of(request.name) == subscriber.seat
    if subscriber.seat != GM and not mine and (request.scope, request.name) != ("seat", subscriber.seat):
        raise Refused([Reason("0.1", f"{subscriber.seat} does not speak for {enc.name(request.name)}")])
    turn = turn_of(room) if request.scope == "turn" else ""
    name = request.name
    if request.scope in ("combatant", "turn"):
        name = Eyes(room.session.game.state, subscriber.seat).id_of(name)
    return fact(request, what="bot", scope=request.scope, name=name, on=request.on, turn=turn)


def level(room: Room, subscriber: Subscriber, request: messages.Level) -> Change:
    sides = sorted({each.side for each in room.session.game.state.combatants.values()})
    check_choice("level", "side", request.side, sides)
    check_choice("level", "level", request.level, bot_kinds())
    return fact(request, what="level", side=request.side, level=request.level)


def bot_step(room: Room, subscriber: Subscriber, request: messages.BotStep) -> Change:
    """0.10: one move of the bot whose move it is."""
    if not room.facts.held or not may_move(room):
        raise Refused([Reason("0.10", "no bot is waiting for your word", "hold the bots first")])
    room.bots.move()
    return Change(LINES, ok(request))


CHANGES: dict[type[PageRequest], Callable[..., Change]] = {
    messages.Start: start,
    messages.DiceMode: dice,
    messages.Claim: claim,
    messages.Bot: bot,
    messages.Level: level,
    messages.Hold: lambda room, subscriber, request: fact(request, what="hold", on=request.on),
    messages.BotStep: bot_step,
    messages.Say: say,
    messages.Handout: handout,
    messages.Call: call,
    messages.Aside: aside,
    messages.Roll: roll,
    messages.Pause: lambda room, subscriber, request: fact(request, what="pause", on=request.on),
    messages.Limit: lambda room, subscriber, request: fact(request, what="limit", seconds=request.seconds),
}
