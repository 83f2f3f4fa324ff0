"""Section 18: the Paused phase, what cannot be done in it, and how it ends."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Action, Command, Encounter, Invalid, Reason, Table
from fracas.engine.events import BOOKS, SUBJECT, About
from fracas.engine.reading import read_rest
from fracas.rulesets.phases_of_play.acting import GmAction, PlayAction, bars_loose, bars_state, no_beat
from fracas.rulesets.phases_of_play.being import Being, being, phases
from fracas.rulesets.phases_of_play.conditions import PoolChanged
from fracas.rulesets.phases_of_play.phase_changes import Requested, bars_request, change
from fracas.rulesets.phases_of_play.pieces import Request

PAUSED: Final = "paused"
RESTS: Final = ("shield", "dodge", "vitality", "health")


class SlowAllowed(About):
    """The GM allows one slow ability in this pause, or it has been used."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, ability: str, yes: bool) -> None:
        self.who = who
        self.ability = ability
        self.yes = yes

    def apply(self, enc: Encounter) -> None:
        flow = phases(enc)
        key = [self.who, self.ability]
        flow.leaves = [leave for leave in flow.leaves if leave != key] + ([key] if self.yes else [])


class Announce(GmAction):
    """1.4, 18.1, 18.5, 18.7: the GM says that another phase begins; order, round and turn outlast a pause."""

    def __init__(self, verb: str, title: str, paragraph: str, after: str, phase: str) -> None:
        super().__init__(verb, title, paragraph, "none", (after,))
        self.phase = phase

    def perform(self, table: Table, command: Command) -> None:
        change(table, self.phase)


class EndPause(PlayAction):
    """18.6: a Beat ends the pause."""

    PHASES: ClassVar[tuple[str, ...]] = (PAUSED,)

    def cost(self, enc: Encounter, command: Command) -> str:
        return "1 Beat"

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        if enc.flow.phase != PAUSED:
            return [Reason("1.4", "there is no pause to end")]
        one = being(enc, who)
        return bars_state(one) or bars_loose(enc, one) + bars_breaking(one, 1)

    def act(self, table: Table, command: Command) -> None:
        break_pause(table, command.who, 1)


def bars_breaking(one: Being, beats: int) -> list[Reason]:
    """5.3, 18.6: whoever ends a pause pays for it."""
    return [no_beat(one, beats)] if one.beats < beats else []


def break_pause(table: Table, who: str, beats: int) -> None:
    """18.6: the Main phase goes on, and the Beats are missing on the next turn."""
    change(table, "main")
    table.emit(PoolChanged(who, "beats", max(0, being(table.enc, who).beats - beats), "ending the pause"))


def bars_slow(enc: Encounter, one: Being, ability: str) -> list[Reason]:
    """7.9, 18.3: one Slow Action at a time, and in a pause none unless the GM allows it."""
    reasons: list[Reason] = []
    if enc.flow.phase == PAUSED and [one.id, ability] not in phases(enc).leaves:
        reasons.append(Reason("18.3", "that takes longer than an Action", "ask the GM for leave"))
    if one.pending is not None:
        reasons.append(Reason("7.9", f"{one.name} has a Slow Action pending already"))
    return reasons


class AskSlow(PlayAction):
    """18.4: asking for leave to do something slow in a pause."""

    PHASES: ClassVar[tuple[str, ...]] = (PAUSED,)

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        known = [*rests(), "first-aid", *slow_abilities(being(enc, command.who))]
        if command.thing not in known:
            raise Invalid("command", "thing", command.thing, "one of " + ", ".join(known))

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        one = being(enc, who)
        return bars_asking_slow(enc, one) + bars_request(enc, one)

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        return [Command(one.id, self.verb, thing=rest) for rest in rests()]

    def act(self, table: Table, command: Command) -> None:
        board = table.enc.board
        words = [command.thing, *[board.name(square) for square in command.squares]]
        table.emit(Requested(command.who, "slow", " ".join(words), list(command.targets)))


def bars_asking_slow(enc: Encounter, one: Being) -> list[Reason]:
    """18.4: in a pause, by somebody who is up and not waiting for another's loose turn."""
    if enc.flow.phase != PAUSED:
        return [Reason("18.4", "there is no pause")]
    return bars_state(one) or bars_loose(enc, one)


def rests() -> list[str]:
    """15.13, 15.14: a Rest and what it is for."""
    return [f"rest {gain}" for gain in RESTS]


def slow_abilities(one: Being) -> list[str]:
    """18.3: what takes longer than an Action."""
    return [ability.id for ability in one.card.abilities if ability.time == "slow-action"]


def allow_slow(table: Table, request: Request) -> None:
    """18.4: with leave it takes effect at once, if it is possible at all."""
    who = request.who
    first, *rest = request.words.split()
    verb, words = (first, rest) if first in ("rest", "first-aid") else ("use", [first, *rest])
    command = read_rest(table.ruleset, table.enc, who, verb, [*words, *request.targets])
    table.emit(SlowAllowed(who, first, True))
    if table.allows(command):
        table.ruleset.actions[command.verb].perform(table, command)
    table.emit(SlowAllowed(who, first, False))


ACTIONS: Final[list[Action]] = [
    Announce("pause", "Pause the Encounter", "18.1", "main", PAUSED),
    Announce("resume", "Go on with the Encounter", "18.7", PAUSED, "main"),
    AskSlow("ask-slow", "Ask for something slow", "18.4", "thing target? square?", asks=True),
    EndPause("end-pause", "End the pause", "18.6"),
]
