"""What a newcomer types: names and beginnings, look-ups in the middle of a menu, a game taken up again."""

from __future__ import annotations

import re

import pytest
from tests.cli.terminal import Ran, Terminal

DUEL = "duel/arena"
FIRST = "crisis_mode/first-duel"
CLOSE = "gm move brute d4"
"""Whatever the bot did first: now the foe is next to one."""


def duel(terminal: Terminal, *typed: str, more: tuple[str, ...] = (), seed: int = 4) -> Ran:
    return terminal.run("play", DUEL, "--plain", "--seed", str(seed), "--policy", "random", *more, typed=list(typed))


def first(terminal: Terminal, *typed: str, more: tuple[str, ...] = ("--plain",), game: str = FIRST) -> Ran:
    """The installed game to begin with; afterwards the input ends."""
    return terminal.run("play", game, "--seed", "1", *more, typed=list(typed))


# ------------------------------------------------------------------ resuming


def test_resume_remembers_who_sat_where_and_which_scenario_it_was(terminal: Terminal) -> None:
    duel(terminal, "", "quit", "", more=("--people", "gm"))
    path = str(terminal.kept()[0])
    again = terminal.run("play", "--resume", path, "--plain", typed=["quit", ""]).out
    assert "The arena (duel/arena), resumed" in again
    assert "Seats: player1: bot, gm: person." in again
    other = terminal.run("play", "--resume", path, "--plain", "--people", "player1", typed=["quit", ""]).out
    assert "Seats: player1: person, gm: bot." in other


def test_a_game_of_bots_alone_is_resumed_as_one(terminal: Terminal) -> None:
    terminal.run("play", DUEL, "--bots", "--plain", "--policy", "random", "--seed", "1", "--turns", "2")
    again = terminal.run("play", "--resume", str(terminal.kept()[0]), "--plain", "--turns", "3")
    assert "Seats: player1: bot, gm: bot." in again.out


def test_several_things_that_will_not_do_are_named_in_words(terminal: Terminal) -> None:
    out = duel(terminal, "gm hide anna", "q", "").out
    assert "'anna' will not do: expected one combatant of this encounter" in out


# ------------------------------------------------------------------ what NAME


def test_what_explains_an_item_with_its_numbers_and_its_rule(terminal: Terminal) -> None:
    out = first(terminal, "what healing potion").out
    assert "Healing potion, item, rule 14.1." in out
    assert "1d6 HP at once." in out
    assert "14.1 Drinking." in out


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("ran", "Ran, condition, rule 12.5."),
        ("fire bolt", "Fire Bolt, spell, rule 13.14."),
        ("normal", "Normal attack, action, rule 9.7."),
        ("parry", "Parry, reaction, rule 7.8."),
        ("low wall", "low wall, terrain."),
        ("first-aid", "First aid, action, rule 11.8."),
        ("brute", "Card of Gorm the bristle brute"),
        ("healng potion", "perhaps healing potion"),
    ],
)
def test_what_knows_every_kind_of_thing(terminal: Terminal, word: str, said: str) -> None:
    assert said in first(terminal, f"what {word}").out


@pytest.mark.parametrize("game", [FIRST, "phases_of_play/weir-parley"])
def test_what_alone_names_things_of_this_game(terminal: Terminal, game: str) -> None:
    named = re.search(r"Expected a name: what (.*)", first(terminal, "what", game=game).out)
    assert named is not None
    asked = named[1].split(", what ")
    out = first(terminal, *[f"what {name}" for name in asked], game=game).out.lower()
    assert asked == [name for name in asked if f"\n{name}, " in out]


def test_what_takes_the_number_of_an_option_and_an_option_of_the_rules(terminal: Terminal) -> None:
    out = duel(terminal, "what 1", "what guard").out
    assert "Move, action, rule" in out
    assert re.search(r"^guard, option, rule \S+\.$", out, re.MULTILINE)


# ------------------------------------------------------------------ typing


def test_what_could_be_several_actions_is_not_guessed(terminal: Terminal) -> None:
    out = first(terminal, "attack gorm").out
    assert "Attack could be Rushed attack (rushed), Normal attack (normal)," in out
    assert "All-Out attack (all-out): say which" in out
    assert "Haldis Oxhand spends" not in out


def test_titles_names_and_their_beginnings_are_understood(terminal: Terminal) -> None:
    out = first(terminal, CLOSE, "normal attack gorm with una").out
    assert "Haldis Oxhand attacks Gorm the bristle brute with Unarmed" in out


def test_a_beginning_that_fits_two_foes_is_not_guessed(terminal: Terminal) -> None:
    assert "Gob could be Gob1 or Gob2: say which" in duel(terminal, "strike gob").out


def test_of_two_foes_the_one_within_reach_is_meant(terminal: Terminal) -> None:
    assert "Kara, strike:" in duel(terminal, "move c3", "strike gob").out


def test_a_bare_verb_opens_its_menu(terminal: Terminal) -> None:
    out = first(terminal, CLOSE, "normal", "").out
    assert "1. Gorm the bristle brute: 2 AP, hit" in out
    assert "Normal attack, which?" in out


def test_an_answer_may_be_given_by_the_beginning_of_its_title(terminal: Terminal) -> None:
    ran = terminal.run("play", DUEL, "--plain", "--seed", "4", typed=["pass", "gua"])
    assert "Kara spends 1 guards." in ran.out


# ------------------------------------------------------------------ menus


def test_look_ups_in_a_menu_do_not_lose_it(terminal: Terminal) -> None:
    looks = ["map", "card gorm", "log 2", "rule 9.7", "rules 9.7", "why 1", "what parry", "help", "order"]
    out = first(terminal, CLOSE, "normal", *looks, "1").out
    assert out.count("Normal attack, which?") == len(looks) + 1
    assert "Gorm the bristle brute is possible, Normal attack:" in out
    assert "Haldis Oxhand attacks Gorm the bristle brute with Broad axe" in out


def test_undo_in_a_menu_leaves_it(terminal: Terminal) -> None:
    out = duel(terminal, "move c3", "strike", "u", "pass").out
    assert "Undone: kara move c3." in out
    assert "Heroes: Kara at b2" in out.split("Undone: ")[1]


def test_what_is_not_possible_is_folded_into_a_line(terminal: Terminal) -> None:
    folded, full = first(terminal, "all").out.split("Haldis Oxhand> all")
    (count,) = re.findall(r"^(\d+) more not possible now \(type all\)$", folded, re.MULTILINE)
    assert "not now:" not in folded
    assert full.count("not now:") == int(count) > 0


def test_an_option_that_ends_the_opportunity_says_so(terminal: Terminal) -> None:
    assert re.search(r"^[\d, -]+ end your opportunity\.$", first(terminal).out, re.MULTILINE)
    assert "your turn." in duel(terminal).out


def test_an_option_without_a_choice_shows_its_odds_in_the_menu(terminal: Terminal) -> None:
    typed = ["gm add-condition haldis bleeding", "quit", ""]
    out = first(terminal, *typed).out.split("Ruled: add-condition haldis bleeding.")[1]
    assert re.search(r"^\d+\. First aid: 3/Only, .*Haldis Oxhand no longer bleeding \d+%", out, re.MULTILINE)


def test_no_does_not_leave(terminal: Terminal) -> None:
    out = duel(terminal, "quit", "n", "quit", "no", "map", "quit", "y").out
    assert out.count("Leave?") == 3
    assert "Kara at" in out.split("Leave?")[2]


# ------------------------------------------------------------------ what is said


def test_things_on_the_ground_are_drawn_and_named(terminal: Terminal) -> None:
    more = ("--people", "gm", "--width", "80")
    out = first(terminal, "pick-up spear", more=more, game="crisis_mode/ambush").out
    assert re.search(r"^ +7 .*%", out, re.MULTILINE)
    assert "% Spear at h7; & Healing potion at m4" in out
    assert "Spear lies at h7, not within reach" in out and "step next to h7" in out
    plain = first(terminal, more=("--people", "gm", "--plain"), game="crisis_mode/ambush").out
    assert "On the ground: Healing potion at m4" in plain and "Spear at h7" in plain


def test_surprise_is_said(terminal: Terminal) -> None:
    out = first(terminal, "log 0", more=("--people", "gm", "--plain"), game="crisis_mode/ambush").out
    assert "Wen Farrow: 1 AP (surprised), Free Steps 2." in out
    assert re.search(r"^\d+\. Wen Farrow \(wen\), heroes, 1 AP; 9/9 healthy, surprised\.$", out, re.MULTILINE)


def test_dice_the_table_throws_are_not_said_to_be_thrown_by_hand(terminal: Terminal) -> None:
    out = duel(terminal, "", more=("--dice", "hand")).out
    assert re.search(r"^ +Kara, order: \d \[d6: \d\]\.$", out, re.MULTILINE)


def test_the_map_is_spoken_with_distances_cover_and_ground(terminal: Terminal) -> None:
    out = duel(terminal, "map").out.split("Kara> map")[1]
    assert "Heroes: Kara at b2" in out
    assert re.search(r"^From Kara at b2: Gob1, \d+ squares \w+", out, re.MULTILINE)
    assert "The board is" in out and "mostly floor." in out
    assert "  a  b" not in out
    more = ("--people", "gm", "--plain")
    wide = first(terminal, "map", more=more, game="crisis_mode/ambush").out
    assert re.search(r"\w+, \d+ squares [a-z-]+, in cover", wide)
    assert "Low wall: n5 to o5." in wide


def test_a_person_may_be_a_gm_who_has_actions(terminal: Terminal) -> None:
    more = ("--people", "gm", "--plain")
    out = first(terminal, "as gm", "options", "card", "encounter", more=more, game="phases_of_play/weir-parley").out
    assert "The GM may (gm; a number, a command, or help):" in out
    assert "1. Begin an Encounter." in out
    assert "An Encounter: Set-up" in out.split("the GM> encounter")[1]


def test_what_is_typed_wrong_is_answered_in_plain_words(terminal: Terminal) -> None:
    out = first(terminal, "run z99", "run", "z99", "", "rushed nobody", "odds attack gorm", "card nobody").out
    assert out.count("'z99' will not do: expected a place such as a1 or l8") == 2
    assert "'nobody' will not do: expected a combatant of this encounter" in out
    assert "'nobody' will not do: expected one of haldis, brute" in out
    assert out.count("Attack could be Rushed attack (rushed)") == 1
    assert "got " not in out.split("Haldis Oxhand> run z99")[1]


def test_odds_take_the_number_of_an_option(terminal: Terminal) -> None:
    by_number, by_name = [
        first(terminal, f"odds {words}", "quit", "").out.split(f"> odds {words}")[1].split(">")[0]
        for words in ("1 d3", "free-step d3")
    ]
    assert by_number == by_name
    assert "understood" not in by_number


# ------------------------------------------------------------------ without a map

TOLD = "phases_of_play/weir-parley-told"
ALL = ("--plain", "--people", "player1,player2,player3,player4,gm")


def test_where_to_go_without_a_map_is_asked_by_place(terminal: Terminal) -> None:
    """A number is no place, and the verb typed again is no part of it."""
    out = first(terminal, "walk", "1", "walk bridge", "u", more=ALL, game=TOLD).out
    assert "1. Walk: 2 places." in out
    assert "Walk, to which place? (Enter goes back)" in out
    assert "'1' will not do: expected a place such as near bank or far bank" in out
    assert re.search(r"Undone: \w+ walk bridge\.", out)


def test_the_dice_of_a_favor_are_told_apart(terminal: Terminal) -> None:
    out = first(terminal, "wait", "wait", "wait", "wait", "as gm", "test quill athletics 1", more=ALL, game=TOLD).out
    assert re.search(r"die 1 shows \d+, die 2 shows \d+, a Score of .*\. Spend a Favor on one die\?", out)
    assert "1. Roll die 1 again:" in out
    assert "2. Roll die 2 again:" in out
