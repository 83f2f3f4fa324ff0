"""Bots beside persons: nobody waits for a word that nobody gives."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.worlds import World

from fracas.engine.command import GM
from fracas.engine.easy import EasyPolicy
from fracas.engine.fair import FairPolicy
from fracas.engine.log import EVENT
from fracas.engine.registry import load_ruleset
from fracas.server.bots import BySide
from fracas.server.showing import room_for

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


def test_held_bots_take_one_step_at_a_time(tmp_path: Path) -> None:
    async def run() -> None:
        world = await fight(tmp_path)
        room = world.room
        await world.do(GM, "hold", on=True)
        for side in {one.side for one in room.session.game.state.combatants.values()}:
            await world.do(GM, "bot", scope="side", name=side, on=True)
        before = room.seq
        await asyncio.sleep(0.3)
        assert room.seq == before and room.facts.held
        for number in range(1, 4):
            await world.do(GM, "bot_step")
            assert room.seq == before + number
        assert [frame for frame in world.read(GM) if frame["type"] == "room"][-1]["room"]["bot_waits"]
        await world.do(GM, "hold", on=False)
        reply = await world.ask(GM, "bot_step")
        assert reply["type"] == "error"
        world.close()

    asyncio.run(run())


def test_each_side_has_bots_of_its_level(tmp_path: Path) -> None:
    async def run() -> None:
        world = await fight(tmp_path)
        state = world.room.session.game.state
        foe = next(one for one in state.combatants.values() if one.seat == GM)
        bots = world.room.bots.policy(GM)
        assert isinstance(bots, BySide) and isinstance(bots.of(state, foe.id), FairPolicy)
        await world.do(GM, "level", side=foe.side, level="easy")
        assert isinstance(bots.of(state, foe.id), EasyPolicy)
        hero = next(one for one in state.combatants.values() if one.seat != GM)
        assert isinstance(bots.of(state, hero.id), FairPolicy)
        assert (await world.ask(GM, "level", side="nobody", level="easy"))["type"] == "error"
        shown = {seat: room_for(world.room, seat)["levels"] for seat in (GM, hero.seat, "")}
        assert shown == {GM: {foe.side: "easy", hero.side: "fair"}, hero.seat: {}, "": {}}
        world.close()

    asyncio.run(run())


def test_the_gm_is_offered_what_comes_next_and_nobody_else(tmp_path: Path) -> None:
    async def run() -> None:
        ruleset = load_ruleset("phases_of_play")
        start = ruleset.start("burning-granary", {"order-ties": "scores"}, ["1", "2"])
        world = World(tmp_path)
        player = next(seat for seat in start.seats if seat != GM)
        await world.open(ruleset, start, [GM, player])
        await world.do(GM, "start")
        said = []
        for _ in range(2):
            view = world.view()
            assert world.view(player)["next"] is None and world.view(player)["orders"] == []
            said.append(view["next"]["label"])
            await world.do(GM, "command", command=view["next"]["command"], step=view["step"])
        assert said == ["Begin an Encounter", "Roll the turn order"]
        await world.pass_until(lambda: bool(world.room.session.game.state.flow.active))
        (first, *_) = world.view()["orders"]
        turned = {**first, "targets": [*first["targets"][1:], first["targets"][0]]}
        await world.do(GM, "command", command=turned, step=world.view()["step"])
        assert turned["targets"] in [one["targets"] for one in world.view()["orders"]]
        world.close()

    asyncio.run(run())


def test_the_gm_is_told_what_the_rules_refused(tmp_path: Path) -> None:
    async def run() -> None:
        world = await fight(tmp_path)
        seats = [seat for seat in world.seats if seat != GM]
        hero = next(one for one in world.room.session.game.state.combatants.values() if one.seat == seats[0])
        step = world.view(seats[0])["step"]
        reply = await world.ask(seats[0], "command", command=f"{hero.id} encounter", step=step)
        assert reply["kind"] == "refused", reply
        told = room_for(world.room, GM)["refused"]
        assert [one["paragraph"] for one in told] == [one["paragraph"] for one in reply["reasons"]]
        assert {one["seat"] for one in told} == {seats[0]}
        assert room_for(world.room, seats[1])["refused"] == []
        world.close()

    asyncio.run(run())
