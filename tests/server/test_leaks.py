"""L3, L4, L8: what a viewer may not know is absent in frames, errors and replays, and hidden answers like absent."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError
from tests.server import worlds
from tests.server.house import LONG
from tests.server.test_twin_worlds import LIFE, add_hidden
from tests.server.worlds import World

from fracas.engine.command import GM
from fracas.engine.ids import Recast
from fracas.engine.policy import Chance
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.server import showing, snapshots
from fracas.server.dispatch import serve
from fracas.server.frames import RoomOut, View
from fracas.server.hall import Hall
from fracas.server.room import Room
from fracas.server.screens import Screens
from fracas.server.subscribers import Subscriber
from fracas.session.parts import assembled

HIDDEN, ABSENT = "lurker", "nobody"
CANARY = "canary-5f3a"


async def haunted(id: str, folder: Path) -> tuple[World, str]:
    """A table with a lurking foe, and one of its players' seats."""
    ruleset = load_ruleset(id)
    start = ruleset.start(ruleset.scenarios()[0].id, {}, ["1", "2"])
    kind = next(one.kind for one in start.combatants.values() if one.seat == GM)
    add_hidden(ruleset, start, kind, HIDDEN)
    start.combatants[HIDDEN].name = CANARY
    start.notes = [CANARY]
    player = next(seat for seat in start.seats if seat != GM)
    world = World(folder)
    await world.open(ruleset, start, [GM, player, ""])
    await world.do(GM, "start")
    await world.let_hidden_pass()
    return world, player


def probes(world: World, player: str, who: str) -> list[dict[str, Any]]:
    """Every message that can name somebody."""
    game = world.room.session.game
    mine = next(one for one, each in game.state.combatants.items() if each.seat == player)
    step = world.room.steps.of(player)
    found: list[dict[str, Any]] = [{"type": "offers", "who": who}]
    found += [{"type": "bot", "scope": scope, "name": who, "on": True} for scope in ("combatant", "turn")]
    found += [
        {"type": "ruling", "ruling": {"who": "gm", "verb": verb, "targets": [who]}} for verb in ("hide", "reveal")
    ]
    orders: list[Any] = [{"who": who, "verb": "pass"}, f"{who} pass"]
    for verb, action in game.ruleset.actions.items():
        if "target" in action.shape:
            orders += [{"who": mine, "verb": verb, "targets": [who]}, f"{mine} {verb} {who}"]
    for order in orders:
        found += [{"type": type, "command": order} for type in ("preview", "odds")]
        found.append({"type": "command", "command": order, "step": step})
    return found


@pytest.mark.parametrize("id", ruleset_ids())
def test_l4_hidden_and_absent_are_answered_alike(id: str, tmp_path: Path) -> None:
    async def run() -> None:
        world, player = await haunted(id, tmp_path)
        await answered_alike(world, player)
        world.close()

    asyncio.run(run())


async def answered_alike(world: World, player: str) -> None:
    """Whatever names the lurker gets, byte by byte, what names nobody at all would get."""
    for seat in (player, ""):
        for first, second in zip(probes(world, player, HIDDEN), probes(world, player, ABSENT), strict=True):
            one = await world.raw(seat, id="same", **first)
            other = await world.raw(seat, id="same", **second)
            assert b'"type":"error"' in one or b'"legal":false' in one, one
            assert one.replace(HIDDEN.encode(), ABSENT.encode()) == other, first


@pytest.mark.parametrize("id", ruleset_ids())
def test_l4_the_hidden_dead_and_the_removed_are_answered_like_the_absent(id: str, tmp_path: Path) -> None:
    async def run() -> None:
        world, player = await haunted(id, tmp_path)
        one = world.room.session.game.state.combatants[HIDDEN]
        life = next(name for name in LIFE if name in one.settable())
        for ruling in ({"verb": "set", "thing": life, "text": "0"}, {"verb": "remove"}):
            await world.do(GM, "ruling", ruling={"who": "gm", "targets": [HIDDEN], **ruling})
            # Where the fallen lie for all to see, the dead are no secret.
            if not world.room.session.game.state.sees(player, HIDDEN):
                await answered_alike(world, player)
            await world.do(GM, "undo")
        world.close()

    asyncio.run(run())


def separable(first: list[float], second: list[float]) -> float:
    """How often a value of the first is the larger one: 0.5 where nothing tells them apart, 0 or 1 where all does."""
    ranked = sorted([(value, 0) for value in first] + [(value, 1) for value in second])
    ranks = sum([rank for rank, (_, which) in enumerate(ranked, 1) if which == 0])
    return (ranks - len(first) * (len(first) + 1) / 2) / (len(first) * len(second))


async def timed(id: str, count: int, folder: Path) -> list[float]:
    """For each kind of message that names somebody: can its time tell the hidden from the absent?"""
    world, player = await haunted(id, folder)
    chance, found = Chance(1), []
    pairs = list(zip(probes(world, player, HIDDEN), probes(world, player, ABSENT), strict=True))
    for types in (("offers",), ("preview", "odds"), ("command",)):
        kinds = [pair for pair in pairs if pair[0]["type"] in types][-4:]
        spent: tuple[list[float], list[float]] = ([], [])
        for number in range(count):
            pair = kinds[number % len(kinds)]
            first = chance.below(2)
            for which in (first, 1 - first):
                began = time.process_time()
                await world.raw(player, id="same", **pair[which])
                spent[which].append(time.process_time() - began)
        found.append(separable(*spent))
    world.close()
    return found


TIMED = ruleset_ids() if LONG else ruleset_ids()[:1]
TIMES = 4_000 if LONG else 500
APART = 0.05 if LONG else 0.08
"""How far from chance: for few messages more, as chance itself is then further from it."""
MOMENT = 0.0001
"""Seconds of work that naming somebody hidden costs in the control."""


@pytest.mark.parametrize("id", TIMED)
def test_l4_hidden_and_absent_take_the_same_time(id: str, tmp_path: Path) -> None:
    for value in asyncio.run(timed(id, TIMES, tmp_path)):
        assert abs(value - 0.5) <= APART, value


def test_l4_control_a_moment_more_for_the_hidden_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def slower(hall: Hall, room: Room, subscriber: Subscriber, data: dict[str, Any]) -> None:
        if HIDDEN in json.dumps(data):
            until = time.process_time() + MOMENT
            while time.process_time() < until:
                pass
        await serve(hall, room, subscriber, data)

    monkeypatch.setattr(worlds, "serve", slower)
    assert max([abs(value - 0.5) for value in asyncio.run(timed(TIMED[0], 200, tmp_path))]) > APART


def test_l4_control_probes_judged_by_the_truth_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fracas.engine.game.Game.known", lambda self, seat: self.state.copy())
    with pytest.raises(AssertionError):
        test_l4_hidden_and_absent_are_answered_alike(ruleset_ids()[0], tmp_path)


def test_l3_views_and_rooms_hold_what_their_types_name_and_nothing_else(tmp_path: Path) -> None:
    async def run() -> None:
        world, player = await haunted(ruleset_ids()[0], tmp_path)
        for seat in (GM, player, ""):
            View.model_validate(world.view(seat))
            RoomOut.model_validate(showing.room_for(world.room, seat))
        assert set(View.model_fields) == set(world.view(player))
        world.close()

    asyncio.run(run())


def test_l3_control_a_field_nobody_named_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "assembled", lambda parts: {**assembled(parts), "secrets": 1})
    with pytest.raises((AssertionError, ValidationError)):
        test_l3_views_and_rooms_hold_what_their_types_name_and_nothing_else(tmp_path)


def test_l8_control_a_replay_without_what_was_taken_back_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Screens.events

    def events(self: Screens, seat: str, since: int) -> list[Any]:
        found = real(self, seat, since)
        return [event for event in found if event["kind"] != "went-back"] if since == 0 else found

    monkeypatch.setattr(Screens, "events", events)
    with pytest.raises(AssertionError):
        test_l8_a_replay_is_what_was_sent_live(tmp_path)


def events_in(frame: dict[str, Any]) -> list[Any]:
    """The events of a frame."""
    return [frame["event"]] if frame["type"] == "event" else frame.get("events", [])


def test_l8_a_replay_is_what_was_sent_live(tmp_path: Path) -> None:
    """Reveal, hide again, undo, late joiners: the stream read from the start is the one that came live."""

    async def run() -> None:
        world, player = await haunted(ruleset_ids()[1], tmp_path)
        for verb in ("reveal", "hide", "reveal"):
            await world.do(GM, "ruling", ruling={"who": "gm", "verb": verb, "targets": [HIDDEN]})
        for _ in range(2):
            await world.do(GM, "undo")
        await world.do(GM, "redo")
        live: dict[str, list[Any]] = {}
        for seat in (player, ""):
            frames = [json.loads(frame) for frame in world.frames[seat]]
            live[seat] = [event for frame in frames for event in events_in(frame)]
        for seat in (player, ""):
            await world.join(seat)
        await world.drain()
        for seat in (player, ""):
            again = json.loads(world.frames[seat][0])
            assert again["events"] == live[seat] and again["complete"]
        world.close()

    asyncio.run(run())


@pytest.mark.pure
def test_the_table_waits_for_somebody_hidden_and_nobody_hears_of_it(tmp_path: Path) -> None:
    async def run() -> None:
        world, player = await haunted(ruleset_ids()[1], tmp_path)
        session = world.room.session
        real = session.game.ruleset.actors
        try:
            session.game.ruleset.actors = lambda enc: [HIDDEN]  # type: ignore[method-assign]
            assert snapshots.is_between_turns(session, player) and snapshots.is_between_turns(session, "")
            assert not snapshots.is_between_turns(session, GM)
        finally:
            session.game.ruleset.actors = real  # type: ignore[method-assign]
        world.close()

    asyncio.run(run())


def test_ids_of_those_a_seat_does_not_know_are_cut_by_what_is_declared() -> None:
    data = {
        "targets": ["a", "x"],
        "by": "x",
        "n": 1,
        "order": [{"who": ["x"]}, {"who": ["a", "x"]}],
        "about": ["x", "a"],
    }
    paths = ("targets", "by", "order.*.who!", "about=")
    assert Recast({"a": "b"}, ["x"]).of(data, paths) == {
        "targets": ["b"], "by": "", "n": 1, "order": [{"who": ["b"]}], "about": ["", "b"],
    }  # fmt: skip
