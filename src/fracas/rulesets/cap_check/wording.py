"""How boons are called at the table, and points and squares counted.

For sentences of the log and for cards; what boons do stands in `conditions.py`.
"""

from __future__ import annotations

from typing import Final

BOON: Final = "boon-"
BOON_WORDS: Final = {
    "damage": "damage",
    "die": "more dice",
    "advantage": "Advantage",
    "disadvantage": "Disadvantage",
    "piercing": "PIERCING damage",
    "immune": "immune to damage",
    "faded": "faded from view",
    "no-move": "held fast",
    "through": "leave to pass through foes",
    "over": "leave to pass over Cover",
}
PLAIN_BOONS: Final = ("piercing", "immune", "faded", "no-move", "through", "over")


def boon_word(name: str) -> str:
    """What a boon is about; one of several from different actions is called like the others."""
    plain = name.removeprefix(BOON)
    if plain.rpartition("-")[2].isdigit():
        plain = plain.rpartition("-")[0]
    return plain


def boon_words(plain: str) -> str:
    return BOON_WORDS.get(plain, plain.upper() if len(plain) == 1 else plain.capitalize())


def boon_title(name: str) -> str:
    """A boon that ends."""
    plain = boon_word(name)
    return boon_words(plain) if plain in PLAIN_BOONS else f"boon to {boon_words(plain)}"


def boon_brief(name: str, value: int) -> str:
    """A boon with what it adds."""
    plain = boon_word(name)
    if plain in PLAIN_BOONS or (value == 1 and plain.endswith("advantage")):
        return boon_words(plain)
    return f"{value:+d} {boon_words(plain)}"


def points_said(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def squares_said(squares: int) -> str:
    return "1 square" if squares == 1 else f"{squares} squares"
