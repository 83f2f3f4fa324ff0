"""Section 2: surprise, what a fight costs, and how one begins."""

from __future__ import annotations

from fracas.engine.command import Command
from fracas.engine.duration import Condition
from fracas.engine.encounter import Encounter
from fracas.engine.events import ConditionGained
from fracas.engine.flow import Slot
from fracas.engine.ruleset import Step
from fracas.engine.table import Table
from fracas.rulesets.crisis_3d6.conditions import exhaust, lift
from fracas.rulesets.crisis_3d6.events import STRAIN, FightBegan, Strained, WentUnseen
from fracas.rulesets.crisis_3d6.flow import crisis
from fracas.rulesets.crisis_3d6.people import enemies, lasts, people, person
from fracas.rulesets.crisis_3d6.turn_order import FIGHT, begin_turn, roll_order

FEE = 10
DEFAULT_AP = 4
MUSTER = "muster"


class SetUp(Step):
    """2.1: everybody is in place; surprise turns or the fight itself begin."""

    def __init__(self) -> None:
        super().__init__("set-up", "Set-up", "2.1")

    def perform(self, table: Table, command: Command) -> None:
        enc = table.enc
        table.emit(FightBegan(1, 1))
        for one in people(enc):
            if one.hidden:
                table.emit(WentUnseen(one.id, [other.id for other in enemies(enc, one)]))
        if is_surprise(enc):
            begin_surprise(table)
        else:
            begin_fight(table)


class Muster(Step):
    """15.9: another fight begins; a step of its own, because ties in turn order may be rolled without end."""

    def __init__(self) -> None:
        super().__init__("muster", "Muster", "15.9")

    def perform(self, table: Table, command: Command) -> None:
        begin_fight(table)


def is_surprise(enc: Encounter) -> bool:
    """2.4: one side is surprised, and another is not."""
    sides = [one.side for one in people(enc) if one.present]
    surprised = [side for side in sides if side in crisis(enc).surprised]
    return 0 < len(surprised) < len(sides)


def begin_surprise(table: Table) -> None:
    """2.4: an extra turn for everybody who is not surprised, in list order."""
    enc = table.enc
    surprised = crisis(enc).surprised
    for one in people(enc):
        if one.side in surprised:
            table.emit(ConditionGained(one.id, Condition("surprised", 1, one.id, lasts("surprised", one.id))))
    begin_turn(table, 0, [Slot([one.id]) for one in people(enc) if one.present and one.side not in surprised])


def begin_fight(table: Table) -> None:
    """2.1, 2.5, 2.6, 2.7: nobody is surprised any more, everybody tires, and the turn order is rolled in list order."""
    enc = table.enc
    for one in people(enc):
        lift(table, one.id, "surprised", "the fight begins")
    if enc.options["fee-time"] == "start":
        collect_fees(table)
    begin_turn(table, 1, roll_order(table, [one.id for one in people(enc) if one.present]))


def collect_fees(table: Table) -> None:
    """2.7: once for each fight, from everybody."""
    for one in people(table.enc):
        pay_fee(table, one.id)


def pay_fee(table: Table, who: str) -> None:
    """2.7, 2.8: 10 points of Endurance, never below 0; NPCs are spared by the option."""
    one = person(table.enc, who)
    if not one.alive or (one.npc and table.enc.options["fee-payers"] == "characters"):
        return
    if one.ep > 0:
        table.emit(Strained(who, -min(FEE, one.ep), STRAIN))
    if person(table.enc, who).ep <= 0:
        exhaust(table, who)


def skip(enc: Encounter) -> None:
    """The first turn of a fight in list order, nobody having rolled or paid: for worked examples only."""
    flow = crisis(enc)
    flow.phase, flow.turn, flow.fights = FIGHT, 1, 1
    flow.order = [Slot([one.id]) for one in people(enc) if one.present]
    flow.at = 0 if flow.order else -1
    for one in people(enc):
        if one.hidden:
            one.unseen_by = [other.id for other in enemies(enc, one)]
