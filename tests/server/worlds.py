"""Tables without sockets: a hall and its rooms in this process, and seats whose frames are gathered byte by byte."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.held import Held
from tests.server.grounds import GROUND

from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.ruleset import Ruleset
from fracas.server import thinking
from fracas.server.dispatch import serve
from fracas.server.grants import Grant
from fracas.server.hall import Hall
from fracas.server.room import Room
from fracas.server.snapshots import Snapshot
from fracas.server.socket import frame_of, welcome
from fracas.server.store import NotKept, Row, Standing
from fracas.server.store_postgres import PostgresHold
from fracas.server.store_sqlite import SqliteStore
from fracas.server.subscribers import Subscriber
from fracas.session.waiting import Seconds

Data = dict[str, Any]
BASE = "http://127.0.0.1:1"
PATIENCE = 60
"""Seconds after which a message counts as never answered."""
MOST_CASES = 40
"""After so many looks at the clock odds are thought about for long enough."""


class Counted(Seconds):
    """Patience that does not depend on how busy the machine is: what is compared here must not either."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.asked = 0

    def spent(self, percent: int = 100) -> bool:
        self.asked += 1
        return self.called_off or self.asked > MOST_CASES * percent // 100


thinking.SOON = PATIENCE  # type: ignore[misc]
patch("fracas.server.thinking.Seconds", Counted).start()


@contextmanager
def full_disk(tries: list[int]) -> Iterator[None]:
    """Nothing is kept, on either database; `tries` gets the numbers of rows that were to be."""

    def append(self: object, table: str, row: Row, standing: Standing) -> None:
        tries.append(row.seq)
        raise NotKept("the disk is full")

    async def keep(self: PostgresHold, row: Row, standing: Standing) -> None:
        await self.let_go()
        append(self, "", row, standing)

    with patch.object(SqliteStore, "append", append), patch.object(PostgresHold, "keep", keep):
        yield


class Page:
    """The frames of a seat. Most are only compared as bytes, so they are read at the first look."""

    def __init__(self) -> None:
        self.waiting: list[bytes] = []
        self.seen = 0
        """How many were taken before."""
        self._held = Held()
        self._read: list[Data] = []

    @property
    def count(self) -> int:
        return len(self._read) + len(self.waiting)

    def read(self) -> list[Data]:
        self._read += [self._held.read(json.loads(frame)) for frame in self.waiting]
        self.waiting = []
        return self._read[self.seen :]


class World:
    """One table and somebody in each of its seats, in a house of its own or in one with others."""

    def __init__(self, where: Path | Hall) -> None:
        self.alone = isinstance(where, Path)
        self.hall = Hall(GROUND.place(where), BASE, 0) if isinstance(where, Path) else where
        self.room: Room
        self.seats: dict[str, Subscriber] = {}
        self.frames: dict[str, list[bytes]] = {}
        self._pages: dict[str, Page] = {}
        self._looks: dict[str, tuple[tuple[Snapshot, int], Data]] = {}
        self.count = 0

    async def open(self, ruleset: Ruleset, start: Encounter, seats: list[str]) -> None:
        self.room = await self.hall.create(ruleset, "", start)
        for seat in seats:
            await self.join(seat)
        await self.drain()

    async def join(self, seat: str, game: str = "", since: str = "") -> None:
        role = "gm" if seat == GM else "player" if seat else "spectator"
        one = Subscriber(seat, role, Grant("x", self.room.id, seat or "watch", 1 << 40))
        self.seats[seat], self._pages[seat] = one, Page()
        self.frames[seat] = []
        async with self.room.lock:
            one.reply(welcome(self.room, one, game, since).replace(self.room.id.encode(), b"TABLE"))
            self.room.join(one)

    async def drain(self) -> None:
        """Gather all that waits to be sent."""
        for seat, one in self.seats.items():
            while (what := one.take()) is not None:
                frame = await frame_of(self.room, one, what)
                self.frames[seat].append(frame)
                self._pages[seat].waiting.append(frame)

    def take(self) -> dict[str, list[bytes]]:
        """What players and spectators got since the last time."""
        return {seat: frames for seat, frames in self.take_all().items() if seat != GM}

    def take_all(self) -> dict[str, list[bytes]]:
        """What everybody got since the last time."""
        taken, self.frames = self.frames, {seat: [] for seat in self.frames}
        for page in self._pages.values():
            page.seen = page.count
        return taken

    def read(self, seat: str) -> list[Data]:
        """What a seat got since the last time, as a page reads it: with its views put together."""
        return self._pages[seat].read()

    async def _serve(self, subscriber: Subscriber, message: Data) -> None:
        """With what is thought about beside the table."""
        await asyncio.wait_for(serve(self.hall, self.room, subscriber, message), PATIENCE)
        while self.room.replying:
            await asyncio.wait(self.room.replying)

    async def ask(self, seat: str, type: str, /, id: str = "", **fields: Any) -> Data:
        """The reply to a message; other frames stay gathered."""
        self.count += 1
        id = id or f"m{self.count}"
        before = len(self.frames[seat])
        await self._serve(self.seats[seat], {"type": type, "id": id, **fields})
        await self.drain()
        for frame in self.frames[seat][before:]:
            data: Data = json.loads(frame)
            if data.get("id") == id:
                return data
        raise AssertionError("no reply")

    async def raw(self, seat: str, **message: Any) -> bytes:
        """The reply as bytes, to a message that changes nothing for anybody else."""
        before = len(self.frames[seat])
        await self._serve(self.seats[seat], message)
        await self.drain()
        return b"\n".join(self.frames[seat][before:])

    async def let_hidden_pass(self) -> None:
        """The GM answers and passes for those nobody sees, until everybody's view is the game's again."""
        await self.pass_until(lambda: not self.room.is_between_turns(""))

    async def pass_until(self, reached: Callable[[], bool]) -> None:
        """The GM answers and passes for whoever's turn it is."""
        for _ in range(60):
            if reached():
                return
            view = self.view()
            if view["decisions"]:
                asked = view["decisions"][0]
                await self.do(GM, "answer", to=asked["id"], answer=asked["default"], step=view["step"])
            else:
                await self.do(GM, "command", command=f"{view['actors'][0]} pass", step=view["step"])
        raise AssertionError("this point of the order is never reached")

    def view(self, seat: str = GM) -> Data:
        """What a seat sees, put together once for each state of it."""
        snapshot = self.room.screens.snapshots[seat]
        known = self._looks.get(seat)
        if known is None or known[0] != (snapshot, snapshot.sum):
            known = self._looks[seat] = (snapshot, snapshot.sum), snapshot.view
        return known[1]

    def known_ids(self) -> list[str]:
        return list(self.room.session.game.state.combatants)

    async def do(self, seat: str, type: str, /, **fields: Any) -> Data:
        reply = await self.ask(seat, type, **fields)
        assert reply["type"] in ("ok", "roll", "next"), reply
        return reply

    def close(self) -> None:
        if self.alone:
            self.hall.close()
        elif hasattr(self, "room"):
            self.hall._rooms.pop(self.room.id)[1].stop()


def light_hall(folder: Path) -> Hall:
    """A house for many short games: it opens its database once, and nothing that is done there is written to it."""
    hall = Hall(folder, BASE, 0)
    assert isinstance(hall.store, SqliteStore)
    hall.store.append = lambda *row: None  # type: ignore[method-assign]
    return hall


def gathered(enc: Encounter, most: int) -> Encounter:
    """The same encounter with so many players at most: every viewer less makes a world cheaper."""
    players = [seat for seat in enc.seats if seat != GM]
    for one in enc.combatants.values():
        if one.seat in players:
            one.seat = players[players.index(one.seat) % most]
    for seat in players[most:]:
        del enc.seats[seat]
    return enc
