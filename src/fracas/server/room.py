"""A room: one encounter being played, its seats, one lock, its subscribers.

Order: validate, append with a real fsync, acknowledge, broadcast. What could not be kept has not happened.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, TypeVar

from fracas.engine.board import Pos
from fracas.engine.canon import canon
from fracas.engine.errors import Invalid
from fracas.engine.log import Line
from fracas.engine.reason import Reason
from fracas.protocol.referee import Referee
from fracas.server.bots import make_bots
from fracas.server.catching_up import Behind, take_in
from fracas.server.clock import Clock
from fracas.server.command_ids import TABLE, own_id
from fracas.server.facts import Fact, Facts, read_fact
from fracas.server.kinds import BRANCH, FACT, LINES, START
from fracas.server.others import Others, Sign
from fracas.server.outlook import Outlook
from fracas.server.queue import Queue
from fracas.server.screens import Screens
from fracas.server.showing import last_aside, ping_for
from fracas.server.snapshots import Steps, is_between_turns
from fracas.server.store import Damaged, Hold, Row, Standing, Store
from fracas.server.subscribers import ASIDES, CLOSED, ROOM, UPDATE, Subscriber
from fracas.server.thinking import Thought
from fracas.session.marking import SessionMark
from fracas.session.questions import Questions
from fracas.session.session import Session

T = TypeVar("T")
MOST_REFUSED = 8
PING, REFUSED, QUEUE, CLOSE = "ping", "refused", "queue", "close"
"""What is told and not kept."""


class Change(NamedTuple):
    """Something done in memory, ready to be kept: the kind of row, the reply it will get, the fact it is, if any."""

    kind: str
    reply: bytes
    fact: Fact | None = None


class Room:
    """One table."""

    def __init__(self, id: str, store: Store, session: Session, scenario: str, seed_hash: str) -> None:
        self.id = id
        self.store = store
        self.session = session
        self.scenario = scenario
        self.seed_hash = seed_hash
        self.facts = Facts()
        self.steps = Steps()
        self.clock = Clock()
        self.bots = make_bots(self)
        self.referee = Referee(session)
        self.seq = 0
        self.done: dict[str, tuple[bytes, bytes]] = {}
        """By command id: the hash of the request and the reply it got."""
        self.queues: dict[str, Queue] = {}
        """By seat: what it wants done one after the other."""
        self.thoughts: dict[tuple[str, bool], Thought] = {}
        """By seat, and whether it is a list: what it wants to know the odds of."""
        self.replying: set[asyncio.Task[None]] = set()
        """Replies on their way from there."""
        self.outlook: Outlook | None = None
        """How it is going, for the GM; none in rooms nobody enters."""
        self.refused: deque[dict[str, str]] = deque(maxlen=MOST_REFUSED)
        """What the rules refused last, for the GM, who may set them aside. It is kept nowhere."""
        self.subscribers: list[Subscriber] = []
        self.lock = asyncio.Lock()
        self.held: Hold | None = None
        """The table, where several servers share it and this one is alone with it now."""
        self.rights = 0
        """How often somebody had lost a right to it when this server last looked."""
        self.others = Others()
        """The other servers, where there are any."""
        self.on_kept: Callable[[], None] = lambda: None
        """Called after every row that is kept here."""
        self.elsewhere: dict[str, int] = {}
        """By seat: how many connections other servers have."""
        self.changed = asyncio.Event()
        """Set after every change, for whoever plays for bots and watches the clock."""
        self.screens = Screens(self)
        self._turned = asyncio.Event()
        self.closed = False
        """No longer the hall's: whoever still has it must ask the hall again."""
        self.empty_since = time.monotonic()

    @property
    def title(self) -> str:
        return self.session.game.start.title

    @property
    def damage(self) -> str:
        """What is missing of it on the disk, if anything is: then nothing more is written."""
        return next((game.log.damage for game in self.session.games.values() if game.log.damage), "")

    async def off_loop(self, work: Callable[..., T], *args: Any) -> T:
        """The engine's work, away from the event loop; only ever under the lock."""
        assert self.lock.locked()
        return await asyncio.to_thread(work, *args)

    # ---------------------------------------------------------------- among several servers

    @asynccontextmanager
    async def turn(self, alone: bool = True) -> AsyncIterator[None]:
        """Under the lock; and alone with the table among all servers, up to date with what they did, where something
        is to be changed."""
        async with self.lock:
            try:
                if alone:
                    await self.claim()
                yield
            finally:
                await self.let_go()

    async def claim(self) -> None:
        """Be alone with the table until something is kept; under the lock. Nothing is kept of a damaged one."""
        if not self.store.shared or self.held is not None or self.closed or self.damage:
            return
        try:
            self.held = await self.store.hold(self.id, self.seq)
        except Damaged as error:
            raise self._behind(error) from error
        assert self.held is not None
        await self.take_in(self.held.rows)
        if self.held.rights != self.rights:
            await self.others.renew_rights(self.id)
            self.rights = self.held.rights

    async def let_go(self) -> None:
        """Other servers may act at the table again; this one must claim it again first."""
        held, self.held = self.held, None
        if held is not None:
            await held.let_go()

    async def take_in(self, rows: list[Row]) -> None:
        """What other servers have done; under the lock."""
        for row in rows:
            try:
                await self.off_loop(take_in, self, row)
            except Exception as error:
                raise self._behind(error) from error
            self.tell()
            self.others.taken(self, row)

    def _behind(self, error: Exception) -> Behind:
        self.others.behind(self)
        return Behind(str(error))

    # ---------------------------------------------------------------- keeping

    async def perform(
        self,
        command_id: str,
        request: bytes,
        seat: str,
        work: Callable[[], Change],
        ack: Callable[[bytes], None] = lambda _: None,
        mark: SessionMark | None = None,
    ) -> None:
        """Do something, keep it (or all since a mark), acknowledge it, tell everybody; under the lock. Whatever fails
        leaves no trace."""
        await self.claim()
        mark = mark or SessionMark(self.session)
        try:
            change, row, standing = await self.off_loop(self._worked, work, command_id, request, seat, mark)
            await self.keep(row, standing)
        except BaseException:
            mark.restore(self.session)
            self.screens.forget()
            raise
        self._kept(row, change)
        ack(change.reply)
        await self.off_loop(self.screens.look_around)
        self.tell()

    async def keep_fact(self, id: str, fact: Fact) -> None:
        """Keep a fact that the table itself states; under the lock."""
        await self.perform(own_id(TABLE, id), b"", TABLE, lambda: Change(FACT, b"{}", fact))

    async def keep(self, row: Row, standing: Standing) -> None:
        held, self.held = self.held, None
        if held is None:
            await self.store.keep(self.id, row, standing)
        else:
            await held.keep(row, standing)

    async def keep_opened(self, game: str, lines: list[Line], before: Questions) -> None:
        """Lines that opening the table added to one of its games. Nobody is there yet to be told."""
        session, seq = self.session, self.seq + 1
        steps = self.steps.news(session) if game == session.name else {}
        after = canon({**session.questions.news(before), "steps": steps}).encode()
        row = Row(seq, own_id(TABLE, seq), b"", TABLE, LINES, game, body_of(lines), after, b"{}", int(time.time()))
        await self.keep(row, Standing(self.facts.started, session.game.state.over, session.game.state.result))
        self._kept(row, Change(LINES, b"{}"))

    def _worked(
        self, work: Callable[[], Change], command_id: str, request: bytes, seat: str, mark: SessionMark
    ) -> tuple[Change, Row, Standing]:
        """Do it in memory, and make the row that keeps it."""
        change, session = work(), self.session
        self.screens.read_on()
        if change.kind in (LINES, START):
            body = body_of(mark.new_lines())
        elif change.kind == BRANCH:
            body = session.game.save().encode()
        else:
            body = canon(change.fact or {}).encode()
        after = canon({**session.questions.news(mark.questions), "steps": self.steps.news(session)}).encode()
        enc, now = session.game.state, int(time.time())
        row = Row(self.seq + 1, command_id, request, seat, change.kind, session.name, body, after, change.reply, now)
        return change, row, Standing(self.facts.started or change.kind == START, enc.over, enc.result)

    def _kept(self, row: Row, change: Change) -> None:
        """It is on the disk: now it is so."""
        self.seq = row.seq
        self.done[row.command_id] = (row.request, row.reply)
        self.take_after(row.after, None)
        if change.kind == START:
            self.facts.take({"what": "start"})
        if change.fact is not None:
            self.facts.take(change.fact)
        self.others.kept(self)
        self.on_kept()

    def remember(self, row: Row, questions: Questions) -> None:
        """A row that was kept elsewhere or before: everything in it but the log."""
        self.seq = row.seq
        self.done[row.command_id] = (row.request, row.reply)
        self.take_after(row.after, questions)
        if row.kind == START:
            self.facts.take({"what": "start"})
        elif row.kind == FACT:
            self.facts.take(read_fact(row.body))

    def take_after(self, after: bytes, questions: Questions | None) -> None:
        """Read what was kept with a row: steps, and on reopening the numbers of questions."""
        news: Any = json.loads(after)
        self.steps.take(news["steps"])
        if questions is not None:
            questions.take(news)

    def before(self, command_id: str, request: bytes, id: str) -> bytes | None:
        """The reply a command got when it came the first time; `id` is what its page calls it."""
        found = self.done.get(command_id)
        if found is None:
            return None
        if found[0] != request:
            raise Invalid("request", "id", id, "an id not used before for something else")
        return found[1]

    # ---------------------------------------------------------------- showing

    def tell(self) -> None:
        """Queue what is new for everybody; nobody is waited for. Under the lock: what is known of the room follows from
        what seats know of the game, which the engine may be at work on."""
        assert self.lock.locked()
        rooms = {seat: self.screens.room_text(seat) for seat in {subscriber.seat for subscriber in self.subscribers}}
        for subscriber in self.subscribers:
            # The room first: it is the same in every world, so that the order of the two tells nothing.
            if rooms[subscriber.seat] != subscriber.room_text:
                subscriber.mark(ROOM)
            if last_aside(self, subscriber.seat) > subscriber.heard:
                subscriber.mark(ASIDES)
            snapshot = self.screens.snapshots.get(subscriber.seat)
            if snapshot is None:
                continue
            if snapshot.game != subscriber.game or subscriber.timed != self.timed:
                subscriber.mark(UPDATE)
            else:
                subscriber.tell(self.screens.news.get(subscriber.seat, []))
        self.screens.news = {}
        self.changed.set()
        if self.outlook is not None:
            self.outlook.follow()
        self._turned.set()
        self._turned = asyncio.Event()

    def is_between_turns(self, seat: str) -> bool:
        """Have only those this seat does not know of something to do?"""
        return seat in self.screens.snapshots and is_between_turns(self.session, seat)

    async def wait_for_turn(self, subscriber: Subscriber) -> None:
        """Until somebody this connection knows of is to act or to answer, or the connection is gone."""
        while subscriber in self.subscribers and self.is_between_turns(subscriber.seat):
            await self._turned.wait()

    @property
    def timed(self) -> tuple[int, bool]:
        """What everybody knows of the clocks; which questions they run for is told to whoever is asked."""
        return self.facts.limit, self.facts.paused

    # ---------------------------------------------------------------- coming and going

    def join(self, subscriber: Subscriber) -> None:
        self.subscribers.append(subscriber)
        self.others.moved(self)
        self.tell()

    async def leave(self, subscriber: Subscriber) -> None:
        """It is gone at once, and the others are told when the table is free."""
        if subscriber in self.subscribers:
            self.subscribers.remove(subscriber)
            self.empty_since = time.monotonic()
            self.others.moved(self)
            async with self.lock:
                self.tell()

    def tabs(self, seat: str) -> int:
        """How many connections there are to a seat, on all servers."""
        return len([subscriber for subscriber in self.subscribers if subscriber.seat == seat]) + self.elsewhere.get(
            seat, 0
        )

    @property
    def watched(self) -> bool:
        """Does anybody look on, on whatever server?"""
        return bool(self.subscribers or self.elsewhere)

    def note_refusal(self, seat: str, reasons: list[Reason]) -> None:
        """Rules of the game that stood in somebody's way, the newest last and each once."""
        fresh = [{"seat": seat, "paragraph": reason.paragraph, "text": reason.text} for reason in reasons]
        self.others.signal(self, {"what": REFUSED, "reasons": fresh})
        self._take_refusals(fresh)

    def _take_refusals(self, fresh: list[dict[str, str]]) -> None:
        numbers = [one["paragraph"] for one in fresh]
        kept = [refusal for refusal in self.refused if refusal["paragraph"] not in numbers]
        self.refused = deque([*kept, *fresh], maxlen=MOST_REFUSED)
        self.tell()

    def point(self, who: str, square: Pos) -> None:
        """Somebody points at the board, and everybody is told in words of their own."""
        for subscriber in self.subscribers:
            subscriber.point(ping_for(self, subscriber.seat, who, square))

    def take_sign(self, sign: Sign) -> None:
        """What another server tells and nobody keeps; under the lock."""
        if sign["what"] == PING:
            self.point(sign["who"], sign["square"])
        elif sign["what"] == REFUSED:
            self._take_refusals(sign["reasons"])
        elif sign["what"] == QUEUE and self.queues.pop(sign.get("seat", ""), None) is not None:
            # Errands take the place of those their seat gave before, on whatever server.
            self.tell()
        elif sign["what"] == CLOSE:
            self.close_connections()

    def close_connections(self) -> None:
        for subscriber in self.subscribers:
            subscriber.send_away(CLOSED, "the administrator has ended this connection")

    def send_away(self, seat: str, code: int, why: str) -> None:
        for subscriber in self.subscribers:
            if subscriber.seat == seat:
                subscriber.send_away(code, why)


def body_of(lines: list[Line]) -> bytes:
    """Lines as the log spells them."""
    return "".join([line.text() + "\n" for line in lines]).encode()


def digest_of(request: dict[str, object]) -> bytes:
    """Hash that detects an id reused for a different request."""
    return hashlib.sha256(canon({key: value for key, value in request.items() if key != "id"}).encode()).digest()
