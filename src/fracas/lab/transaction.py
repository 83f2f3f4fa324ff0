"""All or nothing: a game put back exactly as it was when something breaks half-way.

For sessions, which promise that a line answered with an error changed nothing, whichever step of it failed.
"""

from __future__ import annotations

from types import TracebackType

from fracas.engine.game import Game


class AllOrNothing:
    """Remembers a game by reference (its states are never changed in place) and restores it when left by an error."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lines = len(game.log.lines)
        self.log = (game.log.tip, game.log._last)
        self.states = (game.checkpoint, game.state)
        self.open = game.open
        self.answers = dict(game.answers)
        self.rulings = {at: list(rulings) for at, rulings in game.rulings.items()}
        self.shown = list(game.shown)
        self.waiting = list(game.waiting)
        self.counts = (game._asked_at, game._faces_used)

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.restore()

    def restore(self) -> None:
        game = self.game
        del game.log.lines[self.lines :]
        game.log.tip, game.log._last = self.log
        game.checkpoint, game.state = self.states
        game.open = self.open
        game.answers, game.rulings, game.shown, game.waiting = self.answers, self.rulings, self.shown, self.waiting
        game._asked_at, game._faces_used = self.counts
