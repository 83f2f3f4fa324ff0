"""`fracas odds`: the chances of one command, exactly, from a scenario's start or from where a kept game stands.

For whoever wants to know before committing, or to check a rule.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from fracas.cli.common import (
    Columns,
    OptionPairs,
    check_seat,
    errors_in_one_line,
    is_log,
    read_log,
    read_pairs,
    start_game,
)
from fracas.cli.screen import Screen
from fracas.cli.screen_odds import show_odds
from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid, Refused
from fracas.engine.game import Game
from fracas.engine.odds import Odds
from fracas.engine.odds import odds as work_out
from fracas.engine.text import parse_command, say_command
from fracas.session.waiting import LOOK, Seconds


def odds(
    source: Annotated[str, typer.Argument(metavar="SCENARIO-OR-LOG", help="ruleset/name, or a saved game.")],
    command: Annotated[str, typer.Argument(help='The command: "lunk normal orc".')],
    seat: Annotated[str, typer.Option(help="What this seat could know (gm: everything).")] = GM,
    assume: Annotated[
        list[str] | None, typer.Option(metavar="ANSWER", help='A reaction instead of a pass: "orc parry".')
    ] = None,
    anyway: Annotated[bool, typer.Option("--anyway", help="Even if the rules refuse the command.")] = False,
    seed: Annotated[int, typer.Option(help="Seed of the scenario's set-up.")] = 1,
    option: OptionPairs = None,
    content: Annotated[list[str] | None, typer.Option(metavar="PATH", help="Extra content.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Sentences only: no colour, no bars.")] = False,
    width: Columns = 0,
) -> None:
    """Print the chance of every result of a command."""
    with errors_in_one_line():
        game = _open(source, seed, option, content)
        check_seat(game, seat)
        view = game.known(seat)
        wanted = parse_command(game.ruleset, view, command)
        game.ruleset.action(wanted).check(view, wanted)
        reasons = game.ruleset.reasons(view, wanted)
        if reasons and not anyway:
            raise Refused(reasons)
        answers: dict[str, Command] = {}
        for text in assume or []:
            answer = parse_command(game.ruleset, view, text)
            answers[answer.who] = answer
        with Console(stderr=True).status("working out the odds"):
            found = work_out(game.ruleset, view, wanted, seat, answers, patience=Seconds(LOOK))
        for answer in answers.values():
            _check_assumed(game, view, found, answer)
        show_odds(Screen(plain, width), game.ruleset, view, found, wanted, seat, answers)


def _check_assumed(game: Game, view: Encounter, found: Odds, answer: Command) -> None:
    """An answer nobody asks for, or that may not be given, would have been passed over in silence."""
    asked = [decision for decision in found.invited if decision.who == answer.who]
    legal = [command for decision in asked for command in decision.commands]
    if [command for command in legal if command.same(answer)]:
        return
    said = say_command(view, answer)
    if not asked:
        names = ", ".join(dict.fromkeys([decision.who for decision in found.invited])) or "nobody"
        raise Invalid("--assume", "", said, f"an answer of somebody who is asked ({names} here)")
    action = game.ruleset.actions.get(answer.verb)
    reasons = action.reasons_against(view, answer) if action is not None and action.window else []
    if reasons:
        raise Refused(reasons)
    raise Invalid("--assume", "", said, "one of " + ", ".join(dict.fromkeys([say_command(view, c) for c in legal])))


def _open(source: str, seed: int, option: list[str] | None, content: list[str] | None) -> Game:
    if is_log(source):
        return read_log(Path(source), content)
    game, _ = start_game(source, seed, read_pairs(option), content)
    game.begin()
    return game
