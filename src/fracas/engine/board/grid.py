"""The square grid: sizes, terrain, height, four metrics, exact sight and cover.

For rulesets played on squares. A square is `y * width + x`; a creature of size n covers n by n squares, and is placed
by its top-left one.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.board.areas import clip_square, spread_cone, trace_line
from fracas.engine.board.board import Board
from fracas.engine.board.fields import (
    read_flag,
    read_int,
    read_list,
    read_record,
    read_text,
    read_texts,
    refuse_unknown,
)
from fracas.engine.board.ground import Ground
from fracas.engine.board.legend import index_terrains, place_glyphs
from fracas.engine.board.metric import Metric
from fracas.engine.board.names import column_name, parse_square
from fracas.engine.board.paths import Ways
from fracas.engine.board.sightlines import Sightlines
from fracas.engine.board.steps import GridWays
from fracas.engine.board.terms import CLEAR, FAR, NO_COVER, NONE, SIZE_LIMIT, TOTAL_COVER, Pos
from fracas.engine.board.terrain import Terrain
from fracas.engine.errors import Invalid

LARGEST_SIDE: Final = 200
FAMILY_KEPT: Final = 32
MOST_KEPT: Final = 1 << 16
"""So many distances and sights are kept, of each kind: a map outlives the encounters on it."""
_KEYS: Final = ("kind", "version", "metric", "max_climb", "cut_corners", "terrains", "rows")


class Grid(Board):
    """A board of squares. `cells` holds, square by square, an index into `terrains`."""

    def __init__(
        self,
        width: int,
        cells: list[int],
        terrains: list[Terrain],
        metric: str = "diagonal-1",
        max_climb: int = 1,
        cut_corners: bool = True,
        version: int = 0,
        family: dict[tuple[int, ...], Grid] | None = None,
    ) -> None:
        super().__init__("grid", version, len(cells))
        if width < 1 or width > LARGEST_SIDE or not cells or len(cells) % width or len(cells) // width > LARGEST_SIDE:
            raise Invalid(
                "grid", "width", f"{width} for {len(cells)} squares", f"whole rows, at most {LARGEST_SIDE} a side"
            )
        self.width = width
        self.depth = len(cells) // width
        self.cells = cells
        self.terrains = terrains
        self.metric = Metric(metric)
        self.max_climb = max_climb
        self.cut_corners = cut_corners
        self.by_key: dict[str, int] = index_terrains(terrains)
        self._family: dict[tuple[int, ...], Grid] = family if family is not None else {}
        """Boards made of one another, by what their ground does: alike ones share what was found out about it."""
        traits = [terrain.traits() for terrain in terrains]
        alike = [traits.index(own) for own in traits]
        key = tuple([alike[cell] for cell in cells])
        twin = self._family.get(key)
        if twin is None:
            if len(self._family) >= FAMILY_KEPT:
                self._family.clear()
            self._family[key] = self
            self.ground = Ground(width, cells, terrains)
            self.lines = Sightlines(self.ground)
            self._names: dict[int, str] = {}
            self._near: dict[int, int] = {}
            self._gaps: dict[int, int] = {}
            self._sights: dict[int, int] = {}
            self._clears: dict[int, int] = {}
            self._covers: dict[int, int] = {}
        else:
            self.ground, self.lines, self._names = twin.ground, twin.lines, twin._names
            self._near, self._gaps, self._clears = twin._near, twin._gaps, twin._clears
            self._sights, self._covers, self._ways, self._walks = twin._sights, twin._covers, twin._ways, twin._walks

    def parse(self, text: str) -> Pos:
        return parse_square(text, self.width, self.depth)

    def name(self, pos: Pos) -> str:
        if not self.holds(pos):
            return "off the board"
        known = self._names.get(pos)
        if known is None:
            known = self._names[pos] = column_name(pos % self.width) + str(pos // self.width + 1)
        return known

    def terrain_at(self, pos: Pos) -> Terrain:
        return self.terrains[self.cells[pos]]

    def blocked(self, pos: Pos) -> bool:
        return self.terrain_at(pos).blocks_move

    def tags_at(self, pos: Pos) -> list[str]:
        return list(self.terrain_at(pos).tags)

    def height_at(self, pos: Pos) -> int:
        return self.ground.level[pos]

    def with_terrain(self, changes: dict[Pos, str]) -> Board:
        cells = list(self.cells)
        for pos, key in changes.items():
            if not self.holds(pos):
                raise Invalid("grid", "position", pos, f"a square from 0 to {self.size - 1}")
            if key not in self.by_key:
                raise Invalid("grid", "terrain", key, "one of " + ", ".join([t.key for t in self.terrains]))
            cells[pos] = self.by_key[key]
        metric, rise, cut = self.metric.name, self.max_climb, self.cut_corners
        return Grid(self.width, cells, self.terrains, metric, rise, cut, self.version + 1, self._family)

    # Space

    def footprint(self, pos: Pos, size: int) -> list[Pos]:
        return self.ground.footprint(pos, size)

    def anchors(self, squares: set[int], size: int) -> set[int]:
        if size == 1:
            return squares
        found: set[int] = set()
        for square in sorted(squares):
            if square >= 0:
                x, y = square % self.width, square // self.width
                for dy in range(min(size, y + 1)):
                    for dx in range(min(size, x + 1)):
                        found.add(square - dy * self.width - dx)
        return found

    def distance(self, a: Pos, b: Pos) -> int:
        """Counts the ground's rise and fall."""
        return self.distance3(a, 0, b, 0)

    def distance3(self, a: Pos, za: int, b: Pos, zb: int) -> int:
        if not self.holds(a) or not self.holds(b):
            return FAR
        level = self.ground.level
        width = self.width
        dz = abs(level[a] + za - level[b] - zb)
        return self.metric.span(abs(a % width - b % width), abs(a // width - b // width), dz)

    def gap(self, a: Pos, size_a: int, b: Pos, size_b: int) -> int:
        if size_a == 1 and size_b == 1 and 0 <= b < self.size:
            # Asked more often than anything else: one look-up, no checks of sizes.
            near = self._near.get(a * self.size + b, -1)
            if near < 0:
                near = self.distance3(a, 0, b, 0)
                if 0 <= a < self.size:
                    _keep(self._near, a * self.size + b, near)
            return near
        if not self.holds(a) or not self.holds(b):
            return FAR
        key = self._key(a, size_a, b, size_b)
        known = self._gaps.get(key, -1)
        if known < 0:
            known = _keep(self._gaps, key, self.gap3(a, size_a, 0, b, size_b, 0))
        return known

    def gap3(self, a: Pos, size_a: int, za: int, b: Pos, size_b: int, zb: int) -> int:
        """The gap between creatures at altitudes above their ground."""
        squares_a, squares_b = self.footprint(a, size_a), self.footprint(b, size_b)
        best = FAR
        for frm in squares_a:
            for to in squares_b:
                best = min(best, self.distance3(frm, za, to, zb))
        return best

    def find_ways(self, size: int) -> Ways:
        return GridWays(self.ground, self.metric, size, self.max_climb, self.cut_corners)

    # Sight and cover

    def sight(self, a: Pos, size_a: int, b: Pos, size_b: int) -> int:
        if a > b:
            a, size_a, b, size_b = b, size_b, a, size_a
        if a < 0 or b >= self.size:
            return NONE
        key = self._key(a, size_a, b, size_b)
        known = self._sights.get(key, -1)
        if known < 0:
            known = _keep(self._sights, key, self._best_sight(a, size_a, b, size_b))
        return known

    def is_clear(self, a: Pos, b: Pos) -> bool:
        if a > b:
            a, b = b, a
        if a < 0 or b >= self.size:
            return False
        key = a * self.size + b
        known = self._clears.get(key, -1)
        if known < 0:
            known = _keep(self._clears, key, int(self.lines.is_clear(a, 0, b, 0)))
        return known > 0

    def sight3(self, a: Pos, size_a: int, za: int, b: Pos, size_b: int, zb: int) -> int:
        """Sight between creatures at altitudes above their ground."""
        best = NONE
        for frm in self.footprint(a, size_a):
            for to in self.footprint(b, size_b):
                if best != CLEAR:
                    best = min(best, self.lines.see(frm, za, to, zb))
        return best

    def _best_sight(self, a: Pos, size_a: int, b: Pos, size_b: int) -> int:
        if size_a == 1 and size_b == 1:
            return self.lines.see(a, 0, b, 0)
        best = NONE
        for frm in self.footprint(a, size_a):
            for to in self.footprint(b, size_b):
                if best != CLEAR:
                    best = min(best, self.sight(frm, 1, to, 1))
        return best

    def cover(self, a: Pos, size_a: int, b: Pos, size_b: int) -> int:
        if not self.holds(a) or not self.holds(b):
            return TOTAL_COVER
        key = self._key(a, size_a, b, size_b)
        known = self._covers.get(key, -1)
        if known < 0:
            known = _keep(self._covers, key, self._least_cover(a, size_a, b, size_b))
        return known

    def _least_cover(self, a: Pos, size_a: int, b: Pos, size_b: int) -> int:
        """The attacker chooses the pair of squares that leaves the target the least cover."""
        best = TOTAL_COVER
        for frm in self.footprint(a, size_a):
            for to in self.footprint(b, size_b):
                if best > NO_COVER and self.sight(frm, 1, to, 1) != NONE:
                    best = min(best, self.lines.cover(a, size_a, b, size_b, frm, to))
        return best

    def _key(self, a: Pos, size_a: int, b: Pos, size_b: int) -> int:
        assert 0 < size_a < SIZE_LIMIT, f"size {size_a}"
        assert 0 < size_b < SIZE_LIMIT, f"size {size_b}"
        return ((a * self.size + b) * SIZE_LIMIT + size_a) * SIZE_LIMIT + size_b

    # Areas

    def burst(self, center: Pos, radius: int) -> list[Pos]:
        squares: list[Pos] = []
        if not self.holds(center):
            return squares
        width = self.width
        x, y = center % width, center // width
        for row in range(max(y - radius, 0), min(y + radius + 1, self.depth)):
            for column in range(max(x - radius, 0), min(x + radius + 1, width)):
                if self.gap(center, 1, row * width + column, 1) <= radius:
                    squares.append(row * width + column)
        return squares

    def around(self, pos: Pos, size: int, reach: int) -> list[Pos]:
        """The squares no further than this from a footprint."""
        left, upper = pos % self.width, pos // self.width
        return [
            y * self.width + x
            for y in range(max(upper - reach, 0), min(upper + size + reach, self.depth))
            for x in range(max(left - reach, 0), min(left + size + reach, self.width))
            if self.gap(pos, size, y * self.width + x, 1) <= reach
        ]

    def line(self, a: Pos, b: Pos, length: int) -> list[Pos]:
        if not self.holds(a) or not self.holds(b):
            return []
        return trace_line(self.width, self.depth, self.metric, a, b, length)

    def cone(self, a: Pos, towards: Pos, length: int) -> list[Pos]:
        if not self.holds(a) or not self.holds(towards):
            return []
        return spread_cone(self.width, self.depth, self.metric, a, towards, length)

    def square_area(self, anchor: Pos, side: int) -> list[Pos]:
        if not self.holds(anchor):
            return []
        return clip_square(self.width, self.depth, anchor, side)

    # Saving

    def rows(self) -> list[str]:
        """The map as glyphs."""
        glyphs = [terrain.glyph for terrain in self.terrains]
        return [
            "".join([glyphs[cell] for cell in self.cells[start : start + self.width]])
            for start in range(0, self.size, self.width)
        ]

    def to_json(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "version": self.version,
            "metric": self.metric.name,
            "max_climb": self.max_climb,
            "cut_corners": self.cut_corners,
            "terrains": [terrain.to_json() for terrain in self.terrains],
            "rows": list(self.rows()),
        }

    @staticmethod
    def from_json(data: dict[str, object], where: str = "grid") -> Grid:
        refuse_unknown(data, _KEYS, where)
        terrains: list[Terrain] = []
        for i, value in enumerate(read_list(data, "terrains", where)):
            terrains.append(Terrain.from_json(read_record(value, where, "terrains"), f"{where}: terrain {i + 1}"))
        index_terrains(terrains)
        rows = read_texts(data, "rows", where)
        return Grid(
            len(rows[0]) if rows else 0,
            place_glyphs(rows, terrains, where),
            terrains,
            read_text(data, "metric", where, "diagonal-1"),
            read_int(data, "max_climb", where, 0, FAR, 1),
            read_flag(data, "cut_corners", where, True),
            read_int(data, "version", where, 0, FAR, 0),
        )


def _keep(kept: dict[int, int], key: int, value: int) -> int:
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[key] = value
    return value
