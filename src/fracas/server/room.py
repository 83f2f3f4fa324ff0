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
from typing import Any, TypeVar

from fracas.engine.canon import canon
from fracas.engine.cleaning import clean
from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.log import Line
from fracas.engine.reason import Reason
from fracas.protocol.referee import Referee
from fracas.protocol.replies import EventOut
from fracas.server.bots import make_bots
from fracas.server.catching_up import Behind, take_in
from fracas.server.clock import Clock
from fracas.server.facts import Fact, Facts, read_fact
from fracas.server.kinds import BRANCH, FACT, LINES, START, SWITCH
from fracas.server.others import Others, Sign
from fracas.server.outlook import Outlook
from fracas.server.queue import Queue
from fracas.server.showing import aside_text, asides_for, last_aside, lobby_of, room_for
from fracas.server.snapshots import Data, Snapshot, Steps, between, is_between_turns, look
from fracas.server.store import Damaged, Hold, NotKept, Row, Standing, Store
from fracas.server.subscribers import ASIDES, CLOSED, ROOM, UPDATE, News, Subscriber
from fracas.server.thinking import Thought
from fracas.session.marking import SessionMark
from fracas.session.parts import encode
from fracas.session.questions import Questions
from fracas.session.reckoning_text import escaped
from fracas.session.seats import viewers_of
from fracas.session.session import Session
from fracas.session.sight import Sight
from fracas.session.stream import tellings

T = TypeVar("T")
MOST_EVENTS = 1000
"""How many events a connection gets at once; earlier ones it must ask for."""
MOST_REFUSED = 8
PING, REFUSED, QUEUE, CLOSE = "ping", "refused", "queue", "close"
"""What is told and not kept."""
EVENT_FIELDS = tuple(EventOut.model_fields)


class Change:
    """Something done in memory, ready to be kept: the kind of row, its bytes, and the reply it will get."""

    def __init__(self, kind: str, reply: bytes, fact: Fact | None = None) -> None:
        self.kind = kind
        self.reply = reply
        self.fact = fact


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
        self.snapshots: dict[str, Snapshot] = {}
        self.left_at: dict[str, int] = {}
        """By seat: what it had been told before its last step ended."""
        self._shown_at: dict[str, int] = {}
        """By seat: what it had been told when it was last shown the whole view."""
        self.queue: Queue | None = None
        """What somebody wants done one after the other."""
        self.thoughts: dict[str, Thought] = {}
        """By seat: what it wants to know the odds of."""
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
        self.serial = 0
        """Counts the changes everybody was shown."""
        self._news: dict[str, list[News]] = {}
        """By seat: what the last change brings, ready to be sent."""
        self._sights: dict[str, Sight] = {}
        """By seat: what everybody there was shown last."""
        self._between: dict[str, list[tuple[int, int, str, int]]] = {}
        """By seat: at the end of each deed of this change, after which event and from which sum to which, a frame."""
        session.deed_ended = self._deed_ended
        self._frames: dict[tuple[str, str, int], bytes] = {}
        self._lobby: tuple[object, ...] = ()
        """All that the texts of the room follow from."""
        self._room_texts: dict[str, str] = {}
        """By seat: the room as it may know it, while nothing of that changes."""
        self._turned = asyncio.Event()
        self.closed = False
        """Let go of: whoever still holds it must ask the hall again."""
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
        return await asyncio.get_running_loop().run_in_executor(None, work, *args)

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
                held, self.held = self.held, None
                if held is not None:
                    await held.let_go()

    async def claim(self) -> None:
        """Be alone with the table until something is kept; under the lock."""
        if not self.store.shared or self.held is not None or self.closed:
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
        ack: Callable[[bytes], None],
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
            self._forget_shown()
            raise
        self._kept(row, change)
        ack(change.reply)
        await self.off_loop(self.look_around)
        self.tell()

    def _forget_shown(self) -> None:
        """What was made ready to be shown has not happened either: sights go back to how things stand."""
        for seat in self._between:
            sight = self._sights[seat]
            self.snapshots[seat] = look(self.session, sight, self.steps.of(seat), self.facts.hung)
            sight.parts.frame()
        self._between.clear()

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
        row = Row(seq, f"table/{seq}", b"", "table", LINES, game, body_of(lines), after, b"{}", int(time.time()))
        await self.keep(row, Standing(self.facts.started, session.game.state.over, session.game.state.result))
        self._kept(row, Change(LINES, b"{}"))

    def _worked(
        self, work: Callable[[], Change], command_id: str, request: bytes, seat: str, mark: SessionMark
    ) -> tuple[Change, Row, Standing]:
        """Do it in memory, and make the row that keeps it."""
        change, session = work(), self.session
        self._read_on()
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
        """A row that was kept elsewhere or before: all of it that stands beside the log."""
        self.seq = row.seq
        self.done[row.command_id] = (row.request, row.reply)
        self.take_after(row.after, questions)
        if row.kind == START:
            self.facts.take({"what": "start"})
        elif row.kind == FACT:
            self.facts.take(read_fact(row.body))

    def take_after(self, after: bytes, questions: Questions | None) -> None:
        """Read what was kept beside a row: steps, and on reopening the numbers of questions."""
        news: Any = json.loads(after)
        self.steps.take(news["steps"])
        if questions is not None:
            questions.take(news)

    def before(self, command_id: str, request: bytes) -> bytes | None:
        """The reply a command got when it came the first time."""
        found = self.done.get(command_id)
        if found is None:
            return None
        if found[0] != request:
            raise Invalid("request", "id", command_id.partition("/")[2], "an id not used before for something else")
        return found[1]

    # ---------------------------------------------------------------- showing

    def _deed_ended(self, seat: str, enc: Encounter, last: int) -> None:
        """Show a seat how things stand at the end of a deed: the same in every world, whoever is next."""
        if seat != GM and seat in self.snapshots:
            sight = self._sights[seat]
            between(self.session, sight, enc, last, self.snapshots[seat].step, self.facts.hung)
            self._between.setdefault(seat, []).append((last, *sight.parts.frame(), sight.parts.sum))

    def look_around(self) -> None:
        """Bring every viewer's snapshot up to date, and make what is to be sent of the change."""
        self.clock.follow(self)
        self.serial += 1
        self._news = {}
        viewers = self._read_on()
        for seat in viewers:
            before = self.snapshots.get(seat)
            if before is None or before.game != self.session.name:
                self._look_anew(seat)
                continue
            self.snapshots[seat] = now = self._look(seat)
            if before.step != now.step and seat in self._shown_at:
                self.left_at[seat] = self._shown_at[seat]
            self._note_shown(seat, now)
            self._news[seat] = self._what_came(seat, before.last, now)
        self._between.clear()
        self._frames.clear()

    def _read_on(self) -> list[str]:
        """Let every viewer's stream read on, which shows it the ends of deeds; before anybody is shown what came after,
        because whoever looks back and forth looks at more."""
        viewers = viewers_of(self.session.game.state)
        for seat in viewers:
            self.session.stream(seat)
        return viewers

    def _look_anew(self, seat: str) -> None:
        """A seat to which nothing was shown yet of this game."""
        sight = self._sights[seat] = self.session.sight(seat)
        self.snapshots[seat] = now = look(self.session, sight, self.steps.of(seat), self.facts.hung)
        self._shown_at.pop(seat, None)
        self._note_shown(seat, now)
        sight.parts.frame()

    def _note_shown(self, seat: str, now: Snapshot) -> None:
        """A step ends with the first that is told after this, and not when the hidden are done."""
        if not now.between:
            self._shown_at[seat] = now.last

    def _look(self, seat: str) -> Snapshot:
        """What a seat sees now. While it is not shown that, because it waits for somebody unseen, its sight stays."""
        sight, step = self._sights[seat], self.steps.of(seat)
        if not is_between_turns(self.session, seat):
            return look(self.session, sight, step, self.facts.hung)
        now = look(self.session, sight.copy(), step, self.facts.hung)
        if now.sum == sight.parts.sum:
            now.sight = sight
        return now

    def _what_came(self, seat: str, last: int, now: Snapshot) -> list[News]:
        """Each event by itself, the neutral view where a deed ended, and the whole one once somebody known is to act.

        All of it follows from what the seat hears of: where somebody unseen makes the table wait cuts nothing."""
        ended = self._between.get(seat, [])
        # What was begun in an earlier change and told then may have ended in this one.
        news = [self._view_news(start, text, end) for at, start, text, end in ended if at <= last]
        for event in self.events(seat, last):
            n = int(event["n"])
            news.append(News(self.serial, n, f'{{"event":{encode(event)},"type":"event"}}'.encode()))
            news.extend([self._view_news(start, text, end) for at, start, text, end in ended if at == n])
        if not now.between:
            start, text = now.sight.parts.frame()
            news.append(self._view_news(start, self._timed(text, now), now.sum))
        return [one for one in news if one is not None]

    def _view_news(self, start: int, text: str, end: int) -> News | None:
        """A frame from one sum to another; none where nothing is new."""
        return News(self.serial, 0, f'{{"type":"view","view":{text}}}'.encode(), start, end) if text else None

    def _timed(self, text: str, snapshot: Snapshot) -> str:
        """A view as text with what is left on its clocks. They are no part of it: they tick by themselves."""
        if not text or not self.clock.runs:
            return text
        return f'{{"clocks":{encode([self.clock.left(id) for id in snapshot.questions])},{text[1:]}'

    def tell(self) -> None:
        """Queue what is new for everybody; nobody is waited for."""
        rooms = {seat: self.room_text(seat) for seat in {one.seat for one in self.subscribers}}
        for one in self.subscribers:
            # The room first: it is the same in every world, so that the order of the two tells nothing.
            if rooms[one.seat] != one.room_text:
                one.mark(ROOM)
            if last_aside(self, one.seat) > one.heard:
                one.mark(ASIDES)
            snapshot = self.snapshots.get(one.seat)
            if snapshot is None:
                continue
            if snapshot.game != one.game or one.timed != self.timed:
                one.mark(UPDATE)
            else:
                one.tell(self._news.get(one.seat, []))
        self._news = {}
        self.changed.set()
        if self.outlook is not None:
            self.outlook.follow()
        self._turned.set()
        self._turned = asyncio.Event()

    def is_between_turns(self, seat: str) -> bool:
        """Have only those this seat does not know of something to do?"""
        return seat in self.snapshots and is_between_turns(self.session, seat)

    async def wait_for_turn(self, one: Subscriber) -> None:
        """Until somebody this connection knows of is to act or to answer, or the connection is gone."""
        while one in self.subscribers and self.is_between_turns(one.seat):
            await self._turned.wait()

    @property
    def timed(self) -> tuple[int, bool]:
        """What everybody knows of the clocks; which questions they run for is told to whoever is asked."""
        return self.facts.limit, self.facts.paused

    def room_text(self, seat: str) -> str:
        lobby = lobby_of(self)
        if lobby != self._lobby:
            self._lobby = lobby
            self._room_texts.clear()
        if seat not in self._room_texts:
            self._room_texts[seat] = canon(room_for(self, seat))
        return self._room_texts[seat]

    def view_text(self, seat: str) -> str:
        """The whole view of a seat, as parts for a page that holds nothing."""
        return self._timed(self.snapshots[seat].text, self.snapshots[seat])

    def events(self, seat: str, since: int) -> list[Data]:
        """The events of a seat after a number, up to its snapshot."""
        snapshot = self.snapshots[seat]
        entries = self.session.stream(seat, snapshot.game).entries
        return [{name: getattr(entry, name) for name in EVENT_FIELDS} for entry in entries[since : snapshot.last]]

    def ended_by(self, seat: str) -> str:
        """What ended the last step of a seat, as it was told; nothing if nobody knows any more."""
        if seat not in self.left_at:
            return ""
        return next((event["text"] for event in self.events(seat, self.left_at[seat]) if event["text"]), "")

    def update_for(self, one: Subscriber) -> bytes:
        """The frame that brings a connection up to date; made once for all that stand at the same place."""
        snapshot = self.snapshots[one.seat]
        fresh = one.game != snapshot.game
        since = max(0, snapshot.last - MOST_EVENTS) if fresh else one.told
        key = (one.seat, one.game, since)
        frame = self._frames.get(key)
        if frame is None:
            # Spelled like canon: a view is long, and its text is there already.
            events, newest = canon(self.events(one.seat, since)), canon(fresh)
            frame = f'{{"events":{events},"fresh":{newest},"type":"update","view":{self.view_text(one.seat)}}}'.encode()
            if not self.clock.runs:
                self._frames[key] = frame
        one.game, one.told, one.serial, one.timed = snapshot.game, snapshot.last, self.serial, self.timed
        one.sum = snapshot.sum
        return frame

    def room_frame(self, one: Subscriber) -> bytes:
        one.room_text = self.room_text(one.seat)
        return ('{"room":' + one.room_text + ',"type":"room"}').encode()

    def asides_frame(self, one: Subscriber) -> bytes:
        """What was said or rolled beside the game since the last such frame."""
        since, one.heard = one.heard, last_aside(self, one.seat)
        return canon({"type": "asides", "asides": asides_for(self, one.seat, since)}).encode()

    def log_text(self, seat: str, markdown: bool) -> str:
        """What a seat was told: one line a deed, what belongs to it below; what was taken back is marked, and so are
        dice outside the rules."""
        stream = self.session.stream(seat, self.snapshots[seat].game)
        title = clean(self.title)
        lines = [f"# {escaped(title)}\n"] if markdown else [title, ""]
        asides = [(one["after"], aside_text(self, one)) for one in asides_for(self, seat)]
        lines.extend([logged(text, True, markdown) for after, text in asides if after == 0])
        before = 0
        for telling in tellings(stream.entries[: self.snapshots[seat].last]):
            if telling.text:
                lines.append(logged(telling.text, telling.holds, markdown))
            lines.extend(["    " + logged(text, telling.holds, markdown) for text in telling.details])
            lines.extend([logged(text, True, markdown) for after, text in asides if before < after <= telling.last])
            before = telling.last
        return "\n".join(lines) + "\n"

    # ---------------------------------------------------------------- coming and going

    def join(self, one: Subscriber) -> None:
        self.subscribers.append(one)
        self.others.moved(self)
        self.tell()

    def leave(self, one: Subscriber) -> None:
        if one in self.subscribers:
            self.subscribers.remove(one)
            self.empty_since = time.monotonic()
            self.others.moved(self)
            self.tell()

    def tabs(self, seat: str) -> int:
        """How many connections there are to a seat, on all servers."""
        return len([one for one in self.subscribers if one.seat == seat]) + self.elsewhere.get(seat, 0)

    @property
    def watched(self) -> bool:
        """Does anybody look on, on whatever server?"""
        return bool(self.subscribers or self.elsewhere)

    def note_refusal(self, seat: str, reasons: list[Reason]) -> None:
        """Rules of the game that stood in somebody's way, the newest last and each once."""
        fresh = [{"seat": seat, "paragraph": one.paragraph, "text": one.text} for one in reasons]
        self.others.signal(self, {"what": REFUSED, "reasons": fresh})
        self._take_refusals(fresh)

    def _take_refusals(self, fresh: list[dict[str, str]]) -> None:
        numbers = [one["paragraph"] for one in fresh]
        kept = [one for one in self.refused if one["paragraph"] not in numbers]
        self.refused = deque([*kept, *fresh], maxlen=MOST_REFUSED)
        self.tell()

    def point(self, ping: dict[str, str]) -> None:
        """Somebody points at the board."""
        for one in self.subscribers:
            one.point(ping)

    def take_sign(self, sign: Sign) -> None:
        """What another server tells and nobody keeps."""
        if sign["what"] == PING:
            self.point({"who": sign["who"], "square": sign["square"]})
        elif sign["what"] == REFUSED:
            self._take_refusals(sign["reasons"])
        elif sign["what"] == QUEUE and self.queue is not None:
            # Errands take the place of those before them, on whatever server.
            self.queue = None
            self.tell()
        elif sign["what"] == CLOSE:
            self.close_connections()

    def close_connections(self) -> None:
        for one in self.subscribers:
            one.send_away(CLOSED, "the administrator has ended this connection")

    def send_away(self, seat: str, code: int, why: str) -> None:
        for one in self.subscribers:
            if one.seat == seat:
                one.send_away(code, why)


def body_of(lines: list[Line]) -> bytes:
    """Lines as the log spells them."""
    return "".join([line.text() + "\n" for line in lines]).encode()


def logged(text: str, holds: bool, markdown: bool) -> str:
    """One line of the log as a file."""
    plain = clean(text)
    if not markdown:
        return plain if holds else f"(taken back) {plain}"
    return f"- {escaped(plain)}" if holds else f"- ~~{escaped(plain)}~~"


def digest_of(request: dict[str, object]) -> bytes:
    """By which two requests of one id are told apart."""
    return hashlib.sha256(canon({key: value for key, value in request.items() if key != "id"}).encode()).digest()


__all__ = ["BRANCH", "FACT", "GM", "LINES", "START", "SWITCH", "Change", "NotKept", "Room", "body_of", "digest_of"]
