"""The real `fracas serve` for the browser tests: a process of its own, a free port, a data folder that goes away."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
STATIC = ROOT / "src" / "fracas" / "server" / "static"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Serving:
    """A running server; it can be killed and started again on the same port and data."""

    def __init__(self, folder: Path, site: Path | None = None, bot_pause: float = 0, *more: str) -> None:
        self.folder = folder
        self.more = more
        """Further words for `fracas serve`."""
        self.admin_link = ""
        self.port = free_port()
        self.errors = folder.with_name(folder.name + "-errors")
        self.env = dict(os.environ)
        self.bot_pause = bot_pause
        if site:
            self.env["PYTHONPATH"] = os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-c", "from fracas.cli import main; main()", "serve", "--port", str(self.port)]
        command += ["--data", str(self.folder), "--bot-pause", str(self.bot_pause), *self.more]
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, env=self.env, text=True)
        assert self.process.stdout is not None
        first = not self.admin_link
        said = [self.process.stdout.readline() for _ in range(3 if first else 2)]
        assert "#" in said[1], self.errors.read_text(encoding="utf-8")
        self.base = f"http://127.0.0.1:{self.port}"
        self.host_link = said[1].split()[-1]
        if first:
            self.admin_link = said[2].split()[-1]

    def kill(self) -> None:
        """As a power cut would for this process."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        self.process.send_signal(how)
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def complaints(self) -> str:
        """What the server has printed as errors."""
        return self.errors.read_text(encoding="utf-8")
