"""Edges: the walls, windows and doors that stand between two squares of a grid that share a side.

For the grid, whose steps, blows, lines of sight and cover ask what stands in between. An edge is numbered by the upper
or left of its squares: twice that square, and one more where the other lies below it.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.board.names import parse_square
from fracas.engine.board.terms import COVER, HEAVY_COVER, NO_COVER, Pos
from fracas.engine.errors import Invalid


class EdgeKind:
    """One kind of edge. Never changed after it is made."""

    def __init__(
        self,
        key: str,
        name: str,
        bars: bool = False,
        stops: bool = False,
        hides: bool = False,
        cover: int = NO_COVER,
        cost: int = 0,
        door: bool = False,
        signs: str = "|-",
    ) -> None:
        self.key = key
        self.name = name
        self.signs = signs
        """How a terminal draws it: upright, and lying."""
        self.bars = bars
        """Nobody steps across, or stands on both sides of it."""
        self.stops = stops
        """No hand and no blade reaches across."""
        self.hides = hides
        self.cover = cover
        self.cost = cost
        """What a step across costs in addition."""
        self.door = door

        self.alike = (self.cost * 4 + cover) * 8 + 4 * int(bars) + 2 * int(stops) + int(hides)
        """The same number for all that do the same."""

    @property
    def with_article(self) -> str:
        return f"{'an' if self.name[0] in 'aeiou' else 'a'} {self.name}"

    @property
    def idle(self) -> bool:
        """Does it stand in nobody's way?"""
        return self.alike == 0


WALL: Final = "wall"
CLOSED: Final = "door"
OPEN: Final = "open-door"
LOCKED: Final = "locked-door"
BROKEN: Final = "broken-door"
NO_EDGE: Final = "none"
"""What the GM says to take one away."""
# Where a line of sight squeezes past a wall, the wall still shields most of the target, as on a square of its own.
EDGE_KINDS: Final[list[EdgeKind]] = [
    EdgeKind(WALL, "wall", True, True, True, HEAVY_COVER),
    EdgeKind("low-wall", "low wall", cover=COVER, cost=1, signs=":."),
    EdgeKind("window", "window", True, True, False, COVER, signs="!="),
    EdgeKind(CLOSED, "closed door", True, True, True, HEAVY_COVER, door=True, signs="DD"),
    EdgeKind(OPEN, "open door", door=True, signs="/_"),
    EdgeKind(LOCKED, "locked door", True, True, True, HEAVY_COVER, door=True, signs="LL"),
    EdgeKind(BROKEN, "broken door", door=True, signs=",,"),
]
EDGES: Final[dict[str, EdgeKind]] = {kind.key: kind for kind in EDGE_KINDS}


class Edges:
    """What stands in the way between the squares of one grid, as flat lists by edge; what is idle is left out."""

    def __init__(self, width: int, size: int, standing: dict[int, EdgeKind]) -> None:
        self.width = width
        self.size = size
        self.bars: list[bool] = [False] * (2 * size)
        self.stops: list[bool] = [False] * (2 * size)
        self.hides: list[bool] = [False] * (2 * size)
        self.cover: list[int] = [NO_COVER] * (2 * size)
        self.cost: list[int] = [0] * (2 * size)
        self.any_stop = False
        self.any_cost = False
        for edge, kind in standing.items():
            self.bars[edge] = kind.bars
            self.stops[edge] = kind.stops
            self.hides[edge] = kind.hides
            self.cover[edge] = kind.cover
            self.cost[edge] = kind.cost
            self.any_stop = self.any_stop or kind.stops
            self.any_cost = self.any_cost or kind.cost > 0
        self._split: dict[tuple[int, int], bool] = {}

    def splits(self, squares: list[Pos], size: int) -> bool:
        """Does a wall run through this footprint?"""
        key = (squares[0], size)
        known = self._split.get(key)
        if known is None:
            known = self._split[key] = self._runs_through(squares)
        return known

    def _runs_through(self, squares: list[Pos]) -> bool:
        held = set(squares)
        for square in squares:
            if (square + 1 in held and self.bars[2 * square]) or (
                square + self.width in held and self.bars[2 * square + 1]
            ):
                return True
        return False

    def bar_step(self, squares: list[Pos], dx: int, dy: int) -> bool:
        """Does a wall stand between these squares and those they step to, or end at a corner they would cut?"""
        for square in squares:
            if dx and dy:
                if self.barred_corner(self.bars, square, dx, dy):
                    return True
            elif self.bars[self.across(square, dx, dy)]:
                return True
        return False

    def step_cost(self, squares: list[Pos], dx: int, dy: int) -> int:
        """What the worst edge on the way of these squares costs; of the two ways round a corner the cheaper counts."""
        worst = 0
        for square in squares:
            if dx and dy:
                first, second, third, fourth = self.round_corner(square, dx, dy)
                one = max(self.cost[first], self.cost[second])
                worst = max(worst, min(one, max(self.cost[third], self.cost[fourth])))
            else:
                worst = max(worst, self.cost[self.across(square, dx, dy)])
        return worst

    def across(self, square: Pos, dx: int, dy: int) -> int:
        """The edge on this side of a square; one of dx and dy is 0."""
        if dx:
            return 2 * (square if dx > 0 else square - 1)
        return 2 * (square if dy > 0 else square - self.width) + 1

    def round_corner(self, square: Pos, dx: int, dy: int) -> tuple[int, int, int, int]:
        """The edges that meet at a corner of a square: the two crossed when going along the row first, then the two
        crossed when going along the column first."""
        beside, beyond = square + dx, square + dy * self.width
        return (
            self.across(square, dx, 0),
            self.across(beside, 0, dy),
            self.across(square, 0, dy),
            self.across(beyond, dx, 0),
        )

    def barred_corner(self, marks: list[bool], square: Pos, dx: int, dy: int) -> bool:
        """No step and no blow goes past a wall's end: does any of the edges at this corner bear the mark?"""
        for edge in self.round_corner(square, dx, dy):
            if marks[edge]:
                return True
        return False

    def crossings(self, frm: Pos, to: Pos) -> list[tuple[int, ...]]:
        """What the straight line between the middles of two squares crosses, in order: an edge, or at an exact corner
        the four that meet there."""
        width = self.width
        x, y, end_x, end_y = frm % width, frm // width, to % width, to // width
        step_x, step_y = (1 if end_x > x else -1), (1 if end_y > y else -1)
        run, rise = abs(end_x - x), abs(end_y - y)
        to_column, to_row = rise, run
        crossed: list[tuple[int, ...]] = []
        while x != end_x or y != end_y:
            square = y * width + x
            column_first, row_first = to_column <= to_row, to_row <= to_column
            if column_first and row_first:
                crossed.append(self.round_corner(square, step_x, step_y))
            else:
                crossed.append((self.across(square, step_x if column_first else 0, step_y if row_first else 0),))
            if column_first:
                x += step_x
                to_column += 2 * rise
            if row_first:
                y += step_y
                to_row += 2 * run
        return crossed

    def lets_reach(self, frm: Pos, to: Pos) -> bool:
        """Does no edge stop a blow along the straight line between two squares, nor end where it passes?"""
        for crossed in self.crossings(frm, to):
            for edge in crossed:
                if self.stops[edge]:
                    return False
        return True

    def lets_sight(self, frm: Pos, to: Pos) -> bool:
        """Does no edge hide one middle from the other? At a corner one open way round it is enough."""
        for crossed in self.crossings(frm, to):
            if self.hides[crossed[0]] or (len(crossed) == 4 and self.hides[crossed[1]]):
                if len(crossed) == 1 or self.hides[crossed[2]] or self.hides[crossed[3]]:
                    return False
        return True


def edge_between(a: Pos, b: Pos, width: int) -> int:
    """The number of the edge between two squares; -1 where they share no side."""
    low, high = (a, b) if a < b else (b, a)
    if high == low + width:
        return 2 * low + 1
    return 2 * low if high == low + 1 and high % width else -1


def sides_of(edge: int, width: int) -> tuple[Pos, Pos]:
    """The squares on both sides of an edge."""
    square = edge // 2
    return square, square + (width if edge % 2 else 1)


def parse_edge(text: str, width: int, depth: int, where: str) -> int:
    """The edge called "c3|d3"."""
    first, bar, second = text.partition("|")
    if not bar or "|" in second:
        raise Invalid(where, "edge", text, "two squares with a bar between them, such as c3|d3")
    a, b = parse_square(first, width, depth), parse_square(second, width, depth)
    edge = edge_between(a, b, width)
    if edge < 0:
        raise Invalid(where, "edge", text, "two squares that share a side, such as c3|d3")
    return edge


def read_edge_kind(word: object, where: str, key: str) -> EdgeKind:
    kind = EDGES.get(word) if isinstance(word, str) else None
    if kind is None:
        raise Invalid(where, key, word, "one of " + ", ".join(EDGES))
    return kind
