"""The `fracas` command. Each subcommand is a module of its own name; none of them names a ruleset."""

from __future__ import annotations

from typing import Annotated

import typer

from fracas.cli import check, keeping, lab, odds, play, prove, referee, replay, rules, run, scenarios, serve
from fracas.version import version_line

app = typer.Typer(
    name="fracas",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for module in (play, serve, keeping, scenarios, referee, run, replay, rules, odds, check, prove, lab):
    module.register(app)


def say_version(wanted: bool) -> None:
    if wanted:
        typer.echo(version_line())
        raise typer.Exit


VERSION = typer.Option("--version", callback=say_version, is_eager=True, help="Print the version and exit.")


@app.callback()
def fracas(version: Annotated[bool, VERSION] = False) -> None:
    """Referee encounters in tabletop role-playing games: every rule enforced and explained."""


def main() -> None:
    """Entry point of the `fracas` script."""
    app()
