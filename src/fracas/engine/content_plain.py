"""Content for games that have no content files: people like those of the game with other numbers, and encounters.

What may be written of a person follows from the fields its combatants declare, so no author has to do anything.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from fracas.engine.board import Board, Grid
from fracas.engine.canon import digest
from fracas.engine.combatant import Combatant
from fracas.engine.content import FileEntry, Id, Place, content_hash
from fracas.engine.content_checks import Checks, build, build_place, load_checked
from fracas.engine.content_places import check_edges, check_people, map_rows, name_marks
from fracas.engine.content_words import Line, Named, PlaceModel, ScenarioModel
from fracas.engine.encounter import Added, Content
from fracas.engine.errors import Invalid
from fracas.engine.fields import FURTHEST, Counts, Flag, Number, Word
from fracas.engine.profile import Place as Placed
from fracas.engine.profile import Scenario

CREATURE, SCENARIO = "creature", "scenario"
UNTOUCHED = [field.name for field in Combatant.FIELDS if field.name != "size"]
"""Fields that are not about a kind but about somebody in an encounter."""
Draw = Callable[[list[str]], Board]


class PlainPlace(PlaceModel):
    """Somebody in an encounter."""

    at: Line = Field(description="a mark of the map or a square such as c4, or the name of a place")


class PlainScenario(ScenarioModel):
    map: str = Field(min_length=1, description="the map drawn as text, one row a line")
    place: list[PlainPlace] = Field(min_length=2, max_length=60)


def plain_model(content: Content) -> type[BaseModel]:
    """What may stand in a file: creatures with every number that a GM could set, and scenarios."""
    kinds = content.kinds()
    like: Any = Literal[tuple(kinds)] if kinds else str
    fields: dict[str, Any] = {
        "like": (like, Field(description="the kind it is made from; what is left out is as there"))
    }
    for kind in kinds:
        fields |= {name: wanted for name, wanted in _fields_of(content.fresh(kind)).items() if name not in fields}
    creature = create_model("CreatureEntry", __base__=Named, **fields)
    sections: dict[str, Any] = {
        CREATURE: (dict[Id, creature], {}),
        SCENARIO: (dict[Id, PlainScenario], {}),
    }
    config = ConfigDict(strict=True, extra="forbid", frozen=True)
    return create_model("FileModel", __config__=config, **sections)


def _fields_of(one: Combatant) -> dict[str, Any]:
    found: dict[str, Any] = {}
    reserved = [*Named.model_fields, *FileEntry.model_fields, "like"]
    for field in one.FIELDS:
        if field.name in UNTOUCHED or not field.settable or field.name in reserved:
            continue
        said = field.title or field.name.replace("_", " ")
        if isinstance(field, Number):
            found[field.name] = _number(field.low, field.high, said)
        elif isinstance(field, Counts):
            found |= {key: _number(field.low, field.high, key) for key in field.keys if key not in reserved}
        elif isinstance(field, Flag):
            found[field.name] = (bool | None, Field(default=None, description=said))
        elif isinstance(field, Word) and field.choices:
            choices: Any = Literal[tuple(field.choices)]
            found[field.name] = (choices | None, Field(default=None, description=said))
    return found


def _number(low: int, high: int, said: str) -> Any:
    said = f"{said}; left out = as in the kind it is like"
    return int | None, Field(default=None, ge=low, le=min(high, FURTHEST), description=said)


class PlainCheck(Checks[Any]):
    """That people of scenarios exist and stand somewhere."""

    def __init__(self, loaded: Any, base: Content, draw: Draw) -> None:
        super().__init__(loaded)
        self.base = base
        self.draw = draw

    def creature(self, entry: str, creature: Any) -> None:
        """A combatant of the game takes every value."""
        id = entry.partition(".")[2]
        self.must(entry, id not in self.base.kinds(), "", id, "an id that no kind of the game has")
        one = self.base.fresh(creature.like)
        for name, value in own_values(creature).items():
            try:
                one.check_value(name, value)
            except Invalid as wrong:
                self.wrong(entry, name.replace("-", "_"), wrong.value, wrong.expected)

    def scenario(self, entry: str, scenario: Any) -> None:
        self.faults(entry, check_people("place", scenario.place))
        rows = map_rows(scenario.map)
        try:
            board, marks = self.draw(rows), marks_of(rows)
        except Invalid as wrong:
            self.wrong(entry, "map", wrong.value, wrong.expected)
            return
        if isinstance(board, Grid):
            self.faults(entry, check_edges(scenario.edges, board.width, board.depth))
        elif scenario.edges:
            self.wrong(entry, "edges", scenario.edges, "none: this game's maps have no squares")
        kinds = [*self.base.kinds(), *self.model.creature]
        taken: dict[int, str] = {}
        for index, one in enumerate(scenario.place):
            self.known(entry, f"place[{index}].creature", one.creature, kinds, "creature")
            self._stands(entry, f"place[{index}].at", marks.get(one.at, one.at), board, taken)

    def _stands(self, entry: str, key: str, at: str, board: Board, taken: dict[int, str]) -> None:
        try:
            pos = board.parse(at)
        except Invalid as wrong:
            self.wrong(entry, key, at, wrong.expected)
            return
        if board.blocked(pos):
            self.wrong(entry, key, at, "a square to stand on")
        elif isinstance(board, Grid) and pos in taken:
            self.wrong(entry, key, at, "a square where nobody else stands")
        taken[pos] = at


def marks_of(rows: list[str]) -> dict[str, str]:
    """The marks of a map by the names of their squares; none where the drawing is no grid."""
    try:
        return name_marks(rows)
    except Invalid:
        return {}


def own_values(creature: BaseModel) -> dict[str, str]:
    """What an entry says about a creature's numbers, as the GM's `set` takes it."""
    found: dict[str, str] = {}
    for name in type(creature).model_fields:
        value = getattr(creature, name)
        if name in Named.model_fields or name == "like" or value is None:
            continue
        typed = name.replace("_", "-")
        found[typed] = ("yes" if value else "no") if isinstance(value, bool) else str(value)
    return found


class PlainLoad:
    """Reads files, folders and tables into a copy of the content that a game has in its code."""

    def __init__(self, base: Content, draw: Draw) -> None:
        self.base = base
        self.draw = draw
        self.model = plain_model(base)

    def __call__(self, places: Sequence[Place]) -> Content:
        loaded = load_checked(places, self.model, lambda found: PlainCheck(found, self.base, self.draw))
        model: Any = loaded.model
        content: Content = copied(self.base)
        content.forget()
        content.hash = digest([self.base.hash, content_hash(loaded.data)])
        content.added = {id: added(entry) for id, entry in model.creature.items()}
        content.scenarios = dict(self.base.scenarios)
        for id, entry in model.scenario.items():
            rows = map_rows(entry.map, entry.edges)
            marks = marks_of(rows)
            people = [build_place(Placed, one, marks) for one in entry.place]
            content.scenarios[id] = build(Scenario, id, entry, rows=rows, entries=people)
        return content


def copied(thing: Any) -> Any:
    """A copy with all it has: Python's own leaves out what a class that is not compiled adds to one that is."""
    other = copy.copy(thing)
    for name, value in getattr(thing, "__dict__", {}).items():
        setattr(other, name, value)
    return other


def added(entry: Any) -> Added:
    return Added(entry.like, entry.name, own_values(entry))
