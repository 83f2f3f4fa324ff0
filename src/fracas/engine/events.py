"""The events every ruleset shares: dice, moves, conditions, order of action, and what a GM rules.

This is also where rulesets find what events of their own are made of, so those names are passed on.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from fracas.engine.command import GM, command_from_json
from fracas.engine.dice import Thrown
from fracas.engine.duration import Condition, Duration, condition_from_json
from fracas.engine.encounter import Encounter
from fracas.engine.event import (
    ACT,
    AREA,
    BOOKS,
    FALL,
    GAIN,
    HARM,
    HEAL,
    LOSE,
    MARK,
    MOVE,
    NEWS,
    REST,
    RESULT,
    RISE,
    ROLL,
    SIGHT,
    SUBJECT,
    TURN,
    Event,
    worded,
)
from fracas.engine.fields import KEEPER, PUBLIC, SECRET
from fracas.engine.flow import Slot, slot_from_json
from fracas.engine.tally import Part, parts_from_json, parts_to_json, say_part

__all__ = [
    "ACT", "AREA", "BOOKS", "ENGINE_EVENTS", "FALL", "GAIN", "HARM", "HEAL", "KEEPER", "LOSE", "MARK", "MOVE",
    "NEWS", "PUBLIC", "REST", "RESULT", "RISE", "ROLL", "RULING", "SECRET", "SIGHT", "SUBJECT", "TURN", "About",
    "Added", "Appeared", "ConditionEnded", "ConditionGained", "ConditionTicked", "Ended", "Event", "Finished", "Hid",
    "LeaveGiven", "LeaveUsed", "Met", "ModeSet", "Moved", "Noted", "PhaseBegan", "Removed", "Revealed", "Rolled",
    "RoundBegan", "SeatSet", "SlotBegan", "SlotEnded", "ValueSet", "Vanished", "Warned", "read_parts", "worded",
]  # fmt: skip

RULING: Final = "ruling"
"""Why something happened, where it was the GM's word."""


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
        return {"dice_shown": [[text, kept, one.pool.sides] for one in pools for text, kept in one.shown()]}

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
        square = enc.board.name(self.to)
        return f"is put on {square}" if self.how == RULING else f"{self.how} to {square}"

    def say(self, enc: Encounter) -> str:
        square = enc.board.name(self.to)
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
        enc.combatants[self.who].hidden = True

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        return self if self.who in after.combatants else Vanished(self.who)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is hidden ({RULING})"


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
        return f"{enc.name(self.who)} is revealed at {enc.board.name(enc.combatants[self.who].pos)} ({why})"


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


class PhaseBegan(Event):
    """A phase of the encounter began, in the ruleset's word."""

    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = MARK

    def __init__(self, phase: str, turn: int) -> None:
        self.phase = phase
        self.turn = turn

    def apply(self, enc: Encounter) -> None:
        enc.flow.phase = self.phase
        enc.flow.turn = self.turn
        enc.flow.round = 0
        enc.flow.order = []
        enc.flow.at = -1

    def say(self, enc: Encounter) -> str:
        return enc.flow.phase_words(self.phase, self.turn)


class RoundBegan(Event):
    """A round began with this order of action."""

    IDS: ClassVar[tuple[str, ...]] = ("order.*.who!",)
    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = MARK

    def __init__(self, round: int, order: list[dict[str, object]]) -> None:
        self.round = round
        self.order = order

    def apply(self, enc: Encounter) -> None:
        enc.flow.round = self.round
        enc.flow.order = [slot_from_json(slot) for slot in self.order]
        enc.flow.at = -1

    def brief(self, enc: Encounter) -> str:
        return f"Round {self.round}"

    def say(self, enc: Encounter) -> str:
        names: list[str] = []
        valued = [slot for slot in self.order if slot["value"]]
        for slot in self.order:
            who = slot["who"]
            assert isinstance(who, list)
            value = f" {slot['value']}" if valued else ""
            there = [enc.name(name) for name in who if name not in enc.combatants or enc.combatants[name].present]
            if there:
                names.append("/".join(there) + value)
        return f"Round {self.round}" + (": " + ", ".join(names) if names else "")


class SlotBegan(Event):
    """The order has come to this slot, a new one at its end where the order is chosen as play goes on."""

    IDS: ClassVar[tuple[str, ...]] = ("who",)
    SLOTS: ClassVar[tuple[str, ...]] = ("at",)
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = TURN

    def __init__(self, at: int, who: list[str]) -> None:
        self.at = at
        self.who = who

    def apply(self, enc: Encounter) -> None:
        flow = enc.flow
        if self.at == len(flow.order):
            flow.order = [*flow.order, Slot(self.who)]
        flow.at = self.at
        for who in self.who:
            enc.combatants[who].begin_slot()

    def subjects(self) -> list[str]:
        return self.who

    def aims(self) -> list[str]:
        return self.who

    def say(self, enc: Encounter) -> str:
        able: list[str] = []
        said: list[str] = []
        for who in self.who:
            one = enc.combatants.get(who)
            bar = one.loses_turn(enc) if one is not None else ""
            if bar:
                said.append(f"{enc.name(who)} {bar} and cannot act")
            else:
                able.append(enc.name(who))
        return ", ".join([" and ".join(able) + " may act", *said] if able else said)


class SlotEnded(SlotBegan):
    """This slot is over."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def apply(self, enc: Encounter) -> None:
        enc.flow.order[self.at] = enc.flow.order[self.at].ended()

    def say(self, enc: Encounter) -> str:
        return ""


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
        words.extend([enc.board.name(square) for square in command.squares[-1:]])
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


class ModeSet(Event):
    """From now on this paragraph refuses, warns or is not asked."""

    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = NEWS

    def __init__(self, paragraph: str, mode: str) -> None:
        self.paragraph = paragraph
        self.mode = mode

    def apply(self, enc: Encounter) -> None:
        if self.mode == "refuse":
            enc.modes.pop(self.paragraph, None)
        else:
            enc.modes[self.paragraph] = self.mode

    def say(self, enc: Encounter) -> str:
        return f"Rule {self.paragraph} is set to {self.mode}"


class Noted(Event):
    """The GM wrote a note for nobody else's eyes."""

    SEEN: ClassVar[str] = SECRET
    TELLS: ClassVar[str] = NEWS

    def __init__(self, text: str) -> None:
        self.text = text

    def apply(self, enc: Encounter) -> None:
        enc.notes.append(self.text)

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
        if self.what == "dice":
            seat.hand = self.value == "hand"
        elif self.value == "ask":
            seat.preferences.pop(self.what, None)
        else:
            seat.preferences[self.what] = self.value

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


class Ended(Event):
    """The encounter is over, with this result."""

    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = MARK

    def __init__(self, result: str, why: str) -> None:
        self.result = result
        self.why = why

    def apply(self, enc: Encounter) -> None:
        enc.result = self.result

    def say(self, enc: Encounter) -> str:
        return f"The encounter is over: {self.result} ({self.why})"

    def shown(self, enc: Encounter) -> dict[str, object]:
        """How it ended as a title: a side that won, a draw, or else why it ended so."""
        said = self.why or self.result or "nobody won"
        if self.result in [one.side for one in enc.combatants.values()]:
            said = f"{self.result} win"
        elif self.result == "draw":
            said = "a draw"
        return {"title": said[:1].upper() + said[1:]}


class Finished(Event):
    """A command is done with; the next one gets a new number."""

    SEEN: ClassVar[str] = SECRET
    TELLS: ClassVar[str] = BOOKS

    def apply(self, enc: Encounter) -> None:
        enc.seq += 1


ENGINE_EVENTS: Final[list[type[Event]]] = [
    Rolled,
    Moved,
    ConditionGained,
    ConditionEnded,
    ConditionTicked,
    Hid,
    Revealed,
    Met,
    PhaseBegan,
    RoundBegan,
    SlotBegan,
    SlotEnded,
    ValueSet,
    Added,
    Removed,
    LeaveGiven,
    LeaveUsed,
    Warned,
    ModeSet,
    Noted,
    SeatSet,
    Ended,
    Finished,
]
