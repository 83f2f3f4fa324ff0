"""What may come of a position: a few hundred fights from it, as a process of its own that others ask in lines of JSON.

`python -m fracas.lab.forecast` reads requests and writes figures, better ones after every few fights. A request that
comes in stops the one before it; an empty one only stops it. It works at a low priority, within bounds of time and
memory, and ends when whoever started it does.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import sys
import threading
import time
from collections import Counter
from typing import Any, Final, TextIO

from fracas.engine.encounter import Encounter
from fracas.engine.errors import EngineFault
from fracas.engine.play import play
from fracas.engine.saved import MISFITS
from fracas.engine.table import Thrower
from fracas.lab.fights import Fight, Onlooker, Watched, outcome
from fracas.lab.intervals import share
from fracas.lab.setups import policies_for
from fracas.session.position import Position

Data = dict[str, Any]
MOST_FIGHTS: Final = 400
MOST_SECONDS: Final = 60.0
MOST_TURNS: Final = 60
"""A fight is cut short this many turns after the position it begins with."""
EVERY_SECONDS: Final = 0.4
"""How often there are new figures."""
LOW: Final = 10
"""How much less than others it gets where they want to work too."""
MOST_BYTES: Final = 1 << 30
"""Of memory."""
IDLE_SECONDS: Final = 120.0


class Outlook:
    """What the fights from a position add up to so far."""

    def __init__(self, position: Position) -> None:
        self.fights = 0
        self.results: Counter[str] = Counter()
        self.rounds: list[int] = []
        self.fell: Counter[str] = Counter()
        people = position.start.combatants.values()
        self.people = [one for one in people if one.present]
        self.sides = list(dict.fromkeys([one.side for one in people]))

    def add(self, enc: Encounter, fight: Fight) -> None:
        self.fights += 1
        self.results[fight.result] += 1
        self.rounds.append(fight.rounds)
        for one in self.people:
            if not enc.combatants[one.id].present:
                self.fell[one.id] += 1

    def to_json(self) -> Data:
        rounds, last = sorted(self.rounds), len(self.rounds) - 1
        return {
            "fights": self.fights,
            "wins": {side: share(self.results[side], self.fights).to_json() for side in self.sides},
            "undecided": self.fights - sum([self.results[side] for side in self.sides]),
            "rounds": [rounds[last // 10], rounds[last // 2], rounds[last - last // 10]] if rounds else [],
            "people": [self._person(one.id, one.name, one.side) for one in self.people],
        }

    def _person(self, id: str, name: str, side: str) -> Data:
        return {"id": id, "name": name, "side": side, "falls": share(self.fell[id], self.fights).to_json()}


def fight_on(position: Position, seed: str, number: int, bots: dict[str, str]) -> tuple[Encounter, Fight]:
    """One fight from a position to its end."""
    enc, kept = position.fresh(seed, number), Fight(number)
    onlooker = Onlooker(position.ruleset, enc, kept)
    inline = Watched(*policies_for(enc, bots, number), onlooker)
    position.finish(enc, inline)
    kept.commands = play(position.ruleset, enc, inline, Thrower(), enc.flow.turn + MOST_TURNS, watcher=onlooker)
    kept.result = outcome(enc)
    return enc, kept


class Forecaster:
    """Answers requests until there are no more."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self.asked: queue.Queue[Data] = queue.Queue()

    def tell(self, data: Data) -> None:
        self.out.write(json.dumps(data, separators=(",", ":")) + "\n")
        self.out.flush()

    def run(self) -> None:
        while True:
            try:
                request = self.asked.get(timeout=IDLE_SECONDS)
            except queue.Empty:
                return
            if not request or not self.asked.empty():
                # Somebody who asks for something else does not want this any more.
                continue
            try:
                self.answer(request)
            except (*MISFITS, EngineFault) as error:
                self.tell({"n": request.get("n", 0), "trouble": type(error).__name__, "done": True})

    def answer(self, request: Data) -> None:
        position = Position(request["position"])
        outlook, began = Outlook(position), time.monotonic()
        fights = min(int(request["fights"]), MOST_FIGHTS)
        told = began
        while outlook.fights < fights and self.asked.empty() and time.monotonic() - began < MOST_SECONDS:
            outlook.add(*fight_on(position, str(request["seed"]), outlook.fights, request["bots"]))
            if time.monotonic() - told >= EVERY_SECONDS and outlook.fights < fights:
                told = time.monotonic()
                self.tell({"n": request["n"], "done": False, "of": fights, **outlook.to_json()})
        self.tell({"n": request["n"], "done": True, "of": fights, **outlook.to_json()})


def modest() -> None:
    """A low priority, and bounds. Not every system has either."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(LOW)
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def listen(forecaster: Forecaster, lines: TextIO) -> None:
    """Hand requests on. When there can be no more, whoever asked is gone, and nothing is worth finishing."""
    for line in lines:
        forecaster.asked.put(json.loads(line))
    os._exit(0)


def main() -> None:
    modest()
    forecaster = Forecaster(sys.stdout)
    threading.Thread(target=listen, args=(forecaster, sys.stdin), daemon=True).start()
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        forecaster.run()


if __name__ == "__main__":
    main()
