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
    """One line of a log in words: its number, what it is, and whether it was undone later."""

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

    def entries(self, last: int) -> list[Entry]:
        """All lines up to one, those with nothing to say for this seat left out."""
        found: list[Entry] = []
        for line in self.game.log.lines[:last]:
            entry = self._read(line)
            if entry is not None:
                found.append(entry)
        return found

    def _read(self, line: Line) -> Entry | None:
        if line.kind == CONTENT:
            return None
        undone = line.n not in self.force and line.kind != UNDO
        if line.kind == EVENT:
            event = event_from_json(self.game.ruleset.kinds, line.data)
            told = self.teller.tell(event)
            return Entry(line, "", [shown(told)], undone) if told is not None and told.text else None
        if line.kind == UNDO:
            self._go_back(line)
            said = f"{line.data['why']}: back to line {line.data['to']}"
            return Entry(line, "<<", [_plain(said)], False)
        said = self._said(line)
        mark = {COMMAND: ">", ANSWER: "?", RULING: "*"}[line.kind]
        return Entry(line, mark, [_plain(said)], undone) if said else None

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
        now = self.game.start.copy()
        for earlier in self.game.log.in_force(line.n):
            if earlier.kind == EVENT:
                now.happen(event_from_json(self.game.ruleset.kinds, earlier.data))
        self.teller.go_to(now)


def _plain(text: str) -> Sentence:
    return Sentence(Event(), text, Text(text))
