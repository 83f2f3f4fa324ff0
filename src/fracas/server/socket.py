"""One WebSocket: welcome, messages in, frames out, until either side has had enough."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import Final

from starlette.responses import JSONResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from fracas.engine.canon import canon
from fracas.engine.command import GM
from fracas.engine.errors import Invalid
from fracas.protocol.troubles import trouble
from fracas.protocol.wire import MOST_BYTES, read_object
from fracas.server.dispatch import AWAITED, serve
from fracas.server.errors import UNOPENED
from fracas.server.hall import Hall
from fracas.server.limits import CONNECTIONS_MOST, limits_of
from fracas.server.messages import GM_ROLE, PLAYER_ROLE, SPECTATOR_ROLE, Pong
from fracas.server.opening import Unreadable
from fracas.server.room import Room
from fracas.server.screens import MOST_EVENTS
from fracas.server.seating import DOOR
from fracas.server.security import Rates
from fracas.server.showing import asides_for, last_aside, room_for, seat_behind, welcome_to
from fracas.server.store import Damaged
from fracas.server.subscribers import ASIDES, FORECAST, FULL, PINGS, UPDATE, Subscriber

PING_SECONDS: Final = 15
SLOW_SECONDS: Final = 10
"""A frame that could not be handed over in this time ends the connection; the page comes back and reads on."""
MOST_TABS: Final = 20
MOST_AWAITED: Final = 64
"""How many messages of one connection may wait for the hidden."""
GLANCE_SECONDS: Final = 0.2
"""How often somebody behind a message looks whether that one waits for the hidden."""


async def refuse(ws: WebSocket, status: int, why: str) -> None:
    await ws.send_denial_response(JSONResponse({"error": why, "problems": []}, status))


async def attend(hall: Hall, rates: Rates, ws: WebSocket, table: str, address: str) -> None:
    """Everything from the handshake to the goodbye."""
    grant = hall.grants.behind_cookie(dict(ws.cookies), table, address)
    if grant is None or address == DOOR:
        # The same answer whether the table exists or not.
        await refuse(ws, 403, "no right to this seat")
        return
    try:
        room = await hall.room(table)
    except (Unreadable, Damaged) as error:
        hall.note("a table cannot be opened", error)
        await refuse(ws, 409, str(error) if address == GM else UNOPENED)
        return
    if room is None:
        await refuse(ws, 404, "no such table")
        return
    # Whoever comes from a server that has just died sees what that one has kept.
    await hall.others.look(room)
    if len([each for each in room.subscribers if each.grant is grant]) >= MOST_TABS:
        await refuse(ws, 429, "too many tabs of one link")
        return
    most = (await hall.store.run(limits_of, hall.store))[CONNECTIONS_MOST]
    if await hall.connections() >= most:
        # A page is not told why a socket was refused, only why it was closed.
        await ws.accept()
        await ws.close(FULL, f"this server is full: it takes at most {most} connections")
        return
    seat = seat_behind(address)
    role = GM_ROLE if seat == GM else PLAYER_ROLE if seat else SPECTATOR_ROLE
    subscriber = Subscriber(seat, role, grant)
    await ws.accept()
    while not await enter(room, subscriber, ws.query_params.get("game", ""), ws.query_params.get("since", "")):
        again = await hall.room(table)
        assert again is not None
        room = again
    await converse(hall, rates, room, ws, subscriber)


async def enter(room: Room, subscriber: Subscriber, game: str, since: str) -> bool:
    """Take a seat; false if the room was let go of meanwhile."""
    async with room.lock:
        if room.closed:
            return False
        if subscriber.seat not in room.screens.snapshots:
            await room.off_loop(room.screens.look_around)
        if subscriber.seat not in room.screens.snapshots:
            subscriber.send_away(4404, "no such seat")
        else:
            subscriber.reply(welcome(room, subscriber, game, since))
            room.join(subscriber)
    return True


async def converse(hall: Hall, rates: Rates, room: Room, ws: WebSocket, subscriber: Subscriber) -> None:
    tasks = [
        asyncio.create_task(work)
        for work in (hear(hall, rates, room, ws, subscriber), speak(room, ws, subscriber), beat(subscriber))
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await room.leave(subscriber)


def welcome(room: Room, subscriber: Subscriber, game: str, since: str) -> bytes:
    """The first frame: from where the page stood, or the newest events if it comes from nowhere."""
    snapshot = room.screens.snapshots[subscriber.seat]
    known = int(since) if since.isascii() and since.isdigit() and len(since) < 10 else -1
    follows = game == snapshot.game and 0 <= known <= snapshot.last and snapshot.last - known <= MOST_EVENTS
    first = known if follows else max(0, snapshot.last - MOST_EVENTS)
    text = room.screens.room_text(subscriber.seat)
    data = {
        **welcome_to(room.session, subscriber.role, subscriber.seat, room.id, room.title),
        "room": room_for(room, subscriber.seat),
        "asides": asides_for(room, subscriber.seat),
        "events": room.screens.events(subscriber.seat, first),
        "complete": follows or first == 0,
    }
    subscriber.game, subscriber.told, subscriber.sum = snapshot.game, snapshot.last, snapshot.sum
    subscriber.serial, subscriber.timed, subscriber.room_text = room.screens.serial, room.timed, text
    subscriber.heard = last_aside(room, subscriber.seat)
    return f'{canon(data)[:-1]},"view":{room.screens.view_text(subscriber.seat)}}}'.encode()


async def hear(hall: Hall, rates: Rates, room: Room, ws: WebSocket, subscriber: Subscriber) -> None:
    """Messages in, one after the other; those that wait for the hidden hold up none but their like."""
    lane = Lane()
    while subscriber.closing is None:
        try:
            message = await ws.receive()
        except (WebSocketDisconnect, RuntimeError):
            return
        if message["type"] != "websocket.receive":
            return
        text = message.get("text")
        if text is None or len(text) > MOST_BYTES:
            subscriber.send_away(4413, "texts of at most 65536 bytes")
            continue
        if not rates.hit(rates.messages, "seat", room.id, subscriber.grant.id):
            subscriber.send_away(4429, "too many messages")
            continue
        try:
            data = read_object(text.encode("utf-8", "surrogatepass"))
        except Invalid as error:
            subscriber.reply(canon(trouble(error, None, subscriber.seat).model_dump()).encode())
            continue
        if data.get("type") == "pong" and set(data) == set(Pong.model_fields):
            continue
        # What was begun is finished, even if the page is gone meanwhile.
        if data.get("type") in AWAITED:
            if len(lane.tasks) >= MOST_AWAITED:
                subscriber.send_away(4429, "too many messages")
                continue
            lane.add(serve(hall, room, subscriber, data))
        await lane.idle(room, subscriber.seat)
        if data.get("type") not in AWAITED:
            await asyncio.shield(asyncio.ensure_future(serve(hall, room, subscriber, data)))
    await asyncio.sleep(SLOW_SECONDS)


class Lane:
    """What waits until the hidden are done, one after the other, while the same page may look things up and roll."""

    def __init__(self) -> None:
        self.tasks: list[asyncio.Task[None]] = []

    def add(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(self._after(self.tasks[-1] if self.tasks else None, work))
        self.tasks.append(task)
        task.add_done_callback(self.tasks.remove)

    async def _after(self, before: asyncio.Task[None] | None, work: Coroutine[None, None, None]) -> None:
        if before is not None:
            await asyncio.wait([before])
        await work

    async def idle(self, room: Room, seat: str) -> None:
        """Until it is empty, or what is in it waits for the hidden: else messages keep their order."""
        while self.tasks and not room.is_between_turns(seat):
            await asyncio.wait(self.tasks[-1:], timeout=GLANCE_SECONDS)


async def speak(room: Room, ws: WebSocket, subscriber: Subscriber) -> None:
    """Frames out, all that wait in one message; nobody but this connection waits for its reader."""
    while True:
        what = await subscriber.next()
        if what is None:
            code, why = subscriber.closing or (1000, "")
            try:
                async with asyncio.timeout(SLOW_SECONDS):
                    await ws.send_text(canon({"type": "bye", "why": why}))
                    await ws.close(code, why)
            except (TimeoutError, RuntimeError, WebSocketDisconnect, OSError):
                return
            return
        frames = [await frame_of(room, subscriber, what), *subscriber.take_ready()]
        try:
            async with asyncio.timeout(SLOW_SECONDS):
                await ws.send_text(b"\n".join(frames).decode())
        except TimeoutError:
            subscriber.send_away(4413, "too slow")
        except (RuntimeError, WebSocketDisconnect, OSError):
            return


async def frame_of(room: Room, subscriber: Subscriber, what: bytes | str) -> bytes:
    """What a place in the queue stands for, made now: the newest update, the newest room, or a frame of its own."""
    if isinstance(what, bytes):
        return what
    if what == PINGS:
        return canon({"type": "pings", "pings": subscriber.take_pings()}).encode()
    if what == FORECAST and room.outlook is not None:
        return room.outlook.frame()
    async with room.lock:
        if what == ASIDES:
            return room.screens.asides_frame(subscriber)
        return room.screens.update_for(subscriber) if what == UPDATE else room.screens.room_frame(subscriber)


async def beat(subscriber: Subscriber) -> None:
    while True:
        await asyncio.sleep(PING_SECONDS)
        subscriber.reply(canon({"type": "ping", "t": int(time.time())}).encode())
