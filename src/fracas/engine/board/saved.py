"""Boards out of saved data, of whichever kind.

For loading encounters and scenarios.
"""

from __future__ import annotations

from fracas.engine.board.board import Board
from fracas.engine.board.grid import Grid
from fracas.engine.board.places import Places
from fracas.engine.errors import Invalid


def board_from_json(data: dict[str, object], where: str = "board") -> Board:
    kind = data.get("kind")
    if kind == "grid":
        return Grid.from_json(data, where)
    if kind == "places":
        return Places.from_json(data, where)
    raise Invalid(where, "kind", kind, "grid or places")
