"""A game again as one seat was told of it: its events, and after every deed what had changed in its view.

For the replay page and the file made of it. It holds the seat's own frames, never the log.
"""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

from fracas.engine.board import Board, Grid
from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.game import Game
from fracas.engine.ruleset import Ruleset
from fracas.engine.saved import load_game
from fracas.server.hung import Hung, ground_of
from fracas.server.messages import SPECTATOR_ROLE
from fracas.server.screens import events_out
from fracas.server.showing import welcome_to
from fracas.server.snapshots import at_rest, shown_as
from fracas.session.session import MAIN, Session
from fracas.session.stream import Stream

Data = dict[str, Any]
MOST_STEPS: Final = 4000
"""A longer game is shown up to here, and says so."""
ROOM: Final[Data] = {
    "started": True,
    "paused": False,
    "limit": 0,
    "seats": [],
    "watchers": 0,
    "bots": [],
    "levels": {},
    "held": False,
    "bot_waits": False,
    "calls": [],
    "refused": [],
    "public_seed_hash": "",
    "trouble": "",
    "queue": None,
}
"""A room in which nobody sits: a replay is looked at, not played."""


class Seen(NamedTuple):
    """What the pictures of a replay have shown by its end."""

    portraits: set[str]
    board: Board | None
    known: set[int]


class Reel:
    """Reads a seat's stream from its beginning, and looks whenever a deed is done."""

    def __init__(self, game: Game, seat: str, hung: Hung | None = None) -> None:
        self.session = Session(game)
        self.hung = hung or Hung()
        self.seat = seat
        self.steps: list[Data] = []
        self.cut = False
        """Was the end left out, because there is too much of it?"""
        self.portraits: set[str] = set()
        self.known: set[int] = set()
        """The squares that the seat knew at any time."""
        self._told = 0
        self._stream = Stream(game.ruleset, game.start, seat, game.folds)
        self.session.streams[MAIN][seat] = self._stream
        self._sight = self.session.sight(seat)
        self._stream.caught_up = False
        self._take(game.start, 0)
        self._stream.deed_ended = lambda _, enc, last: self._take(enc, last)
        self._stream.read_on(game.log)
        if self._stream.last > self._told:
            # Something is under way that has not come to its end.
            self._take(game.state, self._stream.last)

    def _take(self, enc: Encounter, last: int) -> None:
        if len(self.steps) >= MOST_STEPS:
            self.cut = True
            return
        self.session.see(self._sight, True, enc)
        shown_as(self._sight, at_rest(self.session, enc, last, 0, False), self.hung, [], {}, [])
        self._look_at_pictures()
        _, frame = self._sight.parts.frame()
        fresh, self._told = self._stream.entries[self._told : last], last
        step: Data = {"events": events_out(fresh), "view": json.loads(frame) if frame else None}
        if self.seat == GM:
            step["line"] = self._stream.read
        self.steps.append(step)

    def _look_at_pictures(self) -> None:
        board = self._sight.board
        self.portraits.update(self.hung.portraits_for(self._sight).values())
        if self.hung.map and isinstance(board, Grid):
            self.known.update(ground_of(board).known)
        elif board is not None and self.hung.map_for(board, self._sight.seat):
            self.known.update(range(board.size))

    def seen(self) -> Seen:
        """What its pictures have shown."""
        return Seen(self.portraits, self._sight.board, self.known)


def replay_of(ruleset: Ruleset, log: str, seat: str, table: str, title: str, hung: Hung) -> tuple[Data, Seen]:
    """All frames of a seat, with the welcome a page needs before them, and what its pictures have shown. The log is
    read as a game of its own, so that the table may go on meanwhile."""
    reel = Reel(load_game(ruleset, log, held=True), seat, hung)
    first, *steps = reel.steps
    nobody: Data = {"room": ROOM, "asides": [], "view": first["view"], "events": [], "complete": True}
    replay: Data = {
        "welcome": {**welcome_to(reel.session, SPECTATOR_ROLE, seat, table, title), **nobody},
        "steps": steps,
        "cut": reel.cut,
        "pictures": {},
    }
    return replay, reel.seen()


def moment_of(ruleset: Ruleset, log: str, line: int) -> Encounter:
    """The state of a game at the end of a deed, by the line of its log, to go on from elsewhere."""
    game = load_game(ruleset, log, held=True)
    if line not in [step["line"] for step in Reel(game, GM).steps]:
        raise Invalid("branch", "line", line, "a line of the log at which something had come to its end")
    return game.folds.at(game.log, line).enc.copy()
