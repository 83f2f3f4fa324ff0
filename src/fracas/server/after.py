"""After the fight: the reckoning of a seat, over HTTP and in replays. Also so far, while the fight goes on."""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from fastapi import FastAPI, HTTPException, Request

from fracas.engine.command import GM
from fracas.engine.ruleset import Ruleset
from fracas.engine.saved import load_game
from fracas.protocol.messages import Message
from fracas.server.access import Access, download
from fracas.server.kinds import BRANCH, LINES, START
from fracas.server.room import Room
from fracas.server.showing import seat_behind
from fracas.server.store import Row
from fracas.server.workshop import off_loop
from fracas.session.reckoned import Data
from fracas.session.reckoning import Clock, Reckoning
from fracas.session.reckoning_text import as_markdown
from fracas.session.session import Session


class Made(NamedTuple):
    """A reckoning as it is sent, and of which moment it is."""

    moment: str
    data: Data
    markdown: str


MADE: Final[WeakKeyDictionary[Room, dict[str, Made]]] = WeakKeyDictionary()
"""By room and seat: the newest reckoning."""
AT_WORK: Final[WeakKeyDictionary[Room, asyncio.Lock]] = WeakKeyDictionary()


def one_by_one(room: Room) -> asyncio.Lock:
    """A fight is gone through again for one viewer at a time, however many ask, and however often."""
    return AT_WORK.setdefault(room, asyncio.Lock())


class HarmOut(Message):
    """Harm that one did to another by one means; `by` is empty where nobody did it."""

    by: str
    means: str
    to: str
    amount: int
    times: int
    untold: int
    """How often it was told without a number."""


class LuckWordOut(Message):
    """A way in which things came out: how often that was to be expected, how often it came, and how far ahead of what
    was to be expected after every deed."""

    word: str
    expected: float
    got: int
    line: list[float]


class LuckOut(Message):
    """What was to be expected of these deeds, and what came."""

    deeds: int
    words: list[LuckWordOut]


class UsedOut(Message):
    """What somebody used, and how often."""

    what: str
    reaction: bool
    times: int


class UnspentOut(Message):
    """Points left at the ends of all turns together."""

    what: str
    left: int


class TurnTimeOut(Message):
    """Seconds a turn took."""

    turns: int
    median: int
    longest: int


class DiceMeanOut(Message):
    """What somebody's dice came to on average, and what such dice do."""

    rolls: int
    mean: float
    expected: float


class AfterPersonOut(Message):
    """What somebody did, suffered and left. `whole`: what they used and let pass is told to this seat."""

    id: str
    name: str
    side: str
    mine: bool
    whole: bool
    fate: str
    dealt: int
    taken: int
    used: list[UsedOut]
    passed: int
    turns: int
    unspent: list[UnspentOut]
    clock: TurnTimeOut | None
    luck: LuckOut
    dice: DiceMeanOut | None


class AfterOut(Message):
    """A fight as one seat was told it, so far or to its end."""

    over: bool
    title: str
    why: str
    rounds: int
    turns: int
    rewards: list[str]
    people: list[AfterPersonOut]
    harm: list[HarmOut]
    luck: LuckOut
    mine: LuckOut
    """Of those whom this seat speaks for."""


def clock_of(rows: list[Row], game: str) -> Clock:
    """When each line of a game was written. Lines that a branch began with were written at another table."""
    found: dict[int, int] = {}
    last = 0
    for row in [row for row in rows if row.game == game]:
        lines = row.body.count(b"\n")
        if row.kind == BRANCH:
            last = lines - 1
        elif row.kind in (LINES, START):
            found.update(dict.fromkeys(range(last + 1, last + lines + 1), row.at))
            last += lines
    return found


def reckon(ruleset: Ruleset, log: str, seat: str, clock: Clock, moment: str) -> Made:
    """The log is read as a game of its own, so that the table may go on meanwhile."""
    found = Reckoning(Session(load_game(ruleset, log, held=True)), seat, clock)
    return Made(moment, found.to_json(), as_markdown(found))


async def reckoned(room: Room, seat: str) -> Made:
    """The reckoning of a table as it stands, made once for as long as nothing happens there."""
    async with one_by_one(room):
        async with room.lock:
            game, name = room.session.game, room.session.name
            moment = f"{name} {game.log.last_hash}"
            made = MADE.setdefault(room, {}).get(seat)
            if made is not None and made.moment == moment:
                return made
            log, ruleset = game.save(), game.ruleset
            kept = await off_loop(room.store.rows, room.id)
        found = await off_loop(reckon, ruleset, log, seat, clock_of(kept.rows, name), moment)
        MADE[room][seat] = found
        return found


async def eyes_of(access: Access, request: Request, table: str, seat: str, of: str) -> tuple[Room, str]:
    """The room, and whose eyes are meant: the GM may look through every seat's, anybody else through their own."""
    room = await access.seat(request, table, seat)
    wanted = seat_behind(of or seat)
    if wanted != seat_behind(seat) and seat != GM:
        raise HTTPException(403, "no right to this seat")
    async with room.lock:
        room.session.check_seat(wanted)
    return room, wanted


def add_after(app: FastAPI, access: Access) -> None:
    @app.get("/api/t/{table}/{seat}/after", response_model=AfterOut)
    async def after(table: str, seat: str, request: Request, of: str = "", format: str = "json") -> object:
        """The reckoning of this seat's fight, as JSON or, with `format=md`, as Markdown; the GM may name another seat
        with `of`."""
        if format not in ("json", "md"):
            raise HTTPException(404, "json or md")
        room, wanted = await eyes_of(access, request, table, seat, of)
        found = await reckoned(room, wanted)
        if format == "json":
            return AfterOut.model_validate(found.data)
        return download(found.markdown, "after.md", "text/markdown; charset=utf-8")
