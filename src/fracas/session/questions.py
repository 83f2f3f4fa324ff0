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
        """Engine id of each open question: its seat and number, and the content that makes it the same question."""
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

    def copy(self) -> Questions:
        other = Questions()
        other._open, other._content = dict(self._open), dict(self._content)
        other._engine_ids = {seat: list(ids) for seat, ids in self._engine_ids.items()}
        return other

    # ---------------------------------------------------------------- over a restart

    def news(self, before: Questions) -> dict[str, object]:
        """What a keeper must write down after something was done, to give the same numbers again later."""
        asked: dict[str, list[str]] = {}
        for seat, ids in self._engine_ids.items():
            fresh = ids[len(before._engine_ids.get(seat, [])) :]
            if fresh:
                asked[seat] = fresh
        return {"asked": asked, "open": {id: list(place) for id, place in self._open.items()}}

    def take(self, news: dict[str, object]) -> None:
        """Read on in what was written down."""
        asked, opened = news["asked"], news["open"]
        assert isinstance(asked, dict) and isinstance(opened, dict)
        for seat, ids in asked.items():
            self._engine_ids.setdefault(seat, []).extend([str(id) for id in ids])
        self._open = {id: (str(seat), str(number)) for id, (seat, number) in opened.items()}

    def settle(self, game: Game) -> None:
        """After the last of it: the questions open now are the ones written down."""
        self._content = {d.id: canon(d.to_json()) for d in game.waiting}
        self._open = {id: place for id, place in self._open.items() if id in self._content}
        self.renew(game)
