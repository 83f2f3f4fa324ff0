"""Forecasts: how a fight may go from where it stands, by a few hundred fights that a process of its own plays.

The process (`fracas.lab.forecast`) is started when somebody first asks, works at low priority, and ends with the
server. It is given positions without the table's seeds, and fresh ones in their place. Whoever asks for another
forecast in the same place stops the one before it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import sys
from collections.abc import Callable
from typing import Any, Final

from fracas.session.position import Data

FIGHTS: Final = 200
SILENT_SECONDS: Final = 90.0
"""A process that says nothing for this long is ended."""
MOST_LINE: Final = 1 << 22
MOST_WAITING: Final = 50
PROGRAM: Final = (sys.executable, "-m", "fracas.lab.forecast")
TROUBLE: Final = "the forecast failed; it is tried again when something happens"

Tell = Callable[[Data], None]


class Forecast:
    """One thing somebody wants to know: from which position, and what is known of it so far."""

    def __init__(self, position: Data, bots: dict[str, str], tell: Tell, fights: int = 0, seed: str = "") -> None:
        self.position = position
        self.bots = bots
        self.fights = fights or FIGHTS
        self.seed = seed or fresh_seed()
        """Never the table's: what it will throw is not to be foreseen."""
        self.figures: Data = {}
        self.done = False
        self.called_off = False
        self._tell = tell

    def request(self, number: int) -> Data:
        """What the process is told."""
        return {
            "n": number,
            "position": self.position,
            "bots": self.bots,
            "fights": self.fights,
            "seed": self.seed,
        }

    def take(self, figures: Data) -> None:
        if not self.called_off:
            self.done = bool(figures.pop("done", False))
            figures.pop("n", None)
            self.figures = figures
            self._tell(figures)


class Forecasts:
    """Every forecast of a server, one after the other: however many tables ask, no more than one process works."""

    def __init__(self, program: tuple[str, ...] = PROGRAM) -> None:
        self.program = program
        self.process: asyncio.subprocess.Process | None = None
        self._ending: list[asyncio.subprocess.Process] = []
        self._waiting: dict[str, Forecast] = {}
        """By place: what is to be worked out next there."""
        self._now: tuple[str, Forecast] | None = None
        self._work: asyncio.Task[None] | None = None
        self._number = 0

    def ask(self, place: str, forecast: Forecast) -> None:
        """Work something out in the place of whatever was asked for there before."""
        self.call_off(place)
        if len(self._waiting) >= MOST_WAITING:
            forecast.take({"trouble": "too many forecasts at once", "done": True})
            return
        self._waiting[place] = forecast
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._run())

    def call_off(self, place: str) -> None:
        """Nobody wants to know any more."""
        waiting = self._waiting.pop(place, None)
        if waiting is not None:
            waiting.called_off = True
        if self._now is not None and self._now[0] == place:
            self._now[1].called_off = True
            self._say({})

    def close(self) -> None:
        """With the server its process ends; were it not ended here, it would end when it can read no more."""
        if self._work is not None:
            self._work.cancel()
        self._end_process()

    async def ended(self) -> None:
        """Until it is closed: nothing of it outlives the server."""
        for process in self._ending:
            await process.wait()
        self._ending.clear()

    def _end_process(self) -> None:
        if self.process is not None:
            if self.process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    self.process.kill()
            self._ending.append(self.process)
        self.process = None

    async def _run(self) -> None:
        while self._waiting:
            place = next(iter(self._waiting))
            forecast = self._waiting.pop(place)
            self._now = (place, forecast)
            try:
                await self._work_out(forecast)
            except (OSError, ValueError, TimeoutError):
                self._end_process()
                forecast.take({"trouble": TROUBLE, "done": True})
            finally:
                self._now = None

    async def _work_out(self, forecast: Forecast) -> None:
        process = await self._started()
        self._number += 1
        number = self._number
        self._say(forecast.request(number))
        assert process.stdout is not None
        while not forecast.called_off:
            line = await asyncio.wait_for(process.stdout.readline(), SILENT_SECONDS)
            if not line:
                raise OSError("the process is gone")
            figures: dict[str, Any] = json.loads(line)
            if figures["n"] == number:
                if figures.get("trouble"):
                    figures["trouble"] = TROUBLE
                forecast.take(figures)
                if forecast.done:
                    return

    async def _started(self) -> asyncio.subprocess.Process:
        if self.process is None or self.process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            nothing = asyncio.subprocess.DEVNULL
            self.process = await asyncio.create_subprocess_exec(
                *self.program, stdin=pipe, stdout=pipe, stderr=nothing, limit=MOST_LINE
            )
        return self.process

    def _say(self, request: Data) -> None:
        if self.process is not None and self.process.stdin is not None:
            with contextlib.suppress(OSError, RuntimeError):
                self.process.stdin.write(json.dumps(request, separators=(",", ":")).encode() + b"\n")


def fresh_seed() -> str:
    return secrets.token_hex(16)
