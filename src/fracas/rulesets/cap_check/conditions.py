"""Section 15: conditions with their stacks, boons, what they do to values, and when they end."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import (
    CURED,
    EFFECT,
    ENCOUNTER,
    TURN_END,
    TURN_START,
    Condition,
    Duration,
    Encounter,
    Table,
    Tally,
)
from fracas.engine.events import ConditionEnded, ConditionGained, ConditionTicked
from fracas.rulesets.cap_check.fighter import BARRIERS, Fighter, content_of, fighter, fighters
from fracas.rulesets.cap_check.options import options
from fracas.rulesets.cap_check.wording import BOON

ACTION: Final = "action"
ROLL: Final = "roll"
STANDING: Final = "standing"
THIS_TURN: Final = "this-turn"
BRIEF: Final = ("daze", "off-guard", "chill")
FOR_A_TURN: Final = ("sleep", "paralysis")
NOTHING: Final[list[Condition]] = []
ENDS_EARLY: Final = ("fragility", "silence")


def stacks(one: Fighter, name: str) -> int:
    """How many stacks of a condition somebody has."""
    held = one.condition(name)
    return held.value if held is not None else 0


def boon(one: Fighter, name: str, steady: bool = False) -> int:
    """15.19: boons of one name from different actions add up."""
    return sum([held.value for held in boons(one, name, steady)])


def boons(one: Fighter, name: str, steady: bool) -> list[Condition]:
    """15.20: the boons of a name; without those for the next action where what is done is none."""
    plain = BOON + name
    found = [held for held in one.conditions if held.name == plain or held.name.startswith(plain + "-")]
    return [held for held in found if held.until.moment != ACTION] if steady else found


def has_boon(one: Fighter, name: str) -> bool:
    return bool(one.conditions) and bool(boons(one, name, False))


def value_tally(one: Fighter, name: str, steady: bool = False) -> Tally:
    """15.7, 15.8: what a value is right now: that of the card, boons, and what conditions do to it, such as 4 off a
    dazed hero's A and 2 off the Dodge of somebody Off-Guard."""
    tally = Tally().add("card", int(getattr(one, name)))
    if not one.conditions:
        return tally
    add_boons(one, name, tally, steady)
    if name == "a" and one.is_hero and one.has("daze"):
        tally.add("Daze", -4, "15.7")
    elif name == "dodge" and off_guard(one):
        tally.add("Off-Guard", -2, "15.8")
    elif name in BARRIERS:
        weigh_vulnerability(one, tally)
    return tally


def add_boons(one: Fighter, name: str, tally: Tally, steady: bool) -> None:
    """15.19: each boon to a value by the name of what gave it."""
    for held in boons(one, name, steady):
        tally.add(one.content.source_title(held.source) or "boon", held.value, "15.19")


def off_guard(one: Fighter) -> bool:
    """15.9: whoever is Prone is Off-Guard as well."""
    return one.has("off-guard") or one.has("prone")


def weigh_vulnerability(one: Fighter, tally: Tally) -> None:
    """15.5: 1 less of each barrier per stack, not below 0."""
    tally.add("Vulnerability", -stacks(one, "vulnerability"), "15.5")
    if tally.total < 0:
        tally.add("never below 0", -tally.total, "15.5")


def value(one: Fighter, name: str, steady: bool = False) -> int:
    """What a value is right now; its parts are nobody's business."""
    return value_tally(one, name, steady).total if one.conditions else int(getattr(one, name))


def duration_of(enc: Encounter, one: Fighter, name: str) -> Duration:
    """15.4, 15.10, 15.16: when a condition ends of itself."""
    kind = content_of(enc).conditions[name]
    if name in FOR_A_TURN:
        return end_of_next_turn(enc, one)
    if kind.ends != "end" or (name in BRIEF and not options(enc).conditions_fade):
        return Duration(CURED, one.id)
    if name in ENDS_EARLY and not one.is_hero and options(enc).foe_durations == "start":
        return Duration(TURN_START, one.id)
    return end_of_next_turn(enc, one)


def end_of_next_turn(enc: Encounter, one: Fighter) -> Duration:
    """15.17: the turn under way does not count."""
    return Duration(TURN_END, one.id, 2 if one.id in enc.flow.active else 1)


def inflict(table: Table, who: str, name: str, amount: int, source: str) -> None:
    """15.1, 10.10, 10.14: add stacks up to the most there can be; Sleep interrupts what is sustained, Silence does
    not."""
    one = fighter(table.enc, who)
    if not one.present:
        return
    after = stacks(one, name) + max(amount, 1)
    after = min(after, content_of(table.enc).conditions[name].most or after)
    table.emit(ConditionGained(who, Condition(name, after, source, duration_of(table.enc, one, name))))
    if name == "sleep":
        from fracas.rulesets.cap_check.sustain import interrupt_all

        interrupt_all(table, who, name)


def grant(
    table: Table, who: str, name: str, amount: int, until: str, source: str, effect: Duration | None = None
) -> None:
    """15.19: a boon; a second one from the same source replaces the first."""
    one = fighter(table.enc, who)
    if until == ACTION and name in ("advantage", "disadvantage"):
        until = ROLL
    full, number = BOON + name, 2
    same = [held.name for held in boons(one, name, False) if held.source == source]
    while not same and one.has(full):
        full, number = f"{BOON}{name}-{number}", number + 1
    full = same[0] if same else full
    table.emit(ConditionGained(who, Condition(full, amount, source, lasting(table.enc, one, until, effect))))


def lasting(enc: Encounter, one: Fighter, until: str, effect: Duration | None) -> Duration:
    """15.19: until the next action or roll, the start or end of the next turn, an effect, or the encounter is over."""
    if until == "end":
        return end_of_next_turn(enc, one)
    if until == "sustain" and effect is not None:
        return effect
    moments = {"turn": TURN_START, "sustain": TURN_START, THIS_TURN: TURN_END}
    return Duration(moments.get(until, until if until in (ACTION, ROLL, STANDING) else ENCOUNTER), one.id)


def lift(table: Table, who: str, name: str, why: str) -> None:
    """A condition is over."""
    if fighter(table.enc, who).has(name):
        table.emit(ConditionEnded(who, name, why))


def reduce_stacks(table: Table, who: str, name: str, amount: int, why: str) -> None:
    """15.18: so many stacks fewer; none left, and it is over."""
    held = fighter(table.enc, who).condition(name)
    if held is not None and held.value <= amount:
        table.emit(ConditionEnded(who, name, why))
    elif held is not None:
        table.emit(ConditionGained(who, Condition(name, held.value - amount, held.source, held.until)))


def cleanse(table: Table, who: str, amount: int, why: str) -> None:
    """15.18: so many stacks in all, of those received first."""
    left = amount
    for held in fighter(table.enc, who).conditions[:]:
        if left > 0 and held.name in content_of(table.enc).conditions:
            taken = min(left, held.value)
            reduce_stacks(table, who, held.name, taken, why)
            left -= taken


def pass_moment(table: Table, moment: str, who: str) -> None:
    """15.16: what ends at this moment of this combatant ends; what waits for a later one has one less to wait."""
    for one in fighters(table.enc):
        for held in [held for held in one.conditions if held.until.falls(moment, who)] if one.conditions else NOTHING:
            if held.until.count > 1:
                table.emit(ConditionTicked(one.id, held.name, held.until.count - 1))
            else:
                table.emit(ConditionEnded(one.id, held.name, "its time is over"))


def end_effect(table: Table, who: str, key: str, of: str = "") -> None:
    """15.19: whatever lasted while an effect was sustained is over, for everybody who has it or for one."""
    for one in [fighter(table.enc, of)] if of else fighters(table.enc):
        for held in one.conditions[:]:
            if held.until.moment == EFFECT and held.until.whose == who and held.until.note == key:
                table.emit(ConditionEnded(one.id, held.name, "no longer sustained"))
