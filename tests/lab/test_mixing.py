"""Random play gets on: deeds before walks, walks towards somebody, and idle commands only now and then."""

from __future__ import annotations

from collections import Counter

from fracas.engine.play import take_steps
from fracas.engine.policy import Inline, PassingPolicy
from fracas.engine.registry import load_ruleset
from fracas.engine.table import Thrower
from fracas.lab.mixing import dice_for, random_choice

RULESET = load_ruleset("crisis_mode")


def test_every_action_of_a_menu_is_picked_and_idle_ones_least() -> None:
    enc = RULESET.start("first-duel", {}, ["mixing", "mixing gm"])
    take_steps(RULESET, enc, Inline({}, PassingPolicy()), Thrower())
    who = RULESET.actors(enc)[0]
    menu = RULESET.menu(enc, who)
    chance = dice_for("mixing")
    picked = Counter(random_choice(RULESET, enc, menu, chance).verb for _ in range(2000))
    assert sorted(picked) == sorted(choice.verb for choice in menu)
    idle = [count for verb, count in picked.items() if RULESET.actions[verb].idle]
    assert idle and max(idle) < min(count for verb, count in picked.items() if not RULESET.actions[verb].idle)


def test_walks_lead_towards_an_enemy_more_often_than_not() -> None:
    enc = RULESET.start("first-duel", {}, ["mixing", "mixing gm"])
    take_steps(RULESET, enc, Inline({}, PassingPolicy()), Thrower())
    who = RULESET.actors(enc)[0]
    walks = [choice for choice in RULESET.menu(enc, who) if choice.reach is not None]
    foe = next(one for one in enc.combatants.values() if one.side != enc.combatants[who].side)
    chance = dice_for("walks")
    ends = [random_choice(RULESET, enc, walks, chance).squares[-1] for _ in range(400)]
    everywhere = [square for choice in walks for square in choice.squares]
    assert mean_gap(ends, foe.pos) < mean_gap(everywhere, foe.pos)


def mean_gap(squares: list[int], pos: int) -> float:
    enc = RULESET.start("first-duel", {}, ["mixing", "mixing gm"])
    return sum([enc.board.gap(square, 1, pos, 1) for square in squares]) / len(squares)
