"""`fracas check`: validates content, built in or at a path, and tries every action of every creature."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from fracas.cli.common import echo, errors_in_one_line, fail, name_broken
from fracas.engine.content import toml_files
from fracas.engine.registry import broken_rulesets, load_ruleset, ruleset_ids
from fracas.lab.check import Checked, check
from fracas.session.scenarios import strangeness


def run(
    path: Annotated[str, typer.Argument(help="Your content: a file or folder. Without it, everything built in.")] = "",
    ruleset: Annotated[str, typer.Option("--ruleset", help="Check for this ruleset only.")] = "",
) -> None:
    """Validate content and try every action of every creature.

    The exit status is 1 if anything is wrong, and 2 if there is nothing to check.
    """
    ids = ruleset_ids()
    if ruleset:
        with errors_in_one_line():
            load_ruleset(ruleset)
    else:
        name_broken()
    if path and not Path(path).exists():
        fail(f"{path}: there is no such file or folder")
    with errors_in_one_line():
        toml_files([Path(path)] if path else [])
    results = [show_progress(id, [path] if path else []) for id in ([ruleset] if ruleset else ids)]
    # Extra content is written for one game: it is sound if one of them takes it, and if none does, the game it was
    # written for complains least. Its word is the one that helps.
    sound = [checked for checked in results if not checked.failed]
    shown = results
    if path:
        shown = sound or [min(results, key=lambda checked: strangeness(checked.errors))]
    for checked in shown:
        for line in checked.lines():
            echo(line)
    if path and not sound and [checked for checked in results if checked.lines() != shown[0].lines()]:
        echo(f"{path}: taken as content of {shown[0].id}, which it fits best (--ruleset names another)")
    left_out = not path and not ruleset and broken_rulesets()
    raise typer.Exit(0 if len(sound) == len(shown) and not left_out else 1)


def show_progress(id: str, paths: list[str]) -> Checked:
    """Check with a bar on a terminal, in silence elsewhere."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(id, total=None)
        return check(id, paths, lambda done, total: bar.update(task, completed=done, total=total))
