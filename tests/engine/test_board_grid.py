"""The grid: names, footprints, distances and gaps under every metric, terrain changes and saving."""

from __future__ import annotations

from math import isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fracas.engine.board import FAR, METRICS, OFF_BOARD, Grid, Terrain, board_from_json, is_far, read_map
from fracas.engine.errors import Invalid


def open_grid(width: int, depth: int, metric: str = "diagonal-1") -> Grid:
    return read_map(["." * width] * depth, metric=metric)[0]


def hilly(levels: list[str], metric: str = "diagonal-1", max_climb: int = 1) -> Grid:
    """A grid whose digits are the heights of its squares."""
    legend = {str(n): Terrain(f"level-{n}", str(n), height=n) for n in range(10)}
    return read_map(levels, legend, metric, max_climb)[0]


def test_a_square_is_named_by_column_letters_and_row() -> None:
    grid = open_grid(30, 12)
    assert grid.parse("c4") == 3 * 30 + 2
    assert grid.parse(" AD12 ") == 11 * 30 + 29
    assert grid.name(0) == "a1"
    assert grid.name(26) == "aa1"
    assert grid.name(OFF_BOARD) == "off the board"


def test_every_square_of_the_largest_grid_has_its_own_name() -> None:
    grid = open_grid(200, 200)
    assert [grid.parse(grid.name(pos)) for pos in range(grid.size)] == list(range(grid.size))


@pytest.mark.parametrize(
    "text", ["", "c", "4", "c0", "c04", "4c", "m1", "a13", "c-1", "c4x", "é4", "a²", "aaaa1", "a1 2"]
)
def test_a_text_that_names_no_square_is_invalid(text: str) -> None:
    with pytest.raises(Invalid) as caught:
        open_grid(12, 12).parse(text)
    assert caught.value.value == text
    assert caught.value.expected == "a square from a1 to l12"


def test_a_creature_covers_squares_from_its_top_left_one() -> None:
    grid = open_grid(5, 4)
    assert grid.footprint(6, 1) == [6]
    assert grid.footprint(6, 2) == [6, 7, 11, 12]
    assert grid.footprint(0, 3) == [0, 1, 2, 5, 6, 7, 10, 11, 12]


def test_a_creature_that_does_not_fit_has_no_footprint() -> None:
    grid = open_grid(5, 4)
    assert grid.footprint(4, 2) == []
    assert grid.footprint(15, 2) == []
    assert grid.footprint(OFF_BOARD, 1) == []
    assert grid.footprint(20, 1) == []


@pytest.mark.parametrize(
    ("metric", "answers"),
    [
        ("diagonal-1", [0, 3, 1, 2, 3, 4, 5]),
        ("orthogonal", [0, 3, 2, 4, 6, 8, 7]),
        ("alternating", [0, 3, 1, 3, 4, 6, 6]),
        ("euclid", [0, 3, 1, 2, 4, 5, 5]),
    ],
)
def test_each_metric_counts_its_own_way(metric: str, answers: list[int]) -> None:
    grid = open_grid(8, 8, metric)
    offsets = [(0, 0), (3, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 2)]
    assert [grid.distance(0, y * 8 + x) for x, y in offsets] == answers


def test_an_unknown_metric_is_invalid() -> None:
    with pytest.raises(Invalid, match="diagonal-1, orthogonal, alternating, euclid"):
        open_grid(3, 3, "hexes")


def test_distance_counts_the_height_of_the_ground() -> None:
    assert hilly(["05"]).distance(0, 1) == 5
    assert hilly(["05"], "orthogonal").distance(0, 1) == 6
    assert hilly(["0004"], "euclid").distance(0, 3) == 5
    assert hilly(["0002"], "alternating").distance(0, 3) == 4


def test_altitude_counts_from_the_ground_below() -> None:
    grid = hilly(["02"])
    assert grid.distance3(0, 2, 1, 0) == 1
    assert grid.distance3(0, 6, 1, 0) == 4
    assert grid.distance3(0, 0, 0, 3) == 3
    assert grid.gap3(0, 1, 6, 1, 1, 0) == 4


def test_the_gap_is_between_the_nearest_squares() -> None:
    grid = open_grid(12, 12)
    assert grid.gap(grid.parse("a1"), 3, grid.parse("d1"), 1) == 1
    assert grid.gap(grid.parse("a1"), 3, grid.parse("d4"), 2) == 1
    assert grid.gap(grid.parse("a1"), 2, grid.parse("f1"), 3) == 4
    assert grid.gap(grid.parse("b2"), 3, grid.parse("c3"), 1) == 0


def test_a_gap_over_a_slope_takes_the_nearest_heights() -> None:
    assert hilly(["05550", "00000"]).gap(0, 1, 2, 2) == 2


def test_off_the_board_is_far_from_everything() -> None:
    grid = open_grid(4, 4)
    for pos in (OFF_BOARD, grid.size):
        assert is_far(grid.distance(pos, 3))
        assert is_far(grid.gap(3, 1, pos, 1))
    assert grid.gap(3, 2, 0, 1) == FAR, "a creature half over the edge is nowhere"
    assert not is_far(grid.distance(0, 15))


@given(st.sampled_from(METRICS), st.data())
def test_distance_is_symmetric_and_the_gap_is_its_minimum(metric: str, data: st.DataObject) -> None:
    levels = data.draw(st.lists(st.text("0123", min_size=6, max_size=6), min_size=5, max_size=5))
    grid = hilly(levels, metric)
    squares = st.integers(0, grid.size - 1)
    sizes = st.integers(1, 3)
    a, b, size_a, size_b = data.draw(squares), data.draw(squares), data.draw(sizes), data.draw(sizes)
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)
    pairs = [grid.distance(p, q) for p in grid.footprint(a, size_a) for q in grid.footprint(b, size_b)]
    assert grid.gap(a, size_a, b, size_b) == grid.gap(b, size_b, a, size_a) == min(pairs, default=FAR)


@given(st.integers(0, 40), st.integers(0, 40))
def test_metrics_against_their_definitions(dx: int, dy: int) -> None:
    a, b = 0, dy * 41 + dx
    diagonals, straight = min(dx, dy), abs(dx - dy)
    alternating = straight + sum(1 + i % 2 for i in range(diagonals))
    expected = {
        "diagonal-1": max(dx, dy),
        "orthogonal": dx + dy,
        "alternating": alternating,
        "euclid": isqrt(dx**2 + dy**2),
    }
    for metric, answer in expected.items():
        assert BOARDS[metric].distance(a, b) == answer


BOARDS = {metric: open_grid(41, 41, metric) for metric in METRICS}


def test_a_change_of_terrain_makes_a_new_board() -> None:
    grid, marks = read_map(["..1", "..."])
    before = grid.sight(0, 1, marks["1"], 1)
    walled = grid.with_terrain({1: "wall"})
    assert (grid.version, walled.version) == (0, 1)
    assert grid.rows() == ["...", "..."]
    assert walled.to_json()["rows"] == [".#.", "..."]
    assert walled.sight(0, 1, 2, 1) > before == grid.sight(0, 1, 2, 1)
    assert walled.step_cost(0, 1, 1) == -1
    assert grid.step_cost(0, 1, 1) == 1


def test_terrain_nobody_declared_cannot_be_laid() -> None:
    grid = open_grid(2, 2)
    with pytest.raises(Invalid, match="lava.*floor, wall"):
        grid.with_terrain({0: "lava"})
    with pytest.raises(Invalid, match="a square from 0 to 3"):
        grid.with_terrain({4: "wall"})


def test_tags_and_heights_are_read_by_square() -> None:
    grid, _ = read_map(["w^=H."])
    assert [grid.tags_at(pos) for pos in range(5)] == [["water"], [], ["stairs"], ["ladder"], []]
    assert [grid.height_at(pos) for pos in range(5)] == [0, 1, 0, 0, 0]
    grid.tags_at(0).append("ice")
    assert grid.tags_at(0) == ["water"], "the board's own tags are not lent out"


def test_a_saved_grid_loads_as_it_was() -> None:
    grid, _ = read_map([".#~oO", "T^=Hw"], metric="euclid", max_climb=2, cut_corners=False)
    changed = grid.with_terrain({0: "water"})
    loaded = board_from_json(changed.to_json())
    assert isinstance(loaded, Grid)
    assert loaded.to_json() == changed.to_json()
    assert loaded.rows() == ["w#~oO", "T^=Hw"]
    assert (loaded.metric.name, loaded.max_climb, loaded.cut_corners, loaded.version) == ("euclid", 2, False, 1)


@pytest.mark.parametrize(
    ("key", "value", "named"),
    [
        ("kind", "hex", "kind"),
        ("metric", "hex", "metric"),
        ("rows", [], "width"),
        ("rows", ["..", "..."], "row 2"),
        ("rows", ["..", ".?"], "row 2, column 2"),
        ("rows", "..", "rows"),
        ("terrains", [], "terrains"),
        ("terrains", [{"key": "floor", "glyph": "."}] * 2, "terrains"),
        ("terrains", [{"key": "floor", "glyph": "."}, {"key": "mud", "glyph": "."}], "terrains"),
        ("terrains", [{"key": "floor", "glyph": "..", "cost": 1}], "glyph"),
        ("terrains", [{"key": "floor", "glyph": ".", "cost": 0}], "cost"),
        ("terrains", [{"key": "floor", "glyph": ".", "cover": "some"}], "cover"),
        ("terrains", [{"key": "floor", "glyph": ".", "slippery": True}], "slippery"),
        ("terrains", [{"key": "floor", "glyph": ".", "blocks_move": 1}], "blocks_move"),
        ("max_climb", True, "max_climb"),
        ("colour", "red", "colour"),
    ],
)
def test_a_bad_saved_grid_names_its_bad_key(key: str, value: object, named: str) -> None:
    data = open_grid(2, 2).to_json()
    data[key] = value
    with pytest.raises(Invalid) as caught:
        board_from_json(data)
    assert caught.value.key == named


@pytest.mark.parametrize(
    ("cost", "cover", "glyph"), [(0, 0, "."), (1001, 0, "."), (1, 4, "."), (1, -1, "."), (1, 0, ""), (1, 0, " ")]
)
def test_terrain_out_of_range_is_invalid(cost: int, cover: int, glyph: str) -> None:
    with pytest.raises(Invalid, match="terrain mud"):
        Terrain("mud", glyph, cost=cost, cover=cover)
