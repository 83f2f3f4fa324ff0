"""Rooms: the part of a map that walls and doors close off, and areas as people write them.

For the GM, who covers and uncovers a map by room or by square, and for scenario files.
"""

from __future__ import annotations

from fracas.engine.board.board import Board
from fracas.engine.board.grid import Grid
from fracas.engine.board.terms import Pos
from fracas.engine.errors import Invalid

ALL = "all"


def room_around(board: Board, pos: Pos) -> list[Pos]:
    """The squares of the room that one lies in, with the walls around it; of named places that place alone."""
    if not isinstance(board, Grid) or board.opaque(pos):
        return [pos]
    room: dict[Pos, None] = {pos: None}
    walls: dict[Pos, None] = {}
    left = [pos]
    while left:
        here = left.pop()
        for there in _around(board, here, False):
            if there in room or board.parted(here, there):
                continue
            if not board.opaque(there):
                room[there] = None
                left.append(there)
    for here in room:
        # The corner of a room touches it by a corner alone.
        for there in _around(board, here, True):
            if board.opaque(there):
                walls[there] = None
    return sorted([*room, *walls])


def _around(board: Grid, pos: Pos, corners: bool) -> list[Pos]:
    x, y = pos % board.width, pos // board.width
    found: list[Pos] = []
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            if (dx or dy) and (corners or not (dx and dy)):
                if 0 <= x + dx < board.width and 0 <= y + dy < board.depth:
                    found.append((y + dy) * board.width + x + dx)
    return found


def read_areas(board: Board, words: list[str]) -> list[Pos]:
    """The squares of `all`, of single squares such as `c3` and of rectangles such as `c3-f6`, or of named places."""
    found: dict[Pos, None] = {}
    for word in words:
        if word == ALL:
            return list(range(board.size))
        first, dash, last = word.partition("-")
        if not dash:
            found[board.parse(word)] = None
            continue
        if not isinstance(board, Grid):
            raise Invalid("board", "places", word, "places one by one")
        a, b, width = board.parse(first), board.parse(last), board.width
        for y in range(min(a // width, b // width), max(a // width, b // width) + 1):
            for x in range(min(a % width, b % width), max(a % width, b % width) + 1):
                found[y * width + x] = None
    return sorted(found)


def say_areas(board: Board, squares: list[Pos]) -> list[str]:
    """Squares as `read_areas` reads them, in as few words as rows allow."""
    if len(squares) == board.size:
        return [ALL]
    if not isinstance(board, Grid):
        return [board.name(square) for square in squares]
    left = dict.fromkeys(sorted(squares))
    words: list[str] = []
    while left:
        start = min(left)
        wide = 1
        while (start + wide) % board.width and start + wide in left:
            wide += 1
        tall = 1
        while not [x for x in range(wide) if start + tall * board.width + x not in left]:
            tall += 1
        for y in range(tall):
            for x in range(wide):
                del left[start + y * board.width + x]
        end = start + (tall - 1) * board.width + wide - 1
        words.append(board.name(start) if end == start else f"{board.name(start)}-{board.name(end)}")
    return words
