"""The board: the questions every ruleset asks about space, whatever the board is made of.

For rulesets, bots and previews. A board knows terrain, never combatants (occupied squares are passed in), and is never
changed: a change makes a new board, so copies of an encounter share one.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from fracas.engine.board.paths import NO_LIMIT, Reach, Ways, flood
from fracas.engine.board.shroud import Shroud
from fracas.engine.board.terms import CLEAR, FAR, UNSEEN, Pos
from fracas.engine.errors import Invalid
from fracas.engine.keeping import keep

WALKS_KEPT: Final = 16


class Board:
    """What grids and places have in common. Positions count from 0; -1 is off the board and far from everything."""

    def __init__(self, kind: str, version: int, size: int) -> None:
        self.kind = kind
        # Counts the changes since the board was first laid out.
        self.version = version
        self.size = size
        self.shroud: Shroud | None = None
        """What players do not know of it (`covered.py`)."""
        self.dark = False
        """Is it the true board, and part of it covered? Then whoever stands there is hidden."""
        self.veiled = False
        """Is it what players know, without what is covered?"""
        self._ways: dict[int, Ways] = {}
        self._walks: dict[tuple[int, int, tuple[int, ...]], dict[Pos, int]] = {}
        self._floods: dict[tuple[int, int, tuple[int, ...], tuple[int, ...]], tuple[int, Reach]] = {}

    # Names

    def parse(self, text: str) -> Pos:
        raise NotImplementedError

    def name(self, pos: Pos) -> str:
        raise NotImplementedError

    def label(self, pos: Pos) -> str:
        """What people call it; that can be typed as well."""
        return self.name(pos)

    def holds(self, pos: Pos) -> bool:
        return 0 <= pos < self.size

    # Space

    def footprint(self, pos: Pos, size: int) -> list[Pos]:
        """The squares a creature anchored here takes up; none if it does not fit on the board."""
        raise NotImplementedError

    def anchors(self, squares: set[int], size: int) -> set[int]:
        """Where a creature of this size would stand on one of the squares."""
        return squares

    def distance(self, a: Pos, b: Pos) -> int:
        raise NotImplementedError

    def distance3(self, a: Pos, za: int, b: Pos, zb: int) -> int:
        """Distance with altitudes, in levels above the ground at each end."""
        return max(self.distance(a, b), abs(za - zb))

    def gap(self, a: Pos, size_a: int, b: Pos, size_b: int) -> int:
        """The smallest distance between two footprints, whatever stands between them."""
        raise NotImplementedError

    def in_reach(self, a: Pos, size_a: int, b: Pos, size_b: int, reach: int) -> bool:
        """Can a hand or a blade of one get at the other: no further off than this, and past no wall?"""
        return self.gap(a, size_a, b, size_b) <= reach

    def walled_off(self, a: Pos, size_a: int, b: Pos, size_b: int, reach: int) -> bool:
        """Does a wall stop every blow of this reach between the two, at whatever altitude?"""
        return False

    # Movement

    def find_ways(self, size: int) -> Ways:
        raise NotImplementedError

    def ways(self, size: int) -> Ways:
        ways = self._ways.get(size)
        if ways is None:
            ways = self.find_ways(size)
            self._ways[size] = ways
        return ways

    def neighbours(self, pos: Pos, size: int) -> list[Pos]:
        """Where terrain allows a step to, straight steps first."""
        return list(self.ways(size).steps(pos)) if self.footprint(pos, size) else []

    def step_cost(self, frm: Pos, to: Pos, size: int) -> int:
        """The cost of one step taken alone; -1 if terrain forbids it or it is no step. For walks see `path_cost`."""
        if not self.holds(frm):
            return -1
        ways = self.ways(size)
        weight = ways.weight(frm, to)
        return -1 if weight < 0 else weight // ways.unit

    def path_cost(self, start: Pos, path: list[Pos], size: int) -> int:
        """The cost of a whole walk, fractions of diagonals dropped once at its end; -1 if a step is forbidden."""
        ways = self.ways(size)
        total = 0
        for to in path:
            steps = ways.steps(start) if 0 <= start < self.size else []
            if to not in steps:
                return -1
            total += ways.weighed[start][steps.index(to)]
            start = to
        return total // ways.unit

    def reach(self, start: Pos, size: int, budget: int, blocked: set[int], through: set[int] | None = None) -> Reach:
        """Everywhere a creature can stop within budget. Nothing of it may enter `blocked`; it may pass `through`.

        The last few floods are kept: with less to spend from the same square, one reaches some of the same squares."""
        assert self.holds(start), f"a flood cannot start at {start}"
        key = (start, size, tuple(sorted(blocked)), tuple(sorted(through or ())))
        found = self._floods.get(key)
        if found is None or found[0] < budget:
            passed = self.anchors(through, size) if through else set[int]()
            found = budget, flood(self.ways(size), start, max(budget, 0), self.anchors(blocked, size), passed)
            keep(self._floods, key, found, WALKS_KEPT)
        return found[1] if found[0] == budget else found[1].within(max(budget, 0))

    def walks(self, start: Pos, size: int, blocked: set[int]) -> dict[Pos, int]:
        """What it costs to walk from here to everywhere, to be looked at only; the last few are kept, since many may
        make for the same square."""
        key = (start, size, tuple(sorted(blocked)))
        found = self._walks.get(key)
        if found is None:
            found = flood(self.ways(size), start, NO_LIMIT, self.anchors(blocked, size), set[int]()).costs
            keep(self._walks, key, found, WALKS_KEPT)
        return found

    def path(self, start: Pos, goal: Pos, size: int, blocked: set[int], through: set[int] | None = None) -> list[Pos]:
        """The cheapest walk, without the start; empty if there is none or nowhere to go."""
        assert self.holds(start), f"a path cannot start at {start}"
        if start == goal or not self.holds(goal):
            return []
        passed = self.anchors(through, size) if through else set[int]()
        reach = flood(self.ways(size), start, NO_LIMIT, self.anchors(blocked, size), passed, goal)
        return reach.path_to(goal) if goal in reach.costs else []

    # Sight and cover

    def sight(self, a: Pos, size_a: int, b: Pos, size_b: int) -> int:
        """CLEAR, PARTIAL, MINIMAL or UNSEEN; the same in both directions."""
        raise NotImplementedError

    def is_clear(self, a: Pos, b: Pos) -> bool:
        """Is sight between two squares CLEAR? Cheaper than grading what is not."""
        return self.sight(a, 1, b, 1) == CLEAR

    def cover(self, a: Pos, size_a: int, b: Pos, size_b: int) -> int:
        """The cover b has from a: 0 none, 1 cover, 2 heavy, 3 total."""
        raise NotImplementedError

    # Areas: shapes alone, whatever stands in between; `in_sight` keeps the part an origin can see.

    def burst(self, center: Pos, radius: int) -> list[Pos]:
        raise NotImplementedError

    def line(self, a: Pos, b: Pos, length: int) -> list[Pos]:
        raise NotImplementedError

    def cone(self, a: Pos, towards: Pos, length: int) -> list[Pos]:
        raise NotImplementedError

    def square_area(self, anchor: Pos, side: int) -> list[Pos]:
        raise NotImplementedError

    def in_sight(self, origin: Pos, area: list[Pos]) -> list[Pos]:
        return [pos for pos in self.lit(origin, area) if self.sight(origin, 1, pos, 1) != UNSEEN]

    def lit(self, origin: Pos, area: list[Pos]) -> list[Pos]:
        """0.11: an area that begins on known ground ends where the covered ground begins."""
        return area

    # Facts

    def blocked(self, pos: Pos) -> bool:
        """Does the ground itself keep everybody out?"""
        return False

    def tags_at(self, pos: Pos) -> list[str]:
        raise NotImplementedError

    def tagged(self, pos: Pos, tags: Collection[str]) -> bool:
        """Does the ground there have one of these tags?"""
        for tag in self.tags_at(pos):
            if tag in tags:
                return True
        return False

    def height_at(self, pos: Pos) -> int:
        raise NotImplementedError

    def opaque(self, pos: Pos) -> bool:
        """Does the ground itself stop all sight, as a wall does?"""
        return False

    def parted(self, a: Pos, b: Pos) -> bool:
        """Does a wall or a door stand between two neighbouring squares?"""
        return False

    # Covered ground

    def covers(self, pos: Pos) -> bool:
        """Is this square unknown to players?"""
        return self.shroud is not None and self.shroud.holds(pos)

    def as_known(self) -> Board:
        """The board as players know it."""
        return self

    def between(self, a: Pos, size_a: int, b: Pos, size_b: int) -> Board:
        """The board that counts between two creatures: as players know it, unless one of them is under cover."""
        return self

    def with_terrain(self, changes: dict[Pos, str]) -> Board:
        """A new board with other terrain, by its key, on these squares."""
        raise NotImplementedError

    # Edges: only grids have any.

    @property
    def has_doors(self) -> bool:
        return False

    def edge_at(self, a: Pos, b: Pos) -> str:
        """The key of what stands between two squares; empty where nothing does, or where they share no side."""
        return ""

    def edge_name(self, a: Pos, b: Pos) -> str:
        low, high = (a, b) if a < b else (b, a)
        return f"{self.name(low)}|{self.name(high)}"

    def doors_beside(self, pos: Pos, size: int) -> list[tuple[Pos, Pos]]:
        """The doors around a footprint: for each the square on this side and the one beyond."""
        return []

    def with_edge(self, a: Pos, b: Pos, key: str) -> Board:
        """A new board with something else between two squares; `none` takes away what is there."""
        raise Invalid("board", "edge", key, "a map with squares")

    def step_walled(self, frm: Pos, to: Pos, size: int) -> bool:
        """Does a wall bar this one step, whatever the ground is like?"""
        return False

    def edge_cost(self, frm: Pos, to: Pos, size: int) -> int:
        """What this one step costs in addition, for what it leads over."""
        return 0

    @property
    def has_edge_costs(self) -> bool:
        return False

    def opened(self, locked: bool = True) -> Board:
        """The same board with its doors open, for whoever looks for a way; with or without those that are locked."""
        return self

    def to_json(self) -> dict[str, object]:
        raise NotImplementedError


def is_far(distance: int) -> bool:
    """No number of steps joins the two."""
    return distance >= FAR
