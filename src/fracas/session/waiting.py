"""Waiting: patience by the clock. For the doors, where somebody sits and waits for odds."""

from __future__ import annotations

import time
from typing import Final

from fracas.engine.patience import Patience

GLANCE: Final = 3
"""Seconds for the figures beside something to choose."""
LOOK: Final = 30
"""Seconds for whoever asks for odds and nothing else."""


class Seconds(Patience):
    """So many seconds from the first time anybody asks, or until it is called off."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.begun = -1.0
        self.called_off = False

    def call_off(self) -> None:
        self.called_off = True

    def spent(self, percent: int = 100) -> bool:
        # Whoever thinks in a thread of its own lets the others run in between.
        time.sleep(0)
        now = time.monotonic()
        if self.begun < 0:
            self.begun = now
        return self.called_off or now - self.begun >= self.seconds * percent / 100


class Glimpse(Patience):
    """One case and no more: enough to see who would be asked something."""

    def __init__(self) -> None:
        self.asked = 0

    def spent(self, percent: int = 100) -> bool:
        self.asked += 1
        return self.asked > 1
