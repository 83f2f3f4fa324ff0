"""Scenarios of content files: what is wrong with their maps, with who stands where and with what lies there.

For `content.py` alone.
"""

from __future__ import annotations

from fracas.engine.board.maps import read_map
from fracas.engine.content_checks import Fault
from fracas.engine.content_places import check_people, check_squares, find_spot, map_rows, say_spots
from fracas.engine.errors import Invalid
from fracas.rulesets.crisis_mode.content_models import ScenarioEntry


def check_scenario(scenario: ScenarioEntry, sizes: dict[str, int]) -> list[Fault]:
    """Every fault of the map and of who stands where, as key, value and what was expected."""
    try:
        grid, marks = read_map(map_rows(scenario.map))
    except Invalid as error:
        return [("map", error.value, f"{error.expected} ({error.key})")]
    faults = check_people("place", scenario.place)
    if len(scenario.surprised) == 2 and scenario.surprised[0] == scenario.surprised[1]:
        faults.append(("surprised[1]", scenario.surprised[1], "each side once"))
    faults += check_squares("place", grid, marks, scenario.place, sizes)
    for index, lying in enumerate(scenario.ground):
        pos = find_spot(grid, marks, lying.at)
        if pos < 0:
            faults.append((f"ground[{index}].at", lying.at, say_spots(grid, marks)))
        elif grid.blocked(pos):
            faults.append((f"ground[{index}].at", lying.at, "a square that can be entered"))
    return faults
