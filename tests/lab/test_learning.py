"""The environments for learning, held to what PettingZoo and Gymnasium ask of any, in every ruleset."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from fracas.engine.errors import Invalid
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.lab.learning import SeatsEnv, SideEnv, arena
from fracas.lab.learning.features import COMMAND

ROOT = Path(__file__).parent.parent.parent
TUTORIALS = ("standoff", "vigil")
RULESETS = [*ruleset_ids(), *TUTORIALS]


@pytest.fixture(autouse=True)
def tutorials(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The tutorial's rulesets, announced as installed packages are; and only what we do is an error."""
    site = tmp_path_factory.mktemp("site")
    for name in TUTORIALS:
        info = site / f"{name}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(f"[fracas.rulesets]\n{name} = {name}:RULESET\n", encoding="utf-8")
        monkeypatch.syspath_prepend(ROOT / "examples" / name / "src")
    monkeypatch.syspath_prepend(site)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def scenario(id: str) -> str:
    return f"{id}/{load_ruleset(id).scenarios()[0].id}"


@pytest.mark.parametrize("id", RULESETS)
def test_seats_pass_pettingzoos_own_tests(id: str) -> None:
    api_test(SeatsEnv(scenario(id), most_turns=3), num_cycles=20)
    seed_test(lambda: SeatsEnv(scenario(id), most_turns=2), num_cycles=6)


@pytest.mark.parametrize("id", RULESETS)
def test_a_side_passes_gymnasiums_own_check(id: str) -> None:
    check_env(SideEnv(scenario(id), most_turns=4, render_mode="ansi"))


@pytest.mark.parametrize("id", RULESETS)
def test_whatever_the_mask_allows_is_legal_and_the_rest_passes(id: str) -> None:
    env = SideEnv(scenario(id), most_turns=3)
    seen, info = env.reset(seed=3)
    chance = np.random.default_rng(1)
    ended, tried = False, 0
    while not ended and tried < 30:
        legal = np.flatnonzero(seen["action_mask"])
        assert env.arena.turn is not None and len(legal) == len(env.arena.turn.commands)
        wrong = tried % 7 == 6
        seen, _, over, cut, info = env.step(np.int64(arena.MOST_LISTED - 1 if wrong else chance.choice(legal)))
        assert info["illegal"] is wrong
        ended, tried = over or cut, tried + 1


def test_a_long_menu_is_cut_by_what_commands_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    env = SideEnv("crisis_mode/party-against-band")
    env.reset(seed=1)
    whole = env.arena.turn
    assert whole is not None and whole.cut == 0
    monkeypatch.setattr(arena, "MOST_LISTED", 5)
    env.reset(seed=1)
    turn = env.arena.turn
    assert turn is not None and turn.cut == len(whole.commands) - 5
    best = sorted([arena.estimate(env.ruleset, whole.view, command) for command in whole.commands])[-4:]
    assert "pass" in [command.verb for command in turn.commands]
    kept = sorted([arena.estimate(env.ruleset, turn.view, c) for c in turn.commands if c.verb != "pass"])
    assert kept == best


def test_a_hidden_foe_changes_nothing_that_is_observed() -> None:
    """The same menu and figures for a seat whether somebody it does not know of stands there or not."""
    seen = []
    for hidden in (True, False):
        env = SeatsEnv("crisis_mode/ambush")
        env.reset(seed=5)
        turn = env.arena.turn
        assert turn is not None
        known = list(turn.view.combatants)
        unseen = [one for one in env.arena.state.combatants.values() if one.hidden]
        assert unseen and not [one for one in unseen if one.id in known and one.seat != turn.seat]
        if hidden:
            unseen[0].pos += 1
            env.arena.session.knowledge.forget()
            env.arena.turn = env.arena._next()
            env._seen = None
        seen.append(env.observe(env.agent_selection))
    for name in seen[0]:
        assert np.array_equal(seen[0][name], seen[1][name]), name


def test_the_end_pays_the_winners() -> None:
    env = SeatsEnv("crisis_mode/first-duel")
    env.reset(seed=2)
    likings = {"promise": 3.0, "nearer to a foe": 2.0, "go": 1.0, "pass": 0.5}
    weights = np.array([likings.get(name, 0.0) for name in COMMAND], np.float32)
    paid: dict[str, float] = {}
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        assert seen is not None
        if over or cut:
            paid[agent] = reward
        worth = np.where(seen["action_mask"], seen["commands"] @ weights, -np.inf)
        env.step(None if over or cut else int(worth.argmax()))
    assert sorted(paid.values()) == [-1.0, 1.0]
    winner = next(agent for agent, reward in paid.items() if reward > 0)
    assert env.arena.result() in env.arena.sides(winner)


def test_rows_tell_attacks_from_steps() -> None:
    env = SideEnv("crisis_mode/first-duel")
    seen, _ = env.reset(seed=1)
    turn = env.arena.turn
    assert turn is not None
    rows = seen["commands"][: len(turn.commands)]
    passing = [at for at, command in enumerate(turn.commands) if command.verb == "pass"]
    assert list(np.flatnonzero(rows[:, COMMAND.index("pass")])) == passing
    steps = rows[:, COMMAND.index("go")] == 1
    assert steps.any() and (rows[steps, COMMAND.index("nearer to a foe")] > 0).any()


def test_a_side_nobody_has_is_refused() -> None:
    with pytest.raises(Invalid, match="a side of"):
        SideEnv("crisis_mode/first-duel", side="nobody")
