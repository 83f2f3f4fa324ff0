"""Scenarios of content files: their rows, who stands where, and everything that is wrong with them.

For `content.py` alone.
"""

from __future__ import annotations

from fracas.engine.api import Invalid
from fracas.engine.board import Board, Grid
from fracas.engine.content import Nothing
from fracas.engine.content_checks import Fault
from fracas.engine.content_places import check_cover, check_edges, check_people, check_squares, edge_rows
from fracas.rulesets.phases_of_play.content_models import ScenarioEntry
from fracas.rulesets.phases_of_play.maps import Ground, read_ground


def rows_of(entry: ScenarioEntry, told: bool) -> list[str]:
    """The rows of the map, or the same ground as places and links, and the directives that go with them."""
    drawn = ["places " + " ".join(entry.places), *[" ".join(link) for link in entry.links]]
    if not told:
        drawn = [*entry.map, *edge_rows(entry.edges)]
    zones = [zone for zone in entry.zones if zone and (zone[0] in entry.places) == told]
    lights = [light for light in entry.lights if light and (light[0] in entry.places) == told]
    return [*drawn, *directives("zone", zones), *directives("light", lights)]


def directives(word: str, rows: list[list[str | int]] | list[list[str]]) -> list[str]:
    return [" ".join([word, *[str(part) for part in row]]) for row in rows]


def check_scenario(entry: ScenarioEntry, sizes: dict[str, int], zones: list[str]) -> list[Fault]:
    """Every fault of the ground and of who stands where, as key, value and what was expected."""
    faults = check_people("entry", entry.entry)
    if not entry.map and not entry.places:
        faults.append(("map", Nothing(), "a map, places, or both"))
    for index, zone in enumerate(entry.zones):
        if len(zone) < 2 or str(zone[1]) not in zones:
            faults.append((f"zones[{index}]", zone, "[square or place, a known zone, stacks, altitudes]"))
    patches: list[list[str | int]] = [*entry.zones]
    patches.extend([[*light] for light in entry.lights])
    for index, row in enumerate(patches):
        key = f"zones[{index}]" if index < len(entry.zones) else f"lights[{index - len(entry.zones)}]"
        if not entry.map and (not row or row[0] not in entry.places):
            faults.append((key, row, "one of the places " + ", ".join(entry.places)))
    if entry.edges and not entry.map:
        faults.append(("edges", len(entry.edges), "a map for the edges to lie on"))
    if entry.links and not entry.places:
        faults.append(("links", len(entry.links), "places for the links to join"))
    if entry.map:
        faults.extend(_check_map(entry, sizes))
    if entry.places:
        faults.extend(_check_told(entry))
    return faults or check_cover(_boards(entry), entry)


def _boards(entry: ScenarioEntry) -> list[Board]:
    """The map, the places, or both."""
    told = [told for told, there in ((False, entry.map), (True, entry.places)) if there]
    return [read_ground(rows_of(entry, each)).board for each in told]


def _read(rows: list[str], faults: list[Fault], key: str) -> Ground | None:
    try:
        return read_ground(rows)
    except Invalid as error:
        faults.append((key, error.value, f"{error.expected} ({error.key})"))
        return None


def _check_map(entry: ScenarioEntry, sizes: dict[str, int]) -> list[Fault]:
    faults: list[Fault] = []
    ground = _read(list(entry.map), faults, "map")
    if ground is None:
        return faults
    grid = ground.board
    assert isinstance(grid, Grid)
    wrong = check_edges(entry.edges, grid.width, grid.depth)
    if not wrong:
        ground = read_ground([*entry.map, *edge_rows(entry.edges)])
    faults.extend(wrong + _check_patches(entry, list(entry.map), False))
    return faults + check_squares("entry", ground.board, ground.marks, entry.entry, sizes)


def _check_patches(entry: ScenarioEntry, rows: list[str], told: bool) -> list[Fault]:
    """Zones and lights one by one, so that each fault names its own row."""
    faults: list[Fault] = []
    lights: list[list[str | int]] = [[*light] for light in entry.lights]
    named: list[tuple[str, list[list[str | int]]]] = [("zones", entry.zones), ("lights", lights)]
    for word, patches in named:
        for index, patch in enumerate(patches):
            if patch and (patch[0] in entry.places) == told:
                _read([*rows, *directives(word[:-1], [patch])], faults, f"{word}[{index}]")
    return faults


def _check_told(entry: ScenarioEntry) -> list[Fault]:
    faults: list[Fault] = []
    named = "places " + " ".join(entry.places)
    if _read([named], faults, "places") is not None:
        faults.extend(_check_links(entry, named))
        faults.extend(_check_patches(entry, [named], True))
    for index, one in enumerate(entry.entry):
        if one.place not in entry.places:
            faults.append((f"entry[{index}].place", one.place, "one of the places " + ", ".join(entry.places)))
    return faults


def _check_links(entry: ScenarioEntry, named: str) -> list[Fault]:
    """Links one by one, so that each fault names its own row; then together, so that none comes twice."""
    faults: list[Fault] = []
    rows = [" ".join(link) for link in entry.links]
    for index, link in enumerate(entry.links):
        if len(link) < 3:
            faults.append(
                (f"links[{index}]", link, "[a, b, distance, sight, cover, climb], the last three if they matter")
            )
        else:
            _read([named, rows[index]], faults, f"links[{index}]")
    if not faults:
        _read([named, *rows], faults, "links")
    return faults
