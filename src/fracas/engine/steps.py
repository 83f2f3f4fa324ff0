"""What the table does by itself: one step after the other, until somebody must choose."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import EngineFault
from fracas.engine.ruleset import Ruleset

MOST_STEPS: Final = 10_000
"""More steps in a row than this, without anybody having to choose, is a bug of the ruleset."""


def due_steps(ruleset: Ruleset, state: Callable[[], Encounter | None]) -> Iterator[Command]:
    """Each step as it falls due. `state` is asked before each, and says nothing once somebody must choose."""
    step: Command | None = None
    for _ in range(MOST_STEPS):
        enc = state()
        step = ruleset.next_step(enc) if enc is not None else None
        if step is None:
            return
        yield step
    verb = step.verb if step is not None else ""
    raise EngineFault(f"the table takes steps without end: after {verb!r}, next_step names another step every time")
