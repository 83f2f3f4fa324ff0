"""Loaded once, before servers are forked from it: a test that needs a server of its own does not wait for imports."""

from __future__ import annotations

from fracas.server import run
from fracas.server.catalogue import all_games

all_games()
assert run
