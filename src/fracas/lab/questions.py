"""The numbers under which each seat knows its open questions: dense, so that they tell nothing about others.

For sessions. The engine's own ids count every command, hidden ones too; only the GM sees those.
"""

from __future__ import annotations

from fracas.engine.canon import canon
from fracas.engine.command import GM
from fracas.engine.game import Game
from fracas.engine.offer import Decision


class Questions:
    """A question keeps its number while it stays open; one that opens, or opens again, gets the seat's next."""

    def __init__(self) -> None:
        self._open: dict[str, tuple[str, str]] = {}
        """Engine id of each open question: its seat and number, beside the content that makes it the same question."""
        self._content: dict[str, str] = {}
        self._engine_ids: dict[str, list[str]] = {}
        """By seat: the engine's id behind each number."""

    def renew(self, game: Game) -> None:
        """Take note of the questions open now."""
        still: dict[str, tuple[str, str]] = {}
        content: dict[str, str] = {}
        for decision in game.waiting:
            seat = game.state.seat_of(decision.who)
            content[decision.id] = canon(decision.to_json())
            known = self._open.get(decision.id)
            if known is None or known[0] != seat or self._content[decision.id] != content[decision.id]:
                ids = self._engine_ids.setdefault(seat, [])
                ids.append(decision.id)
                known = (seat, f"q{len(ids)}")
            still[decision.id] = known
        self._open, self._content = still, content

    def shown_id(self, seat: str, decision: Decision) -> str:
        return decision.id if seat == GM else self._open[decision.id][1]

    def engine_id(self, seat: str, shown: str) -> str:
        """The engine's id behind a seat's number; nothing if there is none."""
        if seat == GM:
            return shown
        ids = self._engine_ids.get(seat, [])
        for index, id in enumerate(ids):
            if shown == f"q{index + 1}":
                return id
        return ""
