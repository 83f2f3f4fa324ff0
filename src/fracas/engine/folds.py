"""Folds: states of a game at lines of its log, kept so that going back costs what it changes and not the whole log.

For games and for the streams of their seats. All kept states are shared and never changed in place.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.encounter import Encounter
from fracas.engine.events import Rolled
from fracas.engine.log import EVENT, Line, Log
from fracas.engine.ruleset import Ruleset

MOST_RECENT: Final = 32
MOST_MARKS: Final = 32
GAP: Final = 128
"""A state is kept of every so many lines; with a longer log, of every second such place, and so on."""
STRIDE: Final = 16
NEAR: Final = 128
"""Whoever goes back so far may go back further: of the last lines of a long fold more states are kept."""


class Fold:
    """The state just after a line, and how many faces were thrown by the source up to it."""

    def __init__(self, line: Line | None, enc: Encounter, faces: int) -> None:
        self.line = line
        self.enc = enc
        self.faces = faces


class Folds:
    """The newest states asked for, and some all along the log."""

    def __init__(self, ruleset: Ruleset, start: Encounter) -> None:
        self.ruleset = ruleset
        self.start = Fold(None, start, 0)
        self.applied = 0
        """How many events were folded: what going back has cost so far."""
        self._recent: dict[int, Fold] = {}
        self._marks: dict[int, Fold] = {}
        """By place: the number of a line over the gap."""
        self._gap = GAP

    def __len__(self) -> int:
        return len(self._recent) + len(self._marks)

    def keep(self, line: Line, enc: Encounter, faces: int) -> Fold:
        """This is the state after a line; from now on it is not to be changed."""
        fold = Fold(line, enc, faces)
        self._recent.pop(line.n, None)
        self._recent[line.n] = fold
        if len(self._recent) > MOST_RECENT:
            del self._recent[next(iter(self._recent))]
        self._mark(fold, line.n)
        return fold

    def _mark(self, fold: Fold, n: int) -> None:
        self._marks[n // self._gap] = fold
        if len(self._marks) > MOST_MARKS:
            self._gap *= 2
            kept: dict[int, Fold] = {}
            for mark in self._marks.values():
                if mark.line is not None:
                    kept[mark.line.n // self._gap] = mark
            self._marks = kept

    def _kept(self, line: Line) -> Fold | None:
        """A line that was cut and rewritten is another line."""
        for fold in (self._recent.get(line.n), self._marks.get(line.n // self._gap)):
            if fold is not None and fold.line is line:
                return fold
        return None

    def at(self, log: Log, n: int) -> Fold:
        """The state where line n is the last in force (0: at the start)."""
        base = self.start
        ahead: list[Line] = []
        while n > 0:
            line = log.line(n)
            if line.kind == EVENT:
                kept = self._kept(line)
                if kept is not None:
                    base = kept
                    break
                ahead.append(line)
            n = line.parent
        if not ahead:
            return base
        ahead.reverse()
        return self._fold(base, ahead)

    def _fold(self, base: Fold, ahead: list[Line]) -> Fold:
        enc, faces = base.enc.copy(), base.faces
        place = base.line.n // self._gap if base.line is not None else 0
        left = len(ahead)
        for line in ahead:
            event = line.read_event(self.ruleset.kinds)
            enc.happen(event)
            if isinstance(event, Rolled) and event.source != "hand":
                faces += len(event.thrown.faces())
            self.applied += 1
            left -= 1
            if left == 0:
                break
            if left < NEAR and left % STRIDE == 0:
                self.keep(line, enc.copy(), faces)
            elif line.n // self._gap != place:
                place = line.n // self._gap
                self._mark(Fold(line, enc.copy(), faces), line.n)
        return self.keep(ahead[-1], enc, faces)
