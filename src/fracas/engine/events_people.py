"""What happens to somebody: moves, conditions, who is seen."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from fracas.engine.duration import Condition, Duration, condition_from_json
from fracas.engine.encounter import Encounter
from fracas.engine.event import (
    BOOKS,
    GAIN,
    LOSE,
    MOVE,
    NEWS,
    SIGHT,
    SUBJECT,
    Event,
    worded,
)
from fracas.engine.fields import PUBLIC, SECRET

RULING: Final = "ruling"
"""Why something happened, where it was the GM's word."""


@mypyc_attr(allow_interpreted_subclasses=True)
class About(Event):
    """An event about one combatant, known to whoever sees it."""

    IDS: ClassVar[tuple[str, ...]] = ("who",)
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str) -> None:
        self.who = who

    def subjects(self) -> list[str]:
        return [self.who]


class Moved(About):
    """A combatant now stands elsewhere: one step of a move, or a shove, or the GM's hand."""

    SQUARES: ClassVar[tuple[str, ...]] = ("to",)
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = MOVE

    def __init__(self, who: str, to: int, how: str) -> None:
        self.who = who
        self.to = to
        self.how = how

    def apply(self, enc: Encounter) -> None:
        enc.combatants[self.who].pos = self.to

    def brief(self, enc: Encounter) -> str:
        square = enc.board.label(self.to)
        return f"is put on {square}" if self.how == RULING else f"{self.how} to {square}"

    def say(self, enc: Encounter) -> str:
        square = enc.board.label(self.to)
        if self.how == RULING:
            return f"{enc.name(self.who)} is put on {square} ({RULING})"
        return f"{enc.name(self.who)} {self.how} to {square}"


class ConditionGained(About):
    """A condition holds from now on; a second one of the same name replaces the first."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "condition.source", "condition.until.1~3")
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = GAIN

    def __init__(self, who: str, condition: Condition | dict[str, object]) -> None:
        self.who = who
        self.condition = condition if isinstance(condition, Condition) else condition_from_json(condition)

    def apply(self, enc: Encounter) -> None:
        one = enc.combatants[self.who]
        one.conditions = [c for c in one.conditions if c.name != self.condition.name]
        one.conditions.append(self.condition)

    def to_json(self) -> dict[str, object]:
        return {"kind": self.kind, "who": self.who, "condition": self.condition.to_json()}

    def is_own(self) -> bool:
        return self.condition.source == self.who

    def brief(self, enc: Encounter) -> str:
        return enc.content.brief(self.condition.name, self.condition.value)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)}: {enc.content.say_condition(enc, self.condition)}"


class ConditionEnded(About):
    """A condition no longer holds."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "about=")
    PHRASES: ClassVar[tuple[str, ...]] = ("why",)
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = LOSE

    def __init__(self, who: str, name: str, why: str, about: list[str] | None = None) -> None:
        self.who = who
        self.name = name
        self.why = why
        self.about = about if about is not None else []

    def apply(self, enc: Encounter) -> None:
        one = enc.combatants[self.who]
        one.conditions = [c for c in one.conditions if c.name != self.name]

    def brief(self, enc: Encounter) -> str:
        return f"{enc.content.condition_title(self.name)} ends"

    def say(self, enc: Encounter) -> str:
        why = worded(enc, self.why, self.about)
        return f"{enc.name(self.who)}: {enc.content.condition_title(self.name)} ends ({why})"


class ConditionTicked(About):
    """One moment was counted off a condition."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, name: str, left: int) -> None:
        self.who = who
        self.name = name
        self.left = left

    def apply(self, enc: Encounter) -> None:
        one = enc.combatants[self.who]
        for index, old in enumerate(one.conditions):
            if old.name == self.name:
                until = Duration(old.until.moment, old.until.whose, self.left, old.until.note)
                one.conditions[index] = Condition(old.name, old.value, old.source, until)


class Hid(About):
    """A combatant is hidden: for everybody else it is not there. To others it simply vanishes."""

    SEEN: ClassVar[str] = SIGHT
    TELLS: ClassVar[str] = NEWS
    LOOKS_BACK: ClassVar[bool] = True

    def apply(self, enc: Encounter) -> None:
        enc.combatants[self.who].hide()

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        return self if self.who in after.combatants else Vanished(self.who)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is hidden"


class Vanished(About):
    """The public half of `Hid`: somebody seen until now is out of sight. Never part of a log."""

    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = NEWS

    def apply(self, enc: Encounter) -> None:
        enc.combatants.pop(self.who, None)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is out of sight"


class Revealed(About):
    """A hidden combatant is seen by all from now on."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "about=")
    PHRASES: ClassVar[tuple[str, ...]] = ("why",)
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = NEWS
    SHOWS: ClassVar[bool] = True

    def __init__(self, who: str, why: str, about: list[str] | None = None) -> None:
        self.who = who
        self.why = why
        self.about = about if about is not None else []

    def apply(self, enc: Encounter) -> None:
        enc.combatants[self.who].reveal()

    def say(self, enc: Encounter) -> str:
        why = worded(enc, self.why, self.about)
        return f"{enc.name(self.who)} is revealed at {enc.board.label(enc.combatants[self.who].pos)} ({why})"


class Met(About):
    """Somebody stands before everybody's eyes for the first time, and is called so from now on: the players' word for
    its id, and a name with a number where others have the same."""

    SEEN: ClassVar[str] = SECRET
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, alias: str, name: str) -> None:
        self.who = who
        self.alias = alias
        self.name = name

    def apply(self, enc: Encounter) -> None:
        one = enc.combatants[self.who]
        one.alias = self.alias
        one.name = self.name
