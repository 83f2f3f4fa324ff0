"""Section 18: victory, defeat, a draw, what becomes of everybody afterwards, and what is left of those who are gone."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import EFFECT, Command, Condition, Encounter, Step, Table
from fracas.engine.events import ConditionEnded, Ended, PhaseBegan
from fracas.rulesets.cap_check.fields import lift_laid
from fracas.rulesets.cap_check.fighter import FOES, HEROES, KEY, Fighter, fighter, fighters, rounds
from fracas.rulesets.cap_check.healing_and_fallen import Mended, Recovered
from fracas.rulesets.cap_check.sustain import interrupt_all, key_of

WHY: Final = {HEROES: "all foes are down", FOES: "all heroes have FALLEN"}

QUIET_ROUNDS: Final = 5


class Decision(Step):
    """18.1, 18.2: heroes win when no foe stands, and foes when no hero does."""

    def __init__(self) -> None:
        super().__init__("decision", "One side left", "18.1")

    def perform(self, table: Table, command: Command) -> None:
        left = table.enc.sides_left()
        result = left[0] if left else "draw"
        conclude(table, result, WHY.get(result, "nobody else stands"))


def stalemate(table: Table) -> bool:
    """18.3: a draw after so many rounds without any change of Hit Points; true if it is one."""
    enc = table.enc
    flow = rounds(enc)
    if flow.round == 0 or flow.changed or flow.quiet + 1 < QUIET_ROUNDS:
        return False
    conclude(table, "draw", f"{QUIET_ROUNDS} rounds without any change")
    return True


def conclude(table: Table, result: str, why: str) -> None:
    """18.4: when heroes win, all of them get up, are whole and free of conditions; sustained effects end."""
    enc = table.enc
    for one in fighters(enc):
        interrupt_all(table, one.id, "the fight is over")
        if result == HEROES and one.side == HEROES and not one.out:
            if one.down:
                table.emit(Recovered(one.id, one.max_hp, "victory"))
            if one.hp < one.max_hp:
                table.emit(Mended(one.id, one.max_hp - one.hp, "victory"))
            for held in one.conditions[:]:
                table.emit(ConditionEnded(one.id, held.name, "victory"))
    table.emit(PhaseBegan("over", enc.flow.turn))
    table.emit(Ended(result, why))


def is_sustained(enc: Encounter, who: str, key: str) -> bool:
    """Does somebody who stands sustain the effect of this name?"""
    if who not in enc.combatants or not fighter(enc, who).present:
        return False
    return key in [key_of(held.serial) for held in fighter(enc, who).sustaining]


def gone(enc: Encounter, who: str) -> bool:
    return who not in enc.combatants or fighter(enc, who).out


def adrift(enc: Encounter, one: Fighter, held: Condition) -> bool:
    """10.18: a condition whose effect is no longer sustained, or that waits for a turn that never comes."""
    until = held.until
    if until.moment == EFFECT:
        return not is_sustained(enc, until.whose, until.note)
    return until.whose != one.id and until.whose in enc.combatants and gone(enc, until.whose)


def abandoned(enc: Encounter, who: str, by: str) -> bool:
    """16.5: a field whose user is out, or that depends on an effect nobody sustains."""
    return gone(enc, who) or (by.startswith(KEY) and not is_sustained(enc, who, by))


def lost_conditions(enc: Encounter) -> list[tuple[str, str]]:
    """Whose conditions are adrift, and which."""
    return [(one.id, held.name) for one in fighters(enc) for held in one.conditions if adrift(enc, one, held)]


def lost_fields(enc: Encounter) -> list[tuple[str, str]]:
    """Whose fields are abandoned, and by which effect they were laid."""
    laid = dict.fromkeys([(laid.who, laid.by) for laid in rounds(enc).laid])
    return [(who, by) for who, by in laid if abandoned(enc, who, by)]


def lost_sustainers(enc: Encounter) -> list[str]:
    return [one.id for one in fighters(enc) if one.sustaining and not one.present]


def leftovers(enc: Encounter) -> bool:
    """Is anything left of somebody who is gone?"""
    for one in fighters(enc):
        if one.sustaining and not one.present:
            return True
        for held in one.conditions:
            if adrift(enc, one, held):
                return True
    return bool(rounds(enc).laid and lost_fields(enc))


class ClearAway(Step):
    """10.18: whatever hung on somebody who is gone is over at once."""

    def __init__(self) -> None:
        super().__init__("clear-away", "What is left behind", "10.18")

    def perform(self, table: Table, command: Command) -> None:
        for who in lost_sustainers(table.enc):
            interrupt_all(table, who, "gone")
        for who, name in lost_conditions(table.enc):
            table.emit(ConditionEnded(who, name, "no longer sustained"))
        for who, by in lost_fields(table.enc):
            lift_laid(table, who, by)
