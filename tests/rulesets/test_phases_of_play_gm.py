"""The stand-in for the GM: whatever it would say is legal, and idle tables get on."""

from __future__ import annotations

import pytest

from fracas.engine.command import GM, PASS, Command
from fracas.engine.errors import Invalid, Refused
from fracas.engine.game import Game
from fracas.engine.registry import load_ruleset
from fracas.engine.showing import rail_of
from fracas.lab.staging import staged
from fracas.rulesets.phases_of_play.being import phases
from fracas.rulesets.phases_of_play.reactions import MOST_ASKED

RULES = load_ruleset("phases_of_play")
CROWD = [("c4", "heroes"), ("d4", "foes"), ("c5", "heroes"), ("d5", "foes")]


def opened() -> Game:
    game = Game(RULES, RULES.start("counting-house", {}, ["1", "2"]))
    game.begin()
    return game


def test_the_request_of_somebody_who_is_gone_is_denied() -> None:
    """A Test was asked of them once, which the rules refuse."""
    game = opened()
    game.command(Command("odile", "improvise", thing="open the gate"))
    game.rule(Command(GM, "remove", ("odile",)), "she leaves")
    said = RULES.stand_in(game.state)
    assert said is not None
    assert said.verb == "deny"
    assert RULES.reasons(game.state, said) == []


def test_2_18_when_all_wait_the_gm_is_asked_first() -> None:
    game = opened()
    for who in ("sable", "odile", "quill", "merrit"):
        assert RULES.actors(game.state)[0] != GM
        game.command(Command(who, PASS))
    assert RULES.actors(game.state)[0] == GM
    said = RULES.stand_in(game.state)
    assert said is not None
    assert said.verb == "encounter"


def test_the_gm_is_offered_what_the_gm_may_say() -> None:
    """Over the wire and on a screen the GM's commands are offers like any other's."""
    offers = opened().offers(GM, GM)
    assert [offer.verb for offer in offers if not offer.blocked][:1] == ["encounter"]
    assert [offer.verb for offer in offers if offer.verb == "walk"] == []


def test_the_rail_says_when_nobody_is_left_to_fight() -> None:
    """The rules leave the end of an Encounter to the GM, who is told when it is due."""
    game = opened()
    game.command(Command(GM, "encounter", ("sable", "watch1")))
    game.command(Command(GM, "roll-order"))
    while game.waiting:
        game.answer(game.waiting[0].id, game.waiting[0].default)
    assert "the GM may end" not in rail_of(RULES, game.known(GM), GM).heading
    game.rule(Command(GM, "remove", ("watch1",)), "he runs")
    for seat in (GM, "player1"):
        assert rail_of(RULES, game.known(seat), seat).heading.endswith("the GM may end the Encounter")


def test_1_6_bystanders_do_not_keep_an_encounter_going() -> None:
    """Foes who took no part in it once kept the automatic GM from ending it."""
    game = opened()
    game.command(Command(GM, "encounter", ("sable", "watch1")))
    game.command(Command(GM, "roll-order"))
    while game.waiting:
        game.answer(game.waiting[0].id, game.waiting[0].default)
    game.rule(Command(GM, "remove", ("watch1",)), "he runs")
    said = RULES.stand_in(game.state)
    assert said is not None
    assert said.verb == "end-encounter"


def refusal(game: Game, command: Command) -> str:
    with pytest.raises((Refused, Invalid)) as caught:
        game.command(command)
    return str(caught.value)


def test_what_makes_no_sense_is_told_why() -> None:
    game = opened()
    game.rule(Command(GM, "remove", ("merrit",)), "she leaves")
    game.rule(Command(GM, "add-condition", ("quill",), "dead"), "a fall")
    walk = Command("merrit", "walk", squares=(game.state.board.parse("e3"),))
    for command, why in (
        (Command(GM, "contest", ("sable", "sable"), "edge"), "two different characters"),
        (Command(GM, "contest", ("sable", "odile"), "edge edge edge"), "one Modifier for both, or one for each"),
        (Command(GM, "contest", ("sable", "merrit"), "edge"), "6.13: Merrit is gone"),
        (Command(GM, "group-test", ("sable", "sable"), "edge"), "each once"),
        (Command(GM, "group-test", ("merrit", "quill"), "edge"), "6.13: Merrit is gone; 6.13: Quill is dead"),
        (Command(GM, "encounter", ("merrit", "quill")), "4.1: Merrit is gone; 4.1: Quill is dead"),
        (walk, "6.13: Merrit is gone and cannot act"),
        (Command("sable", "melee", ("merrit",)), "7.5: Merrit is gone"),
        (Command("sable", "melee", ("odile",)), "it is for an enemy only"),
        (Command("sable", "use", thing="nonsense"), "one of "),
        (Command("sable", "say"), "what is said or done, in words"),
        (Command("sable", "improvise"), "what is said or done, in words"),
    ):
        assert why in refusal(game, command), command


def test_a_chain_ends_where_the_gm_has_lifted_what_ends_it() -> None:
    """Everybody answered every answer once, until there were more events than a deed may make."""
    people = [f"cast guard as guard-{n} at {place} side {side}" for n, (place, side) in enumerate(CROWD)]
    enc = staged(RULES, *people)
    RULES.skip_setup(enc)
    game = Game(RULES, enc)
    game.begin()
    for number in ("5.3", "8.1", "8.2", "15.9", "15.11"):
        game.rule(Command(GM, "mode", thing=number, text="allow"))
    game.command(Command(RULES.actors(game.state)[0], "melee", ("guard-1",)))
    asked = 0
    while game.waiting:
        question = game.waiting[0]
        dodges = [command for command in question.commands if command.verb == "dodge"]
        game.answer(question.id, dodges[0] if dodges else question.default)
        asked += 1
    assert MOST_ASKED <= asked <= MOST_ASKED + len(CROWD)
    assert phases(game.state).triggers == []
