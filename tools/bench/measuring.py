"""The run itself: everybody in turn, round after round, so that what disturbs the machine disturbs all alike."""

from __future__ import annotations

import json
import statistics
import threading
import time
from collections.abc import Callable
from functools import partial

from bench import builds, peers
from bench.names import BOTS, ROOT, RULESETS
from bench.workers import Missing, Worker

RAW = ROOT / "build" / "bench.json"
Key = str
"""What was measured: words joined by a slash, `random/crisis_mode/now pure`."""


class Found:
    """Every figure of every round, and why some are not there."""

    def __init__(self) -> None:
        self.rounds: dict[Key, list[float]] = {}
        self.told: dict[Key, object] = {}
        """What is no figure: spreads, names of bots, profiles, the settings of the run."""
        self.missing: dict[Key, str] = {}

    def save(self) -> None:
        RAW.write_text(json.dumps(vars(self), indent=1), encoding="utf-8")

    def load(self) -> None:
        vars(self).update(json.loads(RAW.read_text(encoding="utf-8")))

    def middle(self, key: Key) -> float | None:
        values = self.rounds.get(key, [])
        return statistics.median(values) if values else None

    def ratios(self, one: Key, other: Key) -> list[float]:
        """Round by round."""
        return [a / b for a, b in zip(self.rounds.get(one, []), self.rounds.get(other, []), strict=False)]


class Run:
    """One run with all its workers."""

    def __init__(self, rounds: int, seconds: float, names: list[str]) -> None:
        self.rounds, self.seconds = rounds, seconds
        self.found = Found()
        self.workers: dict[str, Worker] = {}
        for name in names:
            self.open(name, partial(builds.start, name))
        self.open("python peers", peers.start_python)
        self.open("node peers", peers.start_node)
        for build in self.names:
            for bot in BOTS:
                self.tell(f"policy/{build}/{bot}", build, "policy", bot)

    def open(self, name: str, start: Callable[[], Worker]) -> None:
        try:
            self.workers[name] = start()
        except Missing as why:
            self.found.missing[name] = str(why)

    def pace(self, key: Key, worker: str, *words: str, seconds: float) -> None:
        """One more round of a figure; whoever failed once is not asked for it again."""
        if key in self.found.missing or worker not in self.workers:
            return
        try:
            if key not in self.found.rounds:
                # Imports, set-up and the warming of just-in-time compilers belong to nobody's figure.
                self.workers[worker].pace(*words, seconds=seconds / 4)
            pace = self.workers[worker].pace(*words, seconds=seconds)
            self.found.rounds.setdefault(key, []).append(pace)
        except Missing as why:
            self.found.missing[key] = str(why)

    def tell(self, key: Key, worker: str, *words: str) -> None:
        try:
            self.found.told[key] = self.workers[worker].ask(*words)
        except (KeyError, Missing) as why:
            self.found.missing[key] = str(why)

    @property
    def names(self) -> list[str]:
        return [name for name in builds.PATHS if name in self.workers]

    def chess(self, key: Key) -> None:
        self.pace(f"{key}/chess", "python peers", "chess", seconds=self.seconds / 2)

    def all(self) -> Found:
        for part in (self.random, self.odds, self.offers, self.fights, self.growth):
            print(f"{part.__name__} ...", flush=True)
            if part == self.fights:
                # Node compiles while it runs: its first battles are slow, and nobody is to gain by that.
                self.pace("warm-up/showdown", "node peers", "showdown", seconds=8 * self.seconds)
            for _ in range(self.rounds):
                part()
        self.found.rounds.pop("warm-up/showdown", None)
        self.ask_once()
        return self.found

    # ------------------------------------------------------------ the parts, one round each

    def random(self) -> None:
        for name in ("spiel chess", "spiel backgammon"):
            self.chess(f"random/{name}")
            self.pace(f"random/{name}", "python peers", name, seconds=self.seconds / 2)
        for ruleset in RULESETS:
            self.chess(f"random/{ruleset}")
            for build in self.names:
                self.pace(f"random/{ruleset}/{build}", build, "random", ruleset, seconds=self.seconds)

    def odds(self) -> None:
        for ruleset in RULESETS:
            self.chess(f"odds/{ruleset}")
            for library in ("icepool", "dyce"):
                key = f"odds/{ruleset}/{library}"
                self.pace(key, "python peers", library, ruleset, seconds=self.seconds / 2)
            for build in self.names:
                self.pace(f"odds/{ruleset}/{build}", build, "odds", ruleset, seconds=self.seconds / 2)

    def offers(self) -> None:
        for ruleset in RULESETS:
            self.chess(f"offers/{ruleset}")
            for build in self.names:
                self.pace(f"offers/{ruleset}/{build}", build, "offers", ruleset, seconds=self.seconds / 2)

    def fights(self) -> None:
        for ruleset in RULESETS:
            self.pace(f"fights/{ruleset}/showdown", "node peers", "showdown", seconds=self.seconds)
            for build in self.names:
                there = [bot for bot in BOTS if self.found.told.get(f"policy/{build}/{bot}")]
                for bot in there if "compiled" in build else ():
                    key = f"fights/{ruleset}/{build}/{bot}"
                    self.pace(key, build, "fights", ruleset, bot, seconds=self.seconds)

    def growth(self) -> None:
        for ruleset in RULESETS:
            for build in self.names:
                for people in ("6", "60"):
                    key = f"growth/{ruleset}/{build}/{people}"
                    try:
                        found = self.workers[build].ask("growth", ruleset, people, seconds=self.seconds)
                    except Missing as why:
                        self.found.missing[key] = str(why)
                        continue
                    assert isinstance(found, dict)
                    for name, spent in found.items():
                        self.found.rounds.setdefault(f"{key}/{name}", []).append(float(spent))

    def ask_once(self) -> None:
        """What needs no rounds: do all spreads agree, and where the time goes."""
        for ruleset in RULESETS:
            for library in ("icepool", "dyce"):
                self.tell(f"spread/{ruleset}/{library}", "python peers", "spread", library, ruleset)
            for build in self.names:
                self.tell(f"spread/{ruleset}/{build}", build, "spread", ruleset)
                if "pure" in build:
                    self.tell(f"calls/{ruleset}/{build}", build, "calls", ruleset)
            self.tell(f"profile/{ruleset}", "now pure", "profile", ruleset)

    def close(self) -> None:
        for worker in self.workers.values():
            worker.close()


def whole_fights(found: Found, count: int) -> None:
    """All 10,000 fights instead of a sample: two processes, by the clock on the wall."""
    for ruleset in RULESETS:
        for bot in BOTS:
            pair = [builds.start("now compiled") for _ in range(2)]
            threads = [
                threading.Thread(target=one.ask, args=("whole", ruleset, bot, str(number), str(count // 2)))
                for number, one in enumerate(pair)
            ]
            began = time.monotonic()
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            found.told[f"whole/{ruleset}/{bot}"] = (time.monotonic() - began) * 10_000 / count
            for one in pair:
                one.close()
