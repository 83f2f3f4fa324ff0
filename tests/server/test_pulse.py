"""The pulse of a table in trouble: a default that cannot be kept is not tried without end, and nothing is written where
a table can only be read."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.worlds import World, full_disk

from fracas.engine.command import GM
from fracas.engine.registry import load_ruleset


async def asked(folder: Path) -> World:
    """A table that waits for dice thrown by hand."""
    ruleset = load_ruleset("crisis_mode")
    start = ruleset.start("first-duel", {}, ["1", "2"])
    for seat in start.seats.values():
        seat.hand = True
    world = World(folder)
    await world.open(ruleset, start, [GM])
    await world.do(GM, "start")
    assert world.view()["decisions"]
    return world


async def tries_on_a_full_disk(folder: Path) -> int:
    world = await asked(folder)
    await world.do(GM, "limit", seconds=1)
    tries: list[int] = []
    with full_disk(tries):
        for clock in world.room.clock.ends:
            world.room.clock.ends[clock] = 0.0
        world.room.changed.set()
        await asyncio.sleep(1)
    world.close()
    return len(tries)


def test_a_default_that_cannot_be_kept_is_tried_again_later_and_not_all_the_time(tmp_path: Path) -> None:
    assert asyncio.run(tries_on_a_full_disk(tmp_path)) == 1


def test_no_clock_runs_where_a_table_can_only_be_read(tmp_path: Path) -> None:
    async def run() -> None:
        world = await asked(tmp_path)
        world.room.session.game.log.damage = "row 9 is damaged"
        world.room.facts.limit = 1
        world.room.screens.look_around()
        assert not world.room.clock.runs
        world.close()

    asyncio.run(run())


def test_calls_are_numbered_by_calls_and_not_by_what_is_hidden(tmp_path: Path) -> None:
    """Rows are written for notes and for those nobody sees: their number would tell players how many."""

    async def called(folder: Path, notes: int) -> object:
        world = await asked(folder)
        await world.join("player1")
        for number in range(notes):
            await world.do(GM, "ruling", ruling={"who": "gm", "verb": "note", "text": f"secret {number}"})
        await world.do(GM, "call", seats=["player1"], dice="1d6", why="listen")
        world.close()
        return world.room.facts.calls

    assert asyncio.run(called(tmp_path / "1", 0)) == asyncio.run(called(tmp_path / "2", 3))
