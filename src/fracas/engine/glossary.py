"""Entries: one thing of a game explained in its own words, with its numbers and its paragraph.

For whoever asks what something is; built from actions, options, terrain and content tables, whatever the game.
"""

from __future__ import annotations

from fracas.engine.action import Action
from fracas.engine.board import Board, Grid
from fracas.engine.board.terms import COVER_WORDS
from fracas.engine.entries import Tables, names_in
from fracas.engine.options import Option


class Entry:
    """One thing: what kind it is, its id and name, what is said of it, and its numbers by label."""

    def __init__(self, kind: str, id: str, name: str, text: str = "", paragraph: str = "") -> None:
        self.kind = kind
        self.id = id
        self.name = name
        self.text = text
        self.paragraph = paragraph
        self.facts: list[tuple[str, str]] = []
        self.section = ""
        """Of the content files, if it comes from there."""

    def explained(self, sentences: list[str]) -> Entry:
        """The same with sentences in place of its numbers."""
        words = " ".join([part for part in [self.text, *sentences] if part])
        return Entry(self.kind, self.id, self.name, words, self.paragraph)

    def say_facts(self) -> str:
        """`Damage 1d6. Reach 1.`; a fact without a value is a plain word."""
        said = [f"{label} {value}" if value else label for label, value in self.facts]
        return " ".join([f"{text[:1].upper()}{text[1:]}." for text in said])

    def to_json(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "id": self.id,
            "name": self.name,
            "text": self.text,
            "paragraph": self.paragraph,
            "facts": [[label, value] for label, value in self.facts],
        }


def action_entries(actions: dict[str, Action]) -> list[Entry]:
    """What somebody may do; the paragraph says how it goes."""
    found: list[Entry] = []
    for verb, action in actions.items():
        entry = Entry("reaction" if action.window else "action", verb, action.title, "", action.paragraph)
        entry.facts.append(("typed as", verb))
        if action.window:
            entry.facts.append(("the table asks when it is possible", ""))
        found.append(entry)
    return found


def option_entries(options: list[Option], values: dict[str, str]) -> list[Entry]:
    """What the sources left open, and how it is settled here."""
    found: list[Entry] = []
    for option in options:
        entry = Entry("option", option.name, option.name, option.why, option.paragraph)
        entry.facts.append(("at this table:", values.get(option.name, option.default)))
        for value, said in option.says.items():
            entry.facts.append((f"with {value}:", said.rstrip(".")))
        found.append(entry)
    return found


def terrain_entries(board: Board) -> list[Entry]:
    """What the signs of the map stand for, and what each kind of ground does."""
    found: list[Entry] = []
    for terrain in board.legend() if isinstance(board, Grid) else []:
        entry = Entry("terrain", terrain.key, terrain.name)
        entry.facts.append(("drawn as", f"'{terrain.glyph}'"))
        if terrain.blocks_move:
            entry.facts.append(("cannot be entered", ""))
        elif terrain.cost != 1:
            entry.facts.append(("a step into it counts", str(terrain.cost)))
        if terrain.blocks_sight:
            entry.facts.append(("cannot be seen through", ""))
        if terrain.cover:
            word = COVER_WORDS[terrain.cover]
            entry.facts.append(("gives cover" if word == "cover" else f"gives {word} cover", ""))
        if terrain.height:
            entry.facts.append(("height", str(terrain.height)))
        for tag in terrain.tags:
            if tag not in (terrain.key, terrain.name.lower()):
                entry.facts.append((tag.replace("-", " "), ""))
        found.append(entry)
    return found


def table_entries(tables: Tables, closed: list[str], rules: dict[str, str]) -> list[Entry]:
    """The entries of content tables but for closed sections; `rules` has the paragraph of a section."""
    names = names_in(tables)
    found: list[Entry] = []
    for section, entries in tables.items():
        for id, data in entries.items() if section not in closed else []:
            if isinstance(data, dict):
                found.append(table_entry(section, id, data, names, rules.get(section, "")))
    return found


def table_entry(section: str, id: str, data: dict[str, object], names: dict[str, str], paragraph: str) -> Entry:
    """One table of a content file in words."""
    kind = section.replace("-", " ").replace("_", " ")
    entry = Entry(kind, id, str(data.get("name", id)), str(data.get("text", "")), str(data.get("paragraph", paragraph)))
    entry.section = section
    for key, value in data.items():
        if key not in ("name", "text", "paragraph", "glyph") and value not in (False, 0, "", [], {}):
            label = key.replace("-", " ").replace("_", " ")
            entry.facts.append((label, "" if value is True else say_value(value, names)))
    return entry


def say_value(value: object, names: dict[str, str]) -> str:
    """A value of a content file in words; ids become names."""
    if isinstance(value, dict):
        return ", ".join([say_pair(str(key), inner, names) for key, inner in value.items()])
    if isinstance(value, list):
        joint = "; then " if value and isinstance(value[0], dict) else ", "
        return joint.join([say_value(inner, names) for inner in value])
    text = str(value)
    return names.get(text, text)


def say_pair(key: str, value: object, names: dict[str, str]) -> str:
    if value is True:
        return key.replace("_", " ")
    said = say_value(value, names)
    return said if key in ("kind", "name", "condition") else f"{key.replace('_', ' ')} {said}"
