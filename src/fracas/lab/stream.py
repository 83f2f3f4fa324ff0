"""A seat's own stream of events, numbered without gaps, worked out from the log alone.

For sessions: the same log gives the same stream, so whoever comes back later reads exactly what was sent before.
"""

from __future__ import annotations

from collections.abc import Callable

from fracas.engine.board import Board
from fracas.engine.command import GM, TABLE, command_from_json
from fracas.engine.encounter import Encounter
from fracas.engine.events import Added, Finished
from fracas.engine.folds import Folds
from fracas.engine.log import ANSWER, COMMAND, CONTENT, EVENT, OTHER_VERSION, RULING, TAKEN_BACK, UNDO, Line, Log
from fracas.engine.ruleset import Ruleset
from fracas.engine.teller import Teller, Told

WENT_BACK = "went-back"
"""The kind of a stream's entry for an undo, redo or jump: what was told after entry `to` no longer holds."""


def name_squares(board: Board, value: object) -> object:
    """A square, or each square of a list, by its name; what is no square of this board stays as it is."""
    if isinstance(value, list | tuple):
        return [name_squares(board, one) for one in value]
    return board.name(value) if isinstance(value, int) and board.holds(value) else value


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
        self.harm = 0
        self.reward = False
        self.holds = kind != WENT_BACK

    def to_json(self) -> dict[str, object]:
        return {"n": self.n, "deed": self.deed, "kind": self.kind, "text": self.text, "data": self.data}


class Stream:
    """What one seat gets to know, in order. It reads on in the log whenever it is asked."""

    def __init__(self, ruleset: Ruleset, start: Encounter, seat: str, folds: Folds) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self.entries: list[Entry] = []
        self.folds = folds
        self._teller = Teller(ruleset, start, seat)
        self.read = 0
        """The last line of the log it has taken in."""
        self._told: list[Entry] = []
        """The entries that still hold."""
        self._deed = 0
        self._anew = True
        """Does the next entry begin a deed?"""
        self._ruled: tuple[bool, int] | None = None
        """Before the GM did something: did the next entry begin a deed, and how many were there?"""
        self._reason = ""
        self._ruled_on: list[str] = []
        """Whom the ruling with that reason is about: only who knows of them is told the reason."""
        """Why the GM rules so, to be told with the first sentence of the ruling."""
        self.deed_ended: Callable[[str, Encounter, int], None] | None = None
        """Called at the end of every deed this seat heard of."""
        self._doing = ""
        """The kind of line whose deed is under way; empty for steps of the table."""
        self._before = 0
        """How many entries there were when it began."""
        self._open: tuple[int, int] | None = None
        """The line of an open command and the entries before it, while something else is done in the middle of it."""

    @property
    def last(self) -> int:
        return len(self.entries)

    def since(self, n: int) -> list[Entry]:
        """The entries numbered above n."""
        return self.entries[max(n, 0) :]

    def read_on(self, log: Log) -> None:
        """Take in the lines written since the last time."""
        self._teller.refresh()
        for line in log.lines[self.read :]:
            self.read = line.n
            if line.kind == CONTENT:
                # It may be about somebody this seat does not know of.
                continue
            if line.kind == EVENT:
                self._tell(line)
                continue
            self._part(line)
            self._begin(line)
            if line.kind == UNDO:
                self._go_back(log, line)
                self._resume(log, line)
        if self._doing in (RULING, UNDO):
            self._end()

    def _begin(self, line: Line) -> None:
        """Something else is done from here on; an answer goes on with what it answers."""
        if line.kind == ANSWER or (line.kind == RULING and "at" in line.data):
            return
        if self._doing in (RULING, UNDO):
            self._end()
        if line.kind == COMMAND:
            self._open = None if line.data["seat"] == TABLE else (line.n, self.last)
        self._doing = "" if line.kind == COMMAND and line.data["seat"] == TABLE else line.kind
        self._before = self.last

    def _resume(self, log: Log, undo: Line) -> None:
        """What was taken back lay within an open command, or the command itself was: is it still under way?"""
        self._end()
        if self._open is not None:
            if log.counts(self._open[0], log.tip_after(undo.n)):
                self._doing, self._before = COMMAND, self._open[1]
            else:
                self._open = None

    def _end(self) -> None:
        """A deed is done: whoever heard of it is shown how things stand, and nothing of what comes next."""
        if self._doing and self.last > self._before and self.deed_ended is not None:
            self.deed_ended(self.seat, self._teller.enc, self.last)
        self._doing, self._before = "", self.last

    def _part(self, line: Line) -> None:
        """What somebody known does is a deed of its own, and so is what the GM does. What this seat hears nothing of
        parts nothing: where one deed ends must not tell of those who are hidden."""
        if self._ruled is not None:
            anew, told = self._ruled
            self._anew = anew or self.last > told
            self._ruled = None
        self._reason, self._ruled_on = "", []
        if line.kind == RULING:
            self._reason = str(line.data["reason"])
            self._ruled_on = list(command_from_json(line.data["ruling"]).targets)
        command = line.data.get("command") if line.kind == COMMAND else None
        who = str(command["who"]) if isinstance(command, dict) else ""
        if line.kind in (RULING, UNDO) or who == GM:
            self._ruled, self._anew = (self._anew, self.last), True
        elif self._teller.enc.sees(self.seat, who):
            self._anew = True

    def _tell(self, line: Line) -> None:
        event = line.read_event(self.ruleset.kinds)
        told = self._teller.tell(event)
        if told is not None:
            entry = self._add(line.n, told.event.kind, told.text, self._data(told))
            entry.harm, entry.reward = told.event.harm_done(), told.event.is_reward()
        if isinstance(event, Finished) and self._doing == COMMAND:
            self._end()
            self._open = None

    def _add(self, line: int, kind: str, text: str, data: dict[str, object]) -> Entry:
        if text and self._reason and not [who for who in self._ruled_on if not self._teller.enc.sees(self.seat, who)]:
            text, self._reason = f"{text} ({self._reason})", ""
        if self._anew:
            self._deed, self._anew = self._deed + 1, False
        entry = Entry(len(self.entries) + 1, self._deed, line, kind, text, data)
        self.entries.append(entry)
        if kind != WENT_BACK:
            self._told.append(entry)
        return entry

    def _data(self, told: Told) -> dict[str, object]:
        """The event's own fields, squares by name."""
        data, board = told.data, self._teller.enc.board
        for name in told.event.SQUARES:
            data[name] = name_squares(board, data[name])
        if isinstance(told.event, Added):
            data["combatant"] = {**told.event.combatant, "at": name_squares(board, told.event.combatant["pos"])}
        return data

    def _go_back(self, log: Log, undo: Line) -> None:
        """Follow an undo, redo or jump: say what no longer holds, fold again, tell what holds anew."""
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
            self._add(undo.n, WENT_BACK, text, {"to": to, "why": why})
        while kept and log.line(kept).kind != EVENT:
            # Somebody known had begun something here.
            come.insert(0, log.line(kept))
            kept = log.line(kept).parent
        self._teller.go_to(self.folds.at(log, kept).enc.copy())
        for line in come:
            if line.kind == EVENT:
                self._tell(line)
            elif line.kind != CONTENT:
                self._part(line)

    def _knew_of(self, gone: list[Line]) -> bool:
        """Does this seat know who gave the command that is gone?"""
        for line in gone:
            if line.kind == COMMAND and line.data["seat"] != TABLE:
                who = command_from_json(line.data["command"]).who
                return self.seat == GM or who == GM or self._teller.enc.sees(self.seat, who)
        return False
