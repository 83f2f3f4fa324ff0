"""A grid of changes, each cell fought; and edits that bring a fight to where a designer wants it.

A sweep is a TOML file: `scenario`, `fights`, and a table `change` with a list of values for each name. What is done is
kept, so that a sweep that was interrupted goes on. The doctor tries small edits, best first, on a few fights each, and
confirms what it proposes on fresh seeds.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from pathlib import Path
from typing import Final

from fracas.engine.content import ContentErrors, read_toml
from fracas.engine.errors import Invalid
from fracas.lab.figures import Figures
from fracas.lab.running import Exactly, run
from fracas.lab.setups import Setup, read_setup

MOST_CELLS: Final = 10_000
CONFIRMED_BY: Final = 4
"""So many times the fights of a trial confirm a proposal."""

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
    data, where = read_toml(path), str(path)
    scenario, fights, bots = data.get("scenario"), data.get("fights", 200), data.get("bots", "")
    if not isinstance(scenario, str):
        raise Invalid(where, "scenario", scenario, "the name of a scenario, with changes or without")
    if not isinstance(fights, int) or fights < 1:
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
    sweep: Sweep, seed: str, workers: int, folder: Path | None, content: list[str] | None, tell: Tell | None = None
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
        rows.append((cell, run(setup, seed, Exactly(), sweep.fights, workers, folder)))
    return rows


# -------------------------------------------------------------------- the doctor


class Wish:
    """Where a fight is to be brought: the heroes' share of wins, rounds, heroes who fall; None: whatever."""

    def __init__(self, wins: float | None, rounds: float | None, falls: float | None) -> None:
        self.wins = wins
        self.rounds = rounds
        self.falls = falls

    def check(self, setup: Setup) -> None:
        """A wish that nothing can fulfil is refused before anybody waits."""
        heroes = len([one for one in setup.plan.entries if one.side == setup.heroes])
        if self.wins is None and self.rounds is None and self.falls is None:
            raise Invalid("doctor", "", "nothing", "--wins, --rounds or --falls")
        if self.wins is not None and not 0 <= self.wins <= 1:
            raise Invalid("--wins", "", self.wins, "a share from 0 to 1")
        if self.rounds is not None and not 1 <= self.rounds <= 100:
            raise Invalid("--rounds", "", self.rounds, "a number of rounds from 1 to 100")
        if self.falls is not None and not 0 <= self.falls <= heroes:
            raise Invalid("--falls", "", self.falls, f"a number from 0 to {heroes}, as many as there are heroes")

    def distance(self, figures: Figures) -> float:
        """How far a fight is from it, in units that weigh alike: ten points of wins, one round, half a fall."""
        heroes, far = figures.setup.heroes, 0.0
        if self.wins is not None:
            far += abs(figures.wins(heroes).guess - self.wins) * 10
        if self.rounds is not None:
            far += abs(figures.mean_rounds().guess - self.rounds)
        if self.falls is not None:
            far += abs(figures.falls_of(heroes) - self.falls) * 2
        return far


class Remedy:
    """Edits with their effect, confirmed on fresh seeds."""

    def __init__(self, changes: list[str], figures: Figures, distance: float) -> None:
        self.changes = changes
        self.figures = figures
        self.distance = distance


NUMBERS: Final = (-2, -1, 1, 2)


def edits_of(setup: Setup) -> list[str]:
    """Small edits of the foes: how many of each kind, another kind in their place, numbers of their entries."""
    foes = [one for one in setup.plan.entries if one.side != setup.heroes]
    kinds = list(dict.fromkeys([one.kind for one in foes]))
    found = [f"{kind}={step}" for kind in kinds for step in ("+1", "-1")]
    for kind in kinds:
        found += [f"{kind}={other}" for other in kinds if other != kind]
    tables = setup.ruleset.content.tables
    for kind in kinds:
        section = next((name for name in tables if kind in tables[name]), "")
        entry = tables.get(section, {}).get(kind)
        for field, value in entry.items() if isinstance(entry, dict) else ():
            if isinstance(value, int) and not isinstance(value, bool):
                found += [f"{kind}.{field}={step:+d}" for step in NUMBERS]
    return found


def doctored(
    base: Setup,
    wish: Wish,
    seed: str,
    fights: int,
    most_edits: int,
    workers: int,
    folder: Path | None,
    tell: Tell | None = None,
    edits: list[str] | None = None,
) -> tuple[Figures, list[Remedy]]:
    """The fight as it is, and remedies, best first: the best single edit, then the best beside it, and so on."""
    wish.check(base)
    edits = edits_of(base) if edits is None else edits
    before = run(base, seed, Exactly(), fights, workers, folder)
    chosen: list[str] = []
    best = wish.distance(before)
    remedies: list[Remedy] = []
    for _ in range(most_edits):
        found = best_edit(base, edits, chosen, wish, seed, fights, workers, folder, tell)
        if found is None or found[1] >= best * 0.9:
            break
        chosen, best = [*chosen, found[0]], found[1]
        sure = run(edited(base, chosen), f"{seed} again", Exactly(), fights * CONFIRMED_BY, workers, folder)
        remedies.append(Remedy(list(chosen), sure, wish.distance(sure)))
    return before, sorted(remedies, key=lambda remedy: remedy.distance)


def edited(base: Setup, changes: list[str]) -> Setup:
    setup = read_setup("," + ",".join(changes), base.content, like=base)
    setup.bots = dict(base.bots)
    return setup


def best_edit(
    base: Setup,
    edits: list[str],
    chosen: list[str],
    wish: Wish,
    seed: str,
    fights: int,
    workers: int,
    folder: Path | None,
    tell: Tell | None,
) -> tuple[str, float] | None:
    """The edit that comes nearest; those that the content refuses are passed over."""
    best: tuple[str, float] | None = None
    tried = [edit for edit in edits if edit.partition("=")[0] not in [one.partition("=")[0] for one in chosen]]
    for index, edit in enumerate(tried):
        if tell is not None:
            tell(" ".join([*chosen, edit]), index, len(tried))
        try:
            setup = edited(base, [*chosen, edit])
        except (Invalid, ContentErrors):
            continue
        far = wish.distance(run(setup, seed, Exactly(), fights, workers, folder))
        if best is None or far < best[1]:
            best = edit, far
    return best
