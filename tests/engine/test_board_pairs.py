"""What a board keeps about pairs of squares is bounded, and what was forgotten is found again."""

from __future__ import annotations

from fracas.engine.board import read_map
from fracas.engine.board.pairs import Pairs


def test_where_there_are_too_many_numbers_all_are_forgotten() -> None:
    pairs = Pairs(4, most=8)
    pairs.others(0)[1] = 7
    pairs.others(1)[0] = 7
    assert pairs.others(0)[1] == 7, "two rows of four are eight numbers"
    pairs.others(2)[3] = 5
    assert [row is None for row in pairs.rows] == [True, True, False, True]
    assert pairs.others(0) == [-1, -1, -1, -1]


def test_a_board_that_forgets_answers_as_before() -> None:
    board, _ = read_map(["..#..", ".....", "..#.."])
    asked = [(a, b) for a in range(board.size) for b in range(board.size)]
    before = [(board.gap(a, 1, b, 1), board.sight(a, 1, b, 1), board.is_clear(a, b)) for a, b in asked]
    board._near, board._looks, board._clears = [Pairs(board.size, most=board.size) for _ in range(3)]
    assert [(board.gap(a, 1, b, 1), board.sight(a, 1, b, 1), board.is_clear(a, b)) for a, b in asked] == before
    assert len([row for row in board._near.rows if row is not None]) == 1
    assert board.gap(-1, 1, 3, 1) == board.gap(3, 1, -1, 1) == board.gap(3, 1, board.size, 1)
