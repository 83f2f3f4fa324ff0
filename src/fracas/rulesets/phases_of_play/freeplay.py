"""Section 2: Freeplay: the loose order, requests to the GM and how they are answered."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import GM, Action, Choice, Command, Encounter, Invalid, Reason, Table
from fracas.engine.events import NEWS, PUBLIC, Event
from fracas.engine.offer import Crossed
from fracas.rulesets.phases_of_play.acting import (
    GmAction,
    PlayAction,
    WordedAction,
    bars_phase,
    bars_state,
    no_beat,
    spend,
)
from fracas.rulesets.phases_of_play.being import Being, being, beings, phases
from fracas.rulesets.phases_of_play.conditions import PoolChanged, bars_stunned
from fracas.rulesets.phases_of_play.ending import advance, bars_level, bars_level_now
from fracas.rulesets.phases_of_play.movement_ranges import RangeImprovised
from fracas.rulesets.phases_of_play.pause import allow_slow, bars_asking_slow
from fracas.rulesets.phases_of_play.phase_changes import Requested, RequestSettled, bars_request
from fracas.rulesets.phases_of_play.pieces import Request
from fracas.rulesets.phases_of_play.tests import Scored, bars_tested, need_number, test

LOOSE: Final = ("freeplay", "paused")
COMMON: Final = ["athletics", "sensing"]
"""The Tests worth listing; any other may be asked for."""


class AllowedOnce(Event):
    """An improvised activity will be harder from now on."""

    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = NEWS

    def __init__(self, words: str) -> None:
        self.words = words

    def apply(self, enc: Encounter) -> None:
        phases(enc).once.append(self.words)

    def say(self, enc: Encounter) -> str:
        return f"Allowed this once: {self.words}"


class LooseOrdered(Event):
    """A loose order is imposed, or lifted."""

    IDS: ClassVar[tuple[str, ...]] = ("order",)
    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = NEWS

    def __init__(self, order: list[str], at: int) -> None:
        self.order = order
        self.at = at

    def apply(self, enc: Encounter) -> None:
        flow = phases(enc)
        flow.loose, flow.loose_at = self.order[:], self.at

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        return LooseOrdered(self.order, phases(after).loose_at)

    def say(self, enc: Encounter) -> str:
        if not self.order:
            return "The loose order is lifted"
        return "A loose order: " + ", ".join([enc.name(who) for who in self.order])


class ImposeOrder(GmAction):
    """2.4: the GM names who is first, second and so on."""

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        names = list(command.targets)
        if not names or [who for who in names if names.count(who) > 1]:
            raise Invalid("command", "targets", names, "everybody in the order, each once")

    def commands(self, enc: Encounter) -> list[Command]:
        players = [one.id for one in beings(enc) if one.present and one.pc]
        singly = [self.command([one.id]) for one in beings(enc) if one.present and players != [one.id]]
        return [self.command(players), *singly] if players else singly

    def bars_details(self, enc: Encounter, command: Command) -> list[Reason]:
        absent = [who for who in command.targets if not being(enc, who).present]
        return [Reason("2.4", f"{enc.name(absent[0])} cannot act")] if absent else []

    def perform(self, table: Table, command: Command) -> None:
        table.emit(LooseOrdered(list(command.targets), 0))


class LiftOrder(GmAction):
    """2.6: and lifts it again."""

    def bars_now(self, enc: Encounter) -> list[Reason]:
        return [] if phases(enc).loose else [Reason("2.6", "there is no loose order")]

    def perform(self, table: Table, command: Command) -> None:
        table.emit(LooseOrdered([], 0))


# ---------------------------------------------------------------- asking


def request_words(request: Request) -> str:
    """What somebody asks for, as the GM is told it."""
    return {
        "range": f"a way to {request.words}", "free-action": "one more Free Action",
        "slow": f"the time to {request.words}", "level-up": f"to level up as a {request.words}",
    }.get(request.kind, request.words)  # fmt: skip


class Improvise(WordedAction):
    """2.7, 2.14: describing something no ability covers; the request waits, and nobody else with it."""

    example: str = "something"

    def cost(self, enc: Encounter, command: Command) -> str:
        return "1 Beat if it happens" if enc.flow.phase == "main" else "free"

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        return bars_request(enc, one)

    def perform(self, table: Table, command: Command) -> None:
        table.emit(Requested(command.who, "improvise", command.thing))


class TakeBack(PlayAction):
    """2.8: a request is taken back."""

    def possible(self, enc: Encounter, who: str) -> bool:
        return bool(phases(enc).requests)

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        return [Reason("2.8", f"{enc.name(who)} has no request waiting")] if phases(enc).request_of(who) is None else []

    def act(self, table: Table, command: Command) -> None:
        table.emit(RequestSettled(command.who, "taken back"))


# ---------------------------------------------------------------- answering


class Answer(GmAction):
    """2.13: something the GM says to a request that waits."""

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        if len(command.targets) != 1:
            raise Invalid("command", "targets", list(command.targets), "one whose request is answered")
        if command.thing:
            need_number(command.thing)

    def possible(self, enc: Encounter, who: str) -> bool:
        return bool(phases(enc).requests)

    def bars_details(self, enc: Encounter, command: Command) -> list[Reason]:
        request = phases(enc).request_of(command.target)
        if request is None:
            return [Reason("2.13", f"{enc.name(command.target)} has asked for nothing")]
        return self.bars_answer(enc, request)

    def bars_answer(self, enc: Encounter, request: Request) -> list[Reason]:
        """2.12: what was allowed once is answered only by a Test."""
        if request.kind == "improvise" and request.words in phases(enc).once:
            return [Reason("2.12", "that was allowed once", "ask for a Test"), *bars_granting(enc, request)]
        return bars_granting(enc, request)

    def perform(self, table: Table, command: Command) -> None:
        request = phases(table.enc).request_of(command.target)
        if request is not None:
            self.answer(table, request, command)

    def answer(self, table: Table, request: Request, command: Command) -> None:
        raise NotImplementedError

    def commands(self, enc: Encounter) -> list[Command]:
        return [self.command([request.who]) for request in phases(enc).requests]

    def label(self, enc: Encounter, command: Command) -> str:
        request = phases(enc).request_of(command.target)
        asked = "" if request is None else request_words(request)
        return f"{enc.name(command.target)}{': ' if asked else ''}{asked}"

    def aim(self, enc: Encounter, command: Command) -> str:
        return self.label(enc, command)


def bars_granting(enc: Encounter, request: Request) -> list[Reason]:
    """2.13, 18.4, 19.5: a request is granted while its asker could make it: in its phase, or on the asker's turn."""
    one = being(enc, request.who)
    if request.kind == "level-up":
        return bars_level_now(enc, one) + bars_level(one)
    if request.kind == "slow":
        return bars_asking_slow(enc, one)
    reasons = bars_phase(enc, one) + bars_state(one)
    if request.kind == "improvise":
        reasons = reasons + bars_stunned(one)
        if enc.flow.phase == "main" and one.beats < 1:
            reasons.append(no_beat(one, 1))
    return reasons


class Grant(Answer):
    """2.9, 10.12: it happens, without a Test."""

    def answer(self, table: Table, request: Request, command: Command) -> None:
        who = request.who
        table.emit(RequestSettled(who, "granted"))
        if request.kind == "improvise":
            try_out(table, request)
        elif request.kind == "range":
            waived = bool(command.numbers) and command.numbers[0] == 1
            table.emit(RangeImprovised(who, request.words, 1 if waived else 2))
        elif request.kind == "free-action":
            table.emit(PoolChanged(who, "free_actions", being(table.enc, who).free_actions + 1, "by leave"))
        elif request.kind == "slow":
            allow_slow(table, request)
        elif request.kind == "level-up":
            advance(table, who, request.words)


class Deny(Answer):
    """2.11: it is not possible."""

    def bars_answer(self, enc: Encounter, request: Request) -> list[Reason]:
        return []

    def answer(self, table: Table, request: Request, command: Command) -> None:
        table.emit(RequestSettled(request.who, "not possible"))
        table.emit(Scored(request.who, request.words, "", "impossible"))


class Once(Answer):
    """2.12: this once, with or without a Test; later only by a Test, and harder."""

    def bars_answer(self, enc: Encounter, request: Request) -> list[Reason]:
        if request.kind != "improvise":
            return [Reason("2.13", "only what is improvised can be allowed once")]
        return super().bars_answer(enc, request)

    def answer(self, table: Table, request: Request, command: Command) -> None:
        table.emit(RequestSettled(request.who, "this once"))
        table.emit(AllowedOnce(request.words))
        try_out(table, request, command.thing)


class AskTest(GmAction):
    """2.10, 2.13, 3.1: the GM asks for a Test, in answer to something improvised or out of the blue."""

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        if len(command.targets) != 1:
            raise Invalid("command", "targets", list(command.targets), "who makes the Test")
        need_number(command.thing)

    def bars_details(self, enc: Encounter, command: Command) -> list[Reason]:
        return self.bars_person(enc, command.target)

    def bars_person(self, enc: Encounter, who: str) -> list[Reason]:
        """2.13, 6.13: what is improvised must still be open to whoever asked; the dead make no Tests."""
        request = phases(enc).request_of(who)
        if request is not None and request.kind == "improvise":
            return bars_granting(enc, request)
        return bars_tested(enc, (who,))

    def commands(self, enc: Encounter) -> list[Command]:
        return Crossed(GM, self.verb, [one.id for one in beings(enc) if one.alive], COMMON).commands

    def choice_if_open(self, enc: Encounter, who: str) -> Choice | None:
        """Whoever may be tested may be tested in any way."""
        legal = [one.id for one in beings(enc) if one.alive and not self.bars_person(enc, one.id)]
        return Crossed(GM, self.verb, legal, COMMON) if legal else None

    def perform(self, table: Table, command: Command) -> None:
        enc, who = table.enc, command.target
        net = command.numbers[0] if command.numbers else 0
        request = phases(enc).request_of(who)
        if request is None or request.kind != "improvise":
            test(table, who, command.thing, net, "a Test")
            return
        table.emit(RequestSettled(who, "a Test"))
        try_out(table, request, command.thing, net - int(request.words in phases(enc).once))


def try_out(table: Table, request: Request, name: str = "", net: int = 0) -> None:
    """2.9, 2.10: something improvised costs a Beat; it happens, or a Test rolled at once tells how well it went."""
    spend(table, request.who, 1, "something improvised")
    if name:
        test(table, request.who, name, net, request.words)
    else:
        table.emit(Scored(request.who, request.words, "", "done"))


ACTIONS: Final[list[Action]] = [
    Improvise("improvise", "Improvise", "2.7", beats=1, asks=True),
    TakeBack("take-back", "Take a request back", "2.8", idle=True),
    ImposeOrder("order", "Impose a loose order", "2.4", "targets", LOOSE),
    LiftOrder("no-order", "Lift the loose order", "2.6", "none", LOOSE),
    Grant("grant", "Grant a request", "2.9", "targets thing?"),
    AskTest("test", "Ask for a Test", "2.10", "targets thing", idle=True),
    Once("once", "Allow it this once", "2.12", "targets thing?"),
    Deny("deny", "Deny a request", "2.11", "targets thing?"),
]
