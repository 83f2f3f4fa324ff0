"""Boards made of one another share what was found out about their ground, and nothing that differs."""

from __future__ import annotations

from typing import Any

from fracas.engine.board import Grid, read_map
from fracas.engine.board.terrain import Terrain
from fracas.engine.policy import Chance

LEGEND = {
    terrain.glyph: terrain
    for terrain in [
        Terrain("floor", "."),
        Terrain("wall", "#", blocks_move=True, blocks_sight=True),
        Terrain("mud", "m", cost=2),
        Terrain("mist", "~", tags=["mist"]),
        Terrain("ledge", "l", height=1),
    ]
}
ROWS = [".......", "..#....", "...~...", ".m...l.", "......."]


def facts(board: Grid) -> list[object]:
    """What rules ask of a board, for all pairs of squares."""
    pairs = [(a, b) for a in range(board.size) for b in range(0, board.size, 3)]
    asked = [(board.gap(a, 1, b, 1), board.sight(a, 1, b, 1), board.cover(a, 1, b, 1)) for a, b in pairs]
    starts = [pos for pos in range(board.size) if not board.blocked(pos)]
    return [asked, [board.reach(pos, 1, 4, set()).costs for pos in starts], board.walks(starts[0], 1, set())]


class Careless(dict[tuple[int, ...], Grid]):
    """A family in which every board is taken for the first."""

    def get(self, key: tuple[int, ...], default: Any = None) -> Any:
        return next(iter(self.values()), default)


def wrong_boards(family: dict[tuple[int, ...], Grid]) -> int:
    """How many boards of a long chain of changes differ from the same board drawn afresh."""
    chance, wrong = Chance(7), 0
    drawn, _ = read_map(ROWS, LEGEND)
    assert isinstance(drawn, Grid)
    board = Grid(drawn.width, drawn.cells, drawn.terrains, family=family)
    keys = [terrain.key for terrain in LEGEND.values()]
    for _ in range(12):
        square, before = chance.below(board.size), board
        for key in (keys[chance.below(len(keys))], before.terrain_at(square).key):
            changed = board.with_terrain({square: key})
            assert isinstance(changed, Grid)
            wrong += facts(changed) != facts(Grid(changed.width, list(changed.cells), changed.terrains))
            board = changed
            if chance.below(2):
                break
    return wrong


def test_a_changed_board_answers_as_if_it_were_drawn_afresh() -> None:
    assert wrong_boards({}) == 0


def test_boards_that_share_what_differs_are_noticed() -> None:
    assert wrong_boards(Careless()) > 0


def test_ground_that_does_the_same_is_looked_at_once() -> None:
    board, _ = read_map(ROWS, LEGEND)
    assert isinstance(board, Grid)
    misty = board.with_terrain({0: "mist"})
    walled = board.with_terrain({0: "wall"})
    assert isinstance(misty, Grid) and isinstance(walled, Grid)
    back = walled.with_terrain({0: "floor"})
    assert isinstance(back, Grid)
    assert misty.ground is board.ground and back.ground is board.ground and walled.ground is not board.ground
    assert misty.tags_at(0) == ["mist"] and back.version == 2
