"""Writing TOML: one entry of a content file as text that `tomllib` reads back to the same plain data."""

from __future__ import annotations

import re
from typing import Final

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+\Z")
_SHORT: Final = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
WIDE: Final = 110
"""A list of tables that would be longer than this in one line is written as tables of its own."""


def toml_entry(section: str, id: str, data: dict[str, object]) -> str:
    """`[section.id]` and everything below it."""
    return "".join(_table([section, id], data))


def _table(path: list[str], data: dict[str, object], head: str = "[{}]") -> list[str]:
    """A table: plain keys first, because whatever follows a table of its own belongs to that."""
    dotted = ".".join([_key(part) for part in path])
    out = [head.format(dotted) + "\n"]
    apart: list[tuple[str, object]] = []
    for name, value in data.items():
        if value is None:
            continue
        if _stands_apart(value):
            apart.append((name, value))
        else:
            out.append(f"{_key(name)} = {_value(value)}\n")
    for name, value in apart:
        for inner in value if isinstance(value, list) else [value]:
            assert isinstance(inner, dict)
            out.append("\n")
            out.extend(_table([*path, name], inner, "[[{}]]" if isinstance(value, list) else "[{}]"))
    return out


def _stands_apart(value: object) -> bool:
    """Is it a table, or a list of tables, too large for one line?"""
    tables = value if isinstance(value, list) else [value]
    return bool(tables) and all([isinstance(table, dict) for table in tables]) and len(_value(value)) > WIDE


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list):
        return "[" + ", ".join([_value(inner) for inner in value]) + "]"
    assert isinstance(value, dict), f"{type(value).__name__} in content"
    inside = ", ".join([f"{_key(name)} = {_value(inner)}" for name, inner in value.items() if inner is not None])
    return f"{{ {inside} }}" if inside else "{}"


def _key(name: str) -> str:
    return name if _BARE.match(name) else _line(name)


def _text(text: str) -> str:
    """A text; one of several lines keeps them, so that a map still looks like one."""
    if "\n" not in text or "\r" in text:
        return _line(text)
    safe = "".join([mark if mark == "\n" else _sign(mark) for mark in text])
    return f'"""\n{safe}"""'


def _line(text: str) -> str:
    return '"' + "".join([_sign(mark) for mark in text]) + '"'


def _sign(mark: str) -> str:
    if mark in _SHORT:
        return _SHORT[mark]
    return f"\\u{ord(mark):04x}" if ord(mark) < 32 or ord(mark) == 127 else mark
