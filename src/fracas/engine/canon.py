"""Canonical JSON text: sorted keys, integers only, one spelling per value; what is hashed, compared and keyed is
this."""

from __future__ import annotations

import hashlib
import json


def canon(value: object) -> str:
    """The one spelling of a plain value."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def digest(value: object) -> str:
    """SHA-256 of the canonical text, in hexadecimal."""
    return hashlib.sha256(canon(value).encode("utf-8")).hexdigest()
