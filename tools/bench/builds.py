"""The four builds that are measured: the sources of today and of 0.1.0, each pure and compiled."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from bench.names import OLD, ROOT
from bench.workers import Worker

OLD_TREE: Final = ROOT / "build" / "0.1.0"
PATHS: Final = {
    "now pure": ROOT / "src",
    "now compiled": ROOT / "build" / "compiled",
    "0.1.0 pure": OLD_TREE / "src",
    "0.1.0 compiled": OLD_TREE / "build" / "compiled",
}


def prepare(jobs: int, compiled: bool) -> dict[str, str]:
    """Compile what changed, and take 0.1.0 out of the history; returns what could not be had, and why."""
    missing = {} if compiled else {name: "left out by --pure" for name in PATHS if "compiled" in name}
    if not (OLD_TREE / "src").is_dir():
        archive = subprocess.run(["git", "archive", OLD], cwd=ROOT, capture_output=True, check=False)
        if archive.returncode:
            why = f"commit {OLD} is not in this copy of the history"
            missing |= {name: why for name in PATHS if "0.1.0" in name}
        else:
            unpack(archive.stdout)
    for tree, name in ((ROOT, "now compiled"), (OLD_TREE, "0.1.0 compiled")):
        if name not in missing:
            compile_tree(tree, jobs)
    return missing


def unpack(archive: bytes) -> None:
    part = OLD_TREE.with_name("0.1.0.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    subprocess.run(["tar", "x", "-C", str(part)], input=archive, check=True)
    part.rename(OLD_TREE)


def compile_tree(tree: Path, jobs: int) -> None:
    """By the tree's own script, as its own version compiles itself."""
    script = [sys.executable, str(tree / "tools" / "compile.py"), "--opt", "2", "--jobs", str(jobs)]
    subprocess.run([*script, "--into", "build/compiled"], cwd=tree, check=True)


def start(build: str) -> Worker:
    """Which Fracas is measured is decided by the path alone, not by what `make compile` has put into `.venv`."""
    env = {**os.environ, "FRACAS_PURE": "1"}
    env["PYTHONPATH"] = os.pathsep.join([str(PATHS[build]), str(ROOT / "tools")])
    return Worker([sys.executable, "-m", "bench.worker", build.rsplit(maxsplit=1)[-1]], env)
