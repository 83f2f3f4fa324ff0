import pytest
from tests.duel import RULESET, arena

from fracas.engine.dice import parse, throw
from fracas.engine.dice.sources import ScriptError
from fracas.engine.game import Game
from fracas.engine.roll import Roll
from fracas.engine.text import parse_command
from fracas.lab.faces import ScriptedThrower


def game_with(faces: list[int]) -> Game:
    game = Game(RULESET, arena(), ScriptedThrower(faces))
    game.begin()
    return game


def test_faces_come_in_order_and_the_rest_is_left_over() -> None:
    thrower = ScriptedThrower([3, 5, 1])
    source = thrower.faces(None, Roll("kara", parse("2d6"), "order"), False, 0)  # type: ignore[arg-type]
    assert throw(parse("2d6"), source).total == 8
    assert thrower.left_over() == [1]


def test_a_missing_die_is_named() -> None:
    with pytest.raises(ScriptError, match=r"die 3 \(d6, gob2, order\)"):
        game_with([6, 1])


def test_a_face_that_does_not_fit_is_named() -> None:
    with pytest.raises(ScriptError, match="got 7, expected a face from 1 to 6"):
        game_with([7, 1, 1])


def test_a_command_run_again_after_an_answer_gets_the_same_faces() -> None:
    game = game_with([6, 1, 2, 15, 4])
    waiting = game.command(parse_command(RULESET, game.state, "kara strike gob1"), "player1").waiting
    game.answer(waiting[0].id, parse_command(RULESET, game.state, "gob1 pass"))
    assert game.state.combatants["gob1"].value_of("hp") == "4"


def test_undo_gives_the_faces_back() -> None:
    thrower = ScriptedThrower([6, 1, 2, 15, 4])
    game = Game(RULESET, arena(), thrower)
    game.begin()
    strike = parse_command(RULESET, game.state, "kara strike gob1")
    for _ in range(2):
        waiting = game.command(strike, "player1").waiting
        game.answer(waiting[0].id, parse_command(RULESET, game.state, "gob1 pass"))
        assert thrower.left_over() == []
        game.undo()
        game.undo()
