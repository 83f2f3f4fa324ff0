"""Walls, windows and doors between squares: steps, blows, sight, cover, areas and footprints."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fracas.engine.board import (
    CLEAR,
    COVER,
    EDGES,
    HEAVY_COVER,
    NO_COVER,
    UNSEEN,
    Board,
    Grid,
    board_from_json,
    read_map,
)
from fracas.engine.board.edges import OPEN
from fracas.engine.errors import Invalid

FLOOR = ["....", "....", "....", "...."]


def laid(*edges: str, rows: list[str] | None = None, metric: str = "diagonal-1") -> Grid:
    return read_map([*(rows or FLOOR), *edges], metric=metric)[0]


def at(board: Board, name: str) -> int:
    return board.parse(name)


def steps(board: Board, name: str, size: int = 1) -> set[str]:
    return {board.name(to) for to in board.neighbours(at(board, name), size)}


def reaches(board: Board, a: str, b: str, reach: int = 1, size: int = 1) -> bool:
    return board.in_reach(at(board, a), size, at(board, b), 1, reach)


def sees(board: Board, a: str, b: str) -> int:
    return board.sight(at(board, a), 1, at(board, b), 1)


@pytest.mark.parametrize("kind", ["wall", "window", "door", "locked-door"])
def test_nobody_steps_across_nor_diagonally_past_its_end(kind: str) -> None:
    board = laid(f"b2|c2 {kind}")
    assert "c2" not in steps(board, "b2") and "b2" not in steps(board, "c2")
    assert not {"c1", "c3"} & steps(board, "b2")
    assert "c2" not in steps(board, "b1") and "c2" not in steps(board, "b3")
    assert "c1" in steps(board, "b1")
    assert board.step_cost(at(board, "b2"), at(board, "c2"), 1) == -1


@pytest.mark.parametrize("kind", ["open-door", "broken-door"])
def test_an_open_or_broken_door_is_no_edge_at_all(kind: str) -> None:
    bare, board = laid(), laid(f"b2|c2 {kind}")
    assert board.ground.edges is None
    assert steps(board, "b2") == steps(bare, "b2") and reaches(board, "b2", "c2")
    assert sees(board, "a2", "d2") == CLEAR


def test_a_wall_below_a_square_bars_as_one_beside_it_does() -> None:
    board = laid("b2|b3 wall")
    assert not {"a3", "b3", "c3"} & steps(board, "b2")
    assert not reaches(board, "b2", "b3") and not reaches(board, "b3", "c2")
    assert sees(board, "b1", "b4") == UNSEEN


def test_a_way_leads_round_a_wall_and_costs_what_it_is_long() -> None:
    board = laid("b1|c1 wall", "b2|c2 wall", "b3|c3 wall")
    assert board.path(at(board, "b1"), at(board, "c1"), 1, set())
    assert board.reach(at(board, "b1"), 1, 99, set()).costs[at(board, "c1")] == 7
    assert board.path_cost(at(board, "b1"), [at(board, "c1")], 1) == -1


def test_a_low_wall_costs_a_square_more_and_bars_nothing() -> None:
    board = laid("b2|c2 low-wall")
    assert board.step_cost(at(board, "b2"), at(board, "c2"), 1) == 2
    assert board.step_cost(at(board, "b1"), at(board, "c2"), 1) == 1
    assert board.reach(at(board, "b2"), 1, 1, set()).costs.get(at(board, "c2")) is None
    assert reaches(board, "b2", "c2") and sees(board, "a2", "d2") == CLEAR


def test_a_low_wall_counts_in_the_unit_of_the_metric() -> None:
    board = laid("b2|c2 low-wall", metric="alternating")
    assert board.step_cost(at(board, "b2"), at(board, "c2"), 1) == 2


def test_no_blow_goes_across_nor_diagonally_past_its_end() -> None:
    board = laid("b2|c2 wall")
    assert not reaches(board, "b2", "c2")
    assert not reaches(board, "b2", "c3") and not reaches(board, "b3", "c2")
    assert reaches(board, "b3", "c3") and reaches(board, "b2", "b3")


def test_a_longer_reach_is_stopped_by_what_its_line_crosses() -> None:
    board = laid("b2|c2 wall")
    assert not reaches(board, "a2", "c2", 2) and not reaches(board, "b1", "c3", 2)
    assert reaches(board, "a3", "c3", 2)


def test_a_window_is_seen_through_from_cover_and_not_reached_through() -> None:
    board = laid("b2|c2 window")
    assert sees(board, "a2", "d2") == CLEAR
    assert not reaches(board, "b2", "c2")
    assert board.cover(at(board, "a2"), 1, at(board, "c2"), 1) == COVER


def test_distance_counts_through_walls_but_reach_does_not() -> None:
    board = laid("b2|c2 wall")
    assert board.gap(at(board, "b2"), 1, at(board, "c2"), 1) == 1
    assert board.walled_off(at(board, "b2"), 1, at(board, "c2"), 1, 1)


def test_a_wall_hides_what_is_straight_behind_it_and_shields_what_is_seen_past_its_end() -> None:
    board = laid("b2|c2 wall")
    assert sees(board, "b2", "c2") == UNSEEN
    assert sees(board, "b2", "c3") == CLEAR  # exactly past its end: one way round the corner is open
    closed = laid("b2|c2 wall", "b2|b3 wall")
    assert sees(closed, "b2", "c3") == UNSEEN
    long = laid("b2|c2 wall", "b3|c3 wall")
    assert sees(long, "a2", "d3") == UNSEEN
    assert sees(long, "a1", "c2") not in (CLEAR, UNSEEN)
    assert long.cover(at(long, "a1"), 1, at(long, "c2"), 1) == HEAVY_COVER


def test_a_wall_and_a_walled_square_stop_a_corner_together() -> None:
    rows = ["..", "#."]
    assert laid(rows=rows).sight(0, 1, 3, 1) == CLEAR
    assert laid("a1|b1 wall", rows=rows).sight(0, 1, 3, 1) == UNSEEN


def test_who_stands_at_a_low_wall_shoots_over_it_and_whoever_is_behind_it_is_covered() -> None:
    board = laid("b2|c2 low-wall")
    b2, c2, d2 = at(board, "b2"), at(board, "c2"), at(board, "d2")
    assert board.cover(b2, 1, d2, 1) == NO_COVER
    assert board.cover(d2, 1, b2, 1) == COVER
    assert board.cover(b2, 1, c2, 1) == COVER


def test_nothing_large_stands_on_both_sides_of_a_wall() -> None:
    board = laid("b2|c2 wall")
    assert board.footprint(at(board, "b1"), 2) == [] and board.footprint(at(board, "b2"), 2) == []
    assert len(board.footprint(at(board, "a1"), 2)) == 4
    assert "b1" not in steps(board, "a1", 2) and "a2" in steps(board, "a1", 2)
    assert len(laid("b2|c2 low-wall").footprint(at(board, "b1"), 2)) == 4
    assert reaches(board, "a1", "c1", size=2) and not reaches(board, "a2", "c2", size=2)


def test_something_large_cuts_no_wall_end_with_any_of_its_squares() -> None:
    board = laid("b1|c1 wall")
    assert "b2" not in steps(board, "a1", 2)  # its upper right square would cut the end of the wall
    assert "b3" in steps(board, "a2", 2)


def test_areas_are_shapes_and_an_origin_sees_only_its_side_of_a_wall() -> None:
    board = laid(*[f"b{n}|c{n} wall" for n in range(1, 5)])
    burst = board.burst(at(board, "b2"), 1)
    assert len(burst) == 9
    assert {board.name(s)[0] for s in board.in_sight(at(board, "b2"), burst)} == {"a", "b"}


def test_doors_beside_a_footprint_with_the_square_beyond() -> None:
    board = laid("b2|c2 door", "b3|c3 wall", "b3|b4 locked-door")
    assert board.doors_beside(at(board, "b2"), 1) == [(at(board, "b2"), at(board, "c2"))]
    assert board.doors_beside(at(board, "c2"), 1) == [(at(board, "c2"), at(board, "b2"))]
    assert board.doors_beside(at(board, "c3"), 1) == []
    large = [(board.name(a), board.name(b)) for a, b in board.doors_beside(at(board, "a2"), 2)]
    assert large == [("b2", "c2"), ("b3", "b4")]


def test_a_changed_edge_is_another_board_and_back_again_the_old_knowledge() -> None:
    board = laid("b2|c2 door")
    opened = board.with_edge(at(board, "b2"), at(board, "c2"), OPEN)
    assert isinstance(opened, Grid)
    assert "c2" in steps(opened, "b2") and "c2" not in steps(board, "b2")
    assert (opened.version, opened.edge_at(5, 6)) == (1, OPEN)
    locked = opened.with_edge(6, 5, "locked-door")
    assert isinstance(locked, Grid) and locked.ground is board.ground
    assert board.opened().edge_at(5, 6) == OPEN and board.opened() is board.opened()
    assert opened.opened() is opened
    assert not opened.with_edge(5, 6, "none").has_doors


def test_edges_are_saved_and_read_back_and_maps_without_them_are_saved_as_before() -> None:
    board = laid("c2|b2 door", "a1|a2 wall")
    assert board.to_json()["edges"] == {"a1|a2": "wall", "b2|c2": "door"}
    again = board_from_json(board.to_json())
    assert again.to_json() == board.to_json()
    assert "edges" not in laid().to_json()


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("b2|z9 door", "a square from a1 to d4"),
        ("b2|c3 door", "share a side"),
        ("d1|a2 door", "share a side"),
        ("b2|b2 door", "share a side"),
        ("b2|c2|d2 door", "with a bar between"),
        ("b2|c2 curtain", "one of wall, low-wall"),
    ],
)
def test_an_edge_that_makes_no_sense_is_told(row: str, expected: str) -> None:
    with pytest.raises(Invalid) as error:
        laid(row)
    assert expected in error.value.expected


def test_an_edge_is_told_once() -> None:
    with pytest.raises(Invalid) as error:
        laid("b2|c2 door", "c2|b2 wall")
    assert "once" in error.value.expected


EDGE = st.tuples(st.integers(0, 15), st.booleans(), st.sampled_from(sorted(EDGES)))


def some_edges(drawn: list[tuple[int, bool, str]]) -> list[str]:
    bare = laid()
    rows: dict[str, str] = {}
    for square, down, kind in drawn:
        other = square + (4 if down else 1)
        if other < 16 and (down or other % 4):
            rows[bare.edge_name(square, other)] = kind
    return [f"{name} {kind}" for name, kind in rows.items()]


@settings(max_examples=60, deadline=None)
@given(st.lists(EDGE, max_size=14), st.sampled_from([1, 2]))
def test_floods_go_by_the_steps_and_sight_and_reach_work_both_ways(
    drawn: list[tuple[int, bool, str]], size: int
) -> None:
    board, bare = laid(*some_edges(drawn)), laid()
    for a in range(16):
        for b in range(16):
            if not board.footprint(a, size) or not board.footprint(b, size):
                continue
            fresh = laid(*some_edges(drawn))
            assert board.sight(a, size, b, size) == fresh.sight(b, size, a, size) >= bare.sight(a, size, b, size)
            assert board.in_reach(a, size, b, size, 1) == board.in_reach(b, size, a, size, 1)
            assert (b in board.neighbours(a, size)) == (a in board.neighbours(b, size))
            if size == 1 and b in board.neighbours(a, 1):
                # A window bars and stops alike, so wherever one can step one can strike.
                assert board.in_reach(a, 1, b, 1, 1)
        if board.footprint(a, size):
            found = board.reach(a, size, 99, set()).costs
            assert found == cheapest(board, a, size)


def cheapest(board: Board, start: int, size: int) -> dict[int, int]:
    """The plainest search there is."""
    costs = {start: 0}
    changed = True
    while changed:
        changed = False
        for pos in list(costs):
            for to in board.neighbours(pos, size):
                total = costs[pos] + board.step_cost(pos, to, size)
                if total < costs.get(to, 10**6):
                    costs[to] = total
                    changed = True
    return costs
