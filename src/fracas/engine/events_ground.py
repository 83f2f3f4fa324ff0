"""What becomes of the map: covered ground, and ground that comes to light."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.board import shroud_of, squares_in, with_shroud
from fracas.engine.board.rooms import say_areas
from fracas.engine.encounter import Encounter
from fracas.engine.event import NEWS, Event
from fracas.engine.events_people import RULING
from fracas.engine.fields import PUBLIC

ENTERED: Final = "entered"
"""Why ground came to light, where somebody stepped or was thrown there."""
FEW: Final = 3
"""How many areas are told by name."""


def _say_ground(enc: Encounter, runs: list[int]) -> str:
    squares = squares_in(runs)
    if len(squares) == enc.board.size:
        return "the whole map"
    words = say_areas(enc.board, squares)
    return f"{len(squares)} squares" if len(words) > FEW else ", ".join(words)


class Covered(Event):
    """0.11: from now on players do not know what is on these squares, kept as runs."""

    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = NEWS
    SWEEPS: ClassVar[bool] = True

    def __init__(self, runs: list[int]) -> None:
        self.runs = runs

    def apply(self, enc: Encounter) -> None:
        enc.board = with_shroud(enc.board, shroud_of(enc.board).more(squares_in(self.runs)))
        enc.dim()

    def say(self, enc: Encounter) -> str:
        return f"The GM covers {_say_ground(enc, self.runs)}"


class Uncovered(Event):
    """0.11: players know these squares from now on, because the GM shows them or because one of theirs came there."""

    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = NEWS
    SHOWS: ClassVar[bool] = True
    SWEEPS: ClassVar[bool] = True

    def __init__(self, runs: list[int], why: str) -> None:
        self.runs = runs
        self.why = why

    def apply(self, enc: Encounter) -> None:
        enc.board = with_shroud(enc.board, shroud_of(enc.board).less(squares_in(self.runs)))
        enc.dim()

    def say(self, enc: Encounter) -> str:
        if self.why != RULING:
            return ""
        ground = dict.fromkeys(squares_in(self.runs))
        seen: list[str] = []
        for one in enc.combatants.values():
            if not one.hidden and not one.out and one.pos in ground:
                seen.append(f"{one.name} at {enc.board.label(one.pos)}")
        shown = f": {', '.join(seen)}" if seen else ""
        return f"The GM uncovers {_say_ground(enc, self.runs)}{shown}"
