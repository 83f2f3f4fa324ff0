"""Commands over real sockets beside a bare hub with the same store, and what a table and a connection weigh.

For `make bench-table`. Both servers are processes of their own behind uvicorn; four sockets look on at each. They take
turns, so that both have the same machine, and what counts is the CPU time of each server. Linux only: it reads /proc.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import secrets
import sys
import tempfile
import time
from contextlib import ExitStack
from multiprocessing.connection import Connection
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import uvicorn  # noqa: E402
from starlette.applications import Starlette  # noqa: E402
from starlette.routing import WebSocketRoute  # noqa: E402
from starlette.websockets import WebSocket, WebSocketDisconnect  # noqa: E402
from tests.forks import FORKS  # noqa: E402
from tests.server.grounds import GROUND, POSTGRES, SQLITE  # noqa: E402
from tests.server.house import House, Line, close_all  # noqa: E402
from websockets.sync.client import ClientConnection, connect  # noqa: E402

from bench_table import full_table  # noqa: E402
from fracas.engine.command import GM  # noqa: E402
from fracas.engine.game import Game  # noqa: E402
from fracas.engine.policy import RandomPolicy  # noqa: E402
from fracas.engine.registry import load_ruleset  # noqa: E402
from fracas.engine.ruleset import Ruleset  # noqa: E402
from fracas.server.run import config_of, listen  # noqa: E402
from fracas.server.store import Row, Standing, Store, open_store  # noqa: E402
from fracas.server.tables import TABLES  # noqa: E402
from results import write_section  # noqa: E402

VIEWERS = 4
FRAME = 1500
"""Bytes of what the bare hub passes on: about what an ordinary deed brings a viewer of ours."""
CHUNK, TURNS, MANY = 25, 6, 20
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_of(pid: int, ended: bool = False) -> float:
    """Seconds of CPU a process has used so far, in all its threads; and its children that have ended, if wanted."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return sum([int(field) for field in fields[11 : 15 if ended else 13]]) / TICKS


def memory_of(pid: int) -> int:
    """Bytes a process holds in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


# -------------------------------------------------------------------- the bare hub


def hub(store: Store) -> Starlette:
    """Keeps each message of a table with a sync, acknowledges it, and passes it on to everybody there."""
    sockets: dict[str, list[WebSocket]] = {}
    counts: dict[str, int] = {}

    async def attend(ws: WebSocket) -> None:
        table = ws.path_params["table"]
        there = sockets.setdefault(table, [])
        await ws.accept()
        there.append(ws)
        try:
            while True:
                text = await ws.receive_text()
                message, count = json.loads(text), counts.get(table, 0) + 1
                counts[table] = count
                row = Row(count, message["id"], b"", "gm", "lines", "main", text.encode(), b"{}", b"{}", count)
                await store.keep(table, row, Standing(True, False, ""))
                await ws.send_text(json.dumps({"type": "ok", "id": message["id"]}))
                for one in there:
                    await one.send_text(text)
        except WebSocketDisconnect:
            there.remove(ws)

    return Starlette(routes=[WebSocketRoute("/{table}/ws", attend)])


def run_hub(place: Path | str, tables: int, told: Connection) -> None:
    store = open_store(place)
    blank = {column.name: column.type.python_type() for column in TABLES.c}
    table = {name: value for name, value in blank.items() if name not in ("started", "over", "result", "seq", "rights")}
    for number in range(tables):
        store.now(store.create, {**table, "id": f"hub{number}"}, [], Standing(True, False, ""))
    taken = listen("127.0.0.1", 0)
    told.send(taken.getsockname()[1])
    uvicorn.Server(config_of(hub(store))).run(sockets=[taken])


class Hub:
    """The bare hub as a process, and four sockets to each of its tables."""

    def __init__(self, folder: Path, tables: int = 1) -> None:
        ours, theirs = FORKS.Pipe(duplex=False)
        self.process = FORKS.Process(target=run_hub, args=(GROUND.place(folder), tables, theirs))
        self.process.start()
        address = f"ws://127.0.0.1:{ours.recv()}"
        self.open = ExitStack()
        self.tables = [[self._sit(f"{address}/hub{number}/ws") for _ in range(VIEWERS)] for number in range(tables)]

    def _sit(self, address: str) -> ClientConnection:
        while True:
            try:
                return self.open.enter_context(connect(address, compression=None))
            except OSError:
                time.sleep(0.05)

    @property
    def pid(self) -> int:
        assert self.process.pid is not None
        return self.process.pid

    def play(self) -> None:
        self.play_at(self.tables[0], CHUNK)

    def play_at(self, lines: list[ClientConnection], commands: int) -> None:
        for _ in range(commands):
            lines[0].send(json.dumps({"id": secrets.token_hex(8), "text": "x" * FRAME}))
            for number, line in enumerate(lines):
                for _ in range(2 if number == 0 else 1):
                    line.recv(20)

    def stop(self) -> None:
        self.open.close()
        self.process.terminate()
        self.process.join()


# -------------------------------------------------------------------- ours


class Ours:
    """A table of ours, four sockets to it, and the same game here to choose legal commands by."""

    def __init__(self, folder: Path, ruleset: Ruleset, people: int) -> None:
        self.house = House(folder)
        self.pid = self.house.pid
        self.host = self.house.host()
        self.file = gzip.compress(Game(ruleset, full_table(ruleset, people)).save().encode())
        table = self.bring()
        self.gm: Line = self.host.sit(table, "gm")
        self.lines = [self.gm, *[self.gm.link(seat).sit(table, seat) for seat in ("one", "two", "watch")]]
        self.watcher = self.gm.link("watch")
        self.table = table
        if not self.gm.room["started"]:
            self.gm.do("start")
        self.gm.settle()
        self.game = Game(ruleset, full_table(ruleset, people))
        self.game.begin()
        self.policy = RandomPolicy(1)
        self.done = 0

    def bring(self) -> str:
        reply = self.host.http.post("/api/tables/import", content=self.file)
        assert reply.status_code == 200, reply.text
        return str(reply.json()["table"])

    def play(self) -> None:
        for _ in range(CHUNK):
            if not self.game.state.over:
                self.step()
        time.sleep(0.3)

    def step(self) -> None:
        """Any legal command or answer, given by the GM; and until the GM has its view of what came of it."""
        game, step = self.game, self.gm.view["step"]
        asked = [one for one in game.waiting if one.id not in game.answers]
        if asked:
            answer = asked[0].default
            game.answer(asked[0].id, answer, GM)
            self.gm.do("answer", to=asked[0].id, answer=answer.to_json(), step=step)
        else:
            actor = game.ruleset.actors(game.state)[0]
            command = self.policy.act(game.ruleset, game.state, actor, game.ruleset.menu(game.state, actor))
            game.command(command, GM)
            self.gm.do("command", command=command.to_json(), step=step)
        self.gm.until("view")
        self.done += 1

    def drain(self) -> None:
        """Take in what the others got, outside the measured time."""
        for line in self.lines[1:]:
            line.settle()

    def weigh(self) -> tuple[float, float]:
        """Kilobytes of an idle table, and of a connection."""
        before = memory_of(self.pid)
        for _ in range(MANY):
            self.bring()
        between = memory_of(self.pid)
        seats = [self.watcher.sit(self.table, "watch") for _ in range(MANY - 2)]
        after = memory_of(self.pid)
        for seat in seats:
            seat.close()
        return (between - before) / MANY / 1000, (after - between) / len(seats) / 1000


def measure(kind: str, id: str, people: int) -> str:
    """One line of the table."""
    print(f"Measuring {kind}, {people} people at a table of {id} ...", file=sys.stderr, flush=True)
    GROUND.kind = kind
    with tempfile.TemporaryDirectory() as folder:
        ours, bare = Ours(Path(folder) / "ours", load_ruleset(id), people), Hub(Path(folder) / "hub")
        spent = {ours.pid: 0.0, bare.pid: 0.0}
        ours.play()
        bare.play()
        ours.drain()
        ours.done = 0
        for _ in range(TURNS):
            for one in (ours, bare):
                began = cpu_of(one.pid)
                one.play()
                spent[one.pid] += cpu_of(one.pid) - began
            ours.drain()
        mine, plain = spent[ours.pid] / ours.done, spent[bare.pid] / (TURNS * CHUNK)
        table, connection = ours.weigh()
        close_all()
        ours.house.stop()
        bare.stop()
    return (
        f"| {kind} | `{id}` | {people} | {mine * 1000:.2f} | {1 / mine:.0f} | {plain * 1000:.2f} "
        f"| {1 / plain:.0f} | {plain / mine:.2f} | {table:.0f} | {connection:.0f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="crisis_mode")
    parser.add_argument("--dry", action="store_true", help="print only")
    asked = parser.parse_args()
    lines = [
        "| store | ruleset | people | CPU, ms | a second | hub, ms | a second | beside it | table, kB | socket, kB |",
        "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    GROUND.in_memory = False
    for kind in (SQLITE, POSTGRES):
        for people in (7, 60):
            lines.append(measure(kind, asked.ruleset, people))
            print(lines[-1], flush=True)
    GROUND.stop()
    about = (
        "## Server: over real sockets, on one core\n\n"
        f"Four sockets at a table; beside it a bare Starlette hub that keeps each message of {FRAME} bytes in the\n"
        "same store, with its sync, and passes it on to four sockets. In one run, by turns; CPU time of each server\n"
        f"process, without PostgreSQL's own, {TURNS * CHUNK} commands each. To reach: 0.15 of the hub's commands a\n"
        f"second. Memory: what {MANY} more idle tables, and as many more sockets, added to the process.\n\n"
        f"- Load of the machine over the last minute: {os.getloadavg()[0]:.1f}.\n"
    )
    if not asked.dry:
        write_section("sockets", "tools/bench_sockets.py", "\n".join([about, *lines]))


if __name__ == "__main__":
    main()
