"""What dice did, with the parts of every number."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.command import GM
from fracas.engine.dice import Thrown
from fracas.engine.encounter import Encounter
from fracas.engine.event import (
    ROLL,
    SUBJECT,
    Event,
    worded,
)
from fracas.engine.tally import Part, parts_from_json, parts_to_json, say_part


class Rolled(Event):
    """Dice were thrown: every face, what was dropped, every named modifier, and how the rule read the total."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "about=")
    PHRASES: ClassVar[tuple[str, ...]] = ("why",)
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = ROLL

    def __init__(
        self,
        who: str,
        why: str,
        dice: str,
        thrown: Thrown | dict[str, object],
        parts: list[Part] | list[list[object]],
        total: int,
        outcome: str,
        source: str,
        about: list[str] | None = None,
    ) -> None:
        self.who = who
        self.why = why
        self.about = about if about is not None else []
        self.dice = dice
        self.thrown: Thrown = thrown if isinstance(thrown, Thrown) else Thrown.from_json(thrown)
        self.parts: list[Part] = read_parts(parts)
        self.total = total
        """The number that is shown: what the dice and all modifiers come to, or what the reading counts."""
        self.outcome = outcome
        self.source = source

    @property
    def sum(self) -> int:
        """What the dice and all modifiers come to, whatever is shown."""
        return self.thrown.total + sum([part.value for part in self.parts])

    def apply(self, enc: Encounter) -> None:
        """Secret rolls are counted apart, so that a secret never shifts the dice everybody sees."""
        counts = enc.secret_rolls if self.source == "gm" else enc.rolls
        counts[self.who] = counts.get(self.who, 0) + 1

    def subjects(self) -> list[str]:
        return [self.who]

    def reaches(self, before: Encounter, after: Encounter, seat: str) -> bool:
        if seat == GM:
            return True
        if self.who not in after.combatants:
            return self.who == seat
        return self.source != "gm" and after.sees(seat, self.who)

    def to_json(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "who": self.who,
            "why": self.why,
            "dice": self.dice,
            "thrown": self.thrown.to_json(),
            "parts": parts_to_json(self.parts),
            "total": self.total,
            "outcome": self.outcome,
            "source": self.source,
            "about": self.about,
        }

    def shown(self, enc: Encounter) -> dict[str, object]:
        """The faces as they count: those of an exploding die together, dropped ones marked, and of which die."""
        pools = self.thrown.pools
        return {"dice_shown": [[text, kept, pool.pool.sides] for pool in pools for text, kept in pool.shown()]}

    def aims(self) -> list[str]:
        return self.about

    def brief(self, enc: Encounter) -> str:
        return self.outcome or str(self.total)

    def say(self, enc: Encounter) -> str:
        mods = "".join([", " + say_part(part) for part in self.parts])
        end = f": {self.outcome}" if self.outcome else ""
        how = " (by hand)" if self.source == "hand" else ""
        why, faces = worded(enc, self.why, self.about), self.thrown.say(self.total == self.sum)
        return f"{enc.name(self.who)}, {why}: {self.total} [{faces}{mods}]{how}{end}"


def read_parts(parts: list[Part] | list[list[object]]) -> list[Part]:
    """Parts as they are, or read from JSON."""
    read: list[Part] = []
    for part in parts:
        if isinstance(part, Part):
            read.append(part)
        else:
            read.extend(parts_from_json([part]))
    return read
