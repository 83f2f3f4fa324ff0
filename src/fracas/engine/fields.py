"""The fields of combatants and flows, each declared once.

A declaration says what a field holds, who may know it, whether it holds ids, whether the GM may set it and within which
bounds. JSON both ways, the GM's `set`, views and what is cut for a seat all follow from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from mypy_extensions import mypyc_attr

from fracas.engine.canon import counts, numbers, texts
from fracas.engine.cleaning import is_clean
from fracas.engine.errors import EngineFault, Invalid, check_choice
from fracas.engine.icons import what_it_should_be
from fracas.engine.names import LONGEST
from fracas.engine.piece import read_piece

if TYPE_CHECKING:
    from fracas.engine.record import Record

PUBLIC = "public"
"""Everybody may know it."""
KEEPER = "keeper"
"""The seat that runs the combatant may know it, and the GM."""
SECRET = "gm"
"""The GM alone may know it."""
SEEN = (PUBLIC, KEEPER, SECRET)
NONE = "none"
"""What people type for an empty hand or an empty slot."""
FURTHEST = 1_000_000


@mypyc_attr(allow_interpreted_subclasses=True)
class Field:
    """One field of a record. This one is written into JSON and never read back: it follows from the others."""

    def __init__(
        self,
        name: str,
        seen: str,
        ids: Sequence[str] = (),
        typed: str = "",
        title: str = "",
        squares: Sequence[str] = (),
    ) -> None:
        if seen not in SEEN:
            raise EngineFault(f"who may know {name}? {seen!r} is none of {', '.join(SEEN)}")
        self.name = name
        self.seen = seen
        self.ids = tuple([name + path for path in ids])
        """Where ids stand in it, as paths that begin behind its name (`ids.py`); an empty path: the field itself."""
        self.squares = tuple([name + path for path in squares])
        """Where squares stand in it, as such paths: what is on covered ground is cut."""
        self.typed = typed or name.replace("_", "-")
        """What people type for it."""
        self.title = title
        """What cards, odds and the GM's tools call it; fields without a title stay off the ready-made card."""
        self.settable = False
        """May the GM set it?"""
        self.kept = True
        """Is it part of the JSON?"""
        self.spare = False
        """Is it left out of the JSON while it is empty?"""

    def names(self) -> list[str]:
        """The names under which people can ask for it or set it."""
        return [self.typed]

    def json(self, record: Record) -> object:
        value: object = getattr(record, self.name)
        return value

    def read(self, record: Record, data: object) -> None:
        """Take the value out of JSON."""

    def text(self, record: Record, name: str) -> str:
        """Its value as people type it."""
        return str(getattr(record, self.name))

    def check(self, record: Record, name: str, text: str) -> None:
        """Raise `Invalid` where `assign` could not take this text."""
        raise EngineFault(f"{self.name} cannot be set")

    def assign(self, record: Record, name: str, text: str) -> None:
        """Set it from text that was checked."""
        raise EngineFault(f"{self.name} cannot be set")


@mypyc_attr(allow_interpreted_subclasses=True)
class Spoken(Field):
    """A field that exists only in what people type, and stands for others; subclasses say how."""

    def __init__(self, name: str, seen: str, settable: bool = False) -> None:
        super().__init__(name, seen)
        self.settable = settable
        self.kept = False


class Number(Field):
    """A whole number. With bounds the GM may set it; `above` and `below` name fields that it must not pass."""

    def __init__(
        self,
        name: str,
        seen: str,
        low: int = FURTHEST,
        high: int = FURTHEST,
        above: str = "",
        below: str = "",
        typed: str = "",
        title: str = "",
        most: str | int = 0,
        bad: bool = False,
    ) -> None:
        super().__init__(name, seen, (), typed, title)
        self.most = most
        """Full at this number, or at that of this field: then it is drawn as a gauge, and odds tell its changes."""
        self.bad = bad
        """Is it bad when full, as stress is?"""
        self.low = low
        self.high = high
        self.above = above
        self.below = below
        self.settable = low < FURTHEST

    def read(self, record: Record, data: object) -> None:
        setattr(record, self.name, int(str(data)))

    def check(self, record: Record, name: str, text: str) -> None:
        low, high = self.low, self.high
        if self.above:
            low = max(low, int(getattr(record, self.above)))
        if self.below:
            high = min(high, int(getattr(record, self.below)))
        whole(name, text, low, high)

    def assign(self, record: Record, name: str, text: str) -> None:
        setattr(record, self.name, int(text))


class Flag(Field):
    """Yes or no."""

    def __init__(self, name: str, seen: str, settable: bool = False, title: str = "", spare: bool = False) -> None:
        super().__init__(name, seen, (), "", title)
        self.settable = settable
        self.spare = spare

    def read(self, record: Record, data: object) -> None:
        setattr(record, self.name, bool(data))

    def text(self, record: Record, name: str) -> str:
        return "yes" if getattr(record, self.name) else "no"

    def check(self, record: Record, name: str, text: str) -> None:
        one_of(name, text, ("yes", "no"))

    def assign(self, record: Record, name: str, text: str) -> None:
        setattr(record, self.name, text == "yes")


class Word(Field):
    """A word. With choices the GM may set it to one of them."""

    def __init__(
        self,
        name: str,
        seen: str,
        choices: Sequence[str] = (),
        ids: Sequence[str] = (),
        typed: str = "",
        title: str = "",
    ) -> None:
        super().__init__(name, seen, ids, typed, title)
        self.choices = choices
        self.settable = bool(choices)

    def read(self, record: Record, data: object) -> None:
        setattr(record, self.name, str(data))

    def check(self, record: Record, name: str, text: str) -> None:
        one_of(name, text, self.choices)

    def assign(self, record: Record, name: str, text: str) -> None:
        setattr(record, self.name, text)


class Text(Word):
    """A line of words that the GM may set freely."""

    def __init__(self, name: str, seen: str, title: str = "") -> None:
        super().__init__(name, seen, (), (), "", title)
        self.settable = True

    def check(self, record: Record, name: str, text: str) -> None:
        if not text.strip() or len(text) > LONGEST or not is_clean(text):
            raise Invalid("value", name, text, f"one line of 1 to {LONGEST} printable characters")


class Picture(Word):
    """The name of an icon, that the GM may set; `none` takes it away."""

    def __init__(self, name: str, seen: str) -> None:
        super().__init__(name, seen)
        self.settable = self.spare = True

    def text(self, record: Record, name: str) -> str:
        return str(getattr(record, self.name)) or NONE

    def check(self, record: Record, name: str, text: str) -> None:
        expected = "" if text == NONE else what_it_should_be(text)
        if expected:
            raise Invalid("value", name, text, expected)

    def assign(self, record: Record, name: str, text: str) -> None:
        setattr(record, self.name, "" if text == NONE else text)


class Words(Field):
    """A list of words."""

    def read(self, record: Record, data: object) -> None:
        setattr(record, self.name, texts(data))

    def text(self, record: Record, name: str) -> str:
        return ",".join(getattr(record, self.name))


class Rows(Field):
    """A list of lists of words."""

    def read(self, record: Record, data: object) -> None:
        assert isinstance(data, list), self.name
        setattr(record, self.name, [texts(row) for row in data])


class Numbers(Field):
    """A list of whole numbers."""

    def read(self, record: Record, data: object) -> None:
        setattr(record, self.name, numbers(data))

    def text(self, record: Record, name: str) -> str:
        return ",".join([str(number) for number in getattr(record, self.name)])


class Counts(Field):
    """Whole numbers by name. To people those in `keys` are fields of their own; with bounds the GM may set them."""

    def __init__(
        self,
        name: str,
        seen: str,
        keys: Sequence[str] = (),
        low: int = FURTHEST,
        high: int = FURTHEST,
        ids: Sequence[str] = (),
    ) -> None:
        super().__init__(name, seen, ids)
        self.keys = keys
        self.low = low
        self.high = high
        self.settable = low < FURTHEST

    def names(self) -> list[str]:
        return list(self.keys)

    def read(self, record: Record, data: object) -> None:
        setattr(record, self.name, counts(data))

    def text(self, record: Record, name: str) -> str:
        return str(getattr(record, self.name).get(name, 0))

    def check(self, record: Record, name: str, text: str) -> None:
        whole(name, text, self.low, self.high)

    def assign(self, record: Record, name: str, text: str) -> None:
        setattr(record, self.name, {**getattr(record, self.name), name: int(text)})


class Thing(Field):
    """A piece, or nothing."""

    def __init__(
        self,
        name: str,
        seen: str,
        read_one: Callable[..., Any],
        ids: Sequence[str] = (),
        typed: str = "",
        squares: Sequence[str] = (),
    ) -> None:
        super().__init__(name, seen, ids, typed, "", squares)
        self.read_one = read_one
        """Makes one: the class of the piece, or a function of its JSON."""

    def json(self, record: Record) -> object:
        thing = getattr(record, self.name)
        return None if thing is None else thing.to_json()

    def read(self, record: Record, data: object) -> None:
        setattr(record, self.name, read_piece(self.read_one, data) if data else None)


class Things(Thing):
    """A list of pieces."""

    def json(self, record: Record) -> object:
        return self.json_of(getattr(record, self.name))

    def json_of(self, things: list[Any]) -> list[object]:
        return [thing.to_json() for thing in things]

    def read(self, record: Record, data: object) -> None:
        assert isinstance(data, list), self.name
        setattr(record, self.name, [read_piece(self.read_one, item) for item in data])


class Entry(Field):
    """An entry of a section of the content, or nothing; the GM may set it by its id."""

    def __init__(self, name: str, seen: str, section: str, none: str = NONE, title: str = "") -> None:
        super().__init__(name, seen, (), "", title)
        self.section = section
        self.none = none
        """What people type for nothing."""
        self.settable = True

    def json(self, record: Record) -> object:
        entry = getattr(record, self.name)
        return "" if entry is None else entry.id

    def read(self, record: Record, data: object) -> None:
        setattr(record, self.name, record.entries(self.section)[str(data)] if data else None)

    def text(self, record: Record, name: str) -> str:
        entry = getattr(record, self.name)
        return self.none if entry is None else str(entry.id)

    def check(self, record: Record, name: str, text: str) -> None:
        if text not in (self.none, NONE) and text not in record.entries(self.section):
            raise Invalid("value", name, text, f"the id of one of the {self.section}, or {self.none}")

    def assign(self, record: Record, name: str, text: str) -> None:
        setattr(record, self.name, record.entries(self.section).get(text))


class Entries(Field):
    """A list of entries of a section of the content."""

    def __init__(self, name: str, seen: str, section: str, typed: str = "") -> None:
        super().__init__(name, seen, (), typed)
        self.section = section

    def json(self, record: Record) -> object:
        return [entry.id for entry in getattr(record, self.name)]

    def read(self, record: Record, data: object) -> None:
        section = record.entries(self.section)
        setattr(record, self.name, [section[id] for id in texts(data)])

    def text(self, record: Record, name: str) -> str:
        return ",".join([entry.id for entry in getattr(record, self.name)])


def with_own(base: Sequence[Field], own: Sequence[Field]) -> tuple[Field, ...]:
    """The fields of a class that has more than its base; a field of the same name takes the place of the base's."""
    names = [field.name for field in own]
    return (*[field for field in base if field.name not in names], *own)


def one_of(field: str, text: str, choices: Sequence[str]) -> None:
    check_choice("value", field, text, choices)


def whole(field: str, value: str, low: int, high: int) -> int:
    """A whole number within bounds, or `Invalid`."""
    text = value.strip()
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9 and low <= int(text) <= high):
        raise Invalid("value", field, value, f"a whole number from {low} to {high}")
    return int(text)
