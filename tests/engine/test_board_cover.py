"""Cover: the highest grade on the line, what is left out of it, and the attacker's choice of squares."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fracas.engine.board import (
    COVER,
    HEAVY_COVER,
    NO_COVER,
    TOTAL_COVER,
    UNSEEN,
    Grid,
    Terrain,
    default_legend,
    read_map,
)


def cover(rows: list[str]) -> int:
    """The cover of 2 from 1."""
    grid, marks = read_map(rows)
    return grid.cover(marks["1"], 1, marks["2"], 1)


def test_one_target_has_no_heavy_and_total_cover_from_three_squares() -> None:
    grid, marks = read_map(
        [
            "...a.",
            ".....",
            "b.Ot.",
            "...#.",
            "...c.",
        ]
    )
    grades = {mark: grid.cover(marks[mark], 1, marks["t"], 1) for mark in "abc"}
    assert grades == {"a": NO_COVER, "b": HEAVY_COVER, "c": TOTAL_COVER}


@pytest.mark.parametrize(
    ("grade", "rows"),
    [
        (NO_COVER, ["1...2"]),
        (NO_COVER, ["12"]),
        (COVER, ["1..o2"]),
        (COVER, ["1.o.2"]),
        (COVER, ["1.T.2"]),
        (HEAVY_COVER, ["1.O.2"]),
        (HEAVY_COVER, ["1.oOo.2"]),
        (TOTAL_COVER, ["1.#.2"]),
        (HEAVY_COVER, ["1.##..", "#....2"]),
        (NO_COVER, ["1.~w^=H.2"]),
    ],
)
def test_the_highest_grade_on_the_line_counts(grade: int, rows: list[str]) -> None:
    assert cover(rows) == grade


def test_what_stands_beside_the_attacker_alone_is_leaned_over() -> None:
    assert cover(["1o..2"]) == NO_COVER
    assert cover(["2o..1"]) == COVER
    assert cover(["1o2"]) == COVER, "beside both it still counts"
    assert cover(["1O..2"]) == NO_COVER


def test_an_exact_corner_counts_only_between_two_squares_of_cover() -> None:
    assert cover(["1o", ".2"]) == NO_COVER
    assert cover(["1o", "O2"]) == COVER, "the lower of the two"
    assert cover(["1...", ".o..", "..o.", "...2"]) == COVER


def test_the_creatures_own_squares_give_no_cover() -> None:
    grid, _ = read_map(["oooo..", "oooo.."])
    assert grid.cover(0, 1, 1, 1) == NO_COVER
    assert grid.cover(grid.parse("e1"), 1, grid.parse("a1"), 2) == COVER
    assert grid.cover(grid.parse("e1"), 1, grid.parse("c1"), 2) == NO_COVER, "the squares crossed are the target's own"


def test_a_big_attacker_picks_its_best_square() -> None:
    grid, marks = read_map(["....O2", "......", "......"])
    target = marks["2"]
    assert grid.cover(grid.parse("a1"), 1, target, 1) == HEAVY_COVER
    assert grid.cover(grid.parse("a1"), 3, target, 1) == HEAVY_COVER, "none of its lines clears the pillar"
    assert grid.cover(grid.parse("d2"), 1, target, 1) == HEAVY_COVER
    assert grid.cover(grid.parse("d2"), 2, target, 1) == NO_COVER, "from e2 it passes the corner"


def test_a_big_target_shows_its_worst_covered_square() -> None:
    grid, marks = read_map(["1..O..", "......", "......"])
    assert grid.cover(marks["1"], 1, grid.parse("e1"), 1) == HEAVY_COVER
    assert grid.cover(marks["1"], 1, grid.parse("e1"), 2) == NO_COVER


def test_glass_is_seen_through_and_covers_wholly() -> None:
    legend = default_legend()
    legend["g"] = Terrain("glass", "g", blocks_move=True, cover=TOTAL_COVER)
    grid, _ = read_map([".g..", "...."], legend)
    assert grid.sight(0, 1, 3, 1) == 0
    assert grid.cover(3, 1, 0, 1) == TOTAL_COVER


def test_off_the_board_is_wholly_covered() -> None:
    grid, _ = read_map(["..."])
    assert grid.cover(-1, 1, 0, 1) == TOTAL_COVER
    assert grid.cover(0, 1, 3, 1) == TOTAL_COVER


maps = st.integers(3, 7).flatmap(
    lambda width: st.lists(st.text("...#oO", min_size=width, max_size=width), min_size=3, max_size=7)
)


@given(maps, st.integers(1, 3), st.integers(1, 3), st.data())
def test_whoever_sees_nothing_hits_nothing(rows: list[str], size_a: int, size_b: int, data: st.DataObject) -> None:
    grid, _ = read_map(rows)
    a, b = data.draw(st.integers(0, grid.size - 1)), data.draw(st.integers(0, grid.size - 1))
    grade = grid.cover(a, size_a, b, size_b)
    hidden = grid.sight(a, size_a, b, size_b) == UNSEEN
    assert (grade == TOTAL_COVER) == hidden, "no terrain of this map covers wholly but by hiding"
    assert grid.cover(a, size_a, b, size_b) == grade
    if size_a == size_b == 1 and grid.distance(a, b) <= 1 and not hidden:
        assert grade <= HEAVY_COVER


def crossed(grid_width: int, a: int, b: int) -> tuple[list[int], list[tuple[int, int]]]:
    """Squares whose inside the centre line crosses, and pairs it slips between, by cross products."""
    ax, ay, bx, by = (
        2 * (a % grid_width) + 1,
        2 * (a // grid_width) + 1,
        2 * (b % grid_width) + 1,
        2 * (b // grid_width) + 1,
    )
    inside: list[int] = []
    for x in range(min(ax, bx) // 2, max(ax, bx) // 2 + 1):
        for y in range(min(ay, by) // 2, max(ay, by) // 2 + 1):
            sides = [
                (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) for cx in (2 * x, 2 * x + 2) for cy in (2 * y, 2 * y + 2)
            ]
            if min(sides) < 0 < max(sides):
                inside.append(y * grid_width + x)
    pairs: list[tuple[int, int]] = []
    for x in range(min(ax, bx) // 2 + 1, max(ax, bx) // 2 + 1):
        for y in range(min(ay, by) // 2 + 1, max(ay, by) // 2 + 1):
            if (bx - ax) * (2 * y - ay) == (by - ay) * (2 * x - ax):
                down = (bx - ax) * (by - ay) > 0
                first, second = ((x, y - 1), (x - 1, y)) if down else ((x - 1, y - 1), (x, y))
                pairs.append((first[1] * grid_width + first[0], second[1] * grid_width + second[0]))
    return inside, pairs


def reference_cover(grid: Grid, a: int, b: int) -> int:
    def touching(p: int, q: int) -> bool:
        return abs(p % grid.width - q % grid.width) <= 1 and abs(p // grid.width - q // grid.width) <= 1

    def counted(square: int) -> int:
        if square in (a, b) or (touching(square, a) and not touching(square, b)):
            return NO_COVER
        return grid.terrain_at(square).cover

    if grid.sight(a, 1, b, 1) == UNSEEN:
        return TOTAL_COVER
    inside, pairs = crossed(grid.width, a, b)
    return max([NO_COVER, *map(counted, inside), *(min(counted(p), counted(q)) for p, q in pairs)])


@given(maps, st.data())
def test_cover_agrees_with_the_squares_truly_crossed(rows: list[str], data: st.DataObject) -> None:
    grid, _ = read_map(rows)
    a, b = data.draw(st.integers(0, grid.size - 1)), data.draw(st.integers(0, grid.size - 1))
    assert grid.cover(a, 1, b, 1) == reference_cover(grid, a, b)


def test_cover_agrees_between_all_squares_of_a_scattered_map() -> None:
    grid, _ = read_map(["..o...o.", "....O...", "o..o...o", "..O.....", ".....o.O", ".o.o....", "....#..."])
    for a in range(grid.size):
        for b in range(grid.size):
            assert grid.cover(a, 1, b, 1) == reference_cover(grid, a, b), (grid.name(a), grid.name(b))
