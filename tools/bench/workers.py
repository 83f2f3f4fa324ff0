"""Processes that stay, each asked for one figure after the other, so that all are measured in turn."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from contextlib import suppress

from bench.names import ROOT


class Missing(Exception):
    """A worker that cannot tell: it is not there, or it failed."""


class Worker:
    """One process. It works only while it is asked."""

    def __init__(self, command: list[str], env: Mapping[str, str]) -> None:
        self.command = command
        self._process = subprocess.Popen(
            command, env=dict(env), cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, *words: str, seconds: float = 0) -> object:
        pipes = self._process
        assert pipes.stdin is not None and pipes.stdout is not None
        try:
            pipes.stdin.write(json.dumps({"words": words, "seconds": seconds}) + "\n")
            pipes.stdin.flush()
        except BrokenPipeError:
            raise Missing(f"{self.command[0]} ended") from None
        line = pipes.stdout.readline()
        if not line:
            raise Missing(f"{' '.join(self.command)} ended with status {pipes.wait()}")
        reply: object = json.loads(line)
        if isinstance(reply, dict) and "error" in reply:
            raise Missing(str(reply["error"]))
        return reply

    def pace(self, *words: str, seconds: float) -> float:
        """How many a CPU second."""
        reply = self.ask(*words, seconds=seconds)
        assert isinstance(reply, list)
        count, spent = reply
        return float(count) / float(spent)

    def close(self) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait()
