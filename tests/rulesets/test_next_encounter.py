"""The next encounter begins with the party as it stands; who lay down gets up with the least that lets them stand."""

from __future__ import annotations

import pytest

from fracas.engine.command import GM, Command
from fracas.engine.game import Game
from fracas.engine.parties import after_rest, follow_up
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


def test_a_long_rest_fills_gauges_except_for_those_that_come_back_slowly() -> None:
    game = load_ruleset("crisis_3d6")  # 15.5: a day of rest gives 1 Health, full Endurance and full magazines
    one = game.content.newcomer(game.content.people()[0])
    most = one.value_of("hp")
    hurt = {"name": "Bo", "hp": "1", "ep": "0", "ammo": "0", "level": "2"}
    assert after_rest(game, one, hurt) == {"name": "Bo", "hp": "2", "level": "2"}
    assert after_rest(game, one, {"hp": most}) == {"hp": most}
    crisis = load_ruleset("crisis_mode")
    one = crisis.content.newcomer(crisis.content.people()[0])
    assert after_rest(crisis, one, {"name": "Bo", "hp": "1", "mp": "0"}) == {"name": "Bo"}
