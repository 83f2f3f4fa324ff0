"""What seats are sent does not depend on the database: one game played on each, and every byte compared."""

from __future__ import annotations

import asyncio
from pathlib import Path
from unittest.mock import patch

import pytest
from tests.server.canaries import Flock, haunt
from tests.server.grounds import GROUND, POSTGRES, SQLITE
from tests.server.house import LONG
from tests.server.test_canaries import Random
from tests.server.worlds import BASE, World, gathered

from fracas.engine.command import GM
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.server.hall import Hall
from fracas.server.socket import welcome
from fracas.server.store import NotKept, Row, Standing
from fracas.server.store_postgres import PostgresHold
from fracas.server.subscribers import Subscriber

GAMES = 10 if LONG else 1
STEPS = 150 if LONG else 40
Frames = list[tuple[str, str, bytes]]
"""Who got what, and in which step."""


class Recorded(Random):
    """The random game of the canaries, of which everything that anybody gets is kept, the GM too."""

    frames: Frames

    def check(self, where: str) -> None:
        self.frames += [(where, seat, frame) for seat, frames in self.world.take_all().items() for frame in frames]

    def search(self, where: str, seat: str, raw: bytes) -> None:
        self.frames.append((where, seat, raw))

    async def hand_to_bot(self) -> None:
        """Bots act in their own time: whether before or after somebody else is no matter of databases."""
        await self.read_log()


async def play(id: str, seed: int, folder: Path) -> Frames:
    ruleset = load_ruleset(id)
    scenarios = ruleset.scenarios()
    start = gathered(ruleset.start(scenarios[seed % len(scenarios)].id, {}, [f"public {seed}", ""]), 2)
    flock = Flock()
    haunt(ruleset, start, flock)
    world = World(folder)
    try:
        await world.open(ruleset, start, [*start.seats, ""])
        game = Recorded(world, flock, seed)
        game.frames = []
        await world.do(GM, "start")
        for _ in range(STEPS):
            await game.step()
        game.check("the end")
    finally:
        world.close()
    return game.frames + await opened_again(world)


async def opened_again(world: World) -> Frames:
    """What players and spectators get who come when the server was begun anew. What was refused, which the GM sees, is
    told among servers and forgotten by one."""
    hall = Hall(world.hall.place, BASE, 0)
    try:
        room = await hall.room(world.room.id)
        assert room is not None
        found: Frames = []
        for seat, one in [(seat, one) for seat, one in world.seats.items() if seat != GM]:
            again = Subscriber(seat, one.role, one.grant)
            found.append(("again", seat, welcome(room, again, "", "").replace(room.id.encode(), b"TABLE")))
        return found
    finally:
        hall.close()


def played_on(kind: str, id: str, seed: int, folder: Path) -> Frames:
    with patch.object(GROUND, "kind", kind):
        return asyncio.run(play(id, seed, folder / f"{kind}-{seed}"))


def difference(id: str, seed: int, folder: Path) -> str:
    """The first frame that is not the same on both databases."""
    one, other = [played_on(kind, id, seed, folder) for kind in (SQLITE, POSTGRES)]
    assert len(one) > STEPS
    for number, (here, there) in enumerate(zip(one, other, strict=False)):
        if here != there:
            at = next((n for n, (a, b) in enumerate(zip(here[2], there[2], strict=False)) if a != b), 0)
            around = slice(max(at - 60, 0), at + 60)
            return f"frame {number}, {here[:2]} and {there[:2]}: {here[2][around]!r} and {there[2][around]!r}"
    return "" if len(one) == len(other) else f"{len(one)} frames and {len(other)}"


@pytest.mark.parametrize("id", ruleset_ids())
def test_every_seat_is_sent_the_same_bytes_on_both_databases(id: str, tmp_path: Path) -> None:
    for seed in range(GAMES):
        assert difference(id, seed, tmp_path) == ""


def test_control_one_row_less_on_one_of_them_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = PostgresHold.keep

    async def keep(self: PostgresHold, row: Row, standing: Standing) -> None:
        if row.seq == 5:
            await self.let_go()
            raise NotKept("the disk is full")
        await kept(self, row, standing)

    monkeypatch.setattr(PostgresHold, "keep", keep)
    with pytest.raises(AssertionError):
        assert difference(min(ruleset_ids()), 0, tmp_path) == ""
