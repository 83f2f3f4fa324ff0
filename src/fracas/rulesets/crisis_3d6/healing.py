"""Section 15: breaks, rest, treatment and rallying, and the way into the next fight."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Command, Encounter, Reason, Roll, Table, Tally, parse
from fracas.engine.events import BOOKS, GAIN, MARK, PUBLIC, SUBJECT, About, Added, Event, PhaseBegan
from fracas.engine.purpose import HELP, READY
from fracas.rulesets.crisis_3d6.action_points import IN_RESPITES, CrisisAction
from fracas.rulesets.crisis_3d6.characters import PerkUsed
from fracas.rulesets.crisis_3d6.checks import EASY, FUMBLE, LEGENDARY, LEVELS, Result, roll_check, target_number
from fracas.rulesets.crisis_3d6.conditions import gain, lift
from fracas.rulesets.crisis_3d6.damage import bleed, die, has_supplies, restore_endurance, restore_health
from fracas.rulesets.crisis_3d6.ending import conclude
from fracas.rulesets.crisis_3d6.flow import crisis
from fracas.rulesets.crisis_3d6.movement import nearest_free
from fracas.rulesets.crisis_3d6.options import options
from fracas.rulesets.crisis_3d6.people import Person, enemies, people, person
from fracas.rulesets.crisis_3d6.profiles import Crisis, Post
from fracas.rulesets.crisis_3d6.setup import MUSTER, open_fight, warn_of_level
from fracas.rulesets.crisis_3d6.situation import sees

BREAK_MINUTES = 10
MARCHING = "marching"


class RespiteAction(CrisisAction):
    """Something for which there is no time in a fight (15.1)."""

    TIME: ClassVar[int] = IN_RESPITES


def friends(enc: Encounter, who: str) -> list[Person]:
    """Everybody alive on one's side."""
    side = person(enc, who).side
    return [one for one in people(enc) if one.alive and one.side == side]


def is_worn(one: Person) -> bool:
    """Is there anything that rest gives back?"""
    return one.hp < one.max_hp or one.ep < one.max_ep


def onward(enc: Encounter, one: Person) -> str:
    """What there is to do instead: on to the next fight if there is one to come, or an end."""
    return "go on" if enemies(enc, one) or next_wave(enc) else "finish"


class Break(RespiteAction):
    """Ten minutes to get one's breath back."""

    purpose = HELP

    def bars_here(self, enc: Encounter, one: Person) -> list[Reason]:
        """15.3: somebody must need it."""
        if [other for other in friends(enc, one.id) if other.ep < other.max_ep]:
            return []
        return [Reason("15.3", f"nobody on the side of {one.name} needs a break", onward(enc, one))]

    def act(self, table: Table, command: Command) -> None:
        """15.3, 11.14: all Endurance is back, and the dying have lost ten minutes."""
        bleed(table, BREAK_MINUTES)
        for one in friends(table.enc, command.who):
            restore_endurance(table, one.id, one.max_ep, "a break")


class Rest(RespiteAction):
    """A day of light activities."""

    purpose = HELP

    def bars_here(self, enc: Encounter, one: Person) -> list[Reason]:
        """15.5, 15.12: somebody who stays must need it."""
        staying = [other for other in friends(enc, one.id) if not other.has(MARCHING)]
        if not staying:
            return [Reason("15.12", f"everybody on the side of {one.name} marches", "let somebody stay")]
        if [other for other in staying if is_worn(other) or other.has("drunk") or lacks_ammunition(other)]:
            return []
        return [Reason("15.5", f"nobody who stays on the side of {one.name} needs a rest", onward(enc, one))]

    def act(self, table: Table, command: Command) -> None:
        """15.5, 15.6, 15.12, 11.14: a point of Health and what treatment brings; all else is as new."""
        for one in friends(table.enc, command.who):
            if one.has("dying"):
                die(table, one.id)
                continue
            lift(table, one.id, "drunk", "a day later")
            if one.has(MARCHING):
                lift(table, one.id, MARCHING, "the day is over")
                continue
            restore_health(table, one.id, 1 + one.medicine, "a day of rest")
            restore_endurance(table, one.id, one.max_ep, "a day of rest")
            table.emit(Restocked(one.id))
        table.emit(DayPassed(crisis(table.enc).day + 1))


class March(RespiteAction):
    """A day on one's feet while others rest."""

    def act(self, table: Table, command: Command) -> None:
        """15.12: no rest today; said again, it is taken back."""
        if person(table.enc, command.who).has(MARCHING):
            lift(table, command.who, MARCHING, "stays after all")
        else:
            gain(table, command.who, MARCHING, command.who)


def lacks_ammunition(one: Person) -> bool:
    """13.6, 15.5: is a weapon not full, or one of its magazines gone?"""
    for weapon in one.weapons():
        if one.loaded.get(weapon.id, 0) < weapon.cap or one.spare.get(weapon.id, weapon.mags) < weapon.mags - 1:
            return True
    return False


class Treat(RespiteAction):
    """Medicine, once a day for each patient."""

    purpose = HELP

    def targets(self, enc: Encounter, one: Person) -> list[str]:
        return [other.id for other in friends(enc, one.id)]

    def bars_target(self, enc: Encounter, one: Person, patient: Person) -> list[Reason]:
        """15.8: a friend who lacks Health and was not treated today."""
        reasons: list[Reason] = []
        if patient not in friends(enc, one.id):
            reasons.append(Reason("15.8", f"{patient.name} is no living friend"))
        elif patient.hp >= patient.max_hp:
            reasons.append(Reason("15.8", f"{patient.name} needs no treatment"))
        if patient.treated:
            reasons.append(Reason("15.8", f"{patient.name} was treated today", "rest for a day"))
        return reasons

    def act(self, table: Table, command: Command) -> None:
        """15.6: what the check brings comes with the next rest."""
        one = person(table.enc, command.who)
        result = roll_check(table, command.who, "treatment", treatment_number(table.enc, one, EASY))
        table.emit(Treated(command.target, points_healed(table.enc, one, result)))


def treatment_number(enc: Encounter, one: Person, level: int) -> Tally:
    """15.6, 15.7: Science at a level, with supplies one level easier."""
    supplies = 1 if has_supplies(one) else 0
    if options(enc).difficulty_modifiers == "number":
        return target_number(enc, one, "science", level).add("medical supplies", supplies, "15.7")
    return target_number(enc, one, "science", level, supplies)


def points_healed(enc: Encounter, one: Person, result: Result) -> int:
    """15.6: the highest level at which the same roll still succeeds, or the margin by the option."""
    if options(enc).healing_check == "margin":
        return max(result.margin, 0) if result.succeeded else 0
    if result.outcome in (LEGENDARY, FUMBLE):
        return len(LEVELS) if result.outcome == LEGENDARY else 0
    rolled = treatment_number(enc, one, EASY).total - result.margin
    levels = range(1, len(LEVELS) + 1)
    return max([level for level in levels if rolled <= treatment_number(enc, one, level).total], default=0)


class Rally(CrisisAction):
    """A leader's word."""

    purpose = HELP

    def possible(self, enc: Encounter, one: Person) -> bool:
        return one.has_perk("leader")

    def bars_here(self, enc: Encounter, one: Person) -> list[Reason]:
        """14.13: only with the perk."""
        return [] if self.possible(enc, one) else [Reason("14.13", f"{one.name} does not have the perk Leader")]

    def act(self, table: Table, command: Command) -> None:
        """14.14: a success with two stunt dice gives friends in sight their breath back."""
        enc = table.enc
        one = person(enc, command.who)
        result = roll_check(table, command.who, "rally", target_number(enc, one, "command"))
        if not result.succeeded or result.stunts < 2:
            return
        table.emit(PerkUsed(command.who, "leader"))
        for other in friends(enc, command.who):
            if can_be_rallied(enc, one, other):
                back = 5 + table.roll(Roll(other.id, parse("1d6"), "fresh courage"))
                gain(table, other.id, "rallied", command.who)
                restore_endurance(table, other.id, back, "rallied")


def can_be_rallied(enc: Encounter, leader: Person, other: Person) -> bool:
    """14.14, 14.15: in sight, in need of it, and not rallied since last fully healed."""
    in_need = other.ep < other.max_ep and not other.has("rallied")
    return in_need and other.present and (other is leader or sees(enc, leader, other))


# ---------------------------------------------------------------- the next fight


def plan_of(enc: Encounter) -> Crisis | None:
    """The scenario this encounter was begun with."""
    plan = enc.content.scenarios.get(crisis(enc).scenario)
    return plan if isinstance(plan, Crisis) else None


def next_wave(enc: Encounter) -> list[Post]:
    """15.9: whom the scenario sends next."""
    plan = plan_of(enc)
    return plan.wave(crisis(enc).wave + 1) if plan is not None else []


class GoOn(RespiteAction):
    """Into the next fight."""

    purpose = READY

    def bars_here(self, enc: Encounter, one: Person) -> list[Reason]:
        """15.9: somebody must be there to fight."""
        if enemies(enc, one) or next_wave(enc):
            return []
        return [Reason("15.9", "there is nobody to fight", "finish")]

    def act(self, table: Table, command: Command) -> None:
        """15.9: those who come are placed, and it begins as any fight does."""
        enc = table.enc
        coming = next_wave(enc)
        for post in coming:
            bring_in(table, post)
        flow, plan = crisis(enc), plan_of(enc)
        wave = flow.wave + (1 if coming else 0)
        ambush = bool(coming) and plan is not None and wave in plan.surprised_in
        open_fight(table, flow.fights + 1, wave, plan.surprised if plan is not None and ambush else [])
        table.emit(PhaseBegan(MUSTER, 0))


def bring_in(table: Table, post: Post) -> None:
    """15.9: on its square, or the nearest that is free."""
    enc = table.enc
    one = table.ruleset.place(enc.copy(), post).copy()
    assert isinstance(one, Person)
    one.pos = nearest_free(enc, one)
    table.emit(Added(one.to_json()))
    warn_of_level(table, one)


def attack_the_resting(table: Table, side: str) -> None:
    """15.11: the GM begins a fight; if nobody sees an enemy, it is an ambush."""
    enc = table.enc
    flow = crisis(enc)
    seen = [one for one in people(enc) if one.present and one.side != side and not one.hidden]
    open_fight(table, flow.fights + 1, flow.wave, [] if seen else [side])
    table.emit(PhaseBegan(MUSTER, 0))


class Finish(RespiteAction):
    """Enough for today."""

    purpose = READY

    def bars_here(self, enc: Encounter, one: Person) -> list[Reason]:
        """15.10: not while the scenario has more in store."""
        return [Reason("15.10", "the day is not over", "go on")] if next_wave(enc) else []

    def act(self, table: Table, command: Command) -> None:
        """15.10: the encounter is over."""
        conclude(table, person(table.enc, command.who).side, "finished")


class Restocked(About):
    """All magazines are full again."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def apply(self, enc: Encounter) -> None:
        one = person(enc, self.who)
        for weapon in one.weapons():
            one.fill(weapon)


class Treated(About):
    """A healer has seen to somebody today; so much Health comes with the next day of rest."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = GAIN

    def __init__(self, who: str, medicine: int) -> None:
        self.who = who
        self.medicine = medicine

    def apply(self, enc: Encounter) -> None:
        one = person(enc, self.who)
        one.medicine = self.medicine
        one.treated = True

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is treated: {self.medicine} more Health with a day of rest"

    def brief(self, enc: Encounter) -> str:
        return "treated"


class DayPassed(Event):
    """A day of rest is over; everybody may be treated again."""

    SEEN: ClassVar[str] = PUBLIC
    SWEEPS: ClassVar[bool] = True
    TELLS: ClassVar[str] = MARK

    def __init__(self, day: int) -> None:
        self.day = day

    def apply(self, enc: Encounter) -> None:
        crisis(enc).day = self.day
        for one in people(enc):
            one.treated = False
            one.medicine = 0

    def say(self, enc: Encounter) -> str:
        return f"Day {self.day} begins"
