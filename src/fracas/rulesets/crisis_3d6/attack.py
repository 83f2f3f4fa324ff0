"""Section 8: attacks, from what may be attacked with what to the stunt that a lucky die buys."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Choice, Command, Encounter, Reason, Table, Tally, Why, counted
from fracas.engine.board import TOTAL_COVER
from fracas.engine.events import ACT, RESULT, SUBJECT
from fracas.rulesets.crisis_3d6.action_points import affords, bars_points, lose_aim
from fracas.rulesets.crisis_3d6.characters import PerkUsed, attack_ability, overweight, skill_tally
from fracas.rulesets.crisis_3d6.checks import EASY, add_circumstances, add_difficulty, roll_check
from fracas.rulesets.crisis_3d6.cover import cover_from, cover_penalty
from fracas.rulesets.crisis_3d6.damage import wound
from fracas.rulesets.crisis_3d6.defence import (
    AttackReading,
    defence_number,
    defended,
    fixed_defence,
    hits_of_thousand,
    may_defend,
    off_guard,
    tell_perks,
)
from fracas.rulesets.crisis_3d6.gear import WeaponAction, typed, weapon_for, weapons_at_hand
from fracas.rulesets.crisis_3d6.options import options
from fracas.rulesets.crisis_3d6.people import UNARMED, Between, Person, content_of, person, thing_name
from fracas.rulesets.crisis_3d6.profiles import Weapon
from fracas.rulesets.crisis_3d6.situation import gap, reaches, situation
from fracas.rulesets.crisis_3d6.stunts import stunts_of_use, use_stunt
from fracas.rulesets.crisis_3d6.unseen import show_oneself

REACH: Final = 1
COVERS: Final = ("no cover", "cover", "heavy cover", "total cover")
SLIGHT: Final = 250
"""A chance of a thousand that is hardly worth the points: whoever can come nearer does so first."""
SETTLED: Final = {
    "hit": "hits",
    "critical hit": "lands a critical hit on",
    "miss": "misses",
    "fumble": "fumbles against",
}


def shots_of(command: Command) -> int:
    """8.10: how many shots were declared, one if nothing was said."""
    return command.numbers[0] if command.numbers else 1


# ---------------------------------------------------------------- what bars an attack


def bars_attack(enc: Encounter, command: Command) -> list[Reason]:
    """8.4: everything that speaks against attacking this target with this weapon."""
    one, target = person(enc, command.who), person(enc, command.target)
    reasons = bars_foe(enc, one, target)
    weapon = weapon_for(one, command.thing)
    if weapon is None:
        return [*reasons, not_at_hand(enc, one, command.thing)]
    if not reasons:
        return bars_weapon(enc, one, target, weapon, shots_of(command))
    # Where nobody can be attacked at all, it does not matter how far away or how well covered that one is.
    return reasons + bars_shots(one, weapon, shots_of(command)) + bars_stance(one, weapon)


def bars_weapon(enc: Encounter, one: Person, target: Person, weapon: Weapon, shots: int) -> list[Reason]:
    """8.4: everything that speaks against attacking an enemy with this weapon."""
    reasons = bars_shots(one, weapon, shots) + bars_stance(one, weapon)
    known, key = situation(enc).between, (one.id, target.id, weapon.id)
    found = known.get(key)
    if found is None:
        found = known[key] = bars_reach(enc, one, target, weapon) + bars_cover(enc, one, target, weapon)
    return reasons + found


def not_at_hand(enc: Encounter, one: Person, thing: str) -> Reason:
    """8.6: only with what is in hand or part of the body."""
    if thing == UNARMED:
        return Reason("8.6", f"{one.name} has no bare hands", f"use {weapons_at_hand(one)[0].name.lower()}")
    carried = thing in [weapon.id for weapon in one.carried]
    return Reason("8.6", f"{thing_name(enc, thing)} is not in hand", "draw it" if carried else "", "draw")


def bars_foe(enc: Encounter, one: Person, target: Person) -> list[Reason]:
    """8.4, 6.4: a living enemy who is not hidden from the attacker."""
    if target.side == one.side:
        return [Reason("8.4", f"{target.name} is on the same side")]
    if not target.alive:
        return [Reason("8.4", f"{target.name} is out of the fight")]
    if target.hidden_from(one):
        return [Reason("6.4", f"{target.name} is hidden from {one.name}", "move to find it", "path")]
    return []


def bars_stance(one: Person, weapon: Weapon) -> list[Reason]:
    """8.19: hand to hand one is on one's feet."""
    barred = weapon.melee and one.has("prone")
    return [Reason("8.19", f"{one.name} is prone", "stand up", "stand-up")] if barred else []


def in_reach(enc: Encounter, one: Person, target: Person, weapon: Weapon) -> bool:
    """8.5: hand to hand only within reach."""
    return not weapon.melee or reaches(enc, one, target, REACH)


def bars_reach(enc: Encounter, one: Person, target: Person, weapon: Weapon) -> list[Reason]:
    """8.5: why it is not within reach."""
    if in_reach(enc, one, target, weapon):
        return []
    if gap(enc, one, target) <= REACH:
        return [Reason("5.14", f"a wall or a closed door is between {one.name} and {target.name}", "go round it")]
    far = f"{target.name} is {gap(enc, one, target)} squares away, reach is {REACH}"
    return [Reason("8.5", far, "move closer", "path")]


def bars_cover(enc: Encounter, one: Person, target: Person, weapon: Weapon) -> list[Reason]:
    """10.4: never in total cover."""
    if cover_from(enc, one, target, weapon) != TOTAL_COVER:
        return []
    return [Reason("10.4", f"{target.name} is in total cover", "move to where it can be seen", "path")]


def gets_at(enc: Encounter, one: Person, target: Person, weapon: Weapon) -> bool:
    """8.5, 10.4: neither distance nor cover speaks against it."""
    return in_reach(enc, one, target, weapon) and cover_from(enc, one, target, weapon) != TOTAL_COVER


def bars_shots(one: Person, weapon: Weapon, shots: int) -> list[Reason]:
    """8.9, 8.10: no more shots than the rate of fire, and as many rounds as shots."""
    reasons: list[Reason] = []
    if not 1 <= shots <= weapon.rof:
        times = "once" if weapon.rof == 1 else f"1 to {weapon.rof} times"
        strikes = "strikes" if weapon.melee else "fires"
        reasons.append(Reason("8.10", f"{weapon.name} {strikes} {times} in an attack"))
    if weapon.cap and one.loaded.get(weapon.id, 0) < max(shots, 1):
        left = one.loaded.get(weapon.id, 0)
        rounds = "no round" if not left else "1 round" if left == 1 else f"{left} rounds"
        reasons.append(Reason("8.9", f"{weapon.name} has {rounds} loaded", "reload", "reload"))
    return reasons


def attack_price(enc: Encounter, command: Command) -> int:
    """4.10, 8.1: 2 points, or what the weapon says."""
    weapon = weapon_for(person(enc, command.who), command.thing)
    return weapon.ap if weapon is not None else 2


def targets_of(enc: Encounter, one: Person) -> list[Person]:
    """Everybody alive on other sides."""
    return [other for other in situation(enc).living if other.side != one.side]


def at_hand(one: Person) -> list[tuple[str, Weapon]]:
    """The weapons at hand as commands name them: the first needs no name."""
    return [(typed(weapon) if index else "", weapon) for index, weapon in enumerate(weapons_at_hand(one))]


def attack_commands(enc: Encounter, verb: str, one: Person, targets: list[Person], bursts: bool) -> list[Command]:
    """Every target with every weapon at hand, the one in hand unnamed, and with every number of shots."""
    return [
        attack_command(one, verb, target, thing, shots)
        for target in targets
        for thing, weapon in at_hand(one)
        for shots in range(1, weapon.rof + 1 if bursts else 2)
    ]


def attack_command(one: Person, verb: str, target: Person, thing: str, shots: int) -> Command:
    """8.10: a single shot needs no number."""
    return Command(one.id, verb, (target.id,), thing, numbers=(shots,) if shots > 1 else ())


class Attack(WeaponAction):
    """8.1: an attack with one of the weapons at hand."""

    FORCE: ClassVar[int] = 1
    """How many times the weapon's damage is dealt."""

    LEAST: ClassVar[int] = 0
    """What it costs at least, whatever the weapon."""

    def ap(self, enc: Encounter, command: Command) -> int:
        return max(attack_price(enc, command), self.LEAST)

    def promise(self, enc: Encounter, command: Command) -> int:
        """What the weapon does, by the chance to hit; nothing where that is slight."""
        one, target = person(enc, command.who), person(enc, command.target)
        weapon = weapon_for(one, command.thing)
        if weapon is None:
            return 0
        known, key = situation(enc).chances, (one.id, target.id, weapon.id)
        if key not in known:
            against = defence_number(enc, target, weapon.melee).total if may_defend(target) else 0
            known[key] = hits_of_thousand(attack_number(enc, one, target, weapon).total, against)
        return known[key] * (weapon.dmg + weapon.end) * self.FORCE if known[key] >= SLIGHT else 0

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        """4.4, 8.4: the points for this weapon, and everything about the target."""
        one = person(enc, command.who)
        weapon = weapon_for(one, command.thing)
        reasons = bars_points(one, self.ap(enc, command)) + bars_attack(enc, command)
        return reasons + (self.bars_kind(weapon) if weapon is not None else [])

    def bars_kind(self, weapon: Weapon) -> list[Reason]:
        """Reasons against this kind of weapon."""
        return []

    def left(self, enc: Encounter, one: Person) -> Choice | None:
        """The parts of `bars_pick`, each judged once: weapons, targets, then one with the other."""
        arms = [(thing, weapon, self.volleys(one, weapon)) for thing, weapon in at_hand(one)]
        ready = [arm for arm in arms if arm[2]]
        legal: list[Command] = []
        for target in targets_of(enc, one) if ready else []:
            if not bars_foe(enc, one, target):
                for thing, weapon, volleys in ready:
                    if gets_at(enc, one, target, weapon):
                        legal.extend([attack_command(one, self.verb, target, thing, shots) for shots in volleys])
        return Choice(one.id, self.verb, legal, [], None) if legal else None

    def volleys(self, one: Person, weapon: Weapon) -> list[int]:
        """How many shots of a weapon nothing speaks against, whoever is the target."""
        if not affords(one, max(weapon.ap, self.LEAST)) or bars_stance(one, weapon) or self.bars_kind(weapon):
            return []
        return [shots for shots in range(1, weapon.rof + 1) if not bars_shots(one, weapon, shots)]

    def carries(self, enc: Encounter, command: Command) -> int:
        """As far as nothing is taken off for range; what is shot flies on."""
        weapon = weapon_for(person(enc, command.who), command.thing)
        return max(weapon.range, 1) if weapon is not None else 0

    def sighted(self, enc: Encounter, command: Command, seat: str) -> list[Reason]:
        """Metres, cover, and the parts of the target number."""
        one, target = person(enc, command.who), person(enc, command.target)
        weapon = weapon_for(one, command.thing)
        if weapon is None:
            return []
        grade = cover_from(enc, one, target, weapon)
        found = [Reason("8.7", f"{gap(enc, one, target)} m away, {COVERS[grade]}")]
        return found + counted("8.3", attack_number(enc, one, target, weapon))

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        one = person(enc, who)
        return attack_commands(enc, self.verb, one, targets_of(enc, one), True)

    def name_of(self, enc: Encounter, command: Command) -> str:
        weapon = weapon_for(person(enc, command.who), command.thing)
        return f"{self.verb} {typed(weapon) if weapon is not None else command.thing}"

    def bars_choice(self, enc: Encounter, who: str) -> list[Reason]:
        return [Reason("8.4", "there is no enemy to attack")]

    def unnamed(self, enc: Encounter, who: str) -> str:
        return weapons_at_hand(person(enc, who))[0].name

    def label(self, enc: Encounter, command: Command) -> str:
        with_what = f" with {thing_name(enc, command.thing)}" if command.thing else ""
        return enc.name(command.target) + with_what + self.said_shots(enc, command)

    def aim(self, enc: Encounter, command: Command) -> str:
        return super().aim(enc, command) + self.said_shots(enc, command)

    def said_shots(self, enc: Encounter, command: Command) -> str:
        if not command.numbers:
            return ""
        weapon = weapon_for(person(enc, command.who), command.thing)
        kind = "blows" if weapon is not None and weapon.melee else "shots"
        return f", {command.numbers[0]} {kind}"

    def act(self, table: Table, command: Command) -> None:
        """8.1: the attack itself."""
        enc = table.enc
        weapon = weapon_for(person(enc, command.who), command.thing) or weapons_at_hand(person(enc, command.who))[0]
        if person(enc, command.target).alive:
            strike(table, command.who, command.target, weapon, shots_of(command), self.FORCE, False)


class Brute(Attack):
    """Twice the damage for 3 points, hand to hand, for those who know how."""

    FORCE: ClassVar[int] = 2
    LEAST: ClassVar[int] = 3

    def possible(self, enc: Encounter, one: Person) -> bool:
        return one.has_perk("brute")

    def bars_here(self, enc: Encounter, one: Person) -> list[Reason]:
        """8.13: only with the perk."""
        return [] if self.possible(enc, one) else [Reason("8.13", f"{one.name} does not have the perk Brute")]

    def bars_kind(self, weapon: Weapon) -> list[Reason]:
        """8.13: only hand to hand."""
        return [] if weapon.melee else [Reason("8.13", f"{weapon.name} is no weapon of the hand")]


# ---------------------------------------------------------------- resolving


def strike(table: Table, who: str, target: str, weapon: Weapon, shots: int, force: int, reaction: bool) -> None:
    """8.1, 8.14: roll, let the target defend, and wound; whatever aim there was is used up (7.4)."""
    enc = table.enc
    number = attack_number(enc, person(enc, who), person(enc, target), weapon)
    show_oneself(table, who)
    table.emit(AttackDeclared(who, target, weapon.id, shots))
    if force > 1:
        table.emit(PerkUsed(who, "brute"))
    if person(enc, who).has_perk("martial-arts-master") and attack_ability(person(enc, who), weapon) == "speed":
        table.emit(PerkUsed(who, "martial-arts-master"))
    lose_aim(table, who, "the attack uses it")
    if person(enc, target).npc and not off_guard(person(enc, target)):
        tell_perks(table, target, weapon)
    contested = may_defend(person(enc, target)) and options(enc).defence == "margins"
    reading = AttackReading(enc, number.total, contested, stunts_of_use(person(enc, who), weapon))
    mine = roll_check(table, who, Why("attack on {0}", [target]), number, shots - 1, reading=reading)
    if not mine.succeeded:
        table.emit(AttackSettled(who, target, "fumble" if mine.outcome == "fumble" else "miss", reaction))
        use_stunt(table, who, target, weapon, mine, False)
        return
    if may_defend(person(enc, target)) and defended(table, who, target, weapon, mine, reading):
        table.emit(AttackSettled(who, target, "defended", reaction))
        return
    criticals = use_stunt(table, who, target, weapon, mine, True)
    if not person(enc, target).alive:
        return
    table.emit(AttackSettled(who, target, "critical hit" if criticals else "hit", reaction))
    wound(table, who, target, weapon, criticals, force)


def attack_number(enc: Encounter, one: Person, target: Person, weapon: Weapon) -> Tally:
    """8.1, 8.2, 8.3, 12.5: ability, skill, HIT, circumstances, range, cover, the target's fixed defence, the level."""
    name = attack_ability(one, weapon)
    tally = skill_tally(enc, one, weapon.skill, name)
    tally.add(f"HIT of {weapon.name}", weapon.hit, "8.3")
    add_circumstances(one, tally)
    if name == "speed":
        tally.add("weight", -overweight(one), "13.12")
    if not weapon.melee:
        tally.add("range", range_penalty(weapon, gap(enc, one, target)), "8.7")
    tally.add("cover", cover_penalty(enc, one, target, weapon, may_defend(target)), "10.1")
    if target.npc:
        tally.join(fixed_defence(enc, target, weapon))
    return add_difficulty(enc, one, tally, EASY, one.aim)


def range_penalty(weapon: Weapon, apart: int) -> int:
    """8.7: 2 less for every increment begun beyond the first."""
    begun = max((apart + weapon.range - 1) // max(weapon.range, 1), 1)
    return -2 * (begun - 1)


class AttackDeclared(Between):
    """An attack is on its way."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = ACT

    def __init__(self, who: str, target: str, weapon: str, shots: int) -> None:
        self.who = who
        self.target = target
        self.weapon = weapon
        self.shots = shots

    def apply(self, enc: Encounter) -> None:
        """8.9, 8.12: a shot is gone when it is fired, hit or miss."""
        one = person(enc, self.who)
        if self.weapon in one.loaded:
            one.loaded[self.weapon] = max(one.loaded[self.weapon] - self.shots, 0)

    def say(self, enc: Encounter) -> str:
        weapon = content_of(enc).weapons[self.weapon]
        shots = f", {self.shots} {'blows' if weapon.melee else 'shots'}" if self.shots > 1 else ""
        return f"{enc.name(self.who)} attacks {enc.name(self.target)} with {weapon.name.lower()}{shots}"


class AttackSettled(Between):
    """How an attack came out."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = RESULT

    def __init__(self, who: str, target: str, result: str, reaction: bool) -> None:
        self.who = who
        self.target = target
        self.result = result
        self.reaction = reaction

    def apply(self, enc: Encounter) -> None:
        pass

    def result_word(self) -> str:
        return f"react: {self.result}" if self.reaction else self.result

    def say(self, enc: Encounter) -> str:
        one, other = enc.name(self.who), enc.name(self.target)
        if self.result == "defended":
            return f"{other} fends off {one}"
        return f"{one} {SETTLED[self.result]} {other}"

    def brief(self, enc: Encounter) -> str:
        return self.result
