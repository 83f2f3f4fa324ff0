"""What a board found out about pairs of squares, kept in rows of numbers: looked up more often than anything else."""

from __future__ import annotations

from typing import Final

from fracas.engine.board.terms import Pos

MOST_NUMBERS: Final = 1 << 20
"""Eight megabytes: room for every pair of a board of 32 by 32."""


class Pairs:
    """A number for each pair of squares, -1 while nobody has asked for it."""

    def __init__(self, size: int, most: int = MOST_NUMBERS) -> None:
        self.size = size
        self.rows: list[list[int] | None] = [None] * size
        self._laid = 0
        self._most = max(most // size, 1)

    def others(self, pos: Pos) -> list[int]:
        """The numbers of one square with every other. Where there is no room for one more row, all are forgotten."""
        found = self.rows[pos]
        if found is None:
            if self._laid >= self._most:
                self.rows, self._laid = [None] * self.size, 0
            found = self.rows[pos] = [-1] * self.size
            self._laid += 1
        return found
