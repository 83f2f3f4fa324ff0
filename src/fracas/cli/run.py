"""`fracas run`: perform scripts in the example language and say by the exit status whether all came out as written."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fracas.cli.common import echo, errors_in_one_line
from fracas.engine.content_files import MOST_SCRIPT, read_text
from fracas.engine.errors import Invalid
from fracas.engine.registry import load_ruleset
from fracas.engine.ruleset import Ruleset
from fracas.lab.rulebook import Rulebook, home_of, read_document
from fracas.lab.script import Failure, Script, read_script, run_script
from fracas.session.scenarios import first_ruleset


def run(
    scripts: Annotated[list[Path], typer.Argument(help="Script files, or rules documents (.md) with examples inside.")],
    ruleset: Annotated[
        str, typer.Option(help="Which rules, if neither a line 'ruleset ID' nor the file's place says so.")
    ] = "",
    content: Annotated[list[str] | None, typer.Option(help="Extra content files or folders.")] = None,
    only: Annotated[str, typer.Option(help="Only examples with this text in their number or title.")] = "",
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show every line with its events.")] = False,
) -> None:
    """Run scripts, and print one line for each, with the reason if it fails."""
    bad = done = 0
    with errors_in_one_line():
        rules = RulesOnce(ruleset, content or [])
        for path in scripts:
            try:
                found = read_file(path)
            except (Invalid, OSError, UnicodeDecodeError) as error:
                done, bad = done + 1, bad + 1
                echo(f"FAILED  {path.name}\n{why_not(path, error)}")
                continue
            for script in found:
                if only in script.name:
                    done += 1
                    bad += not perform(rules.of(script), script, verbose)
    echo(f"{done - bad} of {done} came out as written")
    if bad or not done:
        raise typer.Exit(1)


class RulesOnce:
    """Rulesets by id, each loaded once. A script's own word goes first, then ours, then the place of its file."""

    def __init__(self, default: str, content: list[str]) -> None:
        self.default = default
        self.content = content
        self.loaded: dict[str, Ruleset] = {}

    def of(self, script: Script) -> Ruleset:
        id = script.first("ruleset") or self.default or home_of(Path(script.file)) or first_ruleset()
        if id not in self.loaded:
            self.loaded[id] = load_ruleset(id, self.content)
        return self.loaded[id]


def read_file(path: Path) -> list[Script]:
    """The examples of a document, or the one script of any other file."""
    text = read_text(path, MOST_SCRIPT)
    if path.suffix != ".md":
        return [read_script(path.stem, str(path), 1, text.splitlines())]
    book = Rulebook("")
    read_document(book, str(path), text)
    return book.examples


def why_not(path: Path, error: Invalid | OSError | UnicodeDecodeError) -> str:
    """Why a file cannot be read, in words."""
    if isinstance(error, UnicodeDecodeError):
        return f"{path}: not a text file"
    return f"{path}: {error.strerror}" if isinstance(error, OSError) else str(error)


def perform(ruleset: Ruleset, script: Script, verbose: bool) -> bool:
    """Run one and print its line."""
    try:
        transcript = run_script(ruleset, script)
    except Failure as failure:
        echo(f"FAILED  {script.name}")
        echo(failure.report())
        return False
    echo(f"ok      {script.name}")
    if verbose:
        echo("\n".join(["        " + row for row in transcript]))
    return True
