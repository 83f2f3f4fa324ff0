"""Pieces: small records inside a field, such as an attack under way, and how they are read back from JSON."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from mypy_extensions import mypyc_attr


def parameters(kind: type[object]) -> tuple[str, ...]:
    """The names a class takes in its constructor, which are its fields; compiled classes say them too."""
    found = _PARAMETERS.get(kind)
    if found is None:
        own = kind.__init__ is not object.__init__
        found = _PARAMETERS[kind] = tuple(inspect.signature(kind).parameters) if own else ()
    return found


_PARAMETERS: dict[type[object], tuple[str, ...]] = {}


@mypyc_attr(allow_interpreted_subclasses=True)
class Piece:
    """A small record inside a field. Its own fields are what its constructor takes, and it never changes."""

    def to_json(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in parameters(type(self))}


def read_piece(read_one: Callable[..., Any], data: Any) -> Any:
    return read_one(**data) if isinstance(read_one, type) else read_one(data)
