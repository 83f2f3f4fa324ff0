"""A server under strace: every write, sync and sent frame in the order of the system, to cut the power anywhere."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.forks import FORKS
from tests.server.house import House, first_scenario

CALL = re.compile(r"^(\d+)\s+(.*)$")
FINISHED = re.compile(r"^(\w+)\((.*)\)\s+= (-?\d+)")
RESUMED = re.compile(r"^<\.\.\. (\w+) resumed>(.*)$")
FILE = re.compile(r"^\d+<((?:\\x[0-9a-f]{2})*)>")
TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
OURS = re.compile(r"\.fracas-backup\b|/backups$|fracas\.db(?!-shm)")
CALLS = "trace=pwrite64,fdatasync,fsync,ftruncate,unlink,rename,write,writev,sendto,sendmsg"


class Op(NamedTuple):
    """One thing the system was asked: write, sync, cut, name, send."""

    kind: str
    path: str = ""
    at: int = 0
    data: bytes = b""


@contextmanager
def traced(pid: int, out: Path, show_life: Callable[[], object]) -> Iterator[None]:
    """A process whose calls go to a file from here on. `show_life` makes it call the system."""
    if shutil.which("strace") is None:
        pytest.fail("this test watches system calls: install strace (apt-get install strace)")
    program = ["strace", "-f", "-qq", "-y", "-xx", "-s", "200000", "-e", CALLS, "-o", str(out), "-p", str(pid)]
    tracer = subprocess.Popen(program, stderr=subprocess.PIPE)
    try:
        # The tracer holds the process for a moment while it takes hold of it; a first call says that it is there.
        show_life()
        while not out.exists() or out.stat().st_size == 0:
            show_life()
        yield
    finally:
        tracer.communicate()


def files_of(data: Path) -> list[Op]:
    """A database as it is before anything is done."""
    names = ("fracas.db", "fracas.db-wal")
    return [Op("start", str(path), 0, path.read_bytes()) for path in data.iterdir() if path.name in names]


def record(folder: Path, switches: str, commands: int) -> list[Op]:
    """A table, two people at it, and so many things done one after the other."""
    data = folder / "data"
    house = House(data, switches)
    host = house.host()
    table = host.create(*first_scenario())
    gm = host.sit(table, "gm")
    watcher = gm.link("watch").sit(table, "watch")
    gm.do("start")
    before, out = files_of(data), folder / "calls"
    with traced(house.pid, out, gm.settle):
        try:
            for number in range(1, commands + 1):
                if number % 3 == 0:
                    gm.do("aside", id=f"cut-{number:04d}", dice="2d6", why="a check")
                else:
                    ruling = {"who": "gm", "verb": "note", "text": f"note {number}"}
                    gm.do("ruling", id=f"cut-{number:04d}", ruling=ruling)
            watcher.settle()
        finally:
            house.kill()
    return before + read_calls(out.read_text(encoding="utf-8", errors="replace"))


def record_work(data: Path, out: Path, work: Callable[..., object], *args: object) -> list[Op]:
    """What something does to the database in a folder, from its first call to its last."""
    before = files_of(data)
    ours, theirs = FORKS.Pipe()
    process = FORKS.Process(target=_wait_and_work, args=(theirs, work, args))
    process.start()
    theirs.close()
    assert process.pid is not None

    def show_life() -> None:
        ours.send("are you there?")
        ours.recv()

    with traced(process.pid, out, show_life):
        ours.send("")
        process.join(120)
    assert process.exitcode == 0
    process.close()
    ours.close()
    return before + read_calls(out.read_text(encoding="utf-8", errors="replace"))


def _wait_and_work(line: Connection, work: Callable[..., object], args: tuple[object, ...]) -> None:
    while line.recv():
        line.send("yes")
    work(*args)


def read_calls(text: str) -> list[Op]:
    """The finished calls, each where it finished."""
    begun: dict[str, str] = {}
    ops: list[Op] = []
    for line in text.splitlines():
        found = CALL.match(line)
        if found is None:
            continue
        pid, call = found.groups()
        if call.endswith("<unfinished ...>"):
            begun[pid] = call.removesuffix("<unfinished ...>")
            continue
        resumed = RESUMED.match(call)
        if resumed is not None:
            call = begun.pop(pid, "") + resumed.group(2)
        whole = FINISHED.match(call)
        if whole is not None and int(whole.group(3)) >= 0:
            ops += op_of(whole.group(1), whole.group(2), int(whole.group(3)))
    return ops


def op_of(name: str, words: str, result: int) -> list[Op]:
    found = FILE.match(words)
    path = bytes.fromhex(found.group(1).replace("\\x", "")).decode(errors="replace") if found else ""
    ours = OURS.search(path) is not None
    if name == "pwrite64" and ours:
        return [Op("write", path, int(words.rpartition(", ")[2]), unhex(words)[:result])]
    if name in ("fdatasync", "fsync") and ours:
        return [Op("sync", path)]
    if name == "ftruncate" and ours:
        return [Op("cut", path, int(words.rpartition(", ")[2]))]
    if name == "unlink":
        # A file that is gone and one that is empty are the same to whoever opens a database.
        return [Op("cut", unhex(words).decode(errors="replace"))]
    if name == "rename":
        old, new = [bytes.fromhex(one.replace("\\x", "")).decode(errors="replace") for one in TEXT.findall(words)]
        return [Op("name", new, data=old.encode())]
    if name in ("write", "writev", "sendto", "sendmsg") and ("socket" in path or "TCP" in path):
        return [Op("send", data=unhex(words))]
    return []


def unhex(words: str) -> bytes:
    return b"".join([bytes.fromhex(part.replace("\\x", "")) for part in TEXT.findall(words)])
