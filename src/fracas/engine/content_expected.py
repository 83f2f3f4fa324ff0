"""What is wrong with content, in words: where it stands, what was expected there, and what may have been meant."""

from __future__ import annotations

import difflib
import re
import types
import typing
from collections.abc import Iterable
from typing import Annotated, Any, Final

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from fracas.engine.errors import Invalid

MAX_ERRORS: Final = 200
MAX_COMPARED: Final = 500


class Nothing:
    """Stands for the value of a key that is not there."""

    def __repr__(self) -> str:
        return "nothing"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'x'?` for the nearest known word, or nothing."""
    near = nearest(word, known, 1, 0.6)
    return f"; did you mean {near[0]!r}?" if near else ""


def nearest(word: str, known: Iterable[str], most: int = 3, likeness: float = 0.3) -> list[str]:
    """The known words most like this one, best first."""
    names = list(known)
    if len(names) > MAX_COMPARED:
        # Comparing takes time for every pair, and people rarely mistype the first letter.
        names = [name for name in names if name[:1] == word[:1]][:MAX_COMPARED]
    return difflib.get_close_matches(word, names, n=most, cutoff=likeness)


def listed(words: Iterable[str]) -> str:
    """Words in a row; where nothing is a choice too, that comes last."""
    found = list(words)
    return ", ".join([word for word in found if word]) + (" or nothing" if "" in found else "")


def explain(where: str, root: type[BaseModel], error: ValidationError) -> list[Invalid]:
    found: list[Invalid] = []
    for detail in error.errors(include_url=False)[:MAX_ERRORS]:
        loc = detail["loc"]
        model, field = _place(root, loc)
        key = "".join([f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc if part != "[key]"])
        value: object = Nothing() if detail["type"] == "missing" else detail["input"]
        expected = _expected(detail["type"], detail.get("ctx", {}), detail["msg"], value, str(loc[-1]), model, field)
        found.append(Invalid(where, key.lstrip("."), value, expected))
    return found


def _expected(
    kind: str,
    ctx: dict[str, Any],
    message: str,
    value: object,
    word: str,
    model: type[BaseModel] | None,
    field: FieldInfo | None,
) -> str:
    if kind == "extra_forbidden" and model is not None:
        known = list(model.model_fields)
        near = did_you_mean(word, known)
        return f"a known key{near}" if near else f"one of the keys {listed(known)}"
    if kind == "value_error":
        return str(ctx["error"])
    if kind == "literal_error":
        choices = re.findall(r"'([^']*)'", str(ctx["expected"]))
        near = did_you_mean(value, choices) if isinstance(value, str) else ""
        return f"one of {listed(choices)}{near}"
    if kind == "missing" and field is not None:
        return _sort_of(field.annotation, field) + " (required)"
    if kind in ("too_long", "too_short"):
        return _sort_of(field.annotation, field) if field is not None else message
    plain = {"bool_type": "true or false", "string_type": "a text", "list_type": "a list"}
    plain |= {"dict_type": "a table", "model_type": "a table", "model_attributes_type": "a table"}
    if kind in plain:
        return plain[kind]
    if kind in ("int_type", "int_from_float", "greater_than_equal", "less_than_equal"):
        return "a whole number" + ((_bounds(field) if field is not None else "") or _bound_missed(ctx))
    return message[:1].lower() + message[1:]


def _sort_of(annotation: Any, field: FieldInfo) -> str:
    """A field's type in words, for the person who writes the file."""
    origin = typing.get_origin(annotation)
    if origin is Annotated:
        return _sort_of(typing.get_args(annotation)[0], field)
    if origin is typing.Literal:
        return f"one of {listed([str(choice) for choice in typing.get_args(annotation)])}"
    if origin is list:
        return "a list" + _bounds(field, " entries")
    if annotation is bool:
        return "true or false"
    if annotation is int:
        return "a whole number" + _bounds(field)
    return "a text" if annotation is str else "a table"


def _bounds(field: FieldInfo, unit: str = "") -> str:
    low = high = None
    for limit in field.metadata:
        low = getattr(limit, "ge", getattr(limit, "min_length", low))
        high = getattr(limit, "le", getattr(limit, "max_length", high))
    if unit and low is not None and low == high:
        return f" of {low}{unit}"
    if low is not None and high is not None:
        return f" from {low} to {high}" if not unit else f" of {low} to {high}{unit}"
    return f" of at least {low}{unit}" if low is not None else f" of at most {high}{unit}" if high is not None else ""


def _bound_missed(ctx: dict[str, Any]) -> str:
    """The bound an entry of a table went past, where the table's own field tells none."""
    if "ge" in ctx:
        return f" of at least {ctx['ge']}"
    return f" of at most {ctx['le']}" if "le" in ctx else ""


def _place(root: type[BaseModel], loc: tuple[int | str, ...]) -> tuple[type[BaseModel] | None, FieldInfo | None]:
    """The model and the field that a path of keys leads to."""
    current: Any = root
    owner: type[BaseModel] | None = root
    field: FieldInfo | None = None
    for part in loc:
        if isinstance(current, type) and issubclass(current, BaseModel):
            owner = current
            field = current.model_fields.get(str(part))
            current = bare(field.annotation) if field is not None else None
        elif typing.get_origin(current) in (dict, list):
            item = typing.get_args(current)[-1]
            field, current = FieldInfo.from_annotation(item), bare(item)
    return owner, field


def bare(annotation: Any) -> Any:
    """An annotation without its decorations: `Annotated[X, ...]` and `X | None` are both X here."""
    origin = typing.get_origin(annotation)
    if origin is Annotated:
        return bare(typing.get_args(annotation)[0])
    if origin in (typing.Union, types.UnionType):
        return bare(next(choice for choice in typing.get_args(annotation) if choice is not type(None)))
    return annotation
