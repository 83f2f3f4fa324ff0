"""Durations and conditions: what holds for a combatant, and the named moment at which it ends."""

from __future__ import annotations

from typing import Final

RESET: Final = "reset"
TURNS: Final = "turns"
TURN_START: Final = "turn-start"
TURN_END: Final = "turn-end"
ROUND_END: Final = "round-end"
ENCOUNTER: Final = "encounter"
CURED: Final = "cured"
EFFECT: Final = "effect"
UNTIL: Final = "until"
"""Until something that a rule sees to; `note` says it in words."""
LASTING: Final = "lasting"


class Duration:
    """A named moment: which one, whose (empty: anybody's), and how many of them must pass. The note says which effect
    of theirs, or in words until when."""

    def __init__(self, moment: str, whose: str = "", count: int = 1, note: str = "") -> None:
        self.moment = moment
        self.whose = whose
        self.count = count
        self.note = note

    def falls(self, moment: str, whose: str) -> bool:
        """Does this moment count towards the end?"""
        return self.moment == moment and (not self.whose or self.whose == whose)

    def to_json(self) -> list[object]:
        return [self.moment, self.whose, self.count, self.note]

    def say(self, whose: str) -> str:
        """Until when, with the name of the one whose moment it is."""
        if self.moment == ENCOUNTER:
            return "for the encounter"
        if self.moment == LASTING:
            return "for good"
        if self.moment == UNTIL:
            return f"until {self.note}"
        if self.moment == CURED:
            return "until cured"
        if self.moment == EFFECT:
            return f"while {whose or 'its cause'} lasts"
        if self.moment in (TURN_START, TURN_END) and self.count <= 2:
            turn = f"{whose or 'somebody'}'s"
            which = " next" if self.count > 1 else ""
            return f"until the {self.moment.removeprefix('turn-')} of {turn}{which} turn"
        if self.moment == ROUND_END and self.count <= 2:
            return f"until the end of the {'next round' if self.count > 1 else 'round'}"
        if self.moment == TURNS:
            return f"for {self.count} turn{'s' if self.count > 1 else ''}"
        of = f" of {whose}" if whose else ""
        name = self.moment.replace("-", " ")
        return f"until {name}{of}" if self.count == 1 else f"until {name}{of}, {self.count} times"


def duration_from_json(data: list[object]) -> Duration:
    return Duration(str(data[0]), str(data[1]), int(str(data[2])), str(data[3]))


class Condition:
    """One thing that holds for a combatant; immutable, replaced by events."""

    def __init__(self, name: str, value: int, source: str, until: Duration) -> None:
        self.name = name
        self.value = value
        self.source = source
        self.until = until

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "value": self.value, "source": self.source, "until": self.until.to_json()}


def condition_from_json(data: dict[str, object]) -> Condition:
    until = data["until"]
    assert isinstance(until, list)
    return Condition(str(data["name"]), int(str(data["value"])), str(data["source"]), duration_from_json(until))
