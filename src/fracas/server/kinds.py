"""The kinds of row that a table is kept in."""

from __future__ import annotations

from typing import Final

LINES: Final = "lines"
START: Final = "start"
FACT: Final = "room"
BRANCH: Final = "branch"
SWITCH: Final = "switch"
