"""Where the content of a ruleset comes from: its own files, those that somebody adds, the cast of its examples, and the
entries that a saved game carries."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from fracas.engine.canon import digest
from fracas.engine.content import (
    GIVEN,
    MAX_ERRORS,
    ContentErrors,
    Place,
    pieces,
    plain_tables,
    read_icons,
    read_tables,
    short_names,
)
from fracas.engine.encounter import Content
from fracas.engine.entries import Tables, holds, merged
from fracas.engine.errors import Invalid
from fracas.engine.options import Options

Load = Callable[[list[Any]], Any]
"""Reads files, folders and tables, earlier ones first, into the content of a game; `ContentErrors` with all that is
wrong."""
Settle = Callable[[dict[str, str]], Options]
"""The options of a game; `Invalid` where it does not know one."""
MOST_KEPT: Final = 16


class Source:
    """The content of a ruleset, beginning with its own files where it has any."""

    def __init__(
        self,
        package: str,
        load: Load,
        settle: Settle,
        model: type[BaseModel],
        extra: list[Any],
        filed: bool = True,
    ) -> None:
        root = Path(str(files(package)))
        self.load = load
        self.settle = settle
        self.model = model
        """What may stand in a file: a field for each section."""
        self.places: list[Place] = [root / "data", *extra] if filed else [*extra]
        self.cast = root / "rules" / "cast.toml"
        """The people of the worked examples."""
        self._kept: dict[str, Content] = {}
        """The newest content of saved games, by the hash of their tables."""

    def content(self) -> Content:
        return self._with_tables(self.places, self.check(self.places))

    def content_with_cast(self) -> Content:
        places = [*self.places, self.cast]
        return self._with_tables(places, self.check(places))

    def check(self, places: list[Place]) -> Content:
        """What these amount to; `ContentErrors` with all that is wrong, such as options that the game does not know."""
        odd = self._odd_options(places)
        try:
            content: Content = self.load(places)
        except ContentErrors as wrong:
            raise ContentErrors([*wrong.errors, *odd][:MAX_ERRORS]) from None
        if odd:
            raise ContentErrors(odd[:MAX_ERRORS])
        return content

    def _odd_options(self, places: list[Place]) -> list[Invalid]:
        """The options of scenarios that the game does not know, each at its key."""
        found: list[Invalid] = []
        paths = pieces(places)
        names = short_names([path for path in paths if isinstance(path, Path)])
        for path in paths:
            where = names[path] if isinstance(path, Path) else GIVEN
            try:
                tables: Any = plain_tables(path, where)
            except ContentErrors:
                continue  # `load` tells what is wrong with the file.
            for key, name, value in _options_in(tables):
                try:
                    self.settle({name: value})
                except Invalid as wrong:
                    found.append(Invalid(where, key, value, wrong.expected))
        return found

    def _with_tables(self, places: list[Place], content: Content) -> Content:
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
                # A game that has begun has its options, whatever its scenario would begin with today.
                return self._with_tables([tables], self.load([tables]))
            except ContentErrors as wrong:
                kept = without(tables, [name for name in places_of(wrong) if name[1] not in entries.get(name[0], {})])
                if kept == tables:
                    first = wrong.errors[0]
                    raise Invalid("log", first.key, first.value, first.expected) from None
                tables = kept


def _options_in(tables: Any) -> list[tuple[str, str, str]]:
    """The options of all scenarios: the key, the name and the value of each, as far as they are texts."""
    plans = tables.get("scenario")
    found: list[tuple[str, str, str]] = []
    for id, plan in plans.items() if isinstance(plans, dict) else []:
        options = plan.get("options") if isinstance(plan, dict) else None
        for name, value in options.items() if isinstance(options, dict) else []:
            if isinstance(name, str) and isinstance(value, str):
                found.append((f"scenario.{id}.options.{name}", name, value))
    return found


def without(tables: Tables, misfits: list[tuple[str, str]]) -> Tables:
    """Tables without some entries, named by section and id."""
    return {
        section: {id: entry for id, entry in some.items() if (section, id) not in misfits}
        for section, some in tables.items()
    }


def places_of(wrong: ContentErrors) -> list[tuple[str, str]]:
    """The section and id of each entry with an error in it."""
    found: list[tuple[str, str]] = []
    for error in wrong.errors:
        section, _, rest = error.key.partition(".")
        found.append((section, rest.partition(".")[0].partition("[")[0]))
    return found
