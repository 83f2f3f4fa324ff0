"""Looking something up by what people call it: an id, a name, or the beginning of one.

For the terminal and the referee; what there is to find is the ruleset's own glossary.
"""

from __future__ import annotations

from fracas.engine.command import GM
from fracas.engine.content import nearest
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.glossary import Entry
from fracas.engine.naming import Names, fitting
from fracas.engine.ruleset import Ruleset
from fracas.engine.showing import glossary_of
from fracas.engine.views import view_json
from fracas.session.rules import paragraphs_of

NAMING_THEIR_OWN = ("action", "reaction", "option")
"""Kinds of things that say themselves which paragraph is theirs."""


def entries_for(ruleset: Ruleset, view: Encounter, seat: str) -> list[Entry]:
    """Everything this seat may ask about. Of what a GM brought others know only what they are shown."""
    entries = glossary_of(ruleset, view)
    if seat == GM or not view.content.own:
        return entries
    seen: dict[str, None] = {}
    view.content.index.name(view_json(ruleset, view, seat, view), seen)
    return [entry for entry in entries if entry.id in seen or entry.id not in view.content.own]


def look_up(ruleset: Ruleset, view: Encounter, seat: str, word: str) -> list[Entry]:
    """The entries somebody means: all of exactly that name, otherwise those that begin with it; else `Invalid`."""
    entries = entries_for(ruleset, view, seat)
    found = matching(entries, word)
    if not found or not word.strip():
        near = nearest(word.lower(), [entry.name.lower() for entry in entries], 3, 0.5)
        raise Invalid("what", "", word, "something of this game", list(dict.fromkeys(near)))
    titles = {paragraph.title.lower(): paragraph.number for paragraph in reversed(paragraphs_of(ruleset.package))}
    for entry in found:
        if entry.kind not in NAMING_THEIR_OWN:
            # The paragraph that has this very thing for its title.
            entry.paragraph = titles.get(entry.name.lower(), entry.paragraph)
    return found


def matching(entries: list[Entry], word: str) -> list[Entry]:
    """Exactly so called, or by the beginning, or by a word within the name: the first of these that finds anything."""
    names: Names = {str(index): [entry.id, entry.name] for index, entry in enumerate(entries)}
    return [entries[int(index)] for index in fitting(word, names)]
