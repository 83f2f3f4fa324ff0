"""Writes bench/results.md from what was measured."""

from __future__ import annotations

import os
import platform
import statistics
from fractions import Fraction
from pathlib import Path
from typing import Final

from bench.builds import PATHS
from bench.goals import Row, grown, rows
from bench.measuring import Found
from bench.names import BOTS, GROWING, MOST_TURNS, OLD, PARTY, ROOT, RULESETS

RESULTS: Final = ROOT / "bench" / "results.md"
NOTES: Final = ROOT / "bench" / "notes.md"
"""Written by hand: why a figure is missed, and what it would take."""
HEAD: Final = Path(__file__).with_name("head.md")
SERVER: Final = "What the server does with a command is measured by `make bench-table`: [table.md](table.md)."


def say(value: float) -> str:
    """Three digits that count."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def told(values: list[float], unit: str = "") -> str:
    if not values:
        return "-"
    middle = f"{say(statistics.median(values))}{unit}"
    return middle if len(values) == 1 else f"{middle} ({say(min(values))} to {say(max(values))})"


def write(found: Found) -> None:
    lines = [*head(found), "", "## What was to be reached", "", *table(rows(found)), "", SERVER]
    lines += ["", "## Random play, a CPU second", "", *random_play(found)]
    lines += ["", "## Exact odds of one attack", "", *odds(found)]
    lines += ["", "## Offers with all reasons, 7 combatants", "", *offers(found)]
    lines += ["", "## From 6 to 60 combatants", "", *growth(found)]
    lines += ["", "## Fights of bots, a CPU second", "", *fights(found)]
    lines += ["", "## Where the time goes (random play, pure, under the profiler)", *profiles(found)]
    if NOTES.exists():
        lines += ["", NOTES.read_text(encoding="utf-8").strip()]
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def head(found: Found) -> list[str]:
    settings = found.told["settings"]
    assert isinstance(settings, dict)
    party = ", ".join([f"`{name}/{scenario}`" for name, scenario in PARTY.items()])
    text = HEAD.read_text(encoding="utf-8").format(party=party, turns=MOST_TURNS, old=OLD, **settings)
    missing = [f"- Not measured: {key}: {why}." for key, why in sorted(found.missing.items())]
    return [text.rstrip(), *missing, *odd_bots(found)]


def odd_bots(found: Found) -> list[str]:
    """Where a bot of the name was not there, and which one fought in its place."""
    lines: list[str] = []
    for build in PATHS:
        for bot in BOTS:
            name = found.told.get(f"policy/{build}/{bot}")
            if name is not None and name != bot and "compiled" in build:
                lines.append(f"- {build} has no bot *{bot}*" + (f"; *{name}* fought in its place." if name else "."))
    return lines


def table(made: list[Row]) -> list[str]:
    lines = ["| figure | ruleset | 0.1.0 | now | to reach | further | reached |", "|---|---|---:|---:|---:|---:|---|"]
    before = ""
    for row in made:
        note = f" ({row.note})" if row.note else ""
        figure = row.figure if row.figure != before else ""
        goals = f"{say(row.goal)}{row.unit} | {say(row.further)}{row.unit}"
        measured = f"{told(row.old, row.unit)} | {told(row.now, row.unit)}"
        lines.append(f"| {figure} | {row.ruleset}{note} | {measured} | {goals} | {row.reached()} |")
        before = row.figure
    return lines


def random_play(found: Found) -> list[str]:
    lines = ["| | a second | beside python-chess |", "|---|---:|---:|"]
    chess = [pace for key, paces in found.rounds.items() if key.endswith("/chess") for pace in paces]
    lines.append(f"| python-chess, moves | {told(chess)} | 1 |")
    for name in ("spiel chess", "spiel backgammon"):
        key = f"random/{name}"
        beside = told(found.ratios(key, f"{key}/chess"))
        lines.append(f"| OpenSpiel {name.split()[1]}, moves | {told(found.rounds.get(key, []))} | {beside} |")
    for ruleset in RULESETS:
        for build in PATHS:
            key = f"random/{ruleset}/{build}"
            ratios = found.ratios(key, f"random/{ruleset}/chess")
            lines.append(f"| {ruleset}, {build}, deeds | {told(found.rounds.get(key, []))} | {told(ratios)} |")
    return lines


def odds(found: Found) -> list[str]:
    lines = ["| | microseconds | chess moves | beside icepool |", "|---|---:|---:|---:|"]
    for ruleset in RULESETS:
        for who in ("icepool", "dyce", *PATHS):
            key = f"odds/{ruleset}/{who}"
            times = [1e6 / pace for pace in found.rounds.get(key, [])]
            cells = [times, found.ratios(f"odds/{ruleset}/chess", key), found.ratios(key, f"odds/{ruleset}/icepool")]
            doubt = doubts(found, ruleset, who) if times else ""
            lines.append(f"| {ruleset}, {who}{doubt} | {' | '.join([told(values) for values in cells])} |")
    return lines


def doubts(found: Found, ruleset: str, who: str) -> str:
    """What would make a figure worth nothing: another spread, or something remembered."""
    mine, ours = [found.told.get(f"spread/{ruleset}/{name}") for name in (who, "now pure")]
    words = ""
    if not (isinstance(mine, dict) and isinstance(ours, dict) and shares(mine) == shares(ours)):
        words += " (**another spread**)"
    calls = found.told.get(f"calls/{ruleset}/{who}")
    if isinstance(calls, list) and calls[1] != calls[2]:
        words += f" (**remembers something**: {calls} calls)"
    return words


def shares(spread: dict[str, str]) -> dict[int, Fraction]:
    return {int(outcome): Fraction(share) for outcome, share in spread.items()}


def offers(found: Found) -> list[str]:
    lines = ["| | milliseconds | chess moves |", "|---|---:|---:|"]
    for ruleset in RULESETS:
        for build in PATHS:
            key = f"offers/{ruleset}/{build}"
            times = [1e3 / pace for pace in found.rounds.get(key, [])]
            moves = found.ratios(f"offers/{ruleset}/chess", key)
            lines.append(f"| {ruleset}, {build} | {told(times)} | {told(moves)} |")
    return lines


def growth(found: Found) -> list[str]:
    lines = ["Microseconds with 6, and how many times that with 60.", ""]
    lines += [f"| | {' | '.join(GROWING)} |", f"|---|{'---:|' * len(GROWING)}"]
    for ruleset in RULESETS:
        for build in PATHS:
            times = grown(found, ruleset, build)
            few = {name: found.middle(f"growth/{ruleset}/{build}/6/{name}") for name in GROWING}
            cells = [f"{say(1e6 * (few[name] or 0))}, {times[name]:.1f}x" if name in times else "-" for name in GROWING]
            lines.append(f"| {ruleset}, {build} | {' | '.join(cells)} |")
    return lines


def fights(found: Found) -> list[str]:
    lines = ["| | a second | beside Showdown |", "|---|---:|---:|"]
    every = [pace for key, paces in found.rounds.items() if key.endswith("/showdown") for pace in paces]
    lines.append(f"| Pokemon Showdown, gen 9 random battles | {told(every)} | 1 |")
    for ruleset in RULESETS:
        for build in PATHS:
            for bot in BOTS if "compiled" in build else ():
                key = f"fights/{ruleset}/{build}/{bot}"
                name = found.told.get(f"policy/{build}/{bot}") or bot
                beside = told(found.ratios(key, f"fights/{ruleset}/showdown"))
                lines.append(f"| {ruleset}, {build}, *{name}* | {told(found.rounds.get(key, []))} | {beside} |")
    return lines


def profiles(found: Found) -> list[str]:
    lines: list[str] = []
    for ruleset in RULESETS:
        profile = found.told.get(f"profile/{ruleset}", [])
        assert isinstance(profile, list)
        lines += ["", f"### {ruleset}", "", *profile]
    return lines


def machine() -> dict[str, str]:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    load = ", ".join([f"{value:.1f}" for value in os.getloadavg()])
    return {"machine": f"{python}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores", "load": load}
