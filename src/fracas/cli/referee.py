"""`fracas referee`: the engine over JSON lines on standard input and output, for programs in any language.

One line in, one line out, always; a line that cannot be followed gets an error and changes nothing.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from fracas.cli.common import ContentPaths, OptionPairs, errors_in_one_line, pick_seed, read_log, read_pairs
from fracas.engine.errors import Invalid
from fracas.engine.game import Game
from fracas.engine.patience import Patience
from fracas.engine.table import Thrower
from fracas.lab.faces import ScriptedThrower
from fracas.protocol.referee import Referee
from fracas.protocol.wire import next_line
from fracas.session.scenarios import find_scenario, seeds_of
from fracas.session.session import Session
from fracas.session.waiting import LOOK, Seconds


def wait_for_odds() -> Patience:
    return Seconds(LOOK)


def serve(referee: Referee, source: BinaryIO, target: BinaryIO) -> None:
    """Answer line by line until told to quit or the input ends."""
    while not referee.over:
        line = next_line(source)
        if not line:
            return
        target.write(referee.reply_to(line))
        target.flush()


def read_faces(text: str) -> list[int]:
    """`3,5,1` as faces."""
    faces: list[int] = []
    for word in text.replace(",", " ").split():
        if not (word.isascii() and word.isdigit() and len(word) <= 7 and int(word) > 0):
            raise Invalid("--dice", "", word, "faces such as 3,5,1")
        faces.append(int(word))
    return faces


def open_session(
    ref: str, dice: str | None, seed: int | None, options: list[str] | None, content: list[str] | None, log: Path | None
) -> Session:
    """The session behind the command line."""
    thrower: Thrower = ScriptedThrower(read_faces(dice)) if dice is not None else Thrower()
    if log is not None:
        game = read_log(log, content)
        game.thrower = thrower
        return Session(game)
    ruleset, scenario = find_scenario(ref, content)
    start = ruleset.start(scenario, read_pairs(options), seeds_of(seed if seed is not None else pick_seed()))
    return Session(Game(ruleset, start, thrower))


def referee(
    scenario: Annotated[str, typer.Argument(help="ruleset/name, as listed by `fracas scenarios`.")] = "",
    dice: Annotated[str | None, typer.Option(help="The faces to come: 3,5,1,...")] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same dice.")] = None,
    option: OptionPairs = None,
    content: ContentPaths = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Continue a saved game.")] = None,
) -> None:
    """Referee an encounter over JSON lines on standard input and output."""
    with errors_in_one_line():
        session = open_session(scenario, dice, seed, option, content, load)
    try:
        serve(Referee(session, files=True, patience=wait_for_odds), sys.stdin.buffer, sys.stdout.buffer)
    except (BrokenPipeError, KeyboardInterrupt):
        raise typer.Exit(0) from None
