"""What pages and terminal show comes as fields, so that nobody has to read it out of a text."""

from __future__ import annotations

from typing import ClassVar

import pytest
from tests.duel import RULESET, Duel, arena

from fracas.cli.screen_rail import _drawn, _spoken
from fracas.engine.action import Action
from fracas.engine.board.terrain import Terrain
from fracas.engine.card import Item, listed, named
from fracas.engine.combatant import Combatant
from fracas.engine.command import PASS, Command
from fracas.engine.dice import parse, typed
from fracas.engine.encounter import Encounter
from fracas.engine.errors import EngineFault, Invalid
from fracas.engine.events import Ended
from fracas.engine.fields import PUBLIC, Field, Number
from fracas.engine.offer import Decision, Offer
from fracas.engine.registry import load_ruleset
from fracas.engine.showing import card_of
from fracas.protocol.troubles import problem_of


def decision(required: bool = False, label: str = "") -> Decision:
    commands = [Command("kara", "dodge"), Command("kara", PASS)]
    return Decision("1.1", "kara", "hit", "Dodge?", [], commands, commands[1], False, required, label)


def test_a_question_says_whether_one_may_pass_and_what_that_is_called() -> None:
    assert (decision().can_pass, decision().pass_label) == (True, "Pass")
    assert decision(label="By your Scores").to_json()["pass_label"] == "By your Scores"
    assert decision(required=True).to_json()["can_pass"] is False


def test_an_offer_says_whether_its_squares_are_a_path() -> None:
    assert Offer("kara", "go", "Go", "1.1", "", "path").walks
    assert not Offer("kara", "burn", "Burn", "1.1", "", "square").walks


def test_a_total_of_one_die_is_said_once() -> None:
    assert typed(parse("d20"), [2]).say() == "d20: 2"
    assert typed(parse("d20+3"), [2]).say() == "d20+3: 2 = 5"
    assert typed(parse("2d6"), [2, 3]).say() == "2d6: 2 3 = 5"


def test_dropped_dice_are_marked_and_exploded_ones_stand_together() -> None:
    kept = typed(parse("2d6kh1"), [2, 3])
    assert [shown for pool in kept.pools for shown in pool.shown()] == [("2", False), ("3", True)]
    burst = typed(parse("d6!"), [6, 4])
    assert [shown for pool in burst.pools for shown in pool.shown()] == [("6!+4", True)]


def test_ground_says_how_it_looks_and_keeps_that_when_saved() -> None:
    mire = Terrain("mire", "m", look="water")
    assert Terrain.from_json(mire.to_json()).look == "water"
    assert "look" not in Terrain("floor", ".").to_json()
    with pytest.raises(Invalid, match="look"):
        Terrain("mire", "m", look="swampy")


class Hiker(Combatant):
    """Somebody whose stress is bad when full."""

    FIELDS: ClassVar[tuple[Field, ...]] = (
        *Combatant.FIELDS,
        Number("stress", PUBLIC, title="Stress", most=5, bad=True),
        Number("breath", PUBLIC, title="Breath", most=3),
    )

    def __init__(self) -> None:
        super().__init__("kara", "Kara", "kara", "heroes", "player1", 0, 1)
        self.stress, self.breath = 4, 3


def test_a_field_that_is_bad_when_full_says_so_on_card_and_terminal() -> None:
    enc = arena()
    enc.combatants["kara"] = Hiker()
    card = card_of(RULESET, enc, "kara", "player1")
    assert [field.to_json().get("bad", False) for field in card.fields] == [True, False]
    assert [_spoken(field) for field in card.fields] == ["4 of 5, bad when full", "3 of 3"]
    assert [str(_drawn(field, False, False)).split()[0] for field in card.fields] == ["!!!!!!!!--", "##########"]


def test_things_on_a_card_can_be_looked_up_one_by_one() -> None:
    assert listed("Carries", named(["Axe", "Rope"])).to_json()["items"] == [
        {"text": "Axe", "ask": "Axe", "icon": ""},
        {"text": "Rope", "ask": "Rope", "icon": ""},
    ]
    assert listed("Conditions", [Item("hexed (3 turns)", "hexed")]).text == "hexed (3 turns)"
    assert listed("In hand", [], "bare hands").to_json() == {"kind": "words", "label": "In hand", "text": "bare hands"}


def duel() -> Encounter:
    rules = load_ruleset("crisis_mode")
    return rules.start(rules.scenarios()[0].id, {}, ["1", "2"])


def test_how_it_ended_is_a_title() -> None:
    enc = duel()
    side = next(iter(enc.combatants.values())).side
    assert Ended(side, "one side left").shown(enc)["title"] == f"{side[:1].upper()}{side[1:]} win"
    assert Ended("draw", "nobody left").shown(enc)["title"] == "A draw"
    assert Ended("fled", "they got away").shown(enc)["title"] == "They got away"


def test_an_error_says_what_is_missing_and_what_may_have_been_meant() -> None:
    nothing = problem_of(Invalid("aside", "dice", "", "dice such as 2d6"), "aside.dice")
    assert (nothing.missing, nothing.expected) == (True, "dice such as 2d6")
    near = problem_of(Invalid("what", "", "axr", "something of this game", ["axe"]), "what")
    assert (near.missing, near.near) == (False, ["axe"])


def test_a_gauge_that_is_full_at_no_field_is_named() -> None:
    class Lamp(Combatant):
        FIELDS: ClassVar[tuple[Field, ...]] = (*Combatant.FIELDS, Number("oil", PUBLIC, title="Oil", most="tnak"))

        def __init__(self) -> None:
            super().__init__("lamp", "Lamp", "lamp", "heroes", "player1", 0, 1)
            self.oil = 1

    with pytest.raises(EngineFault, match="Lamp: oil is full at tnak, which is not declared"):
        Lamp().settable()


def test_an_action_of_a_shape_that_does_not_exist_is_named() -> None:
    with pytest.raises(AssertionError, match="the action fly takes 'sqare.', expected one of none, target"):
        Duel().register([Action("fly", "Fly", "1.1", "sqare?")], [], [])


def test_a_field_says_who_may_know_it_in_a_word_that_exists() -> None:
    with pytest.raises(EngineFault, match="who may know oil\\? 'publc' is none of public, keeper, gm"):
        Number("oil", "publc")
