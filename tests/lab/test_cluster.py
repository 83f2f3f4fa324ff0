"""The lab on a real Dask cluster: a scheduler and workers as processes of their own, some of which die."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.forks import fracas

from fracas.engine.errors import Invalid
from fracas.lab import cluster
from fracas.lab.cluster import Cluster
from fracas.lab.figures import Figures
from fracas.lab.running import BATCH, Exactly, run
from fracas.lab.setups import read_setup

FIGHTS = 300
HOG = """
[creature.mud-hog]
name = "Mud hog"
build = "small"
brawn = 5
finesse = 6
savvy = 2
nerve = 6
weapons = ["talons"]
"""
QUIET = {"DASK_DISTRIBUTED__WORKER__DAEMON": "False", "DASK_DISTRIBUTED__ADMIN__LOG_FORMAT": "%(message)s"}
IMPOSTOR = """
import fracas.lab.cluster as cluster
cluster.__version__ = "0.0.1"
from distributed.cli.dask_worker import main
main()
"""


class Dask:
    """A scheduler on this machine, and workers that come and go."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: list[subprocess.Popen[str]] = []
        scheduler = self._start(
            "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"
        )
        self.address = self._said(scheduler, r"Scheduler at:\s+(tcp://\S+)")

    def worker(self, program: list[str] | None = None, wait: bool = True) -> subprocess.Popen[str]:
        words = [self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"]
        started = self._start("distributed.cli.dask_worker", *words, program=program)
        if wait:
            self.joined(started)
        return started

    def joined(self, worker: subprocess.Popen[str]) -> None:
        self._said(worker, r"(Registered to)")

    def _start(self, module: str, *words: str, program: list[str] | None = None) -> subprocess.Popen[str]:
        line = [sys.executable, *(program or ["-m", module]), *words]
        env = {**os.environ, **QUIET, "FRACAS_PURE": "1"}
        process = subprocess.Popen(line, stderr=subprocess.PIPE, text=True, cwd=self.folder, env=env)
        self.running.append(process)
        return process

    def _said(self, process: subprocess.Popen[str], pattern: str) -> str:
        assert process.stderr is not None
        for line in process.stderr:
            found = re.search(pattern, line)
            if found:
                return found.group(1)
        raise AssertionError("it ended without saying so")

    def close(self) -> None:
        for process in reversed(self.running):
            process.kill()
            process.wait()
            assert process.stderr is not None
            process.stderr.close()


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    """A cluster of three."""
    found = Dask(tmp_path_factory.mktemp("dask"))
    for process in [found.worker(wait=False) for _ in range(3)]:
        found.joined(process)
    yield found
    found.close()


def test_a_cluster_whose_workers_die_and_come_gives_the_same_figures(dask: Dask) -> None:
    setup = read_setup("crisis_mode/first-duel", None, "easy")
    alone = run(setup, "c", Exactly(), FIGHTS)
    told: list[str] = []
    crew = Cluster(dask.address, told.append)

    def tell(figures: Figures) -> None:
        if figures.fights == 2 * BATCH:
            dask.running[1].send_signal(signal.SIGKILL)
            dask.worker()

    try:
        there = run(setup, "c", Exactly(), FIGHTS, crew, None, tell)
    finally:
        crew.close()
    assert there.to_json() == alone.to_json()
    assert told[0].startswith("3 workers of tcp://")
    assert [line for line in told if line.endswith("has left")], told


def test_content_and_changes_of_ones_own_go_along(dask: Dask, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(HOG, encoding="utf-8")
    setup = read_setup("crisis_mode/first-duel,bristle-brute=mud-hog,mud-hog.brawn=+1", [str(own)], "easy")
    alone = run(setup, "own", Exactly(), BATCH)
    crew = Cluster(dask.address, lambda line: None)
    try:
        assert run(setup, "own", Exactly(), BATCH, crew).to_json() == alone.to_json()
    finally:
        crew.close()


def test_a_worker_with_another_fracas_is_refused_by_name(dask: Dask, tmp_path: Path) -> None:
    """The others do its work; where it is the only one nobody does."""
    impostor = tmp_path / "impostor.py"
    impostor.write_text(IMPOSTOR, encoding="utf-8")
    dask.worker([str(impostor)])
    words = ("lab", "run", "crisis_mode/first-duel", "-n", "4", "--bots", "easy", "--fresh", "--cluster", dask.address)
    done = fracas(*words)
    assert done.returncode == 0, done.stderr
    assert re.search(r"refused tcp://\S+: it has Fracas 0\.0\.1", done.stderr), done.stderr
    for process in dask.running[1:-1]:
        process.kill()
        process.wait()
    done = fracas(*words)
    assert done.returncode == 2
    assert re.search(r"expected a worker with Fracas .*0\.0\.1", done.stderr, re.DOTALL), done.stderr


def test_a_cluster_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with pytest.raises(Invalid, match="the address of a running Dask scheduler"):
        Cluster("tcp://127.0.0.1:9", lambda line: None)
