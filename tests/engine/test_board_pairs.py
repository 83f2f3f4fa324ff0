"""What a board keeps about pairs of squares is bounded, and what was forgotten is found again."""

from __future__ import annotations

import pytest

from fracas.engine.board import Grid, read_map
from fracas.engine.board import pairs as kept
from fracas.engine.board.pairs import Pairs


def answers(board: Grid) -> list[tuple[int, int, bool]]:
    asked = [(a, b) for a in range(board.size) for b in range(board.size)]
    return [(board.gap(a, 1, b, 1), board.sight(a, 1, b, 1), board.is_clear(a, b)) for a, b in asked]


def test_a_small_board_has_a_number_for_every_pair() -> None:
    pairs = Pairs(4, most=16)
    assert pairs.find(0, 1) == -1
    assert pairs.keep(0, 1, 7) == pairs.find(0, 1) == 7
    assert pairs.find(0, 2) == pairs.find(1, 0) == -1
    assert not pairs.kept


@pytest.mark.pure
def test_a_large_board_keeps_some_and_forgets_all_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST_KEPT", 2)
    pairs = Pairs(4, most=15)
    assert [pairs.keep(0, b, b) for b in range(3)] == [0, 1, 2]
    assert [pairs.find(0, b) for b in range(3)] == [-1, -1, 2]
    assert not pairs.rows


def test_a_board_answers_alike_from_rows_and_from_its_table() -> None:
    board, _ = read_map(["..#..", ".....", "..#.."])
    before = answers(board)
    board._near, board._looks, board._clears = [Pairs(board.size, most=board.size) for _ in range(3)]
    assert answers(board) == answers(board) == before
    assert board._near.kept and not board._near.rows
    assert board.gap(-1, 1, 3, 1) == board.gap(3, 1, -1, 1) == board.gap(3, 1, board.size, 1)
