"""The `fracas` command. Each subcommand is a module of its own name; none of them names a ruleset."""

from __future__ import annotations

import typer

from fracas.cli import check, odds, play, prove, referee, replay, rules, run, scenarios, serve

app = typer.Typer(
    name="fracas",
    help="Referee tabletop role-playing encounters: every rule enforced and explained.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for module in (play, serve, scenarios, referee, run, replay, rules, odds, check, prove):
    module.register(app)


def main() -> None:
    """Entry point of the `fracas` script."""
    app()
