"""Section 12: conditions as they come, add up, are resisted, and end."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import CURED, ENCOUNTER, RESET, Condition, Duration, Encounter, Reason, Table
from fracas.engine.events import GAIN, SUBJECT, About, ConditionEnded, ConditionGained, ConditionTicked
from fracas.rulesets.crisis_mode.checks import attempt, higher_stat, kinds
from fracas.rulesets.crisis_mode.fighter import Fighter, content_of, fighter, fighters
from fracas.rulesets.crisis_mode.profiles import ConditionKind, Inflict

TURNS: Final = "turns"
USUAL_TURNS: Final = 1
KNOCKED: Final = "knocked down"


class PostureChanged(About):
    """Somebody sits, kneels, lies or stands now; whoever does not stand has no Free Steps."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = GAIN

    def __init__(self, who: str, posture: str, why: str) -> None:
        self.who = who
        self.posture = posture
        self.why = why

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.posture = self.posture
        if not one.standing:
            one.free_steps = 0

    def result_word(self) -> str:
        return self.why if self.why == KNOCKED else ""

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is {self.posture} ({self.why})"

    def brief(self, enc: Encounter) -> str:
        return self.posture


def mark(table: Table, who: str, name: str, value: int) -> None:
    """12.5, 6.10: a marker until Reset; it counts again every time it comes."""
    old = fighter(table.enc, who).condition(name)
    total = value + (old.value if old is not None else 0)
    table.emit(ConditionGained(who, Condition(name, total, who, Duration(RESET))))


def gain(table: Table, who: str, kind: ConditionKind, value: int, turns: int, source: str) -> None:
    """12.1, 12.3: a condition comes; the higher value and the longer time remain."""
    until = lasting(kind, turns)
    old = fighter(table.enc, who).condition(kind.id)
    if old is not None:
        value = max(value, old.value)
        if old.until.moment != TURNS or (until.moment == TURNS and old.until.count >= until.count):
            until = old.until
        if value == old.value and until is old.until:
            return
    table.emit(ConditionGained(who, Condition(kind.id, value, source, until)))


def become(table: Table, who: str, name: str, value: int = 1) -> None:
    """A condition that follows from what happened, until something ends it."""
    gain(table, who, content_of(table.enc).conditions[name], value, 0, who)


def lasting(kind: ConditionKind, turns: int) -> Duration:
    """12.1, 12.2: until Reset, for turns, until cured or checked off, or for the crisis."""
    if kind.ends == "reset":
        return Duration(RESET)
    if kind.ends == "encounter":
        return Duration(ENCOUNTER)
    if turns > 0 or kind.ends == "turns":
        return Duration(TURNS, "", turns if turns > 0 else USUAL_TURNS)
    return Duration(CURED)


def inflict(table: Table, who: str, harm: Inflict, source: str) -> None:
    """12.4, 10.13: a condition from a card, unless the victim is immune or resists."""
    one = fighter(table.enc, who)
    if harm.kind.id in one.creature.immune or not one.alive:
        return
    if harm.resist and attempt(table, who, harm.resist, harm.challenge, f"resist {harm.kind.name.lower()}"):
        return
    gain(table, who, harm.kind, harm.value, harm.turns, source)


def lift(table: Table, who: str, name: str, why: str) -> None:
    """End a condition if it is there."""
    if fighter(table.enc, who).has(name):
        table.emit(ConditionEnded(who, name, why))


def end_markers(table: Table) -> None:
    """12.1, 15.3: everything that lasts until Reset goes."""
    for one in fighters(table.enc):
        for condition in one.conditions[:]:
            if condition.until.moment == RESET:
                table.emit(ConditionEnded(one.id, condition.name, "Reset"))


def check_off(table: Table, one: Fighter) -> None:
    """12.6, 12.16, 15.4: each condition that a check can end is checked, in the order in which they came."""
    for condition in one.conditions[:]:
        kind = content_of(table.enc).conditions.get(condition.name)
        if kind is None or kind.ends != "check":
            continue
        challenge = condition.value if kind.value_is_challenge and condition.value > 1 else kind.check_challenge
        stat = higher_stat(fighter(table.enc, one.id), kind.check_stats)
        if attempt(table, one.id, stat, challenge, f"shake off {kind.name.lower()}"):
            lift(table, one.id, condition.name, "shaken off")


def count_down(table: Table, one: Fighter) -> None:
    """12.2, 15.6: one turn is counted off; with none left to count the condition ends."""
    for condition in one.conditions[:]:
        if condition.until.moment == TURNS:
            if condition.until.count <= 0:
                table.emit(ConditionEnded(one.id, condition.name, "its time is up"))
            else:
                table.emit(ConditionTicked(one.id, condition.name, condition.until.count - 1))


def stumble(table: Table, who: str, squares: int) -> None:
    """12.11: the blinded who cover more than one square risk a fall."""
    one = fighter(table.enc, who)
    blind = [kind for kind, _ in kinds(one) if kind.trips]
    if squares > 1 and blind and one.present and one.standing:
        if not attempt(table, who, "finesse", 6, "keep one's feet"):
            table.emit(PostureChanged(who, "prone", "stumbles"))


def topple(table: Table, who: str, challenge: int) -> None:
    """5.16: whoever is hurt by what knocks people down keeps their feet by a Finesse check, or falls prone."""
    one = fighter(table.enc, who)
    if challenge and one.present and one.standing and one.altitude == 0:
        if not attempt(table, who, "finesse", challenge, "keep one's feet"):
            table.emit(PostureChanged(who, "prone", KNOCKED))


def must_flee(one: Fighter) -> bool:
    """12.14: does fear decide where this fighter may go?"""
    return bool(one.conditions) and bool([kind for kind, _ in kinds(one) if kind.must_flee])


def bars_fear(enc: Encounter, one: Fighter, square: int) -> list[Reason]:
    """12.14: the frightened end no movement nearer to an enemy they know of."""
    if not must_flee(one):
        return []
    scared = [kind for kind, _ in kinds(one) if kind.must_flee]
    for other in fighters(enc):
        if other.side == one.side or not other.present:
            continue
        now = enc.board.gap(one.pos, one.size, other.pos, other.size)
        if enc.board.gap(square, one.size, other.pos, other.size) < now:
            text = f"{one.name} is {scared[0].name.lower()} and would come nearer to {other.name}"
            return [Reason(scared[0].paragraph, text, "move away", "path")]
    return []


def bars_fear_blow(one: Fighter, melee: bool) -> list[Reason]:
    """12.14: the frightened do not attack hand to hand."""
    if not melee:
        return []
    return [Reason(kind.paragraph, f"{one.name} is {kind.name.lower()}") for kind, _ in kinds(one) if kind.must_flee]
