"""The log: a header and six kinds of line (command, answer, event, ruling, undo, content), chained by hash. It is all
that need be saved.

An undo line goes back to line n; nothing is deleted, the fold skips what lies between. Redo and jump are the same
line with another n. A content line says what the lines after it were played with, as the header does, and brings the
entries of the content that they are the first to use; no undo takes these away.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Final

from fracas.engine.canon import canon
from fracas.engine.entries import Tables, merged
from fracas.engine.errors import Invalid
from fracas.engine.event import Event, event_from_json
from fracas.engine.intake import Intake
from fracas.engine.versions import SETTING, Conversion, Reader, check_readable

COMMAND: Final = "command"
ANSWER: Final = "answer"
EVENT: Final = "event"
RULING: Final = "ruling"
UNDO: Final = "undo"
CONTENT: Final = "content"
KINDS: Final = (COMMAND, ANSWER, EVENT, RULING, UNDO, CONTENT)
OTHER_VERSION: Final = "other version"
"""Why an open command was taken back on opening: it cannot be run again."""
TAKEN_BACK: Final = "The open command is taken back: it was given under another version of Fracas or of its content"
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
        self.written = ""
        """Its data as text: as an earlier version wrote it in another shape, or as it was written just now."""

    def read_event(self, kinds: dict[str, type[Event]]) -> Event:
        """What an event's line says, read once and shared by all."""
        event = self.event
        if event is None:
            event = self.event = event_from_json(kinds, self.data)
        return event

    def text(self) -> str:
        """The line as it stands in a file."""
        return row_of(self.n, self.kind, self.written or canon(self.data), self.hash)


class Log:
    """Header and lines, append-only. Line numbers start at 1; 0 stands for the start."""

    def __init__(self, header: dict[str, object], written: dict[str, object] | None = None) -> None:
        """`written` is the header as it stands in the file, where an earlier version wrote it in another shape."""
        self.header = header
        self.lines: list[Line] = []
        self.tip = 0
        """The last line in force."""
        self.damage = ""
        """Why this log can only be read: what is wrong at which line."""
        first = written if written is not None else header
        self._last = chain("", canon(first))
        self.first_line = canon({"type": "header", "data": first, "hash": self._last})
        self.settings: list[tuple[int, dict[str, object]]] = [(0, first)]
        """What it was played with, as written, each with the line from which on."""
        self.entries: Tables = entries_in(header)
        """The entries of the content that it carries."""

    @property
    def last_hash(self) -> str:
        return self._last

    def append(self, kind: str, data: dict[str, object]) -> Line:
        written = canon(data)
        line = self.add(kind, data, data, chain(self._last, row_of(len(self.lines) + 1, kind, written)))
        line.written = written
        return line

    def add(self, kind: str, data: dict[str, object], written: dict[str, object], link: str) -> Line:
        """One more line, with its hash; `written` is its data as it stands in the file, perhaps in another shape."""
        n = len(self.lines) + 1
        self._last = link
        line = Line(n, kind, data, self.tip, link)
        if written is not data:
            line.written = canon(written)
        if kind == CONTENT:
            self.settings.append((n, written))
            self.entries = merged(entries_in(data), self.entries)
        line.undone = self._undone_after(line)
        self.lines.append(line)
        self.tip = int(str(data["to"])) if kind == UNDO else n
        return line

    def _undone_after(self, line: Line) -> int:
        """Undos pile up, a redo takes one off the pile, and whatever anybody does clears it."""
        top = self.lines[-1].undone if self.lines else 0
        if line.kind in (EVENT, CONTENT):
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
        if self.settings[-1][0] > lines:
            self.settings = [setting for setting in self.settings if setting[0] <= lines]
            self.entries = entries_in(self.header)
            for number, _ in self.settings[1:]:
                self.entries = merged(entries_in(self.line(number).data), self.entries)

    def setting(self, n: int = -1) -> dict[str, object]:
        """What line n was played with (default: the last one), as written."""
        for number, one in reversed(self.settings):
            if n < 0 or number <= n:
                return one
        raise AssertionError("a header comes before every line")

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
        return "\n".join([self.first_line] + [line.text() for line in self.lines]) + "\n"


def row_of(n: int, kind: str, data: str, hash: str = "") -> str:
    """A line as canonical text, given that of its data; without its hash it is what the hash is made of."""
    link = f'"hash":"{hash}",' if hash else ""
    return f'{{"data":{data},{link}"n":{n},"type":"{kind}"}}'


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


def entries_in(data: dict[str, object]) -> Tables:
    """The entries that a header or a content line brings."""
    entries = data.get("entries")
    found: Tables = {}
    for section, some in entries.items() if isinstance(entries, dict) else ():
        if not isinstance(some, dict):
            raise Invalid("log", f"entries.{section}", some, "entries by id")
        found[str(section)] = some
    return found


def log_from_text(text: str, intake: Intake | None = None, rules: dict[str, Conversion] | None = None) -> Log:
    """Read a log. A bad header is invalid, and so is any other version than those we read; a bad line ends the log
    there, which is then damaged and only for reading. With an intake, what is in order but past its limits is invalid
    too. `rules` are the ruleset's own conversions, by version."""
    rows = text.split("\n")
    if rows and rows[-1] == "":
        rows.pop()
        cut = False
    else:
        cut = bool(rows)
    if intake is not None:
        intake.row(rows[0] if rows else "", "first line")
    written = _read_header(rows[0] if rows else "")
    reader = Reader(written, rules or {})
    log = Log(reader.header(written), written)
    lines = _Lines(log, reader, rules or {}, intake)
    if intake is not None:
        intake.header(log.header)
    for number, row in enumerate(rows[1:], start=1):
        last = number == len(rows) - 1
        if last and cut:
            log.damage = f"line {number} is cut off; the log is good up to line {number - 1}"
            break
        if intake is not None:
            intake.row(row, f"line {number}")
        wrong = lines.take(number, row)
        if wrong:
            log.damage = f"line {number}: {wrong}; the log is good up to line {number - 1}"
            break
    return log


def read_on(log: Log, text: str, rules: dict[str, Conversion]) -> str:
    """Append lines that somebody else has written to the same log, as they stand in its file; what is wrong with the
    first that does not fit, or nothing."""
    lines = _Lines(log, Reader(log.setting(), rules), rules, None)
    for row in text.splitlines():
        wrong = lines.take(len(log.lines) + 1, row)
        if wrong:
            return f"line {len(log.lines) + 1}: {wrong}"
    return ""


def _read_header(row: str) -> dict[str, object]:
    try:
        first = read_line(row)
    except (ValueError, RecursionError):
        raise Invalid("log", "first line", row[:60], "the header of a kept game") from None
    header = first.get("data")
    if first.get("type") != "header" or not isinstance(header, dict):
        raise Invalid("log", "first line", row[:60], "the header of a kept game")
    check_readable(header)
    if first.get("hash") != chain("", canon(header)):
        raise Invalid("log", "first line", str(first.get("hash")), "the hash of an undamaged header")
    return header


FIELDS: Final[dict[str, dict[str, type]]] = {
    COMMAND: {"seat": str, "command": dict},
    ANSWER: {"to": str, "seat": str, "how": str, "command": dict},
    EVENT: {"kind": str},
    RULING: {"seat": str, "reason": str, "ruling": dict},
    UNDO: {"to": int, "from": int, "why": str},
    CONTENT: SETTING,
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


class _Lines:
    """Takes in the lines of a file one by one: checked as they were written, then brought into today's shape."""

    def __init__(self, log: Log, reader: Reader, rules: dict[str, Conversion], intake: Intake | None) -> None:
        self.log = log
        self.reader = reader
        self.rules = rules
        self.intake = intake

    def take(self, number: int, row: str) -> str:
        """Append one stored line after checking it; what is wrong with it, or nothing."""
        try:
            stored = read_line(row)
        except (ValueError, RecursionError) as error:
            return f"not JSON ({error})"
        kind, written = stored.get("type"), stored.get("data")
        if not isinstance(kind, str) or not isinstance(written, dict) or kind not in KINDS or stored.get("n") != number:
            return "not a line of a log, or out of order"
        link = chain(self.log.last_hash, row_of(number, kind, canon(written)))
        if link != stored.get("hash"):
            return "its hash does not fit"
        if kind == CONTENT:
            self.reader = Reader(written, self.rules)
        data = self.reader.line(kind, written, kind == CONTENT)
        wrong = _wrong_fields(kind, data, number)
        if wrong:
            return wrong
        self.log.add(kind, data, written, link)
        if self.intake is not None:
            back_to = int(str(data["to"])) if kind == UNDO else -1
            self.intake.line(data, number, back_to, kind == EVENT and data["kind"] == ADDED)
        return ""
