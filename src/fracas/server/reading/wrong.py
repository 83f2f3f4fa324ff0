"""What is wrong with a file, as the child says it: which part of it, what stands there, and what was expected."""

from __future__ import annotations


class Wrong(Exception):
    """A file that is refused."""

    def __init__(self, key: str, value: object, expected: str) -> None:
        super().__init__(key, value, expected)
        self.key = key
        self.value = value
        self.expected = expected
