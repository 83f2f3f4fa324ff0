"""Exact odds know early when a tree is too wide for them, and end with the patience of whoever asks."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from tests.duel import Duel, arena

from fracas.engine.command import GM, Command
from fracas.engine.dice import parse
from fracas.engine.enumerating import PROBE, Enumerator
from fracas.engine.game import Game
from fracas.engine.ledger import Share
from fracas.engine.log import EVENT
from fracas.engine.odds import NO_TIME, Odds, best_first, odds
from fracas.engine.patience import Patience
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.roll import Roll, Sum
from fracas.engine.saved import load_imported
from fracas.session.answer_odds import odds_of_answer

GOLDEN = Path(__file__).parent.parent / "golden" / "0.2.0"


@pytest.mark.parametrize(("throws", "hopeless"), [(3, False), (4, False), (5, True), (16, True)])
def test_after_some_branches_it_is_plain_how_wide_the_tree_is(throws: int, hopeless: bool) -> None:
    """Ten to the fourth is within reach, ten to the fifth is several times too much."""
    dice = Enumerator()
    for branch in range(PROBE):
        dice.restart()
        for _ in range(throws):
            dice.pick([Roll("kara", parse("1d10"), "a throw")], Sum())
        if branch < PROBE - 1:
            assert dice.advance()
    assert dice.hopeless() is hopeless


class Cases(Patience):
    """Lasts for so many cases: half of them while exact odds are tried."""

    def __init__(self, cases: int) -> None:
        self.cases = cases
        self.asked = 0

    def spent(self, percent: int = 100) -> bool:
        self.asked += 1
        return self.asked > self.cases * percent // 100


class Hurried(Cases):
    """Has no time for exact odds."""

    def spent(self, percent: int = 100) -> bool:
        return percent < 100 or super().spent(percent)


def strike() -> tuple[Game, Command]:
    game = Game(Duel(), arena(["a", "b"]))
    game.begin()
    while game.ruleset.actors(game.state) != ["kara"]:
        game.command(Command(game.ruleset.actors(game.state)[0], "pass"))
    return game, Command("kara", "strike", ("gob1",))


def weighed(patience: Patience) -> Odds:
    game, command = strike()
    return odds(game.ruleset, game.state, command, GM, patience=patience)


def test_patience_that_lasts_changes_nothing() -> None:
    whole = weighed(Patience())
    assert whole.branches > 1 and not whole.unfinished
    assert weighed(Cases(2 * whole.branches + 2)).to_json() == whole.to_json()


def test_with_less_patience_it_is_sampled_as_far_as_that_lasts() -> None:
    some = weighed(Hurried(150))
    assert some.unfinished and some.sampled == some.branches == 150
    assert some.error_ppm() > 0 and some.left_out == weighed(Patience()).left_out
    for shares in (some.results.values(), *[one.values() for row in some.changes.values() for one in row.values()]):
        assert all([0 < share.part <= share.whole for share in shares])
    for row in some.changes.values():
        for spread in row.values():
            assert sum([Fraction(share.part, share.whole) for share in spread.values()]) == 1


def test_too_small_a_sample_tells_nothing_and_says_so() -> None:
    none = weighed(Cases(3))
    assert none.unfinished and none.left_out == [NO_TIME] and not none.results and not none.changes and not none.sampled


def test_no_more_cases_are_run_than_the_patience_allows() -> None:
    """Wherever time runs out, a single case is run after that at most."""
    for cases in (0, 1, 5, 20):
        patience = Cases(cases)
        weighed(patience)
        assert patience.asked <= cases + 2


def test_an_answer_is_weighed_with_patience_too() -> None:
    game, command = strike()
    game.command(command)
    while not [one for one in game.waiting if one.window in game.ruleset.windows]:
        game.answer(game.waiting[0].id, game.waiting[0].default)
    decision = game.waiting[0]
    given = next(one for one in decision.commands if one.verb != "pass")
    found = odds_of_answer(game, given, GM, Cases(0))
    assert found is not None and found.unfinished and found.left_out == [NO_TIME]
    whole = odds_of_answer(game, given, GM)
    assert whole is not None and not whole.unfinished


def test_results_are_read_from_the_best_on_and_those_of_answers_last() -> None:
    chances = {"riposte: miss": 9, "odd": 1, "miss": 6, "riposte: hit": 1, "hit": 2, "even": 7, "critical hit": 1}
    results = {word: Share(part, 10) for word, part in chances.items()}
    order = ["critical hit", "hit", "miss"]
    read = ["critical hit", "hit", "miss", "even", "odd", "riposte: hit", "riposte: miss"]
    assert list(best_first(order, results)) == read
    assert list(best_first([], {word: results[word] for word in order})) == ["miss", "hit", "critical hit"]


@pytest.mark.parametrize("id", ruleset_ids())
def test_every_ruleset_ranks_how_its_deeds_come_out(id: str) -> None:
    """No word that released games came out with is left to chance, but for counts and what follows from a hit."""
    ruleset = load_ruleset(id)
    games = [
        load_imported(ruleset, path.read_text(encoding="utf-8")) for path in sorted(GOLDEN.glob(f"{id}-*.jsonl"))[:4]
    ]
    lines = [line for game in games for line in game.log.lines if line.kind == EVENT]
    events = [line.read_event(ruleset.kinds) for line in lines]
    words = {event.result_word().rpartition(": ")[2] for event in events} - {"", "knocked down"}
    assert words and {word for word in words if not word.endswith(" affected")} <= set(ruleset.results)
