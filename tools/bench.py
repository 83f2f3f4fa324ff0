"""Measures random play, pure and compiled, beside random chess in the same run, and writes bench/results.md.

For `make bench`, which compiles the kernel first. Ratios are of neighbours in time, with their spread.
"""

from __future__ import annotations

import argparse
import cProfile
import importlib.machinery
import json
import os
import platform
import pstats
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

MEASURED = "crisis_mode"
"""The ruleset whose random play is measured."""
ROOT = Path(__file__).resolve().parent.parent
FAST = ROOT / "build" / "compiled"
RESULTS = ROOT / "bench" / "results.md"
MOST_TURNS = 200
MOST_PLIES = 400
MOST_FUNCTIONS = 18
Figures = dict[str, float]


# -------------------------------------------------------------------- one measurement, in a process of its own


def play_random(seconds: float) -> Figures:
    """Random encounters of the measured ruleset, menus and legality, reactions, steps and events included."""
    from fracas.engine.play import next_command, perform, take_steps
    from fracas.engine.policy import Inline, RandomPolicy
    from fracas.engine.registry import load_ruleset
    from fracas.engine.table import Thrower

    ruleset = load_ruleset(MEASURED)
    scenarios = [info.id for info in ruleset.scenarios()]
    commands = events = encounters = 0
    spent = 0.0
    while spent < seconds:
        enc = ruleset.start(scenarios[encounters % len(scenarios)], {}, [f"{encounters}", f"gm {encounters}"])
        inline, thrower = Inline({}, RandomPolicy(encounters)), Thrower()
        began = time.perf_counter()
        events += len(take_steps(ruleset, enc, inline, thrower))
        while not enc.over and enc.flow.turn <= MOST_TURNS:
            command = next_command(ruleset, enc, inline)
            if command is None:
                break
            events += len(perform(ruleset, enc, command, inline, thrower))
            commands += 1
            events += len(take_steps(ruleset, enc, inline, thrower))
        spent += time.perf_counter() - began
        encounters += 1
    return {"commands": commands / spent, "events": events / spent, "commands an encounter": commands / encounters}


def play_chess(seconds: float) -> Figures:
    """Random games of python-chess: all legal moves listed, one pushed."""
    import random

    import chess

    chance = random.Random(1)
    moves = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        board = chess.Board()
        for _ in range(MOST_PLIES):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(legal[chance.randrange(len(legal))])
            moves += 1
    return {"moves": moves / (time.perf_counter() - began)}


def measure_parts(seconds: float) -> Figures:
    """Microseconds of the single pieces."""
    from fracas.engine.canon import digest
    from fracas.engine.dice import Derived, parse, throw
    from fracas.engine.game import Game
    from fracas.engine.odds import odds
    from fracas.engine.policy import RandomPolicy
    from fracas.engine.registry import load_ruleset
    from fracas.engine.saved import load_game
    from fracas.engine.views import known

    ruleset = load_ruleset(MEASURED)
    scenario = [info.id for info in ruleset.scenarios()][-1]
    game = Game(ruleset, ruleset.start(scenario, {}, ["parts", "parts gm"]))
    game.begin()
    policy = RandomPolicy(7)
    spent, given = 0.0, 0
    aimed = None
    while given < 60 and not game.state.over:
        if game.waiting:
            decision = game.waiting[0]
            game.answer(decision.id, policy.choose(ruleset, game.state, decision))
            continue
        who = ruleset.actors(game.state)[0]
        menu = ruleset.menu(game.state, who)
        for choice in menu:
            if aimed is None and choice.reach is None and choice.command(0).targets:
                aimed = (game.state.copy(), choice.command(0))
        command = policy.act(ruleset, game.state, who, menu)
        began = time.perf_counter()
        game.command(command)
        spent += time.perf_counter() - began
        given += 1
    enc, who = game.state, (ruleset.actors(game.state) or list(game.state.combatants))[0]
    dice, text, seat = parse("2d10+3"), game.save(), enc.seat_of(next(iter(enc.combatants)))
    found = {
        "Game.command, steps included": 1e6 * spent / given,
        "throw of 2d10+3, derived": repeat(lambda: throw(dice, Derived("s", "public", "a", 1, "b")), seconds),
        f"copy of {len(enc.combatants)} combatants": repeat(enc.copy, seconds),
        "what a seat knows": repeat(lambda: known(ruleset, enc, seat), seconds),
        "digest of the state": repeat(lambda: digest(enc.to_json()), seconds),
        "menu of legal commands": repeat(lambda: ruleset.menu(enc, who), seconds),
        "offers with all reasons": repeat(lambda: ruleset.offers(enc, who), seconds),
        f"load of a log of {len(game.log.lines)} lines": repeat(lambda: load_game(ruleset, text), seconds),
    }
    if aimed is not None:
        before, command = aimed
        found[f"exact odds of {command.verb}"] = repeat(lambda: odds(ruleset, before, command, "gm"), seconds)
    return found


def repeat(deed: Callable[[], object], seconds: float) -> float:
    """Microseconds for one, the best of five rounds."""
    deed()
    best, count = float("inf"), 1
    for _ in range(5):
        spent = 0.0
        while True:
            began = time.perf_counter()
            for _ in range(count):
                deed()
            spent = time.perf_counter() - began
            if spent > seconds / 20:
                break
            count *= 2
        best = min(best, spent / count)
    return 1e6 * best


MEASURES: dict[str, Callable[[float], Figures]] = {"play": play_random, "chess": play_chess, "parts": measure_parts}


# -------------------------------------------------------------------- all of them, side by side


def child(measure: str, seconds: float, compiled: bool) -> Figures:
    """One measurement in a fresh process, so that neither package knows of the other."""
    env = {**os.environ, "PYTHONPATH": str(FAST if compiled else ROOT / "src")}
    command = [sys.executable, __file__, "--measure", measure, "--seconds", str(seconds)]
    command += ["--compiled"] if compiled else []
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    figures: Figures = json.loads(done.stdout)
    return figures


def check_package(compiled: bool) -> None:
    """A wrong search path would measure the same package twice and look plausible."""
    import fracas.engine.table as kernel

    native = str(kernel.__file__).endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES))
    if native != compiled:
        sys.exit(f"{kernel.__file__} is {'compiled' if native else 'not compiled'}")


class Series:
    """The same figure from several rounds."""

    def __init__(self) -> None:
        self.values: list[float] = []

    def middle(self) -> float:
        return statistics.median(self.values)

    def say(self, digits: int = 0) -> str:
        return f"{self.middle():,.{digits}f}"

    def spread(self, digits: int = 0) -> str:
        return f"{min(self.values):,.{digits}f} to {max(self.values):,.{digits}f}"


def run(rounds: int, seconds: float, compiled: bool) -> dict[str, Series]:
    """Chess, pure, compiled, chess, pure, compiled, ...: what disturbs the machine disturbs all alike."""
    names = ["chess", "pure", "pure events", "length"] + (["compiled", "compiled events"] if compiled else [])
    found = {name: Series() for name in names}
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", flush=True)
        found["chess"].values.append(child("chess", seconds, False)["moves"])
        pure = child("play", seconds, False)
        found["pure"].values.append(pure["commands"])
        found["pure events"].values.append(pure["events"])
        found["length"].values.append(pure["commands an encounter"])
        if compiled:
            fast = child("play", seconds, True)
            found["compiled"].values.append(fast["commands"])
            found["compiled events"].values.append(fast["events"])
    return found


def ratio(one: Series, other: Series) -> Series:
    """Round by round."""
    series = Series()
    series.values = [a / b for a, b in zip(one.values, other.values, strict=True)]
    return series


def profile(seconds: float) -> list[str]:
    """Where the time of pure random play goes: by what it is for, then by the functions that cost most themselves."""
    play_random(seconds / 4)
    profiler = cProfile.Profile()
    profiler.enable()
    play_random(seconds)
    profiler.disable()
    stats = pstats.Stats(profiler)
    total = float(getattr(stats, "total_tt", 1.0))
    entries: dict[tuple[str, int, str], tuple[int, int, float, float, object]] = getattr(stats, "stats", {})
    parts = {
        ("ruleset.py", "menu"): "menus: everything that is legal",
        ("engine/play.py", "perform"): "performing commands and steps",
    }
    rows = ["| share, callees included | what |", "|---:|---|"]
    for (file, function), words in parts.items():
        times = [row[3] for (path, _, name), row in entries.items() if name == function and path.endswith(file)]
        rows.append(f"| {100 * max(times, default=0.0) / total:.0f} % | {words} |")
    rows += ["", "| share, by itself | calls | function |", "|---:|---:|---|"]
    for (path, line, name), row in sorted(entries.items(), key=lambda entry: -entry[1][2])[:MOST_FUNCTIONS]:
        place = re.sub(r"^.*/(src/fracas|lib/python[\d.]+)/", "", path)
        where = f"{place}:{line} {name}" if line else name
        rows.append(f"| {100 * row[2] / total:.1f} % | {row[1]:,} | `{where}` |")
    return rows


def write(found: dict[str, Series], parts: Figures, fast_parts: Figures, rounds: int, seconds: float) -> None:

    compiled = "compiled" in found
    machine = (
        f"{platform.python_implementation()} {platform.python_version()}, {platform.system()} {platform.machine()}"
    )
    played = f"every scenario of `{MEASURED}` in turn, any legal command of the whole menu"
    lines = [
        "# Measured speed",
        "",
        "Made by `make bench`; the ratios matter, the absolute figures are this machine's.",
        "",
        f"- {machine}, {os.cpu_count()} cores, one used; {rounds} interleaved rounds of {seconds:g} s.",
        f"- Random play: {played}, reactions answered at random, steps and events included, cut at {MOST_TURNS} turns.",
        f"- An encounter takes {found['length'].say()} commands on average.",
        f"- Load of the machine in the last minute of it: {os.getloadavg()[0]:.1f}, of which 1 is this run itself.",
        "- Random chess: python-chess, `list(board.legal_moves)` and `push`.",
        "",
        "| one core | a second (median) | spread | beside chess | spread |",
        "|---|---:|---:|---:|---:|",
        f"| python-chess, moves | {found['chess'].say()} | {found['chess'].spread()} | 1 | |",
    ]
    for name in ["pure", "compiled"] if compiled else ["pure"]:
        times = ratio(found[name], found["chess"])
        lines.append(
            f"| fracas {name}, commands | {found[name].say()} | {found[name].spread()}"
            f" | {times.say(2)} | {times.spread(2)} |"
        )
        events = found[f"{name} events"]
        lines.append(f"| fracas {name}, events | {events.say()} | {events.spread()} | | |")
    if compiled:
        gain = ratio(found["compiled"], found["pure"])
        lines += ["", f"Compiled is {gain.say(1)} times pure ({gain.spread(1)})."]
    lines += ["", "## Single pieces", "", "| piece | pure, us | compiled, us |", "|---|---:|---:|"]
    for name, value in parts.items():
        fast = f"{fast_parts[name]:,.1f}" if name in fast_parts else ""
        lines.append(f"| {name} | {value:,.1f} | {fast} |")
    lines += ["", "## Where the time goes (pure, under the profiler)", "", *profile(seconds), ""]
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text("\n".join(lines), encoding="utf-8")
    print(RESULTS.read_text(encoding="utf-8"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--pure", action="store_true", help="leave the compiled package out")
    parser.add_argument("--measure", choices=sorted(MEASURES), help="one measurement, as JSON")
    parser.add_argument("--compiled", action="store_true", help="the measurement must run compiled")
    chosen = parser.parse_args()
    if chosen.measure:
        check_package(chosen.compiled)
        print(json.dumps(MEASURES[chosen.measure](chosen.seconds)))
        return 0
    compiled = FAST.is_dir() and not chosen.pure
    found = run(chosen.rounds, chosen.seconds, compiled)
    parts = child("parts", chosen.seconds, False)
    fast_parts = child("parts", chosen.seconds, True) if compiled else {}
    write(found, parts, fast_parts, chosen.rounds, chosen.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
