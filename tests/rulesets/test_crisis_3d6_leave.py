"""What the GM's leave lifts and what it cannot: one rule, never what the command still lacks."""

from __future__ import annotations

import pytest

from fracas.engine.board.grid import Grid
from fracas.engine.command import GM, Command
from fracas.engine.errors import Invalid, Refused
from fracas.engine.game import Game
from fracas.engine.registry import load_ruleset


def begun(scenario: str) -> Game:
    ruleset = load_ruleset("crisis_3d6")
    game = Game(ruleset, ruleset.start(scenario, {}, ["1", "2"]))
    game.begin()
    return game


def test_treatment_in_a_fight_by_leave_is_still_for_those_who_need_it() -> None:
    game = begun("bar-brawl")
    who = game.ruleset.actors(game.state)[0]
    game.rule(Command(GM, "mode", thing="15.1", text="allow"))
    with pytest.raises(Refused) as refusal:
        game.command(Command(who, "treat", (who,)))
    assert [reason.paragraph for reason in refusal.value.reasons] == ["15.8"]
    offer = next(offer for offer in game.offers(who) if offer.verb == "treat")
    assert not [pick for pick in offer.picks if not pick.blocked]


def test_no_leave_leads_off_the_board() -> None:
    game = begun("ambush")
    game.rule(Command(GM, "add", thing="quarry-bear", squares=(0,)))
    bear = next(one for one in game.state.combatants.values() if one.size > 1)
    board = game.state.board
    assert isinstance(board, Grid)
    edge = board.width - 1
    with pytest.raises(Invalid, match="squares on which all of"):
        game.rule(Command(GM, "allow", text=f'{{"who":"{bear.id}","verb":"move","squares":[{edge}]}}'))


def test_out_of_turn_by_leave_everything_else_is_still_judged() -> None:
    game = begun("bar-brawl")
    in_turn = game.ruleset.actors(game.state)
    who = next(id for id in game.state.combatants if id not in in_turn)
    game.rule(Command(GM, "mode", thing="3.3", text="allow"))
    game.rule(Command(GM, "set", (who,), "ap", text="0"))
    with pytest.raises(Refused) as refusal:
        game.command(Command(who, "aim"))
    assert "4.4" in [reason.paragraph for reason in refusal.value.reasons]


def test_an_offer_without_anything_to_pick_says_why_whatever_the_leave() -> None:
    game = begun("bar-brawl")
    who = game.ruleset.actors(game.state)[0]
    game.rule(Command(GM, "set", (who,), "item", text="none"))
    for mode in ("refuse", "allow"):
        game.rule(Command(GM, "mode", thing="13.7", text=mode))
        offer = next(offer for offer in game.offers(who) if offer.verb == "use")
        assert not offer.open
        assert [reason.paragraph for reason in offer.reasons()] == ["13.7"]
