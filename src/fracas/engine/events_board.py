"""What happens to the board itself: walls and doors between squares."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.board.edges import EDGES, NO_EDGE
from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.event import NEWS, Event
from fracas.engine.fields import PUBLIC

DONE: Final = {"open": "opens", "close": "closes", "lock": "locks", "unlock": "unlocks", "break": "breaks down"}
UNDERGONE: Final = {
    "open": "opens", "close": "closes", "lock": "is locked", "unlock": "is unlocked", "break": "bursts"
}  # fmt: skip


class EdgeChanged(Event):
    """Something else stands between two squares now: a door was opened, or the GM put up a wall."""

    IDS: ClassVar[tuple[str, ...]] = ("who",)
    SQUARES: ClassVar[tuple[str, ...]] = ("squares",)
    JOINT: ClassVar[bool] = True
    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = NEWS

    def __init__(self, who: str, squares: list[int], edge: str, use: str) -> None:
        self.who = who
        """Who did it; blank for those who do not see who it was: the door itself they see."""
        self.squares = squares
        self.edge = edge
        self.use = use
        """What is done to a door; empty where the GM puts something else there."""

    def apply(self, enc: Encounter) -> None:
        enc.board = enc.board.with_edge(self.squares[0], self.squares[1], self.edge)

    def say(self, enc: Encounter) -> str:
        edge = enc.board.edge_name(self.squares[0], self.squares[1])
        if self.use:
            if not self.who:
                return f"The door {edge} {UNDERGONE[self.use]}"
            name = "The GM" if self.who == GM else enc.name(self.who)
            return f"{name} {DONE[self.use]} the door {edge}"
        if self.edge == NO_EDGE:
            return f"The GM clears the edge {edge}"
        return f"The GM puts {EDGES[self.edge].with_article} on the edge {edge}"
