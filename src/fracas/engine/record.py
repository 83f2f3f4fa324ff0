"""Records: whatever has declared fields, and what follows from those once they are read together."""

from __future__ import annotations

from typing import Any, ClassVar

from mypy_extensions import mypyc_attr

from fracas.engine.errors import EngineFault
from fracas.engine.fields import Field, Number


@mypyc_attr(allow_interpreted_subclasses=True)
class Record:
    """Something whose fields are declared: a combatant or a flow."""

    FIELDS: ClassVar[tuple[Field, ...]] = ()
    APART: ClassVar[tuple[str, ...]] = ()
    """Attributes that are not state, such as the card it was made from."""

    def entries(self, section: str) -> dict[str, Any]:
        """A section of its `content`, for fields that hold entries of it."""
        content = getattr(self, "content", None)
        if content is None:
            raise EngineFault(f"{type(self).__name__} has no content")
        entries: dict[str, Any] = getattr(content, section)
        return entries

    def copy_fields(self, other: Record) -> None:
        """Give another record of the same kind everything this one keeps; lists and tables are copied."""
        for name in attributes(self):
            value = getattr(self, name)
            setattr(other, name, value.copy() if isinstance(value, (list, dict)) else value)

    def shape(self) -> Shape:
        """What follows from its fields."""
        kind = type(self)
        shape = _SHAPES.get(kind)
        if shape is None:
            shape = _SHAPES[kind] = Shape(self)
        return shape

    def to_json(self) -> dict[str, object]:
        try:
            return {
                field.name: field.json(self)
                for field in self.FIELDS
                if field.kept and not (field.spare and not getattr(self, field.name))
            }
        except AttributeError:
            self.shape()  # says which field the constructor forgot
            raise

    def read_json(self, data: dict[str, object]) -> None:
        """Take every field out of what `to_json` wrote."""
        for field in self.FIELDS:
            if field.kept and (field.name in data or not field.spare):
                field.read(self, data[field.name])


class Shape:
    """What follows from the fields of one kind of record, worked out once."""

    def __init__(self, record: Record) -> None:
        self.seen: dict[str, str] = {}
        """Who may know each field."""
        self.ids: list[str] = []
        """Where ids stand, as paths."""
        self.holders = [field for field in record.FIELDS if field.ids]
        """The fields in which they stand."""
        self.cut = [field for field in record.FIELDS if field.ids or field.squares]
        """The fields in which ids or squares stand."""
        self.spare = [field.name for field in record.FIELDS if field.spare]
        """The fields that the JSON leaves out while they are empty."""
        self.gauges = [field for field in record.FIELDS if isinstance(field, Number) and field.most]
        self.typed: dict[str, Field] = {}
        """The field behind each name people type."""
        for field in record.FIELDS:
            assert field.name not in self.seen, f"{type(record).__name__} declares {field.name} twice"
            if field.kept:
                self.seen[field.name] = field.seen
            self.ids.extend(field.ids)
            for name in field.names():
                self.typed[name] = field
        lost = [name for name in attributes(record) if name not in self.seen and name not in record.APART]
        for field in self.gauges:
            if isinstance(field.most, str) and field.most not in self.seen:
                raise EngineFault(
                    f"{type(record).__name__}: {field.name} is full at {field.most}, which is not declared"
                )
        unset = [field.name for field in record.FIELDS if field.kept and not hasattr(record, field.name)]
        if unset:
            raise EngineFault(
                f"{type(record).__name__} declares {', '.join(unset)}, but its constructor does not set that"
            )
        if lost:
            raise EngineFault(
                f"{type(record).__name__} has attributes that are not declared: {', '.join(lost)}."
                " Add each to FIELDS and say who may know it, or to APART if it is not state."
            )

    def settable(self) -> list[str]:
        return [name for name, field in self.typed.items() if field.settable]


_SHAPES: dict[type[Record], Shape] = {}


def attributes(record: Record) -> list[str]:
    """The names of everything an object keeps, interpreted or compiled."""
    names: list[str] = list(getattr(record, "__dict__", {}))
    for kind in type(record).__mro__:
        names.extend([name for name in getattr(kind, "__mypyc_attrs__", ()) if name not in names])
    return [name for name in names if not name.startswith("_")]
