"""Section 15: attacks, tricks and Dodge, which everybody has; `rest` and `grapple` hold the others."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Action, Choice, Combatant, Command, Encounter, Invalid, Reason, Table, Why
from fracas.engine.board.terms import CLEAR, COVER, NO_COVER, TOTAL_COVER, UNSEEN
from fracas.rulesets.phases_of_play.acting import PlayAction, before_blood
from fracas.rulesets.phases_of_play.aiming import bars_distance, bars_elusive, bars_sight, wrong_kind
from fracas.rulesets.phases_of_play.being import Being, being, beings, phases
from fracas.rulesets.phases_of_play.carrying_out import ANY_REACH, started, target_net
from fracas.rulesets.phases_of_play.conditions import PoolChanged, bars_charm, gain, on_ability
from fracas.rulesets.phases_of_play.damage import strike
from fracas.rulesets.phases_of_play.distances import (
    SHOOTING,
    SPITTING,
    SWINGING,
    apart,
    enemies,
    fallen,
    foes_within,
    half_covered,
    level,
    sees,
    word_of,
)
from fracas.rulesets.phases_of_play.expecting import expected
from fracas.rulesets.phases_of_play.falling import shove
from fracas.rulesets.phases_of_play.lasting import AbilityUsed
from fracas.rulesets.phases_of_play.options import options
from fracas.rulesets.phases_of_play.pause import bars_breaking, break_pause
from fracas.rulesets.phases_of_play.pieces import Trigger
from fracas.rulesets.phases_of_play.profiles import Card, Weapon
from fracas.rulesets.phases_of_play.reactions import ReactionAction, alter, foe_behind
from fracas.rulesets.phases_of_play.situation import situation
from fracas.rulesets.phases_of_play.tests import (
    CRIT,
    FUMBLE,
    HIGH,
    LOW,
    MIXED,
    MOST_EXTRA,
    OUTCOMES,
    RANK,
    Score,
    own_net,
    test,
)
from fracas.rulesets.phases_of_play.touching import withstands

BLOWS: Final = {FUMBLE: 0, LOW: 1, MIXED: 2, HIGH: 3, CRIT: 5}
SHOTS: Final = {FUMBLE: -1, LOW: -1, MIXED: 0, HIGH: 1, CRIT: 2}


def bars_victim(one: Being, target: Being) -> list[Reason]:
    """7.5: an attack is for an enemy who is still up, or unconscious."""
    if fallen(target):
        return [Reason("7.5", f"{target.name} is {target.status}")]
    return [] if enemies(one, target) else [wrong_kind(target, "enemy")]


def bars_attack(enc: Encounter, one: Being, target: Being, distance: int) -> list[Reason]:
    """15.1, 15.4, 7.3, 7.4: within Swinging or Shooting Distance and in sight."""
    known, key = situation(enc).strikes, (one.id, target.id, distance)
    found = known.get(key)
    if found is None:
        reasons = bars_victim(one, target)
        if not reasons:
            reasons = bars_distance(enc, one, distance, target) or bars_sight(enc, one, target, False)
        found = known[key] = reasons + bars_charm(enc, one, target) + bars_elusive(one, target)
    return found


def bars_melee(enc: Encounter, one: Being, target: Being) -> list[Reason]:
    return bars_attack(enc, one, target, SWINGING)


def bars_shot(enc: Encounter, one: Being, target: Being) -> list[Reason]:
    """15.4, 15.5: something to shoot with."""
    if one.card.ranged is None:
        return [Reason("15.5", f"{one.name} has nothing to shoot with")]
    return bars_attack(enc, one, target, SHOOTING)


def attack_net(enc: Encounter, one: Being, target: Being) -> int:
    """What helps and hinders any attack on somebody."""
    return on_ability(enc, one, True) + target_net(enc, one, target, True)


def melee_net(enc: Encounter, one: Being, target: Being) -> int:
    """13.14, 15.2: against somebody Prone, and with bare hands under the option."""
    net = attack_net(enc, one, target)
    if target.has("prone"):
        net += 1
    if one.card.melee is None and options(enc).unarmed == "sheet":
        net -= 1
    return net


def shot_net(enc: Encounter, one: Being, target: Being) -> int:
    """13.14, 15.6, 15.7: an enemy too near, a Prone target far away, and shooting from above."""
    net = attack_net(enc, one, target)
    for other in beings(enc):
        known = other.present and enc.sees(one.seat, other.id)
        if known and enemies(one, other) and apart(enc, one, other) <= SWINGING:
            net -= 1
            break
    if target.has("prone") and apart(enc, one, target) > SWINGING:
        net -= 1
    if level(enc, one.pos) + one.altitude - level(enc, target.pos) - target.altitude > SPITTING:
        net += 1
    return net


def shot_damage(one: Being, score: Score) -> int:
    """15.4: by the Score, with what the weapon adds; Low misses, which is less than nothing."""
    if one.card.ranged is None or SHOTS[score.outcome] < 0:
        return -1
    return SHOTS[score.outcome] + one.card.ranged.damage


def blow_damage(enc: Encounter, one: Being, score: Score, helpless: bool) -> int:
    """15.1, 15.2, 13.15: by the Score; a weapon adds to all but a Low one; the helpless are hit as if by a High one."""
    outcome = score.outcome
    if helpless and outcome != FUMBLE and RANK[outcome] < RANK[HIGH]:
        outcome = HIGH
    if outcome == FUMBLE:
        return 0
    weapon = one.card.melee
    if weapon is None and options(enc).unarmed == "sheet":
        return 1
    return BLOWS[outcome] + (weapon.damage if weapon is not None and outcome != LOW else 0)


def attack(table: Table, who: str, target: str, verb: str, net: int = 0, more: int = 0, spare: bool = False) -> None:
    """15.1, 15.4: a Fighter Test for a blow, a Rogue Test for a shot, and the damage that goes with its Score."""
    enc, near = table.enc, verb == "melee"
    one, other = being(enc, who), being(enc, target)
    name = "Melee Attack" if near else "Ranged Attack"
    weapon = one.card.melee if near else one.card.ranged
    on, hindered = started(table, who, verb, [target], SWINGING if near else SHOOTING)
    if not on or (weapon is None and not near) or bars_victim(one, other):
        return
    net += hindered + (melee_net(enc, one, other) if near else shot_net(enc, one, other))
    score = test(table, who, "fighter" if near else "rogue", net, Why(f"{name} on {{0}}", [target]))
    table.emit(AbilityUsed(who, verb, score.outcome, [target]))
    helpless = other.has("unconscious")
    amount = blow_damage(enc, one, score, helpless) if near else shot_damage(one, score)
    if amount >= (1 if near else 0):
        strike(table, target, amount + more, weapon.type if weapon is not None else "blunt", who, name, spare)


class Hostile(PlayAction):
    """An Action against one enemy: 1 Beat; in a pause it ends the pause."""

    reach: int = SWINGING

    def for_bots(self, enc: Encounter, choice: Choice) -> Choice | None:
        return None if before_blood(enc) else choice

    def __init__(self, verb: str, title: str, paragraph: str, shape: str = "target") -> None:
        super().__init__(verb, title, paragraph, shape, beats=1)

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        if enc.flow.phase == "end":
            return [Reason("1.4", "nobody fights in the End phase")]
        return bars_breaking(one, self.beats) if enc.flow.phase == "paused" else []

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        if enc.flow.phase not in ("main", "freeplay", "paused"):
            return []
        return self.bars_target(enc, being(enc, command.who), being(enc, command.target))

    def bars_target(self, enc: Encounter, one: Being, target: Being) -> list[Reason]:
        return bars_melee(enc, one, target)

    def possible(self, enc: Encounter, who: str) -> bool:
        """Where no enemy is in reach nothing more need be asked."""
        return bool(foes_within(enc, being(enc, who), self.reach))

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        return self.against(enc, one, [other for other in beings(enc) if enemies(one, other) and not other.out])

    def likely(self, enc: Encounter, who: str) -> list[Command]:
        one = being(enc, who)
        return self.against(enc, one, foes_within(enc, one, self.reach))

    def carries(self, enc: Encounter, command: Command) -> int:
        return self.reach

    def line(self, enc: Encounter, one: Combatant, other: Combatant) -> tuple[int, int]:
        target = being(enc, other.id)
        shooter = being(enc, one.id)
        if not sees(enc, shooter, target):
            return UNSEEN, TOTAL_COVER
        return CLEAR, COVER if half_covered(enc, shooter, target) else NO_COVER

    def against(self, enc: Encounter, one: Being, targets: list[Being]) -> list[Command]:
        """The commands worth listing against these."""
        return [Command(one.id, self.verb, (other.id,)) for other in targets]

    def pay(self, table: Table, command: Command) -> None:
        """5.2, 18.6: a Beat; in a pause that Beat ends it."""
        if table.enc.flow.phase == "paused":
            break_pause(table, command.who, self.beats)
        else:
            super().pay(table, command)

    def sighted(self, enc: Encounter, command: Command, seat: str) -> list[Reason]:
        """How far in words and units, Half Cover, and the Advantages that are left."""
        one, target = being(enc, command.who), being(enc, command.target)
        units = apart(enc, one, target)
        found = [Reason("9.2", f"{word_of(units)}, {units} units")]
        if half_covered(enc, one, target):
            found.append(Reason("9.8", "Half Cover"))
        return found + say_net(self.net(enc, one, target) + own_net(enc, one, "fighter"))

    def attempt(self, table: Table, command: Command) -> Score | None:
        """Paid for, begun and tested by Fighter; nothing if something stopped it before."""
        enc, who, target = table.enc, command.who, command.target
        on, hindered = started(table, who, self.verb, [target], SWINGING)
        if not on:
            return None
        net = self.net(enc, being(enc, who), being(enc, target)) + hindered
        score = test(table, who, "fighter", net, self.title)
        table.emit(AbilityUsed(who, self.verb, score.outcome, [target]))
        return score

    def net(self, enc: Encounter, one: Being, target: Being) -> int:
        """What helps and hinders the Test of an attempt."""
        return attack_net(enc, one, target)


class Melee(Hostile):
    """15.1, 14.9: a Melee Attack, to spare its target if so declared."""

    modifier: str = "fighter"
    """What its Test goes by."""

    def promise(self, enc: Encounter, command: Command) -> int:
        """The harm to be expected of it; nobody is spared in the heat of a fight."""
        if command.thing == "spare":
            return 1
        one, target = being(enc, command.who), being(enc, command.target)
        harms = [self.harm(enc, one, target, Score(0, outcome)) for outcome in OUTCOMES]
        weapon = self.weapon(one.card)
        type = weapon.type if weapon is not None else "blunt"
        return 1 + expected(enc, one, target, self.modifier, self.net(enc, one, target), harms, type)

    def weapon(self, card: Card) -> Weapon | None:
        return card.melee

    def harm(self, enc: Encounter, one: Being, target: Being, score: Score) -> int:
        """Its damage with this Score."""
        return blow_damage(enc, one, score, target.has("unconscious"))

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        if command.thing not in ("", "spare"):
            raise Invalid("command", "thing", command.thing, "nothing, or spare")

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        reasons = super().bars_pick(enc, command)
        if command.thing == "spare" and being(enc, command.target).pc:
            reasons = [*reasons, Reason("14.9", "only NPCs can be spared")]
        return reasons

    def against(self, enc: Encounter, one: Being, targets: list[Being]) -> list[Command]:
        sparing = [Command(one.id, self.verb, (other.id,), "spare") for other in targets if not other.pc]
        return super().against(enc, one, targets) + sparing

    def net(self, enc: Encounter, one: Being, target: Being) -> int:
        return melee_net(enc, one, target)

    def act(self, table: Table, command: Command) -> None:
        attack(table, command.who, command.target, self.verb, spare=command.thing == "spare")


class Shoot(Melee):
    """15.4: a Ranged Attack."""

    reach: int = SHOOTING
    modifier: str = "rogue"

    def possible(self, enc: Encounter, who: str) -> bool:
        return being(enc, who).card.ranged is not None and super().possible(enc, who)

    def weapon(self, card: Card) -> Weapon | None:
        return card.ranged

    def harm(self, enc: Encounter, one: Being, target: Being, score: Score) -> int:
        return shot_damage(one, score)

    def bars_target(self, enc: Encounter, one: Being, target: Being) -> list[Reason]:
        return bars_shot(enc, one, target)

    def net(self, enc: Encounter, one: Being, target: Being) -> int:
        return shot_net(enc, one, target)


class Swing(ReactionAction):
    """10.17, 15.1: a Melee Attack on somebody who leaves."""

    def promise(self, enc: Encounter, command: Command) -> int:
        """As good as one on one's own turn."""
        return 1

    def bars_trigger(self, enc: Encounter, one: Being, trigger: Trigger) -> list[Reason]:
        cause = foe_behind(enc, one, trigger)
        if cause is None:
            return [Reason("8.1", f"{enc.name(trigger.cause) or 'nobody'} is no enemy")]
        return bars_melee(enc, one, cause)

    def act(self, table: Table, command: Command) -> None:
        cause = phases(table.enc).triggers[-1].cause
        if cause in table.enc.combatants:
            attack(table, command.who, cause, "melee")


def say_net(net: int) -> list[Reason]:
    """The Advantages or Disadvantages that are left, in words."""
    if not net:
        return []
    word = "Advantage" if net > 0 else "Disadvantage"
    count = min(abs(net), MOST_EXTRA)
    return [Reason("3.7", f"{count} {word}{'s' if count > 1 else ''}")]


class Trick(Hostile):
    """15.3: tripping or shoving instead of hurting, at a disadvantage."""

    def net(self, enc: Encounter, one: Being, target: Being) -> int:
        return melee_net(enc, one, target) - 1

    def act(self, table: Table, command: Command) -> None:
        enc, who, target = table.enc, command.who, command.target
        score = self.attempt(table, command)
        if score is None or not score.passed or withstands(table, target, "grit", score, self.title):
            return
        if self.verb == "trip":
            gain(table, target, "prone", 1, who, "tripped")
        else:
            shove(table, target, being(enc, who).pos, 1)


class Dodge(ReactionAction):
    """15.9, 15.10, 15.11: out of the way of an ability's damage, for a Dodge Point; Stunned hinders every Test."""

    def promise(self, enc: Encounter, command: Command) -> int:
        """Worth a Beat where one might fall."""
        one, trigger = being(enc, command.who), phases(enc).trigger
        return 1 if trigger is not None and trigger.amount >= one.shield + one.health else 0

    def bars_trigger(self, enc: Encounter, one: Being, trigger: Trigger) -> list[Reason]:
        if trigger.victim != one.id:
            return [Reason("15.9", "only one's own harm can be dodged")]
        return [] if one.dodges > 0 else [Reason("15.11", f"{one.name} has no Dodge Point")]

    def act(self, table: Table, command: Command) -> None:
        enc, who = table.enc, command.who
        one = being(enc, who)
        table.emit(PoolChanged(who, "dodges", max(0, one.dodges - 1), self.title))
        on, hindered = started(table, who, "dodge", [], ANY_REACH)
        if not on:
            return
        net = hindered + on_ability(enc, one, False) - one.stacks("slowed")
        score = test(table, who, "rogue", net, self.title)
        now = phases(enc).triggers[-1]
        left = now.amount - 1
        if score.outcome == MIXED:
            left = min(now.amount - 1, now.amount // 2)
        elif score.passed:
            left = 0
        eased = 2 if score.high else 1 if score.passed else 0
        alter(table, amount=max(0, left), eased=now.eased + eased)


ACTIONS: Final[list[Action]] = [
    Melee("melee", "Melee Attack", "15.1", "target thing?"),
    Shoot("shoot", "Ranged Attack", "15.4", "target thing?"),
    Trick("trip", "Trip", "15.3"),
    Trick("shove", "Shove", "15.3"),
    Swing("swing", "Strike at the one who leaves", "10.17", ("leaving",)),
    Dodge("dodge", "Dodge", "15.9", ("damage",)),
]
