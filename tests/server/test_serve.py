"""`fracas serve` as people start it: a link on the terminal, a QR code for the room, an orderly end."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

from tests.server.house import Browser

PROGRAM = [sys.executable, "-m", "fracas", "serve", "--port", "0"]


def test_it_prints_a_link_that_works_and_ends_when_told(tmp_path: Path) -> None:
    command = [*PROGRAM, "--data", str(tmp_path / "data"), "--lan"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        first, second = process.stdout.readline(), process.stdout.readline()
        base = first.split()[3].rstrip("/")
        browser = Browser(base)
        assert browser.join(second.rstrip().partition("#")[2]) == "/"
        assert browser.http.get("/api/health").json()["ok"]
        assert browser.http.get(f"http://127.0.0.1:{base.rpartition(':')[2]}/api/health").status_code == 200
        process.send_signal(signal.SIGINT)
        rest, errors = process.stdout.read(), process.stderr.read()
    assert len(rest.splitlines()) > 10, "a QR code"
    assert errors == "" and process.returncode in (0, -signal.SIGINT)


def test_a_port_in_use_is_one_line_and_a_status(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        command = [*PROGRAM[:-1], str(taken.getsockname()[1]), "--data", str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "free port" in done.stderr
