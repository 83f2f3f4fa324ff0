"""The order of action as it is shown, whatever the ruleset."""

from __future__ import annotations

import pytest

from fracas.engine.command import GM, Command
from fracas.engine.game import Game
from fracas.engine.registry import load_ruleset
from fracas.engine.showing import rail_of

RULESETS = ("crisis_mode", "crisis_3d6", "phases_of_play", "cap_check")


@pytest.mark.parametrize("name", RULESETS)
def test_whoever_was_taken_out_is_in_no_order(name: str) -> None:
    ruleset = load_ruleset(name)
    game = Game(ruleset, ruleset.start(ruleset.scenarios()[0].id, {}, ["1", "2"]))
    game.begin()
    if name == "phases_of_play":
        game.command(Command(GM, "encounter"))
        game.command(Command(GM, "roll-order"))
        while game.waiting:
            game.answer(game.waiting[0].id, game.waiting[0].default)
    listed = [row.who for row in rail_of(ruleset, game.known(GM), GM).rows]
    placed = [who for slot in game.state.flow.order for who in slot.who]
    gone = next(who for who in listed if who in placed and who not in game.state.flow.active)
    game.rule(Command(GM, "remove", (gone,)), "a mistake")
    for seat in (GM, "player1", ""):
        rows = [row.who for row in rail_of(ruleset, game.known(seat), seat).rows]
        assert gone not in rows
        assert rows
