"""The square grid: how far, what can be seen and what gives cover, by four metrics and exactly.

For rulesets played on squares. A creature of size n covers n by n squares, and is placed by its top-left one.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.board.areas import clip_square, spread_cone, trace_line
from fracas.engine.board.board import Board
from fracas.engine.board.edge_lines import EdgedSightlines
from fracas.engine.board.edges import (
    CLOSED,
    EDGES,
    LOCKED,
    NO_EDGE,
    OPEN,
    EdgeKind,
    Edges,
    edge_between,
    parse_edge,
    read_edge_kind,
)
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
from fracas.engine.board.pairs import MOST_KEPT, Pairs
from fracas.engine.board.paths import Ways
from fracas.engine.board.sightlines import Sightlines
from fracas.engine.board.squares import Squares
from fracas.engine.board.steps import GridWays
from fracas.engine.board.terms import CLEAR, FAR, NO_COVER, SIZE_LIMIT, TOTAL_COVER, UNSEEN, Pos
from fracas.engine.board.terrain import Terrain
from fracas.engine.errors import Invalid
from fracas.engine.keeping import keep

FAMILY_KEPT: Final = 32
"""How many distances and sights are kept, of each kind: a map outlives the encounters on it."""
_KEYS: Final = ("kind", "version", "metric", "max_climb", "cut_corners", "terrains", "rows", "edges")


class Grid(Squares):
    """A board of squares that measures."""

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
        edges: dict[int, EdgeKind] | None = None,
    ) -> None:
        super().__init__(width, cells, terrains, version, edges)
        self.metric = Metric(metric)
        self.max_climb = max_climb
        self.cut_corners = cut_corners
        self._opened: dict[bool, Grid] = {}
        self._beside: dict[int, int] = {}
        self.family: dict[tuple[int, ...], Grid] = family if family is not None else {}
        """Boards made of one another, by what their ground does: alike ones share what was found out about it."""
        key = self.traits()
        twin = self.family.get(key)
        if twin is None:
            keep(self.family, key, self, FAMILY_KEPT)
            standing = self.standing()
            between = Edges(width, len(cells), standing) if standing else None
            self.ground = Ground(width, cells, terrains, between)
            self.lines = Sightlines(self.ground) if between is None else EdgedSightlines(self.ground, between)
            # Other ground on the same levels: every square is as far from every other as before.
            level = [one for one in self.family.values() if one is not self and one.ground.level == self.ground.level]
            if level:
                self._names = level[0]._names
            self._near: Pairs = level[0]._near if level else Pairs(len(cells))
            self._gaps: dict[int, int] = level[0]._gaps if level else {}
            self._sights: dict[int, int] = {}
            self._looks = Pairs(len(cells))
            self._clears = Pairs(len(cells))
            self._covers: dict[int, int] = {}
            self._walled: dict[int, int] = {}
        else:
            self.ground, self.lines, self._names = twin.ground, twin.lines, twin._names
            self._near, self._gaps, self._clears = twin._near, twin._gaps, twin._clears
            self._sights, self._covers, self._ways, self._walks = twin._sights, twin._covers, twin._ways, twin._walks
            self._walled, self._looks = twin._walled, twin._looks

    # Other boards

    def with_terrain(self, changes: dict[Pos, str]) -> Board:
        cells = list(self.cells)
        for pos, key in changes.items():
            if not self.holds(pos):
                raise Invalid("grid", "position", pos, f"a square from 0 to {self.size - 1}")
            if key not in self.by_key:
                raise Invalid("grid", "terrain", key, "one of " + ", ".join([t.key for t in self.terrains]))
            cells[pos] = self.by_key[key]
        return self._changed(cells, self.edges)

    def with_edge(self, a: Pos, b: Pos, key: str) -> Board:
        edge = edge_between(a, b, self.width) if self.holds(a) and self.holds(b) else -1
        if edge < 0:
            raise Invalid("grid", "edge", self.edge_name(a, b), "two squares that share a side, such as c3|d3")
        edges = dict(self.edges)
        edges.pop(edge, None)
        if key != NO_EDGE:
            edges[edge] = read_edge_kind(key, "grid", "edge")
        return self._changed(self.cells, edges)

    def opened(self, locked: bool = True) -> Board:
        if not self.edges:
            return self
        found = self._opened.get(locked)
        if found is None:
            shut = [e for e, kind in self.edges.items() if kind.key == CLOSED or (locked and kind.key == LOCKED)]
            opened = {**self.edges, **dict.fromkeys(shut, EDGES[OPEN])}
            found = self._opened[locked] = self._changed(self.cells, opened) if shut else self
        return found

    def _changed(self, cells: list[int], edges: dict[int, EdgeKind]) -> Grid:
        grid = self.redrawn(cells, self.terrains, edges)
        grid.version += 1
        return grid

    def redrawn(self, cells: list[int], terrains: list[Terrain], edges: dict[int, EdgeKind]) -> Grid:
        """A grid like this one on other ground."""
        metric, rise, cut = self.metric.name, self.max_climb, self.cut_corners
        return Grid(self.width, cells, terrains, metric, rise, cut, self.version, self.family, edges)

    # Space

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
        if size_a == 1 and size_b == 1 and 0 <= b < self.size and 0 <= a < self.size:
            # Asked more often than anything else: no checks of sizes.
            near = self._near.find(a, b)
            return near if near >= 0 else self._near.keep(a, b, self.distance3(a, 0, b, 0))
        if not self.holds(a) or not self.holds(b):
            return FAR
        key = self._key(a, size_a, b, size_b)
        known = self._gaps.get(key, -1)
        if known < 0:
            known = keep(self._gaps, key, self.gap3(a, size_a, 0, b, size_b, 0), MOST_KEPT)
        return known

    def gap3(self, a: Pos, size_a: int, za: int, b: Pos, size_b: int, zb: int) -> int:
        """The gap between creatures at altitudes above their ground."""
        squares_a, squares_b = self.footprint(a, size_a), self.footprint(b, size_b)
        best = FAR
        for frm in squares_a:
            for to in squares_b:
                best = min(best, self.distance3(frm, za, to, zb))
        return best

    def in_reach(self, a: Pos, size_a: int, b: Pos, size_b: int, reach: int) -> bool:
        if self.gap(a, size_a, b, size_b) > reach:
            return False
        return self.ground.edges is None or not self.walled_off(a, size_a, b, size_b, reach)

    def walled_off(self, a: Pos, size_a: int, b: Pos, size_b: int, reach: int) -> bool:
        edges = self.ground.edges
        if edges is None or not edges.any_stop or not self.holds(a) or not self.holds(b):
            return False
        key = self._key(a, size_a, b, size_b) * FAR + min(reach, FAR - 1)
        known = self._walled.get(key, -1)
        if known < 0:
            known = 1
            for frm in self.footprint(a, size_a):
                for to in self.footprint(b, size_b):
                    if known and self.gap(frm, 1, to, 1) <= reach and edges.lets_reach(frm, to):
                        known = 0
            keep(self._walled, key, known, MOST_KEPT)
        return known > 0

    def find_ways(self, size: int) -> Ways:
        return GridWays(self.ground, self.metric, size, self.max_climb, self.cut_corners)

    # Sight and cover

    def sight(self, a: Pos, size_a: int, b: Pos, size_b: int) -> int:
        if a > b:
            a, size_a, b, size_b = b, size_b, a, size_a
        if a < 0 or b >= self.size:
            return UNSEEN
        if size_a == 1 and size_b == 1:
            # As with gaps.
            seen = self._looks.find(a, b)
            return seen if seen >= 0 else self._looks.keep(a, b, self.lines.see(a, 0, b, 0))
        key = self._key(a, size_a, b, size_b)
        known = self._sights.get(key, -1)
        if known < 0:
            known = keep(self._sights, key, self._best_sight(a, size_a, b, size_b), MOST_KEPT)
        return known

    def is_clear(self, a: Pos, b: Pos) -> bool:
        if a > b:
            a, b = b, a
        if a < 0 or b >= self.size:
            return False
        clear = self._clears.find(a, b)
        return (clear if clear >= 0 else self._clears.keep(a, b, int(self.lines.is_clear(a, 0, b, 0)))) > 0

    def sight3(self, a: Pos, size_a: int, za: int, b: Pos, size_b: int, zb: int) -> int:
        """Sight between creatures at altitudes above their ground."""
        best = UNSEEN
        for frm in self.footprint(a, size_a):
            for to in self.footprint(b, size_b):
                if best != CLEAR:
                    best = min(best, self.lines.see(frm, za, to, zb))
        return best

    def _best_sight(self, a: Pos, size_a: int, b: Pos, size_b: int) -> int:
        best = UNSEEN
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
            known = keep(self._covers, key, self._least_cover(a, size_a, b, size_b), MOST_KEPT)
        return known

    def _least_cover(self, a: Pos, size_a: int, b: Pos, size_b: int) -> int:
        """The attacker chooses the pair of squares that leaves the target the least cover."""
        best = TOTAL_COVER
        for frm in self.footprint(a, size_a):
            for to in self.footprint(b, size_b):
                if best > NO_COVER and self.sight(frm, 1, to, 1) != UNSEEN:
                    best = min(best, self.lines.cover(a, size_a, b, size_b, frm, to))
        return best

    def cover_beside(self, pos: Pos, size: int) -> bool:
        """Does anything next to a footprint give cover, a square or an edge?"""
        key = pos * SIZE_LIMIT + size
        known = self._beside.get(key, -1)
        if known < 0:
            edges = [kind for kind in self.edges_around(pos, size) if kind.cover]
            known = keep(self._beside, key, int(bool(edges) or self._squares_beside(pos, size)), MOST_KEPT)
        return known > 0

    def _squares_beside(self, pos: Pos, size: int) -> bool:
        for square in self.burst(pos, size):
            if self.ground.cover[square] != NO_COVER and self.gap(square, 1, pos, size) == 1:
                return True
        return False

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

    def to_json(self) -> dict[str, object]:
        out: dict[str, object] = {
            "kind": self.kind,
            "version": self.version,
            "metric": self.metric.name,
            "max_climb": self.max_climb,
            "cut_corners": self.cut_corners,
            "terrains": [terrain.to_json() for terrain in self.legend()],
            "rows": list(self.rows()),
        }
        if self.edges:
            out["edges"] = self.edge_words()
        return out

    @staticmethod
    def from_json(data: dict[str, object], where: str = "grid") -> Grid:
        refuse_unknown(data, _KEYS, where)
        terrains: list[Terrain] = []
        for i, value in enumerate(read_list(data, "terrains", where)):
            terrains.append(Terrain.from_json(read_record(value, where, "terrains"), f"{where}: terrain {i + 1}"))
        index_terrains(terrains)
        rows = read_texts(data, "rows", where)
        width = len(rows[0]) if rows else 0
        edges: dict[int, EdgeKind] = {}
        for name, word in read_record(data.get("edges", {}), where, "edges").items():
            edges[parse_edge(name, width, len(rows), where)] = read_edge_kind(word, where, name)
        return Grid(
            width,
            place_glyphs(rows, terrains, where),
            terrains,
            read_text(data, "metric", where, "diagonal-1"),
            read_int(data, "max_climb", where, 0, FAR, 1),
            read_flag(data, "cut_corners", where, True),
            read_int(data, "version", where, 0, FAR, 0),
            edges=edges,
        )
