"""Bots beside persons: nobody waits for a word that nobody gives."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.worlds import World

from fracas.engine.command import GM
from fracas.engine.log import EVENT
from fracas.engine.registry import load_ruleset

PATIENCE = 30


async def fight(folder: Path) -> World:
    """A fight of Phases of Play, somebody in turn."""
    ruleset = load_ruleset("phases_of_play")
    start = ruleset.start("burning-granary", {"order-ties": "scores"}, ["1", "2"])
    world = World(folder)
    await world.open(ruleset, start, [GM, *[seat for seat in start.seats if seat != GM]])
    await world.do(GM, "start")
    for command in ("gm encounter", "gm roll-order"):
        await world.do(GM, "command", command=command, step=world.view()["step"])
    await world.pass_until(lambda: bool(world.room.session.game.state.flow.active))
    return world


def asked(world: World) -> int:
    lines = world.room.session.game.log.lines
    return len([line for line in lines if line.kind == EVENT and line.data["kind"] == "requested"])


def test_bots_ask_no_person_and_go_on_beside_a_request(tmp_path: Path) -> None:
    async def run() -> None:
        world = await fight(tmp_path)
        game = world.room.session.game
        who = game.state.flow.active[0]
        await world.do(GM, "command", command=f"{who} improvise swing on the rope", step=world.view()["step"])
        for side in {one.side for one in game.state.combatants.values()}:
            await world.do(GM, "bot", scope="side", name=side, on=True)

        async def next_round() -> None:
            while world.room.session.game.state.flow.round < 2:
                await asyncio.sleep(0.05)

        await asyncio.wait_for(next_round(), PATIENCE)
        assert asked(world) == 1
        world.close()

    asyncio.run(run())
