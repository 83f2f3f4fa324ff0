"""Section 14: damage, Defenses, Shield, Health, Vitality, Wounds, death and healing."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Command, Encounter, Question, Roll, Table, Why
from fracas.engine.events import FALL, GAIN, HARM, RISE, SUBJECT, About, Event
from fracas.rulesets.phases_of_play.being import Being, being, content_of, phases
from fracas.rulesets.phases_of_play.conditions import PoolChanged, by_sheet, end, gain, grappled_by, lose
from fracas.rulesets.phases_of_play.distances import half_covered
from fracas.rulesets.phases_of_play.knowing import figures_known
from fracas.rulesets.phases_of_play.lasting import let_go, stop
from fracas.rulesets.phases_of_play.options import options
from fracas.rulesets.phases_of_play.pieces import Trigger
from fracas.rulesets.phases_of_play.profiles import CORE, LASTING
from fracas.rulesets.phases_of_play.reactions import react, ready_for
from fracas.rulesets.phases_of_play.tests import D10, settle_tens, test
from fracas.rulesets.phases_of_play.zones import vulnerable_in

MAJOR: Final = {
    "blunt": "solid", "sharp": "solid", "solid": "solid", "fire": "fluid", "ice": "fluid", "caustic": "fluid",
    "shock": "fluid", "fluid": "fluid", "planar": "ethereal", "ethereal": "ethereal", "true": "true",
}  # fmt: skip
WOUNDS: Final = CORE
"""By the Wound Test: 0! the first, 1 the second, and so on."""


class Averted(About):
    """What would have hurt somebody did not."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = GAIN

    def __init__(self, who: str, why: str) -> None:
        self.who = who
        self.why = why

    def apply(self, enc: Encounter) -> None:
        pass

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} takes no damage ({self.why})"

    def brief(self, enc: Encounter) -> str:
        return "no damage"


class Harmed(About):
    """Damage was taken, from the shield first."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = HARM

    def __init__(self, who: str, shield: int, health: int, vitality: int, why: str) -> None:
        self.who = who
        self.shield = shield
        self.health = health
        self.vitality = vitality
        self.why = why

    def harm_done(self) -> int:
        return self.shield + self.health + self.vitality

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.shield -= self.shield
        one.health -= self.health
        one.vitality -= self.vitality
        phases(enc).harmed = True

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        return self if figures_known(after, self.who, seat) else WasHurt(self.who, self.why)

    def say(self, enc: Encounter) -> str:
        parts = [
            f"{lost} {word}"
            for lost, word in ((self.shield, "Shield"), (self.health, "Health"), (self.vitality, "Vitality"))
            if lost
        ]
        return f"{enc.name(self.who)} loses {', '.join(parts) or 'nothing'} ({self.why})"

    def brief(self, enc: Encounter) -> str:
        lost = ((self.shield, "Shield"), (self.health, "Health"), (self.vitality, "Vitality"))
        return ", ".join([f"{many} {word}" for many, word in lost if many]) + " lost" if self.harm_done() else "no harm"


class WasHurt(About):
    """The public half of `Harmed`. Never part of a log."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = HARM

    def __init__(self, who: str, why: str) -> None:
        self.who = who
        self.why = why

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is hurt ({self.why})"

    def brief(self, enc: Encounter) -> str:
        return "hurt"


class WentDown(About):
    """An NPC is out of the fight."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, yes: bool) -> None:
        self.who = who
        self.yes = yes

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).down = self.yes

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} {'goes down' if self.yes else 'is up again'}"

    def tells(self) -> str:
        return FALL if self.yes else RISE


def major(type: str) -> str:
    """14.2: Solid, Fluid, Ethereal or True."""
    return MAJOR[type]


def vital(enc: Encounter, one: Being) -> bool:
    """14.10: has it Vitality to lose once its Health is gone?"""
    return one.pc or one.card.boss or options(enc).npc_vitality


def strike(table: Table, who: str, amount: int, type: str, cause: str, why: str, spare: bool = False) -> None:
    """14.1: damage of an Ability, which may be answered first."""
    after = answered(table, who, amount, type, cause, why)
    land_blow(table, who, 0 if after.cancelled else after.amount, type, cause, why, spare)


def answered(table: Table, who: str, amount: int, type: str, cause: str, why: str) -> Trigger:
    """8.1, 15.9, 15.11: what is left of damage about to be done, once everybody who can has answered it."""
    trigger = Trigger("damage", cause, who, why, amount, type)
    one = being(table.enc, who)
    if amount <= 0 or one.has("dead"):
        return trigger
    whos = ready_for(table.enc, "damage")
    if one.dodges > 0 and who not in whos and one.present:
        whos.append(who)
    return react(table, trigger, whos, Why(f"{{0}} is about to take {amount} damage ({why})", [who]))


def land_blow(table: Table, who: str, amount: int, type: str, cause: str, why: str, spare: bool = False) -> None:
    """14.1, 15.12: the rest of it is suffered, behind cover or not."""
    enc = table.enc
    if not being(enc, who).alive:
        return
    if amount <= 0:
        table.emit(Averted(who, why))
        return
    covered = halved_by_cover(enc, cause, who, type)
    before = being(enc, who).present
    suffer(table, who, amount, type, cause, why, spare, covered)
    found_out(table, cause, who, before)


def found_out(table: Table, cause: str, who: str, before: bool) -> None:
    """16.2: damaging somebody without taking them down ends Sneaky."""
    enc = table.enc
    if cause in enc.combatants and being(enc, cause).has("sneaky") and before and being(enc, who).present:
        if being(enc, cause).side != being(enc, who).side:
            end(table, cause, "sneaky", "found out by the harm done")


def halved_by_cover(enc: Encounter, cause: str, who: str, type: str) -> bool:
    """15.12, 16.5: half cover and being Sneaky halve Solid damage, Sneaky by an option all."""
    one = being(enc, who)
    solid = major(type) == "solid"
    if one.has("sneaky") and (solid or (options(enc).sneaky_halves == "all" and type != "true")):
        return True
    return solid and cause in enc.combatants and half_covered(enc, being(enc, cause), one)


def suffer(
    table: Table, who: str, amount: int, type: str, cause: str, why: str, spare: bool = False, covered: bool = False
) -> None:
    """13.11, 14.1, 15.21: Vulnerable, Defenses, Shield, then Health or Vitality."""
    enc = table.enc
    one = being(enc, who)
    if amount <= 0 or not one.alive:
        return
    choked = one.stacks("choked") >= 2 and not by_sheet(enc)
    if one.stacks("vulnerable") or choked or vulnerable_in(enc, one):
        amount += 1
    amount = defended(one, amount, type, covered)
    if amount <= 0:
        table.emit(Averted(who, why))
        return
    lost = take(table, who, amount, type, why, spare)
    if lost:
        after_harm(table, who, cause, why)


def defended(one: Being, amount: int, type: str, covered: bool) -> int:
    """14.2, 14.3: half by Resistance, nothing by Immunity, double by Weakness; True damage knows none of it.

    Of several halvings one counts, and a Weakness cancels one of them.
    """
    if type == "true":
        return amount
    kinds = (type, major(type))
    if [kind for kind in kinds if kind in one.card.immune]:
        return 0
    halvings = len([kind for kind in kinds if kind in one.card.resist]) + (1 if covered else 0)
    doublings = 1 if [kind for kind in kinds if kind in one.card.weak] else 0
    if halvings and doublings:
        halvings, doublings = halvings - 1, 0
    if halvings:
        return amount // 2
    return amount * 2 if doublings else amount


def take(table: Table, who: str, amount: int, type: str, why: str, spare: bool) -> bool:
    """14.4, 14.5, 14.6: Shield first; the rest of what empties Health is lost; true if more than Shield was lost."""
    enc = table.enc
    one = being(enc, who)
    shield = min(one.shield, amount) if type != "true" else 0
    rest = amount - shield
    if rest <= 0:
        table.emit(Harmed(who, shield, 0, 0, why))
        return False
    if one.health > 0:
        health = min(rest, one.health)
        vitality = min(rest // 10, one.vitality) if options(enc).vitality_loss == "always" else 0
        table.emit(Harmed(who, shield, health, vitality, why))
        if being(enc, who).health <= 0 and not vital(enc, one):
            go_down(table, who, spare)
            return True
        if vitality:
            wounded(table, who, vitality, spare)
        return True
    if not vital(enc, one):
        go_down(table, who, spare)
        return True
    vitality = min(vitality_lost(enc, rest), one.vitality)
    table.emit(Harmed(who, shield, 0, vitality, why))
    wounded(table, who, vitality, spare)
    return True


def vitality_lost(enc: Encounter, amount: int) -> int:
    """14.6: one, and one more for each full ten points if there are more than ten, or ten by the other text."""
    great = amount >= 10 if options(enc).vitality_loss == "always" else amount > 10
    return 1 + (amount // 10 if great else 0)


def lose_vitality(table: Table, who: str, points: int, why: str) -> None:
    """11.12: Vitality lost beside Health, with its Wound."""
    one = being(table.enc, who)
    points = min(points, one.vitality)
    if points > 0 and vital(table.enc, one) and not one.has("dead"):
        table.emit(Harmed(who, 0, 0, points, why))
        wounded(table, who, points, False)


def wounded(table: Table, who: str, points: int, spare: bool) -> None:
    """14.7, 14.8, 14.9: a Wound for the hit; at Vitality 0 death, or sleep."""
    if points <= 0:
        return
    if being(table.enc, who).vitality <= 0:
        if spare and not being(table.enc, who).pc:
            gain(table, who, "unconscious", 1, "", "spared")
        else:
            die(table, who)
        return
    # A Test without a Modifier names what stays.
    faces = settle_tens(table, who, [table.roll(Roll(who, D10, "a Wound"))], "a Wound")
    if faces[0] < 10:
        gain(table, who, LASTING + WOUNDS[faces[0]], 1, "", "a Wound")


def die(table: Table, who: str) -> None:
    """14.8: dead."""
    gain(table, who, "dead", 1, "", "no Vitality is left")
    let_go(table, who)


def go_down(table: Table, who: str, spare: bool) -> None:
    """14.9, 14.10: an NPC is down at 0 Health, or only unconscious if it was to be spared."""
    one = being(table.enc, who)
    if spare and not one.has("unconscious"):
        gain(table, who, "unconscious", 1, "", "spared")
    elif not one.down or one.has("unconscious"):
        end(table, who, "unconscious", "down")
        table.emit(WentDown(who, True))
    let_go(table, who)


def after_harm(table: Table, who: str, cause: str, why: str) -> None:
    """7.14, 8.1: harm shakes concentration, and may be answered."""
    enc = table.enc
    one = being(enc, who)
    if one.present:
        shake(table, who)
    if one.has("dead"):
        return
    answering = ready_for(enc, "hurt")
    for other in enc.combatants.values():
        if other.id not in answering and grappled_by(being(enc, other.id), who):
            answering.append(other.id)
    if answering:
        react(table, Trigger("hurt", cause, who, why), answering, Why("{0} is hurt", [who]))


def shake(table: Table, who: str) -> None:
    """7.14: harm calls for a Focus Save, or for the ability's own Test again, or what is held ends."""
    enc = table.enc
    one = being(enc, who)
    held = [lasting.ability for lasting in one.lasting if content_of(enc).abilities[lasting.ability].lasts < 0]
    if not held:
        return
    if options(enc).concentration_check == "retest":
        for ability in held:
            name = content_of(enc).abilities[ability].test
            if name and not test(table, who, name, 0, "concentration").passed:
                stop(table, who, ability)
        return
    if not test(table, who, "focus", 0, "concentration").passed:
        for ability in held:
            stop(table, who, ability)


def heal(table: Table, who: str, amount: int, why: str) -> None:
    """14.11: Health comes back up to its maximum; above 0 one is stable and awake."""
    one = being(table.enc, who)
    if not one.alive or amount <= 0:
        return
    after = min(one.max_health, one.health + amount)
    if after > one.health:
        table.emit(PoolChanged(who, "health", after, why))
    if after > 0:
        wake(table, who)


def wake(table: Table, who: str) -> None:
    """13.15, 14.11: awake, though still Prone; a fallen NPC is up again, but not without any Health."""
    one = being(table.enc, who)
    if one.health <= 0 and not vital(table.enc, one):
        return
    end(table, who, "unconscious", "awake")
    if one.down and not one.has("dead"):
        table.emit(WentDown(who, False))


def heal_vitality(table: Table, who: str, points: int, why: str) -> None:
    """14.11: each point of Vitality takes a lasting stack of a Wound with it; the healed one chooses."""
    for _ in range(points):
        one = being(table.enc, who)
        if one.has("dead") or one.vitality >= one.max_vitality:
            return
        table.emit(PoolChanged(who, "vitality", one.vitality + 1, why))
        kinds = [LASTING + name for name in CORE if one.has(LASTING + name)]
        if not kinds:
            continue
        chosen = kinds[0]
        if len(kinds) > 1:
            commands = [Command(who, "wound-heal", thing=name.removeprefix(LASTING)) for name in kinds]
            question = Question(who, "wound-heal", "Which Wound heals?", commands, commands[0])
            chosen = LASTING + table.ask(question).thing
        lose(table, who, chosen, 1, "healed")


def set_shield(table: Table, who: str, value: int, why: str) -> None:
    """14.4: a new Shield replaces a lower one and is never added."""
    if value > being(table.enc, who).shield:
        table.emit(PoolChanged(who, "shield", value, why))
