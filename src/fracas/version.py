"""Which Fracas this is: its version, and whether its kernel is compiled. For `fracas --version` and the server."""

from __future__ import annotations

import importlib
import sys
from importlib.machinery import EXTENSION_SUFFIXES

from fracas import __version__

KERNEL = "fracas.engine.table"
"""Compiled with the rest of the kernel, or not at all."""


def is_native(file: str) -> bool:
    """Is a module loaded from this file machine code?"""
    return file.endswith(tuple(EXTENSION_SUFFIXES))


def is_compiled() -> bool:
    return is_native(str(importlib.import_module(KERNEL).__file__))


def is_out_of_date() -> bool:
    """Was the kernel compiled into this environment, and have its sources changed since, so that they run instead?"""
    importlib.import_module(KERNEL)
    return any([getattr(finder, "out_of_date", False) for finder in sys.meta_path])


def version_line() -> str:
    kernel = "compiled" if is_compiled() else "pure Python"
    if is_out_of_date():
        kernel += "; the compiled kernel is older than its sources, run `make compile` again"
    return f"fracas {__version__} ({kernel})"
