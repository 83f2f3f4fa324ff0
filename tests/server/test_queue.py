"""Errands: several foes are told at once what to do, and each does it by ordinary commands when its moment comes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from tests.server.test_twin_worlds import LURKER, READY, Twins, add_hidden, difference, twins
from tests.server.worlds import World, light_hall

from fracas.engine.canon import canon
from fracas.engine.command import GM
from fracas.engine.log import COMMAND
from fracas.engine.policy import Chance
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.views import Eyes
from fracas.server.kinds import SWITCH
from fracas.server.queue import Queue, due_queue
from fracas.server.room import QUEUE
from fracas.server.store import Row
from fracas.session.errands import LOST, Errand

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
            if world.room.lock.locked() or due_queue(world.room) is not None:
                continue
            view = world.view()
            if view["decisions"]:
                asked = view["decisions"][0]
                await world.ask(GM, "answer", to=asked["id"], answer=asked["default"], step=view["step"])
            elif view["actors"]:
                waiting = [one.who for queue in world.room.queues.values() for one in queue.errands]
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
        queue = world.room.queues[GM]
        await until(world, lambda: not queue.running)
        given = [one for one in commands(world)[before:] if one["who"] in own]
        assert queue.stopped in ("", "the encounter is over"), queue.stopped
        assert queue.done > 0 and {one["who"] for one in given} == set(own), queue.told
        assert any(target in one.get("targets", []) for one in given), "nobody attacked"
        assert world.read(GM)[-1]["type"] != "error"
        world.close()

    asyncio.run(run())


def test_it_rests_for_the_turn_of_others_and_says_so_and_an_undo_ends_it(tmp_path: Path) -> None:
    async def run() -> None:
        world = await fight(tmp_path, "crisis_mode")
        own, target = foes(world)
        last = [who for who in own if who not in world.view()["actors"]][-1]
        await world.do(GM, "command", command=f"{world.view()['actors'][0]} pass", step=world.view()["step"])
        await world.do(GM, "queue", errands=[{"who": last, "target": target, "walk": True}])
        queue = world.room.queues[GM]
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
        queue = world.room.queues[GM]
        await until(world, lambda: queue.done >= 2)
        await world.do(GM, "queue", errands=[])
        assert not world.room.queues
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
        assert reply["type"] == "error" and not world.room.queues
        await world.do(GM, "queue", errands=[{"who": own[-1], "target": target}])
        assert '"queue":null' in world.room.screens.room_text(player)
        assert '"queue":{' in world.room.screens.room_text(GM)
        world.close()

    asyncio.run(run())


async def two_players_wait(folder: Path) -> tuple[World, list[str]]:
    """A table with somebody hidden and two players, each with an errand for one of theirs."""
    ruleset = load_ruleset("crisis_mode")
    start = ruleset.start("ambush", {}, ["1", "2"])
    add_hidden(ruleset, start, next(one.kind for one in start.combatants.values() if one.seat == GM), LURKER)
    players = [seat for seat in start.seats if seat != GM][:2]
    world = World(folder)
    await world.open(ruleset, start, [GM, *players])
    await world.do(GM, "start")
    # Nobody acts while this is looked at.
    world.hall.bot_pause = PATIENCE
    for player in players:
        await world.do(player, "queue", errands=[errand_of(world, player)])
    world.take()
    return world, players


def errand_of(world: World, seat: str) -> dict[str, Any]:
    enc = world.room.session.game.state
    who = next(id for id, one in enc.combatants.items() if one.seat == seat)
    return {"who": who, "square": enc.board.name(enc.board.size - 1), "end": True}


def test_what_somebody_else_takes_back_does_not_stop_a_queue(tmp_path: Path) -> None:
    async def run() -> None:
        world, (first, second) = await two_players_wait(tmp_path)
        await world.do(GM, "queue", errands=[{"who": LURKER, "square": "A1"}])
        await world.do(GM, "ruling", ruling={"who": "gm", "verb": "note", "text": "a secret"})
        await world.do(GM, "undo")
        queues = world.room.queues
        assert queues[GM].stopped == "something was taken back"
        assert queues[first].running and queues[second].running
        told = world.take()
        assert not told[first] and not told[second], "an undo of a secret was told"
        await world.ask(first, "undo")
        assert queues[first].stopped and queues[second].running
        assert not world.take()[second]
        world.close()

    asyncio.run(run())


def test_each_seat_has_a_queue_of_its_own(tmp_path: Path) -> None:
    async def run() -> None:
        world, (first, second) = await two_players_wait(tmp_path)
        before = {seat: world.room.screens.room_text(seat) for seat in (first, second)}
        assert '"queue":{' in before[first] and '"queue":{' in before[second]
        await world.do(GM, "queue", errands=[{"who": LURKER, "square": "A1"}])
        assert not any(world.take().values()), "an errand of somebody hidden was told"
        await world.do(GM, "queue", errands=[])
        assert not any(world.take().values()) and list(world.room.queues) == [first, second]
        async with world.room.lock:
            world.room.take_sign({"what": QUEUE, "seat": second})
        await world.drain()
        assert list(world.room.queues) == [first] and world.room.screens.room_text(first) == before[first]
        world.close()

    asyncio.run(run())


def test_an_undo_on_another_server_ends_the_queue_of_its_seat_alone(tmp_path: Path) -> None:
    async def run() -> None:
        world, (first, second) = await two_players_wait(tmp_path)
        room = world.room
        for seat, left in ((GM, [first, second]), (first, [second])):
            name = room.session.name
            after = canon({**room.session.questions.news(room.session.questions), "steps": {}}).encode()
            row = Row(room.seq + 1, f"{seat}/elsewhere", b"", seat, SWITCH, name, b"{}", after, b"{}", 0)
            async with room.lock:
                await room.take_in([row])
            assert [queue.seat for queue in room.queues.values() if queue.running] == left
        world.close()

    asyncio.run(run())


def test_queues_of_several_seats_are_all_done_one_command_at_a_time(tmp_path: Path) -> None:
    async def run() -> None:
        world = await fight(tmp_path, "crisis_mode")
        own, _ = foes(world)
        players = [seat for seat in world.seats if seat != GM]
        errands = {seat: errand_of(world, seat) for seat in players}
        await world.do(GM, "pause", on=True)
        await world.do(GM, "queue", errands=[{"who": who, "square": "A1", "end": True} for who in own])
        await world.do(GM, "pause", on=False)
        for seat in players:
            await world.do(seat, "queue", errands=[errands[seat]])
        queues = dict(world.room.queues)
        assert list(queues) == [GM, *players]
        await until(world, lambda: not any(queue.running for queue in queues.values()))
        assert all(queue.done > 0 for queue in queues.values())
        assert {queue.stopped for queue in queues.values()} <= {"", "the encounter is over"}
        world.close()

    asyncio.run(run())


@pytest.mark.parametrize("verb", ["hide", "remove"])
def test_a_target_out_of_sight_is_not_told_by_its_id(verb: str, tmp_path: Path) -> None:
    async def run() -> None:
        world = await fight(tmp_path, "crisis_mode")
        own, _ = foes(world)
        enc = world.room.session.game.state
        await world.pass_until(lambda: world.view()["actors"] != [] and world.view()["actors"][0] not in own)
        who = world.view()["actors"][0]
        seat = enc.seat_of(who)
        await world.do(GM, "pause", on=True)
        target = own[0]
        alias = Eyes(world.room.session.game.state, seat).alias(target)
        queue = world.room.queues[seat] = Queue(seat, [Errand(who, alias, walk=True)])
        await world.do(GM, "ruling", ruling={"who": "gm", "verb": verb, "targets": [target]})
        before = len(commands(world))
        await world.do(GM, "pause", on=False)
        await until(world, lambda: not queue.running)
        assert queue.told == [f"{enc.name(who)} {LOST}"]
        assert len(commands(world)) == before, "it went for somebody else"
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
