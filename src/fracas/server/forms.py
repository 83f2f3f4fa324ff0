"""Forms for one's own things, made from the models of a ruleset's content files: no author of a game writes one.

What a field refers to is in no model, so it is found in the entries that are built in: a field in which only ids of one
section stand is a reference to that section.
"""

from __future__ import annotations

import types
import typing
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field, WithJsonSchema
from pydantic.fields import FieldInfo

from fracas.engine.content_apart import Apart
from fracas.engine.content_expected import bare
from fracas.engine.entries import Tables
from fracas.engine.ruleset import Ruleset
from fracas.protocol.messages import Message
from fracas.server.catalogue import titled
from fracas.server.homebrew import BESIDE, MEMBER, OPTIONS, PICTURE, PORTRAIT, SCENARIO, built_in_tables, kinds_of

LONG: Final = ("text", "notes", "teaches", "map")
MOST_WORDS: Final = 80
PEOPLE: Final = "*"
"""Stands for all sections of people where a field refers to any of them."""
Kind = typing.Literal["text", "long", "number", "flag", "choice", "list", "table", "pairs", "icon", "picture"]


class FormField(Message):
    """One field, or what stands in a list or under the names of a table."""

    key: str
    title: str
    help: str = ""
    kind: Kind
    required: bool = False
    default: Any = Field(default=None, description="what holds when it is left out")
    low: int | None = None
    high: int | None = None
    choices: list[str | int] = Field(default=[])
    use: str = Field(default="", description="of a picture: what it is for: map, portrait or handout")
    refers: str = Field(default="", description="the section whose ids it takes; * for those of people")
    words: list[str] = Field(default=[], description="what stands there in built-in entries")
    item: FormField | None = Field(default=None, description="of a list or of pairs: what each is")
    fields: list[FormField] = Field(default=[], description="of a table: what is in it")


class FormOut(Message):
    """One kind of thing."""

    kind: str
    title: str
    person: bool = Field(description="somebody who can be in a fight")
    fields: list[FormField]


def forms_of(ruleset: Ruleset) -> list[FormOut]:
    """A form for every kind of thing of a game."""
    tables, people = built_in_tables(ruleset), ruleset.content.people()
    words = words_in(tables)
    found: list[FormOut] = []
    for kind in kinds_of(ruleset):
        root = Apart if kind in BESIDE and kind not in ruleset.source.model.model_fields else ruleset.source.model
        entry = bare(root.model_fields[kind].annotation)
        model = typing.get_args(entry)[-1]
        fields = [known(field, kind, people, words) for field in fields_of(model, kind, words, tables)]
        persons = kind in tables and bool(tables[kind]) and all([id in people for id in tables[kind]])
        if not persons and kind != MEMBER:
            fields = [field for field in fields if field.key != PORTRAIT]
        if kind == SCENARIO:
            # The page that draws encounters has a panel for them.
            fields = [field for field in fields if field.key != OPTIONS]
        found.append(FormOut(kind=kind, title=titled(kind.replace("_", "-")), person=persons, fields=fields))
    return found


def fields_of(model: type[BaseModel], path: str, words: dict[str, list[str]], tables: Tables) -> list[FormField]:
    """The fields of a model, those one must fill in first."""
    found = [
        field_of(name, info.annotation, info, f"{path}.{name}", words, tables)
        for name, info in model.model_fields.items()
        if name != "replace"
    ]
    order = {"name": 0, "title": 0, "icon": 2, PORTRAIT: 2, PICTURE: 2, "text": 2}
    return sorted(found, key=lambda one: order.get(one.key, 1 if one.required else 3))


def field_of(
    key: str, annotation: Any, info: FieldInfo | None, path: str, words: dict[str, list[str]], tables: Tables
) -> FormField:
    low, high, choices = limits_of(annotation, info)
    kind = bare(annotation)
    common: dict[str, Any] = {
        "key": key,
        "title": titled(key.replace("_", "-")),
        "help": sentence(info.description or "") if info is not None else "",
        "required": info.is_required() if info is not None else False,
        "default": plain(info.get_default(call_default_factory=True)) if info and not info.is_required() else None,
        "low": low,
        "high": high,
    }
    if choices:
        return FormField(**common, kind="choice", choices=choices)
    if key == "icon":
        return FormField(**common, kind="icon")
    if key in (PORTRAIT, PICTURE):
        # It is picked by sight, so nobody need know of ids.
        return FormField(**{**common, "help": ""}, kind="picture", use=use_of(key, path))
    origin = typing.get_origin(kind)
    if origin in (list, dict):
        inner = typing.get_args(kind)[-1]
        item = field_of("", inner, None, f"{path}[]", words, tables)
        return FormField(**common, kind="list" if origin is list else "pairs", item=item)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return FormField(**common, kind="table", fields=fields_of(kind, path, words, tables))
    if kind is bool:
        return FormField(**common, kind="flag")
    if kind is int:
        return FormField(**common, kind="number")
    said = words.get(path, [])
    refers = referred(said, tables, key or path.rpartition(".")[2].removesuffix("[]"))
    known = [] if refers else sorted(set(said))[:MOST_WORDS]
    short = known if all([len(word) <= 24 for word in known]) and key not in ("name", "title", "description") else []
    return FormField(**common, kind="long" if key in LONG else "text", refers=refers, words=short)


def use_of(key: str, path: str) -> str:
    """What a picture is for."""
    return PORTRAIT if key == PORTRAIT else "map" if path.startswith(f"{SCENARIO}.") else "handout"


def known(field: FormField, path: str, people: list[str], words: dict[str, list[str]]) -> FormField:
    """The same with references to people, who may be in several sections, and to parties."""
    here = f"{path}.{field.key}" if field.key else f"{path}[]"
    said = [word for word in words.get(here, []) if word]
    changes: dict[str, Any] = {}
    if here == "member.kind" or (not field.refers and said and all([word in people for word in said])):
        changes = {"refers": PEOPLE, "words": []}
    elif here == "member.party":
        changes = {"refers": "party"}
    if field.item is not None:
        changes["item"] = known(field.item, here, people, words)
    inside = here
    return field.model_copy(update={**changes, "fields": [known(part, inside, people, words) for part in field.fields]})


def limits_of(annotation: Any, info: FieldInfo | None) -> tuple[int | None, int | None, list[str | int]]:
    """Bounds and choices, wherever among the decorations they stand."""
    marks = list(info.metadata) if info is not None else []
    choices: list[str | int] = []
    while True:
        origin = typing.get_origin(annotation)
        if origin is Annotated:
            annotation, *more = typing.get_args(annotation)
            for mark in more:
                marks.extend(mark.metadata if isinstance(mark, FieldInfo) else [mark])
        elif origin in (typing.Union, types.UnionType):
            annotation = next(choice for choice in typing.get_args(annotation) if choice is not type(None))
        else:
            break
    low = high = None
    for mark in marks:
        low = getattr(mark, "ge", getattr(mark, "min_length", low))
        high = getattr(mark, "le", getattr(mark, "max_length", high))
        if isinstance(mark, WithJsonSchema) and mark.json_schema:
            choices = [one for one in mark.json_schema.get("enum", []) if isinstance(one, str)]
    if origin is typing.Literal:
        choices = [part for part in typing.get_args(annotation) if isinstance(part, str | int)]
    return low, high, choices


def plain(value: Any) -> Any:
    """A default as JSON; of what is not plain there is none to show."""
    return value if isinstance(value, str | int | bool | list | dict) else None


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:] if text else ""


def words_in(tables: Tables) -> dict[str, list[str]]:
    """By path: every text that stands there in the built-in entries."""
    found: dict[str, list[str]] = {}
    for section, entries in tables.items():
        for data in entries.values():
            collect(f"{section}", data, found)
    return found


def collect(path: str, value: object, found: dict[str, list[str]]) -> None:
    if isinstance(value, str):
        found.setdefault(path, []).append(value)
    elif isinstance(value, dict):
        for key, inner in value.items():
            collect(f"{path}.{key}", inner, found)
    elif isinstance(value, list):
        for inner in value:
            collect(f"{path}[]", inner, found)


def referred(said: list[str], tables: Tables, key: str) -> str:
    """The section whose ids these are; by its name alone where nothing built in has such a field filled in."""
    given = [word for word in said if word]
    fitting = [section for section, entries in tables.items() if given and all([word in entries for word in given])]
    named = [section for section in tables if key in (section, f"{section}s", f"{section}es")]
    both = [section for section in named if section in fitting or not given]
    return (both or fitting or [""])[0] if len(fitting) <= 1 or both else ""
