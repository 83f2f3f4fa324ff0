"""Environments for learning: any ruleset as a PettingZoo game of seats, or as a Gymnasium task for one side.

Needs the extra `fracas[gym]`. What an agent observes follows from what its seat knows.
"""

from __future__ import annotations

from fracas.lab.learning.seats import SeatsEnv
from fracas.lab.learning.side import SideEnv

__all__ = ["SeatsEnv", "SideEnv"]
