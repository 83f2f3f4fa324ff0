"""Steps, reach and paths: drawn maps with known answers, and every random map against a slow reference."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fracas.engine.board import METRICS, Grid, Terrain, default_legend, read_map


def names(grid: Grid, squares: list[int]) -> list[str]:
    return [grid.name(pos) for pos in squares]


def squares(grid: Grid, text: str) -> set[int]:
    return {grid.parse(name) for name in text.split()}


def test_steps_come_straight_ones_first() -> None:
    grid, _ = read_map(["...", "...", "..."])
    assert names(grid, grid.neighbours(4, 1)) == ["b1", "a2", "c2", "b3", "a1", "c1", "a3", "c3"]
    assert names(grid, grid.neighbours(0, 1)) == ["b1", "a2", "b2"]
    assert grid.neighbours(-1, 1) == []
    assert grid.neighbours(8, 2) == []


def test_the_orthogonal_metric_has_no_diagonal_steps() -> None:
    grid, _ = read_map(["...", "...", "..."], metric="orthogonal")
    assert names(grid, grid.neighbours(4, 1)) == ["b1", "a2", "c2", "b3"]
    assert grid.step_cost(0, 4, 1) == -1


@pytest.mark.parametrize(
    ("metric", "straight", "diagonal"),
    [("diagonal-1", 2, 2), ("orthogonal", 2, -1), ("alternating", 2, 3), ("euclid", 2, 2)],
)
def test_rough_ground_costs_double(metric: str, straight: int, diagonal: int) -> None:
    grid, _ = read_map([".~", ".~"], metric=metric)
    assert grid.step_cost(0, 1, 1) == straight
    assert grid.step_cost(0, 3, 1) == diagonal
    assert grid.step_cost(1, 0, 1) == 1, "the square entered is paid for, not the one left"


def test_what_is_no_step_costs_minus_one() -> None:
    grid, _ = read_map(["..#", "..."])
    assert grid.step_cost(0, 0, 1) == -1
    assert grid.step_cost(3, 5, 1) == -1
    assert grid.step_cost(1, 2, 1) == -1
    assert grid.step_cost(2, 3, 1) == -1, "the row's end does not touch the next row's start"
    assert grid.step_cost(-1, 0, 1) == -1
    assert grid.step_cost(0, -1, 1) == -1


def test_one_corner_may_be_cut_and_two_may_not() -> None:
    one, _ = read_map([".#", ".."])
    two, _ = read_map([".#", "#."])
    assert one.step_cost(0, 3, 1) == 1
    assert two.step_cost(0, 3, 1) == -1
    careful, _ = read_map([".#", ".."], cut_corners=False)
    assert careful.step_cost(0, 3, 1) == -1


def test_a_big_creature_minds_the_corners_of_its_whole_body() -> None:
    rows = ["..#", "...", "#.."]
    cutting, _ = read_map(rows)
    assert cutting.step_cost(0, 4, 2) == -1
    one, _ = read_map(["..#", "...", "..."])
    assert one.step_cost(0, 4, 2) == 1
    assert read_map(["..#", "...", "..."], cut_corners=False)[0].step_cost(0, 4, 2) == -1


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize(("dx", "dy"), [(-1, -1), (1, -1), (-1, 1), (1, 1)])
def test_corners_are_the_two_squares_swept_in_every_direction(size: int, dx: int, dy: int) -> None:
    x, y, to = 2, 2, (2 + dy) * 7 + 2 + dx
    beside = (y + size - 1 if dy < 0 else y) * 7 + (x + size if dx > 0 else x - 1)
    beyond = (y + size if dy > 0 else y - 1) * 7 + (x + size - 1 if dx < 0 else x)
    for walls in ([], [beside], [beyond], [beside, beyond]):
        rows = ["".join("#" if row * 7 + column in walls else "." for column in range(7)) for row in range(7)]
        cutting, careful = read_map(rows)[0], read_map(rows, cut_corners=False)[0]
        assert cutting.step_cost(y * 7 + x, to, size) == (-1 if len(walls) == 2 else 1)
        assert careful.step_cost(y * 7 + x, to, size) == (-1 if walls else 1)


def test_other_creatures_are_no_corners() -> None:
    grid, _ = read_map(["..", ".."])
    assert grid.path(0, 3, 1, {1, 2}) == [3]


def test_a_creature_needs_room_for_all_of_itself() -> None:
    grid, _ = read_map(["....", "..#.", "....", "...."])
    assert names(grid, sorted(grid.reach(0, 2, 5, set()).costs)) == ["a1", "a2", "a3", "b3", "c3"]
    assert list(grid.reach(0, 3, 5, set()).costs) == [0]


def test_a_big_creature_pays_for_the_worst_square_it_enters() -> None:
    grid, _ = read_map(["...", "..~"])
    assert grid.step_cost(0, 1, 2) == 2
    assert grid.step_cost(1, 0, 2) == 1


def test_a_climb_is_limited_unless_by_stairs_or_ladder() -> None:
    legend = default_legend()
    legend["2"] = Terrain("cliff", "2", height=2)
    legend["S"] = Terrain("steps", "S", height=0, tags=["stairs"])
    grid, _ = read_map([".^2.2S", "......"], legend)
    assert grid.step_cost(0, 1, 1) == 1
    assert grid.step_cost(1, 2, 1) == 1
    assert grid.step_cost(2, 3, 1) == -1, "down is as far as up"
    assert grid.step_cost(3, 4, 1) == -1
    assert grid.step_cost(5, 4, 1) == 1
    assert grid.step_cost(4, 5, 1) == 1
    steep, _ = read_map([".2"], legend, max_climb=2)
    assert steep.step_cost(0, 1, 1) == 1
    level, _ = read_map([".^"], legend, max_climb=0)
    assert level.step_cost(0, 1, 1) == -1


def test_reach_lists_squares_by_cost_with_the_start_first() -> None:
    grid, marks = read_map(["#####", "#1..#", "#.#.#", "#####"])
    reach = grid.reach(marks["1"], 1, 2, set())
    assert {grid.name(pos): cost for pos, cost in reach.costs.items()} == {"b2": 0, "c2": 1, "b3": 1, "d2": 2, "d3": 2}
    assert list(reach.costs.values()) == [0, 1, 1, 2, 2]
    assert names(grid, reach.path_to(grid.parse("d3"))) == ["c2", "d3"]
    assert reach.path_to(marks["1"]) == []
    assert grid.parse("d3") in reach
    assert len(reach) == 5


def test_a_way_out_of_reach_is_our_mistake_to_ask_for() -> None:
    grid, _ = read_map(["...."])
    with pytest.raises(AssertionError, match="not in reach"):
        grid.reach(0, 1, 1, set()).path_to(3)


def test_without_budget_a_creature_stays() -> None:
    grid, _ = read_map(["..."])
    assert grid.reach(0, 1, 0, set()).costs == {0: 0}
    assert grid.reach(0, 1, -3, set()).costs == {0: 0}


def test_the_blocked_are_gone_around_and_allies_passed_through() -> None:
    grid, marks = read_map(["1...", "####"])
    start = marks["1"]
    assert list(grid.reach(start, 1, 3, {1}).costs) == [0]
    assert grid.reach(start, 1, 3, set(), {1, 2}).costs == {0: 0, 3: 3}
    assert grid.reach(start, 1, 3, {2}, {1}).costs == {0: 0}
    assert grid.path(start, 1, 1, set(), {1}) == [], "nobody stops in an ally's square"
    assert grid.path(start, 3, 1, set(), {1, 2}) == [1, 2, 3]
    assert grid.reach(start, 1, 1, {0, -1, 99}).costs == {0: 0, 1: 1}, (
        "its own square and those off the board do not count"
    )


def test_occupied_squares_keep_a_big_creature_at_bay() -> None:
    grid, _ = read_map(["......", "......"])
    assert grid.reach(0, 2, 9, squares(grid, "d2")).costs == {0: 0, 1: 1}
    assert grid.reach(0, 2, 9, set(), squares(grid, "d2")).costs == {0: 0, 1: 1, 4: 4}


def test_the_cheapest_way_avoids_the_swamp() -> None:
    grid, marks = read_map(["1~~~2", ".~~~.", "....."], metric="orthogonal")
    assert names(grid, grid.path(marks["1"], marks["2"], 1, set())) == ["b1", "c1", "d1", "e1"]
    wide, marks = read_map(["1wTw2", "....."])
    assert names(wide, wide.path(marks["1"], marks["2"], 1, set())) == ["b2", "c2", "d2", "e1"]


def test_nowhere_to_go_is_an_empty_path() -> None:
    grid, marks = read_map(["1#2"])
    assert grid.path(marks["1"], marks["2"], 1, set()) == []
    assert grid.path(0, 0, 1, set()) == []
    assert grid.path(0, -1, 1, set()) == []


def test_diagonals_alternate_along_a_walk() -> None:
    grid, _ = read_map(["....."] * 5, metric="alternating")
    reach = grid.reach(0, 1, 6, set())
    assert [reach.costs[n * 6] for n in range(5)] == [0, 1, 3, 4, 6]
    assert grid.path_cost(0, [6, 12, 18], 1) == 4
    assert grid.path_cost(0, [6, 18], 1) == -1
    assert grid.path_cost(0, [], 1) == 0


def test_a_long_diagonal_walk_is_no_shorter_than_the_true_distance() -> None:
    grid, _ = read_map(["." * 60] * 60, metric="euclid")
    costs = grid.reach(0, 1, 99, set()).costs
    assert grid.distance(0, 17 * 61) == costs[17 * 61] == 24
    assert all(cost >= grid.distance(0, pos) for pos, cost in costs.items())


DIAGONAL = {"diagonal-1": Fraction(1), "alternating": Fraction(3, 2), "euclid": Fraction(17, 12)}
RISE = {"^": 1, "3": 3}
SLOW = "~Tw"


class Reference:
    """The rules of a step said again without the engine, straight from the map's glyphs."""

    def __init__(self, rows: list[str], metric: str, size: int, cut: bool, climb: int) -> None:
        self.rows, self.metric, self.size, self.cut, self.climb = rows, metric, size, cut, climb

    def body(self, x: int, y: int) -> list[tuple[int, int]]:
        return [(x + i, y + j) for j in range(self.size) for i in range(self.size)]

    def glyph(self, x: int, y: int) -> str:
        inside = 0 <= y < len(self.rows) and 0 <= x < len(self.rows[0])
        return self.rows[y][x] if inside else "#"

    def glyphs(self, x: int, y: int) -> list[str]:
        return [self.glyph(*square) for square in self.body(x, y)]

    def level(self, x: int, y: int) -> int:
        return max(RISE.get(g, 0) for g in self.glyphs(x, y))

    def step(self, x: int, y: int, dx: int, dy: int) -> Fraction | None:
        frm, to = self.glyphs(x, y), self.glyphs(x + dx, y + dy)
        if set("#O") & set(to):
            return None
        low, high = sorted([self.level(x, y), self.level(x + dx, y + dy)])
        if high - low > self.climb and not set("=H") & set(frm + to):
            return None
        slow = 2 if set(SLOW) & set(to) else 1
        if dx == 0 or dy == 0:
            return Fraction(slow)
        if self.metric == "orthogonal":
            return None
        swept = set(self.body(x + dx, y)) | set(self.body(x, y + dy))
        corners = swept - set(self.body(x, y)) - set(self.body(x + dx, y + dy))
        assert len(corners) == 2
        shut = [self.glyph(*c) in "#O" or RISE.get(self.glyph(*c), 0) > high + self.climb for c in corners]
        if all(shut) or (any(shut) and not self.cut):
            return None
        return DIAGONAL[self.metric] * slow

    def costs(self, start: int, budget: int, blocked: set[int], through: set[int]) -> dict[int, int]:
        """Relaxes every step until nothing gets cheaper."""
        width = len(self.rows[0])
        best = {(start % width, start // width): Fraction(0)}
        moved = True
        while moved:
            moved = False
            for (x, y), cost in list(best.items()):
                for dx, dy in [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]:
                    step = self.step(x, y, dx, dy)
                    there = (x + dx, y + dy)
                    if step is None or self.taken(there, blocked) or int(cost + step) > budget:
                        continue
                    if there not in best or cost + step < best[there]:
                        best[there] = cost + step
                        moved = True
        kept = {y * width + x: int(c) for (x, y), c in best.items() if c == 0 or not self.taken((x, y), through)}
        return {start: 0, **kept}

    def taken(self, anchor: tuple[int, int], occupied: set[int]) -> bool:
        return any(y * len(self.rows[0]) + x in occupied for x, y in self.body(*anchor))


maps = st.integers(3, 7).flatmap(
    lambda width: st.lists(st.text(".....~#O^3=T", min_size=width, max_size=width), min_size=3, max_size=7)
)


def lay(rows: list[str], metric: str, climb: int, cut: bool) -> Grid:
    legend = default_legend()
    legend["3"] = Terrain("crag", "3", height=3)
    return read_map(rows, legend, metric, climb, cut)[0]


@settings(max_examples=300)
@given(
    maps, st.sampled_from(METRICS), st.integers(1, 3), st.integers(0, 9), st.integers(0, 2), st.booleans(), st.data()
)
def test_reach_is_optimal_on_any_map(
    rows: list[str], metric: str, size: int, budget: int, climb: int, cut: bool, data: st.DataObject
) -> None:
    grid = lay(rows, metric, climb, cut)
    standing = [pos for pos in range(grid.size) if grid.footprint(pos, size)]
    start = data.draw(st.sampled_from(standing))
    own = set(grid.footprint(start, size))
    others = st.sets(st.integers(0, grid.size - 1), max_size=5)
    blocked, through = data.draw(others) - own, data.draw(others) - own
    reach = grid.reach(start, size, budget, blocked, through)
    expected = Reference(rows, metric, size, cut, climb).costs(start, budget, blocked, through)
    assert reach.costs == expected
    assert list(reach.costs.values()) == sorted(reach.costs.values())
    for pos, cost in reach.costs.items():
        path = reach.path_to(pos)
        assert grid.path_cost(start, path, size) == cost
        assert not any(set(grid.footprint(step, size)) & blocked for step in path)


@given(maps, st.sampled_from(METRICS), st.integers(1, 3), st.data())
def test_path_is_the_cheapest_on_any_map(rows: list[str], metric: str, size: int, data: st.DataObject) -> None:
    grid = lay(rows, metric, 1, True)
    standing = [pos for pos in range(grid.size) if grid.footprint(pos, size)]
    start, goal = data.draw(st.sampled_from(standing)), data.draw(st.integers(0, grid.size - 1))
    blocked = data.draw(st.sets(st.integers(0, grid.size - 1), max_size=4)) - set(grid.footprint(start, size))
    expected = Reference(rows, metric, size, True, 1).costs(start, 999, blocked, set())
    path = grid.path(start, goal, size, blocked)
    if goal == start or goal not in expected:
        assert path == []
    else:
        assert path[-1] == goal
        assert grid.path_cost(start, path, size) == expected[goal]


@given(maps, st.sampled_from(METRICS), st.data())
@example(["." * 7] * 7, "euclid", None)
def test_no_walk_on_the_level_is_shorter_than_the_distance(
    rows: list[str], metric: str, data: st.DataObject | None
) -> None:
    grid = lay([row.replace("^", ".").replace("3", "#") for row in rows], metric, 1, True)
    start = data.draw(st.integers(0, grid.size - 1)) if data else 0
    for pos, cost in grid.reach(start, 1, 99, set()).costs.items():
        assert cost >= grid.distance(start, pos)


@given(maps, st.sampled_from(METRICS), st.integers(1, 3))
def test_a_step_may_be_taken_back(rows: list[str], metric: str, size: int) -> None:
    grid = lay(rows, metric, 1, True)
    for pos in range(grid.size):
        for to in grid.neighbours(pos, size):
            stands = grid.step_cost(to, pos, size) > 0
            assert stands or any(grid.terrain_at(s).blocks_move for s in grid.footprint(pos, size))


def test_walks_are_those_of_a_flood_and_only_the_last_few_are_kept() -> None:
    grid, _ = read_map(["....", ".##.", "...."])
    blocked = squares(grid, "d1")
    assert grid.walks(0, 1, blocked) == grid.reach(0, 1, 100, blocked).costs
    assert grid.walks(0, 1, blocked) is grid.walks(0, 1, blocked)
    assert grid.walks(0, 1, set()) != grid.walks(0, 1, blocked)
    for size in range(1, 3):
        for start in range(grid.size):
            grid.walks(start, size, set())
    assert len(grid._walks) <= 16


def test_something_large_may_look_for_ways_from_an_edge_it_does_not_fit() -> None:
    """Bots ask how far it is from a foe to everywhere, for their own size."""
    board, _ = read_map(["....", "....", "...."])
    for pos in range(board.size):
        assert board.reach(pos, 3, 10, set()).costs
