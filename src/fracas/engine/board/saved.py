"""Boards out of saved data, of whichever kind.

For loading encounters and scenarios.
"""

from __future__ import annotations

from fracas.engine.board.board import Board
from fracas.engine.board.covered import with_shroud
from fracas.engine.board.grid import Grid
from fracas.engine.board.places import Places
from fracas.engine.board.shroud import Shroud, read_runs, squares_in
from fracas.engine.errors import Invalid


def board_from_json(data: dict[str, object], where: str = "board") -> Board:
    kind = data.get("kind")
    if kind not in ("grid", "places"):
        raise Invalid(where, "kind", kind, "grid or places")
    bare = {key: value for key, value in data.items() if key != "covered"}
    board: Board = Grid.from_json(bare, where) if kind == "grid" else Places.from_json(bare, where)
    if "covered" in data:
        runs = read_runs(data["covered"], board.size, where)
        return with_shroud(board, Shroud(board.size, squares_in(runs)))
    return board
