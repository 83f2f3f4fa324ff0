"""Text that people typed: made one plain line where it comes in, told apart from forgeries in files, and printed so
that a terminal only ever shows it.

What a terminal obeys (escapes, bells), what turns writing round, and what nobody sees is no part of a name or a reason.
"""

from __future__ import annotations

import unicodedata
from typing import Final

JOINERS: Final = "\u200c\u200d"
"""Needed within Persian words and composed emoji; anywhere else they only make two equal names differ."""
BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Counted as letters, drawn as nothing."""
NOT_DRAWN: Final = ("Cc", "Cf", "Cs")
SPACES: Final = ("Zs", "Zl", "Zp")
MOST_MARKS: Final = 6
"""Accents on one letter; a heap of them would cover the lines above and below."""


def clean(text: str) -> str:
    """The text as one line without anything a terminal or a page would obey."""
    if text.isascii() and text.isprintable():
        return text
    kept: list[str] = []
    accents = 0
    composed = unicodedata.normalize("NFC", text)
    for at, mark in enumerate(composed):
        accents = accents + 1 if unicodedata.combining(mark) else 0
        if accents > MOST_MARKS:
            continue
        if is_space(mark):
            kept.append(" ")
        elif unicodedata.category(mark) not in NOT_DRAWN or joins(composed, at):
            kept.append(mark)
    # What was left out may have kept two marks apart that belong together.
    return unicodedata.normalize("NFC", "".join(kept))


def clean_lines(text: str) -> str:
    """A text of several lines, each of them plain."""
    return "\n".join([clean(line).rstrip() for line in text.replace("\r\n", "\n").split("\n")])


def is_clean(text: str) -> bool:
    """Would cleaning leave it as it is?"""
    return (text.isascii() and text.isprintable()) or clean(text) == text


def is_plain(text: str) -> bool:
    """Clean but for lines of its own, as a note or a content file may have them; shown it is one line."""
    return is_clean(text.replace("\n", " ").replace("\t", " "))


def printable(text: str) -> str:
    """For a terminal: every mark in its column, those it must not obey as a question mark."""
    if text.isascii() and text.isprintable():
        return text
    return "".join([shown(text, at) for at in range(len(text))])


def shown(text: str, at: int) -> str:
    mark = text[at]
    if is_space(mark):
        return " "
    return "?" if unicodedata.category(mark) in NOT_DRAWN and not joins(text, at) else mark


def is_space(mark: str) -> bool:
    """Whatever breaks a line or leaves a gap; a gap is a gap."""
    return mark in "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85" or mark in BLANK or unicodedata.category(mark) in SPACES


def joins(text: str, at: int) -> bool:
    """A joiner between two signs that are no plain letters."""
    if text[at] not in JOINERS or not 0 < at < len(text) - 1:
        return False
    return is_drawn(text[at - 1]) and is_drawn(text[at + 1])


def is_drawn(mark: str) -> bool:
    return not mark.isascii() and not is_space(mark) and unicodedata.category(mark) not in NOT_DRAWN
