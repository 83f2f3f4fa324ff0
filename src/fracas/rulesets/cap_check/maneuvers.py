"""Section 17: maneuvers, most of them with a skill check, one for each hero."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import ENCOUNTER, TURN_START, Command, Condition, Duration, Encounter, Invalid, Reason, Table
from fracas.engine.events import ACT, SUBJECT, About, ConditionGained
from fracas.engine.purpose import HELP
from fracas.rulesets.cap_check.acting import CapAction, Paid, bars_points
from fracas.rulesets.cap_check.actions import SPEEDS
from fracas.rulesets.cap_check.cap_check import AtMost, throw_d20
from fracas.rulesets.cap_check.conditions import ACTION, ROLL, STANDING, THIS_TURN, grant
from fracas.rulesets.cap_check.fighter import Fighter, fighter, fighters, has_fallen, title_of
from fracas.rulesets.cap_check.foes import say_check
from fracas.rulesets.cap_check.healing_and_fallen import heal
from fracas.rulesets.cap_check.knowing import PART, STUDIED, WHOLE, studied
from fracas.rulesets.cap_check.movement import Gait, Walk, go_along
from fracas.rulesets.cap_check.profiles import FIELD_RANGE, Maneuver
from fracas.rulesets.cap_check.targets import apart, bars_enemy, covered, in_cover

WALKED = ("tumble", "spring")
ON_FOE = ("betray", "study", "study-in-full")
ON_OTHER = ("guide",)
STUDIES: Final = {"study": PART, "study-in-full": WHOLE}
VALUES = ("a", "p")
BOONS: Final = {
    "analyze": ("p", 3, ACTION),
    "feint": ("a", 2, ACTION),
    "focus": ("die", 1, ACTION),
    "daunt": ("through", 1, THIS_TURN),
    "vault": ("over", 1, THIS_TURN),
    "fade": ("faded", 1, "turn"),
    "guide": ("advantage", 1, ROLL),
}
"""Maneuvers that bring a boon: which, how much of it, and until when."""
REFRESH = 6
TUMBLE = 3
SPRING = 3


class ManeuverTried(About):
    """A maneuver came off, or did not."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = ACT

    def __init__(self, who: str, name: str, worked: bool) -> None:
        self.who = who
        self.name = name
        self.worked = worked

    def apply(self, enc: Encounter) -> None:
        if self.worked and self.name == "weather":
            fighter(enc, self.who).weathered = True

    def result_word(self) -> str:
        return "success" if self.worked else "failure"

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)}: {title_of(enc, self.name)} {'succeeds' if self.worked else 'fails'}"

    def brief(self, enc: Encounter) -> str:
        return self.say(enc).replace(":", ",", 1)


def skill_check(table: Table, one: Fighter, skill: str, why: str) -> bool:
    """17.2: a d20 of at most the skill; a maneuver without a skill always comes off."""
    if not skill:
        return True
    goal = one.skills.get(skill, 0)
    return bool(throw_d20(table, one, f"{say_check(skill)} {goal}, {why}", AtMost(goal, "success", "failure")))


def attempt(table: Table, one: Fighter) -> bool:
    """17.1, 17.3: paid for, then checked, and lost if that fails."""
    maneuver = one.maneuver
    if maneuver is None:
        return False
    table.emit(Paid(one.id, maneuver.points, maneuver.id, 0, "turn"))
    worked = skill_check(table, one, maneuver.skill, maneuver.name)
    table.emit(ManeuverTried(one.id, maneuver.id, worked))
    return worked


def bars_maneuver(one: Fighter, names: list[str]) -> list[Reason]:
    """17.1: only the one a hero has learned."""
    maneuver = one.maneuver
    if maneuver is None or maneuver.id not in names:
        return [Reason("17.1", f"{one.name} has not learned that maneuver")]
    return bars_points(one, maneuver.points) + bars_again(one, maneuver)


def bars_again(one: Fighter, maneuver: Maneuver) -> list[Reason]:
    """17.19: a Free maneuver is tried once a round."""
    if maneuver.points or not one.round_used.get(maneuver.id, 0):
        return []
    return [Reason("17.19", f"{maneuver.name} was tried in this round", "wait for the next round")]


class ManeuverWalk(Walk):
    """17.14, 17.18: the maneuvers that go somewhere."""

    def points(self, one: Fighter) -> int:
        return one.maneuver.points if one.maneuver is not None else 0

    def gait(self, enc: Encounter, one: Fighter) -> Gait:
        """17.18, 17.14: up to three squares through anybody; up to three."""
        return Gait(TUMBLE, True) if self.verb == "tumble" else Gait(SPRING)

    def bars_self(self, enc: Encounter, one: Fighter) -> list[Reason]:
        return bars_maneuver(one, [self.verb]) or (bars_far(enc, one) if self.verb == "spring" else [])

    def perform(self, table: Table, command: Command) -> None:
        if attempt(table, fighter(table.enc, command.who)):
            go_along(table, command.who, list(command.squares), self.verb)


def wrongly_aimed(one: Fighter) -> Reason:
    """5.5: whom or what a maneuver is for."""
    whom = "a foe" if one.knack in ON_FOE else "another hero" if one.knack in ON_OTHER else "no target"
    return Reason("5.5", f"{one.content.source_title(one.knack)} takes {whom}")


def bars_cover(enc: Encounter, one: Fighter, other: Fighter) -> list[Reason]:
    """5.8: a maneuver on somebody is stopped by Cover between, like any action."""
    hidden = covered(enc, False, one.pos, one.size, other.pos, other.size, FIELD_RANGE)
    return [in_cover(one, other.name)] if hidden else []


def bars_far(enc: Encounter, one: Fighter) -> list[Reason]:
    """17.14: only next to a foe."""
    for other in fighters(enc):
        if other.side != one.side and other.present and apart(enc, one, other) <= 1:
            return []
    return [Reason("17.14", f"no foe is next to {one.name}")]


class Try(CapAction):
    """17.1: every other maneuver."""

    purpose = HELP

    def __init__(self) -> None:
        super().__init__("maneuver", "Maneuver", "17.1", "target? thing?")

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        if command.squares or len(command.targets) > 1 or (command.thing and command.thing not in VALUES):
            raise Invalid("command", "maneuver", command.thing, "at most one target, or a or p to optimize")

    def cost(self, enc: Encounter, command: Command) -> str:
        one = fighter(enc, command.who)
        return SPEEDS[one.maneuver.points] if one.maneuver is not None else ""

    def label(self, enc: Encounter, command: Command) -> str:
        maneuver = fighter(enc, command.who).maneuver
        parts = [maneuver.name if maneuver is not None else self.title]
        parts.extend([enc.name(target) for target in command.targets])
        return " ".join(parts + ([command.thing.upper()] if command.thing else []))

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        one = fighter(enc, who)
        name = one.knack
        if name in ON_FOE + ON_OTHER:
            foes = [other for other in fighters(enc) if other.side != one.side and other.present]
            others = [other for other in fighters(enc) if other.side == one.side and other is not one]
            return [Command(who, self.verb, (other.id,)) for other in (foes if name in ON_FOE else others)]
        if name == "optimize":
            return [Command(who, self.verb, thing=value) for value in VALUES]
        return [Command(who, self.verb)] if name and name not in WALKED else []

    def bars_self(self, enc: Encounter, one: Fighter) -> list[Reason]:
        return bars_maneuver(one, [id for id in one.content.maneuvers if id not in WALKED])

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        """5.5: a foe, another hero, or nobody, as the maneuver says."""
        one = fighter(enc, command.who)
        name = one.knack
        if name == "optimize" and (command.targets or not command.thing):
            return [Reason("5.5", "Optimize raises either A or P", "say a or p")]
        if (name in ON_FOE + ON_OTHER) != bool(command.targets) or (command.thing and name != "optimize"):
            return [wrongly_aimed(one)] if name and name not in WALKED else []
        if name in ON_FOE:
            other = fighter(enc, command.target)
            return bars_enemy(one, other) or bars_cover(enc, one, other)
        if name in ON_OTHER:
            other = fighter(enc, command.target)
            if other is one or other.side != one.side or not other.is_hero:
                return [wrongly_aimed(one)]
            return bars_cover(enc, one, other) if other.present else [has_fallen(other)]
        return []

    def perform(self, table: Table, command: Command) -> None:
        one = fighter(table.enc, command.who)
        if attempt(table, one):
            succeed(table, one.id, one.knack, command)


def succeed(table: Table, who: str, name: str, command: Command) -> None:
    """17.4: what a maneuver that comes off does; the same one again changes nothing."""
    if name in ON_FOE + ON_OTHER and not command.target:
        return
    if name in BOONS:
        grant_boon(table, command.target or who, name)
    elif name == "betray":
        betray(table, who, command.target)
    elif name in STUDIES:
        study(table, who, command.target, STUDIES[name])
    elif name == "optimize":
        optimize(table, who, command.thing == "a")
    elif name == "refresh":
        refresh(table, who)


def grant_boon(table: Table, who: str, name: str) -> None:
    """17.5, 17.6, 17.7, 17.9, 17.10, 17.11, 17.12: P, A or a die for the next action, a way past foes or Cover for the
    next Move in this turn, being out of the foes' sight until the next turn, or advantage for another's next roll."""
    boon, amount, until = BOONS[name]
    grant(table, who, boon, amount, until, name)


def refresh(table: Table, who: str) -> None:
    """17.13: six Hit Points."""
    heal(table, who, REFRESH, "refresh")


def optimize(table: Table, who: str, accuracy: bool) -> None:
    """17.16: 1 P for 2 A, or 2 A for 1 P, as long as the hero stands."""
    grant(table, who, "a", 2 if accuracy else -2, STANDING, "optimize")
    grant(table, who, "p", -1 if accuracy else 1, STANDING, "optimize")


def study(table: Table, who: str, target: str, extent: int) -> None:
    """17.17, 17.20: the numbers on the foe's card, or the whole of it, are known to all from now on."""
    if not studied(fighter(table.enc, target), extent):
        table.emit(ConditionGained(target, Condition(STUDIED, extent, who, Duration(ENCOUNTER, target))))


def betray(table: Table, who: str, target: str) -> None:
    """17.8: Off-Guard until the start of the hero's next turn."""
    table.emit(ConditionGained(target, Condition("off-guard", 1, who, Duration(TURN_START, who))))
