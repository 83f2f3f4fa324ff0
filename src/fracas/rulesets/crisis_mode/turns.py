"""Section 2: Rounds, their order, passing, and both ways an Action Phase ends."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Command, Encounter, Reason, Slot, Step, Table
from fracas.engine.events import (
    BOOKS,
    PUBLIC,
    REST,
    SUBJECT,
    About,
    Event,
    PhaseBegan,
    RoundBegan,
    SlotBegan,
    SlotEnded,
)
from fracas.rulesets.crisis_mode.action_points import CrisisAction
from fracas.rulesets.crisis_mode.checks import check_roll, modified
from fracas.rulesets.crisis_mode.fighter import Fighter, fighter, fighters
from fracas.rulesets.crisis_mode.options import options
from fracas.rulesets.crisis_mode.situation import Standing


class Passed(About):
    """An opportunity was given up; it counts as a pass only if nothing was done in it."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = REST

    def __init__(self, who: str, counts: bool) -> None:
        self.who = who
        self.counts = counts

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.acted_here = True
        one.passed = self.counts

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} passes" if self.counts else f"{enc.name(self.who)} is done"


class RoundCleared(Event):
    """A new Round: nobody has acted in it yet."""

    SEEN: ClassVar[str] = PUBLIC
    SWEEPS: ClassVar[bool] = True
    TELLS: ClassVar[str] = BOOKS

    def apply(self, enc: Encounter) -> None:
        for one in enc.combatants.values():
            one.begin_slot()


def able(one: Fighter) -> bool:
    """2.14, 4.4: who still counts: present, with points left, and not stunned."""
    return one.present and one.ap > 0 and not one.has("stunned")


def opportunity_over(enc: Encounter, who: str) -> bool:
    """2.9, 6.1: over after an action that is no movement, at 0 points, or when one cannot act any more."""
    one = fighter(enc, who)
    return one.acted_here or not able(one)


class Pass(CrisisAction):
    """2.10, 2.13: giving the opportunity up, or ending it after Free Steps or a movement."""

    def bars_in_turn(self, here: Standing) -> list[Reason]:
        return []

    def perform(self, table: Table, command: Command) -> None:
        one = fighter(table.enc, command.who)
        table.emit(Passed(command.who, not one.free_here and not one.moved_here))


class Next(Step):
    """2.3: on to the next opportunity, the next Round, or the end of the Phase."""

    def perform(self, table: Table, command: Command) -> None:
        enc = table.enc
        flow = enc.flow
        if flow.current is not None:
            table.emit(SlotEnded(flow.at, flow.order[flow.at].who))
        if options(enc).order == "re-sort" and flow.round > 0:
            resort(table)
        if begin_next_slot(table):
            return
        if phase_over(enc):
            table.emit(PhaseBegan("reset", flow.turn))
            return
        begin_round(table)
        begin_next_slot(table)


def begin_next_slot(table: Table) -> bool:
    """2.3, 2.4: the next in the order who still has points and can act; false if there is none."""
    enc = table.enc
    for index, slot in enumerate(enc.flow.order):
        if not slot.done and index > enc.flow.at:
            if able(fighter(enc, slot.who[0])):
                table.emit(SlotBegan(index, slot.who))
                return True
    return False


def begin_round(table: Table) -> None:
    """1.8, 2.3, 2.4: everybody with points, hidden or not, gets one opportunity, in descending order of current
    points."""
    enc = table.enc
    whos = [one.id for one in fighters(enc) if able(one)]
    order = in_order(table, whos)
    table.emit(RoundCleared())
    slots = [Slot([who], "", fighter(enc, who).ap).to_json() for who in order]
    table.emit(RoundBegan(enc.flow.round + 1, slots))


def resort(table: Table) -> None:
    """2.4: under `re-sort`, those who have not yet had their opportunity are put in order again."""
    enc = table.enc
    done = [slot for slot in enc.flow.order if slot.done]
    left = [slot.who[0] for slot in enc.flow.order if not slot.done]
    changed = [slot.who[0] for slot in enc.flow.order if not slot.done and slot.value != fighter(enc, slot.who[0]).ap]
    if not changed:
        return
    slots = [slot.to_json() for slot in done]
    slots.extend([Slot([who], "", fighter(enc, who).ap).to_json() for who in in_order(table, left, changed)])
    table.emit(RoundBegan(enc.flow.round, slots))


def in_order(table: Table, whos: list[str], fresh: list[str] | None = None) -> list[str]:
    """2.4, 2.6: by current Action Points, then by Modified Finesse, then by a roll (2.7).

    With `fresh`, only ties that somebody of these has just come into are rolled; the others keep their order.
    """
    groups: dict[tuple[int, int], list[str]] = {}
    for who in whos:
        one = fighter(table.enc, who)
        groups.setdefault((-one.ap, -modified(one, "finesse")), []).append(who)
    return [who for rank in sorted(groups) for who in settle_tie(table, groups[rank], fresh)]


def settle_tie(table: Table, group: list[str], fresh: list[str] | None) -> list[str]:
    """2.7: the seen among themselves, then the hidden among themselves, so that no roll gives anybody away."""
    order: list[str] = []
    for hidden in (False, True):
        part = [who for who in group if fighter(table.enc, who).hidden == hidden]
        kept = fresh is not None and not [who for who in part if who in fresh]
        order.extend(part if kept or not part else break_tie(table, part))
    return order


def break_tie(table: Table, group: list[str]) -> list[str]:
    """2.7: opponents roll Finesse checks, again if still equal; allies keep list order."""
    enc = table.enc
    sides = [fighter(enc, who).side for who in group]
    if sides.count(sides[0]) == len(sides):
        return group
    unseen = bool([who for who in group if fighter(enc, who).hidden])
    rolls = [check_roll(enc, who, "finesse", "who goes first", unseen) for who in group]
    totals = table.roll_all(rolls)
    order: list[str] = []
    for total in sorted(totals, reverse=True):
        equal = [who for who, rolled in zip(group, totals, strict=True) if rolled == total]
        if equal[0] not in order:
            order.extend(break_tie(table, equal))
    return order


def phase_over(enc: Encounter) -> bool:
    """2.11, 2.12: all spent, or all who are not have passed in this Round."""
    left = [one for one in fighters(enc) if able(one)]
    if not left:
        return True
    if enc.flow.round == 0:
        return False
    return not [one for one in left if not one.passed]
