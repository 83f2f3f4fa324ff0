"""Which Fracas this is: its version, and whether its kernel is compiled. For `fracas --version` and the server."""

from __future__ import annotations

import importlib
from importlib.machinery import EXTENSION_SUFFIXES

from fracas import __version__

KERNEL = "fracas.engine.table"
"""Compiled with the rest of the kernel, or not at all."""


def is_native(file: str) -> bool:
    """Is a module loaded from this file machine code?"""
    return file.endswith(tuple(EXTENSION_SUFFIXES))


def is_compiled() -> bool:
    return is_native(str(importlib.import_module(KERNEL).__file__))


def version_line() -> str:
    return f"fracas {__version__} ({'compiled' if is_compiled() else 'pure Python'})"
