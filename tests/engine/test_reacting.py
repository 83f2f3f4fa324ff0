"""`table.react`: reactions that ask something themselves, call forth others, or fell somebody who declared one too."""

from __future__ import annotations

import pytest
from tests.duel import Duel, Hurt, Spent, arena, fighter

from fracas.engine.action import Action
from fracas.engine.command import PASS, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import EngineFault, Refused
from fracas.engine.game import Game
from fracas.engine.reason import Reason
from fracas.engine.table import Question, Table
from fracas.engine.text import parse_ruling
from fracas.engine.views import decision_for

TAUNTED = "taunted"
HIT_BACK = "hit-back"


class Taunt(Action):
    """Everybody else may hit back, one after the other."""

    def __init__(self) -> None:
        super().__init__("taunt", "Taunt", "1.1")

    def perform(self, table: Table, command: Command) -> None:
        others = [who for who in table.enc.combatants if who != command.who]
        for answer in table.react(TAUNTED, others, "A taunt"):
            table.emit(Spent(answer.who, "ap", 1))


class HitBack(Action):
    """Costs health of whoever stands nearest by name: one asks how hard, and the one who is hit may flinch."""

    def __init__(self) -> None:
        super().__init__(HIT_BACK, "Hit back", "2.1", "target", window=TAUNTED)

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        return [] if fighter(enc, who).guards else [Reason("2.3", "no guard left")]

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        return [Command(who, self.verb, (other,)) for other in enc.combatants if other != who]

    def perform(self, table: Table, command: Command) -> None:
        answers = [Command(command.who, "soft"), Command(command.who, "hard")]
        how = table.ask(Question(command.who, "how", "How hard?", answers, answers[0], required=True)).verb
        flinched = table.react(HIT_BACK, [command.target], "A blow")
        table.emit(Hurt(command.target, 0 if flinched else 50 if how == "hard" else 1))


class Flinch(Action):
    """A reaction to a reaction."""

    def __init__(self) -> None:
        super().__init__("flinch", "Flinch", "2.3", window=HIT_BACK)

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        return [] if fighter(enc, who).guards else [Reason("2.3", "no guard left")]

    def perform(self, table: Table, command: Command) -> None:
        table.emit(Spent(command.who, "guards", 1))


def taunted() -> Game:
    """Kara taunts; both goblins are asked together."""
    ruleset = Duel()
    ruleset.register([Taunt(), HitBack(), Flinch()], [], [Spent, Hurt])
    game = Game(ruleset, arena(["a", "b"]))
    game.begin()
    game.command(Command("kara", "taunt"))
    assert [decision.who for decision in game.waiting] == ["gob1", "gob2"]
    return game


def answer(game: Game, who: str, verb: str, *targets: str) -> None:
    decision = next(one for one in game.waiting if one.who == who)
    game.answer(decision.id, Command(who, verb, targets))


def test_a_reaction_that_asks_holds_up_the_table_and_those_after_it() -> None:
    game = taunted()
    answer(game, "gob1", HIT_BACK, "kara")
    answer(game, "gob2", PASS)
    assert [decision.window for decision in game.waiting] == ["how"]
    answer(game, "gob1", "soft")
    assert [(decision.who, decision.window) for decision in game.waiting] == [("kara", HIT_BACK)]
    answer(game, "kara", PASS)
    assert not game.waiting and fighter(game.state, "kara").hp == 19
    assert [fighter(game.state, who).ap for who in ("gob1", "gob2")] == [2, 3]


def test_a_reaction_to_a_reaction_is_performed_before_it_goes_on() -> None:
    game = taunted()
    answer(game, "gob1", HIT_BACK, "kara")
    answer(game, "gob2", PASS)
    answer(game, "gob1", "hard")
    answer(game, "kara", "flinch")
    assert not game.waiting and fighter(game.state, "kara").hp == 20 and fighter(game.state, "kara").guards == 0


def test_whoever_falls_in_the_middle_does_not_react_any_more() -> None:
    game = taunted()
    answer(game, "gob1", HIT_BACK, "gob2")
    answer(game, "gob2", HIT_BACK, "kara")
    answer(game, "gob1", "hard")
    answer(game, "gob2", PASS)
    assert not game.waiting and game.state.combatants["gob2"].down
    assert fighter(game.state, "kara").hp == 20 and fighter(game.state, "gob2").ap == 3


def test_what_an_earlier_reaction_made_illegal_is_dropped_unless_the_gm_allows_it() -> None:
    for allowed in (False, True):
        game = taunted()
        if allowed:
            game.rule(
                parse_ruling(game.ruleset, game.state, 'allow {"who":"gob2","verb":"hit-back","targets":["kara"]}')
            )
        answer(game, "gob1", HIT_BACK, "gob2")
        answer(game, "gob2", HIT_BACK, "kara")
        answer(game, "gob1", "soft")
        answer(game, "gob2", "flinch")
        if allowed:
            answer(game, "gob2", "soft")
            answer(game, "kara", PASS)
        assert not game.waiting and fighter(game.state, "kara").hp == (19 if allowed else 20)


def test_undo_and_redo_in_the_middle_of_a_chain_come_out_alike() -> None:
    game = taunted()
    answer(game, "gob1", HIT_BACK, "kara")
    answer(game, "gob2", PASS)
    answer(game, "gob1", "hard")
    before = game.state.to_json()
    game.undo()
    game.redo()
    assert game.state.to_json() == before and [decision.window for decision in game.waiting] == [HIT_BACK]


def test_a_required_question_cannot_be_declined() -> None:
    game = taunted()
    answer(game, "gob1", HIT_BACK, "kara")
    answer(game, "gob2", PASS)
    decision = game.waiting[0]
    shown = decision_for(game.ruleset, game.state, decision, "gm")
    assert decision.required and not shown.can_pass and PASS not in [one.verb for one in shown.commands]
    with pytest.raises(Refused):
        game.answer(decision.id, Command("gob1", PASS))


def test_a_required_question_that_offers_to_pass_is_a_fault_of_the_rule() -> None:
    """Control: a page would show no way to give its own default."""
    yes = Command("kara", "yes")
    for commands, default in (([yes, Command("kara", PASS)], yes), ([yes], Command("kara", PASS))):
        with pytest.raises(EngineFault, match="is required"):
            Question("kara", "window", "Yes?", commands, default, required=True)
