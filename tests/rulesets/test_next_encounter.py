"""The next encounter begins with the party as it stands; who lay down gets up with the least that lets them stand."""

from __future__ import annotations

import pytest

from fracas.engine.command import GM, Command
from fracas.engine.game import Game
from fracas.engine.parties import follow_up
from fracas.engine.registry import load_ruleset, ruleset_ids

DOWN = {"crisis_3d6": "ep"}
"""Where no life left is death, what else puts somebody down."""


@pytest.mark.parametrize("id", ruleset_ids())
def test_somebody_who_is_down_goes_on_and_can_act(id: str) -> None:
    ruleset = load_ruleset(id)
    scenario = ruleset.scenarios()[0].id
    game = Game(ruleset, ruleset.start(scenario, {}, ["1", "2"]))
    game.begin()
    who = next(one.id for one in game.state.combatants.values() if one.seat != GM)
    down = DOWN.get(id, ruleset.life)
    game.rule(Command(GM, "set", targets=(who,), thing=down, text="0"))
    assert ruleset.value_of(game.state, who, down) == "0"
    after = follow_up(ruleset, game.state, scenario, {}, ["3", "4"])
    assert int(ruleset.value_of(after, who, ruleset.life)) >= 1
    assert after.combatants[who].present and not [c.name for c in after.combatants[who].conditions if c.name == "dead"]
    following = Game(ruleset, after)
    following.begin()
    assert following.waiting or ruleset.actors(following.state)
    assert following.state.combatants[who].present
