"""Loaded once, before processes are forked from it: a test that needs one of its own does not wait for imports."""

from __future__ import annotations

import gc
import tempfile
from pathlib import Path

# FastAPI asks it about the type of every parameter, and it is loaded when it is first asked.
import pydantic.v1

# Uvicorn loads these when a server begins.
import uvicorn.lifespan.on
import uvicorn.protocols.websockets.websockets_sansio_impl

import fracas.cli
import fracas.server.run
from fracas.server.app import make_app
from fracas.server.catalogue import catalogue
from fracas.server.hall import Hall

catalogue()
# Patterns of addresses and statements of the database are compiled when they are first used.
with tempfile.TemporaryDirectory() as folder:
    hall = Hall(Path(folder), "http://127.0.0.1:1", 0)
    make_app(hall, [])
    hall.close()
# What is loaded stays: no copy looks through it for garbage, and so none has to be given its own. Nor do copies look
# through what they make as often as others.
gc.freeze()
gc.set_threshold(50_000, 20, 50)
__all__ = ["fracas", "pydantic", "uvicorn"]
