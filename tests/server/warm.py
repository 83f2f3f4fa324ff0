"""Loaded once, before servers are forked from it: a test that needs a server of its own does not wait for imports."""

from __future__ import annotations

import fracas.server.run  # noqa: F401 - only to have it loaded
from fracas.server.catalogue import all_games

all_games()
