"""What players call somebody counts in the order of first sight, whatever the ids are."""

from __future__ import annotations

import json

import pytest
from tests.duel import Duel, Fighter, arena

from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid, Refused
from fracas.engine.game import Game
from fracas.engine.meeting import meet
from fracas.engine.text import parse_ruling
from fracas.engine.views import view_json


def lurking(enc: Encounter, id: str, name: str, pos: int) -> None:
    one = Fighter(id, "goblin", "foes", GM, pos)
    one.name, one.hidden = name, True
    enc.combatants[id] = one


def names_of(enc: Encounter, *ids: str) -> list[str]:
    """What those are called once all were seen, one after another."""
    for id in ids:
        enc.combatants[id].hidden = False
        meet(enc)
    return [enc.combatants[id].name for id in ids]


def test_who_is_met_first_is_the_first() -> None:
    start = arena(["a", "b"])
    for n in (1, 2, 3):
        lurking(start, f"stalker-{n}", f"Stalker {n}", n)
    game = Game(Duel(), start)
    game.begin()
    game.rule(parse_ruling(game.ruleset, game.state, "reveal stalker-3"))
    text = json.dumps(view_json(game.ruleset, game.state, "player1"))
    assert "stalker-1" in text and "Stalker 1" in text
    assert "stalker-3" not in text and "Stalker 3" not in text
    with pytest.raises((Invalid, Refused)):
        game.command(Command("kara", "strike", ("stalker-3",)), "player1")


def test_one_name_for_two_becomes_two_names() -> None:
    enc = arena(["a", "b"])
    lurking(enc, "rat-a", "Rat", 1)
    lurking(enc, "rat-b", "Rat", 2)
    assert names_of(enc, "rat-a", "rat-b") == ["Rat 1", "Rat 2"]


def test_a_name_without_a_number_is_none_that_others_bear_with_one() -> None:
    enc = arena(["a", "b"])
    for n, (id, name) in enumerate({"rat-7": "Rat 7", "rat-a": "Rat", "rat-b": "Rat"}.items()):
        lurking(enc, id, name, n)
    assert names_of(enc, "rat-7", "rat-a", "rat-b") == ["Rat 1", "Rat 2", "Rat 3"]
