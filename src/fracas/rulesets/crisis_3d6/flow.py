"""The flow of a Crisis 3d6 encounter: turns, fights and days."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Encounter, Flow
from fracas.engine.events import PUBLIC, SECRET
from fracas.engine.fields import Field, Number, Word, Words, with_own


class CrisisFlow(Flow):
    """Turns, fights and days, and what waits for its moment."""

    FIELDS: ClassVar[tuple[Field, ...]] = with_own(
        Flow.FIELDS,
        [
            Words("surprised", PUBLIC),
            Word("winner", PUBLIC, ids=[""]),
            Number("fights", PUBLIC),
            Number("day", PUBLIC),
            Word("trigger", SECRET, ids=[""]),
            Word("scenario", SECRET),
            Number("wave", SECRET),
            Word("aftermath", PUBLIC),
        ],
    )

    def __init__(self) -> None:
        super().__init__()
        self.surprised: list[str] = []
        self.winner = ""
        """Who won the last contest: an id, or nobody."""
        self.fights = 0
        self.day = 1
        self.trigger = ""
        """Whose action may be answered from Overwatch at this moment."""
        self.scenario = ""
        self.wave = 1
        self.aftermath = ""

    def phase_words(self, phase: str, turn: int) -> str:
        """The order of each round is told by itself, and the end by what ended it."""
        if phase == "fight":
            return "The fight begins" if turn == 1 else ""
        return "" if phase == "over" else phase.capitalize()

    def copy(self) -> CrisisFlow:
        other = CrisisFlow()
        self.copy_into(other)
        other.surprised = self.surprised
        other.winner, other.fights, other.day, other.trigger = self.winner, self.fights, self.day, self.trigger
        other.scenario, other.wave, other.aftermath = self.scenario, self.wave, self.aftermath
        return other


def crisis(enc: Encounter) -> CrisisFlow:
    flow = enc.flow
    assert isinstance(flow, CrisisFlow)
    return flow
