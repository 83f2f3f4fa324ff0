"""Odds of an answer: they begin where it is given; what was paid, suffered or decided before is not counted again."""

from __future__ import annotations

from random import Random

import pytest

from fracas.engine.command import GM, PASS, Command
from fracas.engine.encounter import Encounter
from fracas.engine.events import Finished
from fracas.engine.game import Game
from fracas.engine.odds import Odds
from fracas.engine.offer import Decision
from fracas.engine.patience import Patience
from fracas.engine.registry import load_ruleset
from fracas.lab.script import Run, read_script
from fracas.session.foresight import foresee_answer

FEW_BRANCHES = 300


class Brief(Patience):
    """Wider odds are left out here, and not sampled either: they take long and tell no more."""

    def __init__(self) -> None:
        self.asked = 0

    def spent(self, percent: int = 100) -> bool:
        self.asked += 1
        return self.asked > FEW_BRANCHES


def staged(game: str, *lines: str) -> Game:
    """A scene played up to an open question."""
    run = Run(load_ruleset(game), read_script("answer", "answer", 1, list(lines)))
    for line in run.script.lines:
        if line.word == "dice":
            run.staging.dice(line.rest)
    for line in run.script.lines:
        run.perform(line)
    assert run.game is not None and run.game.waiting
    return run.game


def odds_for(game: Game, answer: Command, seat: str = GM) -> Odds:
    decision = next(d for d in game.waiting if d.who == answer.who)
    found = foresee_answer(game, decision, answer, seat)
    assert not found.reasons and found.odds is not None
    return found.odds


def changes(found: Odds, who: str, gauge: str) -> dict[int, int]:
    """Each change of a gauge with its chance in parts per million."""
    return {change: share.ppm for change, share in found.changes.get(who, {}).get(gauge, {}).items()}


def test_a_riposte_after_a_parry_costs_one_point() -> None:
    duel = ("cast orc at d4 side foes", "cast master at c4 side heroes", "start orc ap 4", "start master ap 3")
    game = staged("crisis_mode", *duel, "dice 2 2 5 5", "> orc normal master", "? master parry")
    found = odds_for(game, Command("master", "riposte"))
    assert changes(found, "master", "ap") == {-1: 1_000_000}
    assert changes(found, "orc", "ap") == {}
    assert "stopped" not in found.results, "the parry is over"
    assert changes(odds_for(game, Command("master", PASS)), "master", "ap") == {}


def test_overwatch_counts_neither_the_step_nor_the_shot_before() -> None:
    cast = ("option overwatch-attacks each-square", "cast anna at c4 side heroes", "cast bruno at j4 side foes")
    start = ("start anna weapon pistol", "start anna ap 6", "start bruno ap 0", "dice 6 6 5")
    walk = ("> anna overwatch", "> bruno move h4", "? anna react bruno")
    for seat in (GM, "heroes"):
        game = staged("crisis_3d6", *cast, *start, *walk)
        found = odds_for(game, Command("anna", "react", ("bruno",)), seat)
        assert changes(found, "anna", "ap") == {-2: 1_000_000}
        assert list(changes(found, "bruno", "ap")) in ([], [-1]), "only squares still to come are still to pay"


# In play


def differences(game: Game, before: Encounter, done: Encounter) -> dict[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = {}
    for who in before.combatants:
        was, now = game.ruleset.gauges(before, who), game.ruleset.gauges(done, who)
        for gauge, value in now.items():
            found[who, gauge] = value - was.get(gauge, 0)
    return found


def reaction(game: Game) -> Decision | None:
    open_ones = [d for d in game.waiting if d.window in game.ruleset.windows]
    return open_ones[0] if len(game.waiting) == len(open_ones) == 1 else None


@pytest.mark.parametrize("name", ["crisis_mode", "crisis_3d6", "cap_check", "phases_of_play"])
def test_what_comes_of_an_answer_is_among_its_odds(name: str) -> None:
    """Random play; at reactions the odds are asked for, and what then changes must be among what they foresaw."""
    ruleset = load_ruleset(name)
    weighed = 0
    for number, scenario in enumerate(ruleset.scenarios()):
        game = Game(ruleset, ruleset.start(scenario.id, {}, [f"answers {number}", "gm"]))
        game.begin()
        random = Random(number)
        for _ in range(120):
            if game.state.over or weighed >= 12:
                break
            weighed += step(game, random)
    assert weighed >= 4


def step(game: Game, random: Random) -> int:
    """One command or answer of random play; 1 if its odds were compared with what came of it."""
    ruleset = game.ruleset
    asked = reaction(game)
    if game.waiting:
        decision = asked if asked is not None else game.waiting[0]
        answer = random.choice(decision.commands) if decision.commands else decision.default
        found = foresee_answer(game, decision, answer, GM, Brief()).odds if asked is not None else None
        before = game.state
        outcome = game.answer(decision.id, answer)
        finished = [event for event in outcome.events if isinstance(event, Finished)]
        if found is None or found.unfinished or found.left_out or not finished:
            return 0
        done = before.copy()
        for event in outcome.events[: outcome.events.index(finished[0])]:
            done.happen(event)
        for (who, gauge), change in differences(game, before, done).items():
            foreseen = found.changes.get(who, {}).get(gauge, {})
            assert change in foreseen or (not change and not foreseen), (answer, who, gauge, change, list(foreseen))
        return 1
    actors = ruleset.actors(game.state)
    who = random.choice(actors)
    menu = ruleset.menu(game.state, who)
    choice = random.choice(menu)
    game.command(choice.command(random.randrange(choice.size)))
    return 0
