"""What was asked of the lab, read before anybody fights: who fights, bounds of a gate, tests, files to write.

For `fracas lab`; whatever makes no sense is refused here, early.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from fracas.cli.common import REFUSED, echo, fail
from fracas.engine.content_files import read_text
from fracas.engine.errors import Invalid
from fracas.engine.registry import load_ruleset
from fracas.lab.crew import Crew, Forks, cores
from fracas.lab.figures import Figures
from fracas.lab.intervals import Sprt
from fracas.lab.running import cache_folder


@contextmanager
def crew_of(workers: int, cluster: str) -> Iterator[Crew]:
    """Who fights: processes of this machine, or the workers of a cluster."""
    if not cluster:
        yield Forks(workers or cores())
        return
    try:
        from fracas.lab.cluster import Cluster
    except ImportError:
        raise Invalid("--cluster", "", cluster, "Dask, which is not installed: pip install 'fracas[cluster]'") from None
    crew = Cluster(cluster, lambda line: echo(line, err=True))
    try:
        yield crew
    finally:
        crew.close()


def read_sprt(text: str) -> Sprt:
    low, comma, high = text.partition(",")
    try:
        test = Sprt(float(low) / 100, float(high) / 100)
    except ValueError:
        raise Invalid("--sprt", "", text, "LOW,HIGH in percentage points, such as 0,5") from None
    if not comma or not -1 <= test.low < test.high <= 1:
        raise Invalid("--sprt", "", text, "LOW,HIGH in percentage points, LOW less than HIGH")
    return test


GATES: Final = ("wins", "rounds", "falls")
MOST_OF_A_GATE: Final = 64_000


def read_gate(path: Path) -> dict[str, tuple[float, float]]:
    """`wins = [0.6, 0.9]`: between which bounds a figure must lie."""
    bounds: dict[str, tuple[float, float]] = {}
    for name, value in bounds_in(path).items():
        if name not in GATES:
            raise Invalid(str(path), name, value, "one of " + ", ".join(GATES))
        if not (isinstance(value, list) and len(value) == 2 and all(type(end) in (int, float) for end in value)):
            raise Invalid(str(path), name, value, "two numbers, the least and the most")
        low, high = float(value[0]), float(value[1])
        most = 1.0 if name == "wins" else math.inf
        if not (low <= high and low <= most and high >= 0):
            told = ", from 0 to 1" if name == "wins" else ""
            raise Invalid(str(path), name, value, f"the least and the most{told}, in this order")
        bounds[name] = low, high
    if not bounds:
        raise Invalid(str(path), "", "nothing", "bounds for one of " + ", ".join(GATES))
    return bounds


def bounds_in(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(read_text(path, MOST_OF_A_GATE))
    except UnicodeDecodeError:
        raise Invalid(str(path), "", "bytes that are no text", "a TOML file") from None
    except tomllib.TOMLDecodeError as wrong:
        raise Invalid(str(path), "", str(wrong), "a TOML file") from None


def hold(figures: Figures, bounds: dict[str, tuple[float, float]]) -> None:
    """Out with a failure where a bound is clearly broken, and where it is not known to hold."""
    heroes = figures.setup.heroes
    found = {
        "wins": figures.wins(heroes).guess,
        "rounds": figures.mean_rounds().guess,
        "falls": figures.falls_of(heroes),
    }
    broken = [name for name, (low, high) in bounds.items() if not low <= found[name] <= high]
    for name in bounds:
        low, high = bounds[name]
        echo(f"{'BROKEN' if name in broken else 'holds'}: {name} {found[name]:.3f}, asked for {low:g} to {high:g}")
    if broken:
        fail("a bound of the gate is broken: " + ", ".join(broken), REFUSED)


def party_scenario(ruleset: str, content: list[str] | None) -> str:
    """The scenario with the most people that is not told without a map: where options show."""
    game = load_ruleset(ruleset, content)
    plans = sorted(game.content.scenarios.values(), key=lambda plan: (-len(plan.entries), plan.id))
    if not plans:
        raise Invalid("options", "ruleset", ruleset, "a ruleset with scenarios")
    return f"{ruleset}/{plans[0].id}"


def folder(keep: Path | None, fresh: bool) -> Path | None:
    return None if fresh else keep or cache_folder()


def check_files(*paths: Path | None) -> None:
    """Files that cannot be written are named before the fights, not after."""
    for path in paths:
        if path is not None and (path.is_dir() or not path.absolute().parent.is_dir()):
            raise Invalid(str(path), "", "no place for a file", "a file in a folder that exists")


def check_within(points: float) -> None:
    if not 0 < points <= 50:
        raise Invalid("--within", "", points, "percentage points, more than 0 and at most 50")
