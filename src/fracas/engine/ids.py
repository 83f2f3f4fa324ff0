"""Where ids stand: classes declare which of their fields hold ids, and by that the engine cuts and renames them.

A path names a field of the JSON form: `target`, `strike.attacker`. `*` is every item of a list, a number one place in
a list, `%` the keys of a table. Endings say what happens when somebody in it is not known:

- none: the id is blanked, or left out of its list;
- `=`: in a list its place stays, blank;
- `!`: the item of the list around it goes once nobody is left in it;
- `!!`: the item goes as soon as anybody in it is not known, and so does a whole field without a list in it;
- `~N`: the field N next to it is blanked too.

Fields that hold squares say so by the same paths, and what is on covered ground is cut in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fracas.engine.board.shroud import Shroud
from fracas.engine.fields import Field, Things
from fracas.engine.keeping import keep
from fracas.engine.piece import read_piece
from fracas.engine.record import Record

BLANK = ""
NOWHERE = -1
MOST_PIECES = 4096


class Place:
    """One declared path, taken apart."""

    def __init__(self, path: str) -> None:
        text, _, beside = path.partition("~")
        self.beside = beside
        self.keeps_place = text.endswith("=")
        self.drops_touched = text.endswith("!!")
        self.drops_empty = text.endswith("!") and not self.drops_touched
        self.steps = text.rstrip("=!").split(".")
        self.head = self.steps[0]


_PLACES: dict[str, Place] = {}


def place_of(path: str) -> Place:
    """A path taken apart, once."""
    place = _PLACES.get(path)
    if place is None:
        place = _PLACES[path] = Place(path)
    return place


class Before:
    """A field as it was, what somebody knew of it, which items of it were left, and whether that made a difference."""

    def __init__(self, value: object, known: object, kept: list[int] | None, differs: bool) -> None:
        self.value = value
        self.known = known
        self.kept = kept
        self.differs = differs


class Recast:
    """One pass over some JSON: ids of those in `unseen` are cut, and squares under `shroud`; ids in `names` are
    renamed, all else is left alone."""

    def __init__(self, names: dict[str, str], unseen: Iterable[str], shroud: Shroud | None = None) -> None:
        self.names = names
        self.unseen = frozenset(unseen)
        self.shroud = shroud
        self.differs = False
        self.kept: dict[str, list[int]] = {}
        """By name of a list: which of its items are left, by their old places."""
        self._cut = False
        self._empty = False
        self._before: dict[str, Before] = {}
        """By field: what it made of it last."""

    def of(self, data: dict[str, object], paths: Sequence[str]) -> dict[str, object]:
        """The same data as somebody knows it."""
        self.kept = {}
        return self._along(data, paths)

    def record(self, record: Record, again: bool = False) -> None:
        """Make of a copy what somebody knows of it: only fields that declare ids or squares are looked at. `again`:
        it is always the same record, and what has not changed since the last time comes out as it did then."""
        self.kept = {}
        for field in record.shape().holders if self.shroud is None else record.shape().cut:
            value = getattr(record, field.name)
            if not value:
                continue
            if isinstance(value, str):
                setattr(record, field.name, self._leaf(value))
            elif not again:
                self._field(record, field)
            else:
                before = self._before.get(field.name)
                if before is None or before.value != value:
                    told, self.differs = self.differs, False
                    self._field(record, field)
                    kept = self.kept.get(field.name)
                    before = Before(value, getattr(record, field.name), kept, self.differs)
                    self._before[field.name] = before
                    self.differs = told
                setattr(record, field.name, before.known)
                self.differs = self.differs or before.differs
                if before.kept is not None:
                    self.kept[field.name] = before.kept

    def spares(self, record: Record) -> bool:
        """Is it certain, without writing anything out, that nothing of a record is to be cut or renamed?"""
        for field in record.shape().holders if self.shroud is None else record.shape().cut:
            value = getattr(record, field.name)
            if not value:
                continue
            if isinstance(value, str):
                if value in self.names or value in self.unseen:
                    return False
            elif self.shroud is not None or not isinstance(field, Things):
                return False
            elif [thing for thing in value if not self._leaves_alone(field, thing)]:
                return False
        return True

    def _field(self, record: Record, field: Field) -> None:
        if self.shroud is None and isinstance(field, Things):
            self._things(record, field)
            return
        data: dict[str, object] = {field.name: field.json(record)}
        new = self._along(data, field.ids if self.shroud is None else field.ids + field.squares)
        if new is not data:
            field.read(record, new[field.name])

    def _things(self, record: Record, field: Things) -> None:
        """Only pieces with somebody in them who is to be cut or renamed are written out and read again."""
        things: list[Any] = getattr(record, field.name)
        mixed = [thing if self._leaves_alone(field, thing) else thing.to_json() for thing in things]
        if not [item for item in mixed if isinstance(item, dict | list)]:
            self.kept[field.name] = list(range(len(things)))
            return
        data: dict[str, object] = {field.name: mixed}
        new = self._along(data, field.ids)[field.name]
        if new is not mixed:
            assert isinstance(new, list)
            fresh = [read_piece(field.read_one, item) if isinstance(item, dict | list) else item for item in new]
            setattr(record, field.name, fresh)

    def _leaves_alone(self, field: Things, thing: object) -> bool:
        """Is nobody in this piece to be cut or renamed? Pieces never change, so who is in them is looked up once."""
        for id in _ids_in_piece(field, thing):
            if id in self.names or id in self.unseen:
                return False
        return True

    def _along(self, data: dict[str, object], paths: Sequence[str]) -> dict[str, object]:
        for path in paths:
            place = place_of(path)
            if data.get(place.head):
                self._cut = False
                data = self._fields(data, place, 0)
                if self._cut and place.drops_touched and "*" not in place.steps:
                    data = {**data, place.head: []}
        return data

    def _walk(self, value: object, place: Place, at: int) -> object:
        if at == len(place.steps):
            return self._list(value, place) if isinstance(value, list | tuple) else self._leaf(value)
        step = place.steps[at]
        if isinstance(value, dict):
            if step == "%":
                return self._keys(value)
            return self._fields(value, place, at)
        if isinstance(value, list | tuple):
            return self._items(value, place, at) if step == "*" else self._fields_by_place(value, place, at)
        return value

    def _fields(self, data: dict[str, object], place: Place, at: int) -> dict[str, object]:
        step = place.steps[at]
        old = data.get(step)
        if not old and type(old) is not int:
            return data
        self._cut = False
        new = self._walk(old, place, at + 1)
        if new is old:
            return data
        data = {**data, step: new}
        if place.beside and self._cut and at + 1 == len(place.steps):
            data[place.beside] = BLANK
        return data

    def _fields_by_place(self, items: Sequence[object], place: Place, at: int) -> Sequence[object]:
        index = int(place.steps[at])
        if index >= len(items):
            return items
        self._cut = False
        new = self._walk(items[index], place, at + 1)
        if new is items[index]:
            return items
        fresh = list(items)
        fresh[index] = new
        if place.beside and self._cut and at + 1 == len(place.steps):
            fresh[int(place.beside)] = BLANK
        return fresh

    def _items(self, items: Sequence[object], place: Place, at: int) -> Sequence[object]:
        fresh: list[object] = []
        kept: list[int] = []
        same = True
        for index, item in enumerate(items):
            self._cut = self._empty = False
            new = self._walk(item, place, at + 1)
            if self._cut and (place.drops_touched or (place.drops_empty and self._empty)):
                same = False
                continue
            same = same and new is item
            fresh.append(new)
            kept.append(index)
        if at == 1:
            # An earlier path may have cut the same list.
            before = self.kept.get(place.head)
            self.kept[place.head] = kept if before is None else [before[index] for index in kept]
        self._cut = self._empty = False
        return items if same else fresh

    def _keys(self, table: dict[str, object]) -> dict[str, object]:
        fresh = {self.names.get(key, key): value for key, value in table.items() if key not in self.unseen}
        if list(fresh) == list(table):
            return table
        self.differs = True
        return fresh

    def _leaf(self, value: object) -> object:
        if type(value) is int:
            if self.shroud is None or not self.shroud.holds(value):
                return value
            self.differs = self._cut = self._empty = True
            return NOWHERE
        if not isinstance(value, str):
            return value
        if value in self.unseen:
            self.differs = self._cut = self._empty = True
            return BLANK
        new = self.names.get(value, value)
        self.differs = self.differs or new != value
        return new

    def _squares(self, value: Sequence[object]) -> object:
        """A list of squares without those that are covered."""
        shroud = self.shroud
        fresh = [item for item in value if shroud is None or type(item) is not int or not shroud.holds(item)]
        if len(fresh) == len(value):
            return value
        self.differs = self._cut = True
        self._empty = not fresh
        return fresh

    def _list(self, value: Sequence[object], place: Place) -> object:
        if value and type(value[0]) is int:
            return self._squares(value)
        fresh: list[str] = []
        for item in value:
            id = str(item)
            if id in self.unseen:
                self._cut = True
                if place.keeps_place:
                    fresh.append(BLANK)
            else:
                fresh.append(self.names.get(id, id))
        if fresh == list(value):
            return value
        self.differs = True
        self._empty = not [id for id in fresh if id]
        return fresh


_PIECES: dict[object, tuple[Things, list[str]]] = {}
"""By piece: the field it was found in, and who stands in it. Pieces are told apart by what they are, not by what they
say, and one that says otherwise and cannot be a key is read each time."""


def _ids_in_piece(field: Things, thing: object) -> list[str]:
    try:
        known = _PIECES.get(thing)
    except TypeError:
        return ids_in({field.name: field.json_of([thing])}, field.ids)
    if known is not None and known[0] is field:
        return known[1]
    found = ids_in({field.name: field.json_of([thing])}, field.ids)
    return keep(_PIECES, thing, (field, found), MOST_PIECES)[1]


def ids_in(data: dict[str, object], paths: Sequence[str]) -> list[str]:
    """Every id that stands in the declared fields, once, in the order of the paths."""
    found: list[str] = []
    for path in paths:
        collect(data, place_of(path).steps, 0, found)
    return found


def collect(value: object, steps: list[str], at: int, found: list[str]) -> None:
    """Note every id at the end of a path, from one of its steps on."""
    if at == len(steps):
        for id in [value] if isinstance(value, str) else value if isinstance(value, list | tuple) else []:
            if isinstance(id, str) and id and id not in found:
                found.append(id)
        return
    step = steps[at]
    if isinstance(value, dict):
        if step == "%":
            collect(list(value), steps, at + 1, found)
        elif step in value:
            collect(value[step], steps, at + 1, found)
    elif isinstance(value, list | tuple):
        if step == "*":
            for item in value:
                collect(item, steps, at + 1, found)
        elif int(step) < len(value):
            collect(value[int(step)], steps, at + 1, found)


def strays(data: object, paths: Sequence[str], marks: Sequence[str]) -> list[str]:
    """Where an id that begins with one of these marks stands although nothing declares it: as a value, as a key, or
    inside a text."""
    found: list[str] = []
    _stray(data, [place_of(path).steps for path in paths], [], marks, found)
    return found


def _stray(value: object, declared: list[list[str]], at: list[str], marks: Sequence[str], found: list[str]) -> None:
    if isinstance(value, str):
        if _marked(value, marks) and not ([steps for steps in declared if _fits(steps, at)] and _whole(value, marks)):
            found.append(f"{'.'.join(at) or '(itself)'}: {value}")
    elif isinstance(value, dict):
        for key, item in value.items():
            if _marked(str(key), marks):
                if not (_whole(str(key), marks) and [steps for steps in declared if _fits(steps, [*at, "%"])]):
                    found.append(f"{'.'.join([*at, '%'])}: {key}")
            _stray(item, declared, [*at, str(key)], marks, found)
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            _stray(item, declared, [*at, str(index)], marks, found)


def _marked(text: str, marks: Sequence[str]) -> bool:
    return bool([mark for mark in marks if mark in text])


def _whole(text: str, marks: Sequence[str]) -> bool:
    """Is it one id and nothing else?"""
    plain = text.replace("-", "")
    return plain.isalnum() and bool([mark for mark in marks if text.startswith(mark) and text.count(mark) == 1])


def _fits(steps: list[str], at: list[str]) -> bool:
    """Does a place in some JSON lie where a path points? A path to a list means each of its items."""
    if len(at) == len(steps) + 1 and at[-1].isdigit():
        at = at[:-1]
    if len(at) != len(steps):
        return False
    for step, here in zip(steps, at):
        if step != here and not (step == "*" and here.isdigit()):
            return False
    return True
