"""Where the content of a ruleset comes from: its own files, those that somebody adds, the cast of its examples, and the
entries that a saved game carries."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from fracas.engine.canon import digest
from fracas.engine.content import ContentErrors, Place, read_icons, read_tables
from fracas.engine.encounter import Content
from fracas.engine.entries import Tables, holds, merged
from fracas.engine.errors import Invalid

Load = Callable[[list[Any]], Any]
"""Reads files, folders and tables, earlier ones first, into the content of a game; `ContentErrors` with all that is
wrong."""
MOST_KEPT: Final = 16


class Source:
    """The content of a ruleset, beginning with its own files where it has any."""

    def __init__(self, package: str, load: Load, model: type[BaseModel], extra: list[Any], filed: bool = True) -> None:
        root = Path(str(files(package)))
        self.load = load
        self.model = model
        """What may stand in a file: a field for each section."""
        self.places: list[Place] = [root / "data", *extra] if filed else [*extra]
        self.cast = root / "rules" / "cast.toml"
        """The people of the worked examples."""
        self._kept: dict[str, Content] = {}
        """The newest contents of saved games, by the hash of their tables."""

    def content(self) -> Content:
        return self._read(self.places)

    def content_with_cast(self) -> Content:
        return self._read([*self.places, self.cast])

    def _read(self, places: list[Place]) -> Content:
        content: Content = self.load(places)
        content.tables = read_tables(places, self.model.model_fields)
        content.icons = read_icons(places)
        return content

    def content_with(self, installed: Content, entries: Tables) -> Content:
        """What is installed, with the entries of a saved game in the place of its own."""
        if holds(installed.tables, entries):
            return installed
        tables = merged(installed.tables, entries)
        key = digest(tables)
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = self._fitted(tables, entries)
            self._kept[key].icons = installed.icons
            brought = [
                id for section, some in entries.items() for id in some if id not in installed.tables.get(section, {})
            ]
            self._kept[key].own = [*installed.own, *brought]
        return self._kept[key]

    def _fitted(self, tables: Tables, entries: Tables) -> Content:
        """What is installed and does not go with the entries of the game is left out, until all of it does."""
        while True:
            try:
                return self._read([tables])
            except ContentErrors as wrong:
                misfits = [name for name in places_of(wrong) if name[1] not in entries.get(name[0], {})]
                kept = {
                    section: {id: entry for id, entry in some.items() if (section, id) not in misfits}
                    for section, some in tables.items()
                }
                if kept == tables:
                    first = wrong.errors[0]
                    raise Invalid("log", first.key, first.value, first.expected) from None
                tables = kept


def places_of(wrong: ContentErrors) -> list[tuple[str, str]]:
    """The section and id of each entry with an error in it."""
    found: list[tuple[str, str]] = []
    for error in wrong.errors:
        section, _, rest = error.key.partition(".")
        found.append((section, rest.partition(".")[0].partition("[")[0]))
    return found
