"""`fracas check`: validates content, built in or at a path, and tries every action of every creature."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from fracas.engine.content import toml_files
from fracas.engine.errors import Invalid
from fracas.engine.registry import ruleset_ids
from fracas.lab.check import Checked, check


def register(app: typer.Typer) -> None:
    app.command("check")(run)


def run(
    path: Annotated[str, typer.Argument(help="Extra content: a file or folder. Without it, what is built in.")] = "",
    ruleset: Annotated[str, typer.Option("--ruleset", help="Check for this ruleset alone.")] = "",
) -> None:
    """Validate content and try every action of every creature.

    The exit status is 1 if anything is wrong, and 2 if there is nothing to check.
    """
    ids = ruleset_ids()
    if ruleset and ruleset not in ids:
        typer.echo(f"fracas: {Invalid('--ruleset', '', ruleset, 'one of ' + ', '.join(ids))}", err=True)
        raise typer.Exit(2)
    if path and not Path(path).exists():
        typer.echo(f"fracas: {path}: there is no such file or folder", err=True)
        raise typer.Exit(2)
    if path and not toml_files([Path(path)]):
        typer.echo(f"fracas: {path}: there is no TOML file in this folder", err=True)
        raise typer.Exit(2)
    results = [show_progress(id, [path] if path else []) for id in ([ruleset] if ruleset else ids)]
    # Extra content is written for one game: it is sound if one of them takes it, whatever the others say.
    sound = [checked for checked in results if not checked.failed]
    shown = results if not path else sound or meant(results)
    for line in dict.fromkeys([line for checked in shown for line in checked.lines()]):
        typer.echo(line)
    raise typer.Exit(0 if len(sound) == len(results) or (path and sound) else 1)


def meant(results: list[Checked]) -> list[Checked]:
    """Of games that all refuse some content those it was written for: they know the most of its sections."""
    strange = {one.id: len([error for error in one.errors if "." not in error.key]) for one in results}
    return [one for one in results if strange[one.id] == min(strange.values())]


def show_progress(id: str, paths: list[str]) -> Checked:
    """Check with a bar on a terminal, in silence elsewhere."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(id, total=None)
        return check(id, paths, lambda done, total: bar.update(task, completed=done, total=total))
