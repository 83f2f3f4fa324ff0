"""The lab on a Dask cluster that is there already: batches are its tasks, and the figures are those of one machine.

Workers may come, go and die. One with another Fracas or other rules is refused, by name. Needs `fracas[cluster]`.
"""

from __future__ import annotations

import importlib.metadata
import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from distributed import Client, TimeoutError

from fracas import __version__
from fracas.engine.canon import canon, digest
from fracas.engine.errors import Invalid
from fracas.engine.registry import load_ruleset
from fracas.lab.crew import AHEAD, Crew, Parcel, Work, in_order
from fracas.lab.rating import bouts_of
from fracas.lab.running import Fighting, sources_key
from fracas.lab.setups import unpacked

B = TypeVar("B")
R = TypeVar("R")
PATIENCE: Final = 10.0
"""Seconds to wait for a scheduler, and for a first worker."""
LOOK: Final = 1.0
"""Seconds after which a batch that does not come is looked after."""
SETUPS_KEPT: Final = 16
_one_at_a_time = threading.Lock()


# -------------------------------------------------------------------- on a worker


def rules_here(ruleset: str) -> str:
    """Which Fracas and which rules a machine has, as one text."""
    game = load_ruleset(ruleset)
    return f"Fracas {__version__}, {ruleset} {game.version} ({sources_key(game)[:12]})"


@lru_cache(SETUPS_KEPT)
def work_of(parcel: str) -> Callable[[Any], Any]:
    """The work in a parcel, unpacked once: a parcel goes by its text."""
    data: Parcel = json.loads(parcel)
    return Fighting(unpacked(data), data["seed"]) if data["work"] == "fights" else bouts_of(data)


def work_there(parcel: str, batch: Any) -> Any:
    """Do a batch. Threads of a worker take turns, because rules keep what they worked out last."""
    with _one_at_a_time:
        return work_of(parcel)(batch)


# -------------------------------------------------------------------- here


class Task(NamedTuple):
    """A batch that is handed out, and to whom it may have gone."""

    batch: Any
    future: Any
    asked: set[str]


class Tasks:
    """The batches of one work that are under way. Its parcel is sent to each worker once, by its hash."""

    def __init__(self, cluster: Cluster, parcel: str) -> None:
        self.cluster = cluster
        self.client: Any = cluster.client
        self.parcel = parcel
        self.packed = self.client.scatter(parcel, hash=True, broadcast=True)
        self.open: dict[str, Task] = {}

    def submit(self, batch: Any) -> Task:
        self.cluster.look()
        key = f"fracas-{digest([self.parcel, batch])[:32]}"
        asked = list(self.cluster.taken)
        future = self.client.submit(work_there, self.packed, batch, key=key, workers=asked, pure=False, retries=2)
        self.open[key] = Task(batch, future, set(asked))
        return self.open[key]

    def result(self, task: Task) -> Any:
        """What came of a batch; where all who might have done it are gone it is handed out again."""
        while True:
            try:
                done = task.future.result(timeout=LOOK)
                self.open.pop(str(task.future.key), None)
                return done
            except TimeoutError:
                self.cluster.look()
                if not task.asked & set(self.cluster.taken):
                    task.future.cancel(force=True)
                    task = self.submit(task.batch)

    def cancel(self) -> None:
        self.client.cancel([task.future for task in self.open.values()], force=True)


class Cluster:
    """A crew that works elsewhere."""

    def __init__(self, address: str, tell: Callable[[str], None]) -> None:
        self.address = address
        self.tell = tell
        """Says who works and who is refused."""
        if not address.rpartition(":")[2].rstrip("/").isdigit():
            raise Invalid("--cluster", "", address, "the address of a Dask scheduler with its port: tcp://host:8786")
        try:
            connect: Any = Client
            self.client: Any = connect(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as wrong:
            raise Invalid("--cluster", "", address, f"the address of a running Dask scheduler ({wrong})") from None
        self.rules = ""
        self.taken: dict[str, str] = {}
        """Workers that may work, and what rules they have."""
        self.refused: dict[str, str] = {}
        """And those that may not, with the reason."""

    @property
    def hands(self) -> int:
        return max(1, len(self.taken))

    def halves(self) -> tuple[Crew, Crew]:
        """Tasks of two works share the workers by themselves."""
        return self, self

    def close(self) -> None:
        self.client.close()

    def work_through(self, work: Work[B, R], batches: Iterable[B]) -> Iterator[R]:
        parcel = work.parcel()
        self.ask_for(parcel["ruleset"])
        tasks = Tasks(self, canon(parcel))
        try:
            yield from in_order(tasks.submit, tasks.result, batches, self.hands * AHEAD)
        finally:
            tasks.cancel()

    # ---------------------------------------------------------------- who works

    def ask_for(self, ruleset: str) -> None:
        """Only those who have the same rules may work."""
        rules = rules_here(ruleset)
        if rules != self.rules:
            self.rules, self.ruleset = rules, ruleset
            self.taken.clear()
            self.refused.clear()
        try:
            self.client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise Invalid("--cluster", "", self.address, "a cluster with at least one worker") from None
        self.look()

    def look(self, waited: float = 0.0) -> None:
        """Who is there now? Whoever is new says what rules it has."""
        there = set(self.client.scheduler_info(n_workers=-1)["workers"])
        for gone in set(self.taken) - there:
            del self.taken[gone]
            self.tell(f"{gone} has left")
        fresh = sorted(there - set(self.taken) - set(self.refused))
        if fresh:
            self._meet(fresh)
        if not self.taken and not there and waited < PATIENCE:
            # The last has gone, or the first has not been announced yet: another may come.
            time.sleep(LOOK)
            self.look(waited + LOOK)
        elif not self.taken:
            wrong = "; ".join([f"{name}: {why}" for name, why in sorted(self.refused.items())]) or "nobody is there"
            raise Invalid("--cluster", "", self.address, f"a worker with {self.rules} ({wrong})")

    def _meet(self, fresh: list[str]) -> None:
        have = self.client.run(importlib.metadata.version, "fracas", workers=fresh, on_error="return")
        able = [name for name in fresh if isinstance(have.get(name), str)]
        said = self.client.run(rules_here, self.ruleset, workers=able, on_error="return") if able else {}
        for name in fresh:
            rules = said.get(name, "no Fracas")
            if rules == self.rules:
                self.taken[name] = self.rules
            else:
                self.refused[name] = f"it has {rules}"
                self.tell(f"refused {name}: it has {rules}, here is {self.rules}")
        if able:
            self.tell(f"{len(self.taken)} worker{'' if len(self.taken) == 1 else 's'} of {self.address}")
