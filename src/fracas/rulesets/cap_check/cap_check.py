"""Section 6: the CAP Check, one d20 against C, A and P in that order, and the properties that spare it."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Dice, Encounter, Reading, Roll, Sum, Table, parse
from fracas.engine.events import RESULT
from fracas.rulesets.cap_check.conditions import ROLL, boon, has_boon, off_guard, pass_moment, value
from fracas.rulesets.cap_check.doing import BYPASS, CRITICAL, HIT, MISS, Doing
from fracas.rulesets.cap_check.fighter import Fighter, Told, fighter, title_of
from fracas.rulesets.cap_check.profiles import does

WORDS: Final = ("miss", "hit", "hit past the barrier", "critical hit")
SUM: Final = Sum()


class Checked(Told):
    """How a CAP Check or a defence came out for one target."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "target")
    TELLS: ClassVar[str] = RESULT

    def __init__(self, who: str, target: str, result: str, card: str) -> None:
        self.who = who
        self.target = target
        self.result = result
        self.card = card

    def subjects(self) -> list[str]:
        return [self.who, self.target]

    def result_word(self) -> str:
        return self.result

    def say(self, enc: Encounter) -> str:
        if self.result == "avoided":
            return f"{enc.name(self.target)} avoids {title_of(enc, self.card)}"
        verb = {"miss": "misses", "hit": "hits"}.get(self.result, f"scores a {self.result} on")
        return f"{enc.name(self.who)} {verb} {enc.name(self.target)} ({title_of(enc, self.card)})"

    def brief(self, enc: Encounter) -> str:
        return self.result


class CapReading(Reading):
    """6.1, 6.8: C first, then A, then P; a piercing hit needs no P."""

    def __init__(self, c: int, a: int, p: int, piercing: bool) -> None:
        self.c = c
        self.a = a
        self.p = p
        self.piercing = piercing

    def read(self, totals: list[int]) -> int:
        return judge(totals[0], self.c, self.a, self.p, self.piercing)

    def word(self, value: int) -> str:
        return WORDS[value]

    def key(self) -> str:
        return f"cap{self.c},{self.a},{self.p},{self.piercing}"


class AtMost(Reading):
    """13.3: 1 when the roll is no more than the value, else 0."""

    def __init__(self, goal: int, yes: str, no: str) -> None:
        self.goal = goal
        self.yes = yes
        self.no = no

    def read(self, totals: list[int]) -> int:
        return 1 if totals[0] <= self.goal else 0

    def word(self, value: int) -> str:
        return self.yes if value else self.no

    def key(self) -> str:
        return f"<={self.goal}"


def judge(roll: int, c: int, a: int, p: int, piercing: bool) -> int:
    """6.1, 6.3, 6.4, 6.5, 6.15: critical at C or less, a hit at A or less, past the barrier at P or less; so for every
    face."""
    if roll <= c:
        return CRITICAL
    if roll > a:
        return MISS
    return BYPASS if piercing or roll <= p else HIT


def d20(one: Fighter) -> Dice:
    """6.11: each net stack of advantage or disadvantage is one more die; the lowest or the highest counts."""
    net = boon(one, "advantage") - boon(one, "disadvantage") if one.conditions else 0
    if net > 0:
        return parse(f"{1 + net}d20kl1")
    return parse(f"{1 - net}d20kh1") if net < 0 else parse("d20")


def throw_d20(table: Table, one: Fighter, why: str, reading: Reading) -> int:
    """15.19: a check of any kind; what is for the next roll is for this one."""
    result = table.read([Roll(one.id, d20(one), why)], reading)
    pass_moment(table, ROLL, one.id)
    return result


def cap_value(enc: Encounter, doing: Doing, name: str, only: str) -> int:
    """6.10, 15.8: C, A or P for this action: the hero's, the action's, and 2 against one Off-Guard foe."""
    one, card = fighter(enc, doing.who), doing.card
    total = value(one, name, doing.sustained) + (card.c if name == "c" else card.a if name == "a" else card.p)
    target = fighter(enc, only) if name == "a" and only else one
    return total + 2 if off_guard(target) and not target.is_hero else total


def asleep_alone(enc: Encounter, doing: Doing, enemies: list[str]) -> bool:
    """15.10: an action that targets only a sleeper is a critical hit without a check."""
    return len(doing.targets) == 1 and len(enemies) == 1 and fighter(enc, enemies[0]).has("sleep")


def check_cap(table: Table, doing: Doing, enemies: list[str]) -> None:
    """6.6, 6.7, 6.12: none for AUTO-CRIT and AUTO-HIT, else one for the action, however many foes it targets."""
    if doing.card.auto_crit or asleep_alone(table.enc, doing, enemies):
        settle(table, doing, enemies, CRITICAL)
    else:
        settle(table, doing, enemies, HIT if doing.card.auto_hit else roll_cap(table, doing, enemies))


def roll_cap(table: Table, doing: Doing, enemies: list[str]) -> int:
    """6.1, 6.13: a d20 against the values of this action; without damage P has no meaning."""
    doing.checked = True
    one = fighter(table.enc, doing.who)
    only = enemies[0] if len(doing.targets) == 1 and len(enemies) == 1 else ""
    c, a, p = [cap_value(table.enc, doing, name, only) for name in ("c", "a", "p")]
    piercing = doing.card.piercing or has_boon(one, "piercing")
    why = f"CAP Check {c}/{a}/{p}, {doing.card.name}"
    if not does(doing.effects, "damage"):
        p, piercing = 0, False
    return throw_d20(table, one, why, CapReading(c, a, p, piercing))


def settle(table: Table, doing: Doing, enemies: list[str], result: int) -> None:
    """6.13: whoever is hit is hit, whether the action deals damage or not."""
    for who in enemies:
        doing.results[who] = result
        table.emit(Checked(doing.who, who, WORDS[result], doing.card.id))
