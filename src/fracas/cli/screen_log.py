"""A whole log as a seat may read it: every line in the order it was written, undone ones marked.

For `replay`.
"""

from __future__ import annotations

from typing import NamedTuple

from rich.text import Text

from fracas.cli.screen_events import Sentence, shown
from fracas.engine.command import GM, TABLE, command_from_json
from fracas.engine.event import Event, event_from_json
from fracas.engine.game import Game
from fracas.engine.log import ANSWER, COMMAND, CONTENT, EVENT, RULING, UNDO, Line
from fracas.engine.teller import Teller
from fracas.engine.text import say_command
from fracas.engine.views import as_told, known


class Entry(NamedTuple):
    """One line of a log in words: its number for this reader, what it is, and whether it was undone later."""

    n: int
    line: Line
    mark: str
    told: list[Sentence]
    undone: bool

    @property
    def begins(self) -> bool:
        """Somebody's command: a new paragraph of the story."""
        return self.line.kind == COMMAND


class Reading:
    """Goes through a log line by line, always knowing the state of that moment."""

    def __init__(self, game: Game, seat: str) -> None:
        self.game = game
        self.seat = seat
        self.teller = Teller(game.ruleset, game.start, seat)
        self.force = {line.n for line in game.log.in_force()}
        self.numbers: dict[int, int] = {}
        """By line of the log: its number for this seat. The GM's are the log's own; others count what they were told,
        for a gap would tell how much they were not."""

    def entries(self) -> list[Entry]:
        """All lines, those with nothing to say for this seat left out."""
        found: list[Entry] = []
        for line in self.game.log.lines:
            entry = self._read(line)
            if entry is not None:
                self.numbers[line.n] = entry.n
                found.append(entry)
        return found

    def _read(self, line: Line) -> Entry | None:
        if line.kind == CONTENT:
            return None
        n = line.n if self.seat == GM else len(self.numbers) + 1
        undone = line.n not in self.force and line.kind != UNDO
        if line.kind == EVENT:
            event = event_from_json(self.game.ruleset.kinds, line.data)
            told = self.teller.tell(event)
            return Entry(n, line, "", [shown(told)], undone) if told is not None and told.text else None
        if line.kind == UNDO:
            self._go_back(line)
            back = self._back_to(line)
            return (
                Entry(n, line, "<<", [_plain(f"{line.data['why']}: back to line {back}")], False) if back >= 0 else None
            )
        said = self._said(line)
        mark = {COMMAND: ">", ANSWER: "?", RULING: "*"}[line.kind]
        return Entry(n, line, mark, [_plain(said)], undone) if said else None

    def _back_to(self, line: Line) -> int:
        """The number of the line that an undo or redo goes to, or -1 where it changes nothing this seat was told."""
        to = int(str(line.data["to"]))
        if self.seat == GM:
            return to
        log = self.game.log
        gone, _, come = log.between(log.tip_after(line.n - 1), to)
        if not [one for one in (*gone, *come) if one.n in self.numbers]:
            return -1
        return next((self.numbers[one.n] for one in log.backwards(line.n) if one.n in self.numbers), 0)

    def _said(self, line: Line) -> str:
        """A command, answer or ruling in words, if this seat may know of it."""
        command = command_from_json(line.data["ruling" if line.kind == RULING else "command"])
        if line.kind == RULING:
            because = f" because {line.data['reason']}" if line.data["reason"] else ""
            mine = self.seat == GM or line.data["seat"] == self.seat
            said = say_command(self.teller.enc, command) + (f" {command.text}" if command.text else "")
            return said + because if mine else ""
        enc = self.teller.enc
        if line.data["seat"] == TABLE or not (enc.sees(self.seat, command.who) or self.seat == GM):
            return ""
        told = as_told(enc, command, self.seat)
        return say_command(known(self.game.ruleset, enc, self.seat), told)

    def _go_back(self, line: Line) -> None:
        log = self.game.log
        self.teller.go_to(self.game.folds.at(log, log.tip_after(line.n)).enc.copy())


def _plain(text: str) -> Sentence:
    return Sentence(Event(), text, Text(text))
