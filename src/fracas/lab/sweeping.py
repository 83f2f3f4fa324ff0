"""A grid of changes, each cell fought.

A sweep is a TOML file: `scenario`, `fights`, and a table `change` with a list of values for each name. What is done is
kept, so that a sweep that was interrupted goes on.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from pathlib import Path
from typing import Final

from fracas.engine.content import read_toml
from fracas.engine.errors import Invalid
from fracas.lab.crew import Crew
from fracas.lab.figures import Figures
from fracas.lab.running import Exactly, run
from fracas.lab.setups import Setup, read_setup

MOST_CELLS: Final = 10_000
MOST_IN_ALL: Final = 10_000_000
"""Fights of all cells together; days of work for one machine."""

Tell = Callable[[str, int, int], None]


class Sweep:
    """The cells of a grid."""

    def __init__(self, scenario: str, fights: int, bots: str, changes: dict[str, list[str]]) -> None:
        self.scenario = scenario
        self.fights = fights
        self.bots = bots
        self.changes = changes

    @property
    def size(self) -> int:
        return math.prod([len(values) for values in self.changes.values()])

    def cells(self) -> list[dict[str, str]]:
        names = list(self.changes)
        return [dict(zip(names, values, strict=True)) for values in itertools.product(*self.changes.values())]


def read_sweep(path: Path) -> Sweep:
    """A sweep file; what is wrong in it is told by key."""
    if path.is_dir():
        raise Invalid(str(path), "", "a folder", "a TOML file")
    data, where = read_toml(path), str(path)
    scenario, fights, bots = data.get("scenario"), data.get("fights", 200), data.get("bots", "")
    if not isinstance(scenario, str):
        raise Invalid(where, "scenario", scenario, "the name of a scenario, with changes or without")
    if isinstance(fights, bool) or not isinstance(fights, int) or fights < 1:
        raise Invalid(where, "fights", fights, "how many fights for each cell, at least 1")
    if not isinstance(bots, str):
        raise Invalid(where, "bots", bots, "the name of a bot")
    changes = data.get("change")
    if not isinstance(changes, dict) or not changes:
        raise Invalid(where, "change", changes, 'a table such as [change] with "marsh-gnasher" = [2, 3, 4]')
    found: dict[str, list[str]] = {}
    for name, values in flattened(changes).items():
        if not isinstance(values, list) or not values:
            raise Invalid(where, f"change.{name}", values, "a list of values")
        found[name] = [str(value) for value in values]
    for name in data:
        if name not in ("scenario", "fights", "bots", "change"):
            raise Invalid(where, name, data[name], "scenario, fights, bots or change")
    sweep = Sweep(scenario, fights, bots, found)
    if sweep.size > MOST_CELLS:
        raise Invalid(where, "change", f"{sweep.size:,} cells", f"a grid of at most {MOST_CELLS:,} cells")
    if sweep.size * fights > MOST_IN_ALL:
        told = f"{fights:,} in each of {sweep.size:,} cells"
        raise Invalid(where, "fights", told, f"at most {MOST_IN_ALL:,} fights in all")
    return sweep


def flattened(table: dict[str, object], before: str = "") -> dict[str, object]:
    """Tables in tables as names with dots: `gaunt-wolf.brawn = [1, 2]` is one to TOML, and a column to CSV."""
    found: dict[str, object] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            found.update(flattened(value, f"{before}{name}."))
        else:
            found[before + name] = value
    return found


def cell_setup(sweep: Sweep, cell: dict[str, str], content: list[str] | None) -> Setup:
    spec = ",".join([sweep.scenario, *[f"{name}={value}" for name, value in cell.items()]])
    return read_setup(spec, content, sweep.bots)


def swept(
    sweep: Sweep, seed: str, crew: Crew, folder: Path | None, content: list[str] | None, tell: Tell | None = None
) -> list[tuple[dict[str, str], Figures]]:
    """Every cell fought; every value is tried before the first fight, so that what is wrong is told early."""
    cells = sweep.cells()
    for name, values in sweep.changes.items():
        for value in values:
            cell_setup(sweep, {**cells[0], name: value}, content)
    rows: list[tuple[dict[str, str], Figures]] = []
    for index, cell in enumerate(cells):
        if tell is not None:
            tell(", ".join([f"{name}={value}" for name, value in cell.items()]), index, len(cells))
        setup = cell_setup(sweep, cell, content)
        rows.append((cell, run(setup, seed, Exactly(), sweep.fights, crew, folder)))
    return rows
