"""`fracas serve`: the web table, for a GM and players in their browsers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from fracas.cli.common import REFUSED, errors_in_one_line, fail

DEFAULT_DATA = Path.home() / ".local" / "share" / "fracas"


def register(app: typer.Typer) -> None:
    @app.command()
    def serve(
        port: Annotated[int, typer.Option(help="The port to listen on; 0 for any.", min=0, max=65535)] = 8123,
        lan: Annotated[bool, typer.Option("--lan", help="Let the machines of this network in.")] = False,
        data: Annotated[Path, typer.Option(metavar="FOLDER", help="Where encounters are kept.")] = DEFAULT_DATA,
        bot_pause: Annotated[float, typer.Option(help="Seconds before each move of a bot.", min=0, max=60)] = 0.6,
        host_name: Annotated[
            list[str] | None, typer.Option(metavar="NAME", help="Another name this machine is reached by.")
        ] = None,
    ) -> None:
        """Serve the web table and print the link to it."""
        # Loaded here, so that the other commands start without a web server in memory.
        from fracas.server.run import run
        from fracas.server.store import Damaged

        with errors_in_one_line():
            try:
                run(port, lan, data, bot_pause, host_name or [], say)
            except Damaged as error:
                fail(str(error), REFUSED)


def say(what: object) -> None:
    if isinstance(what, str):
        print(what, flush=True)
    else:
        what.terminal(out=sys.stdout, compact=True)  # type: ignore[attr-defined]
        sys.stdout.flush()
