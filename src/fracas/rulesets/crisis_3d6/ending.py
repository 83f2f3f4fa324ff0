"""Section 16: when a fight is over, and when the encounter is."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Command, Encounter, Reason, Slot, Step, Table
from fracas.engine.events import BOOKS, PUBLIC, ConditionEnded, Ended, Event, PhaseBegan, RoundBegan, SlotBegan
from fracas.rulesets.crisis_3d6.damage import die
from fracas.rulesets.crisis_3d6.flow import crisis
from fracas.rulesets.crisis_3d6.options import options
from fracas.rulesets.crisis_3d6.people import Person, people
from fracas.rulesets.crisis_3d6.setup import collect_fees
from fracas.rulesets.crisis_3d6.situation import RESPITE, situation
from fracas.rulesets.crisis_3d6.turn_order import FIGHT, SURPRISE

FIGHT_ONLY: Final = ("prone", "stunned", "covered", "overwatch", "surprised")


class LastSide(Step):
    """16.1, 16.2: one side has won; the encounter is over, or there is a respite."""

    def perform(self, table: Table, command: Command) -> None:
        enc = table.enc
        left = enc.sides_left()
        if left and enc.flow.phase != RESPITE and has_respite(enc, left[0]):
            clear_up(table)
            table.emit(PhaseBegan(RESPITE, enc.flow.turn))
            gather(table, left[0])
            return
        conclude(table, left[0] if left else "draw", "one side left" if left else "nobody left")


def has_respite(enc: Encounter, side: str) -> bool:
    """16.2: by the option or the scenario, for a side with a character on it."""
    if RESPITE not in (options(enc).aftermath, crisis(enc).aftermath):
        return False
    return bool([one for one in people(enc) if one.present and one.side == side and not one.npc])


def gather(table: Table, side: str) -> None:
    """15.1: everybody of the side that is left may act, in any order."""
    who = [one.id for one in people(table.enc) if one.present and one.side == side]
    table.emit(RoundBegan(0, [Slot(who, side).to_json()]))
    table.emit(SlotBegan(0, who))


def scattered(enc: Encounter) -> bool:
    """15.1: has the group of a respite changed?"""
    slot = enc.flow.current
    if enc.flow.phase != RESPITE or slot is None:
        return False
    return slot.who != [one.id for one in people(enc) if one.present and one.side == slot.kind]


class Regroup(Step):
    """Who came, went or woke up during a respite."""

    def perform(self, table: Table, command: Command) -> None:
        slot = table.enc.flow.current
        assert slot is not None
        if [one for one in people(table.enc) if one.present and one.side == slot.kind]:
            gather(table, slot.kind)
        else:
            conclude(table, "draw", "nobody left")


def clear_up(table: Table) -> None:
    """2.7, 12.8, 16.3: what does not outlast a fight, and what it costs whoever has not paid yet."""
    if table.enc.flow.phase in (SURPRISE, FIGHT):
        collect_fees(table)
    for one in people(table.enc):
        for condition in one.conditions[:]:
            if condition.name in FIGHT_ONLY:
                table.emit(ConditionEnded(one.id, condition.name, "the fight is over"))
    table.emit(FightOver())


def conclude(table: Table, result: str, why: str) -> None:
    """16.1, 16.4: the end of the encounter."""
    clear_up(table)
    table.emit(PhaseBegan("over", table.enc.flow.turn))
    table.emit(Ended(result, why))


def withered(enc: Encounter) -> list[Person]:
    """14.1: those who cannot live on, however that came about."""
    slowly = options(enc).death == "dying"
    living = situation(enc).living
    worn = [one for one in living if min(one.hp, one.might, one.speed, one.intelligence, one.charisma) <= 0]
    return [one for one in worn if withers(one, slowly)]


def withers(one: Person, slowly: bool) -> bool:
    """11.9, 11.12, 14.1: an ability at 0 kills, and so does no Health, or by the option as much below 0 as one had."""
    spent = one.hp <= 0 and not (slowly and one.hp > -one.max_hp)
    return spent or one.might <= 0 or one.speed <= 0 or one.intelligence <= 0 or one.charisma <= 0


class Wither(Step):
    """Nobody lives without an ability or with no Health."""

    def perform(self, table: Table, command: Command) -> None:
        for one in withered(table.enc):
            die(table, one.id)


class FightOver(Event):
    """A fight is over: no points, no aim, no long action outlasts it."""

    SEEN: ClassVar[str] = PUBLIC
    SWEEPS: ClassVar[bool] = True
    TELLS: ClassVar[str] = BOOKS

    def apply(self, enc: Encounter) -> None:
        """16.3: hands down."""
        for one in people(enc):
            one.ap = one.aim = one.progress = 0
            one.long = one.long_on = ""
            one.facing = ""


def bars_over() -> Reason:
    """16.5: once the encounter is over every command is refused."""
    return Reason("16.5", "the encounter is over", "undo its end, or begin another")
