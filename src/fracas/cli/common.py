"""What the subcommands share: starting games, reading logs, saying errors in one line, and the exit statuses.

For every module of the command line; nothing here knows any one game.
"""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final, NoReturn

import typer

from fracas.engine.cleaning import printable
from fracas.engine.content import ContentErrors
from fracas.engine.content_files import read_text
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid, Refused, check_choice
from fracas.engine.game import Game
from fracas.engine.intake import MOST_BYTES, Intake
from fracas.engine.log import Log, log_from_text
from fracas.engine.performing import header_of
from fracas.engine.reason import Reason
from fracas.engine.registry import broken_rulesets, load_ruleset
from fracas.engine.ruleset import Ruleset
from fracas.engine.saved import load_imported
from fracas.session.bot_kinds import own_bots
from fracas.session.scenarios import find_scenario, seeds_of
from fracas.session.seats import seats_of

REFUSED: Final = 1
"""The rules, or the state of things, say no."""
USAGE: Final = 2
"""What was asked makes no sense, or nobody was there to answer."""
INTERRUPTED: Final = 130
SCENARIO: Final = "scenario"
PEOPLE: Final = "people"
"""What the header of a kept game remembers: its `ruleset/name`, and the seats held by people."""


ContentPaths = Annotated[list[str] | None, typer.Option(metavar="PATH", help="Extra content: a file or folder.")]
OptionPairs = Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the ruleset.")]
Columns = Annotated[int, typer.Option(min=0, help="Columns to use; 0 to ask the terminal.")]


def fail(message: str, status: int = USAGE) -> NoReturn:
    """A line on standard error, and out."""
    complain(message)
    raise typer.Exit(status)


def complain(message: str) -> None:
    """A line on standard error for whoever sits at the terminal."""
    typer.echo(f"fracas: {printable(message)}", err=True)


def name_broken() -> None:
    """Say which installed rulesets and bots are left out, and why."""
    for id, why in broken_rulesets().items():
        complain(f"ruleset {id} is left out: {why}")
    for id, why in own_bots().broken.items():
        complain(f"bot {id} is left out: {why}")


def echo(text: str, err: bool = False) -> None:
    """Lines on standard output, or beside it, whatever somebody wrote into them."""
    typer.echo("\n".join([printable(row) for row in text.split("\n")]), err=err)


@contextmanager
def errors_in_one_line() -> Iterator[None]:
    """An error in here is told in one line and becomes the exit status."""
    try:
        yield
    except Refused as refused:
        fail("refused: " + "; ".join([say_reason(reason) for reason in refused.reasons]), REFUSED)
    except Invalid as invalid:
        fail(str(invalid))
    except ContentErrors as wrong:
        for error in wrong.errors[:-1]:
            complain(str(error))
        fail(str(wrong.errors[-1]))
    except UnicodeDecodeError as error:
        fail(f"not a text file ({error.reason})")
    except BrokenPipeError:
        # Whoever read our output has seen enough; what is left in the buffer has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(0) from None
    except OSError as error:
        fail(f"{error.filename or 'file'}: {error.strerror or error}")


def say_reason(reason: Reason) -> str:
    """`needs 2 AP, has 1 (rule 4.3); remedy: wait`, for one line of text."""
    remedy = f"; remedy: {reason.remedy}" if reason.remedy else ""
    return f"{reason.text} (rule {reason.paragraph}){remedy}"


def is_log(ref: str) -> bool:
    """A path to a file rather than the name of a scenario."""
    return bool(ref) and Path(ref).is_file()


def read_log(path: Path, content: list[str] | None = None) -> Game:
    """The game behind a log file; a damaged one opens for reading alone, as its `read_only` says."""
    with errors_in_one_line():
        try:
            text = read_text(path, MOST_BYTES)
            header = log_from_text(text.split("\n", 1)[0] + "\n", Intake("log")).header
            return load_imported(load_ruleset(str(header.get("ruleset")), content), text)
        except Invalid as wrong:
            raise Invalid(str(path), wrong.key, wrong.value, wrong.expected) from None
        except UnicodeDecodeError:
            raise Invalid(str(path), "", "bytes that are no text", "a saved game") from None


def read_pairs(pairs: list[str] | None) -> dict[str, str]:
    """`--option name=value`, as often as wanted."""
    values: dict[str, str] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise Invalid("--option", "", pair, "name=value")
        values[name.strip()] = value.strip()
    return values


def check_seat(game: Game, seat: str) -> None:
    """`--seat`: one of the encounter, or nothing for a spectator."""
    if seat:
        check_choice("--seat", "", seat, seats_of(game.state))


def pick_seed() -> int:
    """A seed nobody chose."""
    return secrets.randbelow(1_000_000_000)


def start_game(ref: str, seed: int, options: dict[str, str], content: list[str] | None = None) -> tuple[Game, str]:
    """A game about to begin, and its `ruleset/name`."""
    ruleset, scenario = find_scenario(ref, content)
    name = f"{ruleset.id}/{scenario}"
    return new_game(ruleset, ruleset.start(scenario, options, seeds_of(seed)), {SCENARIO: name}), name


def new_game(ruleset: Ruleset, start: Encounter, remembered: dict[str, object]) -> Game:
    """A game whose log remembers more than its rules need to know, such as who sat where."""
    return Game(ruleset, start, log=Log({**header_of(ruleset, start), **remembered}))
