"""Deeds as one seat hears of them: which deed an entry of its stream belongs to, and when a deed is over.

For streams. Both follow from what the seat is told alone: where one deed ends must not tell of those who are hidden.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.command import TABLE
from fracas.engine.log import ANSWER, COMMAND, RULING, UNDO, Line, Log

AT_ONCE: Final = (RULING, UNDO)
"""What asks nobody, and so is done as soon as nothing more follows."""


class Numbering:
    """Counts deeds: what somebody known does is one, and so is what the GM does, if anything of it is told."""

    def __init__(self) -> None:
        self._deed = 0
        self._fresh = True
        """Does the next entry begin a deed?"""
        self._before_gm: tuple[bool, int] | None = None
        """The same before the GM did something, and how many entries there were."""

    def part(self, last: int, by_gm: bool, by_known: bool) -> None:
        """Somebody does something, after `last` entries."""
        if self._before_gm is not None:
            fresh, before = self._before_gm
            self._fresh = fresh or last > before
            self._before_gm = None
        if by_gm:
            self._before_gm = (self._fresh, last)
        self._fresh = self._fresh or by_gm or by_known

    def next(self) -> int:
        """The deed of the next entry."""
        if self._fresh:
            self._deed, self._fresh = self._deed + 1, False
        return self._deed


class Course:
    """What is under way: a command, a ruling or a going back, of which this seat may hear something."""

    def __init__(self) -> None:
        self.doing = ""
        """The kind of line that began it; empty for steps of the table."""
        self._before = 0
        """How many entries there were when it began."""
        self._open: tuple[int, int] | None = None
        """The line of an open command and the entries before it, while something else is done in the middle of it."""

    def begin(self, line: Line, last: int) -> None:
        """Something else is done from here on."""
        by_table = line.kind == COMMAND and line.data["seat"] == TABLE
        if line.kind == COMMAND:
            self._open = None if by_table else (line.n, last)
        self.doing, self._before = "" if by_table else line.kind, last

    @property
    def whole(self) -> bool:
        """Is it a command, or a ruling that is not made in the middle of one?"""
        return self.doing == COMMAND or (self.doing == RULING and self._open is None)

    def end(self, last: int) -> bool:
        """It is done; true when the seat has heard anything of it."""
        heard = bool(self.doing) and last > self._before
        self.doing, self._before = "", last
        return heard

    def close(self) -> None:
        """The open command is finished."""
        self._open = None

    def resume(self, log: Log, undo: Line) -> None:
        """What was taken back lay within an open command, or the command itself was: is it still under way?"""
        if self._open is not None and log.counts(self._open[0], log.tip_after(undo.n)):
            self.doing, self._before = COMMAND, self._open[1]
        else:
            self._open = None


def goes_on(line: Line) -> bool:
    """An answer, and a ruling at an open question, go on with what they answer."""
    return line.kind == ANSWER or (line.kind == RULING and "at" in line.data)
