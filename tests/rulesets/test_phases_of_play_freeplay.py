"""Freeplay with bots at the table: people have a choice before there is a fight."""

from __future__ import annotations

import pytest

from fracas.engine.command import GM, Command
from fracas.engine.fair import FairPolicy
from fracas.engine.game import Game
from fracas.engine.registry import load_ruleset
from fracas.rulesets.phases_of_play.being import phases
from fracas.session.bots import Bots, for_bots
from fracas.session.session import Session

RULES = load_ruleset("phases_of_play")
SCENARIOS = [info.id for info in RULES.scenarios()]


def opened(scenario: str) -> Game:
    game = Game(RULES, RULES.start(scenario, {}, ["1", "2"]))
    game.begin()
    return game


def until_asked(game: Game, seat: str) -> None:
    """Bots act until it is this seat's choice."""
    policies = {other: FairPolicy(7) for other in game.state.seats}
    bots = Bots(Session(game), lambda who: True, lambda seat: policies[seat])
    for _ in range(40):
        who = RULES.actors(game.state)[0]
        actor = game.state.seat_of(who)
        if actor == seat:
            return
        game.command(bots.choice(who, actor, policies[actor]), actor)
        # Several may have to agree, and whoever has may change their mind: the last one asked has not.
        while game.waiting:
            game.answer(game.waiting[-1].id, game.waiting[-1].default)
    raise AssertionError("nobody was asked")


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seat", ["player1", "player4"])
def test_people_choose_before_bots_have_begun_a_fight(scenario: str, seat: str) -> None:
    game = opened(scenario)
    until_asked(game, seat)
    assert game.state.flow.phase == "freeplay"
    assert not phases(game.state).harmed


def test_bots_strike_back_once_there_is_a_fight() -> None:
    """Only the first blow is left to people: after it a bot may do what anybody may."""
    game = opened("counting-house")
    menu = RULES.menu(game.state, "watch1")
    calm = [choice.verb for choice in for_bots(RULES, game.state, menu)]
    assert "shoot" in [choice.verb for choice in menu] or "use" in [choice.verb for choice in menu]
    assert "shoot" not in calm
    assert "walk" in calm
    phases(game.state).harmed = True
    assert for_bots(RULES, game.state, menu) == menu


def test_2_1_player_characters_come_before_npcs() -> None:
    game = opened("counting-house")
    order = [who for who in RULES.actors(game.state) if who != GM]
    kinds = [game.state.combatants[who].seat == GM for who in order]
    assert kinds == sorted(kinds)
    first = order[0]
    game.command(Command(first, "say", thing="hello"), game.state.seat_of(first))
    game.command(Command(first, "say", thing="hello again"), game.state.seat_of(first))
    assert RULES.actors(game.state)[0] == order[1]
