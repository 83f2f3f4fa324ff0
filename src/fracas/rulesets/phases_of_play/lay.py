"""The lie of the land: what each square of a board is to those who move over it.

For movement, which asks it of every step; it is read once from a board, because boards never change.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.board import Board, Grid
from fracas.engine.keeping import keep

MOST_LAYS: Final = 64


class Lay:
    """Facts by square or place."""

    def __init__(self, board: Board) -> None:
        tags = [board.tags_at(pos) for pos in range(board.size)]
        self.deep = ["water" in found for found in tags]
        """11.7: deep water by the map."""
        self.stepped = ["ladder" in found or "stairs" in found for found in tags]
        """11.2: the ground helps one up."""
        self.marked = ["climb" in found or "ladder" in found for found in tags]
        """11.6: there is something to climb."""
        self.level = [board.height_at(pos) for pos in range(board.size)]
        self.grid = isinstance(board, Grid)
        self.plain = self.grid and True not in self.deep and len(dict.fromkeys(self.level)) < 2
        """Neither deep nor higher anywhere: nothing stops those who walk but walls."""


_LAYS: Final[dict[Board, Lay]] = {}


def lay_of(board: Board) -> Lay:
    found = _LAYS.get(board)
    if found is None:
        found = keep(_LAYS, board, Lay(board), MOST_LAYS)
    return found
