"""A seat's own stream of events, numbered without gaps, worked out from the log alone.

For sessions: the same log gives the same stream, so whoever comes back later reads exactly what was sent before.
"""

from __future__ import annotations

from collections.abc import Callable

from fracas.engine.board import Board
from fracas.engine.command import GM, TABLE, command_from_json
from fracas.engine.encounter import Encounter
from fracas.engine.event import Event
from fracas.engine.events import ACT, BOOKS, HARM, REST, Added, Finished
from fracas.engine.folds import Folds
from fracas.engine.log import COMMAND, CONTENT, EVENT, OTHER_VERSION, RULING, TAKEN_BACK, UNDO, Line, Log
from fracas.engine.ruleset import Ruleset
from fracas.engine.teller import Teller, Told, tell_together
from fracas.session.deeds import AT_ONCE, Course, Numbering, goes_on
from fracas.session.story import BACK, Story, Tale

WENT_BACK = "went-back"
"""The kind of a stream's entry for an undo, redo or jump: what was told after entry `to` no longer holds."""
WAYS_BACK = {
    "undo": "Taken back, up to here",
    "redo": "Done again after all",
    "jump": "Back to an earlier moment",
    "withdraw": "The command was withdrawn",
    OTHER_VERSION: TAKEN_BACK,
}


def name_squares(board: Board, value: object) -> object:
    """A square, or each square of a list, by its name; what is no square of this board stays as it is."""
    if isinstance(value, list | tuple):
        return [name_squares(board, one) for one in value]
    return board.name(value) if isinstance(value, int) and board.holds(value) else value


UNSEEN = ("", BOOKS, REST)
"""What is not shown on the board."""


class Entry:
    """One thing a seat was told: its number in the stream, the deed it belongs to, the log's line behind it, a sentence
    and the data."""

    def __init__(self, n: int, deed: int, line: int, kind: str, text: str, data: dict[str, object]) -> None:
        self.n = n
        self.deed = deed
        self.line = line
        self.kind = kind
        self.text = text
        self.data = data
        self.told: Told | None = None
        """The event behind it, as the seat was told it; none for a going back."""
        self.harm = 0
        self.by = ""
        """Who brought that harm about, as far as this seat was told."""
        self.reward = False
        self.holds = kind != WENT_BACK
        self.tale = n
        """The entry that begins the line of the story this one belongs to."""
        self.shape = BACK
        """What kind of line: a deed, a turn that begins, a mark, something quiet, or a going back."""
        self.story = ""
        """That line as it reads from here on; empty where this entry changes nothing about it."""
        self.show: dict[str, object] | None = None
        """What it looks like on the board; none where there is nothing to see."""

    def to_json(self) -> dict[str, object]:
        return {"n": self.n, "deed": self.deed, "kind": self.kind, "text": self.text, "data": self.data}


class Telling:
    """A line of the story as it stands: its text, the sentences that belong to it, and whether it still holds."""

    def __init__(self, first: Entry) -> None:
        self.tale = first.tale
        self.holds = first.holds or first.kind == WENT_BACK
        self.text = ""
        self.shape = first.shape
        self.entries: list[Entry] = []

    @property
    def last(self) -> int:
        return self.entries[-1].n

    @property
    def details(self) -> list[str]:
        """What the line leaves out, or says in other words."""
        if self.shape == BACK:
            return []
        return [entry.text for entry in self.entries if entry.text and entry.text != self.text]


def tellings(entries: list[Entry]) -> list[Telling]:
    """The story these entries tell, line by line; what no longer holds of a line is one of its own."""
    found: list[Telling] = []
    for entry in entries:
        holds = entry.holds or entry.kind == WENT_BACK
        if not found or found[-1].tale != entry.tale or found[-1].holds != holds:
            found.append(Telling(entry))
        line = found[-1]
        line.entries.append(entry)
        line.text, line.shape = entry.story or line.text, entry.shape
    return found


class Stream:
    """What one seat gets to know, in order. It reads on in the log whenever it is asked."""

    def __init__(self, ruleset: Ruleset, start: Encounter, seat: str, folds: Folds) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self.entries: list[Entry] = []
        self.folds = folds
        self.teller = Teller(ruleset, start, seat)
        self.read = 0
        """The last line of the log it has taken in."""
        self.caught_up = True
        """Does nothing come after that line? Then the game stands where this stream does."""
        self.lines: set[int] = set()
        """The lines behind its entries."""
        self.latest: dict[str, int] = {}
        """By kind of entry: the highest of those lines."""
        self._told: list[Entry] = []
        """The entries that still hold."""
        self._story = Story()
        self._tale: Tale | None = None
        self._said = ""
        self._numbering = Numbering()
        self._course = Course()
        self._because: tuple[str, list[str]] = ("", [])
        """Why the GM rules so, told with the first sentence of the ruling, and whom it is about: only who knows of them
        is told the reason."""
        self._doer, self._done_in = "", 0
        """Who did something to others last, and in which deed."""
        self.deed_ended: Callable[[str, Encounter, int], None] | None = None
        """Called at the end of every deed this seat heard of."""

    @property
    def last(self) -> int:
        return len(self.entries)

    def since(self, n: int) -> list[Entry]:
        """The entries numbered above n."""
        return self.entries[max(n, 0) :]

    def read_on(self, log: Log, known: Encounter | None = None) -> None:
        """Take in the lines written since the last time. `known`: what the seat knew then, where somebody has that."""
        read_together([self], log, [known])

    def begin(self, known: Encounter | None) -> None:
        """It is about to read on."""
        self.teller.refresh(known)

    def reach(self, log: Log, line: Line) -> None:
        """The next line."""
        self.read = line.n
        self.caught_up = line.n == len(log.lines)

    def take(self, log: Log, line: Line) -> None:
        """That line, if it is no event."""
        if line.kind == CONTENT:
            # It may be about somebody this seat does not know of.
            return
        self._part(line)
        if not goes_on(line):
            self.pause()
            self._course.begin(line, self.last)
        if line.kind == UNDO:
            self._go_back(log, line)
            self._end()
            self._course.resume(log, line)

    def pause(self) -> None:
        """Nothing more follows, or something else: what asks nobody is done."""
        if self._course.doing in AT_ONCE:
            self._end()

    def _end(self) -> None:
        """A deed is done: whoever heard of it is shown how things stand, and nothing of what comes next."""
        whole = self._course.whole
        if not self._course.end(self.last):
            return
        if whole:
            self._story.end()
        if self.deed_ended is not None:
            self.deed_ended(self.seat, self.teller.enc, self.last)

    def _part(self, line: Line) -> None:
        """Somebody does something."""
        self._because = ("", [])
        if line.kind == RULING:
            self._because = (str(line.data["reason"]), list(command_from_json(line.data["ruling"]).targets))
        command = line.data.get("command") if line.kind == COMMAND else None
        who = str(command["who"]) if isinstance(command, dict) else ""
        if who == TABLE:
            # What comes of a step is nobody's doing, though it follows somebody's deed.
            self._doer = ""
        by_gm = line.kind in (RULING, UNDO) or who == GM
        self._numbering.part(self.last, by_gm, not by_gm and self.teller.enc.sees(self.seat, who))

    def hear(self, line: Line, event: Event, told: Told | None) -> None:
        """An event, of which this seat was told so much."""
        if told is not None:
            entry = self._add(line.n, told.event.kind, told.text, self._data(told))
            entry.told, entry.harm, entry.reward = told, told.event.harm_done(), told.event.is_reward()
            self._narrate(entry, told)
            if entry.deed != self._done_in:
                self._doer, self._done_in = "", entry.deed
            acts = told.sign.who if told.tells == ACT else ""
            self._doer = told.event.doer() or acts or self._doer
            if (entry.harm or told.tells == HARM) and self._doer != entry.data.get("who"):
                entry.by = self._doer
        if isinstance(event, Finished) and self._course.doing == COMMAND:
            self._end()
            self._course.close()

    def _narrate(self, entry: Entry, told: Told) -> None:
        """The line of the story this belongs to, and what there is to see of it."""
        because = entry.text[len(told.text) + 2 : -1] if entry.text != told.text else ""
        tale = self._story.tell(entry.n, entry.deed, told, because)
        text = tale.text()
        entry.tale, entry.shape = tale.n, tale.shape
        if tale is not self._tale or text != self._said:
            entry.story = text
        self._tale, self._said = tale, text
        if told.tells not in UNSEEN:
            entry.show = told.sign.to_json()

    def _add(self, line: int, kind: str, text: str, data: dict[str, object]) -> Entry:
        reason, about = self._because
        if text and reason and all([self.teller.enc.sees(self.seat, who) for who in about]):
            text, self._because = f"{text} ({reason})", ("", [])
        entry = Entry(len(self.entries) + 1, self._numbering.next(), line, kind, text, data)
        self.entries.append(entry)
        self.lines.add(line)
        self.latest[kind] = max(line, self.latest.get(kind, 0))
        if kind != WENT_BACK:
            self._told.append(entry)
        return entry

    def _data(self, told: Told) -> dict[str, object]:
        """The event's own fields, squares by name."""
        data, board = told.data, self.teller.enc.board
        for name in told.event.SQUARES:
            data[name] = name_squares(board, data[name])
        if isinstance(told.event, Added):
            data["combatant"] = {**told.event.combatant, "at": name_squares(board, told.event.combatant["pos"])}
        return data

    def _go_back(self, log: Log, undo: Line) -> None:
        """Follow an undo, redo or jump: say what no longer holds, fold again, tell what holds again."""
        gone, kept, come = log.between(undo.parent, log.tip_after(undo.n))
        dropped = {line.n for line in gone}
        holding = len(self._told)
        while holding and self._told[holding - 1].line in dropped:
            holding -= 1
            self._told[holding].holds = False
        why = str(undo.data["why"])
        if holding < len(self._told) or (why == OTHER_VERSION and self._knew_of(gone)):
            to = self._told[holding - 1].n if holding else 0
            del self._told[holding:]
            text = TAKEN_BACK if why == OTHER_VERSION else f"Back to entry {to} ({why})"
            entry = self._add(undo.n, WENT_BACK, text, {"to": to, "why": why})
            entry.story = WAYS_BACK.get(why, text)
            self._story.close()
        while kept and log.line(kept).kind != EVENT:
            # Somebody known had begun something here.
            come.insert(0, log.line(kept))
            kept = log.line(kept).parent
        self.teller.go_to(self.folds.at(log, kept).enc.copy())
        for line in come:
            if line.kind == EVENT:
                event = line.read_event(self.ruleset.kinds)
                self.hear(line, event, self.teller.tell(event))
            elif line.kind != CONTENT:
                self._part(line)

    def _knew_of(self, gone: list[Line]) -> bool:
        """Does this seat know who gave the command that is gone?"""
        for line in gone:
            if line.kind == COMMAND and line.data["seat"] != TABLE:
                who = command_from_json(line.data["command"]).who
                return self.seat == GM or who == GM or self.teller.enc.sees(self.seat, who)
        return False


def read_together(streams: list[Stream], log: Log, known: list[Encounter | None]) -> None:
    """Let several seats read on, line by line: all are shown the end of a deed at the same moment, and what they know
    alike is made once."""
    behind = [(stream, view) for stream, view in zip(streams, known, strict=True) if stream.read < len(log.lines)]
    for stream, view in behind:
        stream.begin(view)
    for line in log.lines[min([stream.read for stream, _ in behind], default=len(log.lines)) :]:
        here = [stream for stream, _ in behind if stream.read == line.n - 1]
        for stream in here:
            stream.reach(log, line)
        if line.kind == EVENT:
            event = line.read_event(here[0].ruleset.kinds)
            for stream, told in zip(here, tell_together([each.teller for each in here], event), strict=True):
                stream.hear(line, event, told)
        else:
            for stream in here:
                stream.take(log, line)
    for stream, _ in behind:
        stream.pause()
