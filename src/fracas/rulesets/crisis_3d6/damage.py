"""Section 11: Endurance before Health, critical hits, armour, and what happens at 0 Health."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Command, Encounter, Reason, Table, Tally
from fracas.engine.events import FALL, GAIN, HARM, HEAL, RISE, SUBJECT, About, ConditionEnded, Event
from fracas.rulesets.crisis_3d6.action_points import CrisisAction, lose_aim
from fracas.rulesets.crisis_3d6.characters import ability, attack_ability, modifier
from fracas.rulesets.crisis_3d6.checks import roll_check, target_number
from fracas.rulesets.crisis_3d6.conditions import end_rally, exhaust, gain, lift, recover
from fracas.rulesets.crisis_3d6.long_actions import break_off
from fracas.rulesets.crisis_3d6.options import options
from fracas.rulesets.crisis_3d6.people import Person, numbers_known, people, person
from fracas.rulesets.crisis_3d6.profiles import Weapon
from fracas.rulesets.crisis_3d6.situation import RESPITE, reaches

DYING: Final = "dying"
UNCONSCIOUS: Final = "unconscious"
DEAD: Final = "dead"
SELF_AID: Final = -5


def weapon_damage(one: Person, weapon: Weapon, base: int, force: int) -> int:
    """8.13, 11.1, 11.3: the weapon's figure, strength, perks and traits, doubled for a Brute, and never below 1."""
    return max((base + strength(one, weapon) + one.bonus("damage")) * force, 1)


def strength(one: Person, weapon: Weapon) -> int:
    """11.3: hand to hand the modifier of the ability a character fights with."""
    if not weapon.melee or one.npc:
        return 0
    return modifier(ability(one, attack_ability(one, weapon)))


def figures(enc: Encounter, one: Person, weapon: Weapon) -> tuple[int, int]:
    """11.1, 14.21: END and DMG of the weapon; of a simple attack by level, and more of it with large pools."""
    if weapon.simple and options(enc).npc_pools == "large":
        return 5 * (1 + one.level), 2 * (1 + one.level)
    return weapon.end, weapon.dmg


def wound(table: Table, who: str, target: str, weapon: Weapon, criticals: int, force: int) -> None:
    """11.1, 11.2, 11.6, 11.7: END off Endurance, and for each critical hit DMG off Health of whoever still lives."""
    enc = table.enc
    one = person(enc, who)
    end, dmg = figures(enc, one, weapon)
    if person(enc, target).ep > 0:
        lose_endurance(table, target, weapon_damage(one, weapon, end, force), weapon.name)
    for _ in range(criticals):
        if person(enc, target).alive:
            critical_hit(table, target, weapon_damage(one, weapon, dmg, force), weapon.name)


def lose_endurance(table: Table, who: str, amount: int, why: str) -> None:
    """11.4, 11.5, 11.11: never below 0, and what is too much has no further effect; it shakes the dying."""
    one = person(table.enc, who)
    loss = min(amount, one.ep)
    if loss > 0:
        table.emit(EnduranceChanged(who, -loss, why))
    if person(table.enc, who).ep <= 0:
        exhaust(table, who)
    if loss > 0 and one.has(DYING):
        hold_on(table, who)


def critical_hit(table: Table, who: str, dmg: int, why: str) -> None:
    """11.6, 11.8: armour that still holds takes the whole of it, and wears."""
    held = person(table.enc, who).durability
    if held > 0:
        table.emit(ArmourHeld(who, held - 1))
    else:
        lose_health(table, who, dmg, why)


def lose_health(table: Table, who: str, amount: int, why: str, struck: bool = True) -> None:
    """11.9, 11.11, 11.12: dead at 0, or dying by the option."""
    enc = table.enc
    one = person(enc, who)
    dying = options(enc).death == DYING
    loss = amount if dying else min(amount, max(one.hp, 0))
    if loss > 0:
        table.emit(HealthChanged(who, -loss, why))
    if person(enc, who).hp > 0:
        return
    if not dying or person(enc, who).hp <= -one.max_hp:
        die(table, who)
    elif struck:
        hold_on(table, who)


def die(table: Table, who: str) -> None:
    """11.9, 12.9: out of the fight for good; whatever else held is over, a long action too."""
    lose_aim(table, who, "out of the fight")
    break_off(table, who)
    for condition in person(table.enc, who).conditions[:]:
        if condition.name not in (DEAD, "drunk"):
            table.emit(ConditionEnded(who, condition.name, "dead"))
    table.emit(WentDown(who, True))
    gain(table, who, DEAD, who)


def hold_on(table: Table, who: str) -> None:
    """11.11: a check of Might at 0 Health and at every further damage; whoever fails it is unconscious."""
    gain(table, who, DYING, who)
    one = person(table.enc, who)
    if one.has(UNCONSCIOUS):
        return
    if not roll_check(table, who, "stay conscious", target_number(table.enc, one, "might")).succeeded:
        knock_out(table, who)


def knock_out(table: Table, who: str) -> None:
    """11.11, 12.9: unconscious where one fell."""
    lose_aim(table, who, "out of the fight")
    lift(table, who, "overwatch", UNCONSCIOUS)
    gain(table, who, UNCONSCIOUS, who)
    if not person(table.enc, who).down:
        table.emit(WentDown(who, True))


def come_to(table: Table, who: str) -> None:
    """12.9: with Health above 0 one is neither dying nor unconscious."""
    lift(table, who, DYING, "better")
    lift(table, who, UNCONSCIOUS, "better")
    one = person(table.enc, who)
    if one.down and not one.has(DEAD):
        table.emit(WentDown(who, False))


def restore_endurance(table: Table, who: str, amount: int, why: str) -> None:
    """13.9: up to its maximum."""
    one = person(table.enc, who)
    back = min(amount, one.max_ep - one.ep)
    if back > 0:
        table.emit(EnduranceChanged(who, back, why))
    recover(table, who)


def restore_health(table: Table, who: str, amount: int, why: str) -> None:
    """12.9: up to its maximum; the dead stay dead."""
    one = person(table.enc, who)
    back = min(amount, one.max_hp - one.hp)
    if back <= 0 or one.has(DEAD):
        return
    table.emit(HealthChanged(who, back, why))
    if person(table.enc, who).hp > 0:
        come_to(table, who)
    end_rally(table, who)


class FirstAid(CrisisAction):
    """Keeping somebody from dying."""

    def possible(self, enc: Encounter, one: Person) -> bool:
        return bool(self.targets(enc, one))

    def bars_here(self, enc: Encounter, one: Person) -> list[Reason]:
        """Somebody must be dying, or the button as a whole is grey."""
        if self.targets(enc, one):
            return []
        if options(enc).death != DYING:
            return [Reason("11.13", "nobody is ever dying here: that takes the option death=dying")]
        return [Reason("11.13", f"nobody on the side of {one.name} is dying")]

    def targets(self, enc: Encounter, one: Person) -> list[str]:
        side = one.side
        return [other.id for other in people(enc) if other.conditions and other.side == side and other.has(DYING)]

    def bars_target(self, enc: Encounter, one: Person, other: Person) -> list[Reason]:
        """11.13: somebody who is dying, within reach."""
        reasons: list[Reason] = []
        if not other.has(DYING) or other.side != one.side:
            what = "is not dying" if other.side == one.side else "is on another side"
            reasons.append(Reason("11.13", f"{other.name} {what}"))
        if not reaches(enc, one, other, 1) and enc.flow.phase != RESPITE:
            reasons.append(Reason("11.13", f"{other.name} is out of reach", "move closer", "path"))
        return reasons

    def act(self, table: Table, command: Command) -> None:
        """11.13: harder the deeper below 0, and on oneself; a failure costs the patient 1 Health."""
        if table.enc.flow.phase == RESPITE:
            bleed(table, 1, command.target)
        if not person(table.enc, command.target).alive:
            return
        if has_supplies(person(table.enc, command.who)):
            lift(table, command.target, DYING, "medical supplies")
            return
        number = aid_number(table.enc, person(table.enc, command.who), person(table.enc, command.target))
        if roll_check(table, command.who, "first aid", number).succeeded:
            lift(table, command.target, DYING, "first aid")
        else:
            lose_health(table, command.target, 1, "failed first aid", False)


def aid_number(enc: Encounter, one: Person, patient: Person) -> Tally:
    """11.13: Science, less what the patient is below 0, and 5 less on oneself."""
    tally = target_number(enc, one, "science")
    tally.add("below 0 Health", min(patient.hp, 0), "11.13")
    return tally.add("on oneself", SELF_AID if patient is one else 0, "11.13")


def has_supplies(one: Person) -> bool:
    """13.13: are there medical supplies at hand?"""
    return bool([item for item in one.items if item.effect == "asset"])


def bleed(table: Table, minutes: int, spared: str = "") -> None:
    """11.14: outside a fight the dying lose 1 Health a minute."""
    for one in people(table.enc):
        if one.has(DYING) and one.id != spared and one.alive:
            lose_health(table, one.id, minutes, "untreated", False)


class EnduranceChanged(About):
    """Endurance was lost or regained."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, change: int, why: str) -> None:
        self.who = who
        self.change = change
        self.why = why

    def harm_done(self) -> int:
        return max(0, -self.change)

    def apply(self, enc: Encounter) -> None:
        person(enc, self.who).ep += self.change

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        if numbers_known(after, self.who, seat):
            return self
        one = person(after, self.who)
        return Looked(self.who, self.fate(), one.status if one.hp > 0 else "", self.why, self.change > 0)

    def fate(self) -> str:
        """What others notice of it."""
        return "is worn down" if self.change < 0 else "breathes more freely"

    def say(self, enc: Encounter) -> str:
        one = person(enc, self.who)
        return self.told(one.name, one.endurance_word, f"{one.ep} of {one.max_ep}")

    def told(self, name: str, pool: str, now: str) -> str:
        if self.change > 0:
            return f"{name} regains {self.change} {pool} ({self.why}), now {now}"
        return f"{name} loses {-self.change} {pool} ({self.why}), {now} left"

    def tells(self) -> str:
        return HARM if self.change < 0 else HEAL

    def amount(self) -> int:
        return abs(self.change)

    def brief(self, enc: Encounter) -> str:
        return f"{abs(self.change)} {self.pool_word(enc)} {'lost' if self.change < 0 else 'regained'}"

    def pool_word(self, enc: Encounter) -> str:
        return person(enc, self.who).endurance_word


class HealthChanged(EnduranceChanged):
    """Health was lost or regained."""

    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        person(enc, self.who).hp += self.change

    def say(self, enc: Encounter) -> str:
        one = person(enc, self.who)
        return self.told(one.name, one.health_word, f"{one.hp} of {one.max_hp}")

    def fate(self) -> str:
        return "is wounded" if self.change < 0 else "mends"

    def pool_word(self, enc: Encounter) -> str:
        return person(enc, self.who).health_word


class Looked(About):
    """The public half of what was lost or regained where the number is secret. Never part of a log."""

    def __init__(self, who: str, fate: str, status: str, why: str, better: bool) -> None:
        self.who = who
        self.fate = fate
        self.status = status
        self.why = why
        self.better = better

    def say(self, enc: Encounter) -> str:
        looks = f" and looks {self.status}" if self.status else ""
        return f"{enc.name(self.who)} {self.fate} ({self.why}){looks}"

    def tells(self) -> str:
        return HEAL if self.better else HARM

    def brief(self, enc: Encounter) -> str:
        return self.fate.removeprefix("is ") + (f", looks {self.status}" if self.status else "")


class ArmourHeld(About):
    """Armour kept a wound off and is worth one less."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = GAIN

    def __init__(self, who: str, durability: int) -> None:
        self.who = who
        self.durability = durability

    def apply(self, enc: Encounter) -> None:
        person(enc, self.who).durability = self.durability

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        if numbers_known(after, self.who, seat):
            return self
        return Looked(self.who, "is not wounded", "", "the armour holds", True)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is not wounded (the armour holds), Durability {self.durability} left"

    def brief(self, enc: Encounter) -> str:
        return "the armour holds"


class WentDown(About):
    """Somebody is out of the fight where they fell, or back on their feet."""

    SEEN: ClassVar[str] = SUBJECT
    SHOWS: ClassVar[bool] = True

    def __init__(self, who: str, down: bool) -> None:
        self.who = who
        self.down = down

    def apply(self, enc: Encounter) -> None:
        one = person(enc, self.who)
        one.down = self.down
        if self.down:
            one.hidden = False
            one.unseen_by = []

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} goes down" if self.down else f"{enc.name(self.who)} comes to"

    def tells(self) -> str:
        return FALL if self.down else RISE
