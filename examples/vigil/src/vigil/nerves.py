"""Section 3: stress, what happens when it is full, and conditions as they come and end."""

from __future__ import annotations

from fracas.engine.duration import TURN_END, TURN_START, Condition, Duration
from fracas.engine.encounter import Encounter
from fracas.engine.events import ConditionEnded, ConditionGained, ConditionTicked, Removed
from fracas.engine.reason import Reason
from fracas.engine.table import Table
from vigil.options import FLEES, options
from vigil.state import Frayed, being

SHAKEN, MARKED = "shaken", "marked"


def fray(table: Table, who: str, stress: int) -> None:
    """3.1: stress counts up until it is full."""
    table.emit(Frayed(who, stress))
    check_nerve(table, who)


def check_nerve(table: Table, who: str) -> None:
    """3.2: full stress shakes people or drives them out, as the option says."""
    one = being(table.enc, who)
    if one.stress < one.nerve or one.out:
        return
    if options(table.enc).full_stress == FLEES:
        table.emit(Removed(who, "the nerves gave way"))
    else:
        table.emit(Frayed(who, -one.stress))
        give(table, who, SHAKEN)


def give(table: Table, who: str, name: str) -> None:
    """3.3, 3.4: a condition with its usual duration. The end of a turn that is under way does not count."""
    if name == SHAKEN:
        until = Duration(TURN_END, who, 2 if who in table.enc.flow.active else 1)
    else:
        until = Duration(TURN_START, who)
    table.emit(ConditionGained(who, Condition(name, 1, "", until)))


def pass_moment(table: Table, moment: str, whose: str) -> None:
    """3.3, 3.4: this moment is counted off whatever lasts until it, and what has lasted long enough ends."""
    for one in table.enc.combatants.values():
        for held in one.conditions[:]:
            if held.until.falls(moment, whose):
                if held.until.count > 1:
                    table.emit(ConditionTicked(one.id, held.name, held.until.count - 1))
                else:
                    table.emit(ConditionEnded(one.id, held.name, "its time is up"))


def bars_shaken(enc: Encounter, who: str) -> list[Reason]:
    """3.3: neither strikes nor pushes nor steps in."""
    return [Reason("3.3", f"{enc.name(who)} is shaken", "wait a turn")] if enc.combatants[who].has(SHAKEN) else []
