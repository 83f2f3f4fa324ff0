"""Whole encounters of every installed ruleset, played through the terminal with scripted input."""

from __future__ import annotations

import json
import os
import random
import re

import pytest
from tests.cli.terminal import Terminal

from fracas.cli.common import start_game
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.text import say_command

SCENARIOS = [f"{id}/{info.id}" for id in ruleset_ids() for info in load_ruleset(id).scenarios()[:2]]
FIRST = SCENARIOS[0]
FIRSTS = SCENARIOS[::2]
LONG = bool(os.environ.get("FRACAS_LONG"))


def hides_somebody(ref: str) -> bool:
    id, _, name = ref.partition("/")
    return bool([one for one in load_ruleset(id).start(name, {}, ["1", "2"]).combatants.values() if one.hidden])


SECRETIVE = [ref for ref in SCENARIOS if hides_somebody(ref)]


@pytest.mark.parametrize("ref", SCENARIOS if LONG else FIRSTS)
def test_bots_play_every_scenario_to_its_end_and_it_can_be_proven(terminal: Terminal, ref: str) -> None:
    ran = terminal.run("play", ref, "--bots", "--policy", "easy", "--plain", "--seed", "2")
    assert ran.status == 0, ran.err
    proof = terminal.run("replay", str(terminal.kept()[0]), "--prove", "--plain")
    assert proof.status == 0, proof.err
    assert re.findall(r"^Result: .*$", ran.out, re.MULTILINE) == re.findall(r"^Result: .*$", proof.out, re.MULTILINE)


@pytest.mark.parametrize("ref", FIRSTS)
def test_people_who_only_pass_get_to_the_end(terminal: Terminal, ref: str) -> None:
    ran = terminal.run("play", ref, "--plain", "--seed", "3", typed=["pass"] * 3000, hurried=True)
    assert ran.status == 0, ran.out[-2000:] + ran.err
    assert "Result: " in ran.out


@pytest.mark.parametrize("ref", SECRETIVE)
def test_who_is_hidden_is_not_named_before_being_revealed(terminal: Terminal, ref: str) -> None:
    typed = ["order", "map", "options", "log", *["pass"] * 40]
    for more in ([], ["--bots"]):
        ran = terminal.run("play", ref, "--plain", "--seed", "5", *more, typed=typed)
        log = terminal.kept()[-1].read_text().splitlines()
        hidden = [one for one in json.loads(log[0])["data"]["start"]["combatants"] if one["hidden"]]
        for one in hidden:
            before, _, _ = ran.out.partition(f"{one['name']} is revealed")
            assert one["name"] not in before
            assert not re.search(rf"\b{one['id']}\b", before.split("Seats:")[1])


@pytest.mark.parametrize("seed", range(4))
def test_anything_typed_is_answered_and_nothing_breaks(terminal: Terminal, seed: int) -> None:
    chance = random.Random(seed)
    ruleset = load_ruleset(ruleset_ids()[0])
    ref = chance.choice([f"{ruleset.id}/{info.id}" for info in ruleset.scenarios()])
    name = ref.split("/")[1]
    people = list(ruleset.start(name, {}, ["1", "2"]).combatants)
    verbs = list(ruleset.actions)
    words = [
        *verbs,
        *people,
        *[str(n) for n in range(1, 20)],
        "c3",
        "d4",
        "a1-b2",
        "u",
        "r",
        "map",
        "card",
        "odds",
        "why",
    ]
    words += [
        "gm",
        "set",
        "ap",
        "hide",
        "allow",
        "because",
        "note",
        "withdraw",
        "prefer",
        "off",
        "order",
        "log",
        "rule",
        "4.3",
    ]
    typed: list[str] = []
    for _ in range(250):
        plain = chance.random() < 0.5
        typed.append(str(chance.randint(1, 20)) if plain else " ".join(chance.choices(words, k=chance.randint(1, 4))))
    typed = [line for line in typed if not line.startswith(("quit", "q ", "save"))]
    ran = terminal.run("play", ref, "--plain", "--seed", str(seed), typed=typed)
    assert ran.status in (0, 2), ran.err
    assert terminal.run("replay", str(terminal.kept()[0]), "--prove", "--plain").status == 0


def test_all_dice_may_be_thrown_by_hand(terminal: Terminal) -> None:
    """An empty line lets the table throw, so passing and Enter together play by hand."""
    ran = terminal.run("play", FIRST, "--plain", "--seed", "1", "--dice", "hand", typed=["", "pass"] * 200)
    assert "Type the faces as they lie" in ran.out
    assert ran.status in (0, 2)


@pytest.mark.parametrize("ref", SCENARIOS[:2])
def test_odds_can_be_had_for_what_the_first_in_order_may_do(terminal: Terminal, ref: str) -> None:
    game, _ = start_game(ref, 1, {})
    game.begin()
    who = game.ruleset.actors(game.state)[0]
    menu = game.ruleset.menu(game.state, who)
    for choice in [menu[0], menu[-1]]:
        ran = terminal.run("odds", ref, say_command(game.state, choice.command(0)), "--plain", "--seed", "1")
        assert ran.status == 0, ran.err


def test_the_weapon_in_hand_stands_in_the_menu_by_its_name(terminal: Terminal) -> None:
    ran = terminal.run("play", "crisis_3d6/bar-brawl", "--plain", "--seed", "3", typed=["1", "", "quit", "y"])
    assert "1. Duelling foil: 2 AP.\n2. Bare hands: 2 AP." in ran.out
