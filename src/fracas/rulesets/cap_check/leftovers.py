"""What is left of those who are gone: effects nobody sustains any more and fields nobody stands behind.

For the steps between commands; the GM's word can take somebody away in the middle of anything.
"""

from __future__ import annotations

from fracas.engine.command import Command
from fracas.engine.duration import EFFECT, Condition
from fracas.engine.encounter import Encounter
from fracas.engine.events import ConditionEnded
from fracas.engine.ruleset import Step
from fracas.engine.table import Table
from fracas.rulesets.cap_check.fields import lift_laid
from fracas.rulesets.cap_check.fighter import KEY, Fighter, fighter, fighters, rounds
from fracas.rulesets.cap_check.flow import Laid
from fracas.rulesets.cap_check.sustain import interrupt_all, key_of


def sustained_keys(enc: Encounter) -> list[tuple[str, str]]:
    """The effects that somebody who stands sustains: whose, and by which name."""
    return [(one.id, key_of(held.serial)) for one in fighters(enc) if one.present for held in one.sustaining]


def gone(enc: Encounter, who: str) -> bool:
    return who not in enc.combatants or fighter(enc, who).out


def adrift(enc: Encounter, one: Fighter, held: Condition, keys: list[tuple[str, str]]) -> bool:
    """10.18: a condition whose effect is no longer sustained, or that waits for a turn that never comes."""
    if held.until.moment == EFFECT:
        return (held.until.whose, held.until.note) not in keys
    return held.until.whose != one.id and held.until.whose in enc.combatants and gone(enc, held.until.whose)


def abandoned(enc: Encounter, laid: Laid, keys: list[tuple[str, str]]) -> bool:
    """16.5: a field whose user is out, or that hangs on an effect nobody sustains."""
    return gone(enc, laid.who) or (laid.by.startswith(KEY) and (laid.who, laid.by) not in keys)


def lost_conditions(enc: Encounter) -> list[tuple[str, str]]:
    """Whose conditions are adrift, and which."""
    keys = sustained_keys(enc)
    return [(one.id, held.name) for one in fighters(enc) for held in one.conditions if adrift(enc, one, held, keys)]


def lost_fields(enc: Encounter) -> list[Laid]:
    keys = sustained_keys(enc)
    return [field for field in rounds(enc).laid if abandoned(enc, field, keys)]


def lost_sustainers(enc: Encounter) -> list[str]:
    return [one.id for one in fighters(enc) if one.sustaining and not one.present]


def leftovers(enc: Encounter) -> bool:
    """Is anything left of somebody who is gone?"""
    return bool(lost_sustainers(enc)) or bool(lost_conditions(enc)) or bool(lost_fields(enc))


class ClearAway(Step):
    """10.18: whatever hung on somebody who is gone is over at once."""

    def __init__(self) -> None:
        super().__init__("clear-away", "What is left behind", "10.18")

    def perform(self, table: Table, command: Command) -> None:
        for who in lost_sustainers(table.enc):
            interrupt_all(table, who, "gone")
        for who, name in lost_conditions(table.enc):
            table.emit(ConditionEnded(who, name, "no longer sustained"))
        for field in lost_fields(table.enc):
            lift_laid(table, field.who, field.by)
