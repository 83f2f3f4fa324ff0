"""Command ids: each names one thing done at a table, whoever did it, so that nothing is done twice.

A seat's id is `SEAT/ID`, as it always was. The table's own begin with a slash and a word. So that no seat can form one
of those, or another seat's, one whose name does not end at its first slash, or is a word of the table, is measured.
"""

from __future__ import annotations

from typing import Final

TABLE, BOT, QUEUE, CLOCK = "table", "bot", "queue", "clock"
OWN: Final = (TABLE, BOT, QUEUE, CLOCK)
"""Who acts besides the seats. Until 0.3.0 their ids had no slash in front."""


def own_id(who: str, id: str | int) -> str:
    """The id of something the table does by itself."""
    assert who in OWN
    return f"/{who}/{id}"


def seat_id(seat: str, id: str) -> str:
    """The id of what a seat asks for under an id of its own."""
    if not seat or "/" in seat or seat in OWN:
        return f"/{len(seat)}/{seat}/{id}"
    return f"{seat}/{id}"
