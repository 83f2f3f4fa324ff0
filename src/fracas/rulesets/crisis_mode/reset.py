"""Section 15: the Reset Phase, step by step, and the roll for Action Points."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Command, Encounter, Roll, Step, Table, Tally
from fracas.engine.events import BOOKS, SUBJECT, About, PhaseBegan
from fracas.rulesets.crisis_mode.checks import adjust, effect_dice, kinds, modified, worn
from fracas.rulesets.crisis_mode.conditions import check_off, count_down, end_markers
from fracas.rulesets.crisis_mode.ending import TurnCounted, quiet_turn, settle_last_side
from fracas.rulesets.crisis_mode.fighter import Fighter, crisis, fighter, fighters, living
from fracas.rulesets.crisis_mode.free_steps import allowance
from fracas.rulesets.crisis_mode.injury import heal, lose
from fracas.rulesets.crisis_mode.options import options
from fracas.rulesets.crisis_mode.spells import give_mana


class PointsGranted(About):
    """A new Action Phase: so many Action Points and Free Steps."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, ap: int, free_steps: int) -> None:
        self.who = who
        self.ap = ap
        self.free_steps = free_steps

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.begin_phase()
        one.ap = one.ap_start = self.ap
        one.free_steps = self.free_steps

    def say(self, enc: Encounter) -> str:
        surprised = enc.flow.turn == 1 and fighter(enc, self.who).side in crisis(enc).surprised
        return f"{enc.name(self.who)}: {self.ap} AP{' (surprised)' if surprised else ''}, Free Steps {self.free_steps}"


class Reset(Step):
    """2.1, 15.1: losses, markers, checks, gains, durations, Action Points, Free Steps, each for everybody in list
    order."""

    def perform(self, table: Table, command: Command) -> None:
        if quiet_turn(table):
            return
        enc = table.enc
        table.emit(TurnCounted(crisis(enc).quiet))
        awake = conscious(enc)
        for one in living(enc):
            losses(table, one)
        fallen = [one.id for one in awake if not one.present]
        if enc.decided:
            settle_last_side(table)
            return
        end_markers(table)
        for one in conscious(enc):
            check_off(table, one)
        for one in living(enc):
            gains(table, one)
        for one in living(enc):
            count_down(table, one)
        table.emit(PhaseBegan("action", enc.flow.turn + 1))
        new_points(table, [], fallen)


def conscious(enc: Encounter) -> list[Fighter]:
    """15.2, 15.4: those who are not down."""
    return [one for one in fighters(enc) if one.present]


def losses(table: Table, one: Fighter) -> None:
    """15.2, 11.3, 11.5, 11.7: bleeding and dying count once together, the stabilised lose nothing to either."""
    harm, mana = 0, 0
    for kind, times in kinds(one):
        mana += min(kind.each_reset_mp, 0) * times
        if kind.each_reset_hp < 0 and kind.id not in ("bleeding", "dying"):
            harm -= kind.each_reset_hp * times
    if one.has("dying") or (one.has("bleeding") and not one.has("stabilised")):
        harm += 1
    if mana:
        give_mana(table, one.id, mana, "Reset")
    if harm:
        lose(table, one.id, harm, "Reset")


def gains(table: Table, one: Fighter) -> None:
    """15.5, 14.6: what worn things and conditions give; where mana comes back fast, 1 Mana Point for everybody too."""
    hp, mp = worn(Tally(), one, "hp_each_reset").total, worn(Tally(), one, "mp_each_reset").total
    for kind, times in kinds(one):
        hp += max(kind.each_reset_hp, 0) * times
        mp += max(kind.each_reset_mp, 0) * times
    if options(table.enc).mana_recovery == "fast" and one.present:
        mp += 1
    if hp and one.hp < one.max_hp:
        heal(table, one.id, hp, "Reset", False)
    if mp:
        give_mana(table, one.id, mp, "Reset")


def new_points(table: Table, surprised: list[str], fallen: list[str]) -> None:
    """1.4, 1.5, 1.7, 3.10, 15.7, 15.8, 15.9, 15.10: everybody rolls and has at least 1; the surprised exactly 1, the
    incapacitated 0."""
    enc = table.enc
    at_setup = enc.flow.turn == 1
    rolled: dict[str, int] = {}
    # Somebody the GM adds or wakes while dice are being thrown by hand rolls in a second go.
    for _ in range(2):
        late = [one for one in conscious(enc) if one.id not in fallen and one.id not in rolled]
        rolls = point_rolls(enc, late, surprised, at_setup)
        for roll, total in zip(rolls, table.roll_all(rolls), strict=True):
            rolled[roll.who] = total
    for one in living(enc):
        ap = 0
        if one.present and one.side in surprised:
            ap = 1
        elif one.present and one.id not in fallen:
            ap = max(rolled.get(one.id, 1), 1)
        table.emit(PointsGranted(one.id, ap, allowance(one)))


def point_rolls(enc: Encounter, people: list[Fighter], surprised: list[str], at_setup: bool) -> list[Roll]:
    """1.4, 15.7: one Effect die of Finesse each, for those who are not surprised."""
    rolls: list[Roll] = []
    for one in people:
        if one.side not in surprised:
            dice = effect_dice(enc, modified(one, "finesse"))
            rolls.append(Roll(one.id, dice, "Action Points", points_tally(one, at_setup)))
    return rolls


def points_tally(one: Fighter, at_setup: bool) -> Tally:
    """15.7, 12.9, 12.10, 14.6: what adjusts a roll for Action Points; worn things give nothing at set-up."""
    tally = adjust(Tally(), one, "ap_roll")
    return tally if at_setup else worn(tally, one, "ap_each_reset")
