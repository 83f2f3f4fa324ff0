"""Profiles: what the cards and tables of a game say, shared by everybody who uses them; nothing in play changes one.

A ruleset lists the fields of a profile as annotations, once. `build` in `content_checks.py` fills them from an entry of
the content files, so that compiled play reads plain attributes.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Final, TypeVar

from mypy_extensions import mypyc_attr

P = TypeVar("P", bound="Profile")


@mypyc_attr(allow_interpreted_subclasses=True)
class Profile:
    """One entry of the content files, as play uses it."""

    id: str

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id})"


_FIELDS: Final[dict[type[Profile], list[str]]] = {}
"""The names of the fields of each class that was asked for."""


UNSAID: Final[dict[str, Callable[[], object]]] = {"covered": list, "rooms": dict, "options": dict}
"""What the scenarios of a game need not speak of, and what it is then."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Place(Profile):
    """Somebody in a scenario: which kind, where, and who plays it."""

    kind: str
    name: str
    """As shown at the table; empty: the name of the kind."""
    at: str
    """A square or a named place."""
    side: str
    seat: str
    hidden: bool


@mypyc_attr(allow_interpreted_subclasses=True)
class Scenario(Profile):
    """An encounter ready to be played."""

    title: str
    description: str
    teaches: str
    notes: str
    """For the GM."""
    rank: int
    """Lists show lower ranks first."""
    rows: list[str]
    """The drawing of the map."""
    entries: list[Place]
    """Its people, in the order in which they come in."""
    covered: list[str]
    """What players do not know of the map at first: squares, rectangles, names of rooms, or `all`."""
    rooms: dict[str, list[str]]
    """Names for parts of the map, as squares and rectangles."""
    options: dict[str, str]
    """What it is played with unless something else is chosen, by the name of the option."""


def scenario(
    id: str, title: str, text: str, rows: list[str], entries: list[Place], options: dict[str, str] | None = None
) -> Scenario:
    """A scenario written in code, for games without content files."""
    made = Scenario()
    made.id, made.title, made.description, made.rows, made.entries = id, title, text, rows, entries
    made.teaches = made.notes = ""
    made.rank = 0
    made.covered, made.rooms = [], {}
    made.options = options if options is not None else {}
    return made


def placed(kind: str, id: str, at: str, side: str, seat: str, name: str = "", hidden: bool = False) -> Place:
    """Somebody of a scenario written in code."""
    made = Place()
    made.kind, made.id, made.at, made.side, made.seat, made.name, made.hidden = kind, id, at, side, seat, name, hidden
    return made


def changed(one: P, **own: object) -> P:
    """The same profile with some fields of its own."""
    made = type(one)()
    for name in fields_of(type(one)):
        setattr(made, name, own[name] if name in own else getattr(one, name))
    return made


def fields_of(kind: type[Profile]) -> list[str]:
    """The names a profile must be filled with, interpreted or compiled; found once for each class."""
    if kind in _FIELDS:
        return _FIELDS[kind]
    names: list[str] = []
    for base in reversed(kind.__mro__):
        own: list[str] = [*getattr(base, "__mypyc_attrs__", ()), *inspect.get_annotations(base)]
        names.extend([name for name in own if not name.startswith("_") and name not in names])
    _FIELDS[kind] = names
    return names
