"""What stands in the `rules/` of a package: the paragraphs its documents number, which may be cited, looked up, and set
to refuse, warn or allow; and its options."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from fracas.engine.options import Option, Preset


def documents(package: str) -> list[Traversable]:
    """The rules documents of an import package (rules/N-stem.md) in the order of their sections."""
    folder = files(package) / "rules"
    if not folder.is_dir():
        return []
    found = [path for path in folder.iterdir() if path.name.endswith(".md") and path.name.split("-")[0].isdigit()]
    return sorted(found, key=section_of)


def section_of(document: Traversable) -> int:
    return int(document.name.split("-")[0])


_NUMBERED: Final[dict[str, list[str]]] = {}


def numbered(package: str) -> list[str]:
    """The numbers of all paragraphs, as their headings give them, read once."""
    if package in _NUMBERED:
        return _NUMBERED[package]
    found = _NUMBERED[package] = []
    for document in documents(package):
        for row in document.read_text(encoding="utf-8").splitlines():
            number = row[3:].partition(" ")[0] if row.startswith("## ") else ""
            if number.replace(".", "", 1).isdigit():
                found.append(number)
    return found


def read_sheet(package: str) -> tuple[list[Option], list[Preset]]:
    """The switches and presets of a package, as its `rules/options.toml` writes them."""
    data = tomllib.loads((files(package) / "rules" / "options.toml").read_text(encoding="utf-8"))
    options = [Option(name, next(iter(one["says"])), **one) for name, one in data["option"].items()]
    return options, [Preset(name, **one) for name, one in data.get("preset", {}).items()]
