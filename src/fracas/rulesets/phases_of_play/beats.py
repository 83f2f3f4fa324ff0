"""Section 5: what is free on a turn, and answering what others say; Beats themselves are spent in `acting`."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.action import Action
from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.event import SUBJECT, Event
from fracas.engine.events import About
from fracas.engine.reason import Reason
from fracas.engine.table import Table
from fracas.rulesets.phases_of_play.acting import UNTIMED, PlayAction, WordedAction, bars_state
from fracas.rulesets.phases_of_play.being import Being, being, beings, phases
from fracas.rulesets.phases_of_play.conditions import bars_reaction, bars_voice
from fracas.rulesets.phases_of_play.phase_changes import Requested, bars_request


class Said(About):
    """Somebody spoke, or did something small."""

    SEEN: ClassVar[str] = SUBJECT
    SWEEPS: ClassVar[bool] = True

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


ACTIONS: Final[list[Action]] = [
    Say("say", "Say something", "5.7", free=True),
    FreeAct("free", "Do something small", "5.7", free=True),
    Reply("reply", "Answer briefly", "5.10"),
    MoreFree("more-free", "Ask for one more Free Action", "5.8", idle=True, asks=True),
]
EVENTS: Final[list[type[Event]]] = [Said, Replied]
