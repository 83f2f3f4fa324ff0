"""A command id is one seat's or the table's own, whatever the GM calls the seats and whatever ids pages choose."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import product
from pathlib import Path

import pytest
from tests.server.worlds import PATIENCE, World

from fracas.engine.command import GM
from fracas.engine.registry import load_ruleset
from fracas.server.command_ids import OWN, own_id, seat_id

BOLD = ["player1", "Zoë", "%2F", "1", *OWN, *[f"/{who}" for who in OWN], "a", "a/b", "a/b/c", "/", "//", "3", "3/a", ""]
"""Names of seats, some of them chosen with care."""
COMING = 40
"""How many of the coming ids a seat tries to use up."""


def play(folder: Path, work: Callable[[World, list[str]], Awaitable[None]]) -> None:
    """Something done at a table where the GM has begun, with the ids of those a player has."""

    async def run() -> None:
        ruleset = load_ruleset("crisis_mode")
        start = ruleset.start("party-against-band", {}, ["1", "2"])
        world = World(folder)
        await world.open(ruleset, start, [GM])
        await world.do(GM, "start")
        try:
            await work(world, [one.id for one in start.combatants.values() if one.seat != GM])
        finally:
            world.close()

    asyncio.run(run())


async def call_seat(world: World, who: str, name: str) -> None:
    """The GM gives somebody a seat of this name, and somebody sits down there."""
    await world.do(GM, "ruling", ruling={"who": "gm", "verb": "set", "targets": [who], "thing": "seat", "text": name})
    await world.join(name)
    await world.drain()


@pytest.mark.sqlite
def test_no_two_who_act_can_form_the_same_id() -> None:
    ids = ["1", "x", "b/1", "b/c/1", "bot/1", "/1", "a/b/1", "3/a/b/1", "/bot/1"]
    formed = [seat_id(seat, id) for seat, id in product(BOLD, ids)] + [own_id(who, id) for who, id in product(OWN, ids)]
    assert len(set(formed)) == len(formed)


@pytest.mark.sqlite
def test_ids_of_ordinary_seats_are_those_of_earlier_versions() -> None:
    """Else a page that asks again after an update would have done twice what it asked for before."""
    assert [seat_id(seat, "x7") for seat in ("gm", "player1", "Zoë")] == ["gm/x7", "player1/x7", "Zoë/x7"]


def test_bots_move_beside_a_seat_called_like_them(tmp_path: Path) -> None:
    async def work(world: World, heroes: list[str]) -> None:
        room = world.room
        await call_seat(world, heroes[0], "bot")
        first = room.seq + COMING + 1
        for number in range(first, first + COMING):
            await world.ask("bot", "say", id=str(number), text="mine")
        for side in {one.side for one in room.session.game.state.combatants.values()}:
            await world.do(GM, "bot", scope="side", name=side, on=True)

        async def moved() -> None:
            while room.seq < first + COMING and not room.session.game.state.over:
                await asyncio.sleep(0.01)

        await asyncio.wait_for(moved(), PATIENCE)

    play(tmp_path, work)


def test_a_slash_in_a_seats_name_or_id_makes_it_nobody_elses(tmp_path: Path) -> None:
    async def work(world: World, heroes: list[str]) -> None:
        await call_seat(world, heroes[0], "a")
        await call_seat(world, heroes[1], "a/b")
        said = {"a": await world.ask("a", "say", id="b/x", text="one")}
        said["a/b"] = await world.ask("a/b", "say", id="x", text="two")
        assert [reply["type"] for reply in said.values()] == ["ok", "ok"], said
        assert len([one for one in world.room.facts.asides if one["what"] == "say"]) == 2

    play(tmp_path, work)


def test_whoever_uses_an_id_again_for_something_else_is_told_which(tmp_path: Path) -> None:
    async def work(world: World, heroes: list[str]) -> None:
        await call_seat(world, heroes[0], "a/b")
        await world.do("a/b", "say", id="x/y", text="one")
        again = await world.ask("a/b", "say", id="x/y", text="two")
        assert again["type"] == "error" and "'x/y'" in again["message"], again

    play(tmp_path, work)
