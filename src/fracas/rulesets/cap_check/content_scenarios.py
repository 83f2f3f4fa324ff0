"""Scenarios of content files: what is wrong with their maps and with who stands where.

For the checks of `content.py` alone.
"""

from __future__ import annotations

from fracas.engine.board.maps import read_map
from fracas.engine.board.terrain import Terrain
from fracas.engine.content_checks import Fault
from fracas.engine.content_places import check_people, check_squares, map_rows
from fracas.engine.errors import Invalid
from fracas.rulesets.cap_check.content_models import ScenarioEntry


def check_scenario(scenario: ScenarioEntry, legend: dict[str, Terrain], sizes: dict[str, int]) -> list[Fault]:
    """Every fault of the map and of who stands where, as key, value and what was expected."""
    try:
        grid, marks = read_map(map_rows(scenario.map), legend)
    except Invalid as error:
        return [("map", error.value, f"{error.expected} ({error.key})")]
    return check_people("place", scenario.place) + check_squares("place", grid, marks, scenario.place, sizes)
