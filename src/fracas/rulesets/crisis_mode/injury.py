"""Section 11: wounds, stunning, falling, dying, death, first aid and healing."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Command, Encounter, Reason, Table
from fracas.engine.events import FALL, HARM, HEAL, RISE, SUBJECT, About, Event
from fracas.rulesets.crisis_mode.action_points import CrisisAction, pay
from fracas.rulesets.crisis_mode.checks import attempt, higher_stat, kinds, rung_up
from fracas.rulesets.crisis_mode.conditions import become, lift
from fracas.rulesets.crisis_mode.fighter import Fighter, fighter, numbers_known, status_word
from fracas.rulesets.crisis_mode.options import options
from fracas.rulesets.crisis_mode.situation import Standing, within


class Hurt(About):
    """Hit Points were lost; where the number is secret, only the looks are told."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = HARM
    AMOUNT: ClassVar[str] = "hp"

    def __init__(self, who: str, hp: int, why: str) -> None:
        self.who = who
        self.hp = hp
        self.why = why

    def change(self) -> int:
        """What is added to the Hit Points."""
        return -self.hp

    def harm_done(self) -> int:
        return max(-self.change(), 0)

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.hp += self.change()
        one.status = status_word(one)

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        if numbers_known(after, self.who, seat):
            return self
        return Looked(self.who, fighter(after, self.who).status, self.why, self.change() > 0)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} {'loses' if self.change() < 0 else 'regains'} {self.hp} HP ({self.why})"

    def brief(self, enc: Encounter) -> str:
        return f"{self.hp} HP {'lost' if self.change() < 0 else 'regained'}"


class Healed(Hurt):
    """Hit Points were regained."""

    TELLS: ClassVar[str] = HEAL

    def change(self) -> int:
        return self.hp


class Looked(About):
    """The public half of lost or regained Hit Points where the number is secret. Never part of a log."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, status: str, why: str, better: bool) -> None:
        self.who = who
        self.status = status
        self.why = why
        self.better = better

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} looks {self.status} ({self.why})"

    def tells(self) -> str:
        return HEAL if self.better else HARM

    def brief(self, enc: Encounter) -> str:
        return f"looks {self.status}"


class WentDown(About):
    """Somebody cannot act any more: incapacitated, or dead."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = FALL

    def __init__(self, who: str, status: str) -> None:
        self.who = who
        self.status = status

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.down = True
        one.posture = "prone"
        one.free_steps = 0
        one.status = self.status

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is {self.status}"

    def brief(self, enc: Encounter) -> str:
        return self.status


class CameTo(About):
    """Somebody who was down is conscious again."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = RISE

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.down = False
        one.status = status_word(one)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} comes to"

    def brief(self, enc: Encounter) -> str:
        return "conscious again"


def injure(table: Table, who: str, harm: int, why: str) -> None:
    """9.22: Hit Points are lost, with all that follows."""
    if harm <= 0 or fighter(table.enc, who).has("dead"):
        return
    lose(table, who, harm, why)
    one = fighter(table.enc, who)
    if one.hp > 0:
        stunning_blow(table, who, harm)
    elif one.has("stabilised"):
        reopen(table, who)


def lose(table: Table, who: str, harm: int, why: str) -> None:
    """11.2, 11.4: a loss fells and kills; in Reset (11.3, 11.5) that is all it does."""
    table.emit(Hurt(who, harm, why))
    one = fighter(table.enc, who)
    if one.hp <= -one.max_hp and options(table.enc).dying:
        die(table, who)
    elif one.hp <= 0 and not one.down:
        fell(table, who)


def fell(table: Table, who: str) -> None:
    """11.2, 11.3: down, and dying unless the option leaves the incapacitated as they are."""
    table.emit(WentDown(who, "incapacitated"))
    become(table, who, "incapacitated")
    if options(table.enc).dying:
        become(table, who, "dying")


def reopen(table: Table, who: str) -> None:
    """11.7: a fresh wound undoes what first aid did."""
    lift(table, who, "stabilised", "wounded again")
    if options(table.enc).dying:
        become(table, who, "dying")


def die(table: Table, who: str) -> None:
    """11.4: dead at once and for good."""
    for condition in fighter(table.enc, who).conditions[:]:
        lift(table, who, condition.name, "death")
    become(table, who, "dead")
    table.emit(WentDown(who, "dead"))


def stunning_blow(table: Table, who: str, harm: int) -> None:
    """11.6: more than half of the full Hit Points at once, and a check against the damage."""
    one = fighter(table.enc, who)
    if 2 * harm <= one.max_hp or "stunned" in one.creature.immune:
        return
    stat = higher_stat(one, ["brawn", "nerve"])
    if not attempt(table, who, stat, harm, "withstand the blow"):
        become(table, who, "stunned", harm)


def heal(table: Table, who: str, amount: int, why: str, magical: bool = True) -> None:
    """11.11: Hit Points come back, capped; magic also stops blood and death, and whoever is above 0 comes to."""
    one = fighter(table.enc, who)
    if not one.alive:
        return
    amount = min(amount, one.max_hp - one.hp)
    if amount > 0:
        table.emit(Healed(who, amount, why))
    for kind, _ in kinds(one) if magical else []:
        if kind.healing_ends:
            lift(table, who, kind.id, why)
    come_to(table, who)


def come_to(table: Table, who: str) -> None:
    """11.11: above 0 one is no longer incapacitated, though still prone."""
    one = fighter(table.enc, who)
    if one.down and one.hp > 0 and not one.has("dead"):
        for name in ("incapacitated", "dying", "stabilised"):
            lift(table, who, name, "above 0 HP")
        table.emit(CameTo(who))


def stabilise(table: Table, who: str, why: str) -> None:
    """11.7, 11.8: bleeding ends, and the dying lose no more."""
    one = fighter(table.enc, who)
    was_dying = one.has("dying")
    for kind, _ in kinds(one):
        if kind.first_aid_ends:
            lift(table, who, kind.id, why)
    if was_dying:
        become(table, who, "stabilised")


class FirstAid(CrisisAction):
    """11.8: a Savvy check to stop bleeding or dying."""

    def targets(self, here: Standing) -> list[str]:
        side = here.one.side
        friends = [p.id for p in here.living if p.side == side]
        # Mercy to a fallen foe is allowed; those who are on their feet are not worth a line.
        return friends + [p.id for p in here.living if p.side != side and (p.down or needs_aid(p))]

    def possible(self, here: Standing) -> bool:
        return bool([p for p in here.living if p.conditions and needs_aid(p) and here.reaches(p, 1)])

    def bars_target(self, here: Standing, other: Fighter) -> list[Reason]:
        return bars_patient(here.enc, here.one, other)

    def perform(self, table: Table, command: Command) -> None:
        enc = table.enc
        pay(table, command.who, self.price(enc, command), "first aid")
        challenge = aid_challenge(enc, command.who, fighter(enc, command.target))
        unseen = fighter(enc, command.target).hidden
        if attempt(table, command.who, "savvy", challenge, "first aid", unseen):
            stabilise(table, command.target, "first aid")


def needs_aid(one: Fighter) -> bool:
    """11.10: is there anything to treat?"""
    return one.has("bleeding") or one.has("dying")


def aid_challenge(enc: Encounter, who: str, patient: Fighter) -> int:
    """11.8, 8.6: 6 for the bruised, 9 for the wounded, one rung up for oneself."""
    challenge = 6 if patient.status in ("healthy", "bruised") else 9
    return rung_up(enc, challenge) if patient.id == who else challenge


def bars_patient(enc: Encounter, one: Fighter, patient: Fighter) -> list[Reason]:
    """11.9, 11.10: within arm's length, with something to treat."""
    reasons: list[Reason] = []
    if not within(enc, one, patient, 1):
        reasons.append(Reason("11.9", f"{patient.name} is too far away", "step next to the patient", "path"))
    if not patient.alive:
        reasons.append(Reason("11.10", f"{patient.name} is {'gone' if patient.out else 'dead'}"))
    elif not needs_aid(patient):
        reasons.append(Reason("11.10", f"{patient.name} is neither bleeding nor dying"))
    return reasons
