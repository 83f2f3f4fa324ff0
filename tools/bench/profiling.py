"""Where the time of pure random play goes. For the workers."""

from __future__ import annotations

import cProfile
import pstats
import re
import time
from typing import Final

from bench.playing import RandomPlay

SECONDS: Final = 4
MOST_FUNCTIONS: Final = 12
PARTS: Final = {
    "menu": "menus: everything that is legal",
    "perform": "performing commands and steps",
    "next_step": "looking whether a step is due",
}


def profile(ruleset: str, seconds: str = str(SECONDS)) -> list[str]:
    """Two tables: by what it is for, and the functions that cost most themselves."""
    play = RandomPlay(ruleset)
    play.run(float(seconds) / 4)
    profiler = cProfile.Profile(time.process_time)
    profiler.enable()
    play.run(float(seconds))
    profiler.disable()
    stats = pstats.Stats(profiler)
    total = float(getattr(stats, "total_tt", 1.0))
    entries: dict[tuple[str, int, str], tuple[int, int, float, float, object]] = getattr(stats, "stats", {})
    rows = ["| share, callees included | what |", "|---:|---|"]
    for function, words in PARTS.items():
        times = [row[3] for (path, _, name), row in entries.items() if name == function and "fracas" in path]
        rows.append(f"| {100 * max(times, default=0.0) / total:.0f} % | {words} |")
    rows += ["", "| share, by itself | calls | function |", "|---:|---:|---|"]
    for (path, line, name), row in sorted(entries.items(), key=lambda entry: -entry[1][2])[:MOST_FUNCTIONS]:
        place = re.sub(r"^.*/(src/fracas|tools|lib/python[\d.]+)/", "", path)
        where = f"{place}:{line} {name}" if line else name
        rows.append(f"| {100 * row[2] / total:.1f} % | {row[1]:,} | `{where}` |")
    return rows
