"""Questions whose answers name somebody hidden: nothing of it is told, and the table never waits for what nobody can
answer."""

from __future__ import annotations

import pytest
from tests.duel import Duel, arena

from fracas.engine.action import Action
from fracas.engine.canon import canon
from fracas.engine.command import PASS, Command
from fracas.engine.game import Game
from fracas.engine.registry import load_ruleset
from fracas.engine.seat import Seat
from fracas.engine.table import Question, Table

LURKER = "gob2"


class Point(Action):
    """Kara is asked whom to point at; the first is what counts when she does not say."""

    def __init__(self, verb: str, whos: list[str], may_pass: bool) -> None:
        super().__init__(verb, "Point", "1.1")
        self.whos, self.may_pass = whos, may_pass

    def perform(self, table: Table, command: Command) -> None:
        commands = [Command("kara", "at", (who,)) for who in self.whos]
        if self.may_pass:
            commands.append(Command("kara", PASS))
        table.ask(Question("kara", "point", "At whom?", commands, commands[0]))


class Line(Action):
    """All agree on who stands first."""

    def __init__(self) -> None:
        super().__init__("line", "Line", "1.1")

    def perform(self, table: Table, command: Command) -> None:
        ways = [Command("x", "first", (who,)) for who in ("gob1", LURKER)]
        table.agree(["kara", "gob1"], "line", "Who is first?", ways)


class Pointing(Duel):
    def __init__(self) -> None:
        super().__init__()
        for action in (Point("whom", [LURKER, "gob1"], True), Point("only", [LURKER], False), Line()):
            self.actions[action.verb] = action


def table_of() -> Game:
    start = arena()
    start.combatants[LURKER].hidden = True
    game = Game(Pointing(), start)
    game.begin()
    return game


def first(game: Game) -> str:
    return game.ruleset.actors(game.state)[0]


def test_the_default_names_nobody_hidden_and_is_one_of_the_answers() -> None:
    game = table_of()
    game.command(Command(first(game), "whom"))
    asked = game.decisions("player1")[0]
    assert LURKER not in canon(asked.to_json()) and asked.default.targets == ("gob1",)
    game.answer(asked.id, asked.default)
    assert not game.waiting


def test_nobody_is_asked_where_every_answer_names_somebody_hidden() -> None:
    game = table_of()
    game.command(Command(first(game), "only"))
    assert not game.waiting


def test_a_proposal_that_names_somebody_hidden_is_told_to_those_who_know_it() -> None:
    game = table_of()
    game.command(Command(first(game), "line"))
    theirs = next(d for d in game.waiting if d.who == "gob1")
    game.answer(theirs.id, Command("gob1", "first", (LURKER,)))
    assert list(game.proposals("gm")) == ["gob1"] and game.proposals("player1") == game.proposals("") == {}


@pytest.mark.parametrize("option", ["chosen", "rounds"])
def test_heroes_agree_on_the_order_of_those_everybody_sees(option: str) -> None:
    """CAP Check: with a hidden hero the others are asked what they would be asked without."""

    def asked(hidden: bool) -> list[str]:
        ruleset = load_ruleset("cap_check")
        start = ruleset.start(ruleset.scenarios()[0].id, {"slots": option}, ["1", "2"])
        start.combatants["fenna"].hidden = hidden
        if not hidden:
            del start.combatants["fenna"]
            start.seats.setdefault("player4", Seat("player4"))
        game = Game(ruleset, start)
        game.begin()
        return [canon(d.to_json()) for seat in ("player1", "player2", "player3") for d in game.decisions(seat)]

    assert asked(True) == asked(False) and len(asked(True)) == 3
