"""Content as plain tables: what its entries are called, and which of them a game uses.

A log carries those that its game uses, so that it opens when the content has changed. Nothing of this depends on a
ruleset: an entry is used where its id stands in the state, in an event, or in another entry that is used.
"""

from __future__ import annotations

Tables = dict[str, dict[str, object]]
"""Content as plain data: by section, by id."""


class Index:
    """The entries of a content by id."""

    def __init__(self, tables: Tables, always: tuple[str, ...]) -> None:
        self.tables = tables
        self.sections: dict[str, list[str]] = {}
        """By id: the sections with such an entry."""
        self.always: dict[str, None] = {}
        """The ids that the rules name in code."""
        for section, entries in tables.items():
            for id in entries:
                self.sections.setdefault(id, []).append(section)
                if section in always or f"{section}.{id}" in always:
                    self.always[id] = None

    def beyond(self, value: object, have: Tables) -> Tables:
        """The entries that a plain value names, and those they name in turn, without those one has."""
        return self._named(value, {}, have)

    def needed(self, value: object) -> Tables:
        """The same, with everything that the rules name in code."""
        return self._named(value, self.always.copy(), {})

    def _named(self, value: object, ahead: dict[str, None], have: Tables) -> Tables:
        found: Tables = {}
        self.name(value, ahead)
        waiting = list(ahead)
        while waiting:
            id = waiting.pop()
            for section in self.sections[id]:
                if id in have.get(section, {}) or id in found.get(section, {}):
                    continue
                entry = self.tables[section][id]
                found.setdefault(section, {})[id] = entry
                named: dict[str, None] = {}
                self.name(entry, named)
                waiting.extend(named)
        return found

    def name(self, value: object, found: dict[str, None]) -> None:
        """Note every id that stands in a plain value: as a text, as a key, or as all the words of a text."""
        if isinstance(value, str):
            if value in self.sections:
                found[value] = None
            elif " " in value:
                parts = value.split(" ")
                if not [part for part in parts if part not in self.sections]:
                    found.update(dict.fromkeys(parts))
        elif isinstance(value, dict):
            for key, inner in value.items():
                if key in self.sections:
                    found[key] = None
                self.name(inner, found)
        elif isinstance(value, list):
            for inner in value:
                self.name(inner, found)


def merged(one: Tables, other: Tables) -> Tables:
    """Both, as a new table; where both have an entry it is that of the second."""
    both = {section: dict(entries) for section, entries in one.items()}
    for section, entries in other.items():
        both.setdefault(section, {}).update(entries)
    return both


def holds(tables: Tables, entries: Tables) -> bool:
    """Are all of these entries in the tables, exactly as they are here?"""
    for section, some in entries.items():
        mine = tables.get(section, {})
        for id, entry in some.items():
            if id not in mine or mine[id] != entry:
                return False
    return True


def names_in(tables: Tables) -> dict[str, str]:
    """The name behind each id that stands for one thing alone."""
    names: dict[str, str] = {}
    for entries in tables.values():
        for id, data in entries.items():
            if isinstance(data, dict):
                _name_in(id, data, names)
    return names


def _name_in(id: str, data: dict[str, object], names: dict[str, str]) -> None:
    """The name of an entry, and those of what it has inside with an id of its own."""
    name = str(data.get("name", ""))
    if name:
        names[id] = name if names.get(id, name) == name else id
    for inner in data.values():
        for item in inner if isinstance(inner, list) else []:
            if isinstance(item, dict) and "id" in item:
                _name_in(str(item["id"]), item, names)
