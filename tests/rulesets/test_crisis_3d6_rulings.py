"""The GM's word in Crisis 3d6, which asks nobody and leaves no number that cannot be; refusals, and their words."""

from __future__ import annotations

from pathlib import Path

import pytest

from fracas.engine.command import GM, Command
from fracas.engine.errors import Invalid, Refused
from fracas.engine.game import Game
from fracas.engine.registry import load_ruleset
from fracas.engine.teller import tell_all
from fracas.engine.text import parse_command, parse_ruling
from fracas.rulesets.crisis_3d6.people import Person, people, person

RULESET = load_ruleset("crisis_3d6")


def game_of(scenario: str, **options: str) -> Game:
    game = Game(RULESET, RULESET.start(scenario, options, ["1", "1"]))
    game.begin()
    return game


def rule(game: Game, text: str) -> list[str]:
    """What is told of a ruling."""
    return [event.say(game.state) for event in game.rule(parse_ruling(RULESET, game.state, text)).events]


def one_of(game: Game, who: str) -> Person:
    return person(game.state, who)


def test_surprise_cut_short_waits_for_dice_thrown_by_hand() -> None:
    game = game_of("ambush")
    game.rule(Command("player1", "dice", text="hand"))
    rule(game, "end-phase")
    assert [decision.who for decision in game.waiting] == ["isaure"]
    game.answer(game.waiting[0].id, Command("isaure", "faces", thing="3d6", numbers=(6, 6, 6)))
    assert game.state.flow.phase == "fight"


def test_a_tie_is_told_as_one() -> None:
    game = game_of("ambush")
    said = rule(game, "end-phase")
    again = [line for line in said if "turn order, again for the tie" in line]
    assert again and len(again) < len([line for line in said if "turn order" in line])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("set hobb hp 15", "a whole number from -60 to 14"),
        ("set hobb ep 57", "a whole number from 0 to 56"),
        ("set hobb ammo 1", "a weapon with a magazine in hand"),
        ("set sorrel ammo 7", "a whole number from 0 to 6"),
    ],
)
def test_nobody_gets_more_than_there_can_be(text: str, expected: str) -> None:
    game = game_of("toll-house")
    before = game.save()
    with pytest.raises(Invalid) as caught:
        rule(game, text)
    assert caught.value.expected == expected
    assert game.save() == before


def test_a_smaller_maximum_leaves_no_more_than_that() -> None:
    game = game_of("toll-house")
    rule(game, "set hobb max-hp 5")
    rule(game, "set hobb max-ep 0")
    assert (one_of(game, "hobb").hp, one_of(game, "hobb").ep) == (5, 0)
    assert one_of(game, "hobb").has("exhausted")
    assert not RULESET.invariants(game.state)


def test_what_the_gm_does_with_somebody_is_told_as_a_ruling() -> None:
    game = game_of("toll-house")
    assert rule(game, "move hobb c4") == ["Hobb Garrick is put on c4 (ruling)"]
    assert rule(game, "hide hobb") == ["Hobb Garrick is hidden"]
    assert rule(game, "reveal hobb") == ["Hobb Garrick is revealed at c4 (ruling)"]
    assert rule(game, "remove hobb") == ["Hobb Garrick leaves the encounter (ruling)"]


def test_the_dead_called_back_to_a_square_that_is_taken_make_room() -> None:
    game = game_of("toll-house")
    rule(game, "add-condition hobb dead")
    rule(game, "move gun c6")
    assert [line for line in rule(game, "end-condition hobb dead") if "rolls aside" in line]
    assert not RULESET.invariants(game.state)


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("gun go-prone", "", "one of n, ne, e, se, s, sw, w, nw"),
        ("gun draw", "", "a weapon"),
        ("gun use", "", "an item"),
        ("gun move z99", "z99", "the squares of the path"),
        ("gun move m7 quickly", "quickly", "no thing for this action"),
        ("gun check might hobb", ["hobb"], "no target for this action"),
        ("gun attack hobb c4", ["c4"], "no square for this action"),
        ("gun attack hobb 1 2", [1, 2], "one number at most"),
        ("gun aim 3", [3], "no number for this action"),
    ],
)
def test_what_was_left_out_or_is_too_much_is_named(text: str, value: object, expected: str) -> None:
    game = game_of("toll-house")
    with pytest.raises(Invalid) as caught:
        game.command(parse_command(RULESET, game.state, text), GM)
    assert (caught.value.value, caught.value.expected) == (value, expected)


def test_a_check_without_a_skill_names_them_all() -> None:
    game = game_of("toll-house")
    with pytest.raises(Invalid) as caught:
        game.command(parse_command(RULESET, game.state, "gun check"), GM)
    assert caught.value.expected.startswith("one of athletics, force, melee") and "charisma" in caught.value.expected


@pytest.mark.parametrize(
    "text", ["sorrel attack hobb", "sorrel move c3", "sorrel overwatch", "sorrel hide", "sorrel rally"]
)
def test_between_fights_the_time_is_reason_enough(text: str) -> None:
    game = game_of("long-day")
    for foe in ("hound-1", "hound-2"):
        rule(game, f"remove {foe}")
    with pytest.raises(Refused) as caught:
        game.command(parse_command(RULESET, game.state, text), GM)
    assert [reason.paragraph for reason in caught.value.reasons] == ["15.1"]


def test_what_is_regained_is_told_as_what_there_is_now() -> None:
    game = game_of("long-day")
    for text in ("set sorrel ep 5", "remove hound-1", "remove hound-2"):
        rule(game, text)
    events = game.command(Command("sorrel", "break"), GM).events
    assert "Sorrel Vane regains 35 Endurance (a break), now 40 of 40" in [event.say(game.state) for event in events]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hobb attack gun 2", "Baton strikes once in an attack"),
        ("sorrel attack gun 2", "Revolver fires once in an attack"),
    ],
)
def test_how_often_a_weapon_strikes_or_fires(text: str, expected: str) -> None:
    game = game_of("toll-house")
    rule(game, "move hobb l6")
    command = parse_command(RULESET, game.state, text)
    reasons = RULESET.actions["attack"].bars_pick(game.state, command)
    assert expected in [reason.text for reason in reasons]


# Hidden newcomers, ambushes and warnings


def heard(game: Game, text: str, seat: str) -> list[str]:
    """The kinds of events a seat gets to know of a ruling."""
    before = game.state.copy()
    events = game.rule(parse_ruling(RULESET, game.state, text)).events
    return [told.event.kind for told in tell_all(game.ruleset, before, events, seat)]


def test_nobody_hears_of_a_hidden_newcomer() -> None:
    game = game_of("toll-house")
    dice = game.state.rolls.copy()
    assert heard(game, "add lane-stalker k8 id=late, side=foes, hidden", "player1") == []
    assert "late" in [slot.who[0] for slot in game.state.flow.order]
    assert game.state.rolls == dice and game.state.secret_rolls == {"late": 1}


def test_an_ambush_begins_unheard() -> None:
    game = game_of("toll-house", aftermath="respite")
    for who in [one.id for one in people(game.state) if one.side == "foes"]:
        rule(game, f"remove {who}")
    assert game.state.flow.phase == "respite"
    assert heard(game, "add lane-stalker k8 id=late, side=foes, hidden", "player1") == []
    begun = heard(game, "end-phase", "player1")
    assert begun[0] == "fight-began" and "joined" not in begun
    assert game.state.flow.phase == "surprise" and game.state.flow.active == ["late"]
    assert [one.id for one in people(game.state) if one.present and one.has("surprised")] == ["sorrel", "hobb"]


@pytest.mark.parametrize("defence", ["document-table", "assumed-roll"])
def test_the_gm_is_warned_of_npcs_that_nothing_hits(defence: str) -> None:
    plain = Game(RULESET, RULESET.start("vault", {}, ["1", "1"]))
    assert not [event for event in plain.begin().events if event.kind == "warned"]
    game = Game(RULESET, RULESET.start("vault", {"npc-defence": defence}, ["1", "1"]))
    before, events = game.state.copy(), game.begin().events
    said = [event.say(game.state) for event in events if event.kind == "warned"]
    assert said and all("9.8" in line for line in said)
    assert len(said) == len([one for one in people(game.state) if one.npc and one.level >= 8])
    heard = tell_all(game.ruleset, before, events, "player1")
    assert not [told for told in heard if told.event.kind == "warned"]


FLOOR = "\n".join(["." * 12] * 6)
WAVES = f'''
[scenario.two-waves]
title = "Two waves"
description = "The second comes out of nowhere."
map = """
{FLOOR}
"""
surprised = ["heroes"]
surprised_in = [2]
aftermath = "respite"
entry = [
  {{ creature = "sorrel", at = "b2", side = "heroes", seat = "player1" }},
  {{ creature = "dock-tough", at = "k2", side = "foes" }},
  {{ creature = "lane-stalker", id = "lurker", at = "k5", side = "foes", hidden = true, wave = 2 }},
]
'''


def test_a_later_wave_may_come_hidden_and_by_surprise(tmp_path: Path) -> None:
    (tmp_path / "waves.toml").write_text(WAVES)
    rules = load_ruleset("crisis_3d6", [str(tmp_path)])
    game = Game(rules, rules.start("two-waves", {}, ["1", "1"]))
    game.begin()
    assert game.state.flow.phase == "fight"
    rule(game, "remove dock-tough")
    game.command(Command("sorrel", "go-on"))
    assert game.state.flow.phase == "surprise" and game.state.flow.active == ["lurker"]
    assert one_of(game, "lurker").unseen_by == ["sorrel"] and one_of(game, "sorrel").has("surprised")
