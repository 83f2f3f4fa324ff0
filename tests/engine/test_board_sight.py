"""Sight: drawn maps with known grades, height, big creatures, symmetry, and every line against exact fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fracas.engine.board import CLEAR, MINIMAL, PARTIAL, UNSEEN, Grid, Terrain, default_legend, read_map


def sight(rows: list[str], legend: dict[str, Terrain] | None = None) -> int:
    """The grade between the squares marked 1 and 2, asked from both ends."""
    grid, marks = read_map(rows, legend)
    there, back = grid.sight(marks["1"], 1, marks["2"], 1), grid.sight(marks["2"], 1, marks["1"], 1)
    assert there == back
    return there


@pytest.mark.parametrize(
    ("grade", "rows"),
    [
        (CLEAR, ["1....2"]),
        (CLEAR, ["12"]),
        (CLEAR, ["1#", ".2"]),
        (CLEAR, ["1~oOT^=Hw2"]),
        (CLEAR, ["######", "1....2", "######"]),
        (CLEAR, ["1.#", "#.2"]),
        (CLEAR, ["1.#..", ".....", "....2"]),
        (UNSEEN, ["1#2"]),
        (UNSEEN, ["1#", "#2"]),
        (UNSEEN, ["1.#.2", "..#..", "..#.."]),
        (UNSEEN, [".1.", "###", ".2."]),
        (PARTIAL, ["1...", ".##2"]),
        (PARTIAL, ["1#..", "..2."]),
        (PARTIAL, ["1.##..", "#....2"]),
        (MINIMAL, ["1...", "##..", "...2"]),
        (MINIMAL, ["1.#.", "..#.", "...2"]),
        (UNSEEN, ["1#2", "..."]),
        (UNSEEN, ["1....", "###..", "....2"]),
    ],
)
def test_grades_of_sight_on_drawn_maps(grade: int, rows: list[str]) -> None:
    assert sight(rows) == grade


def test_a_square_sees_itself_even_in_fog() -> None:
    legend = {"f": Terrain("fog", "f", blocks_sight=True)}
    grid, _ = read_map(["fff"], legend)
    assert grid.sight(0, 1, 0, 1) == CLEAR
    assert grid.sight(0, 1, 1, 1) == CLEAR, "the squares at the ends hide nothing"
    assert grid.sight(0, 1, 2, 1) == UNSEEN


def test_nobody_sees_off_the_board() -> None:
    grid, _ = read_map(["..."])
    assert grid.sight(-1, 1, 0, 1) == UNSEEN
    assert grid.sight(0, 1, 3, 1) == UNSEEN
    assert grid.sight(0, 2, 1, 1) == UNSEEN, "a creature that does not fit is nowhere"


def test_a_big_creature_uses_its_best_square() -> None:
    grid, _ = read_map(["..#...", "..#...", "......"])
    a, b = grid.parse("a1"), grid.parse("f1")
    assert grid.sight(a, 1, b, 1) == UNSEEN
    assert grid.sight(a, 2, b, 1) == UNSEEN
    assert grid.sight(grid.parse("a2"), 2, b, 1) == PARTIAL
    assert grid.sight(grid.parse("a2"), 2, grid.parse("e2"), 2) == CLEAR


def hills(row: str) -> Grid:
    legend = default_legend()
    for n in range(10):
        legend[str(n)] = Terrain(f"level-{n}", str(n), height=n)
    legend["h"] = Terrain("hedge", "h", blocks_sight=True, height=2)
    return read_map([row], legend)[0]


@pytest.mark.parametrize(
    ("row", "grade"),
    [
        ("010", CLEAR),
        ("020", UNSEEN),
        ("120", CLEAR),
        ("021", CLEAR),
        ("131", UNSEEN),
        ("030", UNSEEN),
        ("232", CLEAR),
        ("242", UNSEEN),
        ("0h0", UNSEEN),
        ("1h0", CLEAR),
        ("9#9", UNSEEN),
        ("929", CLEAR),
    ],
)
def test_ground_hides_only_what_is_lower_at_both_ends(row: str, grade: int) -> None:
    """Eyes are one level up; a square stops a line when its top is above the eyes at both ends."""
    assert hills(row).sight(0, 1, 2, 1) == grade


def test_a_flier_sees_over_a_hedge_but_not_through_a_ceiling() -> None:
    grid = hills("0h0")
    assert grid.sight3(0, 1, 0, 2, 1, 0) == UNSEEN
    assert grid.sight3(0, 1, 1, 2, 1, 0) == CLEAR
    assert hills("0#0").sight3(0, 1, 50, 2, 1, 50) == UNSEEN


POINTS = [(x, y) for y in (1, 8, 15) for x in (1, 8, 15)]
CENTRE = (8, 8)


def stopped(walls: set[tuple[int, int]], p: tuple[int, int], q: tuple[int, int]) -> bool:
    """A line of sixteenths against every wall square and every corner, by exact fractions."""
    (px, py), (qx, qy) = p, q
    dx, dy = qx - px, qy - py
    for x, y in walls:
        if (x, y) in ((px // 16, py // 16), (qx // 16, qy // 16)):
            continue
        low, high, beside = Fraction(0), Fraction(1), False
        for start, delta, near in ((px, dx, x * 16), (py, dy, y * 16)):
            if delta == 0:
                beside = beside or not near < start < near + 16
                continue
            first, last = sorted([Fraction(near - start, delta), Fraction(near + 16 - start, delta)])
            low, high = max(low, first), min(high, last)
        if not beside and low < high:
            return True
    if dx == 0 or dy == 0:
        return False
    for x in range(min(px, qx) // 16 + 1, max(px, qx) // 16 + 1):
        rise = Fraction((x * 16 - px) * dy, dx) + py
        if rise % 16 == 0 and min(py, qy) < rise < max(py, qy):
            y = int(rise) // 16
            pair = {(x, y - 1), (x - 1, y)} if dx * dy > 0 else {(x - 1, y - 1), (x, y)}
            if pair <= walls:
                return True
    return False


def graded(walls: set[tuple[int, int]], a: tuple[int, int], b: tuple[int, int]) -> int:
    def free(p: tuple[int, int], q: tuple[int, int]) -> bool:
        return not stopped(walls, (a[0] * 16 + p[0], a[1] * 16 + p[1]), (b[0] * 16 + q[0], b[1] * 16 + q[1]))

    if a == b or free(CENTRE, CENTRE):
        return CLEAR
    if any(free(CENTRE, q) or free(q, CENTRE) for q in POINTS):
        return PARTIAL
    if any(free(p, q) for p in POINTS for q in POINTS):
        return MINIMAL
    return UNSEEN


maps = st.integers(2, 7).flatmap(
    lambda width: st.lists(st.text("..#", min_size=width, max_size=width), min_size=2, max_size=7)
)


@given(maps, st.data())
def test_sight_agrees_with_exact_geometry(rows: list[str], data: st.DataObject) -> None:
    grid, _ = read_map(rows)
    walls = {(x, y) for y, row in enumerate(rows) for x, glyph in enumerate(row) if glyph == "#"}
    a, b = data.draw(st.integers(0, grid.size - 1)), data.draw(st.integers(0, grid.size - 1))
    at = (a % grid.width, a // grid.width), (b % grid.width, b // grid.width)
    assert grid.sight(a, 1, b, 1) == graded(walls, *at)


def test_sight_agrees_between_all_squares_of_a_scattered_map() -> None:
    rows = ["..#...", ".....#", "#..#..", "......", ".#..#.", "......"]
    grid, _ = read_map(rows)
    walls = {(x, y) for y, row in enumerate(rows) for x, glyph in enumerate(row) if glyph == "#"}
    for a in range(grid.size):
        for b in range(a):
            assert grid.sight(a, 1, b, 1) == graded(walls, (a % 6, a // 6), (b % 6, b // 6)), (
                grid.name(a),
                grid.name(b),
            )


hilly_maps = st.integers(3, 6).flatmap(
    lambda width: st.lists(st.text("...#^3O", min_size=width, max_size=width), min_size=3, max_size=6)
)


@given(hilly_maps, st.integers(1, 3), st.integers(1, 3), st.data())
def test_sight_is_the_same_from_both_ends(rows: list[str], size_a: int, size_b: int, data: st.DataObject) -> None:
    legend = default_legend()
    legend["3"] = Terrain("crag", "3", height=3)
    grid, _ = read_map(rows, legend)
    a, b = data.draw(st.integers(0, grid.size - 1)), data.draw(st.integers(0, grid.size - 1))
    there, back = read_map(rows, legend)[0].sight(a, size_a, b, size_b), grid.sight(b, size_b, a, size_a)
    assert there == back
    pairs = [grid.sight(p, 1, q, 1) for p in grid.footprint(a, size_a) for q in grid.footprint(b, size_b)]
    assert there == min(pairs, default=UNSEEN)
    assert grid.sight3(a, size_a, 0, b, size_b, 0) == there


@given(hilly_maps, st.integers(0, 2), st.integers(0, 2), st.data())
def test_what_is_shut_off_has_no_free_line(rows: list[str], lift_a: int, lift_b: int, data: st.DataObject) -> None:
    legend = default_legend()
    legend["3"] = Terrain("crag", "3", height=3)
    grid, _ = read_map(rows, legend)
    a, b = data.draw(st.integers(0, grid.size - 1)), data.draw(st.integers(0, grid.size - 1))
    points, eye = [1, 8, 15], max(grid.height_at(a) + lift_a, grid.height_at(b) + lift_b) + 1
    ends = [
        [(square % grid.width * 16 + x, square // grid.width * 16 + y) for x in points for y in points]
        for square in (a, b)
    ]
    free = a == b or any(grid.lines.free(*p, *q, eye) for p in ends[0] for q in ends[1])
    assert (grid.sight3(a, 1, lift_a, b, 1, lift_b) != UNSEEN) == free


@given(maps, st.data())
def test_a_wall_taken_away_never_hides_anything(rows: list[str], data: st.DataObject) -> None:
    grid, _ = read_map(rows)
    a, b, gone = (data.draw(st.integers(0, grid.size - 1)) for _ in range(3))
    opened = grid.with_terrain({gone: "floor"})
    assert opened.sight(a, 1, b, 1) <= grid.sight(a, 1, b, 1)
    assert opened.sight(a, 1, b, 1) == opened.sight(a, 1, b, 1), "asked again, the cache says the same"
