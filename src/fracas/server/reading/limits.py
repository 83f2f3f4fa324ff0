"""What the child may use. Everything it needs is loaded before; from then on it can open neither a file nor a socket,
start no process and write no file."""

from __future__ import annotations

import sys
from typing import Final

MOST_MEMORY: Final = 1_250_000_000
MOST_CPU: Final = 30
"""Seconds of the processor's time; whoever started the child counts those of the clock."""
OPEN: Final = 3
"""Standard input, output and error: there is no number left for another."""


def confine() -> None:
    """Give up everything but memory and time within limits. Systems without such limits have those of the clock."""
    if sys.platform == "win32":
        return
    import resource

    for what, most in (
        (resource.RLIMIT_AS, MOST_MEMORY),
        (resource.RLIMIT_CPU, MOST_CPU),
        (resource.RLIMIT_NOFILE, OPEN),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NPROC, 0),
    ):
        _, hard = resource.getrlimit(what)
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (least, least))
