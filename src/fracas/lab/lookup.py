"""Looking something up by what people call it: an id, a name, or the beginning of one.

For the terminal and the referee; what there is to find is the ruleset's own glossary.
"""

from __future__ import annotations

from fracas.engine.content import nearest
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.glossary import Entry
from fracas.engine.naming import Names, fitting
from fracas.engine.ruleset import Ruleset
from fracas.lab.rulebook import Rulebook

MOST_FOUND = 12


def look_up(ruleset: Ruleset, enc: Encounter, word: str, books: list[Rulebook]) -> list[Entry]:
    """The entries somebody means: all of exactly that name, else those that begin so; `Invalid` when there is none."""
    entries = ruleset.glossary(enc)
    found = matching(entries, word)
    if not found or not word.strip():
        near = nearest(word.lower(), [entry.name.lower() for entry in entries], 3, 0.5)
        raise Invalid("what", "", word, "something of this game", list(dict.fromkeys(near)))
    for entry in found:
        titled = _titled(entry, books)
        entry.paragraph = titled or entry.paragraph
    return found


def matching(entries: list[Entry], word: str) -> list[Entry]:
    """Exactly so called, or by the beginning, or by a word within the name: the first of these that finds anything."""
    names: Names = {str(index): [entry.id, entry.name] for index, entry in enumerate(entries)}
    return [entries[int(index)] for index in fitting(word, names)]


def _titled(entry: Entry, books: list[Rulebook]) -> str:
    """The paragraph that has this very thing for its title, for things that name no paragraph themselves."""
    if entry.kind in ("action", "reaction", "option"):
        return ""
    for book in books:
        for paragraph in book.paragraphs:
            if paragraph.title.lower() == entry.name.lower():
                return paragraph.number
    return ""
