"""The `fracas` command. Each subcommand is a module of its own name; none of them names a ruleset."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final

import typer

from fracas.cli import check, keeping, lab, odds, play, prove, referee, replay, rules, run, scenarios, serve
from fracas.version import version_line

app = typer.Typer(
    name="fracas",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
COMMANDS: Final[dict[str, Callable[..., None]]] = {
    "play": play.play,
    "serve": serve.serve,
    "backup": keeping.backup,
    "restore": keeping.restore,
    "migrate": keeping.migrate,
    "admin-link": keeping.admin_link,
    "scenarios": scenarios.scenarios,
    "referee": referee.referee,
    "run": run.run,
    "replay": replay.replay,
    "rules": rules.rules,
    "odds": odds.odds,
    "check": check.run,
    "prove": prove.run,
}
for name, command in COMMANDS.items():
    app.command(name)(command)
app.add_typer(lab.lab, name="lab")


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
