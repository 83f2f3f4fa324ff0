"""Ground: a grid's terrain laid out as flat lists, one entry per square.

For the grid's own parts (steps, sight, areas), which read single facts about many squares.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.board.edges import Edges
from fracas.engine.board.terms import FAR, Pos
from fracas.engine.board.terrain import Terrain
from fracas.engine.keeping import keep

# Eyes are one level above the ground a creature stands on, so a rise of one level hides nobody.
EYE_LEVEL: Final = 1
HEIGHTS_KEPT: Final = 16


class Ground:
    """Facts by square: cost to enter (0 = barred), level, how far up it hides things, cover, and free climbing."""

    def __init__(self, width: int, cells: list[int], terrains: list[Terrain], edges: Edges | None = None) -> None:
        self.width = width
        # None where nothing stands between any two squares: most maps, and they need not ask.
        self.edges = edges
        self.depth = len(cells) // width
        self.cost: list[int] = []
        self.level: list[int] = []
        self.top: list[int] = []
        self.cover: list[int] = []
        self.lifts: list[bool] = []
        for cell in cells:
            terrain = terrains[cell]
            self.cost.append(0 if terrain.blocks_move else terrain.cost)
            self.level.append(terrain.height)
            # Opaque terrain without a height of its own reaches the ceiling.
            self.top.append(FAR if terrain.blocks_sight and terrain.height <= 0 else terrain.height)
            self.cover.append(terrain.cover)
            self.lifts.append(terrain.lifts_climb())
        self.lowest = min(self.level)
        self.flat = max(self.level) == self.lowest
        self.hiders = self._count_hiders()
        self._gaps: dict[int, list[int]] = {}

    def _count_hiders(self) -> list[int]:
        """Running totals of squares that could ever stop a line, so an open rectangle is known at once; a square whose
        right or lower edge could counts too."""
        hides = self.edges.hides if self.edges is not None else []
        across = self.width + 1
        sums = [0] * (across * (self.depth + 1))
        for y in range(self.depth):
            row = 0
            for x in range(self.width):
                pos = y * self.width + x
                if self.top[pos] > self.lowest + EYE_LEVEL or (hides and (hides[2 * pos] or hides[2 * pos + 1])):
                    row += 1
                sums[(y + 1) * across + x + 1] = sums[y * across + x + 1] + row
        return sums

    def open_between(self, a: Pos, b: Pos) -> bool:
        """No square of the rectangle spanned by a and b can stop a line."""
        ax, ay, bx, by = a % self.width, a // self.width, b % self.width, b // self.width
        left, right = (ax, bx + 1) if ax < bx else (bx, ax + 1)
        upper, lower = (ay, by + 1) if ay < by else (by, ay + 1)
        across = self.width + 1
        sums = self.hiders
        inside = sums[lower * across + right] - sums[upper * across + right]
        return inside == sums[lower * across + left] - sums[upper * across + left]

    def openings(self, eye: int) -> list[int]:
        """Row by row, the squares that stop no line at this height, the first as bit 0; then all from the right."""
        found = self._gaps.get(eye)
        if found is None:
            found = keep(self._gaps, eye, self._find_openings(eye), HEIGHTS_KEPT)
        return found

    def _find_openings(self, eye: int) -> list[int]:
        width, top = self.width, self.top
        forward: list[int] = []
        backward: list[int] = []
        for start in range(0, len(top), width):
            low = high = 0
            for x in range(width):
                if top[start + x] <= eye:
                    low |= 1 << x
                    high |= 1 << (width - 1 - x)
            forward.append(low)
            backward.append(high)
        return forward + backward

    def footprint(self, pos: Pos, size: int) -> list[Pos]:
        if pos < 0 or pos >= len(self.cost):
            return []
        if size == 1:
            return [pos]
        if pos % self.width + size > self.width or pos // self.width + size > self.depth:
            return []
        squares = [pos + row * self.width + column for row in range(size) for column in range(size)]
        # Nobody stands on both sides of a wall.
        return squares if self.edges is None or not self.edges.splits(squares, size) else []
