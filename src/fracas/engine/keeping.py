"""Remembering what was worked out, among a bounded number of things."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def keep(kept: dict[K, V], key: K, value: V, most: int) -> V:
    """Remember a value. Where there are as many as may be, all are forgotten first: what is asked for again is worked
    out again."""
    if len(kept) >= most:
        kept.clear()
    kept[key] = value
    return value
