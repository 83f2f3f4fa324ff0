"""What is said of foes, groups and remedies: Health in words, whom a Test is against, what can be done now."""

from __future__ import annotations

from fracas.engine.command import GM, Command
from fracas.engine.events import ValueSet
from fracas.engine.game import Game
from fracas.engine.registry import load_ruleset
from fracas.engine.showing import rail_of
from fracas.rulesets.phases_of_play.being import being
from fracas.rulesets.phases_of_play.tests import Scored
from fracas.rulesets.phases_of_play.turn_order import against_words

RULES = load_ruleset("phases_of_play")


def opened() -> Game:
    game = Game(RULES, RULES.start("counting-house", {}, ["1", "2"]))
    game.begin()
    return game


def test_1_8_a_foe_that_is_hurt_is_called_so_on_its_card_and_in_the_order() -> None:
    game = opened()
    most = being(game.state, "watch1").max_health
    for health, word in ((most, "well"), (most - 1, "hurt"), (most // 2, "badly hurt")):
        game.rule(Command(GM, "set", ("watch1",), "health", text=str(health)), "as it went")
        view = game.known("player1")
        who = next(row for row in rail_of(RULES, view, "player1").rows if row.name == game.state.name("watch1"))
        assert who.health == word
        looks = [field for field in RULES.card(view, who.who, "player1").fields if field.label == "Looks"]
        assert looks[0].text == word


def test_4_6_a_test_of_the_turn_order_says_against_whom() -> None:
    game = opened()
    game.command(Command(GM, "encounter"))
    events = game.command(Command(GM, "roll-order")).events
    while game.waiting:
        events = events + game.answer(game.waiting[0].id, game.waiting[0].default).events
    scored = [event for event in events if isinstance(event, Scored)]
    assert scored
    assert all(event.why.startswith("turn order against {0}") for event in scored)
    assert against_words(["a"]).text == "turn order against {0}"
    assert against_words(["a", "b"]).text == "turn order against {0} and {1}"
    assert against_words(["a", "b", "c", "d", "e"]).text == "turn order against {0}, {1} and 3 more"


def test_a_remedy_is_possible_now() -> None:
    """Who has no Movement left is not told to move nearer."""
    game = opened()
    game.command(Command(GM, "encounter"))
    game.command(Command(GM, "roll-order"))
    while game.waiting:
        game.answer(game.waiting[0].id, game.waiting[0].default)
    enc = game.state.copy()
    who = enc.flow.active[0]
    foe = next(one.id for one in enc.combatants.values() if one.side != enc.combatants[who].side)
    enc.combatants[foe].pos = enc.board.size - 1
    attack = Command(who, "melee", (foe,))
    assert [reason.remedy for reason in RULES.reasons(enc, attack) if reason.paragraph == "7.3"] == ["move nearer"]
    enc.happen(ValueSet(who, "movement", "0"))
    assert [reason.remedy for reason in RULES.reasons(enc, attack) if reason.paragraph == "7.3"] == [""]
