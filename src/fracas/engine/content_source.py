"""Where the content of a ruleset comes from: its own files, those that somebody adds, and the cast of its examples."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

from fracas.engine.content import read_tables
from fracas.engine.encounter import Content

Load = Callable[[list[Path | str]], Any]
"""Reads files and folders, earlier ones first, into the content of a game; `ContentErrors` with all that is wrong."""


class Source:
    """The content files of a ruleset."""

    def __init__(self, package: str, load: Load, extra: list[str]) -> None:
        root = Path(str(files(package)))
        self.load = load
        self.places: list[Path | str] = [root / "data", *extra]
        self.cast = root / "rules" / "cast.toml"
        """The people of the worked examples."""

    def content(self) -> Content:
        content: Content = self.load(self.places)
        return content

    def content_with_cast(self) -> Content:
        content: Content = self.load([*self.places, self.cast])
        return content

    def tables(self) -> dict[str, dict[str, Any]]:
        """The files as plain data, section by section."""
        return read_tables(self.places)
