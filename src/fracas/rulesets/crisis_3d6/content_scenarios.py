"""Scenarios of content files: what is wrong with their maps, with who stands where and with who comes when.

For `content.py` alone.
"""

from __future__ import annotations

from fracas.engine.board.maps import read_map
from fracas.engine.content import Nothing
from fracas.engine.content_checks import Fault
from fracas.engine.content_places import check_people, check_squares, map_rows
from fracas.engine.errors import Invalid
from fracas.rulesets.crisis_3d6.content_models import ScenarioEntry
from fracas.rulesets.crisis_3d6.terrain import legend


def check_scenario(scenario: ScenarioEntry, sizes: dict[str, int]) -> list[Fault]:
    """Every fault of the map, of who stands where and of who comes when, as key, value and what was expected."""
    try:
        grid, marks = read_map(map_rows(scenario.map), legend())
    except Invalid as error:
        return [("map", error.value, f"{error.expected} ({error.key})")]
    people = scenario.entry
    faults = check_people("entry", people, [one for one in people if one.wave == 1]) + _check_waves(scenario)
    return faults + check_squares("entry", grid, marks, people, sizes, [one.wave for one in people])


def _check_waves(scenario: ScenarioEntry) -> list[Fault]:
    """Waves count up from 1 without a gap, each brings foes, and only a respite lets a second one come."""
    faults: list[Fault] = []
    waves = sorted({entry.wave for entry in scenario.entry})
    last = waves[-1]
    if last > 1 and scenario.aftermath != "respite":
        faults.append(("aftermath", scenario.aftermath, "respite, since there is a second wave"))
    for index, wave in enumerate(scenario.surprised_in):
        if wave > last:
            faults.append((f"surprised_in[{index}]", wave, f"a wave that comes, 1 to {last}"))
    for wave in range(2, last + 1):
        if not any(entry.wave == wave and entry.side == "foes" for entry in scenario.entry):
            faults.append(("entry", Nothing(), f"foes in wave {wave}, since there is a wave {last}"))
    return faults
