"""Those beside whom Fracas is measured, installed into folders of their own from pinned versions (bench/peers)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from bench.names import ROOT
from bench.workers import Missing, Worker

LOCKS: Final = ROOT / "bench" / "peers"
PYTHON_PEERS: Final = ROOT / "build" / "peers"
NODE_PEERS: Final = ROOT / "build" / "showdown"
SHOWDOWN: Final = Path(__file__).with_name("showdown.cjs")


def run(command: list[str], cwd: Path = ROOT) -> None:
    """What cannot be installed here is told in the table; the last line of the complaint says why."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
        raise Missing(lines[-1] if lines else f"{command[0]} failed")


def fresh(folder: Path, locks: list[Path]) -> bool:
    """Is this folder installed from these very locks?"""
    stamp = folder / "stamp"
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == told(locks)


def told(locks: list[Path]) -> str:
    return "\n".join([path.read_text(encoding="utf-8") for path in locks])


def install_python() -> None:
    locks = [LOCKS / "peers.lock"]
    if fresh(PYTHON_PEERS, locks):
        return
    shutil.rmtree(PYTHON_PEERS, ignore_errors=True)
    run([sys.executable, "-m", "venv", str(PYTHON_PEERS)])
    pip = [str(PYTHON_PEERS / "bin" / "python"), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    run([*pip, "--no-deps", "--require-hashes", "-r", str(locks[0])])
    (PYTHON_PEERS / "stamp").write_text(told(locks), encoding="utf-8")


def install_node() -> None:
    locks = [LOCKS / "package.json", LOCKS / "package-lock.json"]
    if fresh(NODE_PEERS, locks):
        return
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise Missing("there is no Node here")
    shutil.rmtree(NODE_PEERS, ignore_errors=True)
    NODE_PEERS.mkdir(parents=True)
    for path in [*locks, LOCKS / ".npmrc"]:
        shutil.copyfile(path, NODE_PEERS / path.name)
    # The simulator alone is used; nothing of its packages has to be built.
    run([npm, "ci", "--silent", "--ignore-scripts", "--omit=optional"], NODE_PEERS)
    (NODE_PEERS / "stamp").write_text(told(locks), encoding="utf-8")


def start_python() -> Worker:
    install_python()
    env = {**os.environ, "PYTHONPATH": str(ROOT / "tools")}
    return Worker([str(PYTHON_PEERS / "bin" / "python"), "-W", "ignore", "-m", "bench.others"], env)


def start_node() -> Worker:
    install_node()
    return Worker([shutil.which("node") or "node", str(SHOWDOWN), str(NODE_PEERS)], os.environ)
