"""`fracas lab`: fights by the thousand, for designers and GMs. What it finds goes to the terminal and into files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from fracas.cli.common import ContentPaths, echo, errors_in_one_line, read_pairs
from fracas.cli.lab_asked import check_files, check_within, crew_of, folder, hold, party_scenario, read_gate, read_sprt
from fracas.cli.lab_words import (
    people_rows,
    print_rows,
    rated_row,
    show,
    showing,
    sweep_record,
    sweep_row,
    write_csv,
    write_json,
    write_replays,
)
from fracas.engine.errors import Invalid, check_choice
from fracas.engine.registry import load_ruleset
from fracas.lab.comparing import Comparison, compare, effects
from fracas.lab.doctoring import Practice, Wish, doctored, edits_of
from fracas.lab.figures import Figures
from fracas.lab.rating import Bout, Bouts, rate
from fracas.lab.report import (
    comparison_of,
    lead,
    option_row,
    options_of,
    points,
    report_of,
    verdict,
)
from fracas.lab.running import MOST_FIGHTS, WITHIN, Ask, Exactly, Within, run
from fracas.lab.setups import checked_bot, read_setup
from fracas.lab.sweeping import flattened, read_sweep, swept
from fracas.session.bots import FAIR

CHANGES: Final = (
    "SCENARIO is a name that `fracas scenarios` lists, with any number of changes after it, each behind a comma: an "
    "option (order=re-sort), how many of a kind (gaunt-wolf=5, =+2, =-1), another kind (gaunt-wolf=reaver), who plays "
    "a side (heroes=easy), a value of the content (gaunt-wolf.brawn=+2, weapon.battle-axe.damage=2d6)."
)
GRID: Final = (
    'FILE holds, in lines, scenario = "RULESET/NAME", fights = 200, bots = "fair", and a table \\[change] with '
    'a list for each change: screech-bat = [1, 2, 3], order = ["fixed", "re-sort"]. Every combination is a cell.'
)
lab = typer.Typer(no_args_is_help=True, help="Fight scenarios by the thousand and tell what is likely.", epilog=CHANGES)

SEED: Final = "1"

Setting = Annotated[
    str, typer.Argument(metavar="SCENARIO", help="A scenario, with changes: ambush,order=re-sort,marsh-gnasher=+2.")
]
SeedOption = Annotated[str, typer.Option(help="Another seed gives other fights.")]
Workers = Annotated[
    int, typer.Option(min=0, max=1_000, help="How many processes; 0 for one per core. It changes no figure.")
]
BotsOption = Annotated[str, typer.Option("--bots", help="Who plays all sides: easy, fair, hard, or your own.")]
Html = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a report that opens in a browser.")]
Json = Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write every figure as JSON.")]
Csv = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write the main table as CSV.")]
ClusterOption = Annotated[
    str, typer.Option("--cluster", metavar="ADDRESS", help="Fight on this Dask cluster: tcp://host:8786.")
]
Keep = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER", show_default="a cache", help="Where fights are kept, so that interrupted work can go on."
    ),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Keep nothing and use nothing that was kept.")]


@lab.command("run", epilog=CHANGES)
def run_command(
    scenario: Setting,
    within: Annotated[float, typer.Option(help="Stop once the win rate is known to within this many points.")] = WITHIN,
    n: Annotated[int, typer.Option("-n", min=0, show_default=False, help="Exactly this many fights instead.")] = 0,
    most: Annotated[int, typer.Option("--max", min=1, help="Never more fights than this.")] = MOST_FIGHTS,
    seed: SeedOption = SEED,
    bots: BotsOption = FAIR,
    workers: Workers = 0,
    cluster: ClusterOption = "",
    content: ContentPaths = None,
    html: Html = None,
    json_file: Json = None,
    csv_file: Csv = None,
    replays: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write the median, luckiest and bloodiest fight as games.")
    ] = None,
    gate: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Fail if a bound of this TOML file breaks, for CI: wins = [0.6, 0.85], rounds, falls."
        ),
    ] = None,
    keep: Keep = None,
    fresh: Fresh = False,
) -> None:
    """Fight a scenario until its win rate is known."""
    with errors_in_one_line():
        check_within(within)
        check_files(html, json_file, csv_file)
        bounds = read_gate(gate) if gate is not None else {}
        setup = read_setup(scenario, content, bots)
        ask: Ask = Exactly() if n else Within(within)
        with showing(f"fighting {setup.spec}", n or None) as tell, crew_of(workers, cluster) as crew:

            def told(figures: Figures) -> None:
                tell(figures.fights, n or needed(figures, within, most), points(figures.wins(setup.heroes)))

            figures = run(setup, seed, ask, n or most, crew, folder(keep, fresh), told)
        # Files first: whoever reads only the beginning of what is told closes the pipe.
        written = write_replays(figures, seed, replays) if replays is not None else {}
        if html is not None:
            games = {name: path.name for name, path in written.items()}
            html.write_text(report_of(figures, seed, games), encoding="utf-8")
        write_json(json_file, {"seed": seed, **figures.to_json()})
        write_csv(csv_file, people_rows(figures))
        show(figures)
        if not n and not ask.enough(figures):
            echo(f"\nNot known to within {within:g} points yet: --max ended it.")
        for name, path in written.items():
            echo(f"{name}: fight {figures.examples()[name]}, {path}")
        if bounds:
            hold(figures, bounds)


@lab.command("compare", epilog=CHANGES)
def compare_command(
    first: Annotated[str, typer.Argument(metavar="FIRST", help="A scenario, with changes or without.")],
    second: Annotated[
        str, typer.Argument(metavar="SECOND", help="Another; beginning with a comma, the first with more changes.")
    ],
    sprt: Annotated[
        str, typer.Option(metavar="LOW,HIGH", help="Stop once the difference is clearly LOW or HIGH points.")
    ] = "",
    within: Annotated[float, typer.Option(help="Stop once the difference is known to within this many points.")] = 2.0,
    n: Annotated[int, typer.Option("-n", min=0, show_default=False, help="Exactly this many pairs instead.")] = 0,
    most: Annotated[int, typer.Option("--max", min=1, help="Never more pairs than this.")] = 20_000,
    seed: SeedOption = SEED,
    bots: BotsOption = FAIR,
    workers: Workers = 0,
    cluster: ClusterOption = "",
    content: ContentPaths = None,
    html: Html = None,
    json_file: Json = None,
    keep: Keep = None,
    fresh: Fresh = False,
) -> None:
    """Fight two setups with the same seeds and tell the difference."""
    with errors_in_one_line():
        check_within(within)
        check_files(html, json_file)
        test = read_sprt(sprt) if sprt else None
        one = read_setup(first, content, bots)
        other = read_setup(second, content, bots, like=one)
        if one.key == other.key:
            raise Invalid("compare", "", second, f"something other than {one.spec}, such as ,heroes=easy")
        with showing(f"{one.spec} or {other.spec}", n or most) as tell, crew_of(workers, cluster) as crew:

            def told(found: Comparison) -> None:
                tell(found.pairs.count, n or most, verdict(found))

            found = compare(
                one,
                other,
                seed,
                n or most,
                0 if test or n else within,
                test,
                crew,
                folder(keep, fresh),
                told,
            )
        if html is not None:
            html.write_text(comparison_of(found, seed), encoding="utf-8")
        write_json(json_file, {"seed": seed, **found.to_json()})
        echo(verdict(found))
        for figures in (found.one, found.other):
            echo(f"  {figures.setup.spec}: {lead(figures)}")


@lab.command("options")
def options_command(
    ruleset: Annotated[
        str,
        typer.Argument(metavar="RULESET", help="The id of a ruleset, or one of its scenarios (RULESET/NAME)."),
    ],
    n: Annotated[int, typer.Option("-n", min=1, help="Pairs of fights for each value.")] = 200,
    seed: SeedOption = SEED,
    bots: BotsOption = FAIR,
    workers: Workers = 0,
    cluster: ClusterOption = "",
    content: ContentPaths = None,
    html: Html = None,
    json_file: Json = None,
    csv_file: Csv = None,
    keep: Keep = None,
    fresh: Fresh = False,
) -> None:
    """What each option of a ruleset really changes, those that change most first."""
    with errors_in_one_line():
        check_files(html, json_file, csv_file)
        base = read_setup(ruleset if "/" in ruleset else party_scenario(ruleset, content), content, bots)
        with showing(base.ruleset.id, None) as tell, crew_of(workers, cluster) as crew:
            found = effects(base, seed, n, crew, folder(keep, fresh), lambda what, at, of: tell(at, of, what))
        rows = [option_row(one) for one in found]
        if html is not None:
            html.write_text(options_of(base, found, seed), encoding="utf-8")
        write_json(json_file, {"seed": seed, "setup": base.name, "options": [one.to_json() for one in found]})
        write_csv(csv_file, [flattened(one.to_json()) for one in found])
        pairs = "1 pair" if n == 1 else f"{n:,} pairs"
        echo(f"{base.plan.title} ({base.name}): every value against the default, in {pairs} of fights each.")
        print_rows(["option", "wins, points", "rounds", ""], rows)


@lab.command("sweep", epilog=GRID)
def sweep_command(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A TOML file: scenario, fights and a table `change` of lists.")
    ],
    seed: SeedOption = SEED,
    workers: Workers = 0,
    cluster: ClusterOption = "",
    content: ContentPaths = None,
    json_file: Json = None,
    csv_file: Csv = None,
    keep: Keep = None,
    fresh: Fresh = False,
) -> None:
    """Fight every cell of a grid of changes. If interrupted, it continues where it stopped."""
    with errors_in_one_line():
        check_files(json_file, csv_file)
        sweep = read_sweep(file)
        with showing(sweep.scenario, sweep.size) as tell, crew_of(workers, cluster) as crew:
            rows = swept(sweep, seed, crew, folder(keep, fresh), content, lambda what, at, of: tell(at, of, what))
        heads = [*sweep.changes, "wins", "rounds", "heroes who fall"]
        table = [sweep_row(cell, figures) for cell, figures in rows]
        write_csv(csv_file, [sweep_record(cell, figures) for cell, figures in rows])
        cells = [{"cell": cell, **figures.to_json()} for cell, figures in rows]
        write_json(json_file, {"seed": seed, "cells": cells})
        echo(f"{sweep.scenario}: {sweep.fights:,} fights in each of {sweep.size:,} cells.")
        print_rows(heads, table)


@lab.command("doctor", epilog=CHANGES)
def doctor_command(
    scenario: Setting,
    wins: Annotated[float | None, typer.Option(help="The share of fights the heroes are to win, such as 0.8.")] = None,
    rounds: Annotated[float | None, typer.Option(help="How many rounds it is to take.")] = None,
    falls: Annotated[float | None, typer.Option(help="How many heroes are to fall, on average.")] = None,
    edits: Annotated[int, typer.Option(min=1, max=5, help="At most this many edits together.")] = 2,
    people: Annotated[
        bool, typer.Option("--people", help="Change who takes part, never the numbers of a kind.")
    ] = False,
    n: Annotated[int, typer.Option("-n", min=20, help="Fights for each edit that is tried.")] = 100,
    seed: SeedOption = SEED,
    bots: BotsOption = FAIR,
    workers: Workers = 0,
    cluster: ClusterOption = "",
    content: ContentPaths = None,
    keep: Keep = None,
    fresh: Fresh = False,
) -> None:
    """Propose small edits that bring a fight where you want it, each confirmed on fresh seeds."""
    with errors_in_one_line():
        base = read_setup(scenario, content, bots)
        wish = Wish(wins, rounds, falls)
        wish.check(base)
        with showing(base.spec, None) as tell, crew_of(workers, cluster) as crew:
            practice = Practice(seed, n, crew, folder(keep, fresh), lambda what, at, of: tell(at, of, what))
            before, found = doctored(base, wish, practice, edits, edits_of(base, people))
        echo(f"As it is: {lead(before)}")
        for remedy in found:
            echo(f"{','.join(remedy.changes)}: {lead(remedy.figures)}")
            for rival in remedy.rivals:
                echo(f"  or, less sure, {','.join(rival.changes)}: {lead(rival.figures)}")
        if not found:
            echo(
                "No small edit comes clearly closer. --edits tries more together, a larger -n tells them apart better."
            )


@lab.command("rate")
def rate_command(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="The id of a ruleset.")],
    of: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="Kinds, or bots; by default all kinds.")
    ] = None,
    bots: Annotated[bool, typer.Option("--bots", help="Rate bots with the same party, not kinds.")] = False,
    party: Annotated[str, typer.Option(help="The kinds in that party, separated by commas.")] = "",
    by: Annotated[str, typer.Option(help="The bot that plays kinds.")] = FAIR,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="Any number of options.")] = None,
    n: Annotated[int, typer.Option("-n", min=2, help="Fights for each pair.")] = 20,
    seed: SeedOption = SEED,
    workers: Workers = 0,
    cluster: ClusterOption = "",
    content: ContentPaths = None,
    json_file: Json = None,
) -> None:
    """Strength of kinds or bots, as Elo with intervals, from bouts of everybody with everybody."""
    with errors_in_one_line():
        check_files(json_file)
        checked_bot("--by", by)
        game = load_ruleset(ruleset, content)
        chosen = read_pairs(option)
        game.settle(chosen)
        known = game.content.people()
        team = [kind.strip() for kind in party.split(",") if kind.strip()] or known[:1]
        for kind in [*team, *([] if bots else of or [])]:
            check_choice("rate", "kind", kind, known)
        names = [checked_bot("rate", name) for name in of or ["easy", "fair"]] if bots else of or known
        if len(names) < 2:
            raise Invalid("rate", "", ", ".join(names), "two names or more")
        if len(set(names)) < len(names):
            raise Invalid("rate", "", ", ".join(names), "each name only once")

        bouts = Bouts(Bout(game, chosen, seed), n, team if bots else [], by)
        with showing(f"rating {len(names)}", None) as tell, crew_of(workers, cluster) as crew:
            found = rate(names, bouts, crew, lambda at, of_all: tell(at, of_all, ""))
        write_json(json_file, {"seed": seed, "ruleset": ruleset, "rated": [one.to_json() for one in found]})
        print_rows(["", "Elo", "interval", "score", "fights"], [rated_row(one) for one in found])


def needed(figures: Figures, within: float, most: int) -> int:
    """About how many fights it will take: the width shrinks with their square root."""
    half = figures.wins(figures.setup.heroes).half * 100
    return min(most, max(figures.fights, round(figures.fights * (half / within) ** 2)))
