"""A blow on its way: dice and numbers of an attack, how it comes out, and the damage it does.

For attacks, for Reflexes and Responses, and for spells that strike like a weapon.
"""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Encounter, Reading, Roll, Table, Tally
from fracas.engine.board import CLEAR, MINIMAL, PARTIAL
from fracas.engine.events import ACT, BOOKS, PUBLIC, RESULT, SUBJECT, About, Event, Revealed
from fracas.rulesets.crisis_mode.action_points import pay
from fracas.rulesets.crisis_mode.checks import (
    adjust,
    armour_shortfall,
    check_dice,
    damage_dice,
    effect_dice,
    kinds,
    modified,
)
from fracas.rulesets.crisis_mode.conditions import inflict, mark, topple
from fracas.rulesets.crisis_mode.fighter import Fighter, content_of, crisis, fighter, numbers_known, thing_name
from fracas.rulesets.crisis_mode.flow import Strike
from fracas.rulesets.crisis_mode.gear import (
    LeftHand,
    Loaded,
    armour_reduction,
    at_hand,
    bypass_margin,
    defense_tally,
    gear_attack,
    gear_damage,
)
from fracas.rulesets.crisis_mode.injury import injure
from fracas.rulesets.crisis_mode.profiles import Price, Weapon
from fracas.rulesets.crisis_mode.situation import apart, within

MISS: Final = 0
HIT: Final = 1
PAST_ARMOUR: Final = 2
WORDS: Final = ("miss", "hit", "hit past armour")
SIGHT: Final = {CLEAR: 0, PARTIAL: -3, MINIMAL: -6}
DECLARED: Final = "attack-declared"
SETTLED: Final = "attack-settled"


class Attacking(About):
    """An event of an attack, known to whoever sees both sides of it."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "target")

    def __init__(self, who: str, target: str) -> None:
        self.who = who
        self.target = target

    def subjects(self) -> list[str]:
        return [self.who, self.target]


class AttackDeclared(Attacking):
    """An attack is on its way; Reflexes are judged by it."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = ACT

    def __init__(self, who: str, target: str, verb: str, weapon: str, melee: bool) -> None:
        super().__init__(who, target)
        self.verb = verb
        self.weapon = weapon
        self.melee = melee

    def apply(self, enc: Encounter) -> None:
        """16.3: an attack declared is a hostile act, hit or miss."""
        flow = crisis(enc)
        flow.quiet = False
        flow.strike = Strike(self.who, self.target, self.verb, self.weapon, self.melee, 0, False)

    def say(self, enc: Encounter) -> str:
        with_what = thing_name(content_of(enc), self.weapon)
        return f"{enc.name(self.who)}: {self.verb} on {enc.name(self.target)} with {with_what}"

    def brief(self, enc: Encounter) -> str:
        who, target, thing = enc.name(self.who), enc.name(self.target), thing_name(content_of(enc), self.weapon)
        if self.verb == "cast":
            return f"{who} casts {thing} at {target}"
        return f"{who} attacks {target} with {thing}" + ("" if self.verb == "normal" else f" ({self.verb})")


class AttackSettled(Attacking):
    """How an attack came out; Responses are judged by it."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = RESULT

    def __init__(self, who: str, target: str, result: str, harm: int, by: str) -> None:
        super().__init__(who, target)
        self.result = result
        self.harm = harm
        self.by = by
        """The command of the opportunity, or the Reflex or Response, this blow belongs to."""

    def apply(self, enc: Encounter) -> None:
        flow, old = crisis(enc), crisis(enc).strike
        if old is not None and old.attacker == self.who and old.verb == self.by:
            flow.strike = Strike(old.attacker, old.target, old.verb, old.weapon, old.melee, self.harm, True)

    def result_word(self) -> str:
        return self.result if self.by not in ("counterattack", "riposte") else f"{self.by}: {self.result}"

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        if numbers_known(after, self.target, seat):
            return self
        return AttackSettled(self.who, self.target, self.result, 0, self.by)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} on {enc.name(self.target)}: {self.result}" if self.result else ""

    def brief(self, enc: Encounter) -> str:
        return self.result


class StrikeOver(Event):
    """Nothing answers to the last attack any more."""

    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = BOOKS

    def apply(self, enc: Encounter) -> None:
        crisis(enc).strike = None


class Blow:
    """One swing or shot: by whom, at whom, with what, and what the kind of attack adds."""

    def __init__(self, who: str, target: str, verb: str, weapon: Weapon, melee: bool) -> None:
        self.who = who
        self.target = target
        self.verb = verb
        self.weapon = weapon
        self.melee = melee
        self.attack = Tally()
        self.damage = Tally()
        self.blocked = False
        self.unseen = False
        """The attacker was hidden when the attack was declared."""


def judge(margin: int, bypass: int) -> int:
    """9.5, 10.9: a hit with no margin or more, past armour from a margin of `bypass` on, if that is anything."""
    if margin < 0:
        return MISS
    return PAST_ARMOUR if bypass and margin >= bypass else HIT


class HitReading(Reading):
    """9.5, 10.9: miss, hit, or a hit with margin enough to get past armour."""

    def __init__(self, challenge: int, bypass: int) -> None:
        self.by_lead = True
        self.challenge = challenge
        self.bypass = bypass

    def read(self, totals: list[int]) -> int:
        return judge(totals[0] - (self.challenge or totals[1]), self.bypass)

    def word(self, value: int) -> str:
        return WORDS[value]

    def key(self) -> str:
        return f"hit{self.challenge},{self.bypass}"


class DamageReading(Reading):
    """9.21, 9.22: damage after halving (bare hands), additions and reductions, never below 0."""

    def __init__(self, halved: bool, tally: Tally) -> None:
        self.steady = True
        self.halved = halved
        self.tally = tally

    def read(self, totals: list[int]) -> int:
        damage = (totals[0] + 1) // 2 if self.halved else totals[0]
        return max(damage + self.tally.total, 0)

    def word(self, value: int) -> str:
        parts = [f"{part.value:+d} {part.label}" for part in self.tally.parts]
        how = (["half of the roll"] if self.halved else []) + parts
        return f"{value} damage" + (f" ({', '.join(how)})" if how else "")

    def key(self) -> str:
        return f"damage{self.halved},{self.tally.total}"


def reveal(table: Table, who: str) -> None:
    """1.9: whoever attacks, aims a spell or reacts is no longer hidden."""
    if fighter(table.enc, who).hidden:
        table.emit(Revealed(who, "comes out of hiding"))


def hand_to_hand(enc: Encounter, one: Fighter, weapon: Weapon, target: Fighter) -> bool:
    """9.11, 9.18: wielded against what is within reach; thrown and shot weapons are ranged beyond it."""
    return within(enc, one, target, weapon.reach_high)


def blade(one: Fighter) -> Weapon | None:
    """7.9, 7.15: the hand-to-hand weapon in hand, a natural one, or bare hands."""
    for weapon in at_hand(one):
        if weapon.reach_high and (one.shield is None or weapon.hands < 2):
            return weapon
    return None


def deliver(table: Table, blow: Blow) -> None:
    """9.1: declared and paid, an attack goes through Reflex, rolls and wound to the Response."""
    from fracas.rulesets.crisis_mode.reflexes_and_responses import reflex, response

    table.emit(AttackDeclared(blow.who, blow.target, blow.verb, blow.weapon.id, blow.melee))
    if not reflex(table, blow):
        table.emit(AttackSettled(blow.who, blow.target, "stopped", 0, blow.verb))
    elif comes_to_nothing(table.enc, blow):
        table.emit(AttackSettled(blow.who, blow.target, "lost", 0, blow.verb))
    else:
        resolve(table, blow)
    response(table, blow)
    table.emit(StrikeOver())


def comes_to_nothing(enc: Encounter, blow: Blow) -> bool:
    """7.10, 9.1: the attacker can no longer strike, or the target is dead, gone or out of reach by now."""
    one, target = fighter(enc, blow.who), fighter(enc, blow.target)
    if not one.present or one.has("stunned") or not target.alive:
        return True
    return blow.melee and not within(enc, one, target, blow.weapon.reach_high)


def resolve(table: Table, blow: Blow) -> None:
    """9.3, 9.5: roll, compare, wound."""
    enc = table.enc
    one, target = fighter(enc, blow.who), fighter(enc, blow.target)
    # The Check dice of the stat the weapon goes by.
    dice = check_dice(enc, modified(one, blow.weapon.check))
    came = roll_to_hit(table, blow, Roll(blow.who, dice, "attack", attack_tally(enc, blow), target.hidden))
    let_fly(table, blow)
    harm = roll_damage(table, blow, came == PAST_ARMOUR) if came != MISS else 0
    table.emit(AttackSettled(blow.who, blow.target, WORDS[came], harm, blow.verb))
    if came == MISS:
        return
    injure(table, blow.target, harm, blow.weapon.name)
    if not target.has("dead"):
        for one_harm in blow.weapon.inflicts:
            if harm or one_harm.always:
                inflict(table, blow.target, one_harm, blow.who)
    if harm:
        topple(table, blow.target, blow.weapon.topples)


def roll_to_hit(table: Table, blow: Blow, mine: Roll) -> int:
    """9.4, 9.20: against the Defense roll, or against the number that hits those who cannot defend themselves."""
    target = fighter(table.enc, blow.target)
    challenge = defenceless(target)
    rolls = [mine] if challenge else [mine, defense_roll(table.enc, blow, "Defense")]
    return table.read(rolls, HitReading(challenge, bypass_margin(table.enc, target)))


def attack_tally(enc: Encounter, blow: Blow) -> Tally:
    """9.3: everything that adjusts an attack roll, named."""
    one, target, weapon = fighter(enc, blow.who), fighter(enc, blow.target), blow.weapon
    # Conditions that adjust checks name attack rolls and Defense apart, so only heavy armour is taken over here.
    tally = Tally()
    if weapon.check == "brawn":
        tally.add("heavy armour", -armour_shortfall(one), "10.8")
    tally.join(blow.attack)
    tally.join(gear_attack(one, weapon, target))
    adjust(tally, one, "attack", "attack_melee" if blow.melee else "attack_ranged")
    if not blow.melee:
        tally.add("range", range_penalty(weapon, apart(enc, one, target)), "9.14")
        tally.add("close quarters", close_quarters(enc, one, target), "9.16")
    tally.add("line of sight", sight_penalty(enc, one, target), "9.13")
    tally.add("prone", prone_attack(one, blow), "9.19")
    return tally


def range_penalty(weapon: Weapon, gap: int) -> int:
    """9.14: -3 for every doubling of the base range."""
    penalty, reach = 0, weapon.base_range
    while gap > reach > 0:
        penalty -= 3
        reach *= 2
    return penalty


def close_quarters(enc: Encounter, one: Fighter, target: Fighter) -> int:
    """9.16: -3 at a neighbour who can move about."""
    if not within(enc, one, target, 1) or target.down or target.has("stunned") or target.has("restrained"):
        return 0
    return -3


def sight_penalty(enc: Encounter, one: Fighter, target: Fighter) -> int:
    """9.13: clear 0, partial -3, minimal -6."""
    return SIGHT.get(enc.board.sight(one.pos, one.size, target.pos, target.size), 0)


def prone_attack(one: Fighter, blow: Blow) -> int:
    """9.19: what lying down does to one's own attack."""
    if one.posture != "prone":
        return 0
    return 2 if not blow.melee and "crossbow" in blow.weapon.categories else -3


def defense_roll(enc: Encounter, blow: Blow, why: str) -> Roll:
    """9.4: Finesse Check dice with all that adjusts Defense."""
    dice = check_dice(enc, modified(fighter(enc, blow.target), "finesse"))
    return Roll(blow.target, dice, why, defense_for(enc, blow))


def defense_for(enc: Encounter, blow: Blow) -> Tally:
    """9.4, 9.19, 12.13: the defender's adjustments against this attack, a Shield Block (7.7) included."""
    target = fighter(enc, blow.target)
    tally = adjust(defense_tally(target), target, "defense_melee" if blow.melee else "defense_ranged")
    if blow.unseen or sight_penalty(enc, fighter(enc, blow.who), target) < 0:
        adjust(tally, target, "defense_unseen")
    if target.posture == "prone":
        tally.add("prone", -3 if blow.melee else 3, "9.19")
    if blow.blocked and target.shield is not None:
        tally.add("Shield Block", target.shield.defense, "7.7")
    return tally


def defenceless(target: Fighter) -> int:
    """9.20: the fixed number that hits somebody who cannot defend himself; 0 where Defense is rolled."""
    if target.down:
        return 6
    for kind, _ in kinds(target):
        if kind.hit_challenge:
            return kind.hit_challenge
    return 0


def let_fly(table: Table, blow: Blow) -> None:
    """9.17, 9.18: a shot crossbow is empty, a thrown weapon lies in the target's square."""
    if blow.melee:
        return
    if blow.weapon.reload_min:
        table.emit(Loaded(blow.who, blow.weapon.id, False))
    if blow.weapon.thrown:
        table.emit(LeftHand(blow.who, blow.weapon.id, fighter(table.enc, blow.target).pos))


def roll_damage(table: Table, blow: Blow, past_armour: bool) -> int:
    """9.21, 9.22, 10.7, 10.9: the dice, what adds to them, and what takes away."""
    enc = table.enc
    one, target, weapon = fighter(enc, blow.who), fighter(enc, blow.target), blow.weapon
    tally = adjust(Tally().join(blow.damage).join(gear_damage(one, weapon, target)), one, "damage")
    tally.join(lessened(target, past_armour))
    dice = effect_dice(enc, modified(one, "brawn")) if weapon.half_brawn else damage_dice(enc, weapon.damage)
    if dice.count() == 0:
        return 0
    roll = Roll(blow.who, dice, "damage", None, target.hidden)
    return table.read([roll], DamageReading(weapon.half_brawn, tally))


def lessened(target: Fighter, past_armour: bool) -> Tally:
    """10.7, 12.17, 14.4: what worn things, conditions and armour do to a damage taken."""
    less = adjust(Tally(), target, "damage_taken")
    if target.armour is not None and not past_armour:
        less.add(target.armour.name, -armour_reduction(target), "10.7")
    return less


def opportunity_blow(table: Table, who: str, target: str) -> None:
    """5.11: a Rushed attack as a Response to somebody who leaves one's reach."""
    weapon = blade(fighter(table.enc, who))
    if weapon is None:
        return
    reveal(table, who)
    pay(table, who, Price(1), "Rushed attack", True)
    mark(table, who, "rushed", 1)
    blow = Blow(who, target, "rushed", weapon, True)
    blow.attack.add("Rushed attack", -2, "9.6")
    table.emit(AttackDeclared(who, target, "rushed", weapon.id, True))
    resolve(table, blow)
    table.emit(StrikeOver())
