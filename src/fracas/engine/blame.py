"""What went wrong in somebody's rules, in one line: the error, and the line of the author's own file it comes from.

For whoever runs rules that others wrote: registry, scripts and checks.
"""

from __future__ import annotations

import traceback
from pathlib import Path

import fracas
from fracas.engine.errors import Invalid

OURS = Path(str(fracas.__file__)).parent
RULES = OURS / "rulesets"
PYTHON = Path(traceback.__file__).parent


def told(error: BaseException) -> str:
    """An error in one line. Where an author's file called the engine wrongly, the author's line is named."""
    if isinstance(error, Invalid):
        return f"{type(error).__name__}: {error}"  # which says itself where it stands
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if _by_author(Path(frame.filename))]
    place = ""
    if frames:
        frame = theirs[-1] if theirs else frames[-1]
        place = f" ({frame.filename}:{frame.lineno})"
    words = str(error)
    return f"{type(error).__name__}{': ' if words else ''}{words}{place}"


def _by_author(file: Path) -> bool:
    """Is it a ruleset's file: neither the engine's and its callers', nor Python's own?"""
    if file.is_relative_to(OURS):
        return file.is_relative_to(RULES)
    python = file.is_relative_to(PYTHON) and "site-packages" not in file.parts
    return file.is_absolute() and not python
