"""Lines on the wire: one JSON object each, read strictly and written in one spelling.

For the referee and for servers: whatever gets past here is plain, shallow, finite and valid Unicode.
"""

from __future__ import annotations

import json
from typing import BinaryIO, Final

from fracas.engine.canon import canon
from fracas.engine.errors import Invalid

MOST_BYTES: Final = 65_536
MOST_DEPTH: Final = 16
LARGEST: Final = 2**53
"""Whole numbers beyond this are not the same in every language."""
TOO_LONG: Final = b"\xff"
"""Stands for a line over the limit, of which nothing is kept; no valid line can be this."""


def next_line(source: BinaryIO) -> bytes:
    """The next line without its end, never holding more than the limit; nothing at all at the end of input."""
    line = source.readline(MOST_BYTES + 2)
    if len(line) <= MOST_BYTES or (len(line) == MOST_BYTES + 1 and line.endswith(b"\n")):
        return line
    while line and not line.endswith(b"\n"):
        line = source.readline(MOST_BYTES)
    return TOO_LONG


def read_object(line: bytes, most: int = MOST_BYTES) -> dict[str, object]:
    """The one object a line holds, or `Invalid`."""
    if line == TOO_LONG or len(line) > most + 1:
        raise Invalid("line", "", "too long", f"at most {most} bytes")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Invalid("line", f"byte {error.start + 1}", "not UTF-8", "UTF-8") from None
    _check_depth(text)
    try:
        value = json.loads(
            text, parse_float=_no_float, parse_int=_whole, parse_constant=_no_float, object_pairs_hook=_object
        )
    except json.JSONDecodeError as error:
        raise Invalid("line", f"character {error.pos + 1}", "not JSON", f"one JSON object ({error.msg})") from None
    if not isinstance(value, dict):
        raise Invalid("line", "", value, "one JSON object")
    _check_texts(value)
    return value


def _check_depth(text: str) -> None:
    """Count brackets outside strings, so that the reader behind never has to climb."""
    depth, inside, escaped = 0, False, False
    for mark in text:
        if inside:
            if escaped:
                escaped = False
            elif mark == "\\":
                escaped = True
            elif mark == '"':
                inside = False
        elif mark == '"':
            inside = True
        elif mark in "[{":
            depth += 1
            if depth > MOST_DEPTH:
                raise Invalid("line", "", "nested too deep", f"at most {MOST_DEPTH} levels")
        elif mark in "]}":
            depth -= 1


def _no_float(text: str) -> object:
    raise Invalid("line", "", text[:40], "whole numbers only")


def _whole(text: str) -> int:
    if len(text) > 17 or abs(int(text)) > LARGEST:
        raise Invalid("line", "", text[:40], f"whole numbers from -{LARGEST} to {LARGEST}")
    return int(text)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    out: dict[str, object] = {}
    for key, value in pairs:
        if key in out:
            raise Invalid("line", key.encode("ascii", "backslashreplace").decode()[:40], "twice", "each key once")
        out[key] = value
    return out


def _check_texts(value: object) -> None:
    """No text may hold NUL or half a surrogate pair: not every program downstream could keep it."""
    if isinstance(value, str):
        if "\x00" in value or [mark for mark in value if "\ud800" <= mark <= "\udfff"]:
            raise Invalid(
                "line", "", value.encode("ascii", "backslashreplace").decode(), "texts of valid Unicode, no NUL"
            )
    elif isinstance(value, dict):
        for key, item in value.items():
            _check_texts(key)
            _check_texts(item)
    elif isinstance(value, list):
        for item in value:
            _check_texts(item)


def write_object(value: dict[str, object], ordered: bool = False) -> bytes:
    """One line: sorted keys, no spaces, every sign outside ASCII spelled out as it is."""
    return (in_order(value) if ordered else canon(value)).encode("utf-8") + b"\n"


def in_order(value: dict[str, object]) -> str:
    """The same text with keys as they come: people read the results of odds from the best on."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
