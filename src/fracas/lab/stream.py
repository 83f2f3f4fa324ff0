"""A seat's own stream of events, numbered without gaps, worked out from the log alone.

For sessions: the same log gives the same stream, so whoever comes back later reads exactly what was sent before.
"""

from __future__ import annotations

from fracas.engine.board import Board
from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.event import Event, event_from_json
from fracas.engine.events import Added
from fracas.engine.folds import Folds
from fracas.engine.log import COMMAND, EVENT, RULING, UNDO, Line, Log
from fracas.engine.ruleset import Ruleset
from fracas.engine.views import known, renew

WENT_BACK = "went-back"
"""The kind of a stream's entry for an undo, redo or jump: what was told after entry `to` no longer holds."""


def name_squares(board: Board, value: object) -> object:
    """A square, or each square of a list, by its name; what is no square of this board stays as it is."""
    if isinstance(value, list | tuple):
        return [name_squares(board, one) for one in value]
    return board.name(value) if isinstance(value, int) and board.holds(value) else value


WORDS = ("kind", "name", "thing", "text", "why", "what")
"""Fields that hold words, which may happen to be spelled like somebody's id."""


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
        self.start = start
        self.seat = seat
        self.entries: list[Entry] = []
        self.folds = folds
        self._enc = start.copy()
        self.read = 0
        """The last line of the log it has taken in."""
        self._told: list[Entry] = []
        """The entries that still hold."""
        self._view: Encounter | None = None
        self._deed = 0
        self._anew = True
        """Does the next entry begin a deed?"""
        self._ruled: tuple[bool, int] | None = None
        """Before the GM did something: did the next entry begin a deed, and how many were there?"""
        self._reason = ""
        """Why the GM rules so, to be told with the first sentence of the ruling."""

    @property
    def last(self) -> int:
        return len(self.entries)

    def since(self, n: int) -> list[Entry]:
        """The entries numbered above n."""
        return self.entries[max(n, 0) :]

    def holds(self, entry: Entry) -> bool:
        return entry.holds

    def read_on(self, log: Log) -> None:
        """Take in the lines written since the last time."""
        self._view = None
        for line in log.lines[self.read :]:
            self.read = line.n
            if line.kind == EVENT:
                self._tell(line)
                continue
            self._part(line)
            if line.kind == UNDO:
                self._go_back(log, line)

    def _part(self, line: Line) -> None:
        """What somebody known does is a deed of its own, and so is what the GM does. What this seat hears nothing of
        parts nothing: where one deed ends must not tell of those who are hidden."""
        if self._ruled is not None:
            anew, told = self._ruled
            self._anew = anew or self.last > told
            self._ruled = None
        self._reason = str(line.data.get("reason", "")) if line.kind == RULING else ""
        command = line.data.get("command") if line.kind == COMMAND else None
        who = str(command["who"]) if isinstance(command, dict) else ""
        if line.kind in (RULING, UNDO) or who == GM:
            self._ruled, self._anew = (self._anew, self.last), True
        elif self._enc.sees(self.seat, who):
            self._anew = True

    def _tell(self, line: Line) -> None:
        event = line.event
        if event is None:
            event = line.event = event_from_json(self.ruleset.kinds, line.data)
        before = self._enc.copy() if event.LOOKS_BACK else self._enc
        event.apply(self._enc)
        seen = event.as_seen(before, self._enc, self.seat)
        if seen is not None:
            known_of = self._enc.seen_by(self.seat)
            seen = self._without_unseen(seen, known_of)
            entry = self._add(line.n, seen.kind, self._say(seen, before, known_of), self._data(seen))
            entry.harm, entry.reward = seen.harm_done(), seen.is_reward()

    def _without_unseen(self, event: Event, known_of: list[str]) -> Event:
        """Whatever an event names beside those it is about, nobody hears of a combatant it does not know."""
        if len(known_of) == len(self._enc.combatants):
            return event
        unseen = set(self._enc.combatants) - set(known_of) - set(event.subjects())
        if not unseen:
            return event
        data = event.to_json()
        kept = {key: value if key in WORDS else scrubbed(value, unseen) for key, value in data.items()}
        return event if kept == data else event_from_json(self.ruleset.kinds, kept)

    def _add(self, line: int, kind: str, text: str, data: dict[str, object]) -> Entry:
        if text and self._reason:
            text, self._reason = f"{text} ({self._reason})", ""
        if self._anew:
            self._deed, self._anew = self._deed + 1, False
        entry = Entry(len(self.entries) + 1, self._deed, line, kind, text, data)
        self.entries.append(entry)
        if kind != WENT_BACK:
            self._told.append(entry)
        return entry

    def _say(self, event: Event, before: Encounter, known_of: list[str]) -> str:
        """The sentence, from what the seat knows; whoever just went out of sight still has a name.

        Half of all events say nothing to anybody, and for those nobody's knowledge need be brought up to date."""
        told = event.say(self._enc)
        if self.seat == GM or not told:
            return told
        view = self._known_now(event, known_of)
        if [who for who in event.subjects() if who not in view.combatants]:
            view = known(self.ruleset, before, self.seat)
        return event.say(view)

    def _known_now(self, event: Event, known_of: list[str]) -> Encounter:
        """What the seat knows, of combatants those the event names as they stand and the rest as they stood at the last
        reading: a sentence speaks of nobody else, and a copy of everybody for every sentence is dear."""
        enc = self._enc
        view = self._view
        if view is None or list(view.combatants) != known_of:
            view = self._view = known(self.ruleset, enc, self.seat)
        else:
            named: list[str] = []
            names_in(event.to_json(), view, named)
            renew(self.ruleset, view, enc, self.seat, known_of, named)
        return view

    def _data(self, event: Event) -> dict[str, object]:
        """The event's own fields, squares by name."""
        data = {key: value for key, value in event.to_json().items() if key != "kind"}
        for name in event.SQUARES:
            data[name] = name_squares(self._enc.board, data[name])
        if isinstance(event, Added):
            data["combatant"] = {**event.combatant, "at": name_squares(self._enc.board, event.combatant["pos"])}
        return data

    def _go_back(self, log: Log, undo: Line) -> None:
        """Follow an undo, redo or jump: say what no longer holds, fold again, tell what holds anew."""
        gone, kept, come = log.between(undo.parent, log.tip_after(undo.n))
        dropped = {line.n for line in gone}
        holding = len(self._told)
        while holding and self._told[holding - 1].line in dropped:
            holding -= 1
            self._told[holding].holds = False
        if holding < len(self._told):
            to = self._told[holding - 1].n if holding else 0
            del self._told[holding:]
            why = str(undo.data["why"])
            self._add(undo.n, WENT_BACK, f"Back to entry {to} ({why})", {"to": to, "why": why})
        while kept and log.line(kept).kind != EVENT:
            # Somebody known had begun something here.
            come.insert(0, log.line(kept))
            kept = log.line(kept).parent
        self._enc = self.folds.at(log, kept).enc.copy()
        self._view = None
        for line in come:
            if line.kind == EVENT:
                self._tell(line)
            else:
                self._part(line)


def names_in(value: object, view: Encounter, found: list[str]) -> None:
    """Collect the combatants that a value of an event names; `who:3` names who made an effect."""
    if isinstance(value, str):
        who = value if value in view.combatants else value.partition(":")[0]
        if who in view.combatants and who not in found:
            found.append(who)
    elif isinstance(value, list):
        for item in value:
            names_in(item, view, found)
    elif isinstance(value, dict):
        for key, item in value.items():
            names_in(key, view, found)
            names_in(item, view, found)


def scrubbed(value: object, unseen: set[str]) -> object:
    """A value of an event without these ids."""
    if isinstance(value, str):
        return "" if value in unseen else value
    if isinstance(value, list):
        return [scrubbed(item, unseen) for item in value if not (isinstance(item, str) and item in unseen)]
    if isinstance(value, dict):
        return {k: v if k in WORDS else scrubbed(v, unseen) for k, v in value.items() if k not in unseen}
    return value
