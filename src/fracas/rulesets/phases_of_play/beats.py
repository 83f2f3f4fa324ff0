"""Sections 5, 11.3 and 12.8: what is free on a turn: words, small things, lying down, standing up, one's breath.

Beats themselves are spent in `acting`.
"""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Action, Command, Encounter, Reason, Table
from fracas.engine.events import ACT, BOOKS, SUBJECT, About
from fracas.engine.purpose import READY
from fracas.rulesets.phases_of_play.acting import UNTIMED, PlayAction, WordedAction, bars_state
from fracas.rulesets.phases_of_play.being import Being, being, beings, phases
from fracas.rulesets.phases_of_play.conditions import PoolChanged, bars_reaction, bars_voice, end, gain
from fracas.rulesets.phases_of_play.on_the_way import bars_grip, counts, no_movement
from fracas.rulesets.phases_of_play.phase_changes import Requested, bars_request
from fracas.rulesets.phases_of_play.ranges import movement_left


class Said(About):
    """Somebody spoke, or did something small."""

    SEEN: ClassVar[str] = SUBJECT
    SWEEPS: ClassVar[bool] = True
    TELLS: ClassVar[str] = ACT

    def __init__(self, who: str, words: str, aloud: bool) -> None:
        self.who = who
        self.words = words
        self.aloud = aloud

    def apply(self, enc: Encounter) -> None:
        if self.aloud:
            phases(enc).said = self.who
            for one in beings(enc):
                one.replied = False

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} says: {self.words}" if self.aloud else f"{enc.name(self.who)}: {self.words}"


class Replied(Said):
    """A word back."""

    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        phases(enc).said = self.who
        being(enc, self.who).replied = True


class Say(WordedAction):
    """5.7, 5.9: talking is a Free Action of one's own turn."""

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        return bars_voice(one)

    def act(self, table: Table, command: Command) -> None:
        table.emit(Said(command.who, command.thing, True))


class FreeAct(WordedAction):
    """5.7: something small, like opening a door."""

    example: str = "something small"

    def act(self, table: Table, command: Command) -> None:
        table.emit(Said(command.who, command.thing, False))


class Reply(WordedAction):
    """5.10, 13.16: a Free Reaction to speech, at any time."""

    def possible(self, enc: Encounter, who: str) -> bool:
        said = phases(enc).said
        return bool(said) and said != who and not being(enc, who).replied

    def cost(self, enc: Encounter, command: Command) -> str:
        return "Free Reaction"

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        one = being(enc, who)
        if enc.flow.phase != "main" and enc.flow.phase not in UNTIMED:
            return [Reason("1.4", "nobody acts in this phase")]
        if not one.present:
            return bars_state(one)
        reasons = bars_voice(one) + bars_reaction(one, True)
        said = phases(enc).said
        if not said or said == who or one.replied:
            reasons.append(Reason("5.10", f"there is nothing new for {one.name} to answer"))
        if one.has("deafened"):
            reasons.append(Reason("13.16", f"{one.name} is deaf"))
        return reasons

    def act(self, table: Table, command: Command) -> None:
        table.emit(Replied(command.who, command.thing, True))


class MoreFree(PlayAction):
    """5.8: asking for one more Free Action."""

    PHASES: ClassVar[tuple[str, ...]] = ("main",)

    def possible(self, enc: Encounter, who: str) -> bool:
        return being(enc, who).free_actions <= 0

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        if enc.flow.phase != "main":
            return [Reason("1.4", "Free Actions are not counted in this phase")]
        if one.free_actions > 0:
            return [Reason("5.8", f"{one.free_actions} Free Actions are left", "use them first")]
        if one.denied:
            return [Reason("5.8", f"{one.name} was refused one more on this turn", "wait for the next turn")]
        return bars_request(enc, one)

    def act(self, table: Table, command: Command) -> None:
        table.emit(Requested(command.who, "free-action", "one more Free Action"))


# ---------------------------------------------------------------- body and breath


class MovementSpent(About):
    """Movement went into something that changes no place, such as getting up."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, units: int, on: str) -> None:
        self.who = who
        self.units = units
        self.on = on

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.spent += self.units
        one.spent_in["walk"] = one.spent_in.get("walk", 0) + self.units

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} spends {self.units} Movement: {self.on}"


class GoProne(PlayAction):
    """11.3: lying down is a Free Action."""

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        if one.has("prone"):
            return [Reason("11.3", f"{one.name} is Prone already")]
        return [Reason("11.3", f"{one.name} is in the air", "land first")] if one.altitude else []

    def act(self, table: Table, command: Command) -> None:
        gain(table, command.who, "prone", 1, "", "lies down")


class Stand(PlayAction):
    """11.3, 13.9: standing up is a Free Action and costs one unit of Movement."""

    purpose = READY

    def possible(self, enc: Encounter, who: str) -> bool:
        return being(enc, who).has("prone")

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        if not one.has("prone"):
            return [Reason("11.3", f"{one.name} is not Prone")]
        if one.stacks("slowed") >= 2:
            return [Reason("13.9", f"{one.name} is too slow to stand up")]
        reasons = bars_grip(enc, one)
        if counts(enc) and not reasons and movement_left(one) < 1:
            return [no_movement(one, 1)]
        return reasons

    def act(self, table: Table, command: Command) -> None:
        if counts(table.enc):
            left = movement_left(being(table.enc, command.who))
            table.emit(MovementSpent(command.who, min(1, left), "standing up"))
        end(table, command.who, "prone", "stands up")


class HoldBreath(PlayAction):
    """12.8: five turns and one more for each point of Athletics without air."""

    def possible(self, enc: Encounter, who: str) -> bool:
        return being(enc, who).breath <= 0

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        return [Reason("12.8", f"{one.name} is holding their breath already")] if one.breath > 0 else []

    def act(self, table: Table, command: Command) -> None:
        one = being(table.enc, command.who)
        table.emit(PoolChanged(command.who, "breath", max(1, 5 + one.numbers["athletics"]), "holding their breath"))
        gain(table, command.who, "silenced", 2 - one.stacks("silenced"), "", "holding their breath")


class Breathe(PlayAction):
    """12.8: breathing again is a Free Action."""

    def possible(self, enc: Encounter, who: str) -> bool:
        return being(enc, who).breath > 0

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        return [] if one.breath > 0 else [Reason("12.8", f"{one.name} is not holding their breath")]

    def act(self, table: Table, command: Command) -> None:
        table.emit(PoolChanged(command.who, "breath", 0, "breathes"))


ACTIONS: Final[list[Action]] = [
    Say("say", "Say something", "5.7", free=True),
    FreeAct("free", "Do something small", "5.7", free=True),
    Reply("reply", "Answer briefly", "5.10"),
    MoreFree("more-free", "Ask for one more Free Action", "5.8", idle=True, asks=True),
]
POSTURES: Final[list[Action]] = [
    GoProne("go-prone", "Lie down", "11.3", free=True, idle=True),
    Stand("stand", "Stand up", "11.3", free=True),
    HoldBreath("hold-breath", "Hold one's breath", "12.8", free=True, idle=True),
    Breathe("breathe", "Breathe again", "12.8", free=True, idle=True),
]
