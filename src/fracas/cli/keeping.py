"""`fracas backup`, `restore`, `migrate` and `admin-link`: what the operator of a server does with its database."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from fracas.cli.common import REFUSED, complain, echo, errors_in_one_line, fail
from fracas.engine.errors import Invalid

DEFAULT_DATA = Path.home() / ".local" / "share" / "fracas"
DATABASE = "FRACAS_DATABASE"
Data = Annotated[Path, typer.Option(metavar="FOLDER", help="Where encounters and automatic backups are kept.")]
Database = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS",
        envvar=DATABASE,
        show_envvar=False,
        help=f"PostgreSQL instead of a file: postgresql://USER:PASSWORD@HOST/NAME (or set {DATABASE}).",
    ),
]


def place_of(data: Path, database: str) -> Path | str:
    """What is served from, or looked after."""
    return database or data


@contextmanager
def told_in_one_line() -> Iterator[None]:
    """What goes wrong in here is told in a line: bad input, a damaged database, a refusal."""
    from fracas.server.store import Damaged, NotKept

    with errors_in_one_line():
        try:
            yield
        except (Damaged, NotKept) as error:
            fail(str(error), REFUSED)


def backup(
    file: Annotated[
        Path | None, typer.Argument(help="The file to write; by default one in the backups folder.")
    ] = None,
    data: Data = DEFAULT_DATA,
    database: Database = "",
) -> None:
    """Write everything a server keeps into one file, while it runs, and check the file by playing every table."""
    from fracas.server.backups import Backup, name_for
    from fracas.server.restoring import FOLDER, make_backup, troubles_in

    path = file or data / FOLDER / name_for("manual")
    with told_in_one_line():
        if path.exists():
            raise Invalid("FILE", "", str(path), "a name that is free: no backup is ever written over")
        summary = make_backup(place_of(data, database), path)
        with working("Checking") as say:
            troubles = troubles_in(Backup(path), say)
        for id, what in troubles.items():
            complain(f"table {id} is damaged: {what}")
        echo(f"{path}: {summary.rows} rows, version {summary.revision}.")
        if troubles:
            fail("the backup holds all there is, but not all of it is sound", REFUSED)
        echo("Every table in it was played through and is sound. It holds secrets: keep it to yourself.")


def restore(
    file: Annotated[Path, typer.Argument(help="A file made by fracas backup.")],
    data: Data = DEFAULT_DATA,
    database: Database = "",
    with_damaged: Annotated[
        bool, typer.Option("--with-damaged", help="Restore it even if some of its tables are damaged.")
    ] = False,
) -> None:
    """Replace everything a server keeps by a backup, all or nothing. What was there is kept as a backup."""
    from fracas.server import restoring

    with told_in_one_line(), working("Checking") as say:
        kept = restoring.restore(file, place_of(data, database), data, with_damaged, say)
    echo(f"{file} is restored.")
    if kept is not None:
        echo(f"What was there before is in {kept}.")


def migrate(data: Data = DEFAULT_DATA, database: Database = "") -> None:
    """Back up the database and bring it up to date, as fracas serve does when it starts."""
    from fracas.server.migrating import known_revisions
    from fracas.server.restoring import FOLDER
    from fracas.server.store import open_store

    with told_in_one_line():
        before = copies_in(data / FOLDER)
        open_store(place_of(data, database), data).close()
        echo(f"The database is up to date (version {known_revisions()[0]}).")
        for path in copies_in(data / FOLDER):
            if path not in before:
                echo(f"As it was before: {path}")


def admin_link(
    data: Data = DEFAULT_DATA,
    database: Database = "",
    address: Annotated[str, typer.Option(metavar="URL", help="The address of the server.")] = "http://127.0.0.1:8123",
) -> None:
    """Make a new administrator's link; the old one ends. With SQLite, stop the server first."""
    from fracas.server.grants import replace_admin_link
    from fracas.server.run import public_address
    from fracas.server.store import open_store

    with told_in_one_line():
        base, _ = public_address(address, "")
        store = open_store(place_of(data, database), data)
        try:
            token = replace_admin_link(store)
        finally:
            store.close()
        echo("The administrator's link. Only its hash is kept, so it is not shown again:")
        echo(f"{base}/join#{token}")


def copies_in(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


@contextmanager
def working(what: str) -> Iterator[Callable[[str], None]]:
    """A line that says how far it is, where somebody looks on."""
    console = Console(stderr=True, quiet=not os.isatty(2))
    with console.status(f"{what} ...") as status:
        yield lambda text: status.update(f"{what}: {text}")
