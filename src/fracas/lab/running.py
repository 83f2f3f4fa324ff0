"""Running fights until enough is known: in batches, on several processes, kept on the way.

Whether to stop is decided after each batch in the order of their seeds, never in the order they finish: the same seed
gives the same result on any number of workers, and interrupted work continues where it stopped.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
from collections.abc import Callable, Generator
from importlib.resources import files
from pathlib import Path
from typing import Final, Protocol

from fracas import __version__
from fracas.engine.errors import Invalid
from fracas.engine.ruleset import Ruleset
from fracas.lab.crew import Crew, Forks, Parcel
from fracas.lab.fights import Fight, fight, fight_from_json
from fracas.lab.figures import Figures
from fracas.lab.setups import Setup, packed

BATCH: Final = 20
WITHIN: Final = 1.0
"""Percentage points."""
MOST_FIGHTS: Final = 50_000

ALONE: Final = Forks(1)
Tell = Callable[[Figures], None]


class Ask(Protocol):
    """Is enough known?"""

    def enough(self, figures: Figures) -> bool: ...


class Within:
    """Enough is known once the heroes' share of wins is known to within so many percentage points."""

    def __init__(self, points: float) -> None:
        self.points = points

    def enough(self, figures: Figures) -> bool:
        return figures.wins(figures.setup.heroes).half * 100 <= self.points


class Exactly:
    """Exactly this many fights, whatever they show."""

    def enough(self, figures: Figures) -> bool:
        return False


class Keeper:
    """Batches kept in a file, so that what was fought once need not be fought again."""

    def __init__(self, folder: Path | None, setup: Setup, seed: str) -> None:
        name = hashlib.sha256(f"{setup.key} {seed} {sources_key(setup.ruleset)}".encode()).hexdigest()[:24]
        self.path = None if folder is None else folder / f"{name}.jsonl"
        self.kept: list[list[Fight]] = []
        if self.path is not None and self.path.is_file():
            self._read(self.path)

    def _read(self, path: Path) -> None:
        """Whole batches from the start; a line cut off by a crash is dropped with all after it."""
        good: list[bytes] = []
        for line in path.read_bytes().splitlines(keepends=True):
            try:
                batch = [fight_from_json(row) for row in json.loads(line)]
            except (ValueError, TypeError, AssertionError):
                break
            if not line.endswith(b"\n") or [one.number for one in batch] != numbers_of(len(self.kept)):
                break
            self.kept.append(batch)
            good.append(line)
        whole = b"".join(good)
        if len(whole) != path.stat().st_size:
            path.write_bytes(whole)

    def keep(self, index: int, batch: list[Fight]) -> None:
        if self.path is None or index != len(self.kept):
            return
        self.kept.append(batch)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            file.write(json.dumps([one.to_json() for one in batch], separators=(",", ":")).encode() + b"\n")


def sources_key(ruleset: Ruleset) -> str:
    """A hash of the rules as they are written: what was fought by other rules is not reused."""
    summed = hashlib.sha256(__version__.encode())
    for package in ("fracas.engine", ruleset.package):
        root = Path(str(files(package)))
        for path in sorted(root.rglob("*.py")):
            summed.update(path.relative_to(root).as_posix().encode())
            summed.update(path.read_bytes())
    return summed.hexdigest()


def cache_folder() -> Path:
    """Where fights are kept unless somebody says otherwise."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if base else Path.home() / ".cache") / "fracas" / "lab"


def numbers_of(index: int) -> list[int]:
    """The fights of a batch."""
    return list(range(index * BATCH, (index + 1) * BATCH))


class Fighting:
    """The work of the lab: the fights of a setup, a batch at a time."""

    def __init__(self, setup: Setup, seed: str) -> None:
        self.setup = setup
        self.seed = seed

    def __call__(self, index: int) -> list[list[object]]:
        return [fight(self.setup, self.seed, number).to_json() for number in numbers_of(index)]

    def parcel(self) -> Parcel:
        return {"work": "fights", "seed": self.seed, **packed(self.setup)}


def batches_of(setup: Setup, seed: str, crew: Crew, keeper: Keeper) -> Generator[list[Fight]]:
    """All batches in their order, without end: first the kept ones, then new ones."""
    known = list(keeper.kept)
    yield from known
    fresh = itertools.count(len(known))
    done = crew.work_through(Fighting(setup, seed), fresh)
    for index, rows in zip(itertools.count(len(known)), done, strict=False):
        batch = [fight_from_json(row) for row in rows]
        keeper.keep(index, batch)
        yield batch


def run(
    setup: Setup,
    seed: str,
    ask: Ask,
    most: int,
    crew: Crew = ALONE,
    folder: Path | None = None,
    tell: Tell | None = None,
) -> Figures:
    """Fight until enough is known, or `most` fights were fought."""
    if most < 1:
        raise Invalid("fights", "most", most, "at least one")
    figures = Figures(setup)
    source = batches_of(setup, seed, crew, Keeper(folder, setup, seed))
    try:
        for batch in source:
            for one in batch[: most - figures.fights]:
                figures.add(one)
            if tell is not None:
                tell(figures)
            if figures.fights >= most or ask.enough(figures):
                break
    finally:
        source.close()
    return figures
