"""One rule for naming things: whatever `what` finds can be typed, everywhere and in the same ways."""

from __future__ import annotations

import pytest

from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.game import Game
from fracas.engine.naming import Unclear, fitting, plain
from fracas.engine.registry import load_ruleset
from fracas.engine.ruleset import Ruleset
from fracas.engine.text import parse_command, parse_ruling, say_command
from fracas.session.lookup import look_up
from fracas.session.session import Session

CAP = load_ruleset("cap_check")
PLAY = load_ruleset("phases_of_play")


def begun(ruleset: Ruleset, scenario: str) -> Encounter:
    enc = ruleset.start(scenario, {}, ["a", "b"])
    ruleset.skip_setup(enc)
    return enc


@pytest.fixture(scope="module")
def yard() -> Encounter:
    return begun(CAP, "smelter-yard")


@pytest.mark.parametrize("name", ["Gate slam", "gate-slam", "GATE_SLAM", "gate  slam"])
def test_a_name_is_the_same_however_it_is_joined(name: str) -> None:
    assert plain(name) == "gate slam"
    assert plain("Hunter's mark") == plain("hunters mark")


def test_exact_names_come_before_beginnings() -> None:
    names = {"a": ["a", "Fire"], "b": ["b", "Fire bolt"], "c": ["c", "Wall of fire"]}
    assert fitting("fire", names) == ["a"]
    assert fitting("fir", names) == ["a", "b"]
    assert fitting("of f", names) == ["c"]


@pytest.mark.parametrize(
    "typed", ["gate slam cutter", "gate-slam cutter", "use gate slam cutter", "use gate-slam on the Slag picker"]
)
def test_a_card_is_named_the_same_way_with_its_verb_and_without(yard: Encounter, typed: str) -> None:
    assert look_up(CAP, yard, GM, "gate slam")[0].id == "gate-slam"
    command = parse_command(CAP, yard, f"brannoc {typed}")
    assert (command.verb, command.thing, command.targets) == ("use", "gate-slam", ("cutter",))


def test_what_one_does_not_have_is_understood_all_the_same(yard: Encounter) -> None:
    command = parse_command(CAP, yard, "oriel gate slam cutter")
    assert (command.verb, command.thing) == ("use", "gate-slam")


def test_a_card_with_its_amplify_is_named_word_by_word(yard: Encounter) -> None:
    command = parse_command(CAP, yard, "oriel pinning shot with high arc puff")
    assert (command.thing, command.targets) == ("pinning-shot high-arc", ("puff",))


@pytest.mark.parametrize("scenario", ["smelter-yard", "toll-bridge"])
def test_every_command_offered_can_be_typed_by_its_names(scenario: str) -> None:
    enc = begun(CAP, scenario)
    who = CAP.actors(enc)[0] if CAP.actors(enc) else "brannoc"
    for offer in CAP.offers(enc, who):
        for pick in offer.picks:
            command = pick.command
            assert parse_command(CAP, enc, say_command(enc, command)).body() == command.body()
            if command.thing and " " not in command.thing and not command.squares:
                people = " ".join([enc.name(target) for target in command.targets])
                by_name = parse_command(
                    CAP, enc, f"{who} {offer.verb} {enc.content.thing_name(command.thing)} {people}"
                )
                assert by_name.body() == command.body()


def test_words_of_ones_own_are_left_alone() -> None:
    enc = begun(PLAY, "weir-parley-told")
    said = "tip the table over on to the Lady,  at 3 to the  river"
    command = parse_command(PLAY, enc, f"bram improvise {said}")
    assert command.same(Command("bram", "improvise", thing=said))


@pytest.mark.parametrize("place", ["far bank", "far_bank", "far-bank", "Far Bank"])
def test_places_are_named_like_everything_else(place: str) -> None:
    enc = begun(PLAY, "weir-parley-told")
    command = parse_command(PLAY, enc, f"bram walk {place}")
    assert enc.board.name(command.squares[-1]) == enc.board.name(enc.board.parse("far_bank"))


def test_rulings_take_names_too(yard: Encounter) -> None:
    ruling = parse_ruling(CAP, yard, "add-condition Slag picker off guard 1")
    assert (ruling.targets, ruling.thing, ruling.numbers) == (("cutter",), "off-guard", (1,))
    assert parse_ruling(CAP, yard, "move yard hound a1").targets == ("hound",)
    assert parse_ruling(CAP, yard, "set slag picker HP 3").same(Command("gm", "set", ("cutter",), "hp", text="3"))


def test_what_could_be_several_things_is_named_and_not_guessed(yard: Encounter) -> None:
    with pytest.raises(Unclear, match="Slag picker"):
        parse_command(CAP, yard, "oriel use bow-shot s")


def test_a_verb_nobody_knows_is_refused_by_the_game(yard: Encounter) -> None:
    with pytest.raises(Invalid, match="one of use"):
        CAP.action(parse_command(CAP, yard, "oriel frobnicate"))


def test_the_referee_reads_by_the_same_rule() -> None:
    game = Game(CAP, CAP.start("smelter-yard", {}, ["a", "b"]))
    game.begin()
    assert Session(game).read_command("brannoc gate slam slag picker", "gm").thing == "gate-slam"
