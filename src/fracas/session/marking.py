"""Marks: a session as it stands, to go back to when what was done could not be kept.

For servers: the lines come first onto the disk, and only then count.
"""

from __future__ import annotations

from fracas.engine.game import Game
from fracas.engine.log import Line
from fracas.engine.performing import Mark
from fracas.session.session import Session
from fracas.session.stream import Stream


class SessionMark:
    """The game being played, by reference, and what else the session knows."""

    def __init__(self, session: Session) -> None:
        self.games = dict(session.games)
        self.name = session.name
        self.lines = len(session.game.log.lines)
        self.questions = session.questions.copy()
        self._mark = Mark(session.game)
        self._held = session.game.held
        self._undone = dict(session.undone)

    @property
    def game(self) -> Game:
        return self.games[self.name]

    def new_lines(self) -> list[Line]:
        """What the game of the mark has written since."""
        return self.game.log.lines[self.lines :]

    def restore(self, session: Session) -> None:
        """It has not happened."""
        self._mark.restore(self.game)
        self.game.held = self._held
        session.go_to(self.games, self.name)
        session.questions = self.questions
        session.undone = self._undone
        session.knowledge.forget()
        # A stream that has read what is cut now cannot be cut; remade, it reads the same.
        kept: dict[str, dict[str, Stream]] = {}
        for name, game in session.games.items():
            streams = session.streams.get(name, {})
            kept[name] = {seat: one for seat, one in streams.items() if one.read <= len(game.log.lines)}
        session.streams = kept
