"""Paths: floods over the steps a board allows, and the reach they find.

For boards (which supply the steps) and rulesets (which ask where a combatant can go and what it costs).
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from mypy_extensions import i64, mypyc_attr

from fracas.engine.board.terms import Pos

NO_LIMIT: Final = -1
_UNSEEN: Final = -1
_BARRED: Final = -2
_FURTHEST: Final = 1 << 30


@mypyc_attr(allow_interpreted_subclasses=True)
class Ways:
    """The steps of one board for one size of creature, found position by position as floods need them."""

    def __init__(self, count: int, unit: int, uniform: bool, least: int = 0) -> None:
        self.count = count
        # Weights are in this many parts of a unit of movement.
        self.unit = unit
        # No step weighs less.
        self.least = least
        # True only when every step weighs exactly 1 in unit 1.
        self.uniform = uniform
        self.known: list[list[int] | None] = [None] * count
        self.weighed: list[list[int]] = [[]] * count
        # The same steps once more, those of one weight together: a flood takes them so.
        self.alike: list[list[tuple[int, list[int]]]] = [[]] * count

    def steps(self, pos: Pos) -> list[Pos]:
        found = self.known[pos]
        if found is None:
            found = self.find(pos)
            # Boards are shared by tables that think at the same time: whoever sees the steps must find their weights.
            weights = self.weighed[pos] = self.weigh(pos, found)
            self.alike[pos] = by_weight(found, weights)
            self.known[pos] = found
        return found

    def weight(self, frm: Pos, to: Pos) -> int:
        """What one step weighs; -1 if there is no such step."""
        found = self.steps(frm)
        return self.weighed[frm][found.index(to)] if to in found else -1

    def find(self, pos: Pos) -> list[Pos]:
        raise NotImplementedError

    def weigh(self, pos: Pos, steps: list[Pos]) -> list[int]:
        raise NotImplementedError


def by_weight(steps: list[Pos], weights: list[int]) -> list[tuple[int, list[Pos]]]:
    """Steps put together by what they weigh, in their order."""
    found: dict[int, list[Pos]] = {}
    for index, weight in enumerate(weights):
        found.setdefault(weight, []).append(steps[index])
    return list(found.items())


class Reach:
    """Where a flood came to: squares in order of cost, the start first, what each costs, and the way to it."""

    def __init__(self, squares: list[Pos], spent: list[int], came: list[int]) -> None:
        self.start = squares[0]
        self.squares = squares
        self.spent = spent
        """What each of them costs, in the same order."""
        self._came = came
        self._costs: dict[Pos, int] | None = None

    @property
    def costs(self) -> dict[Pos, int]:
        """The same by square, in order of cost."""
        found = self._costs
        if found is None:
            found = self._costs = dict(zip(self.squares, self.spent, strict=True))
        return found

    def __contains__(self, pos: Pos) -> bool:
        return pos in self.costs

    def __len__(self) -> int:
        return len(self.squares)

    def within(self, budget: int) -> Reach:
        """What a flood with a smaller budget would have found."""
        if self.spent[-1] <= budget:
            return self
        count = bisect_right(self.spent, budget)
        return Reach(self.squares[:count], self.spent[:count], self._came)

    def ways(self) -> dict[tuple[Pos, ...], int]:
        """The cheapest way to each square but the start, without it, and its cost; a way goes on from another."""
        found: dict[tuple[Pos, ...], int] = {}
        known: dict[Pos, tuple[Pos, ...]] = {self.start: ()}
        for index, to in enumerate(self.squares):
            if index:
                before = self._came[to]
                # What may be passed but not stopped in is on the way, and no square of the reach.
                way = (*known[before], to) if before in known else tuple(self._trace(to))
                known[to] = way
                found[way] = self.spent[index]
        return found

    def path_to(self, pos: Pos) -> list[Pos]:
        """The cheapest way, without the start."""
        assert self._came[pos] >= 0, f"position {pos} is not in reach of {self.start}"
        return self._trace(pos)

    def _trace(self, pos: Pos) -> list[Pos]:
        path: list[Pos] = []
        while pos != self.start:
            path.append(pos)
            pos = self._came[pos]
        path.reverse()
        return path


def flood(ways: Ways, start: Pos, budget: int, blocked: set[int], through: set[int], goal: Pos = -1) -> Reach:
    """Everywhere within budget of start; stops early once it is settled whether there is a way to the goal.

    `blocked` may not be entered; `through` may be passed but not stopped in. The start is always in reach.
    """
    if ways.uniform:
        return _flood_even(ways, start, budget, blocked, through, goal)
    return _flood_weighed(ways, start, budget, blocked, through, goal)


def _flood_even(ways: Ways, start: Pos, budget: int, blocked: set[int], through: set[int], goal: Pos) -> Reach:
    came = _fresh(ways.count, start, blocked)
    known = ways.known
    squares, spent = [start], [0]
    frontier: list[Pos] = [start]
    cost = 0
    to: i64
    while frontier and cost != budget and (goal < 0 or came[goal] == _UNSEEN):
        cost += 1
        following: list[Pos] = []
        for pos in frontier:
            steps = known[pos]
            if steps is None:
                steps = ways.steps(pos)
            for to in steps:
                if came[to] == _UNSEEN:
                    came[to] = pos
                    following.append(to)
        free = [one for one in following if one not in through] if through else following
        squares.extend(free)
        spent.extend([cost] * len(free))
        frontier = following
    return Reach(squares, spent, came)


def _flood_weighed(ways: Ways, start: Pos, budget: int, blocked: set[int], through: set[int], goal: Pos) -> Reach:
    known, alike = ways.known, ways.alike
    limit = _FURTHEST if budget == NO_LIMIT else budget * ways.unit + ways.unit - 1
    came = [_UNSEEN] * ways.count
    came[start] = start
    # The least weight found so far; what is barred has less than any.
    best = [_FURTHEST] * ways.count
    for pos in sorted(blocked):
        if 0 <= pos < ways.count:
            best[pos] = _BARRED
    best[start] = 0
    squares, spent = [start], [0]
    buckets: list[list[Pos]] = [[start]]
    weight, laid = 0, 1
    to: i64
    total: i64
    while weight < laid and (goal < 0 or best[goal] >= weight):
        # No step leads to less; from the last ring none is affordable.
        last = weight + ways.least > limit
        # A bucket may grow while it is walked: links between places can weigh nothing.
        for pos in buckets[weight]:
            if best[pos] != weight:
                continue
            if pos != start and pos not in through:
                squares.append(pos)
            if last:
                continue
            if known[pos] is None:
                ways.steps(pos)
            for more, steps in alike[pos]:
                total = weight + more
                if total > limit:
                    continue
                while laid <= total:
                    buckets.append([])
                    laid += 1
                bucket = buckets[total]
                for to in steps:
                    if best[to] > total:
                        best[to] = total
                        came[to] = pos
                        bucket.append(to)
        spent.extend([weight // ways.unit] * (len(squares) - len(spent)))
        weight += 1
    return Reach(squares, spent, came)


def _fresh(count: int, start: Pos, blocked: set[int]) -> list[int]:
    came = [_UNSEEN] * count
    for pos in sorted(blocked):
        if 0 <= pos < count:
            came[pos] = _BARRED
    came[start] = start
    return came
