"""Section 2: rounds, slots, and the start and end of turns."""

from __future__ import annotations

from itertools import permutations
from typing import ClassVar

from fracas.engine.api import TURN_END, TURN_START, Command, Encounter, Reason, Slot, Step, Table
from fracas.engine.events import BOOKS, NEWS, PUBLIC, SUBJECT, About, Event, RoundBegan, SlotBegan, SlotEnded
from fracas.engine.purpose import READY
from fracas.rulesets.cap_check.acting import CapAction, Paid, PoolRestored, bars_points
from fracas.rulesets.cap_check.behaviour import chain_over
from fracas.rulesets.cap_check.conditions import lift, pass_moment
from fracas.rulesets.cap_check.damage import fester, pursue
from fracas.rulesets.cap_check.ending import stalemate
from fracas.rulesets.cap_check.fields import lift_stale, suffer
from fracas.rulesets.cap_check.fighter import FULL_POOL, Fighter, fighter, fighters, rounds
from fracas.rulesets.cap_check.foes import actions_of, goes_by_card
from fracas.rulesets.cap_check.options import options
from fracas.rulesets.cap_check.profiles import RANKS
from fracas.rulesets.cap_check.sustain import maintain

MOST_AGREED = 4


class RoundCleared(Event):
    """A new round: what is counted by the round starts over."""

    SEEN: ClassVar[str] = PUBLIC
    SWEEPS: ClassVar[bool] = True
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, round: int, quiet: int) -> None:
        self.round = round
        self.quiet = quiet

    def apply(self, enc: Encounter) -> None:
        flow = rounds(enc)
        flow.turn = self.round
        flow.quiet = self.quiet
        flow.changed = False
        for one in fighters(enc):
            one.begin_round()


class SlotsTaken(Event):
    """The heroes have taken their slots."""

    IDS: ClassVar[tuple[str, ...]] = ("who",)
    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = NEWS

    def __init__(self, who: list[str]) -> None:
        self.who = who

    def apply(self, enc: Encounter) -> None:
        for place, who in enumerate(self.who, start=1):
            fighter(enc, who).slot = place

    def say(self, enc: Encounter) -> str:
        return "Slots: " + ", ".join([enc.name(who) for who in self.who])


class TurnBegan(About):
    """The start of a turn is under way."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def apply(self, enc: Encounter) -> None:
        rounds(enc).set_begun(True)


class TurnOver(About):
    """A turn is over for good."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def apply(self, enc: Encounter) -> None:
        rounds(enc).set_begun(False)
        fighter(enc, self.who).weathered = False


def slots_of(enc: Encounter) -> list[Slot]:
    """2.2, 2.3: hero, Grunts, hero, Awakened, hero, Elites, hero, Bosses, then any other heroes."""
    heroes = [Slot([one.id], "hero") for one in ranked(enc)]
    order: list[Slot] = []
    for index, rank in enumerate(RANKS):
        foes = [one for one in fighters(enc) if one.rank == rank and in_order(one)]
        order += heroes[index : index + 1] + [Slot([one.id], rank) for one in foes]
    return order + heroes[len(RANKS) :]


def take_slots(table: Table) -> None:
    """1.3: in list order, or as all heroes agree under the option, once or in every round. The hidden come after those
    everybody sees: to be asked about them would tell of them."""
    order = [one.id for one in ranked(table.enc)]
    heroes = [one.id for one in ranked(table.enc) if not one.hidden]
    if options(table.enc).slots != "listed" and 1 < len(heroes) <= MOST_AGREED:
        commands = [Command(heroes[0], "order", way) for way in permutations(heroes)]
        agreed = table.agree(heroes, "slots", "In which order do the heroes take their slots?", commands)
        if agreed is not None:
            order = [*agreed.targets, *[who for who in order if who not in agreed.targets]]
    table.emit(SlotsTaken(order))


def ranked(enc: Encounter) -> list[Fighter]:
    """1.3: the heroes by their slots; those who came later come last."""
    return sorted([one for one in fighters(enc) if one.is_hero and not one.out], key=slot_of)


def slot_of(one: Fighter) -> int:
    return one.slot or 1000


def in_order(one: Fighter) -> bool:
    """2.7: the FALLEN heroes keep their slot; foes that are out, or lie there, have none."""
    return not one.out and (one.is_hero or one.present)


def turn_over(enc: Encounter, who: str) -> bool:
    """2.6, 2.7, 15.10: passed, FALLEN, asleep, or at the end of the chain."""
    one = fighter(enc, who)
    if rounds(enc).passed or not one.present:
        return True
    return one.spoke > 0 and chain_over(one) if goes_by_card(enc, one) else one.has("sleep")


class NextSlot(Step):
    """2.1: the turn under way ends, and the next slot has its turn; after the last one a new round begins."""

    def __init__(self) -> None:
        super().__init__("next", "Next turn", "2.1")

    def perform(self, table: Table, command: Command) -> None:
        current = table.enc.flow.current
        if current is not None:
            end_turn(table, current.who[0])
        if not begin_next_slot(table) and not stalemate(table):
            begin_round(table)
            begin_next_slot(table)


def end_turn(table: Table, who: str) -> None:
    """2.6: what lasts until the end of this turn is over."""
    pass_moment(table, TURN_END, who)
    table.emit(TurnOver(who))
    flow = table.enc.flow
    table.emit(SlotEnded(flow.at, flow.order[flow.at].who))


def begin_next_slot(table: Table) -> bool:
    """2.1, 2.7: the next in the order who has a turn; false if there is none."""
    enc = table.enc
    for index, slot in enumerate(enc.flow.order):
        if not slot.done and index > enc.flow.at and slot.who[0] in enc.combatants:
            if fighter(enc, slot.who[0]).present:
                table.emit(SlotBegan(index, slot.who))
                return True
            pass_over(table, slot.who[0])
    return False


def pass_over(table: Table, who: str) -> None:
    """2.7: what lasts until the start or the end of a turn does not outlast it because its owner has FALLEN."""
    pass_moment(table, TURN_START, who)
    lift_stale(table, who)
    pass_moment(table, TURN_END, who)


def begin_round(table: Table) -> None:
    """2.8: what is counted by the round starts over."""
    enc = table.enc
    flow = rounds(enc)
    if flow.round == 0 or options(enc).slots == "rounds":
        take_slots(table)
    quiet = 0 if flow.changed or flow.round == 0 else flow.quiet + 1
    table.emit(RoundBegan(flow.round + 1, [slot.to_json() for slot in slots_of(enc)]))
    table.emit(RoundCleared(enc.flow.round, quiet))


class TurnStart(Step):
    """2.5: the start of a turn, step by step."""

    def __init__(self) -> None:
        super().__init__("turn-start", "Start of the turn", "2.5")
        self.foreseeable = True

    def perform(self, table: Table, command: Command) -> None:
        who = table.enc.flow.active[0]
        table.emit(TurnBegan(who))
        pass_moment(table, TURN_START, who)
        for begin in (lift_stale, pursue, fester, suffer, restore, maintain):
            begin(table, who)


def restore(table: Table, who: str) -> None:
    """3.1, 3.6, 15.12: the pool is filled, never beyond; with Chill to one point less."""
    one = fighter(table.enc, who)
    if not one.present:
        return
    points = FULL_POOL - (1 if one.has("chill") else 0) if one.is_hero else actions_of(one)
    table.emit(PoolRestored(who, points))
    if not one.is_hero and options(table.enc).foes == "free" and not one.has("sleep"):
        lift(table, who, "prone", "gets up")


class Rise(CapAction):
    """15.9: a Fast action ends Prone."""

    purpose = READY

    def __init__(self) -> None:
        super().__init__("rise", "Rise", "15.9")

    def cost(self, enc: Encounter, command: Command) -> str:
        return "Fast"

    def bars_self(self, enc: Encounter, one: Fighter) -> list[Reason]:
        """15.9: only who is Prone rises."""
        reasons = [] if one.has("prone") else [Reason("15.9", f"{one.name} is not Prone")]
        return reasons + bars_points(one, 1)

    def perform(self, table: Table, command: Command) -> None:
        table.emit(Paid(command.who, 1, self.verb, 0, "turn"))
        lift(table, command.who, "prone", "rises")
