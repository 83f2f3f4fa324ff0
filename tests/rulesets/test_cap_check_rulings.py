"""A GM who takes people away, moves them and puts them to sleep while questions are open: nothing may break on it."""

from __future__ import annotations

import pytest

from fracas.engine.command import GM, Command
from fracas.engine.errors import Invalid, Refused
from fracas.engine.game import Game
from fracas.engine.saved import load_game
from fracas.lab.mixing import Dice, dice_for, free_square, pick_of
from fracas.rulesets.cap_check import RULESET
from fracas.rulesets.cap_check.ending import leftovers
from fracas.rulesets.cap_check.fighter import Fighter, fighter, fighters, rounds

SCENARIOS = [info.id for info in RULESET.scenarios()]
DEEDS = 120


def concerned(game: Game) -> list[Fighter]:
    """Those the open question is about: who acts, on whom, and who is asked."""
    enc = game.state
    underway = rounds(enc).latest
    whos = [decision.who for decision in game.waiting] + (
        [underway.who, *underway.targets] if underway is not None else []
    )
    return [one for one in fighters(enc) if not one.out and one.id in whos] or fighters(enc)


def interruption(game: Game, chance: Dice) -> Command:
    """Something nobody at the table expects right now."""
    one = chance.pick(concerned(game))
    square = free_square(game.state, one.id, one.size, chance)
    ways = [
        Command(GM, "remove", (one.id,)),
        Command(GM, "set", (one.id,), "hp", text="0"),
        Command(GM, "set", (one.id,), "pool" if one.is_hero else "actions", text="0"),
        Command(GM, "add-condition", (one.id,), "sleep"),
        Command(GM, "add-condition", (one.id,), "prone"),
        Command(GM, "add-condition", (one.id,), "boon-faded"),
        Command(GM, "hide", (one.id,)),
        Command(GM, "move", (one.id,), squares=(square if square >= 0 else one.pos,)),
    ]
    return chance.pick(ways)


def go_on(game: Game, chance: Dice) -> None:
    """An answer, an interruption, a step back, or the next command."""
    if not game.waiting:
        who = RULESET.actors(game.state)[0]
        view = game.known(game.state.seat_of(who))
        game.command(pick_of(chance.pick(RULESET.menu(view, who)), chance), game.state.seat_of(who))
    elif chance.one_in(3):
        try:
            game.rule(interruption(game, chance), "just like that")
        except (Invalid, Refused):
            return
    elif chance.one_in(8) and game.log.lines:
        game.undo()
    else:
        decision = chance.pick(game.waiting)
        game.answer(decision.id, chance.pick(decision.commands), game.state.seat_of(decision.who))


@pytest.mark.parametrize("foes", ["cards", "free"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nothing_breaks_on_rulings_at_open_questions(scenario: str, foes: str) -> None:
    chance = dice_for("rulings", scenario, foes)
    game = Game(RULESET, RULESET.start(scenario, {"foes": foes}, [scenario, foes]))
    game.begin()
    for _ in range(DEEDS):
        if game.state.over:
            break
        go_on(game, chance)
        if not game.waiting:
            after = game.state
            assert RULESET.invariants(after) == []
            assert after.over or not leftovers(after)
    again = load_game(RULESET, game.save())
    assert again.state.to_json() == game.state.to_json()


def test_who_was_taken_away_leaves_nothing_behind() -> None:
    """Control: by hand the state can be made that the step between commands clears away."""
    enc = RULESET.start("toll-bridge", {}, ["1", "2"])
    game = Game(RULESET, enc)
    game.begin()
    game.command(Command("perrin", "use", ("brannoc",), "battle-plan"), "player1")
    state = game.state.copy()
    assert fighter(state, "brannoc").conditions and not leftovers(state)
    fighter(state, "perrin").out = True
    assert leftovers(state)
    game.rule(Command(GM, "remove", ("perrin",)), "called away")
    assert not leftovers(game.state)
    assert fighter(game.state, "brannoc").conditions == []


def test_a_command_of_blanks_is_no_command_and_breaks_nothing() -> None:
    game = Game(RULESET, RULESET.start("lamp-room", {}, ["1", "2"]))
    game.begin()
    before = game.save()
    for thing in ("", " ", "  \t"):
        with pytest.raises(Invalid, match="expected the id of a card"):
            game.command(Command("tamsin", "use", ("widow",), thing), "player1")
    with pytest.raises(Invalid, match="expected a combatant, a square or the id of an Amplify"):
        game.command(Command("tamsin", "use", (), "thrown-knife nobody"), "player1")
    assert game.save() == before


def test_foes_among_themselves_do_not_go_on_for_ever() -> None:
    game = Game(RULESET, RULESET.start("lamp-room", {}, ["1", "2"]))
    game.begin()
    game.rule(Command(GM, "set", ("widow",), "side", text="heroes"))
    game.rule(Command(GM, "set", ("puff",), "side", text="heroes"))
    game.rule(Command(GM, "remove", ("tamsin",)))
    assert not game.state.over
    game.rule(Command(GM, "remove", ("perrin",)))
    assert game.state.result == "draw"
