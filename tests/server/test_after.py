"""The reckoning over HTTP: one at a time for a table, and once for all who ask at the same moment."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server.worlds import World

from fracas.engine.command import GM
from fracas.engine.registry import load_ruleset
from fracas.server import after
from fracas.server.workshop import off_loop

SEATS = (GM, "player1", "")


class Counting:
    """How often a fight was gone through, and how often at once at most."""

    def __init__(self, real: Callable[..., Any]) -> None:
        self.real = real
        self.made: list[str] = []
        self.most = self._now = 0
        self._lock = threading.Lock()

    def __call__(self, *given: Any) -> Any:
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        time.sleep(0.05)
        found = self.real(*given)
        with self._lock:
            self._now -= 1
            self.made.append(given[2])
        return found


async def crowd(folder: Path, asks: Callable[[World], Any]) -> None:
    world = World(folder)
    ruleset = load_ruleset("crisis_mode")
    await world.open(ruleset, ruleset.start("ambush", {}, ["a", "b"]), [GM])
    await asks(world)
    world.close()


async def four_times(world: World) -> None:
    found = await asyncio.gather(*[after.reckoned(world.room, seat) for seat in SEATS * 4])
    assert len({id(one) for one in found}) == len(SEATS)


async def unlocked(world: World) -> None:
    await asyncio.gather(*[off_loop(after.reckon, *given(world, seat)) for seat in SEATS])


def given(world: World, seat: str) -> tuple[Any, ...]:
    game = world.room.session.game
    return game.ruleset, game.save(), seat, {}, ""


def test_however_many_ask_a_fight_is_gone_through_once_for_each_seat(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    counting = Counting(after.reckon)
    monkeypatch.setattr(after, "reckon", counting)
    asyncio.run(crowd(tmp_path, four_times))
    assert sorted(counting.made) == sorted(SEATS) and counting.most == 1


def test_control_without_taking_turns_they_run_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    counting = Counting(after.reckon)
    monkeypatch.setattr(after, "reckon", counting)
    asyncio.run(crowd(tmp_path, unlocked))
    assert counting.most > 1
