"""Boards of which a part is covered: the true one, and the one that players know.

For views, which show the latter, and for rules, which run on the former. Between two who are both in sight nobody sees
past covered ground, whoever asks: what lies under it changes nothing that players can watch.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.board.board import Board
from fracas.engine.board.edges import EdgeKind, sides_of
from fracas.engine.board.grid import Grid
from fracas.engine.board.links import NamedPlace
from fracas.engine.board.places import Places
from fracas.engine.board.shroud import Shroud
from fracas.engine.board.terms import HEAVY_COVER, Pos
from fracas.engine.board.terrain import Terrain

UNKNOWN: Final = "unknown"
UNKNOWN_GROUND: Final = "unknown ground"
UNKNOWN_PLACE: Final = "unknown place"
GLYPHS: Final = "?%&$!*+"
"""What unknown ground may be drawn as: the first that the map's own legend leaves free."""


class PartGrid(Grid):
    """A grid with part of it covered."""

    def __init__(self, grid: Grid, shroud: Shroud) -> None:
        metric, rise, cut, version = grid.metric.name, grid.max_climb, grid.cut_corners, grid.version
        super().__init__(grid.width, grid.cells, grid.terrains, metric, rise, cut, version, grid.family, grid.edges)
        self.shroud = shroud

    def to_json(self) -> dict[str, object]:
        assert self.shroud is not None
        return {**super().to_json(), "covered": self.shroud.runs}

    def lit(self, origin: Pos, area: list[Pos]) -> list[Pos]:
        shroud = self.shroud
        assert shroud is not None
        return area if shroud.holds(origin) else [pos for pos in area if not shroud.holds(pos)]


class KnownGrid(PartGrid):
    """A grid as players know it: covered squares are one kind of ground, which stops feet and eyes."""

    def __init__(self, grid: Grid, shroud: Shroud) -> None:
        super().__init__(grid, shroud)
        self.version = 0  # what changes under cover must not be counted
        self.veiled = True

    def legend(self) -> list[Terrain]:
        """Ground that is nowhere to be seen is not spoken of: it may lie under the cover."""
        used = set(self.cells)
        return [terrain for index, terrain in enumerate(self.terrains) if index in used]

    def with_terrain(self, changes: dict[Pos, str]) -> Board:
        """Whatever is laid on unknown ground, it stays unknown."""
        shroud = self.shroud
        assert shroud is not None
        grid = super().with_terrain({pos: key for pos, key in changes.items() if not shroud.holds(pos)})
        assert isinstance(grid, Grid)
        return KnownGrid(grid, shroud)

    def with_edge(self, a: Pos, b: Pos, key: str) -> Board:
        grid, shroud = super().with_edge(a, b, key), self.shroud
        assert isinstance(grid, Grid) and shroud is not None
        return KnownGrid(grid, shroud)


class CoveredGrid(PartGrid):
    """A grid as it is, part of it covered. Whoever stands wholly under cover sees and is measured as the ground is;
    between two others everything goes by the ground that players know."""

    def __init__(self, grid: Grid, shroud: Shroud) -> None:
        super().__init__(grid, shroud)
        self.dark = True
        self._known: KnownGrid | None = None

    def as_known(self) -> Board:
        return self._as_known()

    def _as_known(self) -> KnownGrid:
        found = self._known
        if found is None:
            shroud = self.shroud
            assert shroud is not None
            terrains = [*self.terrains, unknown_ground(self.terrains)]
            cells = [len(self.terrains) if shroud.marks[pos] else cell for pos, cell in enumerate(self.cells)]
            found = self._known = KnownGrid(self.redrawn(cells, terrains, self._seen_edges(shroud)), shroud)
        return found

    def _seen_edges(self, shroud: Shroud) -> dict[int, EdgeKind]:
        """Walls and doors are known from either side."""
        found: dict[int, EdgeKind] = {}
        for edge, kind in self.edges.items():
            a, b = sides_of(edge, self.width)
            if not shroud.holds(a) or not shroud.holds(b):
                found[edge] = kind
        return found

    def _in_dark(self, pos: Pos, size: int) -> bool:
        shroud = self.shroud
        assert shroud is not None
        return shroud.holds(pos) if size == 1 else shroud.swallows(self.footprint(pos, size))

    def between(self, a: Pos, size_a: int, b: Pos, size_b: int) -> Board:
        return self if self._in_dark(a, size_a) or self._in_dark(b, size_b) else self._as_known()

    def with_terrain(self, changes: dict[Pos, str]) -> Board:
        grid, shroud = super().with_terrain(changes), self.shroud
        assert isinstance(grid, Grid) and shroud is not None
        return CoveredGrid(grid, shroud)

    def with_edge(self, a: Pos, b: Pos, key: str) -> Board:
        grid, shroud = super().with_edge(a, b, key), self.shroud
        assert isinstance(grid, Grid) and shroud is not None
        return CoveredGrid(grid, shroud)

    # What is asked of two squares or two creatures

    def distance3(self, a: Pos, za: int, b: Pos, zb: int) -> int:
        if self._in_dark(a, 1) or self._in_dark(b, 1):
            return super().distance3(a, za, b, zb)
        return self._as_known().distance3(a, za, b, zb)

    def gap(self, a: Pos, size_a: int, b: Pos, size_b: int) -> int:
        if self._in_dark(a, size_a) or self._in_dark(b, size_b):
            return super().gap(a, size_a, b, size_b)
        return self._as_known().gap(a, size_a, b, size_b)

    def gap3(self, a: Pos, size_a: int, za: int, b: Pos, size_b: int, zb: int) -> int:
        if self._in_dark(a, size_a) or self._in_dark(b, size_b):
            return super().gap3(a, size_a, za, b, size_b, zb)
        return self._as_known().gap3(a, size_a, za, b, size_b, zb)

    def in_reach(self, a: Pos, size_a: int, b: Pos, size_b: int, reach: int) -> bool:
        if self._in_dark(a, size_a) or self._in_dark(b, size_b):
            return super().in_reach(a, size_a, b, size_b, reach)
        return self._as_known().in_reach(a, size_a, b, size_b, reach)

    def walled_off(self, a: Pos, size_a: int, b: Pos, size_b: int, reach: int) -> bool:
        if self._in_dark(a, size_a) or self._in_dark(b, size_b):
            return super().walled_off(a, size_a, b, size_b, reach)
        return self._as_known().walled_off(a, size_a, b, size_b, reach)

    def sight(self, a: Pos, size_a: int, b: Pos, size_b: int) -> int:
        if self._in_dark(a, size_a) or self._in_dark(b, size_b):
            return super().sight(a, size_a, b, size_b)
        return self._as_known().sight(a, size_a, b, size_b)

    def is_clear(self, a: Pos, b: Pos) -> bool:
        if self._in_dark(a, 1) or self._in_dark(b, 1):
            return super().is_clear(a, b)
        return self._as_known().is_clear(a, b)

    def sight3(self, a: Pos, size_a: int, za: int, b: Pos, size_b: int, zb: int) -> int:
        if self._in_dark(a, size_a) or self._in_dark(b, size_b):
            return super().sight3(a, size_a, za, b, size_b, zb)
        return self._as_known().sight3(a, size_a, za, b, size_b, zb)

    def cover(self, a: Pos, size_a: int, b: Pos, size_b: int) -> int:
        if self._in_dark(a, size_a) or self._in_dark(b, size_b):
            return super().cover(a, size_a, b, size_b)
        return self._as_known().cover(a, size_a, b, size_b)


class PartPlaces(Places):
    """Places of which some are covered."""

    def __init__(self, board: Places, shroud: Shroud) -> None:
        super().__init__(board.places, board.links, board.bands, board.version)
        self.shroud = shroud

    def to_json(self) -> dict[str, object]:
        assert self.shroud is not None
        return {**super().to_json(), "covered": self.shroud.runs}


class CoveredPlaces(PartPlaces):
    """Places as they are, some of them covered."""

    def __init__(self, board: Places, shroud: Shroud) -> None:
        super().__init__(board, shroud)
        self.dark = True
        self._known: Places | None = None

    def as_known(self) -> Board:
        """Covered places have no name, and nothing is known to lead to them."""
        found = self._known
        if found is None:
            shroud = self.shroud
            assert shroud is not None
            places: list[NamedPlace] = []
            for pos, place in enumerate(self.places):
                places.append(NamedPlace(f"{UNKNOWN}{pos + 1}", UNKNOWN_PLACE) if shroud.holds(pos) else place)
            links = [link for link in self.links if not shroud.holds(link.a) and not shroud.holds(link.b)]
            found = self._known = PartPlaces(Places(places, links, self.bands), shroud)
            found.veiled = True
        return found


def unknown_ground(terrains: list[Terrain]) -> Terrain:
    """What covered squares are to players, by a key and a glyph that the map does not use."""
    keys, glyphs = [terrain.key for terrain in terrains], [terrain.glyph for terrain in terrains]
    key = UNKNOWN
    while key in keys:
        key += "-ground"
    free = [glyph for glyph in [*GLYPHS, *[chr(code) for code in range(0x2581, 0x2600)]] if glyph not in glyphs]
    return Terrain(key, free[0], UNKNOWN_GROUND, 1, True, True, HEAVY_COVER, 0, [key], UNKNOWN)


def with_shroud(board: Board, shroud: Shroud) -> Board:
    """The same board with this much of it covered, and no more; without any it is an ordinary one."""
    if isinstance(board, Grid):
        grid = board.redrawn(board.cells, board.terrains, board.edges)
        return CoveredGrid(grid, shroud) if shroud.runs else grid
    assert isinstance(board, Places), board.kind
    plain = Places(board.places, board.links, board.bands, board.version)
    return CoveredPlaces(plain, shroud) if shroud.runs else plain


def shroud_of(board: Board) -> Shroud:
    """What is covered of a board, if anything."""
    return board.shroud if board.shroud is not None else Shroud(board.size, [])
