"""`fracas prove`: plays a ruleset at random, holds it to the promises, and lists what was used and what never was."""

from __future__ import annotations

import sys
import time
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from fracas.cli.common import complain
from fracas.engine.content import ContentErrors
from fracas.engine.errors import Invalid, check_choice
from fracas.engine.registry import load_ruleset
from fracas.engine.ruleset import Ruleset
from fracas.lab.prove import DEEP_EVERY, Report, prove
from fracas.lab.walking import MOST_TURNS
from fracas.session.reckoning_text import many

ENOUGH: Final = 1000
"""How many encounters ought to have used everything there is."""


def run(
    ruleset: Annotated[str, typer.Argument(help="The id of an installed ruleset.")],
    n: Annotated[int, typer.Option("-n", min=1, help="How many encounters.")] = 1000,
    seed: Annotated[str, typer.Option(help="Another seed gives other encounters.")] = "1",
    workers: Annotated[int, typer.Option(min=1, help="Processes at once; the findings do not depend on it.")] = 2,
    scenario: Annotated[list[str] | None, typer.Option(help="Only these scenarios.")] = None,
    turns: Annotated[int, typer.Option(min=1, help="Cut encounters off after this many turns.")] = MOST_TURNS,
    deep: Annotated[int, typer.Option(min=0, help="Check every Nth encounter in depth; 0 for none.")] = DEEP_EVERY,
    only: Annotated[list[int] | None, typer.Option(help="Only the encounters with these numbers.")] = None,
    all_used: Annotated[
        bool, typer.Option("--all-used", help="Fail if anything stayed unused, however few encounters.")
    ] = False,
    strict: Annotated[bool, typer.Option(help="Also fail if a paragraph never refused anything.")] = False,
    content: Annotated[list[str] | None, typer.Option(help="Extra content: a file or folder.")] = None,
) -> None:
    """Play at random and check that the rules keep their promises.

    The exit status is 1 if a promise broke, or if anything stayed unused in 1000 encounters or more.

    Fewer cannot be expected to use everything; --all-used insists all the same.
    """
    game = find(ruleset, content, scenario)
    started = time.monotonic()
    report = show_progress(game, n, seed, workers, scenario, turns, deep, only)
    for line in report.lines():
        typer.echo(line)
    seconds = max(time.monotonic() - started, 1e-6)
    typer.echo(
        f"{seconds:.0f} s, {report.tallies.figures['commands'] / seconds:,.0f} commands a second, checks included"
    )
    if report.unused and not report.breaches and not only and n < ENOUGH and not all_used:
        typer.echo(
            f"fracas: {many(len(report.unused), 'piece')} never used, which says little after {many(n, 'encounter')}"
            f" (-n {ENOUGH} or --all-used make it count)",
            err=True,
        )
        raise typer.Exit(1 if strict and report.never_refused else 0)
    failed = bool(report.breaches) if only else report.failed(strict)
    raise typer.Exit(1 if failed else 0)


def find(id: str, content: list[str] | None, scenarios: list[str] | None) -> Ruleset:
    try:
        ruleset = load_ruleset(id, content)
        for scenario in scenarios or []:
            check_choice("--scenario", "", scenario, [info.id for info in ruleset.scenarios()])
    except (ContentErrors, Invalid) as wrong:
        for line in str(wrong).split("\n"):
            complain(line)
        raise typer.Exit(2) from None
    return ruleset


def show_progress(
    game: Ruleset,
    n: int,
    seed: str,
    workers: int,
    scenarios: list[str] | None,
    turns: int,
    deep: int,
    only: list[int] | None,
) -> Report:
    """Prove with a bar on a terminal, in silence elsewhere."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
    task = bar.add_task(f"proving {game.id}", total=n)

    def tell(done: int, total: int) -> None:
        # The bar's own thread starts only now, when the workers have been forked.
        bar.start()
        bar.update(task, completed=done, total=total)

    try:
        return prove(game, n, seed, workers, tell, scenarios, turns, deep, only)
    finally:
        bar.stop()
