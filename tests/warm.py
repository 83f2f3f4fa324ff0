"""Loaded once, before processes are forked from it: a test that needs one of its own does not wait for imports."""

from __future__ import annotations

import gc

# FastAPI asks it about the type of every parameter, and it is loaded when it is first asked.
import pydantic.v1

import fracas.cli
import fracas.server.run
from fracas.server.catalogue import catalogue

catalogue()
# What is loaded stays: no copy looks through it for garbage, and so none has to be given its own.
gc.freeze()
__all__ = ["fracas", "pydantic"]
