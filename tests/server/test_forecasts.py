"""How is this going: the GM is told, the players are told nothing, and nobody foresees the table's own dice."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server.house import House
from tests.server.worlds import World

from fracas.engine.command import GM
from fracas.engine.easy import EasyPolicy
from fracas.engine.encounter import Encounter
from fracas.engine.events import Rolled
from fracas.engine.game import Game
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.lab.forecast import LOW, fight_on
from fracas.server import forecasting, outlook
from fracas.server.forecasting import Forecast, Forecasts
from fracas.server.messages import WhatIf
from fracas.server.subscribers import FORECAST
from fracas.session.bots import Bots
from fracas.session.position import Position, position_of
from fracas.session.session import Session

Data = dict[str, Any]
SEEDS = ["the-public-seed", "the-gms-seed"]


@pytest.fixture(autouse=True)
def restless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forecasts begin at once and are soon done."""
    monkeypatch.setattr(outlook, "REST_SECONDS", 0.01)
    monkeypatch.setattr(forecasting, "FIGHTS", 8)


def duel() -> Encounter:
    return load_ruleset("crisis_mode").start("first-duel", {}, SEEDS)


async def until(holds: Callable[[], bool], world: World, seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while not holds():
            await world.drain()
            await asyncio.sleep(0.02)


def forecasts_of(world: World, seat: str = GM) -> list[Data]:
    return [frame for frame in world.read(seat) if frame["type"] == "forecast"]


def figures(world: World, what: str = "now") -> Data:
    told = forecasts_of(world)
    found = told[-1][what] if told else None
    return found or {"fights": 0, "of": 1}


async def play(folder: Path, watching: bool) -> dict[str, list[bytes]]:
    """A few turns of a duel, the GM looking at how it goes or not; what everybody was sent."""
    world = World(folder)
    seats = [GM, *{one.seat for one in duel().combatants.values() if one.seat != GM}, ""]
    await world.open(load_ruleset("crisis_mode"), duel(), seats)
    try:
        if watching:
            await world.do(GM, "forecast", on=True)
        await world.do(GM, "start")
        if watching:
            await until(lambda: figures(world)["fights"] > 0, world)
            await world.do(GM, "what_if", heal="heroes", more="gaunt-wolf", side="foes", count=2)
            await until(lambda: figures(world, "what_if")["fights"] > 0, world)
        begun = len(world.room.session.game.log.lines)
        await world.pass_until(lambda: len(world.room.session.game.log.lines) > begun + 12)
        await world.drain()
        return {seat: list(frames) for seat, frames in world.frames.items()}
    finally:
        world.close()
        await world.hall.forecasts.ended()


def test_the_gm_is_told_and_players_get_the_same_bytes_with_it_as_without(tmp_path: Path) -> None:
    with_it = asyncio.run(play(tmp_path / "with", True))
    without = asyncio.run(play(tmp_path / "without", False))
    assert b"forecast" in b"".join(with_it[GM]) and b"forecast" not in b"".join(without[GM])
    for seat in without:
        if seat != GM:
            assert with_it[seat] == without[seat]


def test_a_leak_to_players_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The switch: figures go to every connection, whoever asked."""

    def tell(self: outlook.Outlook) -> None:
        for one in self.room.subscribers:
            one.mark(FORECAST)

    monkeypatch.setattr(outlook.Outlook, "_tell", tell)
    frames = asyncio.run(play(tmp_path, True))
    assert [seat for seat in frames if seat != GM and b"forecast" in b"".join(frames[seat])]


def test_nothing_the_process_gets_tells_the_seeds_of_the_table() -> None:
    for id in ruleset_ids():
        ruleset = load_ruleset(id)
        game = Game(ruleset, ruleset.start(ruleset.scenarios()[0].id, {}, SEEDS))
        game.begin()
        for seat in game.state.seats.values():
            seat.nonce = "the-nonce"
        for enc in (game.checkpoint, game.start):
            enc.notes.append("the-secret-note")
        forecast = Forecast(position_of(game), {}, lambda _: None)
        told = json.dumps(forecast.request(1))
        assert not [secret for secret in (*SEEDS, "the-nonce", "the-secret-note") if secret in told]
        assert Forecast({}, {}, lambda _: None).seed != forecast.seed


def asked_game() -> Game:
    """A fight by bots up to a question in the midst of a command in which dice lie on the table."""
    ruleset, policy = load_ruleset("crisis_mode"), EasyPolicy(1)
    for number in range(40):
        game = Game(ruleset, ruleset.start("party-against-band", {}, [f"{number}", "gm"]))
        session = Session(game)
        session.begin()
        bots = Bots(session, lambda who: True, lambda seat: policy)
        for _ in range(60):
            thrown = [event for event in game.shown if isinstance(event, Rolled)]
            if game.waiting and thrown:
                return game
            if not bots.move():
                break
    raise AssertionError("no question with dice before it")


def test_a_command_that_waits_is_fought_to_its_end() -> None:
    position = Position(json.loads(json.dumps(position_of(asked_game()))))
    for number in range(3):
        enc, kept = fight_on(position, "other", number, {})
        assert enc.over and kept.result


@pytest.mark.pure
def test_a_command_that_waits_goes_on_with_the_dice_that_lie_there(monkeypatch: pytest.MonkeyPatch) -> None:
    game = asked_game()
    position = Position(json.loads(json.dumps(position_of(game))))
    shown = [event.to_json() for event in game.shown]
    seen: list[Any] = []
    happen = Encounter.happen

    def note(self: Encounter, event: Any) -> None:
        seen.append(event.to_json())
        happen(self, event)

    monkeypatch.setattr(Encounter, "happen", note)
    for number in range(3):
        seen.clear()
        fight_on(position, "other", number, {})
        assert seen[: len(shown)] == shown


def test_what_the_gm_wonders_about_is_made_of_rulings_and_changes_nothing(tmp_path: Path) -> None:
    async def run() -> None:
        world = World(tmp_path)
        await world.open(load_ruleset("crisis_mode"), duel(), [GM])
        try:
            await world.do(GM, "start")
            room = world.room
            before = room.session.game.save()
            request = WhatIf(
                id="x", type="what_if", more="gaunt-wolf", side="foes", count=2, rulings=["set haldis hp 3"]
            )
            rulings = outlook.rulings_of(room, request)
            assert [one.verb for one in rulings] == ["add", "add", "set"]
            there = Position(position_of(room.session.game, rulings)).start
            assert len(there.combatants) == len(room.session.game.state.combatants) + 2
            assert there.combatants["haldis"].value_of("hp") == "3"
            assert room.session.game.save() == before
            for wrong in ({"more": "nothing", "side": "foes"}, {"more": "gaunt-wolf", "side": "x"}, {"rulings": ["?"]}):
                assert (await world.ask(GM, "what_if", **wrong))["type"] == "error"
        finally:
            world.close()

    asyncio.run(run())


def test_what_is_stale_is_called_off_and_a_broken_process_is_no_harm(tmp_path: Path) -> None:
    async def run() -> None:
        forecasts = Forecasts()
        ruleset = load_ruleset("crisis_mode")
        game = Game(ruleset, duel())
        game.begin()
        position, told = position_of(game), list[Data]()
        first = Forecast(position, {}, told.append, fights=400)
        second = Forecast(position, {}, told.append, fights=3)
        forecasts.ask("here", first)
        await asyncio.sleep(0)
        forecasts.ask("here", second)
        async with asyncio.timeout(60):
            while not second.done:
                await asyncio.sleep(0.02)
        assert first.called_off and not first.figures and second.figures["fights"] == 3
        assert forecasts.process is not None
        os.kill(forecasts.process.pid, signal.SIGKILL)
        third = Forecast(position, {}, told.append, fights=2)
        forecasts.ask("here", third)
        async with asyncio.timeout(60):
            while not third.done:
                await asyncio.sleep(0.02)
        if third.figures.get("trouble"):
            # It died while it was asked; the next one finds another process.
            third = Forecast(position, {}, told.append, fights=2)
            forecasts.ask("here", third)
            async with asyncio.timeout(60):
                while not third.done:
                    await asyncio.sleep(0.02)
        assert third.figures["fights"] == 2
        forecasts.close()
        await forecasts.ended()

    asyncio.run(run())


def test_it_ends_with_the_server_however_that_ends(tmp_path: Path) -> None:
    house = House(tmp_path / "house")
    host = house.host()
    asked = host.post("/api/forecasts", {"ruleset": "crisis_mode", "scenario": "first-duel", "options": {}})
    assert asked.status_code == 200, asked.text
    way = f"/api/forecasts/{asked.json()['forecast']}"
    known: Data = {}
    for _ in range(600):
        known = host.http.get(way).json()
        if known["fights"]:
            break
        time.sleep(0.1)
    assert known["fights"] and set(known["wins"]) == {"heroes", "foes"} and known["people"]
    children = Path(f"/proc/{house.pid}/task/{house.pid}/children").read_text().split()
    working = [pid for pid in children if b"fracas.lab.forecast" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    assert len(working) == 1
    priorities = [os.getpriority(os.PRIO_PROCESS, int(pid)) for pid in (house.pid, working[0])]
    assert priorities[1] == min(19, priorities[0] + LOW)
    house.kill()
    for _ in range(200):
        state = Path(f"/proc/{working[0]}/stat")
        if not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z":
            break
        time.sleep(0.05)
    else:
        raise AssertionError("the process outlives its server")


def test_only_the_host_may_ask(tmp_path: Path) -> None:
    house = House(tmp_path / "house")
    stranger = house.host()
    stranger.http.cookies.clear()
    body = {"ruleset": "crisis_mode", "scenario": "first-duel", "options": {}}
    assert stranger.post("/api/forecasts", body).status_code == 403
    assert stranger.http.get("/api/forecasts/x").status_code == 403
    host = house.host()
    assert host.post("/api/forecasts", {**body, "scenario": "nowhere"}).status_code == 422
    assert host.http.get("/api/forecasts/x").status_code == 404
    assert house.stop() == ""
