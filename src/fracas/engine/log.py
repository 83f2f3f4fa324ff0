"""The log: a header and five kinds of line (command, answer, event, ruling, undo), chained by hash. It is all that
need be saved.

An undo line goes back to line n; nothing is deleted, the fold skips what lies between. Redo and jump are the same
line with another n.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Final

from fracas.engine.canon import canon
from fracas.engine.errors import Invalid
from fracas.engine.event import Event, event_from_json
from fracas.engine.intake import Intake

FORMAT: Final = 2
COMMAND: Final = "command"
ANSWER: Final = "answer"
EVENT: Final = "event"
RULING: Final = "ruling"
UNDO: Final = "undo"
KINDS: Final = (COMMAND, ANSWER, EVENT, RULING, UNDO)
ADDED: Final = "added"
"""The kind of event that brings somebody new."""


class Line:
    """One line. `parent` is the line in force before it; only an undo breaks the run of numbers."""

    def __init__(self, n: int, kind: str, data: dict[str, object], parent: int, hash: str) -> None:
        self.n = n
        self.kind = kind
        self.data = data
        self.parent = parent
        self.hash = hash
        self.undone = 0
        """The undo that a redo would take back after this line; 0 if there is none."""
        self.event: Event | None = None
        """What an event's line says, once somebody has read it."""

    def read_event(self, kinds: dict[str, type[Event]]) -> Event:
        """What an event's line says, read once and shared by all."""
        event = self.event
        if event is None:
            event = self.event = event_from_json(kinds, self.data)
        return event

    def to_json(self) -> dict[str, object]:
        return {"n": self.n, "type": self.kind, "data": self.data, "hash": self.hash}


class Log:
    """Header and lines, append-only. Line numbers start at 1; 0 stands for the start."""

    def __init__(self, header: dict[str, object]) -> None:
        self.header = header
        self.lines: list[Line] = []
        self.tip = 0
        """The last line in force."""
        self.damage = ""
        """Why this log can only be read: what is wrong at which line."""
        self._last = chain("", canon(header))

    @property
    def last_hash(self) -> str:
        return self._last

    def append(self, kind: str, data: dict[str, object]) -> Line:
        n = len(self.lines) + 1
        self._last = chain(self._last, canon({"n": n, "type": kind, "data": data}))
        line = Line(n, kind, data, self.tip, self._last)
        line.undone = self._undone_after(line)
        self.lines.append(line)
        self.tip = int(str(data["to"])) if kind == UNDO else n
        return line

    def _undone_after(self, line: Line) -> int:
        """Undos pile up, a redo takes one off the pile, and whatever anybody does clears it."""
        top = self.lines[-1].undone if self.lines else 0
        if line.kind == EVENT:
            return top
        if line.kind != UNDO:
            return 0
        why = line.data["why"]
        if why == "redo" and top > 1:
            return self.line(top - 1).undone
        return line.n if why == "undo" else 0

    def cut(self, lines: int, tip: int, last: str) -> None:
        """Take back lines of something that broke before anybody heard of it. Never used on what was done."""
        del self.lines[lines:]
        self.tip, self._last = tip, last

    def line(self, n: int) -> Line:
        return self.lines[n - 1]

    def in_force(self, tip: int = -1) -> list[Line]:
        """The lines that count, oldest first, as of a line (default: now)."""
        found = list(self.backwards(tip))
        found.reverse()
        return found

    def backwards(self, tip: int = -1) -> Iterator[Line]:
        """The lines that count, newest first, for those who need only the last few."""
        at = self.tip if tip < 0 else self.tip_after(tip)
        while at > 0:
            line = self.line(at)
            yield line
            at = line.parent

    def counts(self, n: int, tip: int) -> bool:
        """Is line n in force where `tip` is the last line that is?"""
        while tip > n:
            tip = self.line(tip).parent
        return tip == n

    def between(self, old: int, new: int) -> tuple[list[Line], int, list[Line]]:
        """From one tip to another: the lines that no longer count, newest first; the last line both have; and the
        lines that count now, oldest first."""
        gone: list[Line] = []
        come: list[Line] = []
        while old != new:
            if old > new:
                gone.append(self.line(old))
                old = self.line(old).parent
            else:
                come.append(self.line(new))
                new = self.line(new).parent
        come.reverse()
        return gone, new, come

    def tip_after(self, n: int) -> int:
        """The last line in force just after line n was written."""
        if n == 0:
            return 0
        line = self.line(n)
        return int(str(line.data["to"])) if line.kind == UNDO else n

    def to_text(self) -> str:
        """The whole log as JSON lines."""
        first = canon({"type": "header", "data": self.header, "hash": chain("", canon(self.header))})
        return "\n".join([first] + [canon(line.to_json()) for line in self.lines]) + "\n"


def chain(previous: str, text: str) -> str:
    return hashlib.sha256((previous + text).encode("utf-8")).hexdigest()


def read_line(text: str) -> dict[str, object]:
    """One JSON object, strictly: no floats, no constants of other tongues, no key twice."""
    value = json.loads(text, parse_float=_no_float, parse_constant=_no_float, object_pairs_hook=_once)
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return value


def _no_float(text: str) -> object:
    raise ValueError(f"{text} is not a whole number")


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    out: dict[str, object] = {}
    for key, value in pairs:
        if key in out:
            raise ValueError(f"key {key} twice")
        out[key] = value
    return out


def log_from_text(text: str, intake: Intake | None = None) -> Log:
    """Read a log. A bad header is invalid; a bad line ends the log there, which is then damaged and only for
    reading. With an intake, what is in order but past its limits is invalid too."""
    rows = text.split("\n")
    if rows and rows[-1] == "":
        rows.pop()
        cut = False
    else:
        cut = bool(rows)
    if intake is not None:
        intake.row(rows[0] if rows else "", "first line")
    log = Log(_read_header(rows[0] if rows else ""))
    if intake is not None:
        intake.header(log.header)
    for number, row in enumerate(rows[1:], start=1):
        last = number == len(rows) - 1
        if last and cut:
            log.damage = f"line {number} is cut off; the log is good up to line {number - 1}"
            break
        if intake is not None:
            intake.row(row, f"line {number}")
        wrong = _take(log, number, row, intake)
        if wrong:
            log.damage = f"line {number}: {wrong}; the log is good up to line {number - 1}"
            break
    return log


def _read_header(row: str) -> dict[str, object]:
    try:
        first = read_line(row)
    except (ValueError, RecursionError):
        raise Invalid("log", "first line", row[:60], "the header of a kept game") from None
    header = first.get("data")
    if first.get("type") != "header" or not isinstance(header, dict) or header.get("format") != FORMAT:
        raise Invalid("log", "first line", row[:60], f"the header of a kept game of format {FORMAT}")
    if first.get("hash") != chain("", canon(header)):
        raise Invalid("log", "first line", str(first.get("hash")), "the hash of an undamaged header")
    return header


FIELDS: Final[dict[str, dict[str, type]]] = {
    COMMAND: {"seat": str, "command": dict},
    ANSWER: {"to": str, "seat": str, "how": str, "command": dict},
    EVENT: {"kind": str},
    RULING: {"seat": str, "reason": str, "ruling": dict},
    UNDO: {"to": int, "from": int, "why": str},
}


def _wrong_fields(kind: str, data: dict[str, object], number: int) -> str:
    """What a line of this kind lacks; nothing if it is well-formed."""
    for name, wanted in FIELDS[kind].items():
        if type(data.get(name)) is not wanted:
            return f"a {kind} without a proper '{name}'"
    if kind == RULING and "at" in data and type(data["at"]) is not int:
        return "a ruling at no question"
    if kind == UNDO and not 0 <= int(str(data["to"])) < number:
        return "goes back to a line that is not there"
    return ""


def _take(log: Log, number: int, row: str, intake: Intake | None) -> str:
    """Append one stored line after checking it; what is wrong with it, or nothing."""
    try:
        stored = read_line(row)
    except (ValueError, RecursionError) as error:
        return f"not JSON ({error})"
    kind, data = stored.get("type"), stored.get("data")
    if not isinstance(kind, str) or kind not in KINDS or not isinstance(data, dict) or stored.get("n") != number:
        return "not a line of a log, or out of order"
    wrong = _wrong_fields(kind, data, number)
    if wrong:
        return wrong
    before = (log.last_hash, log.tip)
    log.append(kind, data)
    if log.last_hash != stored.get("hash"):
        log.cut(number - 1, before[1], before[0])
        return "its hash does not fit"
    if intake is not None:
        back_to = int(str(data["to"])) if kind == UNDO else -1
        intake.line(data, number, back_to, kind == EVENT and data["kind"] == ADDED)
    return ""
