"""Loaded once, before processes are forked from it: a test that needs one of its own does not wait for imports."""

from __future__ import annotations

import fracas.cli
import fracas.server.run
from fracas.server.catalogue import catalogue

catalogue()
__all__ = ["fracas"]
