"""`fracas replay`: a kept game as sentences, its chain checked, and on request every command run again and compared.

For whoever wants to know what happened, or to prove that it happened by the rules.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.text import Text

from fracas.cli.common import REFUSED, Columns, check_seat, errors_in_one_line, fail, read_log
from fracas.cli.screen import Screen, styled
from fracas.cli.screen_after import show_after
from fracas.cli.screen_log import Entry, Reading
from fracas.engine.canon import canon
from fracas.engine.command import GM
from fracas.engine.errors import EngineFault, Invalid, Refused
from fracas.engine.game import Game
from fracas.engine.log import ANSWER, COMMAND, CONTENT, RULING, UNDO, Line
from fracas.engine.saved import difference
from fracas.session.reckoning import Reckoning
from fracas.session.session import Session


def replay(
    log: Annotated[Path, typer.Argument(help="A saved game.")],
    seat: Annotated[str, typer.Option(help="Show what this seat knew (gm: everything).")] = GM,
    to: Annotated[int | None, typer.Option(metavar="N", help="Only up to line N.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter before every command.")] = False,
    prove: Annotated[bool, typer.Option("--prove", help="Run every command again and compare.")] = False,
    content: Annotated[
        list[str] | None, typer.Option(metavar="PATH", help="Extra content the game was played with.")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Sentences only: no colour, no boxes.")] = False,
    width: Columns = 0,
) -> None:
    """Print a saved game turn by turn."""
    game = read_log(log, content)
    screen = Screen(plain, width)
    with errors_in_one_line():
        check_seat(game, seat)
        entries = Reading(game, seat).entries()
        end = len(game.log.lines) if seat == GM else len(entries)
        last = end if to is None else to
        if not 0 <= last <= end:
            raise Invalid("--to", "", last, f"a line from 0 to {end}")
        screen.title(game.state.title)
        try:
            _print(screen, [entry for entry in entries if entry.n <= last], step)
        except (EOFError, KeyboardInterrupt):
            screen.blank()
            return
        if last == end and game.state.over:
            show_after(screen, Reckoning(Session(game), seat))
    if game.log.damage:
        fail(f"{log} is damaged: {game.log.damage}", REFUSED)
    screen.say(f"The chain of {len(game.log.lines)} lines holds." if seat == GM else "The chain of its lines holds.")
    if prove:
        _prove(screen, log, game)


def _print(screen: Screen, entries: list[Entry], step: bool) -> None:
    for entry in entries:
        if entry.begins and step:
            screen.ask("")
        for told in entry.told:
            if screen.plain:
                undone = "undone, " if entry.undone else ""
                screen.say(f"{entry.n}: {undone}{entry.mark}{' ' if entry.mark else ''}{told.sentence}")
                continue
            if told.heading and not entry.undone:
                screen.title(told.sentence)
                continue
            line = styled(f"{entry.n:>5} ", "dim")
            line.append(f"{entry.mark:<2} ", style="bold")
            text = told.text.copy()
            if entry.undone:
                text = Text("(undone) ").append_text(text)
                text.stylize("dim strike", 9)
            elif entry.mark:
                text.stylize("bold")
            screen.say(line.append_text(text), 0, 9)


def _prove(screen: Screen, path: Path, game: Game) -> None:
    """Play it all again from the start and compare line by line."""
    changed = difference(game)
    if changed:
        fail(f"{path} cannot be proven: {changed}", REFUSED)
    again = Game(game.ruleset, game.start)
    again.log.header = game.log.header
    lines = game.log.lines
    try:
        again.begin()
        for line in track(
            lines, "running it again", console=Console(stderr=True), transient=True, disable=screen.plain
        ):
            if line.n > len(again.log.lines):
                # What is first used of the content is written with the deed that uses it.
                _do_again(again, lines[line.n] if line.kind == CONTENT else line)
            mine = again.log.line(line.n)
            if (mine.kind, canon(mine.data)) != (line.kind, canon(line.data)):
                fail(
                    f"{path}, line {line.n}: the rules give {canon(mine.data)}, the log says {canon(line.data)}",
                    REFUSED,
                )
    except (Refused, Invalid, EngineFault, IndexError) as error:
        fail(f"{path}: cannot be run again after line {len(again.log.lines)}: {error}", REFUSED)
    screen.say(f"Proven: {len(lines)} lines come out the same when every command is run again.")


def _do_again(game: Game, line: Line) -> None:
    """Do what a line of the log did."""
    data = line.data
    if line.kind in (COMMAND, ANSWER, RULING):
        game.do_again(line)
    elif line.kind == UNDO:
        game.back(int(str(data["to"])), str(data["why"]))
    else:
        raise Invalid("log", f"line {line.n}", canon(data), "an event some command gives rise to")
