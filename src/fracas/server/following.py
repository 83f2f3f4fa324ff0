"""The next encounter of the same people: a new table, to which everybody at the old one is led."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import Final

from fracas.engine.canon import canon
from fracas.engine.errors import Refused
from fracas.engine.parties import follow_up
from fracas.engine.reason import Reason
from fracas.server import messages
from fracas.server.facts import Fact
from fracas.server.grants import through
from fracas.server.hall import Hall, seeds_for
from fracas.server.kinds import FACT
from fracas.server.party import move_on
from fracas.server.removing import bin_table
from fracas.server.room import Change, Room
from fracas.server.showing import seat_in_address
from fracas.server.store import Unknown
from fracas.server.subscribers import Subscriber
from fracas.session.seats import viewers_of

TRIES: Final = 5
"""How often a table is made again because something was done at this one meanwhile."""


async def next_encounter(
    hall: Hall, room: Room, subscriber: Subscriber, request: messages.Next, command_id: str, digest: bytes
) -> None:
    """A new table with this party as it stands; everybody here is led there."""
    for _ in range(TRIES):
        seq = room.seq
        # Whoever makes a table waits for all who write, and one of them may wait for this table: never the reverse.
        await room.let_go()
        new = await made(hall, room, request)
        change = Change(FACT, reply_to(request.id, f"/t/{new.id}/gm"), {"what": "next", "table": new.id})
        try:
            await room.claim()
            known = room.before(command_id, digest, request.id)
            if room.seq == seq and known is None:
                await room.perform(command_id, digest, subscriber.seat, partial(keep, change))
                break
        except (Unknown, asyncio.CancelledError):
            # It may have been kept: then people are led there when the wish comes again.
            raise
        except BaseException:
            if command_id not in room.done:
                await give_up(hall, room, new)
            raise
        # Another server was quicker, with this or with something else.
        await give_up(hall, room, new)
        if known is not None:
            subscriber.reply(await arrived(hall, room, known))
            return
    else:
        raise Refused([Reason("0.10", "others keep acting at this table", "pause it and try again")])
    subscriber.reply(await arrived(hall, room, change.reply))
    await lead_on(hall, room, new.id, subscriber)


async def arrived(hall: Hall, room: Room, kept: bytes) -> bytes:
    """The reply to a wish that was kept, however often it comes. The party is at the new table now. The browser has no
    cookie for it yet, so a link goes out; the kept reply holds no token."""
    await room.let_go()
    reply = json.loads(kept)
    table = reply["url"].split("/")[2]
    campaign, _ = await hall.home_of(room.id)
    if campaign:
        await move_on(hall.workshop, campaign, room.id, table)
    token = (await hall.link(table, "gm")).partition("#")[2]
    return reply_to(reply["id"], f"/join#{token}")


def reply_to(id: str | None, url: str) -> bytes:
    return canon({"type": "next", "id": id, "url": url}).encode()


def keep(change: Change) -> Change:
    """A change that was worked out beforehand."""
    return change


async def made(hall: Hall, room: Room, request: messages.Next) -> Room:
    """The new table, with everybody at their seats."""
    game = room.session.game
    start = follow_up(game.ruleset, game.state, request.scenario, request.options, seeds_for(None))
    campaign, _ = await hall.home_of(room.id)
    new = await hall.create(game.ruleset, request.scenario, start, campaign)
    try:
        await seat_everybody(room, new)
    except BaseException:
        await give_up(hall, room, new)
        raise
    return new


async def give_up(hall: Hall, room: Room, new: Room) -> None:
    """Nobody is led to a table that was made: it goes."""
    await room.let_go()
    await hall.store.run(bin_table, hall.store, new.id)
    hall.drop(new)


async def lead_on(hall: Hall, room: Room, table: str, but: Subscriber | None) -> None:
    """Everybody who is connected here follows to another table, but for one who is there already."""
    campaign, _ = await hall.home_of(room.id)
    for seat in viewers_of(room.session.game.state):
        here = [each for each in room.subscribers if each.seat == seat and each is not but]
        if here:
            # A player of a campaign comes with the campaign's link, and goes with it.
            player = room.facts.players.get(seat, "")
            link = await hall.link(table, seat_in_address(seat), through(campaign, player))
            frame = reply_to(None, f"/join#{link.partition('#')[2]}")
            for each in here:
                each.reply(frame)


async def seat_everybody(old: Room, new: Room) -> None:
    """Whoever sat at the table before sits on the same seat of the next one, and so does a bot."""
    seats = viewers_of(new.session.game.state)
    facts: list[Fact] = [
        {"what": "claim", "seat": seat, "name": name, **player_on(old, seat)} for seat, name in old.facts.people.items()
    ]
    facts += [
        {"what": "bot", "scope": scope, "name": name, "on": True, "turn": ""}
        for scope, name, _ in old.facts.bots
        if scope == "seat"
    ]
    kept = [fact for fact in facts if fact.get("seat", fact["name"]) in seats]
    async with new.turn():
        for number, fact in enumerate(kept, 1):
            await new.keep_fact(f"seat-{number}", fact)


def player_on(room: Room, seat: str) -> Fact:
    """Which player of a campaign has a seat, as a claim says it."""
    return {"player": room.facts.players[seat]} if seat in room.facts.players else {}
