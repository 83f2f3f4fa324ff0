"""A promise that did not hold, and where two states part that were to be the same."""

from __future__ import annotations

import json
import marshal

from fracas.engine.canon import canon
from fracas.engine.encounter import Encounter


class Broken(Exception):
    """A promise that did not hold."""

    def __init__(self, promise: str, detail: str) -> None:
        super().__init__(f"{promise}: {detail}")
        self.promise = promise
        self.detail = detail


def frozen(enc: Encounter) -> bytes:
    """A state as it stands now, several times cheaper than its canonical text; the order of keys counts."""
    return marshal.dumps(enc.to_json(), 2)


def same(promise: str, one: bytes, other: bytes) -> None:
    """Two states are the same, whatever the order of their keys."""
    if one == other:
        return
    a, b = canon(marshal.loads(one)), canon(marshal.loads(other))
    if a != b:
        raise Broken(promise, first_difference(a, b))


def first_difference(one: str, other: str) -> str:
    """Where two canonical texts of a state part, by the names of its keys."""
    return _differ(json.loads(one), json.loads(other), "") or "the texts differ and the values do not"


def _differ(one: object, other: object, at: str) -> str:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted({*one, *other}):
            found = _differ(one.get(key), other.get(key), f"{at}.{key}" if at else str(key))
            if found:
                return found
        return ""
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, (a, b) in enumerate(zip(one, other, strict=True)):
            found = _differ(a, b, f"{at}[{index}]")
            if found:
                return found
        return ""
    return "" if one == other else f"{at} is {canon(one)[:200]} in one and {canon(other)[:200]} in the other"
