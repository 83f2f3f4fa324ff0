"""Errands: several foes are told at once what to do, and each does it by ordinary commands when its moment comes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from tests.server.test_twin_worlds import LURKER, READY, Twins, difference, twins
from tests.server.worlds import World, light_hall

from fracas.engine.command import GM
from fracas.engine.log import COMMAND
from fracas.engine.policy import Chance
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.server.queue import Queue

PATIENCE = 60
SCENARIOS = {
    "cap_check": "smelter-yard",
    "crisis_3d6": "shoot-out",
    "crisis_mode": "ambush",
    "phases_of_play": "burning-granary",
}
OPTIONS = {"cap_check": {"foes": "free"}, "phases_of_play": {"order-ties": "scores"}}


async def fight(folder: Path, id: str) -> World:
    ruleset = load_ruleset(id)
    start = ruleset.start(SCENARIOS[id], OPTIONS.get(id, {}), ["1", "2"])
    world = World(folder)
    await world.open(ruleset, start, [GM, *[seat for seat in start.seats if seat != GM]])
    await world.do(GM, "start")
    if id == "phases_of_play":
        await world.do(GM, "command", command="gm encounter", step=world.view()["step"])
        await world.do(GM, "command", command="gm roll-order", step=world.view()["step"])
    if id == "phases_of_play":
        await world.pass_until(lambda: bool(world.room.session.game.state.flow.active))
    return world


def foes(world: World) -> tuple[list[str], str]:
    """The GM's own, and one of the players' to attack."""
    enc = world.room.session.game.state
    own = [one.id for one in enc.combatants.values() if enc.seat_of(one.id) == GM and one.present]
    side = enc.combatants[own[0]].side
    target = next(one.id for one in enc.combatants.values() if one.side != side)
    return [who for who in own if enc.combatants[who].side == side], target


def commands(world: World) -> list[dict[str, Any]]:
    found: list[Any] = [line.data["command"] for line in world.room.session.game.log.lines if line.kind == COMMAND]
    return found


async def until(world: World, reached: Callable[[], bool]) -> None:
    """Others answer and pass meanwhile; the queue does its part by itself."""

    async def run() -> None:
        while not reached():
            await asyncio.sleep(0.01)
            queue = world.room.queue
            due = queue is not None and queue.is_due(world.room)
            if due or world.room.lock.locked():
                continue
            view = world.view()
            if view["decisions"]:
                asked = view["decisions"][0]
                await world.ask(GM, "answer", to=asked["id"], answer=asked["default"], step=view["step"])
            elif view["actors"]:
                waiting = [one.who for one in queue.errands] if queue is not None else []
                others = [who for who in view["actors"] if who not in waiting] or view["actors"]
                await world.ask(GM, "command", command=f"{others[0]} pass", step=view["step"])
        await world.drain()

    await asyncio.wait_for(run(), PATIENCE)


@pytest.mark.parametrize("id", [id for id in ruleset_ids() if id in SCENARIOS])
def test_each_does_its_errand_by_ordinary_commands(id: str, tmp_path: Path) -> None:
    async def run() -> None:
        world = await fight(tmp_path, id)
        own, target = foes(world)
        before = len(commands(world))
        errands = [{"who": who, "target": target, "walk": True, "end": True} for who in own]
        await world.do(GM, "queue", errands=errands)
        queue = world.room.queue
        assert queue is not None
        await until(world, lambda: not queue.running)
        given = [one for one in commands(world)[before:] if one["who"] in own]
        assert queue.stopped in ("", "the encounter is over"), queue.stopped
        assert queue.done > 0 and {one["who"] for one in given} == set(own), queue.told
        assert any(target in one.get("targets", []) for one in given), "nobody attacked"
        assert world.read[GM][-1]["type"] != "error"
        world.close()

    asyncio.run(run())


def test_it_rests_for_the_turn_of_others_and_says_so_and_an_undo_ends_it(tmp_path: Path) -> None:
    async def run() -> None:
        world = await fight(tmp_path, "crisis_mode")
        own, target = foes(world)
        last = [who for who in own if who not in world.view()["actors"]][-1]
        await world.do(GM, "command", command=f"{world.view()['actors'][0]} pass", step=world.view()["step"])
        await world.do(GM, "queue", errands=[{"who": last, "target": target, "walk": True}])
        queue = world.room.queue
        assert queue is not None
        if last not in world.view()["actors"]:
            told = queue.to_json(world.room)
            assert told["waits"].startswith("waits for ")
        await world.do(GM, "undo")
        assert queue.stopped == "something was taken back"
        assert not queue.is_due(world.room)
        world.close()

    asyncio.run(run())


def test_each_command_is_undone_by_itself(tmp_path: Path) -> None:
    async def run() -> None:
        world = await fight(tmp_path, "phases_of_play")
        own, target = foes(world)
        before = world.room.session.game.log.tip
        await world.do(GM, "queue", errands=[{"who": who, "target": target, "walk": True, "end": True} for who in own])
        queue = world.room.queue
        assert queue is not None
        await until(world, lambda: queue.done >= 2)
        await world.do(GM, "queue", errands=[])
        assert world.room.queue is None
        tips: list[int] = []
        while world.room.session.game.log.tip != before and len(tips) < 40:
            await world.do(GM, "undo")
            tips.append(world.room.session.game.log.tip)
        assert len(set(tips)) >= 2

        world.close()

    asyncio.run(run())


def test_nobody_commands_others_and_nobody_else_sees_the_queue(tmp_path: Path) -> None:
    async def run() -> None:
        world = await fight(tmp_path, "cap_check")
        own, target = foes(world)
        player = next(seat for seat in world.seats if seat not in (GM, ""))
        reply = await world.ask(player, "queue", errands=[{"who": own[0], "target": target}])
        assert reply["type"] == "error" and world.room.queue is None
        await world.do(GM, "queue", errands=[{"who": own[-1], "target": target}])
        assert '"queue":null' in world.room.screens.room_text(player)
        assert '"queue":{' in world.room.screens.room_text(GM)
        world.close()

    asyncio.run(run())


async def picks_of(world: World, who: str) -> list[Any]:
    offers = (await world.ask(GM, "offers", who=who))["offers"]
    return [pick for one in offers for pick in one["picks"]]


def test_chances_of_several_commands_come_together(tmp_path: Path) -> None:
    async def run() -> None:
        world = await fight(tmp_path, "crisis_mode")
        best: Any = {"likely": {"ppm": 0}}
        for _ in range(20):
            who = world.view()["actors"][0]
            harmful = [p for p in await picks_of(world, who) if p["purpose"] == "harm"]
            picks = sorted([p for p in harmful if not p["blocked"]], key=lambda p: -p["promise"])[:3]
            blocked = [p for p in harmful if p["blocked"]][:1]
            asked = [p["command"] for p in [*picks, *blocked]]
            reply = await world.ask(GM, "chances", commands=asked)
            assert len(reply["chances"]) == len(asked)
            told = [one for one in reply["chances"] if one["likely"] is not None]
            best = max(told, key=lambda one: one["mean"], default=best)
            if best["likely"]["ppm"]:
                break
            await world.do(GM, "command", command=f"{who} pass", step=world.view()["step"])
        assert picks[0]["promise"] > 0
        assert 0 < best["likely"]["ppm"] <= 1_000_000 and best["mean"] > 0 and best["down"] is not None
        if blocked:
            assert reply["chances"][-1] == {"results": {}, "likely": None, "mean": None, "down": None}
        world.close()

    asyncio.run(run())


async def errand_beside_lurker(folder: Path) -> tuple[list[bytes], list[bytes], bool]:
    """A player's errand leads past somebody hidden, who is asked about it in one of two worlds: what the player got in
    each, and whether there was such a question."""
    ruleset, manner, hall = load_ruleset("crisis_mode"), READY["crisis_mode"], light_hall(folder)
    starts = twins(ruleset, "first-duel", 3, manner)
    worlds = (World(hall), World(hall))
    for world, start in zip(worlds, starts, strict=True):
        await world.open(ruleset, start, [GM, "player1"])
    pair = Twins(worlds, Chance(3), manner)
    await pair.both(GM, "start", id="start")
    await pair.hidden_moves()
    await pair.arm()
    await pair.stalk(False)
    who = pair.plain.view()["actors"][0]
    board = pair.plain.room.session.game.state.board
    for world in worlds:
        errand = {"who": who, "square": board.name(board.size - 1), "end": True}
        await world.do("player1", "queue", id="errands", errands=[errand])
        await settled(world)
    asked = [decision.who for decision in pair.full.room.session.game.waiting] == [LURKER]
    await pair.hidden_moves()
    await settled(pair.full)
    got = [world.take()["player1"] for world in worlds]
    for world in worlds:
        world.close()
    hall.close()
    return got[0], got[1], asked


async def settled(world: World) -> None:
    """Until the queue can do nothing for a while."""
    for _ in range(20):
        await asyncio.sleep(0.02)
        await world.drain()


def test_errands_of_a_player_do_not_tell_that_somebody_hidden_is_asked(tmp_path: Path) -> None:
    first, second, asked = asyncio.run(errand_beside_lurker(tmp_path))
    assert asked and len(second) > 4
    assert first == second, difference(first, second)


def test_control_a_queue_that_says_what_it_waits_for_tells_of_the_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Queue._waits
    monkeypatch.setattr(Queue, "_waits", lambda queue, room: real(cast(Queue, AsGm(queue)), room))
    first, second, _ = asyncio.run(errand_beside_lurker(tmp_path))
    assert first != second


class AsGm:
    """A queue taken for the GM's."""

    def __init__(self, queue: Queue) -> None:
        self.queue, self.seat = queue, GM

    def __getattr__(self, name: str) -> Any:
        return getattr(self.queue, name)
