"""A server under strace: every write, sync and sent frame in the order of the system, to cut the power anywhere."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.server.house import House, first_scenario

CALL = re.compile(r"^(\d+)\s+(.*)$")
FINISHED = re.compile(r"^(\w+)\((.*)\)\s+= (-?\d+)")
RESUMED = re.compile(r"^<\.\.\. (\w+) resumed>(.*)$")
FILE = re.compile(r"^\d+<((?:\\x[0-9a-f]{2})*)>")
TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


class Op(NamedTuple):
    """One thing the system was asked: write, sync, cut, drop, send."""

    kind: str
    path: str = ""
    at: int = 0
    data: bytes = b""


def record(folder: Path, switches: str, commands: int) -> list[Op]:
    """A table, two people at it, and so many things done one after the other."""
    if shutil.which("strace") is None:
        pytest.fail("this test watches the server's system calls: install strace (apt-get install strace)")
    data = folder / "data"
    house = House(data, switches)
    host = house.host()
    table = host.create(*first_scenario())
    gm = host.sit(table, "gm")
    watcher = gm.link("watch").sit(table, "watch")
    gm.do("start")
    before = {path.name: path.read_bytes() for path in data.iterdir() if path.name in ("fracas.db", "fracas.db-wal")}
    out = folder / "calls"
    calls = "trace=pwrite64,fdatasync,fsync,ftruncate,unlink,write,writev,sendto,sendmsg"
    program = ["strace", "-f", "-qq", "-y", "-xx", "-s", "200000", "-e", calls, "-o", str(out)]
    tracer = subprocess.Popen([*program, "-p", str(house.pid)], stderr=subprocess.PIPE)
    try:
        # The tracer holds the server for a moment while it takes hold of it; a first answer says that it is there.
        gm.settle()
        while not out.exists() or out.stat().st_size == 0:
            gm.settle()
        for number in range(1, commands + 1):
            if number % 3 == 0:
                gm.do("aside", id=f"cut-{number:04d}", dice="2d6", why="a check")
            else:
                gm.do("ruling", id=f"cut-{number:04d}", ruling={"who": "gm", "verb": "note", "text": f"note {number}"})
        watcher.settle()
    finally:
        house.kill()
        tracer.communicate()
    files = [Op("start", str(data / name), 0, content) for name, content in before.items()]
    return files + read_calls(out.read_text(encoding="utf-8", errors="replace"))


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
    ours = "fracas.db" in path and not path.endswith("-shm")
    if name == "pwrite64" and ours:
        return [Op("write", path, int(words.rpartition(", ")[2]), unhex(words)[:result])]
    if name in ("fdatasync", "fsync") and ours:
        return [Op("sync", path)]
    if name == "ftruncate" and ours:
        return [Op("cut", path, int(words.rpartition(", ")[2]))]
    if name in ("write", "writev", "sendto", "sendmsg") and ("socket" in path or "TCP" in path):
        return [Op("send", data=unhex(words))]
    return []


def unhex(words: str) -> bytes:
    return b"".join([bytes.fromhex(part.replace("\\x", "")) for part in TEXT.findall(words)])
