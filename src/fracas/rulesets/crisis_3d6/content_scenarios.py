"""Maps and placements of scenarios: reading the drawing, finding marks, and what is wrong with who stands where.

For `content.py` alone.
"""

from __future__ import annotations

from fracas.engine.board.grid import Grid
from fracas.engine.board.maps import read_map
from fracas.engine.board.terms import Pos
from fracas.engine.content import Nothing
from fracas.engine.errors import Invalid
from fracas.rulesets.crisis_3d6.content_models import ScenarioEntry
from fracas.rulesets.crisis_3d6.terrain import legend

Fault = tuple[str, object, str]


def map_rows(drawing: str) -> list[str]:
    """The rows of a drawing, without blank lines before and after it."""
    return [row.rstrip() for row in drawing.strip("\n").split("\n")]


def name_marks(rows: list[str]) -> dict[str, str]:
    """The marks of a map, each with the name of its square."""
    grid, marks = read_map(rows, legend())
    return {mark: grid.name(pos) for mark, pos in marks.items()}


def check_scenario(scenario: ScenarioEntry, sizes: dict[str, int]) -> list[Fault]:
    """Every fault of the map, of who stands where and of who comes when, as key, value and what was expected."""
    try:
        grid, marks = read_map(map_rows(scenario.map), legend())
    except Invalid as error:
        return [("map", error.value, f"{error.expected} ({error.key})")]
    faults = _check_ids(scenario) + _check_waves(scenario)
    taken: dict[tuple[int, Pos], str] = {}
    for index, entry in enumerate(scenario.entry):
        key = f"entry[{index}].at"
        pos = _find(grid, marks, entry.at)
        squares = grid.footprint(pos, sizes.get(entry.creature, 1)) if pos >= 0 else []
        if pos < 0:
            faults.append((key, entry.at, _spots(grid, marks)))
        elif not squares:
            faults.append((key, entry.at, f"room for {sizes[entry.creature]} squares a side on the map"))
        for square in squares:
            held = taken.get((entry.wave, square))
            if grid.terrain_at(square).blocks_move:
                faults.append((key, entry.at, f"squares to stand on, but {grid.name(square)} is blocked"))
            elif held is not None:
                faults.append((key, entry.at, f"free squares, but {held} stands on {grid.name(square)}"))
            else:
                taken[entry.wave, square] = entry.id or entry.creature
    return faults


def _check_ids(scenario: ScenarioEntry) -> list[Fault]:
    faults: list[Fault] = []
    seen: list[str] = []
    for index, entry in enumerate(scenario.entry):
        entry_id = entry.id or entry.creature
        if entry_id in seen:
            faults.append((f"entry[{index}].id", entry_id, "an id no other combatant of the scenario has"))
        seen.append(entry_id)
    for side in ("heroes", "foes"):
        if not any(entry.side == side and entry.wave == 1 for entry in scenario.entry):
            faults.append(("entry", Nothing(), f"somebody on the side of the {side} from the start"))
    return faults


def _check_waves(scenario: ScenarioEntry) -> list[Fault]:
    """Waves count up from 1 without a gap, each brings foes, and only a respite lets a second one come."""
    faults: list[Fault] = []
    waves = sorted({entry.wave for entry in scenario.entry})
    last = waves[-1]
    if last > 1 and scenario.aftermath != "respite":
        faults.append(("aftermath", scenario.aftermath, "respite, since there is a second wave"))
    for wave in range(2, last + 1):
        if not any(entry.wave == wave and entry.side == "foes" for entry in scenario.entry):
            faults.append(("entry", Nothing(), f"foes in wave {wave}, since there is a wave {last}"))
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
