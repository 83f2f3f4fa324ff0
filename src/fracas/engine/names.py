"""Which ids combatants may have: commands are typed in words, and some words are taken."""

from __future__ import annotations

from typing import Final

from fracas.engine.command import GM, TABLE

FILLERS: Final = ("with", "on", "at", "to", "the", "and")
"""Words that a typed command may contain for the ear alone."""
LONGEST: Final = 64


def can_be_id(id: str) -> bool:
    """Letters, digits and dashes; not the GM's or the table's name, no filler word, nothing like a square."""
    plain = id.isascii() and id.replace("-", "").isalnum() and len(id) <= LONGEST
    return plain and id not in (GM, TABLE) and id not in FILLERS and not like_square(id)


def like_square(id: str) -> bool:
    """`c4`, `aa12`: one or two letters and then a number."""
    letters = id.rstrip("0123456789")
    return letters != id and letters.isalpha() and len(letters) <= 2
