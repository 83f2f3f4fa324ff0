"""Measures command to view at a small and at a full table: 7 and 60 combatants, GM, two players and a spectator.

For `make bench-table`. In this process without a network: from a page's message to the last of the four views as bytes,
kept on the disk in between. The figures go into the server's section of bench/table.md; other sections stay.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import os
import platform
import pstats
import tempfile
import time
from pathlib import Path

from fracas.engine.board.grid import Grid
from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.policy import RandomPolicy
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.ruleset import Ruleset
from fracas.engine.seat import Seat
from fracas.engine.views import known
from fracas.server.dispatch import serve
from fracas.server.grants import Grant
from fracas.server.hall import Hall
from fracas.server.room import Room
from fracas.server.socket import frame_of, welcome
from fracas.server.subscribers import Subscriber
from fracas.session.looking import look_at
from fracas.session.sparing import spare_the_rules
from results import write_section

SIDE, PEOPLE = 60, (7, 60)


def full_table(ruleset: Ruleset, people: int) -> Encounter:
    """A scenario of the ruleset on a big board, its foes again and again, its players in two seats."""
    enc = ruleset.start(ruleset.scenarios()[0].id, {}, ["a seed", "another"])
    board = enc.board
    if isinstance(board, Grid):
        wide = [board.terrains.index(next(t for t in board.terrains if not t.blocks_move))] * (SIDE * SIDE)
        enc.board = Grid(SIDE, wide, board.terrains, board.metric.name, board.max_climb, board.cut_corners)
    players = [one for one in enc.combatants.values() if one.seat != GM]
    for number, one in enumerate(players):
        one.seat = ("one", "two")[number % 2]
    foes = [one.kind for one in enc.combatants.values() if one.seat == GM]
    enc.seats = {seat: Seat(seat) for seat in (GM, "one", "two")}
    spots = [y * SIDE + x for y in range(2, SIDE, 7) for x in range(2, SIDE, 7)] if isinstance(board, Grid) else None
    if spots is not None:
        for one in enc.combatants.values():
            one.pos = spots.pop(len(spots) // 2)
    number = 0
    while len(enc.combatants) < people:
        number += 1
        player = len([c for c in enc.combatants.values() if c.seat != GM]) < 4
        kind = players[0].kind if player else foes[number % len(foes)]
        side, seat = (players[0].side, ("one", "two")[number % 2]) if player else ("foes", GM)
        pos = spots.pop(len(spots) // 2) if spots is not None else number % board.size
        enc.combatants[f"c{number}"] = ruleset.make(enc, kind, f"c{number}", pos, side, seat)
    return enc


class Bench:
    """One table, everybody at it, and a clock."""

    def __init__(self, folder: Path) -> None:
        self.hall = Hall(folder, "http://127.0.0.1:1", 0)
        self.room: Room
        self.people: list[Subscriber] = []
        self.spent: list[float] = []
        self.worked: list[float] = []
        self.sizes: list[int] = []
        self.policy = RandomPolicy(1)
        self.count = 0

    async def open(self, ruleset: Ruleset, people: int) -> None:
        self.room = await self.hall.create(ruleset, "", full_table(ruleset, people))
        for seat, role in ((GM, "gm"), ("one", "player"), ("two", "player"), ("", "spectator")):
            one = Subscriber(seat, role, Grant("x", self.room.id, seat or "watch", 1 << 40))
            async with self.room.lock:
                one.reply(welcome(self.room, one, "", ""))
                self.room.join(one)
            self.people.append(one)
        await self.drain()
        await self.send("start", GM)

    async def drain(self) -> list[int]:
        """How many bytes each viewer gets."""
        sizes: list[int] = []
        for one in self.people:
            size = 0
            while one._queue:
                what = await one.next()
                assert what is not None
                size += len(await frame_of(self.room, one, what))
            sizes.append(size)
        return sizes

    async def send(self, type: str, seat: str, **fields: object) -> None:
        self.count += 1
        one = next(each for each in self.people if each.seat == seat)
        began, worked = time.perf_counter(), time.process_time()
        await serve(self.hall, self.room, one, {"type": type, "id": f"m{self.count}", **fields})
        reply = next(frame for frame in one._queue if isinstance(frame, bytes))
        assert b'"type":"ok"' in reply, reply
        sizes = await self.drain()
        self.spent.append(time.perf_counter() - began)
        self.worked.append(time.process_time() - worked)
        self.sizes.extend(sizes)

    async def step(self) -> bool:
        """One command or answer, any legal one."""
        game = self.room.session.game
        if game.state.over:
            return False
        if game.waiting:
            decision = next(d for d in game.waiting if d.id not in game.answers)
            seat = game.state.seat_of(decision.who)
            shown = next(id for id, each in self.room.session.decisions(seat) if each.id == decision.id)
            await self.send("answer", seat, to=shown, answer=told(decision.default), step=self.room.steps.of(seat))
            return True
        actors = [who for who in game.ruleset.actors(game.state) if who in game.state.combatants]
        if not actors:
            return False
        seat = game.state.seat_of(actors[0])
        view = known(game.ruleset, game.state, seat)
        menu = game.ruleset.menu(view, actors[0])
        command = self.policy.act(game.ruleset, view, actors[0], menu)
        await self.send("command", seat, command=told(command), step=self.room.steps.of(seat))
        return True


def told(command: Command) -> dict[str, object]:
    return command.to_json()


def percentile(values: list[float], part: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * part // 100)]


async def measure(ruleset: Ruleset, people: int, count: int, folder: Path, profile: bool) -> Bench:
    bench = Bench(folder)
    try:
        await bench.open(ruleset, people)
        spare_the_rules()
        bench.spent.clear()
        bench.worked.clear()
        bench.sizes.clear()
        watch = cProfile.Profile()
        if profile:
            # The engine works in a thread of its own, which the profiler would not see.
            async def here(work, *args):  # type: ignore[no-untyped-def]
                return work(*args)

            bench.room.off_loop = here  # type: ignore[method-assign]
            watch.enable()
        for _ in range(count):
            if not await bench.step():
                break
        if profile:
            watch.disable()
            pstats.Stats(watch).sort_stats("cumulative").print_stats(45)
        return bench
    finally:
        bench.hall.close()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--commands", type=int, default=200)
    parser.add_argument("--ruleset", default="")
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--dry", action="store_true", help="print only")
    asked = parser.parse_args()
    lines = [
        "| ruleset | combatants | commands | CPU, ms | median, ms | 95 of 100, ms | to a viewer, kB | 95 of 100, kB |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for id in [asked.ruleset] if asked.ruleset else ruleset_ids():
        for people in PEOPLE:
            with tempfile.TemporaryDirectory() as folder:
                bench = asyncio.run(measure(load_ruleset(id), people, asked.commands, Path(folder), asked.profile))
            lines.append(row_of(id, people, bench))
            print(lines[-1], flush=True)
    if not asked.profile:
        lines.extend(growth())
        print("\n".join(lines[-len(ruleset_ids()) :]))
    if not asked.dry and not asked.profile and not asked.ruleset:
        write_server_section(lines)


def growth() -> list[str]:
    """What a player's view from scratch costs at a small and at a full table."""
    lines = [
        "",
        "| ruleset | combatants | view, ms | combatants | view, ms | growth | for ten times as many |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for id in ruleset_ids():
        ruleset = load_ruleset(id)
        sizes, times = [], []
        for people in (6, 60):
            enc = full_table(ruleset, people)
            sizes.append(len(enc.combatants))
            times.append(scratch_ms(ruleset, enc))
        grown = times[1] / times[0]
        share = (grown - 1) / (sizes[1] / sizes[0] - 1)
        few, many = [f"{size} | {ms:.2f}" for size, ms in zip(sizes, times, strict=True)]
        lines.append(f"| `{id}` | {few} | {many} | {grown:.1f} | {1 + 9 * share:.1f} |")
    return lines


def scratch_ms(ruleset: Ruleset, enc: Encounter) -> float:
    """The best of some looks, in milliseconds of CPU."""
    best = 1e9
    for _ in range(15):
        began = time.process_time()
        look_at(ruleset, enc, known(ruleset, enc, "one"), "one")
        best = min(best, time.process_time() - began)
    return best * 1000


def row_of(id: str, people: int, bench: Bench) -> str:
    ms = [spent * 1000 for spent in bench.spent]
    kilobytes = [size / 1000 for size in bench.sizes]
    cpu = sum(bench.worked) * 1000 / len(bench.worked)
    return (
        f"| `{id}` | {people} | {len(ms)} | {cpu:.1f} | {percentile(ms, 50):.1f} | {percentile(ms, 95):.1f} "
        f"| {percentile(kilobytes, 50):.1f} | {percentile(kilobytes, 95):.1f} |"
    )


def write_server_section(lines: list[str]) -> None:
    about = (
        f"## Server: command to view\n\n{PEOPLE[0]} and {PEOPLE[1]} combatants on {SIDE} by {SIDE} squares; GM, two "
        "players, a spectator; random legal commands.\n"
        "From a message to the last of the four viewers' frames as bytes, with the sync of the disk, without sockets.\n"
        "To reach: 2 and 5 ms of CPU a command, 2 and 3 kB to a viewer for an ordinary deed; a player's view from\n"
        "scratch grows at most twelvefold with ten times as many combatants. `--profile` says where it goes.\n\n"
        f"- CPython {platform.python_version()}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores; "
        f"load of the machine over the last minute: {os.getloadavg()[0]:.1f}.\n"
    )
    write_section("server", "tools/bench_table.py", "\n".join([about, *lines]))


if __name__ == "__main__":
    main()
