"""Phases, rounds and turns, and the end of commands and encounters."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.encounter import Encounter
from fracas.engine.event import (
    BOOKS,
    MARK,
    SUBJECT,
    TURN,
    Event,
)
from fracas.engine.fields import PUBLIC, SECRET
from fracas.engine.flow import Slot, slot_from_json


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
