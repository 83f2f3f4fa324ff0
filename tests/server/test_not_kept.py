"""What could not be kept was never shown: pages go on from where they stand, without being sent all of it again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.server.worlds import World, full_disk

from fracas.engine.command import GM
from fracas.engine.policy import RandomPolicy
from fracas.engine.registry import load_ruleset
from fracas.engine.views import known
from fracas.server.screens import Screens

SEAT = "player1"


async def go_on(world: World, policy: RandomPolicy) -> dict[str, Any]:
    """Any legal command or answer, and the reply to it."""
    session = world.room.session
    game, step = session.game, world.room.steps.of
    if game.waiting:
        decision = session.unanswered()[0]
        return await world.ask(
            GM, "answer", to=decision.id, answer=session.decisions(GM)[0][1].default.to_json(), step=step(GM)
        )
    actor = game.ruleset.actors(game.state)[0]
    view = known(game.ruleset, game.state, GM)
    command = policy.act(game.ruleset, view, actor, game.ruleset.menu(view, actor))
    return await world.ask(GM, "command", command=command.to_json(), step=step(GM))


async def play_on_a_bad_disk(folder: Path) -> int:
    """How often a page was sent all of it again."""
    ruleset, policy = load_ruleset("crisis_mode"), RandomPolicy(3)
    world = World(folder)
    await world.open(ruleset, ruleset.start("party-against-band", {}, ["1", "2"]), [GM, SEAT, ""])
    await world.do(GM, "start")
    failed = 0
    for number in range(24):
        before = world.room.screens.snapshots[SEAT].view
        if number % 4 == 3:
            with full_disk([]):
                failed += (await go_on(world, policy))["type"] == "error"
            assert world.room.screens.snapshots[SEAT].view == before
        else:
            await go_on(world, policy)
        for seat in (SEAT, ""):
            page = next(one["view"] for one in reversed(world.read(seat)) if "view" in one)
            assert page == world.room.screens.snapshots[seat].view
    assert failed == 6
    again = [one for seat in (SEAT, "") for one in world.read(seat) if one["type"] == "update"]
    world.close()
    return len(again)


def test_after_a_row_that_was_not_kept_pages_go_on_with_differences(tmp_path: Path) -> None:
    assert asyncio.run(play_on_a_bad_disk(tmp_path)) == 0


@pytest.mark.sqlite
def test_control_sights_that_stay_ahead_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Screens, "forget", lambda self: self._between.clear())
    with pytest.raises(AssertionError):
        assert asyncio.run(play_on_a_bad_disk(tmp_path)) == 0
