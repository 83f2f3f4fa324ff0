"""Maps and placements of scenarios: reading the drawing, finding marks, and what is wrong with who stands where.

For the content of rulesets, whose scenarios place their people each in its own words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from fracas.engine.board.board import Board
from fracas.engine.board.maps import read_map
from fracas.engine.board.terms import Pos
from fracas.engine.board.terrain import Terrain
from fracas.engine.content import Nothing
from fracas.engine.content_checks import Fault
from fracas.engine.errors import Invalid

SIDES = ("heroes", "foes")


class Placement(Protocol):
    """Somebody in a scenario."""

    @property
    def id(self) -> str: ...
    @property
    def creature(self) -> str: ...
    @property
    def at(self) -> str: ...
    @property
    def side(self) -> str: ...


def map_rows(drawing: str) -> list[str]:
    """The rows of a drawing, without blank lines before and after it."""
    return [row.rstrip() for row in drawing.strip("\n").split("\n")]


def name_marks(rows: list[str], legend: dict[str, Terrain] | None = None) -> dict[str, str]:
    """The marks of a map, each with the name of its square."""
    grid, marks = read_map(rows, legend)
    return {mark: grid.name(pos) for mark, pos in marks.items()}


def find_spot(board: Board, marks: dict[str, Pos], spot: str) -> Pos:
    """The square of a mark or of a name; -1 where there is none."""
    if spot in marks:
        return marks[spot]
    try:
        return board.parse(spot)
    except Invalid:
        return -1


def say_spots(board: Board, marks: dict[str, Pos]) -> str:
    """What `find_spot` would have found."""
    known = ", ".join(sorted(marks))
    squares = f"a square from a1 to {board.name(board.size - 1)}"
    return f"a mark of the map ({known}) or {squares}" if known else squares


def check_people(key: str, people: Sequence[Placement], from_start: Sequence[Placement] | None = None) -> list[Fault]:
    """Everybody has an id of their own, and each side has somebody (from the start)."""
    faults: list[Fault] = []
    seen: list[str] = []
    for index, one in enumerate(people):
        entry_id = one.id or one.creature
        if entry_id in seen:
            faults.append((f"{key}[{index}].id", entry_id, "an id no other combatant of the scenario has"))
        seen.append(entry_id)
    for side in SIDES:
        if not any(one.side == side for one in (people if from_start is None else from_start)):
            when = "" if from_start is None else " from the start"
            faults.append((key, Nothing(), f"somebody on the side of the {side}{when}"))
    return faults


def check_squares(
    key: str,
    board: Board,
    marks: dict[str, Pos],
    people: Sequence[Placement],
    sizes: dict[str, int],
    waves: Sequence[int] = (),
) -> list[Fault]:
    """Everybody stands on the map, on ground that bears them, and in nobody's way who comes in the same wave."""
    faults: list[Fault] = []
    taken: dict[tuple[int, Pos], str] = {}
    for index, one in enumerate(people):
        at, size, wave = f"{key}[{index}].at", sizes.get(one.creature, 1), waves[index] if waves else 0
        pos = find_spot(board, marks, one.at)
        squares = board.footprint(pos, size) if pos >= 0 else []
        if pos < 0:
            faults.append((at, one.at, say_spots(board, marks)))
        elif not squares:
            faults.append((at, one.at, f"room for {size} squares a side on the map"))
        for square in squares:
            held = taken.get((wave, square))
            if board.blocked(square):
                faults.append((at, one.at, f"squares to stand on, but {board.name(square)} is blocked"))
            elif held is not None:
                faults.append((at, one.at, f"free squares, but {held} stands on {board.name(square)}"))
            else:
                taken[wave, square] = one.id or one.creature
    return faults
