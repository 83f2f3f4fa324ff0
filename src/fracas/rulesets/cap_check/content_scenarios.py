"""Maps and placements of scenarios: reading the drawing, finding marks, and what is wrong with where people stand.

For `content.py` and its checks alone.
"""

from __future__ import annotations

from fracas.engine.board.grid import Grid
from fracas.engine.board.maps import read_map
from fracas.engine.board.terms import Pos
from fracas.engine.board.terrain import Terrain
from fracas.engine.content import Nothing
from fracas.engine.errors import Invalid
from fracas.rulesets.cap_check.content_models import ScenarioEntry

Fault = tuple[str, object, str]


def map_rows(drawing: str) -> list[str]:
    """The rows of a drawing, without blank lines before and after it."""
    return [row.rstrip() for row in drawing.strip("\n").split("\n")]


def name_marks(rows: list[str], legend: dict[str, Terrain]) -> dict[str, str]:
    """The marks of a map, each with the name of its square."""
    grid, marks = read_map(rows, legend)
    return {mark: grid.name(pos) for mark, pos in marks.items()}


def check_scenario(scenario: ScenarioEntry, legend: dict[str, Terrain], sizes: dict[str, int]) -> list[Fault]:
    """Every fault of the map and of who stands where, as key, value and what was expected."""
    try:
        grid, marks = read_map(map_rows(scenario.map), legend)
    except Invalid as error:
        return [("map", error.value, f"{error.expected} ({error.key})")]
    faults = _check_ids(scenario)
    taken: dict[Pos, str] = {}
    for index, place in enumerate(scenario.place):
        key = f"place[{index}].at"
        pos = _find(grid, marks, place.at)
        squares = grid.footprint(pos, sizes.get(place.creature, 1)) if pos >= 0 else []
        if pos < 0:
            faults.append((key, place.at, _spots(grid, marks)))
        elif not squares:
            faults.append((key, place.at, f"room for {sizes[place.creature]} squares a side on the map"))
        for square in squares:
            if grid.terrain_at(square).blocks_move:
                faults.append((key, place.at, f"squares to stand on, but {grid.name(square)} is blocked"))
            elif square in taken:
                faults.append((key, place.at, f"free squares, but {taken[square]} stands on {grid.name(square)}"))
            else:
                taken[square] = place.id or place.creature
    return faults


def _check_ids(scenario: ScenarioEntry) -> list[Fault]:
    faults: list[Fault] = []
    seen: list[str] = []
    for index, place in enumerate(scenario.place):
        entry_id = place.id or place.creature
        if entry_id in seen:
            faults.append((f"place[{index}].id", entry_id, "an id no other combatant of the scenario has"))
        seen.append(entry_id)
    for side in ("heroes", "foes"):
        if not any(place.side == side for place in scenario.place):
            faults.append(("place", Nothing(), f"somebody on the side of the {side}"))
    return faults


def _find(grid: Grid, marks: dict[str, Pos], spot: str) -> Pos:
    if spot in marks:
        return marks[spot]
    try:
        return grid.parse(spot)
    except Invalid:
        return -1


def _spots(grid: Grid, marks: dict[str, Pos]) -> str:
    known = ", ".join(sorted(marks))
    corner = grid.name(grid.size - 1)
    return f"a mark of the map ({known}) or a square from a1 to {corner}" if known else f"a square from a1 to {corner}"
