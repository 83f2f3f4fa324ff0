"""The other servers of a PostgreSQL database: who tells whom what.

A notice names a table and the number of its newest row, or 0 for what is beside the rows: rights, who is where, and
signs. Whoever hears it reads what is new. Notices are sent after the commit, many at once, because the database lets
only one transaction with a notice commit at a time; what a dead server did not send is found by looking now and then.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final

import psycopg

from fracas.engine.canon import canon
from fracas.server.catching_up import Behind, fact_in
from fracas.server.following import lead_on
from fracas.server.others import Others, Presence, Sign
from fracas.server.room import CLOSE
from fracas.server.store import Damaged, NotKept, Row
from fracas.server.store_postgres import CHANNEL, USES, PostgresStore

if TYPE_CHECKING:
    from psycopg import AsyncConnection

    from fracas.server.hall import Hall
    from fracas.server.room import Room

SERVER, LEAD = 1179795777, 1179795778
"""Advisory locks: of a server that lives, and of whoever moves a table's bots."""
WATCH_SECONDS = 2.0
COUNT_SECONDS = 0.5
LONGEST: Final = 3600
"""Seconds of the longest span in which anything is counted."""
SIGN_SECONDS: Final = 10
"""A sign older than this is of no use to anybody."""
LIVE: Final = (
    "SELECT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2"
    f" AND classid = {SERVER} AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
COUNT: Final = (
    "INSERT INTO counts (name, span, count) SELECT * FROM unnest(%s::text[], %s::bigint[], %s::int[])"
    " ON CONFLICT (name, span) DO UPDATE SET count = counts.count + excluded.count RETURNING name, span, count"
)


class PostgresOthers(Others):
    """One line to talk and one to listen; both come back by themselves when the database does."""

    def __init__(self, hall: Hall, store: PostgresStore) -> None:
        self.hall = hall
        self.store = store
        self.number = secrets.randbelow(2**31 - 1) + 1
        self.name = name_of(self.number)
        self._line: AsyncConnection[Any] | None = None
        self._ear: AsyncConnection[Any] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._rung = asyncio.Event()
        self._notices: dict[tuple[str, bool], int] = {}
        """By table, and whether it is about rows: what is to be told."""
        self._signs: list[tuple[str, bytes]] = []
        self._moved: dict[str, Room] = {}
        self._led: set[str] = set()
        self._seen: dict[int, float] = {}
        """Signs that were heard, and when."""
        self._pending: dict[tuple[str, int], int] = {}
        self._totals: dict[tuple[str, int], int] = {}
        self._catching: set[str] = set()
        self._talking = asyncio.Lock()
        self._stopped = False

    # ---------------------------------------------------------------- lines

    def start(self) -> None:
        if not self._tasks:
            for work in (self._listen(), self._ring(), self._watch(), self._count()):
                self._do(work)

    def _do(self, work: Coroutine[None, None, None]) -> None:
        if self._stopped:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def stop(self) -> None:
        self._stopped = True
        for task in list(self._tasks):
            task.cancel()
        for line in (self._line, self._ear):
            if line is not None:
                line.pgconn.finish()
        self._line = self._ear = None

    async def _say(self, what: str, *values: object) -> list[tuple[Any, ...]]:
        """One statement on the line that talks. With the line go the locks of this server, and come back with it."""
        async with self._talking:
            if self._stopped:
                raise psycopg.OperationalError("this server is closed")
            if self._line is None or self._line.closed:
                self._led.clear()
                self._line = await self.store.connect()
                await self._line.execute("SET synchronous_commit = off")
                await self._line.execute("SELECT pg_advisory_lock(%s, %s)", (SERVER, self.number))
                await self._line.execute("SELECT pg_advisory_lock_shared(%s, 0)", (USES,))
                self._moved.update({room.id: room for room in self.hall.rooms})
                self._rung.set()
            found = await self._line.execute(what, values)
            return await found.fetchall() if found.description else []

    async def _listen(self) -> None:
        while True:
            try:
                self._ear = await self.store.connect()
                await self._ear.execute(f"LISTEN {CHANNEL}")
                await self._look_around()
                async for notice in self._ear.notifies():
                    mine = self._line is not None and notice.pid == self._line.info.backend_pid
                    table, _, seq = notice.payload.partition(" ")
                    if not mine and seq.isdigit():
                        self._do(self._hear(table, int(seq)))
            except psycopg.Error:
                await asyncio.sleep(0.2)

    async def _hear(self, table: str, seq: int) -> None:
        try:
            if seq:
                await self._catch_up(table, seq)
            else:
                await self._beside(table)
        except (psycopg.Error, Damaged, NotKept) as error:
            self.hall.note("another server could not be followed", error)

    # ---------------------------------------------------------------- rows

    async def _catch_up(self, table: str, seq: int) -> None:
        """Take in what others have kept, if the room is open here and does not know it yet. Of a damaged table more is
        kept than can be taken in."""
        room = self.hall.open_room(table)
        if room is None or room.damage or room.seq >= seq or table in self._catching:
            return
        self._catching.add(table)
        try:
            async with room.lock:
                if not room.closed and room.seq < seq:
                    kept = await self.store.run(self.store.rows, table, room.seq)
                    await room.take_in(kept.rows)
        except Behind as error:
            self.hall.note("a table is opened again", error)
        finally:
            self._catching.discard(table)

    def kept(self, room: Room) -> None:
        self._notices[room.id, True] = room.seq
        self._rung.set()

    def taken(self, room: Room, row: Row) -> None:
        fact = fact_in(row)
        if fact.get("what") == "next":
            self._do(lead_on(self.hall, room, str(fact["table"]), None))

    def behind(self, room: Room) -> None:
        self.hall.drop(room)

    async def look(self, room: Room) -> None:
        try:
            await self._look_at([room])
        except psycopg.Error as error:
            self.hall.note("the other servers could not be asked", error)

    # ---------------------------------------------------------------- telling

    async def _ring(self) -> None:
        """Send what is to be told, all of it at once."""
        while True:
            await self._rung.wait()
            self._rung.clear()
            try:
                await self._tell()
            except psycopg.Error:
                await asyncio.sleep(0.2)
                self._rung.set()

    async def _tell(self) -> None:
        for table, room in list(self._moved.items()):
            self._moved.pop(table)
            await self._tell_presence(room)
            self._notices[table, False] = 0
        if self._signs:
            signs, self._signs = self._signs, []
            tables, bodies = [sign[0] for sign in signs], [sign[1] for sign in signs]
            await self._say(
                "INSERT INTO signals (table_id, server, body, at) SELECT t, %s, b, %s"
                " FROM unnest(%s::text[], %s::bytea[]) AS s (t, b)",
                *(self.number, int(time.time()), tables, bodies),
            )
            self._notices.update({(table, False): 0 for table in tables})
        if self._notices:
            notices, self._notices = self._notices, {}
            told = [f"{table} {seq}" for (table, _), seq in notices.items()]
            try:
                await self._say(f"SELECT pg_notify('{CHANNEL}', n) FROM unnest(%s::text[]) AS n", told)
            except psycopg.Error:
                self._notices = {**notices, **self._notices}
                raise

    def signal(self, room: Room, sign: Sign) -> None:
        self._signs.append((room.id, canon(sign).encode()))
        self._rung.set()

    def close(self, table: str) -> None:
        self._signs.append((table, canon({"what": CLOSE}).encode()))
        self._rung.set()

    def moved(self, room: Room) -> None:
        self._moved[room.id] = room
        self._rung.set()

    async def _tell_presence(self, room: Room) -> None:
        seats: dict[str, int] = {}
        for subscriber in room.subscribers:
            seats[subscriber.seat] = seats.get(subscriber.seat, 0) + 1
        await self._say(
            "WITH gone AS (DELETE FROM presence WHERE server = %s AND table_id = %s AND NOT seat = ANY(%s::text[]))"
            " INSERT INTO presence (server, table_id, seat, tabs) SELECT %s, %s, * FROM unnest(%s::text[], %s::int[])"
            " ON CONFLICT (server, table_id, seat) DO UPDATE SET tabs = excluded.tabs",
            *(self.number, room.id, list(seats), self.number, room.id, list(seats), list(seats.values())),
        )

    def rights_changed(self, table: str) -> None:
        self._notices[table, False] = 0
        self._rung.set()

    # ---------------------------------------------------------------- what is beside the rows

    async def _beside(self, table: str) -> None:
        await self.renew_rights(table)
        room = self.hall.open_room(table)
        if room is not None:
            await self._look_at([room])

    async def renew_rights(self, table: str) -> None:
        await self.hall.renew_rights(table)

    async def _look_at(self, rooms: list[Room]) -> None:
        """Where others are, what they show, and whether these rooms have missed something."""
        ids = [room.id for room in rooms]
        there: dict[str, dict[str, int]] = {id: {} for id in ids}
        for table, seat, tabs in await self._say(
            f"SELECT table_id, seat, sum(tabs)::int FROM presence WHERE table_id = ANY(%s::text[]) AND server <> %s"
            f" AND server IN ({LIVE}) GROUP BY table_id, seat",
            *(ids, self.number),
        ):
            there[str(table)][str(seat)] = int(tabs)
        for room in rooms:
            if room.elsewhere != there[room.id]:
                room.elsewhere = there[room.id]
                async with room.lock:
                    room.tell()
        await self._read_signs(rooms)
        found = await self._say("SELECT id, seq, rights FROM tables WHERE id = ANY(%s::text[])", ids)
        for table, seq, rights in found:
            room = next(one for one in rooms if one.id == table)
            if rights != room.rights:
                await self.renew_rights(str(table))
                room.rights = int(rights)
            await self._catch_up(str(table), int(seq))

    async def roll_call(self) -> dict[str, list[Presence]]:
        found = {int(row[0]): list[Presence]() for row in await self._say(LIVE)}
        for server, *there in await self._say("SELECT server, table_id, seat, tabs FROM presence ORDER BY seat"):
            if server in found:
                found[server].append(Presence(*there))
        return {name_of(number): there for number, there in found.items() if number != self.number}

    async def connections(self) -> int:
        try:
            wanted = f"SELECT COALESCE(SUM(tabs), 0)::int FROM presence WHERE server <> %s AND server IN ({LIVE})"
            return int((await self._say(wanted, self.number))[0][0])
        except psycopg.Error:
            # Counted here alone, until the database is back.
            return 0

    async def _read_signs(self, rooms: list[Room]) -> None:
        since = int(time.time()) - SIGN_SECONDS
        found = await self._say(
            "SELECT id, table_id, body FROM signals WHERE table_id = ANY(%s::text[]) AND server <> %s AND at > %s"
            " ORDER BY id",
            *([room.id for room in rooms], self.number, since),
        )
        for id, table, body in found:
            if id not in self._seen:
                self._seen[id] = time.monotonic()
                room = next(one for one in rooms if one.id == table)
                async with room.lock:
                    room.take_sign(json.loads(bytes(body)))

    # ---------------------------------------------------------------- now and then

    async def _watch(self) -> None:
        while True:
            try:
                await self._look_around()
                await self._tidy()
            except (psycopg.Error, Damaged, NotKept) as error:
                self.hall.note("the other servers could not be asked", error)
            await asyncio.sleep(WATCH_SECONDS)

    async def _look_around(self) -> None:
        rooms = [room for room in self.hall.rooms if not room.closed]
        if rooms:
            await self._look_at(rooms)

    async def _tidy(self) -> None:
        """Dead servers are nowhere, old signs are forgotten."""
        now = int(time.time())
        self._seen = {id: at for id, at in self._seen.items() if at > time.monotonic() - 2 * SIGN_SECONDS}
        self._totals = {key: count for key, count in self._totals.items() if key[1] > now - LONGEST}
        await self._say(f"DELETE FROM presence WHERE server <> %s AND NOT server IN ({LIVE})", self.number)
        await self._say("DELETE FROM signals WHERE at < %s", now - 3 * SIGN_SECONDS)
        await self._say("DELETE FROM counts WHERE span < %s", now - LONGEST)

    # ---------------------------------------------------------------- who moves bots and clock

    async def leads(self, room: Room | None) -> bool:
        table = room.id if room is not None else ""
        try:
            if table in self._led:
                await self._say("SELECT 1")
            if table not in self._led:
                found = await self._say("SELECT pg_try_advisory_lock(%s, %s)", LEAD, key_of(table))
                if found[0][0]:
                    self._led.add(table)
        except psycopg.Error:
            self._led.clear()
        return table in self._led

    def rest(self, room: Room) -> None:
        if room.id in self._led:
            self._led.discard(room.id)
            self._do(self._unlock(room.id))

    async def _unlock(self, table: str) -> None:
        try:
            await self._say("SELECT pg_advisory_unlock(%s, %s)", LEAD, key_of(table))
        except psycopg.Error:
            # The line is gone, and its locks with it.
            return

    # ---------------------------------------------------------------- limits

    def within(self, name: str, seconds: int, most: int) -> bool:
        key = span_of(name, seconds)
        self._pending[key] = self._pending.get(key, 0) + 1
        return self._totals.get(key, 0) + self._pending[key] <= most

    async def within_exactly(self, name: str, seconds: int, most: int) -> bool:
        (key, start) = span_of(name, seconds)
        try:
            found = await self._say(COUNT, [key], [start], [1])
        except psycopg.Error:
            return False
        return int(found[0][2]) <= most

    async def _count(self) -> None:
        """Add up what all servers have counted."""
        while True:
            await asyncio.sleep(COUNT_SECONDS)
            counted, self._pending = self._pending, {}
            if not counted:
                continue
            names, spans = [key[0] for key in counted], [key[1] for key in counted]
            try:
                for name, span, count in await self._say(COUNT, names, spans, list(counted.values())):
                    self._totals[str(name), int(span)] = int(count)
            except psycopg.Error:
                # Counted here alone, until the database is back.
                self._totals.update(counted)


def name_of(number: int) -> str:
    return f"{number:08x}"[-4:]


def key_of(table: str) -> int:
    """A number for a table, for locks: two tables with one number only share their leader."""
    return int.from_bytes(hashlib.sha256(table.encode()).digest()[:4], "big", signed=True)


def span_of(name: str, seconds: int) -> tuple[str, int]:
    """What is counted, and the second at which its span of time began."""
    now = int(time.time())
    return name[:180] + f" {seconds}", now - now % seconds
