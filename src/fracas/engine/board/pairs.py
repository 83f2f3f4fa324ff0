"""What a board found out about pairs of squares, looked up more often than anything else."""

from __future__ import annotations

from typing import Final

from fracas.engine.board.terms import Pos
from fracas.engine.keeping import keep

MOST_NUMBERS: Final = 1 << 20
"""Eight megabytes of rows: every pair of up to 1,024 squares."""
MOST_KEPT: Final = 65_536


class Pairs:
    """A number for each pair of squares: in rows on a small board, where that is quickest, else in a bounded table."""

    def __init__(self, size: int, most: int = MOST_NUMBERS) -> None:
        self.size = size
        self.rows: list[list[int] | None] = [None] * size if size * size <= most else []
        self.kept: dict[int, int] = {}

    def find(self, a: Pos, b: Pos) -> int:
        """-1 while nobody has found it out."""
        if self.rows:
            row = self.rows[a]
            return -1 if row is None else row[b]
        return self.kept.get(a * self.size + b, -1)

    def keep(self, a: Pos, b: Pos, number: int) -> int:
        if not self.rows:
            return keep(self.kept, a * self.size + b, number, MOST_KEPT)
        row = self.rows[a]
        if row is None:
            row = self.rows[a] = [-1] * self.size
        row[b] = number
        return number
