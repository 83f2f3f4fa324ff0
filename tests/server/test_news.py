"""Nobody's page stands still: what becomes public is told at once, event by event; views say no more than that."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import wait
from pathlib import Path
from typing import Any

import pytest
from tests.server.test_hidden_turns import HIDDEN, hidden_turn
from tests.server.worlds import World

from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.views import known
from fracas.server import subscribers
from fracas.session.looking import look_at
from fracas.session.sight import Known

Data = dict[str, Any]


def played(work: Callable[[World, str], Awaitable[None]], folder: Path) -> None:
    """Do something at a table at which it is a hidden foe's turn."""

    async def run() -> None:
        world, player = await hidden_turn(folder)
        world.take()
        try:
            await work(world, player)
        finally:
            world.close()

    asyncio.run(run())


def frames_of(world: World, seat: str) -> list[Data]:
    return world.read(seat)


def ids(view: Data) -> list[str]:
    return [one["id"] for one in view["state"]["combatants"]]


async def strike_from_hiding(world: World, player: str) -> str:
    """The hidden foe gives itself away by striking at a player in its own turn, which goes on; the alias it gets."""
    enc = world.room.session.game.state
    victim = next(one for one in enc.combatants.values() if one.seat == player)
    beside = enc.board.name(enc.board.neighbours(victim.pos, 1)[0])
    await world.do(GM, "ruling", ruling={"who": "gm", "verb": "move", "targets": [HIDDEN], "squares": [beside]})
    await world.do(GM, "ruling", ruling={"who": "gm", "verb": "set", "targets": [HIDDEN], "thing": "ap", "text": "6"})
    assert frames_of(world, player) == frames_of(world, "") == [], "nobody saw it come"
    await world.do(GM, "command", command=f"{HIDDEN} attack {victim.id}", step=world.view()["step"])
    assert world.view()["actors"] == [HIDDEN]
    return world.room.session.game.state.combatants[HIDDEN].alias


def test_whoever_reveals_itself_is_seen_at_once_while_its_turn_goes_on(tmp_path: Path) -> None:
    async def work(world: World, player: str) -> None:
        alias = await strike_from_hiding(world, player)
        for seat in (player, ""):
            frames = frames_of(world, seat)
            kinds = [frame["event"]["kind"] for frame in frames if frame["type"] == "event"]
            assert kinds[:2] == ["spotted", "attack-declared"] and len(kinds) > 3
            views = [frame["view"] for frame in frames if frame["type"] == "view"]
            assert views and alias in ids(views[-1]) and not views[-1]["between"]
            assert views[-1]["last"] == max(frame["event"]["n"] for frame in frames if frame["type"] == "event")

    played(work, tmp_path)


def test_while_a_hidden_one_is_next_views_are_neutral_and_the_gm_sees_that_players_wait(tmp_path: Path) -> None:
    async def work(world: World, player: str) -> None:
        for seat in (player, ""):
            view = world.view(seat)
            assert view["between"] and not view["players_wait"]
            assert (view["actors"], view["decisions"], view["waiting_for"], view["proposals"]) == ([], [], [], {})
            assert view["can"] == {"undo": False, "redo": False}
            assert not [row for row in view["rail"]["rows"] if row["active"]]
        gm = world.view()
        assert gm["players_wait"] and not gm["between"] and gm["actors"] == [HIDDEN]
        await world.let_hidden_pass()
        assert not world.view()["players_wait"] and not world.view(player)["between"]

    played(work, tmp_path)


def test_what_the_hidden_do_sends_nothing_but_what_becomes_public(tmp_path: Path) -> None:
    async def work(world: World, player: str) -> None:
        await world.do(GM, "ruling", ruling={"who": "gm", "verb": "note", "text": "it thinks"})
        await world.do(
            GM, "ruling", ruling={"who": "gm", "verb": "set", "targets": [HIDDEN], "thing": "ap", "text": "3"}
        )
        assert [frames_of(world, seat) for seat in (player, "")] == [[], []]

    played(work, tmp_path)


def test_every_event_comes_once_and_in_order_with_no_number_left_out(tmp_path: Path) -> None:
    async def work(world: World, player: str) -> None:
        start = {seat: world.room.screens.snapshots[seat].last for seat in (GM, player, "")}
        await strike_from_hiding(world, player)
        for _ in range(6):
            before = world.room.seq
            await world.pass_until(lambda before=before: world.room.seq > before)  # type: ignore[misc]
        for seat in (GM, player, ""):
            numbers = [frame["event"]["n"] for frame in frames_of(world, seat) if frame["type"] == "event"]
            assert numbers == list(range(start[seat] + 1, world.room.screens.snapshots[seat].last + 1)) and numbers
            assert not [frame for frame in frames_of(world, seat) if frame["type"] == "update"]

    played(work, tmp_path)


def test_every_deed_ends_in_a_neutral_view_whoever_is_next(tmp_path: Path) -> None:
    async def work(world: World, player: str) -> None:
        await world.let_hidden_pass()
        world.take()
        view = world.view()
        who = view["actors"][0]
        await world.do(GM, "command", command=f"{who} pass", step=view["step"])
        shown = [frame["view"]["between"] for frame in frames_of(world, "") if frame["type"] == "view"]
        assert shown and shown[0]

    played(work, tmp_path)


async def slow_reader(world: World, player: str) -> tuple[list[Data], int]:
    """A page that does not read while much happens; what it gets then, and the number of its last event before."""
    reader = world.seats.pop(player)
    last = world.room.screens.snapshots[player].last
    await strike_from_hiding(world, player)
    for _ in range(3):
        before = world.room.seq
        await world.pass_until(lambda before=before: world.room.seq > before)  # type: ignore[misc]
    world.seats[player] = reader
    await world.drain()
    return frames_of(world, player), last


def test_a_slow_reader_gets_one_update_for_all_and_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscribers, "MOST_NEWS", 3)

    async def work(world: World, player: str) -> None:
        frames, last = await slow_reader(world, player)
        assert [frame["type"] for frame in frames if frame["type"] in ("update", "event", "view")] == ["update"]
        told = next(frame for frame in frames if frame["type"] == "update")
        assert [event["n"] for event in told["events"]] == list(range(last + 1, told["view"]["last"] + 1))
        assert told["view"] == world.view(player) and not told["fresh"]
        # From then on it hears event by event again, from where the update ended.
        monkeypatch.undo()
        world.take()
        before = world.room.seq
        await world.pass_until(lambda: world.room.seq > before)
        numbers = [frame["event"]["n"] for frame in frames_of(world, player) if frame["type"] == "event"]
        assert numbers == list(range(told["view"]["last"] + 1, world.room.screens.snapshots[player].last + 1))

    played(work, tmp_path)


def test_a_control_whoever_reads_in_time_is_told_one_by_one(tmp_path: Path) -> None:
    async def work(world: World, player: str) -> None:
        frames, _ = await slow_reader(world, player)
        assert "update" not in [frame["type"] for frame in frames]
        assert len([frame for frame in frames if frame["type"] == "event"]) > 3

    played(work, tmp_path)


def test_whoever_comes_late_is_welcomed_with_all_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscribers, "MOST_NEWS", 3)

    async def work(world: World, player: str) -> None:
        _, last = await slow_reader(world, player)
        sight = world.room.screens.snapshots[player]
        for game, since, first in (("", "", 1), (sight.game, str(last), last + 1)):
            await world.room.leave(world.seats[player])
            await world.join(player, game, since)
            await world.drain()
            welcome = frames_of(world, player)[0]
            assert welcome["type"] == "welcome" and welcome["complete"]
            assert [event["n"] for event in welcome["events"]] == list(range(first, sight.last + 1))
            assert welcome["view"] == sight.view

    played(work, tmp_path)


def test_whoever_leaves_while_a_view_is_made_changes_nothing_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Views are brought up to date by what has changed since: nobody else may begin to count that anew meanwhile."""

    async def work(world: World, player: str) -> None:
        room, loop, real = world.room, asyncio.get_running_loop(), Known.of
        on_loop, left = threading.current_thread(), list[object]()

        def of(one: Known, enc: Encounter) -> Encounter:
            if one.seat == "" and enc is not room.session.game.state and threading.current_thread() is not on_loop:
                gone = world.seats.pop(player, None)
                if gone is not None:
                    left.append(gone)
                    wait([asyncio.run_coroutine_threadsafe(room.leave(gone), loop)], 0.2)
            return real(one, enc)

        monkeypatch.setattr(Known, "of", of)
        await world.let_hidden_pass()
        before = room.seq
        await world.pass_until(lambda: room.seq > before)
        game = room.session.game
        fresh = look_at(game.ruleset, game.state, known(game.ruleset, game.state, ""), "")
        assert left and left[0] not in room.subscribers
        assert not world.view("")["between"] and world.view("")["cards"] == fresh["cards"]
        assert world.view("")["state"]["combatants"] == fresh["state"]["combatants"]

    played(work, tmp_path)
