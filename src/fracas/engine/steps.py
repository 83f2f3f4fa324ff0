"""What the table does by itself: one step after the other, until somebody must choose."""

from __future__ import annotations

from typing import Final

from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import EngineFault
from fracas.engine.ruleset import Ruleset

MOST_STEPS: Final = 10_000
"""More steps in a row than this, without anybody having to choose, is a bug of the ruleset."""


def due_step(ruleset: Ruleset, enc: Encounter, taken: int) -> Command | None:
    """The step that falls due after so many in a row; None once somebody must choose."""
    step = ruleset.next_step(enc)
    if step is not None and taken >= MOST_STEPS:
        told = f"after {step.verb!r}, next_step names another step every time"
        raise EngineFault(f"the table takes steps without end: {told}")
    return step
