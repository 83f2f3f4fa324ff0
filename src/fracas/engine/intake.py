"""What a kept game from outside may bring in, checked value by value as it is read and before anything is made of it.

For logs and tables that people bring as files. Our own store is read without it: what is in there came through here or
was made by play, which keeps to the same limits.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.cleaning import is_clean, is_plain
from fracas.engine.errors import Invalid

MOST_BYTES: Final = 20_000_000
"""Some hundred thousand lines: far more than an evening."""
MOST_LINE: Final = 1_000_000
MOST_VALUES: Final = 1_500_000
MOST_DEPTH: Final = 12
MOST_ITEMS: Final = 10_000
MOST_TEXT: Final = 20_000
"""A thousand dice, told one by one, take some ten thousand letters."""
MOST_KEY: Final = 200
LARGEST: Final = 10**9
MOST_COMBATANTS: Final = 200
MOST_SEATS: Final = 50


class Intake:
    """Counts while it checks, so that many small things weigh as much as one large one."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.values = 0
        self._standing = [0]
        """How many combatants there are after each line."""

    def row(self, text: str, place: str) -> None:
        """One line, before anything is read from it."""
        if len(text) > MOST_LINE:
            raise Invalid(self.where, place, f"{len(text)} characters", f"a line of at most {MOST_LINE}")

    def value(self, value: object, place: str, depth: int = 1) -> None:
        """Everything within one plain value."""
        self.values += 1
        if self.values > MOST_VALUES:
            raise Invalid(self.where, place, "too many values", f"at most {MOST_VALUES} in all")
        if isinstance(value, str):
            self._text(value, place)
        elif isinstance(value, int):
            if not -LARGEST <= value <= LARGEST:
                raise Invalid(self.where, place, "a number too large", f"whole numbers from -{LARGEST} to {LARGEST}")
        elif isinstance(value, list):
            self._inside(len(value), place, depth)
            for index, item in enumerate(value):
                self.value(item, f"{place}[{index}]", depth + 1)
        elif isinstance(value, dict):
            self._inside(len(value), place, depth)
            for key, item in value.items():
                if len(key) > MOST_KEY or not is_clean(key):
                    raise Invalid(self.where, place, key, f"printable keys of at most {MOST_KEY} characters")
                self.value(item, f"{place}.{key}", depth + 1)
        elif value is not None:
            raise Invalid(self.where, place, value, "texts, whole numbers, true, false, lists and tables")

    def _text(self, value: str, place: str) -> None:
        if len(value) > MOST_TEXT:
            raise Invalid(self.where, place, f"{len(value)} characters", f"a text of at most {MOST_TEXT}")
        if not is_plain(value):
            raise Invalid(self.where, place, value, "text without control characters or marks that turn it round")

    def _inside(self, count: int, place: str, depth: int) -> None:
        if depth > MOST_DEPTH:
            raise Invalid(self.where, place, "deeper nesting", f"at most {MOST_DEPTH} levels")
        if count > MOST_ITEMS:
            raise Invalid(self.where, place, f"{count} entries", f"at most {MOST_ITEMS}")

    # ---------------------------------------------------------------- a log

    def header(self, header: dict[str, object]) -> None:
        self.value(header, "first line")
        start = header.get("start")
        if isinstance(start, dict):
            self._standing = [count(start, "combatants", MOST_COMBATANTS, self.where)]
            count(start, "seats", MOST_SEATS, self.where)

    def line(self, data: dict[str, object], number: int, back_to: int, adds: bool) -> None:
        """One line that fits the chain: what it holds, and how many combatants there are with it."""
        self.value(data, f"line {number}")
        before = back_to if back_to >= 0 else number - 1
        standing = self._standing[before] + (1 if adds else 0)
        if standing > MOST_COMBATANTS:
            raise Invalid(self.where, f"line {number}", "one combatant more", f"at most {MOST_COMBATANTS} of them")
        self._standing.append(standing)


def count(data: dict[str, object], key: str, most: int, where: str) -> int:
    found = data.get(key)
    size = len(found) if isinstance(found, list) else 0
    if size > most:
        raise Invalid(where, f"first line.start.{key}", f"{size} of them", f"at most {most}")
    return size
