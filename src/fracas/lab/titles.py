"""Names as titles, for people to read: `npc-groups` is NPC groups. For pages, the terminal and the server."""

from __future__ import annotations

from typing import Final

SHORT_WORDS: Final = ("ap", "cap", "ep", "gm", "hp", "mp", "npc", "pc")
"""Words that are written in capitals."""


def titled(name: str) -> str:
    """A name in words, with a capital at its beginning."""
    words = [word.upper() if word in SHORT_WORDS else word for word in name.split("-")]
    title = " ".join(words)
    return title[:1].upper() + title[1:]
