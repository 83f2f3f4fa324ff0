"""What the page that draws encounters is told: the kinds of ground of a game, who can be placed and how they look, what
else lies on squares, and how an encounter that is being drawn would begin.

Nothing here knows a game: what cannot be read off its models is found in its built-in encounters, as for forms.
"""

from __future__ import annotations

import re
from typing import Any, Final

from pydantic import Field

from fracas.engine.blame import told
from fracas.engine.board import Board, Grid
from fracas.engine.entries import Tables
from fracas.engine.errors import Invalid
from fracas.engine.ruleset import Ruleset
from fracas.protocol.messages import Message
from fracas.protocol.records import Data
from fracas.server.catalogue import titled
from fracas.server.homebrew import SCENARIO, built_in_tables
from fracas.session.looking import lying_on

FLOOR: Final = ["."]
MOST_WORDS: Final = 200
_SQUARE: Final = re.compile(r"[A-Za-z0-9]|[a-z]{1,2}[1-9][0-9]{0,2}")
"""A square, or a mark of a map."""


class KitPerson(Message):
    """Somebody who can be placed."""

    kind: str = Field(description="its id in content files")
    section: str
    name: str
    icon: str
    stature: str
    size: int = Field(description="squares along a side")
    own: bool = Field(description="of this campaign")


class KitWord(Message):
    key: str
    name: str


class KitRows(Message):
    """A list of an encounter whose rows are lists of words, such as zones: what may stand in each column."""

    key: str
    title: str
    spots: int = Field(description="how many squares or places each row begins with: 1 for what lies there, 2 for ways")
    columns: list[list[KitWord]] = Field(description="for each further column what is known to stand there")
    text: bool = Field(description="a row is one text with spaces between its words")


class KitOut(Message):
    """All that is needed to draw an encounter of a game."""

    terrains: list[Data] = Field(description="the kinds of ground by their letters; none where maps have no squares")
    floor: str = Field(description="the letter of plain ground")
    people: list[KitPerson]
    rows: list[KitRows]


class SceneOut(Message):
    """How an encounter would begin, as its GM would see it."""

    board: Data | None = Field(description="the board where it has places instead of squares")
    lying: list[Data]
    trouble: str = Field(description="what broke when it was tried; empty where nothing did")


def kit_of(ruleset: Ruleset) -> KitOut:
    board = sample_board(ruleset)
    terrains = [terrain.to_json() for terrain in board.terrains] if isinstance(board, Grid) else []
    plain = next((str(terrain["glyph"]) for terrain in terrains if terrain["key"] == "floor"), "")
    return KitOut(
        terrains=terrains,
        floor=plain or (str(terrains[0]["glyph"]) if terrains else ""),
        people=people_of(ruleset),
        rows=rows_of(built_in_tables(ruleset), ruleset),
    )


def sample_board(ruleset: Ruleset) -> Board | None:
    """A board that knows every kind of ground: plain floor, or that of a built-in encounter."""
    options = ruleset.settle({})
    for rows in [FLOOR, *[plan.rows for plan in ruleset.content.scenarios.values()]]:
        try:
            board = ruleset.draw_board(rows, options, ruleset.content)
        except Invalid:
            continue
        if isinstance(board, Grid):
            return board
    return None


def people_of(ruleset: Ruleset) -> list[KitPerson]:
    content = ruleset.content
    sections = {key: section for section, some in content.tables.items() for key in some}
    found: list[KitPerson] = []
    for kind in content.people():
        one = content.newcomer(kind)
        stature = one.stature()
        icon = ruleset.pictures.of_combatant(content, one, stature)
        more = {"kind": kind, "section": sections.get(kind, ""), "own": kind in content.own}
        found.append(KitPerson.out_of(one, icon=icon, stature=stature, **more))
    return found


# -------------------------------------------------------------------- rows of words


def rows_of(tables: Tables, ruleset: Ruleset) -> list[KitRows]:
    """The lists of encounters whose rows begin with squares or places."""
    plans = [plan for plan in tables.get(SCENARIO, {}).values() if isinstance(plan, dict)]
    names = {key: str(name) for key, name in ruleset.content.names().items()}
    found: list[KitRows] = []
    for key in dict.fromkeys([key for plan in plans for key in plan]):
        split = [(plan, row) for plan in plans for row in words_of(plan.get(key))]
        if not split:
            continue
        spots = 0
        while spots < 2 and all([len(row) > spots and is_spot(row[spots], plan) for plan, row in split]):
            spots += 1
        if not spots:
            continue
        wide = max([len(row) for _, row in split])
        columns = [[row[at] for _, row in split if len(row) > at] for at in range(spots, wide)]
        known = [known_words(column, tables, names) for column in columns]
        text = any([isinstance(row, str) for plan in plans for row in plan.get(key) or []])
        found.append(KitRows(key=key, title=titled(key.replace("_", "-")), spots=spots, columns=known, text=text))
    return found


def words_of(value: object) -> list[list[str]]:
    """The rows of a list of lists, or of a list of texts with several words each; none of anything else."""
    if not isinstance(value, list):
        return []
    if all([isinstance(row, list) for row in value]):
        return [[str(word) for word in row] for row in value]
    if all([isinstance(row, str) and len(row.split()) > 2 for row in value]):
        return [row.split() for row in value]
    return []


def is_spot(word: str, plan: dict[str, Any]) -> bool:
    """A square, or a place where somebody stands or that a list of the encounter names."""
    if _SQUARE.fullmatch(word):
        return not word.isdigit()
    named: list[object] = []
    for value in plan.values():
        for one in value if isinstance(value, list) else []:
            named.extend(one.values() if isinstance(one, dict) else [one])
            # Ways name the places they join.
            named.extend(one.split()[:2] if isinstance(one, str) else [])
    return word in named


def known_words(words: list[str], tables: Tables, names: dict[str, str]) -> list[KitWord]:
    """What may stand in a column: the entries of the section these belong to, or what was found."""
    said = list(dict.fromkeys(words))
    sections = [some for some in tables.values() if all([word in some for word in said])]
    known = list(sections[0]) if len(sections) == 1 else sorted(said)
    return [KitWord(key=word, name=names.get(word, word)) for word in known[:MOST_WORDS]]


# -------------------------------------------------------------------- how it would begin


def scene_of(ruleset: Ruleset, key: str) -> SceneOut:
    """The beginning of an encounter without faults; whatever somebody's entries break is told."""
    try:
        enc = ruleset.start(key, {}, ["", ""])
        lying = lying_on(ruleset, enc)
    except Exception as error:  # noqa: BLE001 - as above
        return SceneOut(board=None, lying=[], trouble=told(error))
    board = None if isinstance(enc.board, Grid) else enc.board.to_json()
    return SceneOut(board=board, lying=lying, trouble="")
