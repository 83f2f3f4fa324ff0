"""Areas on a grid: bursts, lines, cones and squares, drawn as maps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fracas.engine.board import METRICS, Grid, Terrain, read_map


def open_grid(width: int, depth: int, metric: str = "diagonal-1") -> Grid:
    return read_map(["." * width] * depth, metric=metric)[0]


def shown(grid: Grid, area: list[int]) -> list[str]:
    assert area == sorted(set(area))
    return ["".join("x" if y * grid.width + x in area else "." for x in range(grid.width)) for y in range(grid.depth)]


@pytest.mark.parametrize(
    ("metric", "drawn"),
    [
        ("diagonal-1", ["xxxxx", "xxxxx", "xxxxx", "xxxxx", "xxxxx"]),
        ("orthogonal", ["..x..", ".xxx.", "xxxxx", ".xxx.", "..x.."]),
        ("alternating", [".xxx.", "xxxxx", "xxxxx", "xxxxx", ".xxx."]),
        ("euclid", ["xxxxx", "xxxxx", "xxxxx", "xxxxx", "xxxxx"]),
    ],
)
def test_a_burst_of_two_in_each_metric(metric: str, drawn: list[str]) -> None:
    grid = open_grid(5, 5, metric)
    assert shown(grid, grid.burst(12, 2)) == drawn


def test_a_burst_is_clipped_to_the_board_and_may_be_one_square() -> None:
    grid = open_grid(4, 3)
    assert shown(grid, grid.burst(0, 1)) == ["xx..", "xx..", "...."]
    assert grid.burst(5, 0) == [5]
    assert grid.burst(5, -1) == []


def test_a_burst_does_not_climb_a_tower() -> None:
    legend = {".": Terrain("floor", "."), "t": Terrain("tower", "t", height=4)}
    grid, _ = read_map(["...", ".t.", "..."], legend)
    assert shown(grid, grid.burst(0, 2)) == ["xxx", "x.x", "xxx"]


def test_a_line_runs_on_past_its_target_to_its_length() -> None:
    grid = open_grid(7, 4)
    assert shown(grid, grid.line(0, 1, 5)) == [".xxxxx.", ".......", ".......", "......."]
    assert shown(grid, grid.line(0, 8, 9)) == [".......", ".x.....", "..x....", "...x..."]
    assert shown(grid, grid.line(0, 9, 4)) == [".x.....", ".xxx...", "...xx..", "......."]
    assert shown(grid, grid.line(13, 12, 2)) == [".......", "....xx.", ".......", "......."]
    assert grid.line(5, 5, 3) == []
    assert grid.line(5, 6, 0) == []


def test_a_cone_is_a_quarter_turn() -> None:
    grid = open_grid(7, 7)
    assert shown(grid, grid.cone(grid.parse("a4"), grid.parse("b4"), 3)) == [
        "...x...",
        "..xx...",
        ".xxx...",
        ".xxx...",
        ".xxx...",
        "..xx...",
        "...x...",
    ]
    assert shown(grid, grid.cone(0, 8, 2))[:4] == [".xx....", "xxx....", "xxx....", "......."]
    assert grid.cone(3, 3, 4) == []


def test_a_square_area_is_clipped_where_a_creature_would_not_fit() -> None:
    grid = open_grid(4, 3)
    assert shown(grid, grid.square_area(6, 2)) == ["....", "..xx", "..xx"]
    assert shown(grid, grid.square_area(7, 3)) == ["....", "...x", "...x"]


def test_areas_off_the_board_are_empty() -> None:
    grid = open_grid(4, 3)
    assert grid.burst(-1, 2) == grid.line(-1, 3, 2) == grid.cone(0, 12, 2) == grid.square_area(-1, 2) == []


def test_the_part_of_an_area_its_origin_sees() -> None:
    grid, marks = read_map(["1.#..", "####."])
    area = grid.line(marks["1"], 1, 4)
    assert area == [1, 2, 3, 4]
    assert grid.in_sight(marks["1"], area) == [1, 2]


@given(st.sampled_from(METRICS), st.integers(0, 5), st.data())
def test_every_area_stays_within_its_length(metric: str, length: int, data: st.DataObject) -> None:
    grid = open_grid(8, 6, metric)
    a, b = data.draw(st.integers(0, grid.size - 1)), data.draw(st.integers(0, grid.size - 1))
    burst = set(grid.burst(a, length))
    assert burst == {pos for pos in range(grid.size) if grid.distance(a, pos) <= length}
    line, cone = grid.line(a, b, length), grid.cone(a, b, length)
    assert line == sorted(set(line))
    assert cone == sorted(set(cone))
    assert set(line) <= burst - {a}
    assert set(cone) <= burst - {a}
    if a != b and grid.distance(a, b) <= length:
        assert b in cone
        assert b in line
