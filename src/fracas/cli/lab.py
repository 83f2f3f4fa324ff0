"""`fracas lab`: fights by the thousand, for designers and GMs. What it finds goes to the terminal and into files."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Annotated, Final

import typer

from fracas.cli.common import REFUSED, echo, errors_in_one_line, fail, read_pairs
from fracas.cli.lab_words import (
    people_rows,
    print_rows,
    rated_row,
    show,
    showing,
    sweep_row,
    write_csv,
    write_replays,
)
from fracas.engine.content_files import read_text
from fracas.engine.errors import Invalid
from fracas.engine.registry import load_ruleset
from fracas.lab.comparing import Comparison, compare, effects
from fracas.lab.crew import cores
from fracas.lab.figures import Figures
from fracas.lab.intervals import Sprt
from fracas.lab.rating import Bout, rate
from fracas.lab.report import (
    comparison_of,
    lead,
    option_row,
    options_of,
    points,
    report_of,
    verdict,
)
from fracas.lab.running import MOST_FIGHTS, WITHIN, Ask, Exactly, Within, cache_folder, run
from fracas.lab.setups import checked_bot, read_setup
from fracas.lab.sweeping import Wish, doctored, flattened, read_sweep, swept
from fracas.session.bots import FAIR

lab = typer.Typer(no_args_is_help=True, help="Fight scenarios by the thousand and tell what is likely.")

SEED: Final = "1"

Setting = Annotated[
    str, typer.Argument(metavar="SCENARIO", help="A scenario, with changes: ambush,order=re-sort,marsh-gnasher=+2.")
]
SeedOption = Annotated[str, typer.Option(help="Another seed, other fights.")]
Workers = Annotated[int, typer.Option(min=0, help="Processes at once; 0 for one a core. It changes no figure.")]
BotsOption = Annotated[str, typer.Option("--bots", help="Who plays all sides: easy or fair.")]
Content = Annotated[list[str] | None, typer.Option(metavar="PATH", help="Extra content: a file or folder.")]
Html = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a report that opens in a browser.")]
Json = Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write every figure as JSON.")]
Csv = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write the main table as CSV.")]
Keep = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="Where fights are kept, so that work goes on. [default: a cache]")
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Keep nothing and use nothing that was kept.")]


def register(app: typer.Typer) -> None:
    app.add_typer(lab, name="lab")


@lab.command("run")
def run_command(
    scenario: Setting,
    within: Annotated[float, typer.Option(help="Stop once the win rate is known to so many points.")] = WITHIN,
    n: Annotated[int, typer.Option("-n", min=0, help="Exactly so many fights instead.")] = 0,
    most: Annotated[int, typer.Option("--max", min=1, help="Never more fights than this.")] = MOST_FIGHTS,
    seed: SeedOption = SEED,
    bots: BotsOption = FAIR,
    workers: Workers = 0,
    content: Content = None,
    html: Html = None,
    json_file: Json = None,
    csv_file: Csv = None,
    replays: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write the median, luckiest and bloodiest fight as games.")
    ] = None,
    gate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Fail if a bound of this TOML file breaks, for CI.")
    ] = None,
    keep: Keep = None,
    fresh: Fresh = False,
) -> None:
    """Fight a scenario until its win rate is known."""
    with errors_in_one_line():
        if not 0 < within <= 50:
            raise Invalid("--within", "", within, "percentage points, more than 0 and at most 50")
        bounds = read_gate(gate) if gate is not None else {}
        setup = read_setup(scenario, content, bots)
        ask: Ask = Exactly() if n else Within(within)
        with showing(f"fighting {setup.spec}", n or None) as tell:

            def told(figures: Figures) -> None:
                tell(figures.fights, n or needed(figures, within, most), points(figures.wins(setup.heroes)))

            figures = run(setup, seed, ask, n or most, workers or cores(), folder(keep, fresh), told)
        show(figures)
        written = write_replays(figures, seed, replays) if replays is not None else {}
        if html is not None:
            html.write_text(report_of(figures, seed, written), encoding="utf-8")
        if json_file is not None:
            json_file.write_text(json.dumps({"seed": seed, **figures.to_json()}, indent=1) + "\n", encoding="utf-8")
        if csv_file is not None:
            write_csv(csv_file, [{"name": one["name"], **flattened(one)} for one in people_rows(figures)])
        if bounds:
            hold(figures, bounds)


@lab.command("compare")
def compare_command(
    first: Annotated[str, typer.Argument(help="A scenario, with changes or without.")],
    second: Annotated[str, typer.Argument(help="Another; beginning with a comma, the first with more changes.")],
    sprt: Annotated[
        str, typer.Option(metavar="LOW,HIGH", help="Stop once the difference is clearly LOW or HIGH points.")
    ] = "",
    within: Annotated[float, typer.Option(help="Stop once the difference is known to so many points.")] = 2.0,
    n: Annotated[int, typer.Option("-n", min=0, help="Exactly so many pairs instead.")] = 0,
    most: Annotated[int, typer.Option("--max", min=1, help="Never more pairs than this.")] = 20_000,
    seed: SeedOption = SEED,
    bots: BotsOption = FAIR,
    workers: Workers = 0,
    content: Content = None,
    html: Html = None,
    json_file: Json = None,
    keep: Keep = None,
    fresh: Fresh = False,
) -> None:
    """Fight two setups with the same seeds and tell the difference."""
    with errors_in_one_line():
        test = read_sprt(sprt) if sprt else None
        one = read_setup(first, content, bots)
        other = read_setup(second, content, bots, like=one)
        with showing(f"{one.spec} or {other.spec}", n or most) as tell:

            def told(found: Comparison) -> None:
                tell(found.pairs.count, n or most, verdict(found))

            found = compare(
                one,
                other,
                seed,
                n or most,
                0 if test or n else within,
                test,
                workers or cores(),
                folder(keep, fresh),
                told,
            )
        echo(verdict(found))
        for figures in (found.one, found.other):
            echo(f"  {figures.setup.spec}: {lead(figures)}")
        if html is not None:
            html.write_text(comparison_of(found, seed), encoding="utf-8")
        if json_file is not None:
            json_file.write_text(json.dumps({"seed": seed, **found.to_json()}, indent=1) + "\n", encoding="utf-8")


@lab.command("options")
def options_command(
    ruleset: Annotated[str, typer.Argument(help="The id of a ruleset, or one of its scenarios.")],
    n: Annotated[int, typer.Option("-n", min=1, help="Pairs of fights for each value.")] = 200,
    seed: SeedOption = SEED,
    bots: BotsOption = FAIR,
    workers: Workers = 0,
    content: Content = None,
    html: Html = None,
    json_file: Json = None,
    csv_file: Csv = None,
    keep: Keep = None,
    fresh: Fresh = False,
) -> None:
    """What each option of a ruleset really changes, those that change most first."""
    with errors_in_one_line():
        base = read_setup(ruleset if "/" in ruleset else party_scenario(ruleset, content), content, bots)
        with showing(base.ruleset.id, None) as tell:
            found = effects(
                base, seed, n, workers or cores(), folder(keep, fresh), lambda what, at, of: tell(at, of, what)
            )
        rows = [option_row(one) for one in found]
        print_rows(["option", "wins", "rounds", ""], rows)
        if html is not None:
            html.write_text(options_of(base, found, seed), encoding="utf-8")
        if json_file is not None:
            data = {"seed": seed, "setup": base.name, "options": [one.to_json() for one in found]}
            json_file.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        if csv_file is not None:
            names = ["option", "wins", "rounds", "says"]
            write_csv(csv_file, [dict(zip(names, row, strict=True)) for row in rows])


@lab.command("sweep")
def sweep_command(
    file: Annotated[Path, typer.Argument(help="A TOML file: scenario, fights and [change] with lists of values.")],
    seed: SeedOption = SEED,
    workers: Workers = 0,
    content: Content = None,
    json_file: Json = None,
    csv_file: Csv = None,
    keep: Keep = None,
    fresh: Fresh = False,
) -> None:
    """Fight every cell of a grid of changes. Interrupted, it goes on where it was."""
    with errors_in_one_line():
        sweep = read_sweep(file)
        with showing(sweep.scenario, sweep.size) as tell:
            rows = swept(
                sweep, seed, workers or cores(), folder(keep, fresh), content, lambda what, at, of: tell(at, of, what)
            )
        heads = [*sweep.changes, "wins", "rounds", "fall"]
        table = [sweep_row(cell, figures) for cell, figures in rows]
        print_rows(heads, table)
        if csv_file is not None:
            write_csv(csv_file, [dict(zip(heads, row, strict=True)) for row in table])
        if json_file is not None:
            data = [{"cell": cell, **figures.to_json()} for cell, figures in rows]
            json_file.write_text(json.dumps({"seed": seed, "cells": data}, indent=1) + "\n", encoding="utf-8")


@lab.command("doctor")
def doctor_command(
    scenario: Setting,
    wins: Annotated[float | None, typer.Option(help="The share of fights the heroes are to win, such as 0.8.")] = None,
    rounds: Annotated[float | None, typer.Option(help="How many rounds it is to take.")] = None,
    falls: Annotated[float | None, typer.Option(help="How many heroes are to fall, on average.")] = None,
    edits: Annotated[int, typer.Option(min=1, max=5, help="At most so many edits together.")] = 2,
    n: Annotated[int, typer.Option("-n", min=20, help="Fights for each edit that is tried.")] = 100,
    seed: SeedOption = SEED,
    bots: BotsOption = FAIR,
    workers: Workers = 0,
    content: Content = None,
    keep: Keep = None,
    fresh: Fresh = False,
) -> None:
    """Propose small edits that bring a fight where you want it, each confirmed on fresh seeds."""
    with errors_in_one_line():
        base = read_setup(scenario, content, bots)
        wish = Wish(wins, rounds, falls)
        wish.check(base)
        with showing(base.spec, None) as tell:
            before, found = doctored(
                base,
                wish,
                seed,
                n,
                edits,
                workers or cores(),
                folder(keep, fresh),
                lambda what, at, of: tell(at, of, what),
            )
        echo(f"As it is: {lead(before)}")
        for remedy in found:
            echo(f"{', '.join(remedy.changes)}: {lead(remedy.figures)}")
        if not found:
            echo("No small edit comes clearly nearer.")


@lab.command("rate")
def rate_command(
    ruleset: Annotated[str, typer.Argument(help="The id of a ruleset.")],
    of: Annotated[list[str] | None, typer.Argument(help="Kinds, or bots; without, all kinds.")] = None,
    bots: Annotated[bool, typer.Option("--bots", help="Rate bots with the same party, not kinds.")] = False,
    party: Annotated[str, typer.Option(help="The kinds of that party, with commas.")] = "",
    by: Annotated[str, typer.Option(help="The bot that plays kinds.")] = FAIR,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="Any number of options.")] = None,
    n: Annotated[int, typer.Option("-n", min=2, help="Fights for each pair.")] = 20,
    seed: SeedOption = SEED,
    workers: Workers = 0,
    content: Content = None,
    json_file: Json = None,
) -> None:
    """Strength of kinds or bots, as Elo with intervals, from bouts of everybody with everybody."""
    with errors_in_one_line():
        game = load_ruleset(ruleset, content)
        chosen = read_pairs(option)
        game.settle(chosen)
        bout = Bout(game, chosen, seed)
        known = game.creature_kinds()
        team = [kind.strip() for kind in party.split(",") if kind.strip()] or known[:1]
        for kind in [*team, *([] if bots else of or [])]:
            if kind not in known:
                raise Invalid("rate", "kind", kind, "one of " + ", ".join(known))
        names = [checked_bot("rate", name) for name in of or ["easy", "fair"]] if bots else of or known
        if len(names) < 2:
            raise Invalid("rate", "", ", ".join(names), "two names or more")

        def score(one: str, other: str, number: int) -> float:
            if bots:
                return bout.fought(team, team, (one, other), number)
            return bout.fought([one], [other], (by, by), number)

        with showing(f"rating {len(names)}", None) as tell:
            found = rate(names, score, n, workers or cores(), lambda at, of_all: tell(at, of_all, ""))
        print_rows(["", "Elo", "interval", "score", "fights"], [rated_row(one) for one in found])
        if json_file is not None:
            data = {"seed": seed, "ruleset": ruleset, "rated": [one.to_json() for one in found]}
            json_file.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


# -------------------------------------------------------------------- reading what was asked


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
        if not (isinstance(value, list) and len(value) == 2 and all(isinstance(end, int | float) for end in value)):
            raise Invalid(str(path), name, value, "two numbers, the least and the most")
        bounds[name] = float(value[0]), float(value[1])
    if not bounds:
        raise Invalid(str(path), "", "nothing", "bounds for one of " + ", ".join(GATES))
    return bounds


def bounds_in(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(read_text(path, MOST_OF_A_GATE))
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


def needed(figures: Figures, within: float, most: int) -> int:
    """About how many fights it will take: the width shrinks with their square root."""
    half = figures.wins(figures.setup.heroes).half * 100
    return min(most, max(figures.fights, round(figures.fights * (half / within) ** 2)))
