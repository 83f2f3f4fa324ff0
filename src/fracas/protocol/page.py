"""`docs/protocol.md`, written from the types of the messages and from examples that were run.

For `make docs`; a test keeps the file and the types together.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from inspect import cleandoc
from typing import Any

from pydantic import BaseModel

from fracas.protocol import messages as ask
from fracas.protocol import records
from fracas.protocol import replies as tell
from fracas.protocol.examples import Example, make_examples
from fracas.protocol.wire import LARGEST, MOST_BYTES, MOST_DEPTH

WIDTH = 110
TYPES = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false", "null": "null"}
NAMES = {"Order": "command", "OrderOut": "command"}
INTRO = f"""# The referee's protocol

This page is made by `make docs` from the types in `fracas.protocol` (`messages`, `replies`, `records`). Its
examples come from one real session, in the order of their `id`; long replies are cut at `...`.

`fracas referee SCENARIO` reads requests from standard input and writes replies to standard output: one JSON object per
line, UTF-8, exactly one reply for each line, in order, flushed at once. `--dice 3,5,1` scripts the faces of the dice,
`--seed N` makes them repeatable, `--option name=value` sets an option, `--content PATH` adds content, and `--load LOG`
continues a saved game. `fracas scenarios` lists what there is to play.

- **Seats.** Every request names its seat: `"gm"`, the name of a player's seat, or `""` for a spectator.
  A reply holds nothing that seat may not know. The referee trusts whoever writes to it: telling players apart is
  up to your program.
- **Commands** are objects, or text as people would type it: `{{"who":"lunk","verb":"run","squares":["c8"]}}` or
  `"lunk run c8"`. Replies name squares; requests may use names or numbers. Numbers count from 0, row by row.
- **Events.** Each seat has its own stream, numbered from 1 without gaps. Nothing in it ever changes: an entry
  `went-back` says that what was told after entry `to` no longer holds. Each game of a session has its own streams.
- **Questions.** While one is open, the table waits; `waiting_for` says for whom. Each player's questions are numbered
  separately. A question that opens again gets a new number.
- **Errors.** A request that fails gets a reply of type `error` and changes nothing: `invalid` if it
  cannot be understood, `refused` if the rules do not allow it, with every reason, `fault` for a bug in Fracas. A
  combatant that is hidden and one that does not exist get the same reply. What cannot be hidden is that the GM takes
  time, and that the last step was not your own.
- **Limits.** {MOST_BYTES} bytes per line, {MOST_DEPTH} levels of nesting, whole numbers from -{LARGEST} to
  {LARGEST}; no other numbers, no repeated keys, no NUL, no unpaired surrogates, and no fields that the tables below do
  not name.
"""


def protocol_text() -> str:
    """The whole page."""
    examples = make_examples()
    parts = [INTRO, "## Requests\n", "Every request has:\n", rows(ask.Request), "A command:\n", rows(ask.Order)]
    for model in ask.REQUESTS:
        parts.append(
            _request_section(model, [example for example in examples if example.request["type"] == ask.type_of(model)])
        )
    parts.append("## Replies\n")
    for reply in tell.REPLIES:
        parts.append(f"### Reply `{ask.type_of(reply)}`\n\n{reply.ABOUT}\n\n{rows(reply, ('type',))}")
    return page_of([*parts, "## Parts of replies\n", *parts_of(records.RECORDS)])


def parts_of(models: Sequence[type[BaseModel]]) -> list[str]:
    """A section for each record that stands inside messages."""
    return [f"### {model.__name__}\n\n{cleandoc(model.__doc__ or '')}\n\n{rows(model)}" for model in models]


def page_of(parts: list[str]) -> str:
    """All of it as one text, with no more than one empty line at a time."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(parts)).rstrip() + "\n"


def _request_section(model: type[ask.Request], examples: list[Example]) -> str:
    own = rows(model, ("type", "seat", "id"))
    text = f"### `{ask.type_of(model)}`\n\n{model.ABOUT} Answered by `{model.ANSWERED}`.\n\n{own}\n"
    for example in examples:
        note = example.note + "\n\n" if example.note else ""
        request = json.dumps(example.request, ensure_ascii=False)
        text += f"\n{note}```request\n{request}\n```\n\n```reply\n{pretty(shorten(example.reply))}\n```\n"
    return text


def rows(model: type[BaseModel], without: tuple[str, ...] = ()) -> str:
    """The fields of a message as a table."""
    schema = model.model_json_schema()
    needed = schema.get("required", [])
    rows: list[str] = []
    for name, field in schema.get("properties", {}).items():
        if name not in without:
            default = "" if name in needed else f"default `{json.dumps(field.get('default'))}`"
            rows.append(f"| `{name}` | {_type_words(field)} | {default} | {field.get('description', '')} |")
    return "| field | type | | |\n|---|---|---|---|\n" + "\n".join(rows) + "\n" if rows else ""


def _type_words(field: dict[str, Any]) -> str:
    """A JSON schema as people would say it."""
    if "$ref" in field:
        return str(NAMES.get(field["$ref"].rsplit("/", 1)[-1], field["$ref"].rsplit("/", 1)[-1]))
    for several in ("anyOf", "oneOf"):
        if several in field:
            return " or ".join([_type_words(one) for one in field[several]])
    if "const" in field or "enum" in field:
        return " or ".join([f"`{word}`" for word in field.get("enum", [field.get("const")])])
    if field.get("type") == "array":
        return "list of " + _type_words(field["items"])
    if field.get("type") == "object":
        inner = field.get("additionalProperties")
        return "object of " + _type_words(inner) if isinstance(inner, dict) else "object"
    return TYPES[field["type"]]


def shorten(value: Any) -> Any:
    """A reply cut down to what shows its shape."""
    if isinstance(value, list):
        if len(value) > 3 and not isinstance(value[0], (dict, list)):
            return [*value[:8], f"... {len(value) - 8} more"] if len(value) > 9 else value
        kept = [shorten(item) for item in value[:1]]
        return [*kept, f"... {len(value) - 1} more"] if len(value) > 1 else kept
    if isinstance(value, dict):
        return {key: shorten(item) for key, item in value.items()}
    if isinstance(value, str) and len(value) > 160:
        return value[:150] + " ..."
    return value


def pretty(value: Any, indent: str = "") -> str:
    """JSON on as few lines as read well."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + len(indent) <= WIDTH or not isinstance(value, (dict, list)):
        return flat
    inner = indent + "  "
    if isinstance(value, list):
        lines = [inner + pretty(item, inner) for item in value]
        return "[\n" + ",\n".join(lines) + "\n" + indent + "]"
    lines = [f"{inner}{json.dumps(key)}: {pretty(item, inner)}" for key, item in value.items()]
    return "{\n" + ",\n".join(lines) + "\n" + indent + "}"
