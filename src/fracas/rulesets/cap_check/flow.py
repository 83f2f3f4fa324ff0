"""The flow of a CAP Check encounter: rounds and slots, the actions under way, and the fields that were laid."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.canon import numbers, texts
from fracas.engine.flow import Flow


class Deed:
    """An action between its beginning and its end: what Triggers and Amplifies are judged by. Immutable."""

    def __init__(
        self,
        who: str,
        card: str,
        targets: list[str],
        squares: list[int],
        how: str,
        moment: str,
        damaged: list[str],
        avoided: list[str],
        fallen: list[str],
        hits: list[str],
        harms: bool,
        heals: bool,
        boosts: list[str],
    ) -> None:
        self.who = who
        self.card = card
        self.targets = targets
        self.squares = squares
        self.how = how
        """Empty for an action in turn, else trigger, sustain, free or move."""
        self.moment = moment
        """before, after or amplify while somebody may answer it; else empty."""
        self.damaged = damaged
        self.avoided = avoided
        self.fallen = fallen
        self.hits = hits
        self.harms = harms
        self.heals = heals
        self.boosts = boosts

    def at(self, moment: str, damaged: list[str], avoided: list[str], fallen: list[str]) -> Deed:
        return Deed(
            self.who,
            self.card,
            self.targets,
            self.squares,
            self.how,
            moment,
            damaged,
            avoided,
            fallen,
            self.hits,
            self.harms,
            self.heals,
            self.boosts,
        )

    def to_json(self) -> list[object]:
        return [
            self.who,
            self.card,
            self.targets,
            self.squares,
            self.how,
            self.moment,
            self.damaged,
            self.avoided,
            self.fallen,
            self.hits,
            self.harms,
            self.heals,
            self.boosts,
        ]


class Laid:
    """A Local Field Effect that somebody laid: where, what was there before, by whom, and by which card or effect."""

    def __init__(self, square: int, before: str, who: str, by: str) -> None:
        self.square = square
        self.before = before
        self.who = who
        self.by = by

    def to_json(self) -> list[object]:
        return [self.square, self.before, self.who, self.by]


class CapFlow(Flow):
    """Rounds, slots, the actions under way, and what the end depends on."""

    VISIBILITY: ClassVar[dict[str, str]] = {
        **Flow.VISIBILITY,
        "begun": "public",
        "passed": "public",
        "changed": "public",
        "quiet": "public",
        "deeds": "gm",
        "laid": "public",
    }
    IDS: ClassVar[tuple[str, ...]] = (
        *Flow.IDS, "deeds.*.0!!", "deeds.*.2", "deeds.*.6", "deeds.*.7", "deeds.*.8", "deeds.*.9", "laid.*.2~3",
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.begun = False
        """The start of the present turn is done with."""
        self.passed = False
        """The present turn was ended by its owner."""
        self.changed = False
        """Somebody's Hit Points changed in this round."""
        self.quiet = 0
        """Rounds in a row without any change of Hit Points."""
        self.deeds: list[Deed] = []
        self.laid: list[Laid] = []

    @property
    def deed(self) -> Deed | None:
        return self.deeds[-1] if self.deeds else None

    def phase_words(self, phase: str, turn: int) -> str:
        """A turn is one combatant's; the table as a whole has rounds. The end is told by what ended it."""
        return "The encounter begins" if phase == "play" else ""

    def copy(self) -> CapFlow:
        other = CapFlow()
        self.copy_into(other)
        other.begun, other.passed = self.begun, self.passed
        other.changed, other.quiet = self.changed, self.quiet
        other.deeds = self.deeds[:]
        other.laid = self.laid[:]
        return other

    def to_json(self) -> dict[str, object]:
        return {
            **super().to_json(),
            "begun": self.begun,
            "passed": self.passed,
            "changed": self.changed,
            "quiet": self.quiet,
            "deeds": [deed.to_json() for deed in self.deeds],
            "laid": [one.to_json() for one in self.laid],
        }


def deed_from_json(data: list[object]) -> Deed:
    return Deed(
        str(data[0]),
        str(data[1]),
        texts(data[2]),
        numbers(data[3]),
        str(data[4]),
        str(data[5]),
        texts(data[6]),
        texts(data[7]),
        texts(data[8]),
        texts(data[9]),
        bool(data[10]),
        bool(data[11]),
        texts(data[12]),
    )
