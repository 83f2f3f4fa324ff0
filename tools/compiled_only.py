"""A pytest plugin that refuses to start unless the kernel under test is the compiled one.

For `make test-compiled`: without it a wrong search path would test the pure package again and look green.
"""

from __future__ import annotations

import importlib
import importlib.machinery

import pytest


def pytest_sessionstart() -> None:
    origin = str(importlib.import_module("fracas.engine.table").__file__)
    if not origin.endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES)):
        pytest.exit(f"fracas.engine.table is not compiled: {origin}", returncode=3)
