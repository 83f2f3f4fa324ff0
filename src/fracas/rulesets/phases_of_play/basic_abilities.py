"""Section 15: what everybody can do: attacks, tricks, Dodge, Rest, first aid and Grapple."""

from __future__ import annotations

from typing import Final

from fracas.engine.command import Command
from fracas.engine.dice import parse
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.events import Moved
from fracas.engine.reason import Reason
from fracas.engine.roll import Roll
from fracas.engine.ruleset import Step
from fracas.engine.table import Table
from fracas.rulesets.phases_of_play.abilities import (
    bars_distance,
    bars_elusive,
    bars_sight,
    begin_slow,
    started,
    target_net,
    wrong_kind,
)
from fracas.rulesets.phases_of_play.acting import PlayAction, spend, spend_free
from fracas.rulesets.phases_of_play.being import SIZES, Being, Pending, being, beings, movement_left, phases
from fracas.rulesets.phases_of_play.conditions import (
    bars_charm,
    bars_stunned,
    clear_fleeting,
    end,
    gain,
    lose,
    on_ability,
)
from fracas.rulesets.phases_of_play.damage import heal, heal_vitality, set_shield, strike, wake
from fracas.rulesets.phases_of_play.distances import SHOOTING, SPITTING, SWINGING, apart, enemies, holders, level
from fracas.rulesets.phases_of_play.events import AbilityUsed, MovementSpent, PendingOver, PoolChanged, SlowAllowed
from fracas.rulesets.phases_of_play.movement_ranges import flood, shove
from fracas.rulesets.phases_of_play.pause import bars_breaking, bars_slow, break_pause
from fracas.rulesets.phases_of_play.phase_flow import Trigger
from fracas.rulesets.phases_of_play.reactions import ReactionAction, alter
from fracas.rulesets.phases_of_play.tests import CRIT, FUMBLE, HIGH, LOW, MIXED, RANK, Score, hindrance, test
from fracas.rulesets.phases_of_play.touching import add_choked, saved

BLOWS: Final = {FUMBLE: 0, LOW: 1, MIXED: 2, HIGH: 3, CRIT: 5}
SHOTS: Final = {FUMBLE: -1, LOW: -1, MIXED: 0, HIGH: 1, CRIT: 2}
RESTS: Final = ("shield", "dodge", "vitality", "health")
D10: Final = parse("1d10")
FARTHEST_DRAG: Final = 2


# ---------------------------------------------------------------- attacks


def bars_victim(one: Being, target: Being) -> list[Reason]:
    """7.5: an attack is for an enemy who is still up, or unconscious."""
    gone = target.has("dead") or target.out or (target.down and not target.has("unconscious"))
    if gone:
        return [Reason("7.5", f"{target.name} is {target.status}")]
    return [] if enemies(one, target) else [wrong_kind(target, "enemy")]


def bars_melee(enc: Encounter, one: Being, target: Being) -> list[Reason]:
    """15.1, 7.3, 7.4: within Swinging Distance and in sight."""
    reasons = bars_victim(one, target)
    if not reasons:
        reasons = bars_distance(enc, one, SWINGING, target) or bars_sight(enc, one, target, False)
    return reasons + bars_charm(enc, one, target) + bars_elusive(one, target)


def bars_shot(enc: Encounter, one: Being, target: Being) -> list[Reason]:
    """15.4, 15.5, 7.3, 7.4: something to shoot with, within Shooting Distance and in sight."""
    if one.card.ranged is None:
        return [Reason("15.5", f"{one.name} has nothing to shoot with")]
    reasons = bars_victim(one, target)
    if not reasons:
        reasons = bars_distance(enc, one, SHOOTING, target) or bars_sight(enc, one, target, False)
    return reasons + bars_charm(enc, one, target) + bars_elusive(one, target)


def attack_net(enc: Encounter, one: Being, target: Being, name: str) -> int:
    """What helps and hinders any attack on somebody."""
    net = on_ability(enc, one, True) + hindrance(enc, one, name) + one.boons.get("tests", 0)
    return net + target_net(enc, one, target, True)


def melee_net(enc: Encounter, one: Being, target: Being) -> int:
    """13.14, 15.2: against somebody Prone, and with bare hands under the option."""
    net = attack_net(enc, one, target, "fighter")
    if target.has("prone"):
        net += 1
    if one.card.melee is None and enc.options["unarmed"] == "sheet":
        net -= 1
    return net


def shot_net(enc: Encounter, one: Being, target: Being) -> int:
    """13.14, 15.6, 15.7: an enemy too near, a Prone target far away, and shooting from above."""
    net = attack_net(enc, one, target, "rogue")
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


def blow_damage(enc: Encounter, one: Being, score: Score, helpless: bool) -> int:
    """15.1, 15.2, 13.15: by the Score; a weapon adds to all but a Low one; the helpless are hit as if by a High one."""
    outcome = score.outcome
    if helpless and outcome != FUMBLE and RANK[outcome] < RANK[HIGH]:
        outcome = HIGH
    if outcome == FUMBLE:
        return 0
    weapon = one.card.melee
    if weapon is None and enc.options["unarmed"] == "sheet":
        return 1
    return BLOWS[outcome] + (weapon.damage if weapon is not None and outcome != LOW else 0)


def melee_attack(table: Table, who: str, target: str, net: int = 0, more: int = 0, spare: bool = False) -> None:
    """15.1: a Fighter Test and the damage that goes with it."""
    enc = table.enc
    on, hindered = started(table, who, "melee", [target], SWINGING)
    if not on or bars_victim(being(enc, who), being(enc, target)):
        return
    one, other = being(enc, who), being(enc, target)
    score = test(table, who, "fighter", net + hindered + melee_net(enc, one, other), f"Melee Attack on {other.name}")
    table.emit(AbilityUsed(who, "melee", score.outcome, [target]))
    helpless = other.has("unconscious") and enc.options["unconscious"] == "helpless"
    amount = blow_damage(enc, one, score, helpless)
    if amount > 0:
        type = one.card.melee.type if one.card.melee is not None else "blunt"
        strike(table, target, amount + more, type, who, "Melee Attack", spare)


def ranged_attack(table: Table, who: str, target: str, net: int = 0, more: int = 0, spare: bool = False) -> None:
    """15.4: a Rogue Test; Low misses."""
    enc = table.enc
    on, hindered = started(table, who, "shoot", [target], SHOOTING)
    weapon = being(enc, who).card.ranged
    if not on or weapon is None or bars_victim(being(enc, who), being(enc, target)):
        return
    one, other = being(enc, who), being(enc, target)
    score = test(table, who, "rogue", net + hindered + shot_net(enc, one, other), f"Ranged Attack on {other.name}")
    table.emit(AbilityUsed(who, "shoot", score.outcome, [target]))
    if SHOTS[score.outcome] >= 0:
        strike(table, target, SHOTS[score.outcome] + weapon.damage + more, weapon.type, who, "Ranged Attack", spare)


class Hostile(PlayAction):
    """An Action against one enemy: 1 Beat; in a pause it ends the pause."""

    beats: int = 1

    def __init__(self, verb: str, title: str, paragraph: str, shape: str = "target") -> None:
        super().__init__(verb, title, paragraph, shape)

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        if enc.flow.phase == "end":
            return [Reason("1.4", "nobody fights in the End phase")]
        breaking = bars_breaking(one, self.beats) if enc.flow.phase == "paused" else []
        return breaking + bars_stunned(enc, one)

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        if enc.flow.phase not in ("main", "freeplay", "paused"):
            return []
        return self.bars_target(enc, being(enc, command.who), being(enc, command.target))

    def bars_target(self, enc: Encounter, one: Being, target: Being) -> list[Reason]:
        return bars_melee(enc, one, target)

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        return [
            Command(one.id, self.verb, (other.id,)) for other in beings(enc) if enemies(one, other) and not other.out
        ]

    def pay(self, table: Table, command: Command) -> None:
        """5.2, 18.6: a Beat; in a pause that Beat ends it."""
        if table.enc.flow.phase == "paused":
            break_pause(table, command.who, self.beats)
        else:
            spend(table, command.who, self.beats, self.title)


class Melee(Hostile):
    """15.1, 14.9: a Melee Attack, to spare its target if so declared."""

    def __init__(self) -> None:
        super().__init__("melee", "Melee Attack", "15.1", "target thing?")

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        if command.thing not in ("", "spare"):
            raise Invalid("command", "thing", command.thing, "nothing, or spare")

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        reasons = super().bars_pick(enc, command)
        if command.thing == "spare" and being(enc, command.target).pc:
            reasons = [*reasons, Reason("14.9", "only NPCs can be spared")]
        return reasons

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        plain = super().commands(enc, one)
        return plain + [Command(c.who, c.verb, c.targets, "spare") for c in plain if not being(enc, c.target).pc]

    def perform(self, table: Table, command: Command) -> None:
        self.pay(table, command)
        melee_attack(table, command.who, command.target, spare=command.thing == "spare")


class Shoot(Melee):
    """15.4: a Ranged Attack."""

    def __init__(self) -> None:
        super().__init__()
        self.verb, self.title, self.paragraph = "shoot", "Ranged Attack", "15.4"

    def bars_target(self, enc: Encounter, one: Being, target: Being) -> list[Reason]:
        return bars_shot(enc, one, target)

    def perform(self, table: Table, command: Command) -> None:
        self.pay(table, command)
        ranged_attack(table, command.who, command.target, spare=command.thing == "spare")


class Swing(ReactionAction):
    """10.17, 15.1: a Melee Attack on somebody who leaves."""

    def __init__(self) -> None:
        super().__init__("swing", "Strike at the one who leaves", "10.17", ("leaving",))

    def bars_trigger(self, enc: Encounter, one: Being, trigger: Trigger) -> list[Reason]:
        target = being(enc, trigger.cause)
        if not enemies(one, target):
            return [Reason("8.1", f"{target.name} is no enemy")]
        return bars_melee(enc, one, target)

    def perform(self, table: Table, command: Command) -> None:
        cause = phases(table.enc).triggers[-1].cause
        spend(table, command.who, 1, self.title)
        melee_attack(table, command.who, cause)


class Trick(Hostile):
    """15.3: tripping or shoving instead of hurting."""

    def perform(self, table: Table, command: Command) -> None:
        enc, who, target = table.enc, command.who, command.target
        self.pay(table, command)
        on, hindered = started(table, who, self.verb, [target], SWINGING)
        if not on:
            return
        one, other = being(enc, who), being(enc, target)
        score = test(table, who, "fighter", hindered - 1 + melee_net(enc, one, other), self.title)
        table.emit(AbilityUsed(who, self.verb, score.outcome, [target]))
        if not score.passed or withstands(table, target, "grit", score, self.title):
            return
        if self.verb == "trip":
            gain(table, target, "prone", 1, who, "tripped")
        else:
            shove(table, target, being(enc, who).pos, 1)


def withstands(table: Table, who: str, save: str, score: Score, why: str) -> bool:
    """7.8, 15.16: a Save after the user's Score."""
    if score.outcome in (CRIT, FUMBLE):
        return score.outcome == FUMBLE
    net = 1 if score.outcome == LOW else -1 if score.outcome == HIGH else 0
    return saved(table, who, save, why, net)


class Dodge(ReactionAction):
    """15.9, 15.11: out of the way of an ability's damage, for a Dodge Point."""

    def __init__(self) -> None:
        super().__init__("dodge", "Dodge", "15.9", ("damage",))

    def bars_trigger(self, enc: Encounter, one: Being, trigger: Trigger) -> list[Reason]:
        if trigger.victim != one.id:
            return [Reason("15.9", "only one's own harm can be dodged")]
        return [] if one.dodges > 0 else [Reason("15.11", f"{one.name} has no Dodge Point")]

    def perform(self, table: Table, command: Command) -> None:
        enc, who = table.enc, command.who
        one = being(enc, who)
        spend(table, who, 1, self.title)
        table.emit(PoolChanged(who, "dodges", max(0, one.dodges - 1), self.title))
        net = on_ability(enc, one, False) - one.stacks("slowed") + self.stunned(enc, one)
        score = test(table, who, "rogue", net, self.title)
        now = phases(enc).triggers[-1]
        left = now.amount - 1
        if score.outcome == MIXED:
            left = min(now.amount - 1, now.amount // 2)
        elif score.passed:
            left = 0
        eased = 2 if RANK[score.outcome] >= RANK[HIGH] else 1 if score.passed else 0
        alter(table, max(0, left), now.hinder, now.eased + eased, now.cancelled)

    def stunned(self, enc: Encounter, one: Being) -> int:
        """15.10: each stack of Stunned is a Disadvantage, once."""
        return 0 if enc.options["stunned"] == "tests" else -one.stacks("stunned")


# ---------------------------------------------------------------- rest and first aid


class Slow(PlayAction):
    """2.3, 15.13, 19.7: a basic Slow Action: done at the start of the next turn, at once where nobody counts time."""

    beats: int = 1
    slow: bool = True

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        reasons = bars_slow(enc, one, self.verb) + bars_stunned(enc, one)
        if one.pending is not None:
            reasons.append(Reason("7.9", f"{one.name} has a Slow Action pending already"))
        return reasons

    def perform(self, table: Table, command: Command) -> None:
        enc, who = table.enc, command.who
        if enc.flow.phase == "main":
            spend(table, who, 1, self.title)
            name = f"{self.verb}-{command.thing}" if command.thing else self.verb
            begin_slow(table, who, name, command.targets, (), 0)
            return
        if f"{who}:{self.verb}" in phases(enc).leaves:
            table.emit(SlowAllowed(who, self.verb, False))
        self.resolve(table, who, command.targets, command.thing)

    def resolve(self, table: Table, who: str, targets: tuple[str, ...], thing: str) -> None:
        raise NotImplementedError


class Rest(Slow):
    """15.13, 15.14: a Shield, a Dodge Point, or with a Recovery Vitality or Health."""

    def __init__(self) -> None:
        super().__init__("rest", "Rest", "15.13", "thing")

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        if command.thing not in RESTS:
            raise Invalid("command", "thing", command.thing, "one of " + ", ".join(RESTS))

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        return bars_rest(being(enc, command.who), command.thing)

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        return [Command(one.id, self.verb, thing=word) for word in RESTS]

    def resolve(self, table: Table, who: str, targets: tuple[str, ...], thing: str) -> None:
        enc = table.enc
        one = being(enc, who)
        table.emit(AbilityUsed(who, "rest", MIXED, []))
        if enc.flow.phase == "freeplay" or enc.flow.phase == "end":
            clear_fleeting(table, who, "a Rest")
        if thing == "shield":
            set_shield(table, who, 1, "a Rest")
        elif thing == "dodge":
            table.emit(PoolChanged(who, "dodges", min(one.max_dodges, one.dodges + 1), "a Rest"))
        elif not bars_rest(one, thing):
            use_recovery(table, who)
            if thing == "vitality":
                heal_vitality(table, who, 1, "a Rest")
            else:
                heal(table, who, table.roll(Roll(who, D10, "a Rest")), "a Rest")


def bars_rest(one: Being, thing: str) -> list[Reason]:
    """15.13, 15.14, 7.6: there must be something to gain, and a Recovery or a kit for some of it."""
    if thing in ("vitality", "health") and one.recoveries <= 0 and one.kits <= 0:
        return [Reason("7.6", f"{one.name} has neither a Recovery nor a first aid kit")]
    full = (
        (thing == "shield" and one.shield >= 1)
        or (thing == "dodge" and one.dodges >= one.max_dodges)
        or (thing == "vitality" and one.vitality >= one.max_vitality)
        or (thing == "health" and one.health >= one.max_health)
    )
    return [Reason("15.13", f"{one.name} has nothing to gain from that")] if full else []


def use_recovery(table: Table, who: str) -> None:
    """15.14: a Recovery before a kit."""
    one = being(table.enc, who)
    if one.recoveries > 0:
        table.emit(PoolChanged(who, "recoveries", one.recoveries - 1, "used"))
    else:
        table.emit(PoolChanged(who, "kits", max(0, one.kits - 1), "used"))


class FirstAid(Slow):
    """15.15: a kit and a Tinkering Test give a Recovery, to be used at once on a Pass."""

    def __init__(self) -> None:
        super().__init__("first-aid", "First aid", "15.15", "target")

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        one, patient = being(enc, command.who), being(enc, command.target)
        return bars_aid(enc, one, patient)

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        return [Command(one.id, self.verb, (p.id,)) for p in beings(enc) if not p.out and not enemies(one, p)]

    def resolve(self, table: Table, who: str, targets: tuple[str, ...], thing: str) -> None:
        enc = table.enc
        one, patient = being(enc, who), targets[0]
        if bars_aid(enc, one, being(enc, patient)):
            return
        table.emit(PoolChanged(who, "kits", max(0, one.kits - 1), "first aid"))
        score = test(table, who, "tinkering", on_ability(enc, one, patient != who), "first aid")
        table.emit(AbilityUsed(who, "first-aid", score.outcome, [patient]))
        other = being(enc, patient)
        if score.passed and other.health < other.max_health:
            heal(table, patient, table.roll(Roll(patient, D10, "first aid")), "first aid")
        else:
            table.emit(PoolChanged(patient, "recoveries", other.recoveries + 1, "first aid"))
        wake(table, patient)


def bars_aid(enc: Encounter, one: Being, patient: Being) -> list[Reason]:
    """15.15, 7.3: a kit, and somebody near and willing who is neither construct nor undead."""
    if one.kits <= 0:
        return [Reason("15.15", f"{one.name} has no first aid kit")]
    lifeless = [tag for tag in ("construct", "undead") if tag in patient.card.tags]
    if lifeless or enemies(one, patient) or patient.has("dead") or patient.out:
        return [Reason("15.15", f"first aid does nothing for {patient.name}")]
    return bars_distance(enc, one, SWINGING, patient)


def resolve_basic(table: Table, who: str, pending: Pending) -> None:
    """7.9, 15.13, 15.15: a Rest or first aid begun a turn ago."""
    enc = table.enc
    verb = "first-aid" if pending.ability.startswith("first-aid") else "rest"
    thing = pending.ability.removeprefix("rest-") if verb == "rest" else ""
    action = table.ruleset.actions[verb]
    assert isinstance(action, Slow)
    if not being(enc, who).present:
        table.emit(PendingOver(who, "comes to nothing"))
        return
    table.emit(PendingOver(who, "takes effect"))
    action.resolve(table, who, pending.targets, thing)


# ---------------------------------------------------------------- grapple


class Grapple(Hostile):
    """15.16: a Fighter Test, and the target makes a Save after its Score."""

    save: str = "grit"

    def bars_target(self, enc: Encounter, one: Being, target: Being) -> list[Reason]:
        return bars_melee(enc, one, target) or self.bars_grip(one, target)

    def bars_grip(self, one: Being, target: Being) -> list[Reason]:
        return []

    def perform(self, table: Table, command: Command) -> None:
        enc, who, target = table.enc, command.who, command.target
        self.pay(table, command)
        on, hindered = started(table, who, self.verb, [target], SWINGING)
        if not on:
            return
        one, other = being(enc, who), being(enc, target)
        net = attack_net(enc, one, other, "fighter") + hindered
        score = test(table, who, "fighter", net, self.title)
        table.emit(AbilityUsed(who, self.verb, score.outcome, [target]))
        if not withstands(table, target, self.save, score, self.title):
            self.take(table, command)

    def take(self, table: Table, command: Command) -> None:
        raise NotImplementedError


def grip(table: Table, who: str, target: str, name: str) -> None:
    """15.16, 15.17: Held or Mounted, twice if the target is no larger, and the user Grappling."""
    enc = table.enc
    larger = SIZES.index(being(enc, target).size_word) > SIZES.index(being(enc, who).size_word)
    gain(table, target, name, 1 if larger else 2, who, "a Grapple")
    if not being(enc, who).has("grappling"):
        gain(table, who, "grappling", 1, target, "a Grapple")


class Grab(Grapple):
    """15.16: Grit, or Held."""

    def take(self, table: Table, command: Command) -> None:
        grip(table, command.who, command.target, "held")


class Mount(Grapple):
    """15.19: Edge, or Mounted; the user shares the target's square."""

    save: str = "edge"

    def take(self, table: Table, command: Command) -> None:
        grip(table, command.who, command.target, "mounted")
        one, other = being(table.enc, command.who), being(table.enc, command.target)
        if other.has("mounted") and table.enc.board.footprint(other.pos, one.size):
            table.emit(Moved(command.who, other.pos, "mounts"))


class Drag(Grapple):
    """15.20: Edge, or both shift up to two units, paid from Walk."""

    save: str = "edge"

    def __init__(self) -> None:
        super().__init__("drag", "Drag", "15.20", "target square")

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        one, target, square = being(enc, command.who), being(enc, command.target), command.squares[0]
        reasons = super().bars_pick(enc, command)
        if reasons:
            return reasons
        units = enc.board.distance(one.pos, square)
        if square not in self.ways(enc, one, target) or self.others(enc, one, target, square):
            return [Reason("15.20", f"{enc.board.name(square)} is not a free square within two units")]
        if enc.flow.phase == "main" and movement_left(one) < units:
            return [Reason("10.5", f"{movement_left(one)} Movement is left, {units} are needed")]
        return []

    def others(self, enc: Encounter, one: Being, target: Being, square: int) -> list[Being]:
        return [other for other in holders(enc, one, square, one.altitude) if other.id != target.id]

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        found: list[Command] = []
        for command in super().commands(enc, one):
            if apart(enc, one, being(enc, command.target)) <= SWINGING:
                for square in self.ways(enc, one, being(enc, command.target)):
                    found.append(Command(one.id, self.verb, command.targets, "", (square,)))
        return found

    def ways(self, enc: Encounter, one: Being, target: Being) -> list[int]:
        """15.20: where one can walk to within two units, no more than a step up or down; or the target's square."""
        costs, _ = flood(enc, one, "walk", FARTHEST_DRAG)
        here = level(enc, one.pos)
        found = sorted([square for square in costs if square != one.pos and abs(level(enc, square) - here) <= 1])
        if target.pos != one.pos and target.pos not in found and target.pos in enc.board.neighbours(one.pos, one.size):
            found.append(target.pos)
        return found

    def take(self, table: Table, command: Command) -> None:
        enc, who, target = table.enc, command.who, command.target
        here, square = being(enc, who).pos, command.squares[0]
        units = enc.board.distance(here, square)
        if enc.flow.phase == "main":
            table.emit(MovementSpent(who, units, self.title))
        other = being(enc, target)
        if square == other.pos:
            table.emit(Moved(target, here, "is dragged"))
            table.emit(Moved(who, square, "drags"))
            return
        table.emit(Moved(who, square, "drags"))
        behind = [s for s in enc.board.neighbours(square, other.size) if not holders(enc, other, s, other.altitude)]
        if apart(enc, being(enc, who), other) > SWINGING and behind:
            near = here if here in behind else min(behind, key=lambda s: (enc.board.distance(s, other.pos), s))
            table.emit(Moved(target, near, "is dragged"))


class Choke(Grapple):
    """15.21: Grit, or a stack of Choked, for somebody mounted twice by oneself."""

    def bars_grip(self, one: Being, target: Being) -> list[Reason]:
        if target.stacks("mounted") >= 2 and target.source_of("mounted") == one.id:
            return []
        return [Reason("15.21", f"{target.name} is not mounted twice by {one.name}", "mount first")]

    def take(self, table: Table, command: Command) -> None:
        add_choked(table, command.target, command.who)


class Deck(Grapple):
    """15.23: Grit, or Prone, Slowed and Vulnerable, for somebody held twice by oneself."""

    def bars_grip(self, one: Being, target: Being) -> list[Reason]:
        if target.stacks("held") >= 2 and target.source_of("held") == one.id:
            return []
        return [Reason("15.23", f"{target.name} is not held twice by {one.name}", "grab first")]

    def take(self, table: Table, command: Command) -> None:
        for name in ("prone", "slowed", "vulnerable"):
            gain(table, command.target, name, 1, command.who, "decked")


def held_by(one: Being) -> str:
    """15.25: by which condition one is grappled; empty if by none."""
    if one.has("held"):
        return "held"
    return "mounted" if one.has("mounted") else ""


def try_free(table: Table, who: str) -> None:
    """15.25: Grit against Held, Edge against Mounted; a Pass frees entirely."""
    enc = table.enc
    one = being(enc, who)
    name = held_by(one)
    if name and saved(table, who, "grit" if name == "held" else "edge", "the Grapple"):
        free(table, who)


def free(table: Table, who: str) -> None:
    """15.22, 15.25: nobody's hands are on one any more, and one stack of Choked goes at once."""
    enc = table.enc
    one = being(enc, who)
    sources = [one.source_of("held"), one.source_of("mounted")]
    for name in ("held", "mounted"):
        end(table, who, name, "free")
    if one.has("choked"):
        lose(table, who, "choked", 1, "free")
    for source in sources:
        if source in enc.combatants and not holding(enc, source):
            end(table, source, "grappling", "let go")


def holding(enc: Encounter, who: str) -> list[str]:
    """15.24: whom somebody grapples."""
    found: list[str] = []
    for other in beings(enc):
        for name in ("held", "mounted"):
            if other.has(name) and other.source_of(name) == who and other.id not in found:
                found.append(other.id)
    return found


class BreakFree(PlayAction):
    """15.25: an Action."""

    beats: int = 1

    def __init__(self) -> None:
        super().__init__("break-free", "Break free", "15.25")

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        if not held_by(one):
            return [Reason("15.25", f"nobody grapples {one.name}")]
        return bars_stunned(enc, one)

    def perform(self, table: Table, command: Command) -> None:
        spend(table, command.who, 1, self.title)
        try_free(table, command.who)


class Wrench(ReactionAction):
    """15.25: a Free Reaction when the one who grapples is hurt."""

    is_free: bool = True

    def __init__(self) -> None:
        super().__init__("wrench", "Wrench free", "15.25", ("hurt",))

    def bars_trigger(self, enc: Encounter, one: Being, trigger: Trigger) -> list[Reason]:
        for name in ("held", "mounted"):
            if one.has(name) and one.source_of(name) == trigger.victim:
                return []
        return [Reason("15.25", f"{one.name} is not grappled by the one who is hurt")]

    def perform(self, table: Table, command: Command) -> None:
        try_free(table, command.who)


class Release(PlayAction):
    """15.26: letting go is a Free Action."""

    is_free: bool = True

    def __init__(self) -> None:
        super().__init__("release", "Let go", "15.26")
        self.idle = True

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        return [] if one.has("grappling") else [Reason("15.26", f"{one.name} grapples nobody")]

    def perform(self, table: Table, command: Command) -> None:
        spend_free(table, command.who, self.title)
        for other in holding(table.enc, command.who):
            free(table, other)
        end(table, command.who, "grappling", "let go")


def broken_grips(enc: Encounter) -> list[str]:
    """15.26: whose grip is over: the two are apart, or the one who grapples is out of it; and empty hands."""
    found: list[str] = []
    for one in beings(enc):
        if not one.conditions:
            continue
        for name in ("held", "mounted"):
            source = one.source_of(name)
            if one.has(name) and source:
                other = enc.combatants.get(source)
                if (
                    other is None
                    or not other.present
                    or apart(enc, one, being(enc, source)) > SWINGING
                    or one.has("dead")
                ):
                    found.append(one.id)
        if one.has("grappling") and one.source_of("grappling") and not holding(enc, one.id):
            found.append(one.id)
    return found


class LetGo(Step):
    """15.26: a Grapple ends when it cannot go on."""

    def __init__(self) -> None:
        super().__init__("let-go", "A Grapple ends", "15.26")

    def perform(self, table: Table, command: Command) -> None:
        enc = table.enc
        for who in broken_grips(enc):
            one = being(enc, who)
            if one.has("held") or one.has("mounted"):
                free(table, who)
            if one.has("grappling") and not holding(enc, who):
                end(table, who, "grappling", "let go")
