"""Section 8, stunts: what the stunt faces of an attack buy."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Command, Encounter, Question, Table
from fracas.engine.events import BOOKS, SUBJECT, About
from fracas.rulesets.crisis_3d6.action_points import Aimed
from fracas.rulesets.crisis_3d6.checks import Result
from fracas.rulesets.crisis_3d6.conditions import fall, stun
from fracas.rulesets.crisis_3d6.cover import towards
from fracas.rulesets.crisis_3d6.people import Person, content_of, person
from fracas.rulesets.crisis_3d6.profiles import Stunt, Weapon

CRITICAL: Final = "critical"
STUNT_WINDOW: Final = "stunt"


def use_stunt(table: Table, who: str, target: str, weapon: Weapon, mine: Result, hit: bool) -> int:
    """8.15, 11.6: the stunt that the dice buy, asked for where several fit; returns the number of critical hits."""
    one = person(table.enc, who)
    fitting = [stunt for stunt in one.creature.stunts if fits(stunt, weapon, mine.stunts, hit)]
    if not fitting:
        return 1 if hit and worn_out(person(table.enc, target)) else 0
    chosen = fitting[0]
    if len(fitting) > 1:
        commands = [Command(who, stunt.id) for stunt in fitting]
        answer = table.ask(Question(who, STUNT_WINDOW, "Which stunt?", commands, commands[0]))
        chosen = content_of(table.enc).stunts[answer.verb]
    if not person(table.enc, target).alive:
        # The GM took it out of the fight while the question was open.
        return 0
    table.emit(StuntUsed(who, chosen.id))
    if chosen.effect == CRITICAL:
        return min(mine.stunts // max(chosen.needs, 1), weapon.rof)
    apply_stunt(table, who, target, chosen)
    return 1 if hit and worn_out(person(table.enc, target)) else 0


def stunts_of_use(one: Person, weapon: Weapon) -> list[int]:
    """For odds: with how many stunt faces another stunt is bought, or more of one."""
    found: list[int] = []
    for stunt in one.creature.stunts:
        times = weapon.rof if stunt.effect == CRITICAL else 1
        found.extend([max(stunt.needs, 1) * (time + 1) for time in range(times)])
    return sorted(dict.fromkeys(found))


def worn_out(target: Person) -> bool:
    """11.7, 12.2: so that every hit is critical."""
    return target.ep == 0 or target.has("exhausted")


def fits(stunt: Stunt, weapon: Weapon, stunts: int, hit: bool) -> bool:
    """8.15: enough stunt dice, the right kind of attack, and the right outcome."""
    kind = stunt.kind == "any" or (stunt.kind == "melee") == weapon.melee
    return kind and stunts >= stunt.needs and stunt.when in ("any", "hit" if hit else "miss")


def apply_stunt(table: Table, who: str, target: str, stunt: Stunt) -> None:
    """8.16, 8.17, 8.18: thrown to the ground, stunned, or a better aim next time."""
    if stunt.effect == "prone":
        fall(table, target, who, towards(table.enc, target, who))
    elif stunt.effect == "stunned":
        stun(table, target, who)
    elif stunt.effect == "aim":
        table.emit(Aimed(who, person(table.enc, who).aim + 1, "sees where it went"))


class StuntUsed(About):
    """Stunt faces bought something."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, stunt: str) -> None:
        self.who = who
        self.stunt = stunt

    def apply(self, enc: Encounter) -> None:
        pass

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} uses a stunt: {content_of(enc).stunts[self.stunt].name}"
