"""Many tables at once on both databases, beside a bare hub on the same store: commands a second, and sockets a core.

For `make bench-table`. Server and hub are processes of their own behind uvicorn; at every table four sockets look on.
What is sent is light for the rules (notes of the GM and dice alongside the game), so that what is measured is the way
from socket to disk and back to four pages; what real commands cost stands in the section before. PostgreSQL comes from
a wheel and runs on the same machine; its own CPU is counted apart. Linux only: it reads /proc.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol, TypeVar

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.server.grounds import GROUND, POSTGRES, SQLITE  # noqa: E402
from tests.server.house import House, Line, close_all, first_scenario  # noqa: E402

from bench_sockets import VIEWERS, Hub, cpu_of  # noqa: E402
from results import write_section  # noqa: E402

T = TypeVar("T")
EVERY = 5
"""Seconds between two commands at a lively table."""


class Bench(Protocol):
    """Something that takes commands at several tables."""

    pids: list[int]

    def play(self, commands: int) -> None: ...

    def stop(self) -> None: ...


class Crowd:
    """Tables of ours, four sockets at each, on one server or by turns on several of one database."""

    def __init__(self, folder: Path, tables: int, servers: int) -> None:
        self.houses = [House(folder, name=f"-{number}") for number in range(servers)]
        self.pids = [house.pid for house in self.houses]
        self.lines: list[list[Line]] = []
        for number in range(tables):
            host = self.houses[number % servers].host()
            table = host.create(*first_scenario())
            gm = host.sit(table, "gm")
            watching = gm.link("watch")
            self.lines.append([gm, *[watching.sit(table, "watch") for _ in range(VIEWERS - 1)]])
            gm.do("start")

    def play(self, commands: int) -> None:
        each(self.lines, lambda lines: self._play_at(lines, commands))

    def _play_at(self, lines: list[Line], commands: int) -> None:
        gm = lines[0]
        for number in range(commands):
            if number % 2:
                gm.do("aside", dice="2d6", why="a check")
            else:
                gm.do("ruling", ruling={"who": "gm", "verb": "note", "text": f"note {number}"}, reason="")
        for line in lines[1:]:
            line.settle()

    def stop(self) -> None:
        close_all()
        for house in self.houses:
            house.stop()


class Hubs:
    """The bare hub, with as many tables and sockets."""

    def __init__(self, folder: Path, tables: int) -> None:
        self.hub = Hub(folder, tables)
        self.pids = [self.hub.pid]

    def play(self, commands: int) -> None:
        each(self.hub.tables, lambda lines: self.hub.play_at(lines, commands))

    def stop(self) -> None:
        self.hub.stop()


def each(what: list[T], work: Callable[[T], None]) -> None:
    threads = [threading.Thread(target=work, args=(one,)) for one in what]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def postgres_cpu() -> float:
    """Seconds of CPU that the database has used, in all its processes, those that ended too."""
    if GROUND.kind == SQLITE:
        return 0.0
    first = int((GROUND.root / "data" / "postmaster.pid").read_text(encoding="utf-8").split()[0])
    children = Path(f"/proc/{first}/task/{first}/children").read_text(encoding="ascii").split()
    found = cpu_of(first, ended=True)
    for child in children:
        with suppress(OSError):
            found += cpu_of(int(child))
    return found


def measure(name: str, bench: Bench, tables: int, commands: int) -> str:
    print(f"Measuring {name}, {tables} tables ...", file=sys.stderr, flush=True)
    bench.play(max(2, commands // 10))
    cpu, database, began = sum([cpu_of(pid) for pid in bench.pids]), postgres_cpu(), time.perf_counter()
    bench.play(commands)
    wall, done = time.perf_counter() - began, tables * commands
    spent, beside = sum([cpu_of(pid) for pid in bench.pids]) - cpu, postgres_cpu() - database
    bench.stop()
    core = done / spent
    return (
        f"| {name} | {tables} | {done / wall:.0f} | {spent / done * 1000:.2f} | {beside / done * 1000:.2f} "
        f"| {core:.0f} | {core * EVERY:.0f} x {VIEWERS} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--commands", type=int, default=60, help="at each table")
    parser.add_argument("--dry", action="store_true", help="print only")
    asked = parser.parse_args()
    load = os.getloadavg()[0]
    lines = [
        "| server | tables | commands a second | CPU, ms | database's CPU, ms | a second and core | tables x sockets |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    GROUND.in_memory = False
    for kind in (SQLITE, POSTGRES):
        GROUND.kind = kind
        with tempfile.TemporaryDirectory() as name:
            for line in runs_on(kind, Path(name), asked.tables, asked.commands):
                print(line, flush=True)
                lines.append(line)
    GROUND.stop()
    about = ABOUT.format(tables=asked.tables, viewers=VIEWERS, every=EVERY, load=f"{load:.1f}", cores=os.cpu_count())
    if not asked.dry:
        write_section("servers", "tools/bench_servers.py", "\n".join([about, *lines]))


def runs_on(kind: str, folder: Path, tables: int, commands: int) -> Iterator[str]:
    yield measure(f"{kind}, one server", Crowd(folder / "one", tables, 1), tables, commands)
    if kind == POSTGRES:
        yield measure(f"{kind}, two servers", Crowd(folder / "two", tables, 2), tables, commands)
    yield measure(f"{kind}, bare hub", Hubs(folder / "hub", tables), tables, commands)


ABOUT = """## Servers: many tables at once, on both databases

{tables} tables with {viewers} sockets each; notes of the GM and dice alongside the game, each kept with its sync,
acknowledged and told to all. The bare Starlette hub has as many tables and sockets, keeps its messages in the same
store, with the same sync, and knows no rules. Both databases have their files on the disk of temporary files, and
PostgreSQL runs on the same machine. The last column: this many tables, with their sockets, keep one core of the server
busy when each gives a command every {every} seconds.

- Load of the machine over the minute before: {load}, on {cores} cores. With other work on it commands a second say
  little; CPU time a command still does.
"""


if __name__ == "__main__":
    main()
