"""What every seat of a room is shown: its snapshot, and the frames that bring its connections up to date.

All of it follows from what the seat hears of: where somebody unseen makes the table wait cuts nothing.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from fracas.engine.canon import canon
from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.protocol.records import EventOut, ShowOut
from fracas.server.showing import asides_for, last_aside, lobby_of, room_for
from fracas.server.snapshots import Data, Snapshot, between, is_between_turns, look
from fracas.server.subscribers import News, Subscriber
from fracas.session.parts import encode
from fracas.session.seats import viewers_of
from fracas.session.sight import Sight
from fracas.session.stream import Entry

if TYPE_CHECKING:
    from fracas.server.room import Room

MOST_EVENTS = 1000
"""How many events a connection gets at once; earlier ones it must ask for."""
EVENT_DEFAULTS = {name: field.default for name, field in EventOut.model_fields.items()}
SHOW_DEFAULTS = {name: field.default for name, field in ShowOut.model_fields.items()}
_VALUES = attrgetter(*EVENT_DEFAULTS)


def events_out(entries: list[Entry]) -> list[Data]:
    """What a seat was told, as pages get it."""
    return [event_out(entry) for entry in entries]


def event_out(entry: Entry) -> Data:
    """One event without what goes without saying (`EventOut`)."""
    fields = dict(zip(EVENT_DEFAULTS, _VALUES(entry), strict=True))
    fields["data"] = {name: value for name, value in entry.data.items() if value}
    if entry.show is not None:
        fields["show"] = unlike(SHOW_DEFAULTS, entry.show)
    return unlike(EVENT_DEFAULTS, fields)


def unlike(defaults: Data, fields: Data) -> Data:
    """Those of some fields that do not stand at their defaults."""
    return {name: value for name, value in fields.items() if value != defaults[name]}


class Screens:
    """The snapshots of one room, by seat."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.snapshots: dict[str, Snapshot] = {}
        self.serial = 0
        """Counts the changes everybody was shown."""
        self.news: dict[str, list[News]] = {}
        """By seat: what the last change brings, ready to be sent."""
        self._left_at: dict[str, int] = {}
        """By seat: what it had been told before its last step ended."""
        self._shown_at: dict[str, int] = {}
        """By seat: what it had been told when it was last shown the whole view."""
        self._sights: dict[str, Sight] = {}
        """By seat: what everybody there was shown last."""
        self._between: dict[str, list[tuple[int, int, str, int]]] = {}
        """By seat: at the end of each deed of this change, after which event and from which sum to which, a frame."""
        self._frames: dict[tuple[str, str, int], bytes] = {}
        self._lobby: tuple[object, ...] = ()
        """All that the texts of the room follow from."""
        self._room_texts: dict[str, str] = {}
        """By seat: the room as it may know it, while nothing of that changes."""
        room.session.deed_ended = self._deed_ended

    # ---------------------------------------------------------------- looking

    def _deed_ended(self, seat: str, enc: Encounter, last: int) -> None:
        """Show a seat how things stand at the end of a deed: the same in every world, whoever is next."""
        if seat != GM and seat in self.snapshots:
            sight = self._sights[seat]
            between(self.room.session, sight, enc, last, self.snapshots[seat].step, self.room.facts.hung)
            self._between.setdefault(seat, []).append((last, *sight.parts.frame(), sight.parts.sum))

    def look_around(self) -> None:
        """Bring every viewer's snapshot up to date, and make what is to be sent of the change."""
        self.room.clock.follow(self.room)
        self.serial += 1
        self.news = {}
        viewers = self.read_on()
        for seat in viewers:
            before = self.snapshots.get(seat)
            if before is None or before.game != self.room.session.name:
                self._look_anew(seat)
                continue
            self.snapshots[seat] = now = self._look(seat)
            if before.step != now.step and seat in self._shown_at:
                self._left_at[seat] = self._shown_at[seat]
            self._note_shown(seat, now)
            self.news[seat] = self._what_came(seat, before.last, now)
        self._between.clear()
        self._frames.clear()

    def read_on(self) -> list[str]:
        """Let every viewer's stream read on, which shows it the ends of deeds; before anybody is shown what came after,
        because whoever looks back and forth looks at more."""
        viewers = viewers_of(self.room.session.game.state)
        for seat in viewers:
            self.room.session.stream(seat)
        return viewers

    def _look_anew(self, seat: str) -> None:
        """A seat to which nothing was shown yet of this game."""
        sight = self._sights[seat] = self.room.session.sight(seat)
        self.snapshots[seat] = now = look(self.room.session, sight, self.room.steps.of(seat), self.room.facts.hung)
        self._shown_at.pop(seat, None)
        self._note_shown(seat, now)
        sight.parts.frame()

    def _note_shown(self, seat: str, now: Snapshot) -> None:
        """A step ends with the first that is told after this, and not when the hidden are done."""
        if not now.between:
            self._shown_at[seat] = now.last

    def _look(self, seat: str) -> Snapshot:
        """What a seat sees now. While it is not shown that, because it waits for somebody unseen, its sight stays."""
        sight, step = self._sights[seat], self.room.steps.of(seat)
        if not is_between_turns(self.room.session, seat):
            return look(self.room.session, sight, step, self.room.facts.hung)
        now = look(self.room.session, sight.copy(), step, self.room.facts.hung)
        if now.sum == sight.parts.sum:
            now.sight = sight
        return now

    def _what_came(self, seat: str, last: int, now: Snapshot) -> list[News]:
        """Each event by itself, the neutral view where a deed ended, the whole one once somebody known is to act."""
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
        return [piece for piece in news if piece is not None]

    def _view_news(self, start: int, text: str, end: int) -> News | None:
        """A frame from one sum to another; none where nothing is new."""
        return News(self.serial, 0, f'{{"type":"view","view":{text}}}'.encode(), start, end) if text else None

    def _timed(self, text: str, snapshot: Snapshot) -> str:
        """A view as text with what is left on its clocks. They are no part of it: they tick by themselves."""
        left = [self.room.clock.left(id) for id in snapshot.questions]
        # Whether clocks run for others is not told: somebody hidden may be asked.
        if not text or all(seconds is None for seconds in left):
            return text
        return f'{{"clocks":{encode(left)},{text[1:]}'

    def forget(self) -> None:
        """What was made ready to be shown has not happened: sights go back to how things stand."""
        for seat in self._between:
            sight = self._sights[seat]
            self.snapshots[seat] = look(self.room.session, sight, self.room.steps.of(seat), self.room.facts.hung)
            sight.parts.frame()
        self._between.clear()

    # ---------------------------------------------------------------- frames

    def room_text(self, seat: str) -> str:
        lobby = lobby_of(self.room)
        if lobby != self._lobby:
            self._lobby = lobby
            self._room_texts.clear()
        if seat not in self._room_texts:
            self._room_texts[seat] = canon(room_for(self.room, seat))
        return self._room_texts[seat]

    def view_text(self, seat: str) -> str:
        """The whole view of a seat, as parts for a page that holds nothing."""
        return self._timed(self.snapshots[seat].text, self.snapshots[seat])

    def events(self, seat: str, since: int) -> list[Data]:
        """The events of a seat after a number, up to its snapshot."""
        snapshot = self.snapshots[seat]
        entries = self.room.session.stream(seat, snapshot.game).entries
        return events_out(entries[since : snapshot.last])

    def ended_by(self, seat: str) -> str:
        """What ended the last step of a seat, as it was told; nothing if nobody knows any more."""
        if seat not in self._left_at:
            return ""
        return next((event["text"] for event in self.events(seat, self._left_at[seat]) if "text" in event), "")

    def update_for(self, subscriber: Subscriber) -> bytes:
        """The frame that brings a connection up to date; made once for all that stand at the same place."""
        snapshot = self.snapshots[subscriber.seat]
        fresh = subscriber.game != snapshot.game
        since = max(0, snapshot.last - MOST_EVENTS) if fresh else subscriber.told
        key = (subscriber.seat, subscriber.game, since)
        frame = self._frames.get(key)
        if frame is None:
            # Spelled like canon: a view is long, and its text is there already.
            events, newest = canon(self.events(subscriber.seat, since)), canon(fresh)
            view = self.view_text(subscriber.seat)
            frame = f'{{"events":{events},"fresh":{newest},"type":"update","view":{view}}}'.encode()
            if not self.room.clock.runs:
                self._frames[key] = frame
        subscriber.game, subscriber.told, subscriber.sum = snapshot.game, snapshot.last, snapshot.sum
        subscriber.serial, subscriber.timed = self.serial, self.room.timed
        return frame

    def room_frame(self, subscriber: Subscriber) -> bytes:
        subscriber.room_text = self.room_text(subscriber.seat)
        return ('{"room":' + subscriber.room_text + ',"type":"room"}').encode()

    def asides_frame(self, subscriber: Subscriber) -> bytes:
        """What was said or rolled alongside the game since the last such frame."""
        since, subscriber.heard = subscriber.heard, last_aside(self.room, subscriber.seat)
        return canon({"type": "asides", "asides": asides_for(self.room, subscriber.seat, since)}).encode()
