"""Figures of docs/lab-sizing.md: how much a core fights in a second of its own time, and what many fights take.

`python tools/lab_sizing.py` measures everything and writes the tables of that page; run it after `make compile`.
With `-n 10000` the party scenarios are really fought that often. Columns called *pure* are measured by a process of
their own, without the compiled kernel.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from bench.names import PARTY
from fracas.lab.crew import Forks
from fracas.lab.fights import fight
from fracas.lab.running import ALONE, Exactly, run
from fracas.lab.setups import read_setup

PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "lab-sizing.md"
REPORTED: Final = (
    "crisis_mode/boss-and-bodyguard",
    "crisis_3d6/vault",
    "cap_check/drowned-hall",
    "phases_of_play/weir-parley",
)
BOTS: Final = ("easy", "fair", "hard")
PURE: Final = ("easy", "fair")
"""Those that are measured without the compiled kernel too."""
MANY: Final = 10_000
A_MILLION: Final = 1_000_000
CORES: Final = 2
TOLD: Final = ((5, 1_140), (3, 3_360), (1, 34_360))
"""To know a win rate of 70 % within so many points, so many fights, by the intervals of the lab."""
FEW: Final = 20


def pace(name: str, bot: str, seconds: float) -> float:
    """Fights in a second of one core, by the clock that stands still while others work."""
    setup = read_setup(name, None, bot)
    began, done = time.process_time(), 0
    while done == 0 or time.process_time() - began < seconds:
        fight(setup, "pace", done)
        done += 1
    return done / (time.process_time() - began)


def paces(names: list[str], bots: list[str], seconds: float) -> dict[str, float]:
    """By scenario and bot; what is measured is told, because it takes a while."""
    found: dict[str, float] = {}
    for name in names:
        for bot in bots:
            found[f"{name} {bot}"] = pace(name, bot, seconds)
            print(f"{name} {bot}: {found[f'{name} {bot}']:.3g} a second", file=sys.stderr, flush=True)
    return found


def pure_paces(seconds: float) -> dict[str, float]:
    """The same in a process that runs the sources."""
    asked = [sys.executable, __file__, "--pure", "--seconds", str(seconds)]
    # A compiled kernel may stand in PYTHONPATH, before the sources.
    sources = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    told = subprocess.run(asked, env={**sources, "FRACAS_PURE": "1"}, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float] = json.loads(told.stdout)
    return found


def spent() -> float:
    """CPU time of this process and of those it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def many(name: str, bot: str, fights: int, seconds: float) -> tuple[int, float]:
    """What `fracas lab run` does with a party scenario: how many fights, and what one costs.

    A small sample is fought in one process, because several work a little ahead."""
    setup, crew = read_setup(name, None, bot), Forks(CORES) if fights else ALONE
    fights = fights or max(FEW, int(pace(name, bot, seconds / 4) * seconds))
    before, began = spent(), time.perf_counter()
    run(setup, "sizing", Exactly(), fights, crew)
    took = time.perf_counter() - began
    print(f"{name} {bot}: {fights:,} fights in {took:.1f} s by the clock", file=sys.stderr, flush=True)
    return fights, (spent() - before) / fights


def lasting(seconds: float) -> str:
    """A time as people say it."""
    for size, word in ((86_400.0, "days"), (3_600.0, "hours"), (60.0, "min")):
        if seconds >= 2 * size:
            return f"{figure(seconds / size)} {word}"
    return f"{figure(seconds)} s"


def figure(value: float) -> str:
    """Two digits, or all before the point."""
    return f"{value:.0f}" if value >= 10 else f"{value:.2g}"


def tables(names: list[str], fights: int, seconds: float) -> list[list[list[str]]]:
    """The tables of the page in their order: rows without headings."""
    compiled, pure = paces(names, list(BOTS), seconds), pure_paces(seconds)
    rates: list[list[str]] = []
    million: list[list[str]] = []
    for name in names:
        people = len(read_setup(name).plan.entries)
        shown = [figure(compiled[f"{name} {bot}"]) for bot in BOTS] + [figure(pure[f"{name} {bot}"]) for bot in PURE]
        rates.append([f"`{name}`", str(people), *shown])
        million.append([f"`{name}`", *[lasting(A_MILLION / compiled[f"{name} {bot}"]) for bot in BOTS]])
    fair = sorted([compiled[f"{name} fair"] for name in names])
    known = [
        [points_of(points), f"{count:,}", f"{lasting(count / fair[-1])} to {lasting(count / fair[0])}"]
        for points, count in TOLD
    ]
    parties: list[list[str]] = []
    for ruleset, scenario in PARTY.items():
        row = [f"`{ruleset}/{scenario}`"]
        for bot in PURE:
            count, cost = many(f"{ruleset}/{scenario}", bot, fights, seconds)
            row += [f"{figure(1 / cost)} (of {count:,})", lasting(MANY * cost / CORES)]
        parties.append(row)
    return [rates, million, known, parties]


def points_of(points: int) -> str:
    return f"{points} points" if points > 1 else "1 point"


def write_sizing(page: Path, names: list[str], fights: int, seconds: float) -> None:
    """Put what is measured into the tables of the page; their headings and the text around them stay."""
    fresh = iter(tables(names, fights, seconds))
    lines: list[str] = []
    old = page.read_text(encoding="utf-8").splitlines()
    for at, line in enumerate(old):
        if line.startswith("|---"):
            lines += [line, *["| " + " | ".join(row) + " |" for row in next(fresh)]]
        elif not line.startswith("|") or old[at + 1].startswith("|---"):
            lines.append(line)
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=0, help="really fight the party scenarios so often")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each bot is measured")
    parser.add_argument("--pure", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.pure:
        print(json.dumps(paces(list(REPORTED), list(PURE), asked.seconds)))
        return
    write_sizing(PAGE, list(REPORTED), asked.n, asked.seconds)


if __name__ == "__main__":
    main()
