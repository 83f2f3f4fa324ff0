"""Maps and placements of scenarios: reading the drawing, finding marks, and what is wrong with who stands where.

For the content of rulesets, whose scenarios place their people each in its own words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from fracas.engine.board.board import Board
from fracas.engine.board.edges import parse_edge
from fracas.engine.board.grid import Grid
from fracas.engine.board.maps import read_map
from fracas.engine.board.rooms import ALL, read_areas
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


def map_rows(drawing: str, edges: Mapping[str, str] | None = None) -> list[str]:
    """The rows of a drawing, without blank lines before and after it, and what stands on its edges below."""
    return [row.rstrip() for row in drawing.strip("\n").split("\n")] + edge_rows(edges or {})


def edge_rows(edges: Mapping[str, str]) -> list[str]:
    """Edges as rows that `read_map` reads."""
    return [f"{edge} {kind}" for edge, kind in edges.items()]


def check_edges(edges: Mapping[str, str], width: int, depth: int) -> list[Fault]:
    """Each edge lies between two squares of the map that share a side, and is told once."""
    faults: list[Fault] = []
    told: dict[int, str] = {}
    for edge in edges:
        try:
            number = parse_edge(edge, width, depth, "map")
        except Invalid as error:
            faults.append((f"edges.{edge}", error.value, error.expected))
            continue
        if number in told:
            faults.append((f"edges.{edge}", edge, f"each edge once, but {told[number]} is the same"))
        told[number] = edge
    return faults


def read_scene(
    drawing: str, edges: Mapping[str, str], legend: dict[str, Terrain] | None = None
) -> tuple[Grid | None, dict[str, Pos], list[Fault]]:
    """The map of a scenario with its marks, and what is wrong with it; no map where its drawing is wrong."""
    try:
        grid, marks = read_map(map_rows(drawing), legend)
    except Invalid as error:
        return None, {}, [("map", error.value, f"{error.expected} ({error.key})")]
    faults = check_edges(edges, grid.width, grid.depth)
    return (grid if faults or not edges else read_map(map_rows(drawing, edges), legend)[0]), marks, faults


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


class Covering(Protocol):
    """What a scenario says of covered ground."""

    @property
    def covered(self) -> list[str]: ...
    @property
    def rooms(self) -> dict[str, list[str]]: ...


def check_cover(boards: Sequence[Board], scenario: Covering) -> list[Fault]:
    """Covered ground and rooms lie on the map; where a scenario has a map and named places, on one of the two."""
    faults: list[Fault] = []
    expected = "a square such as c3, a rectangle such as c3-f6, or all"
    for name, words in scenario.rooms.items():
        for index, word in enumerate(words):
            if not [board for board in boards if can_read(board, word)]:
                faults.append((f"rooms.{name}[{index}]", word, expected))
        if name == ALL or [board for board in boards if can_read(board, name)]:
            faults.append((f"rooms.{name}", name, "a name that is no square"))
    for index, word in enumerate(scenario.covered):
        if word not in scenario.rooms and not [board for board in boards if can_read(board, word)]:
            faults.append((f"covered[{index}]", word, f"{expected}, or one of the rooms"))
    return faults


def can_read(board: Board, word: str) -> bool:
    """Is this a part of the board?"""
    try:
        return bool(read_areas(board, [word]))
    except Invalid:
        return False


def cover_on(board: Board, scenario: Covering) -> tuple[list[str], dict[str, list[str]]]:
    """What of it speaks of this board, where the same scenario is played on a map and between places."""
    rooms = {name: [word for word in words if can_read(board, word)] for name, words in scenario.rooms.items()}
    return [word for word in scenario.covered if word in rooms or can_read(board, word)], rooms
