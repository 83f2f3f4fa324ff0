"""`fracas play`: an encounter in the terminal, for people and bots in any mix.

For whoever wants to play now; everything is kept as it happens and can be resumed.
"""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import Annotated

import typer

from fracas.cli.common import (
    INTERRUPTED,
    PEOPLE,
    REFUSED,
    SCENARIO,
    USAGE,
    Columns,
    OptionPairs,
    check_seat,
    complain,
    errors_in_one_line,
    fail,
    is_log,
    name_broken,
    new_game,
    pick_seed,
    read_log,
    read_pairs,
)
from fracas.cli.play_keeping import Keeper, fresh_path, holds_something
from fracas.cli.play_question import Asked
from fracas.cli.play_sitting import Sitting
from fracas.cli.play_turn import Turn
from fracas.cli.play_words import Leave, Words
from fracas.cli.screen import Screen
from fracas.cli.screen_after import show_after
from fracas.cli.screen_events import lines_of, narrate
from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import EngineFault, Invalid, check_choice
from fracas.engine.game import Game
from fracas.session.bots import FAIR, MOST_TURNS, make_policy
from fracas.session.reckoning import Reckoning
from fracas.session.reckoning_text import many
from fracas.session.scenarios import find_scenario, seeds_of
from fracas.session.seats import seats_of
from fracas.session.session import Session

LAST_TOLD = 8
"""How much of what happened is told again when a game is resumed."""


def play(
    scenario: Annotated[str, typer.Argument(help="ruleset/name, just the name, or a saved game to continue.")] = "",
    bots: Annotated[bool, typer.Option("--bots", help="Bots in every seat.")] = False,
    bot: Annotated[list[str] | None, typer.Option("--bot", metavar="SEAT", help="A bot in this seat.")] = None,
    people: Annotated[str, typer.Option(metavar="SEAT,...", help="People in these seats, bots in the rest.")] = "",
    policy: Annotated[str, typer.Option(help="Which bots play: easy, fair, hard, or your own.")] = FAIR,
    dice: Annotated[
        str, typer.Option(help="Who throws dice for people: server, or hand to type the faces.")
    ] = "server",
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same dice.")] = None,
    option: OptionPairs = None,
    content: Annotated[list[str] | None, typer.Option(metavar="PATH", help="Extra content.")] = None,
    seat: Annotated[
        str | None, typer.Option(help="Show what this seat knows (gm: everything), whoever's turn it is.")
    ] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Continue a saved game.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Save the game in this file.")] = None,
    turns: Annotated[int, typer.Option(min=1, help="Stop a game of bots alone after this many turns.")] = MOST_TURNS,
    plain: Annotated[bool, typer.Option("--plain", help="Sentences and lists: no colour, boxes or drawings.")] = False,
    width: Columns = 0,
) -> None:
    """Play an encounter: the first scenario, unless you name one."""
    name_broken()
    with errors_in_one_line():
        if dice not in ("server", "hand"):
            raise Invalid("--dice", "", dice, "server or hand")
        screen = Screen(plain, width)
        chosen = pick_seed() if seed is None else seed
        log = resume or (Path(scenario) if is_log(scenario) else None)
        if save is not None and save != log and holds_something(save):
            raise Invalid("--save", "", str(save), "a new file; --resume FILE continues a saved game")
        held = [name for name in people.split(",") if name]
        if log is not None:
            game, name, keeper = _resumed(screen, log, save, content)
            before = None if bots or bot or held else _remembered(game)
            people_here = seat_people(game.state, bots, bot or [], held) if before is None else before
        else:
            game, name, people_here = _fresh(scenario, chosen, option, content, dice, bots, bot or [], held)
            keeper = Keeper(save or fresh_path(name))
        check_seat(game, seat or "")
        policies = {
            other: make_policy(policy, chosen + number)
            for number, other in enumerate(seats_of(game.state))
            if other not in people_here
        }
        sitting = Sitting(Session(game), name, screen, people_here, policies, keeper, seat)
        sitting.most_turns = turns
        _greet(sitting, log is not None)
        for person in people_here if log is not None and dice == "hand" else []:
            sitting.rule(Command(person, "dice", text="hand"), "", person)
    raise typer.Exit(run(sitting, log is not None))


def _fresh(
    scenario: str,
    seed: int,
    option: list[str] | None,
    content: list[str] | None,
    dice: str,
    bots: bool,
    bot: list[str],
    held: list[str],
) -> tuple[Game, str, list[str]]:
    """A new game, and which seats people hold in it."""
    ruleset, id = find_scenario(scenario, content)
    name = f"{ruleset.id}/{id}"
    start = ruleset.start(id, read_pairs(option), seeds_of(seed))
    people = seat_people(start, bots, bot, held)
    for seat in people if dice == "hand" else []:
        if seat in start.seats:
            start.seats[seat] = start.seats[seat].throwing(True)
    game = new_game(ruleset, start, {SCENARIO: name, PEOPLE: people})
    # It begins when everybody has been greeted.
    game.held = True
    return game, name, people


def _remembered(game: Game) -> list[str] | None:
    """The seats people held when this game was left, as far as they still exist; None when nobody wrote it down."""
    seats = game.log.header.get(PEOPLE)
    return [seat for seat in seats_of(game.state) if seat in seats] if isinstance(seats, list) else None


def seat_people(enc: Encounter, all_bots: bool, bots: list[str], people: list[str]) -> list[str]:
    """The seats held by people: those named, or all but the GM's, less those given to bots."""
    seats = seats_of(enc)
    for seat in [*bots, *people]:
        check_choice("seat", "", seat, seats)
    if all_bots:
        held = list[str]()
    elif people:
        held = [seat for seat in seats if seat in people]
    else:
        held = [seat for seat in seats if seat != GM] or [GM]
    return [seat for seat in held if seat not in bots]


def _resumed(screen: Screen, path: Path, save: Path | None, content: list[str] | None) -> tuple[Game, str, Keeper]:
    """A kept game. A damaged one goes on from its last good line, in a file of its own."""
    game = read_log(path, content)
    name = str(game.log.header.get(SCENARIO) or f"{game.ruleset.id}/{game.state.title}".lower().replace(" ", "-"))
    if game.read_only:
        screen.say(f"{path}: {game.read_only}. Going on from there in a new file.", style="bold")
        try:
            game = game.branch(len(game.log.lines))
        except EngineFault as fault:
            fail(f"{path} can be read (fracas replay), not played on: {fault}", REFUSED)
        return game, name, Keeper(save or fresh_path(name))
    if game.notice:
        screen.say(f"{game.notice}.", style="bold")
    keeper = Keeper(save or path)
    if save is None:
        keeper.goes_on(game)
    return game, name, keeper


def _greet(sitting: Sitting, resumed: bool) -> None:
    state = sitting.game.state
    screen = sitting.screen
    screen.title(f"{state.title} ({sitting.name})" + (", resumed" if resumed else ""))
    held = [f"{seat}: person" if seat in sitting.people else f"{seat}: bot" for seat in seats_of(state)]
    screen.say("Seats: " + ", ".join(held) + ".", 1, style="dim")
    if sitting.people:
        screen.say("Type help at any prompt. The game is saved as you play.", 1, style="dim")
    if resumed:
        screen.say("What happened last:", 1, style="dim")
        for line in lines_of(sitting.told(sitting.audience()))[-LAST_TOLD:]:
            narrate(screen, line)


def run(sitting: Sitting, resumed: bool) -> int:
    """Play to the end, or until somebody leaves; the exit status."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401
    try:
        if not resumed:
            sitting.begin()
        _play_on(sitting)
        while _stay(sitting):
            _play_on(sitting)
    except Leave:
        return _left(sitting, 0)
    except KeyboardInterrupt:
        sitting.screen.blank()
        return _left(sitting, INTERRUPTED)
    except EOFError:
        sitting.screen.blank()
        _left(sitting, USAGE)
        complain(f"nobody answers for {sitting.asked or 'anybody'}: the input has ended")
        return USAGE
    except EngineFault as fault:
        _left(sitting, USAGE)
        complain(f"a defect stopped the encounter: {fault}")
        return USAGE
    return _closed(sitting)


def _play_on(sitting: Sitting) -> None:
    game = sitting.game
    while not game.state.over and not sitting.too_long and not sitting.stuck:
        if sitting.bots_move():
            continue
        if game.waiting:
            Asked(sitting, (sitting.session.unanswered() or game.waiting)[0]).take()
        else:
            Turn(sitting, game.ruleset.actors(game.state)[0]).take()
    sitting.catch_up()


def _left(sitting: Sitting, status: int) -> int:
    sitting.save()
    if not sitting.keeper.trouble:
        sitting.screen.line(f"The game is saved. Continue with: fracas play --resume {sitting.keeper.path}")
    return status


def _stay(sitting: Sitting) -> bool:
    """The end, and a last chance to look back or take it back; true when the encounter goes on after all."""
    sitting.save()
    show_after(sitting.screen, Reckoning(sitting.session, sitting.audience()))
    if not sitting.people or not sys.stdin.isatty():
        return False
    seat = sitting.looking or sitting.people[0]
    words = Words(sitting, seat, next(iter(sitting.game.known(seat).combatants)))
    while True:
        try:
            line = sitting.screen.ask("Over. Enter leaves; u, log, after, map, card WHO and save FILE still work: ")
        except EOFError:
            return False
        if not line:
            return False
        if not words.known(line):
            words.complain("u, log, after, map, order, card WHO, rule N, save FILE, or Enter to leave")
        elif words.obey(line) and not sitting.game.state.over:
            return True


def _closed(sitting: Sitting) -> int:
    """The exit status of an encounter that has run its course."""
    state = sitting.game.state
    if not sitting.keeper.trouble:
        sitting.screen.line(f"See it again with: fracas replay {sitting.keeper.path}")
    if not state.over:
        why = (
            f"no end after {many(sitting.most_turns, 'turn')}"
            if sitting.too_long
            else "nobody can do anything any more"
        )
        complain(why)
        return REFUSED
    return 0
