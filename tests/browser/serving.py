"""The real `fracas serve` for the browser tests: a process of its own, a free port, a data folder that goes away."""

from __future__ import annotations

import os
import socket
from pathlib import Path

from tests.forks import FORKS, serve

ROOT = Path(__file__).parent.parent.parent
STATIC = ROOT / "src" / "fracas" / "server" / "static"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Serving:
    """A running server; it can be killed and started again on the same port and data."""

    def __init__(
        self, folder: Path, site: Path | None = None, bot_pause: float = 0, *more: str, fights: int = 0
    ) -> None:
        self.folder = folder
        self.fights = fights
        """Of a forecast; 0 for as many as people get."""
        self.more = more
        """Further words for `fracas serve`."""
        self.admin_link = ""
        self.port = free_port()
        self.errors = folder.with_name(folder.name + "-errors")
        self.env = dict(os.environ)
        self.bot_pause = bot_pause
        self.site = str(site or "")
        if site:  # For the processes that it starts.
            self.env["PYTHONPATH"] = os.pathsep.join([self.site, os.environ.get("PYTHONPATH", "")])
        self.start()

    def start(self) -> None:
        words = ("--port", str(self.port), "--data", str(self.folder), "--bot-pause", str(self.bot_pause), *self.more)
        ours, theirs = FORKS.Pipe(duplex=False)
        self.process = FORKS.Process(target=serve, args=(words, self.env, self.site, self.fights, theirs, self.errors))
        self.process.start()
        theirs.close()
        self._told = os.fdopen(os.dup(ours.fileno()), encoding="utf-8")
        ours.close()
        first = not self.admin_link
        said = [self._told.readline() for _ in range(3 if first else 2)]
        assert "#" in said[1], self.errors.read_text(encoding="utf-8")
        self.base = f"http://127.0.0.1:{self.port}"
        self.host_link = said[1].split()[-1]
        if first:
            self.admin_link = said[2].split()[-1]

    def kill(self) -> None:
        """As a power cut would for this process."""
        self.process.kill()
        self._end()

    def stop(self) -> None:
        self.process.terminate()
        self._end()

    def _end(self) -> None:
        self.process.join(20)
        assert self.process.exitcode is not None, "the server does not stop"
        self.process.close()
        self._told.close()

    def complaints(self) -> str:
        """What the server has printed as errors."""
        return self.errors.read_text(encoding="utf-8")

    def __enter__(self) -> Serving:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        assert self.complaints() == ""
