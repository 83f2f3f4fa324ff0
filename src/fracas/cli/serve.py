"""`fracas serve`: the web table, for a GM and players in their browsers."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from fracas.cli.keeping import DEFAULT_DATA, Data, Database, place_of, told_in_one_line


def serve(
    port: Annotated[int, typer.Option(help="The port to listen on; 0 for any.", min=0, max=65535)] = 8123,
    lan: Annotated[bool, typer.Option("--lan", help="Let other machines on this network in.")] = False,
    data: Data = DEFAULT_DATA,
    database: Database = "",
    bot_pause: Annotated[float, typer.Option(help="Seconds before each move of a bot.", min=0, max=60)] = 0.6,
    host_name: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Another name by which people reach this machine.")
    ] = None,
    address: Annotated[
        str, typer.Option(metavar="URL", help="The address people type to reach a proxy in front: https://HOST.")
    ] = "",
    proxy: Annotated[list[str] | None, typer.Option(metavar="IP", help="The address of a proxy to trust.")] = None,
    content: Annotated[
        list[str] | None, typer.Option(metavar="PATH", help="Extra content for all tables: a file or folder.")
    ] = None,
) -> None:
    """Serve the web table and print the link to it."""
    # Loaded here, so that the other commands start without a web server in memory.
    from fracas.server.run import run

    with told_in_one_line():
        run(
            port,
            lan,
            place_of(data, database),
            bot_pause,
            host_name or [],
            say,
            content,
            backups=data,
            address=address,
            proxies=proxy or [],
        )


def say(what: object) -> None:
    if isinstance(what, str):
        print(what, flush=True)
    else:
        what.terminal(out=sys.stdout, compact=True)  # type: ignore[attr-defined]
        sys.stdout.flush()
