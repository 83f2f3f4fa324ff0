"""The log: chained by hash, read only as far as it is good, and enough to bring everything back."""

from __future__ import annotations

import pytest
from tests.duel import Duel, arena

from fracas.engine.canon import canon
from fracas.engine.command import Command
from fracas.engine.errors import Invalid
from fracas.engine.game import Game
from fracas.engine.log import log_from_text
from fracas.engine.policy import RandomPolicy
from fracas.engine.saved import load_game


def played(deeds: int = 25) -> Game:
    rules = Duel()
    game = Game(rules, arena(["a", "b"]))
    game.begin()
    policy = RandomPolicy(5)
    for _ in range(deeds):
        if game.waiting:
            decision = game.waiting[0]
            game.answer(decision.id, policy.choose(rules, game.state, decision))
        elif not game.state.over:
            who = rules.actors(game.state)[0]
            game.command(policy.act(rules, game.state, who, rules.menu(game.state, who)))
    return game


def test_a_good_log_brings_everything_back() -> None:
    game = played()
    while game.waiting:
        game.answer(game.waiting[0].id, game.waiting[0].default)
    again = load_game(Duel(), game.save())
    assert canon(again.state.to_json()) == canon(game.state.to_json())
    assert again.save() == game.save()
    assert not again.read_only


def damaged(text: str) -> list[tuple[str, str]]:
    rows = text.split("\n")
    middle = len(rows) // 2
    flipped = rows[middle].replace("e", "a", 1)
    return [
        ("a changed letter", "\n".join([*rows[:middle], flipped, *rows[middle + 1 :]])),
        ("a missing line", "\n".join([*rows[:middle], *rows[middle + 1 :]])),
        ("two lines swapped", "\n".join([*rows[:middle], rows[middle + 1], rows[middle], *rows[middle + 2 :]])),
        ("not JSON", "\n".join([*rows[:middle], "{", *rows[middle + 1 :]])),
        ("a float", "\n".join([*rows[:middle], '{"n": 1.5}', *rows[middle + 1 :]])),
        ("a line cut off", text[: len(text) * 2 // 3]),
    ]


@pytest.mark.parametrize("number", range(6))
def test_a_damaged_log_opens_read_only_at_its_last_good_line_and_says_so(number: int) -> None:
    game = played()
    what, text = damaged(game.save())[number]
    again = load_game(Duel(), text)
    assert again.read_only and "good up to line" in again.read_only, what
    assert 0 < len(again.log.lines) < len(game.log.lines)
    good = [line.hash for line in game.log.lines[: len(again.log.lines)]]
    assert [line.hash for line in again.log.lines] == good
    with pytest.raises(Invalid):
        again.begin()
    with pytest.raises(Invalid):
        again.undo()
    branch = again.branch(len(again.log.lines))
    assert not branch.read_only, "what is good can be played on as a branch"


@pytest.mark.parametrize("text", ["", "{}", "[]", "nonsense", '{"type":"header","data":{"format":99},"hash":""}'])
def test_what_is_no_log_is_invalid(text: str) -> None:
    with pytest.raises(Invalid):
        log_from_text(text)


def asked() -> Game:
    """A game in which a question is open."""
    for deeds in range(1, 60):
        game = played(deeds)
        if game.waiting:
            return game
    raise AssertionError("nobody was asked anything")


def test_jump_goes_anywhere_and_branch_leaves_the_first_game_alone() -> None:
    game = played()
    tip = len(game.log.lines)
    game.jump(0)
    game.jump(tip)
    end = canon(game.state.to_json())
    other = game.branch(tip // 2)
    if not other.state.over and not other.waiting:
        other.command(Command(other.ruleset.actors(other.state)[0], "pass"))
    assert canon(game.state.to_json()) == end
    with pytest.raises(Invalid):
        game.jump(10_000)
