"""Walks one attack with a reflex through a real room, from the text on a socket to the last frame of six viewers.

It counts functions, files and calls of our own code, up to the kept row and after it: what one deed costs a reader who
follows it. Both messages are counted, the command that pauses at the question and the answer that finishes it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import fracas
from fracas.engine.command import GM, PASS
from fracas.engine.policy import RandomPolicy
from fracas.engine.registry import load_ruleset
from fracas.engine.views import known
from fracas.server.grants import Grant
from fracas.server.hall import Hall
from fracas.server.security import Rates
from fracas.server.socket import converse, enter
from fracas.server.store_sqlite import SqliteStore
from fracas.server.subscribers import Subscriber

HOME = str(Path(fracas.__file__).parent)
VIEWERS = 6
BEFORE, AFTER = "before the kept row", "after it"


class Footsteps:
    """Counts the calls of our functions, in every thread, while it is switched on."""

    def __init__(self) -> None:
        self.on = False
        self.kept = False
        self.calls: dict[str, Counter[CodeType]] = {BEFORE: Counter(), AFTER: Counter()}

    def begin(self) -> None:
        self.kept = False
        self.on = True

    def forget(self) -> None:
        self.calls = {BEFORE: Counter(), AFTER: Counter()}

    def watch(self, frame: FrameType, event: str, _: Any) -> None:
        if not self.on or not frame.f_code.co_filename.startswith(HOME):
            return
        if event == "call" and not frame.f_code.co_name.startswith("<"):
            self.calls[AFTER if self.kept else BEFORE][frame.f_code] += 1
        elif event == "return" and frame.f_code is SqliteStore.append.__code__:
            self.kept = True

    def tell(self) -> str:
        both = self.calls[BEFORE] + self.calls[AFTER]
        return "\n".join([_row(name, calls) for name, calls in [*self.calls.items(), ("in all", both)]])

    def by_file(self) -> str:
        files: Counter[str] = Counter()
        for code, count in (self.calls[BEFORE] + self.calls[AFTER]).items():
            files[code.co_filename.removeprefix(HOME)] += count
        return "\n".join([f"{count:>7}  {name}" for name, count in files.most_common()])


def _row(name: str, calls: Counter[CodeType]) -> str:
    files = {code.co_filename for code in calls}
    return f"{name:<20} {len(calls):>4} functions  {len(files):>3} files  {calls.total():>6} calls"


class Wire:
    """A socket without a network: texts in, frames out."""

    def __init__(self) -> None:
        self.sent: asyncio.Queue[str] = asyncio.Queue()
        self.frames: list[dict[str, Any]] = []

    async def receive(self) -> dict[str, str]:
        return {"type": "websocket.receive", "text": await self.sent.get()}

    async def send_text(self, text: str) -> None:
        self.frames.extend([json.loads(line) for line in text.split("\n")])

    async def close(self, code: int, why: str) -> None:
        return


class Walk:
    """A table with six people at it, who play until somebody is attacked and reacts."""

    def __init__(self, folder: Path, seed: int, steps: Footsteps) -> None:
        self.hall = Hall(folder, "http://127.0.0.1:1", 0)
        self.steps = steps
        self.people: dict[Subscriber, Wire] = {}
        self.policy = RandomPolicy(seed)
        self.count = 0

    async def sit(self, seat: str) -> None:
        role = "gm" if seat == GM else "player" if seat else "spectator"
        one, wire = (
            Subscriber(seat, role, Grant(f"g{len(self.people)}", self.room.id, seat or "watch", 1 << 40)),
            Wire(),
        )
        await enter(self.room, one, "", "")
        self.people[one] = wire
        self.tasks.append(asyncio.create_task(converse(self.hall, Rates(), self.room, wire, one)))  # type: ignore[arg-type]

    async def send(self, seat: str, type: str, **fields: object) -> None:
        """One message, until everybody has got all that comes of it."""
        self.count += 1
        one = next(each for each in self.people if each.seat == seat)
        id = f"m{self.count}"
        self.people[one].sent.put_nowait(json.dumps({"type": type, "id": id, **fields}))
        while not [frame for frame in self.people[one].frames if frame.get("id") == id] or self._busy():
            await asyncio.sleep(0.001)
        reply = next(frame for frame in self.people[one].frames if frame.get("id") == id)
        assert reply["type"] == "ok", reply

    def _busy(self) -> bool:
        return self.room.lock.locked() or any([one._queue for one in self.people])

    async def run(self, ruleset_id: str, scenario: str, seed: int) -> None:
        self.tasks: list[asyncio.Task[None]] = []
        self.room = await self.hall.start_scenario(ruleset_id, scenario, {}, seed)
        enc = self.room.session.game.state
        players = [seat for seat in enc.seats if seat != GM]
        for seat in [GM, "", *[players[n % len(players)] for n in range(VIEWERS - 2)]]:
            await self.sit(seat)
        await self.send(GM, "start")
        while not await self._attack():
            self.steps.forget()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _attack(self) -> bool:
        """The next command, and the reaction to it if it is an attack that invites one."""
        game = self.room.session.game
        await self._answers()
        self.steps.forget()
        assert not game.state.over, "nobody reacted to anything: try another seed"
        actor = game.ruleset.actors(game.state)[0]
        seat = game.state.seat_of(actor)
        menu = game.ruleset.menu(known(game.ruleset, game.state, seat), actor)
        command = self.policy.act(game.ruleset, known(game.ruleset, game.state, seat), actor, menu)
        await self._counted(seat, "command", command=command.to_json(), step=self._step(seat))
        reacted = await self._answers()
        if command.targets and reacted:
            print(f"{command}, answered by {reacted}, before {len(self.people)} viewers")
            return True
        return False

    async def _answers(self) -> str:
        """The answers that the table waits for; the first of them that is a reaction."""
        game, reacted = self.room.session.game, ""
        while game.waiting:
            decision = game.waiting[0]
            seat = game.state.seat_of(decision.who)
            shown, asked = next(one for one in self.room.session.decisions(seat) if one[1].id == decision.id)
            reactions = [one for one in asked.commands if one.verb != PASS and asked.window in game.ruleset.windows]
            answer = reactions[0] if reactions and not reacted else asked.default
            reacted = reacted or (str(answer) if reactions else "")
            await self._counted(seat, "answer", to=shown, answer=answer.to_json(), step=self._step(seat))
        return reacted

    async def _counted(self, seat: str, type: str, **fields: object) -> None:
        self.steps.begin()
        await self.send(seat, type, **fields)
        self.steps.on = False

    def _step(self, seat: str) -> int:
        return self.room.steps.of(seat)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenario", default="crisis_mode/party-against-band")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", action="store_true", help="the calls of each file, too")
    asked = parser.parse_args()
    ruleset, _, scenario = asked.scenario.partition("/")
    load_ruleset(ruleset)
    # Threads that begin later are watched too: the store has one, and so have rooms at work.
    steps = Footsteps()
    threading.setprofile(steps.watch)
    sys.setprofile(steps.watch)
    with tempfile.TemporaryDirectory() as folder:
        walk = Walk(Path(folder), asked.seed, steps)
        try:
            asyncio.run(walk.run(ruleset, scenario, asked.seed))
        finally:
            walk.hall.close()
    sys.setprofile(None)
    print(steps.tell())
    if asked.files:
        print(steps.by_file())


if __name__ == "__main__":
    main()
