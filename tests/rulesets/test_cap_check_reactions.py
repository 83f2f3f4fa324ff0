"""Triggers and Amplifies seen from the table: their odds while the question is open, asked for by anybody who may."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fracas.engine.command import GM, PASS, Command
from fracas.engine.errors import Refused
from fracas.engine.game import Game
from fracas.engine.odds import Odds
from fracas.lab.faces import ScriptedThrower
from fracas.lab.staging import staged
from fracas.rulesets.cap_check import RULESET
from fracas.rulesets.cap_check.fighter import fighter, own_content
from fracas.rulesets.cap_check.saying import say_effects
from fracas.session.foresight import foresee_odds


def changes(found: Odds, who: str, gauge: str = "hp") -> dict[int, Fraction]:
    spread = found.changes.get(who, {}).get(gauge, {})
    return {change: Fraction(share.part, share.whole) for change, share in spread.items()}


def at_a_trigger() -> Game:
    """The cur is about to bite; the warden may beat it aside."""
    lines = ("cast warden at c4 side heroes", "cast novice at a8 side heroes", "cast cur at d4 side foes")
    game = Game(RULESET, staged(RULESET, *lines), ScriptedThrower([1]))
    game.begin()
    game.command(Command("warden", PASS))
    assert game.waiting[0].window == "trigger"
    return game


def at_an_amplify() -> Game:
    """The zealot has hit and rolled 5 and 5: fury may add to it."""
    lines = ("cast zealot at c4 side heroes", "cast post at d4 side foes")
    game = Game(RULESET, staged(RULESET, *lines), ScriptedThrower([9, 5, 5]))
    game.begin()
    game.command(Command("zealot", "use", ("post",), "smite"))
    assert game.waiting[0].window == "amplify"
    return game


@pytest.mark.parametrize("of_the_gm", [True, False])
def test_the_odds_of_a_trigger_are_those_of_what_it_answers(of_the_gm: bool) -> None:
    game = at_a_trigger()
    seat = GM if of_the_gm else game.state.seat_of("warden")
    found = foresee_odds(game, Command("warden", "trigger", thing="beat-aside"), seat, [])
    assert not found.sampled
    # It misses on 11 to 20; then the cur's bite is avoided on a Dodge of at most 4.
    assert changes(found, "warden")[0] == 1 - Fraction(1, 2) * Fraction(16, 20)
    assert changes(found, "warden", "pool") == {-2: Fraction(1)}


@pytest.mark.parametrize("of_the_gm", [True, False])
def test_the_odds_of_an_amplify_begin_with_the_dice_that_lie(of_the_gm: bool) -> None:
    game = at_an_amplify()
    seat = GM if of_the_gm else game.state.seat_of("zealot")
    names = [command.thing for command in game.waiting[0].commands if command.verb != PASS]
    assert "fury" in names
    found = foresee_odds(game, Command("zealot", "amplify", thing="fury"), seat, [])
    if not of_the_gm:
        assert found.left_out == ["odds: too much of what this answers is unknown"]
        return
    assert not found.sampled and found.branches == 8, "a branch for each face of the die that is added, and no more"
    assert changes(found, "zealot", "pool") == {-1: Fraction(1)}, "what was paid before is not counted again"
    toughness = 4
    assert changes(found, "post") == {toughness - 10 - face: Fraction(1, 8) for face in range(1, 9)}


def test_a_reaction_has_no_odds_without_a_question() -> None:
    game = at_a_trigger()
    with pytest.raises(Refused) as refused:
        foresee_odds(game, Command("novice", "trigger", thing="beat-aside"), GM, [])
    assert refused.value.reasons[0].paragraph == "0.4"
    with pytest.raises(Refused) as refused:
        foresee_odds(game, Command("warden", "trigger", thing="beat-aside"), "somebody-else", [])
    assert refused.value.reasons[0].paragraph == "0.1"


def test_reactions_say_what_they_do() -> None:
    game = at_a_trigger()
    said = RULESET.answer_words(game.known("warden"), "trigger", Command("warden", "trigger", thing="beat-aside"))
    assert said == "Beat Aside: on a hit, the foe takes d6 damage against Toughness and the action does not happen"
    game = at_an_amplify()
    said = RULESET.answer_words(game.known("zealot"), "amplify", Command("zealot", "amplify", thing="fury"))
    assert said == "Fury: d8 more damage"


def test_every_trigger_and_amplify_there_is_has_its_sentence() -> None:
    enc = RULESET.start("kiln", {"foes": "free"}, ["1", "2"])
    one = fighter(enc, "casimir")
    for card in own_content(RULESET.content).cards.values():
        for effects in [card.effects, *[built.effects for built in card.amplifies]]:
            said = say_effects(own_content(RULESET.content), one.name, effects, "the foe", card.when)
            assert said and said not in [effect.kind for effect in effects], card.id


def test_an_area_can_be_pointed_at_every_legal_square() -> None:
    lines = ("cast adept at c4 side heroes", "cast post at l8 side foes")
    enc = staged(RULESET, *lines)
    game = Game(RULESET, enc, ScriptedThrower([]))
    game.begin()
    view = game.known(game.state.seat_of("adept"))
    offered = next(offer for offer in RULESET.offers(view, "adept") if offer.verb == "use")
    squares = [p.command.squares[0] for p in offered.picks if p.command.thing == "burst-of-fire" and not p.blocked]
    legal: list[int] = []
    for square in range(enc.board.size):
        if not RULESET.reasons(view, Command("adept", "use", thing="burst-of-fire", squares=(square,))):
            legal.append(square)
    assert sorted(squares) == legal and len(legal) > 40
    listed = next(choice for choice in RULESET.menu(view, "adept") if choice.verb == "use").commands
    assert len([c for c in listed if c.thing == "burst-of-fire"]) < 10, "machines keep to squares near somebody"
