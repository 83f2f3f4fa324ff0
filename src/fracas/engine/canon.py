"""Canonical JSON text: sorted keys, integers only, one spelling per value; what is hashed, compared and keyed is
this. And the plain lists and tables of a state, read back from it."""

from __future__ import annotations

import hashlib
import json
from json.encoder import encode_basestring
from typing import Final

_ENCODER: Final = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def canon(value: object) -> str:
    """The one spelling of a plain value."""
    return _ENCODER.encode(value)


def quoted(text: str) -> str:
    """The one spelling of a text."""
    return str(encode_basestring(text))


def digest(value: object) -> str:
    """SHA-256 of the canonical text, in hexadecimal."""
    return hashlib.sha256(canon(value).encode("utf-8")).hexdigest()


def texts(data: object) -> list[str]:
    assert isinstance(data, list)
    return [str(item) for item in data]


def numbers(data: object) -> list[int]:
    assert isinstance(data, list)
    return [int(str(item)) for item in data]


def counts(data: object) -> dict[str, int]:
    assert isinstance(data, dict)
    return {str(key): int(str(value)) for key, value in data.items()}
