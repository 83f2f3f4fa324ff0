"""A push: the dice of a pool lie on the table, and whoever threw them may throw the failures again at a price.

A player is told what may come of either answer, given the dice that all have seen."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from tests.duel import Duel, Hurt, Spent, arena, fighter

from fracas.engine.action import Action
from fracas.engine.command import GM, Command
from fracas.engine.dice import parse
from fracas.engine.events import Rolled
from fracas.engine.game import Game
from fracas.engine.odds import Odds, odds
from fracas.engine.offer import Decision
from fracas.engine.roll import AtLeast, Roll, Successes
from fracas.engine.table import Question, Table
from fracas.session.foresight import foresee_answer

POOL = 4
GOAL = 5


class Shove(Action):
    """Each 5 or 6 of four dice hurts the foe by one; those that failed may be thrown again for a point."""

    def __init__(self) -> None:
        super().__init__("shove", "Shove", "2.1", "target")

    def perform(self, table: Table, command: Command) -> None:
        who = command.who
        count = table.read([Roll(who, parse(f"{POOL}d6"), "shove")], Successes(GOAL))
        answers = [Command(who, "push"), Command(who, "stay")]
        if (
            count < POOL
            and table.ask(Question(who, "push", "Push?", answers, answers[1], required=True)).verb == "push"
        ):
            table.emit(Spent(who, "ap", 1))
            count += table.read([Roll(who, parse(f"{POOL - count}d6"), "push")], Successes(GOAL))
        if count:
            table.emit(Hurt(command.target, count))
        if table.read([Roll(who, parse("1d20"), "footing")], AtLeast(11, "stands", "stumbles")):
            table.emit(Spent(who, "guards", 0))


def shoved(seed: str = "a") -> tuple[Game, Decision, int]:
    ruleset = Duel()
    ruleset.register([Shove()], [], [Spent, Hurt])
    game = Game(ruleset, arena([seed, "b"]))
    game.begin()
    game.command(Command("kara", "shove", ("gob1",)))
    rolled = [event for event in game.shown if isinstance(event, Rolled)]
    return game, game.waiting[0], rolled[-1].total


def weighed(game: Game, decision: Decision, verb: str, seat: str) -> Odds:
    found = foresee_answer(game, decision, Command("kara", verb), seat)
    assert found.odds is not None and not found.reasons
    return found.odds


@pytest.mark.parametrize("seat", [GM, "player1"])
@pytest.mark.parametrize("seed", ["a", "d", "e", "f"])
def test_both_answers_are_weighed_from_the_dice_that_lie(seat: str, seed: str) -> None:
    game, decision, lying = shoved(seed)
    left = POOL - lying
    stay = weighed(game, decision, "stay", seat)
    assert "ap" not in stay.changes.get("kara", {}) and not stay.sampled
    push = weighed(game, decision, "push", seat)
    assert {change: share.ppm for change, share in push.changes["kara"]["ap"].items()} == {-1: 1_000_000}
    hurt = push.results["hit"]
    missed = Fraction(4, 6) ** left if not lying else Fraction(0)
    assert Fraction(hurt.part, hurt.whole) == 1 - missed and not push.sampled
    if seat == GM:
        # The goblin has 8; a player does not know how many, so that for a player no figure follows from it.
        for more in range(left + 1):
            chance = Fraction(comb(left, more) * 2**more * 4 ** (left - more), 6**left)
            share = push.changes["gob1"]["hp"].get(-(lying + more))
            assert (Fraction(share.part, share.whole) if share is not None else 0) == chance


def test_a_wide_pool_has_exact_odds_before_it_is_thrown() -> None:
    game, _, _ = shoved()
    game.undo()
    found = odds(game.ruleset, game.state, Command("kara", "shove", ("gob1",)), GM)
    share = found.changes["gob1"]["hp"][-2]
    assert not found.sampled and Fraction(share.part, share.whole) == Fraction(comb(4, 2) * 4 * 16, 6**4)


def test_the_number_of_successes_is_shown_and_not_the_sum_of_the_faces() -> None:
    game, _, count = shoved()
    rolled = next(event for event in game.shown if isinstance(event, Rolled))
    assert count == len([face for face in rolled.thrown.faces() if face >= GOAL])
    assert rolled.to_json()["total"] == count and rolled.sum == sum(rolled.thrown.faces())
    words = f"{count or 'no'} success{'' if count == 1 else 'es'}"
    assert rolled.say(game.state) == f"Kara, shove: {count} [{rolled.thrown.say(False)}]: {words}"
    game.answer(game.waiting[0].id, Command("kara", "push"))
    assert fighter(game.state, "kara").ap == 2
