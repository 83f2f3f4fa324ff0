"""Loaded once, before processes are forked from it: a test that needs one of its own does not wait for imports."""

from __future__ import annotations

from fracas import cli
from fracas.server import run
from fracas.server.catalogue import catalogue

catalogue()
assert cli and run
