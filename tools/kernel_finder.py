"""Takes the kernel compiled where the sources are still those that were compiled, to the byte; else the sources run.

`make compile` copies this file into `.venv`, where Python loads it at its start; so it needs nothing but Python, and
does nothing before Fracas is imported. FRACAS_PURE=1 asks for the sources in any case.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, PathFinder
from importlib.util import spec_from_file_location
from pathlib import Path

KERNEL = ("fracas/engine", "fracas/rulesets")
SHARED = "fracas__mypyc"
"""The library that holds the code of all compiled modules."""
RECORD = "kernel.json"
"""Which sources were compiled, where they are, and in which folder beside it the result lies."""


def kernel_files(source: Path) -> list[Path]:
    """Every Python file of the kernel, the ones left uncompiled included, relative to the folder of the sources."""
    found = [path for package in KERNEL for path in (source / package).rglob("*.py")]
    return sorted([path.relative_to(source) for path in found])


def digest(source: Path) -> str:
    """Names the Python sources of a kernel: equal to the byte, equal digest."""
    summed = hashlib.sha256()
    for path in kernel_files(source):
        content = (source / path).read_bytes()
        summed.update(f"{path.as_posix()} {len(content)}\n".encode())
        summed.update(content)
    return summed.hexdigest()


def module_file(folder: Path, name: str) -> Path | None:
    """The compiled file of a module, or of a package, if there is one."""
    place = folder.joinpath(*name.split("."))
    tries = [place.with_name(f"{place.name}{end}") for end in EXTENSION_SUFFIXES]
    tries += [place / f"__init__{end}" for end in EXTENSION_SUFFIXES]
    return next((path for path in tries if path.is_file()), None)


class KernelFinder:
    """Finds compiled modules. It decides at the first one, so that no process mixes sources and what was compiled."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.out_of_date = False
        """Was there a compiled kernel, and the sources have changed since?"""
        self._folder: Path | None = None
        self._source = Path()
        self._decided = False

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:
        if name != SHARED and not f"{name}.".startswith(("fracas.engine.", "fracas.rulesets.")):
            return None
        if not self._decided:
            self._decided = True
            self._decide(path)
        if self._folder is None:
            return None
        file, place = module_file(self._folder, name), self._source.joinpath(*name.split("."))
        if file is None:
            # Never compiled: its file is the source, and errors in it name that.
            return PathFinder.find_spec(name, [str(place.parent)])
        inside = [str(file.parent)] if place.is_dir() else None
        return spec_from_file_location(name, file, submodule_search_locations=inside)

    def _decide(self, path: Sequence[str] | None) -> None:
        """Another copy of Fracas, say one on PYTHONPATH, is left alone."""
        if os.environ.get("FRACAS_PURE", "") not in ("", "0"):
            return
        record = json.loads((self.home / RECORD).read_text(encoding="utf-8"))
        self._source = Path(record["source"])
        if [Path(place) for place in path or ()] != [self._source / "fracas"]:
            return
        self.out_of_date = digest(self._source) != record["digest"]
        if not self.out_of_date:
            self._folder = self.home / record["folder"]


if Path(__file__).with_name(RECORD).is_file():
    FINDER = KernelFinder(Path(__file__).parent)
    sys.meta_path.insert(0, FINDER)
