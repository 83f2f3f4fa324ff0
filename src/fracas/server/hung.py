"""The pictures of one table: which is its map, whose portrait is which, and what of that a viewer is shown.

They are a fact of the room, taken from the campaign when the table is made, and told once: so what stands under an
address never changes. A view names the map's picture by what is known of the ground, never by the picture itself:
that would tell of what lies under cover.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final, NamedTuple

from fracas.engine.board import Board, Grid
from fracas.engine.canon import canon
from fracas.engine.command import GM
from fracas.session.sight import Sight

Data = dict[str, Any]
Words = dict[str, str]
MAP: Final = "map-"
"""What the name of a map's picture begins with; other pictures go by their ids."""
WHOLE: Final = f"{MAP}whole"
"""The map's picture as the GM sees it, and everybody where a board has no squares."""
BOX: Final = ("left", "top", "width", "height")
SQUARE: Final = 100
"""Boxes are in hundredths of a square."""


class Ground(NamedTuple):
    """What is known of a board: its size, and the squares that are not."""

    columns: int
    rows: int
    covered: tuple[int, ...]

    @property
    def known(self) -> list[int]:
        hidden = set(self.covered)
        return [square for square in range(self.columns * self.rows) if square not in hidden]


class Hung:
    """What pictures a table has."""

    def __init__(
        self, map: str = "", box: list[int] | None = None, kinds: Words | None = None, people: Words | None = None
    ) -> None:
        self.map = map
        self.box = box or []
        """Left, top, width and height; a side of 0 is as long as the board."""
        self.kinds = kinds or {}
        self.people = people or {}
        """By kind, and by id of somebody: the portrait."""

    def show(self, sight: Sight) -> None:
        """Put what a viewer may know of it into its view."""
        sight.parts.spread("map", self.map_for(sight.board, sight.seat))
        sight.parts.spread("portrait", self.portraits_for(sight) if self.kinds or self.people else {})

    def portraits_for(self, sight: Sight) -> Words:
        """By the names this viewer has for them: the portraits of those it knows."""
        found: Words = {}
        for alias, one in sight.people.items():
            portrait = self.portrait_of(sight.id_of(alias), one.kind)
            if portrait:
                found[alias] = portrait
        return found

    def portrait_of(self, who: str, kind: str) -> str:
        return self.people.get(who) or self.kinds.get(kind, "")

    def map_for(self, board: Board | None, seat: str) -> Data:
        """The name of the map's picture and where it lies; nothing where there is none. Nobody knows which part of it
        shows which place: where a board has places, all of it is shown while none of them is covered."""
        if not self.map or board is None:
            return {}
        if not isinstance(board, Grid):
            covered = seat != GM and board.shroud is not None and board.shroud.squares
            return {} if covered else {"id": WHOLE, **dict.fromkeys(BOX, 0)}
        box = self.placed(board)
        name = WHOLE if seat == GM else name_of(ground_of(board), list(box.values()))
        return {"id": name, **box}

    def placed(self, board: Grid) -> dict[str, int]:
        left, top, width, height = self.box or [0, 0, 0, 0]
        sides = (left, top, width or board.width * SQUARE, height or board.depth * SQUARE)
        return dict(zip(BOX, sides, strict=True))

    def order_for(self, board: Grid, ground: Ground) -> Data:
        """What the child is told to show of the map's picture."""
        return {"columns": ground.columns, "rows": ground.rows, "known": ground.known, **self.placed(board)}


def ground_of(board: Grid) -> Ground:
    covered = tuple(board.shroud.squares) if board.shroud is not None else ()
    return Ground(board.width, board.depth, covered)


def name_of(ground: Ground, box: list[int]) -> str:
    """Another one for each state of the cover."""
    return MAP + hashlib.sha256(canon([box, *ground[:2], list(ground.covered)]).encode()).hexdigest()[:32]
