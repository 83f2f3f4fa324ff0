"""Reading typed fields out of plain data, refusing with the place, the key, the value and what was expected.

For the boards' `from_json`; every reader returns exactly its type or raises `Invalid`.
"""

from __future__ import annotations

from fracas.engine.errors import Invalid


def read_text(data: dict[str, object], key: str, where: str, default: str | None = None) -> str:
    value = data.get(key, default)
    if isinstance(value, str) and (value or default == ""):
        return value
    raise Invalid(where, key, value, "text that is not empty")


def read_int(data: dict[str, object], key: str, where: str, low: int, high: int, default: int | None = None) -> int:
    value = data.get(key, default)
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    raise Invalid(where, key, value, f"a whole number from {low} to {high}")


def read_flag(data: dict[str, object], key: str, where: str, default: bool) -> bool:
    value = data.get(key, default)
    if isinstance(value, bool):
        return value
    raise Invalid(where, key, value, "true or false")


def read_list(data: dict[str, object], key: str, where: str, default: list[object] | None = None) -> list[object]:
    value = data.get(key, default)
    if isinstance(value, list):
        return list(value)
    raise Invalid(where, key, value, "a list")


def read_texts(data: dict[str, object], key: str, where: str) -> list[str]:
    out: list[str] = []
    for value in read_list(data, key, where, []):
        if not isinstance(value, str) or not value:
            raise Invalid(where, key, value, "a list of texts")
        out.append(value)
    return out


def read_record(value: object, where: str, key: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise Invalid(where, key, value, "a table of keys and values")
    out: dict[str, object] = {}
    for name, field in value.items():
        if not isinstance(name, str):
            raise Invalid(where, key, name, "a key that is text")
        out[name] = field
    return out


def read_grade(data: dict[str, object], key: str, where: str, words: tuple[str, ...], default: int) -> int:
    """A grade given by its word or by its number."""
    value = data.get(key, default)
    if isinstance(value, str) and value in words:
        return words.index(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(words):
        return value
    raise Invalid(where, key, value, "one of " + ", ".join(words))


def refuse_unknown(data: dict[str, object], known: tuple[str, ...], where: str) -> None:
    """A key we do not read is a typing mistake, and silence would hide it."""
    for key in data:
        if key not in known:
            raise Invalid(where, key, data[key], "one of the keys " + ", ".join(known))
