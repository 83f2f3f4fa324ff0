"""What a GM rules: values, people, leaves, modes, notes and seats."""

from __future__ import annotations

from typing import Any, ClassVar

from fracas.engine.command import GM, command_from_json
from fracas.engine.encounter import Encounter
from fracas.engine.event import (
    BOOKS,
    NEWS,
    SUBJECT,
    Event,
    worded,
)
from fracas.engine.events_people import About
from fracas.engine.fields import KEEPER, PUBLIC, SECRET


class ValueSet(About):
    """A number or word of a combatant was set by the GM."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = NEWS

    def __init__(self, who: str, field: str, value: str) -> None:
        self.who = who
        self.field = field
        self.value = value

    def apply(self, enc: Encounter) -> None:
        enc.combatants[self.who].assign(self.field, self.value)

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        """A field only the keeper may know stays with the keeper."""
        one = after.combatants[self.who]
        own = one.seat == seat or one.shape().typed[self.field].seen == PUBLIC
        return self if own else None

    def say(self, enc: Encounter) -> str:
        return f"The GM sets {self.field} of {enc.name(self.who)} to {self.value}"


class Added(Event):
    """A combatant joined the encounter."""

    IDS: ClassVar[tuple[str, ...]] = ("combatant.id",)
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = NEWS
    SHOWS: ClassVar[bool] = True

    def __init__(self, combatant: dict[str, Any]) -> None:
        self.combatant = combatant

    def apply(self, enc: Encounter) -> None:
        one = enc.content.combatant(self.combatant)
        enc.combatants[one.id] = one

    def subjects(self) -> list[str]:
        return [str(self.combatant["id"])]

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        """That somebody joined; what a seat may know of it is in its view of the state."""
        who = str(self.combatant["id"])
        return Appeared(who, after.name(who))

    def say(self, enc: Encounter) -> str:
        return f"{self.combatant['name']} joins the encounter"


class Appeared(About):
    """The public half of `Added`. Never part of a log."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = NEWS

    def __init__(self, who: str, name: str) -> None:
        self.who = who
        self.name = name

    def apply(self, enc: Encounter) -> None:
        raise NotImplementedError("a public half is shown, never folded")

    def say(self, enc: Encounter) -> str:
        return f"{self.name} joins the encounter"


class Removed(About):
    """A combatant left the encounter for good."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = NEWS

    def __init__(self, who: str, why: str) -> None:
        self.who = who
        self.why = why

    def apply(self, enc: Encounter) -> None:
        enc.combatants[self.who].out = True

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} leaves the encounter ({self.why})"


class LeaveGiven(Event):
    """The GM allows one command although the rules refuse it."""

    IDS: ClassVar[tuple[str, ...]] = ("command.who", "command.targets")
    SEEN: ClassVar[str] = SECRET
    TELLS: ClassVar[str] = NEWS

    def __init__(self, command: dict[str, object]) -> None:
        self.command = command

    def apply(self, enc: Encounter) -> None:
        enc.leaves = [*enc.leaves, command_from_json(self.command)]

    def say(self, enc: Encounter) -> str:
        command = command_from_json(self.command)
        words = [command.verb, command.thing, *[enc.name(who) for who in command.targets]]
        words.extend([enc.board.label(square) for square in command.squares[-1:]])
        return f"The GM allows {enc.name(command.who)}, once: " + " ".join([word for word in words if word])


class LeaveUsed(About):
    """A command was performed by the GM's leave, against these paragraphs."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "command.who", "command.targets")
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = NEWS

    def __init__(self, who: str, command: dict[str, object], paragraphs: list[str]) -> None:
        self.who = who
        self.command = command
        self.paragraphs = paragraphs

    def apply(self, enc: Encounter) -> None:
        used = command_from_json(self.command)
        for index, leave in enumerate(enc.leaves):
            if leave.same(used):
                enc.leaves = enc.leaves[:index] + enc.leaves[index + 1 :]
                return

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} goes ahead by the GM's leave, against {', '.join(self.paragraphs)}"


class Warned(About):
    """A rule set to warn spoke against a command that was performed all the same, or says what to look out for."""

    PHRASES: ClassVar[tuple[str, ...]] = ("text",)
    SEEN: ClassVar[str] = KEEPER
    TELLS: ClassVar[str] = NEWS

    def __init__(self, who: str, paragraph: str, text: str = "{0} goes ahead all the same") -> None:
        self.who = who
        self.paragraph = paragraph
        self.text = text

    def spoken_of(self) -> list[str]:
        return [self.who]

    def apply(self, enc: Encounter) -> None:
        pass

    def say(self, enc: Encounter) -> str:
        return f"Warning, {self.paragraph}: {worded(enc, self.text, [self.who])}"


def with_value(values: dict[str, str], name: str, value: str, usual: str) -> dict[str, str]:
    """The same with another value, which is left out if it is the usual one."""
    others = {key: other for key, other in values.items() if key != name or value != usual}
    return others if value == usual else {**others, name: value}


class ModeSet(Event):
    """From now on this paragraph refuses, warns or is not asked."""

    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = NEWS

    def __init__(self, paragraph: str, mode: str) -> None:
        self.paragraph = paragraph
        self.mode = mode

    def apply(self, enc: Encounter) -> None:
        enc.modes = with_value(enc.modes, self.paragraph, self.mode, "refuse")

    def say(self, enc: Encounter) -> str:
        return f"Rule {self.paragraph} is set to {self.mode}"


class Noted(Event):
    """The GM wrote a note for nobody else's eyes."""

    SEEN: ClassVar[str] = SECRET
    TELLS: ClassVar[str] = NEWS

    def __init__(self, text: str) -> None:
        self.text = text

    def apply(self, enc: Encounter) -> None:
        enc.notes = [*enc.notes, self.text]

    def say(self, enc: Encounter) -> str:
        return "Note: " + self.text


class SeatSet(Event):
    """A seat changed how its dice are thrown or what it wants to be asked."""

    SEEN: ClassVar[str] = SECRET
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, seat: str, what: str, value: str) -> None:
        self.seat = seat
        self.what = what
        self.value = value

    def apply(self, enc: Encounter) -> None:
        seat = enc.seats[self.seat]
        dice = self.what == "dice"
        changed = seat.throwing(self.value == "hand") if dice else seat.asked(self.what, self.value)
        enc.seats = {**enc.seats, self.seat: changed}

    def reaches(self, before: Encounter, after: Encounter, seat: str) -> bool:
        return seat in (GM, self.seat)

    def say(self, enc: Encounter) -> str:
        return f"{self.seat}: {self._wish()}"

    def shown(self, enc: Encounter) -> dict[str, object]:
        """What is wished without the seat, for pages that know who sits there."""
        return {"wish": self._wish()}

    def _wish(self) -> str:
        if self.what == "dice":
            return f"dice thrown {'by hand' if self.value == 'hand' else 'by the table'}"
        when = {"off": "never", "auto": "always, unasked"}.get(self.value, "asked each time")
        return f"{self.what.replace('-', ' ')} {when}"
