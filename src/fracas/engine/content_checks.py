"""Checking and building content: what stands between the models of a ruleset's files and its profiles.

For the `content.py` of a ruleset, which says what its entries mean to each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from fracas.engine.content import MAX_ERRORS, ContentErrors, Loaded, Place, load_sound, nearest, pieces
from fracas.engine.errors import EngineFault, Invalid
from fracas.engine.profile import UNSAID, Profile, fields_of

B = TypeVar("B", bound=BaseModel)
P = TypeVar("P", bound=Profile)
Fault = tuple[str, object, str]
"""A key within an entry, its value, and what was expected."""


class Checks(Generic[B]):
    """What one entry alone cannot know: that it fits the others, and that its keys fit each other."""

    def __init__(self, loaded: Loaded[B]) -> None:
        self.model = loaded.model
        self.origin = loaded.origin
        self.errors: list[Invalid] = []

    def all(self) -> list[Invalid]:
        """Look at every entry of every section that has a method of its name here."""
        for section in type(self.model).model_fields:
            if hasattr(self, section):
                for id, entry in getattr(self.model, section).items():
                    getattr(self, section)(f"{section}.{id}", entry)
        return self.errors

    def must(self, entry: str, sound: bool, key: str, value: object, expected: str) -> None:
        """Something about an entry that is wrong unless it is sound."""
        if not sound:
            self.wrong(entry, key, value, expected)

    def wrong(self, entry: str, key: str, value: object, expected: str) -> None:
        self.errors.append(Invalid(self.origin[entry], f"{entry}.{key}" if key else entry, value, expected))

    def known(self, entry: str, key: str, value: str, table: Iterable[str], noun: str) -> bool:
        """Is it the id of something? If not, that is an error, with the nearest that are."""
        names = list(table)
        if value in names:
            return True
        if len(self.errors) < MAX_ERRORS:
            near = ", ".join(nearest(value, names))
            self.wrong(entry, key, value, f"a known {noun}" + (f" (nearest: {near})" if near else ""))
        return False

    def faults(self, entry: str, faults: list[Fault]) -> None:
        for key, value, expected in faults:
            self.wrong(entry, key, value, expected)


def load_checked(places: Sequence[Place], root_model: type[B], checks: Callable[[Loaded[B]], Checks[B]]) -> Loaded[B]:
    """Files, folders or tables, earlier ones first, as one model; `ContentErrors` with everything that is wrong."""
    loaded = load_sound(pieces(places), root_model)
    # What names an entry that is wrong by itself is not wrong for that.
    found = [error for error in checks(loaded).all() if not names_one(error.value, loaded.left_out)]
    errors = loaded.errors + found
    if errors:
        raise ContentErrors(errors[:MAX_ERRORS])
    return loaded


def names_one(value: object, ids: set[str]) -> bool:
    """Is it, or does it hold, one of these ids?"""
    if isinstance(value, list | tuple):
        return any(names_one(item, ids) for item in value)
    return isinstance(value, str) and value in ids


def build(kind: type[P], id: str, entry: Any, /, **own: Any) -> P:
    """A profile of this kind: each of its fields is given here, or else taken from the entry as it stands there."""
    made = kind()
    for name in fields_of(kind):
        if name in UNSAID and name not in own and not hasattr(entry, name):
            setattr(made, name, UNSAID[name]())
        elif name == "id" or name in own:
            setattr(made, name, id if name == "id" else own[name])
        elif hasattr(entry, name):
            setattr(made, name, getattr(entry, name))
        else:
            raise EngineFault(f"{kind.__name__}.{name} is neither given to build nor a field of {type(entry).__name__}")
    return made


def build_place(kind: type[P], entry: Any, marks: dict[str, str], /, **own: Any) -> P:
    """Somebody of a scenario, on the square that a mark of the map stands for."""
    at = marks.get(entry.at, entry.at)
    return build(kind, entry.id or entry.creature, entry, kind=entry.creature, at=at, **own)
