"""Section 7: damage rolled, made the most of by critical hits, reduced by barriers, and taken off Hit Points."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Dice, Encounter, Roll, Table, Tally, parse
from fracas.engine.events import BOOKS, GAIN, HARM, SUBJECT, About, Event
from fracas.engine.tally import parts_from_json, parts_to_json
from fracas.rulesets.cap_check.conditions import add_boons, boon, has_boon, lift, reduce_stacks, stacks, value
from fracas.rulesets.cap_check.doing import BYPASS, CRITICAL, MISS, Doing
from fracas.rulesets.cap_check.fighter import Fighter, Told, content_of, fighter, rounds, title_of
from fracas.rulesets.cap_check.healing_and_fallen import HealthChanged, fall
from fracas.rulesets.cap_check.knowing import numbers_known
from fracas.rulesets.cap_check.options import options
from fracas.rulesets.cap_check.profiles import Effect, does

MOST_ROLLED: Final = 1_000_000
TICKING: Final = (("poison", "d6"), ("burning", "d20"))


class Hurt(About):
    """Hit Points were lost."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = HARM
    AMOUNT: ClassVar[str] = "hp"

    def __init__(self, who: str, hp: int, why: str, dealt: int, past: bool, parts: list[list[object]]) -> None:
        self.who = who
        self.hp = hp
        self.why = why
        self.dealt = dealt
        """The damage before anything protected from it; 0 where Hit Points are simply lost."""
        self.past = past
        """Did it get past the barriers?"""
        self.parts = parts
        """The sum from the dice to what came through."""

    def harm_done(self) -> int:
        return self.hp

    def apply(self, enc: Encounter) -> None:
        fighter(enc, self.who).hp -= self.hp
        if self.hp:
            rounds(enc).changed = True

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        if numbers_known(after, self.who, seat):
            return self
        return HealthChanged(self.who, False, self.dealt, self.past, self.why)

    def say(self, enc: Encounter) -> str:
        loss = f"{enc.name(self.who)} loses {self.hp} HP ({title_of(enc, self.why)})"
        if not self.parts:
            return loss
        came = sum([part.value for part in parts_from_json(self.parts)])
        left = f"; {self.hp} were left" if came > self.hp else ""
        total = f" = {came}" if len(self.parts) > 1 else ""
        return f"{loss}: {say_sum(self.parts)}{total}" + (", past the barriers" if self.past else "") + left

    def brief(self, enc: Encounter) -> str:
        return f"{self.hp} HP lost"


def say_sum(parts: list[list[object]]) -> str:
    """A sum as one would write it: 12 rolled + 2 boons - 4 Toughness."""
    said = ""
    for part in parts_from_json(parts):
        sign = " - " if part.value < 0 else " + "
        said += f"{sign if said else ''}{abs(part.value)} {part.label}"
    return said


class Unhurt(Told):
    """Damage was dealt to somebody who takes none."""

    TELLS: ClassVar[str] = GAIN

    def __init__(self, who: str, damage: int) -> None:
        self.who = who
        self.damage = damage

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is immune to {self.damage} damage"

    def brief(self, enc: Encounter) -> str:
        return "immune"


class Shielded(About):
    """Damage was ignored by what a foe ignores each round."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, damage: int) -> None:
        self.who = who
        self.damage = damage

    def apply(self, enc: Encounter) -> None:
        fighter(enc, self.who).shield -= self.damage

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        return self if numbers_known(after, self.who, seat) else None

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} ignores {self.damage} damage"


def with_more_dice(doing: Doing, one: Fighter, number: int, dice: Dice) -> Dice:
    """7.8: a boon may add dice of the kind the action rolls, once for an action."""
    more = boon(one, "die", doing.sustained) if one.conditions and number == first_rolled(doing) else 0
    if more > 0 and dice.rolled:
        pool = dice.rolled[0].pool
        assert pool is not None
        return parse(f"{dice.text}+{more}d{pool.sides}")
    return dice


def first_rolled(doing: Doing) -> int:
    """7.8: the first damage of an action, or else its first healing."""
    number = first_of(doing, "damage")
    return number if number >= 0 else first_of(doing, "heal")


def throw_damage(table: Table, doing: Doing) -> None:
    """7.1, 7.7, 7.6: the dice of each damage once for the action; none for critical hits."""
    one = fighter(table.enc, doing.who)
    rolling = [who for who, result in doing.results.items() if result not in (MISS, CRITICAL)]
    for number, effect in enumerate(doing.effects):
        if effect.kind == "damage" and effect.dice is not None and rolling:
            roll = Roll(doing.who, with_more_dice(doing, one, number, effect.dice), f"damage, {doing.card.name}")
            low, high = 0, MOST_ROLLED
            if table.thrower.enumerates:
                low, high = bounds(table.enc, doing, number, effect, rolling)
            doing.raw[number] = table.roll_within(roll, low, high, not multiplies(one, doing))


def bounds(enc: Encounter, doing: Doing, number: int, effect: Effect, targets: list[str]) -> tuple[int, int]:
    """For odds: what can be rolled without hurting any of them, and what fells them all; beyond it no more counts."""
    if [before for before in doing.effects[:number] if before.kind != "damage"]:
        return 0, MOST_ROLLED
    own = Tally()
    if number == first_of(doing, "damage"):
        add_own(doing, fighter(enc, doing.who), own)
    low, high = MOST_ROLLED, 0
    for who in targets:
        target = fighter(enc, who)
        if target.shield:
            return 0, MOST_ROLLED
        stops = 0 if gets_past(enc, doing, effect, who) else value(target, barrier_of(effect.versus))
        low, high = min(low, stops - own.total), max(high, target.hp + max(stops, 0) - own.total)
    return (low if may_not_grow(enc, doing) else 0), high


def may_not_grow(enc: Encounter, doing: Doing) -> bool:
    """Can no Amplify make more of these dice?"""
    applying = [card.applies for card in fighter(enc, doing.who).cards()]
    return not (doing.card.amplifies or "damage" in applying or "any" in applying)


def multiplies(one: Fighter, doing: Doing) -> bool:
    """For odds: has anything that may amplify this a multiple (11.9)?"""
    effects = [card.effects for card in one.amplifiers()]
    effects.extend([added.effects for added in doing.card.amplifies])
    effects.extend([boost.effects for boost in doing.boosts])
    return bool([found for found in effects if does(found, "multiply")])


def raw_damage(enc: Encounter, doing: Doing, number: int, effect: Effect, target: str) -> int:
    """7.6: a critical hit deals the most the dice can show; any other what they did show."""
    if effect.dice is None:
        return effect.amount
    if doing.results.get(target) == CRITICAL:
        return most(with_more_dice(doing, fighter(enc, doing.who), number, effect.dice))
    return doing.raw.get(number, 0)


def most(dice: Dice) -> int:
    """7.6: dice times faces, and what is added to them."""
    return dice.high if dice.high is not None else 0


def add_dice(doing: Doing, target: str, sums: Tally) -> None:
    """7.8, 11.1: what Amplifies add counts once for an action, with its first damage."""
    for boost in doing.boosts_on(target):
        sums.add(boost.name, boost.most if doing.results.get(target) == CRITICAL else boost.rolled, "11.1")


def multiply(doing: Doing, target: str, sums: Tally) -> None:
    """11.9: a multiple is one of everything the action deals, rounded down for each damage by itself."""
    for boost in doing.boosts_on(target):
        for effect in boost.effects:
            if effect.kind == "multiply" and sums.total > 0:
                sums.add(boost.name, sums.total * effect.amount // 100 - sums.total, "11.9")


def first_of(doing: Doing, kind: str) -> int:
    """7.8: what is added is added once for an action, to the first of its damages; -1 where there is none."""
    kinds = [effect.kind for effect in doing.effects]
    return kinds.index(kind) if kind in kinds else -1


def add_own(doing: Doing, one: Fighter, sums: Tally) -> None:
    """7.8, 15.6: boons to one's damage, less 1 for each stack of Weakness."""
    if one.conditions:
        add_boons(one, "damage", sums, doing.sustained)
        sums.add("Weakness", -stacks(one, "weakness"), "15.6")


def gets_past(enc: Encounter, doing: Doing, effect: Effect, target: str) -> bool:
    """7.2, 6.9: by the check, a critical hit, Fragility or an Amplify, or piercing, with AUTO-HIT by the option."""
    if doing.results.get(target, MISS) >= BYPASS or amplified_past(doing, target):
        return True
    if not pierces(enc, doing, effect, target):
        return False
    return not doing.card.auto_hit or options(enc).auto_hit_pierces


def amplified_past(doing: Doing, target: str) -> bool:
    """11.1: an Amplify Effect may take damage past barriers after the dice."""
    return bool([boost for boost in doing.boosts_on(target) if does(boost.effects, "bypass")])


def pierces(enc: Encounter, doing: Doing, effect: Effect, target: str) -> bool:
    """6.8, 7.4: the action, its damage or a boon says so, or the target is fragile."""
    return (
        doing.card.piercing
        or effect.versus == "piercing"
        or has_boon(fighter(enc, doing.who), "piercing")
        or fighter(enc, target).has("fragility")
    )


def damage_tally(enc: Encounter, doing: Doing, number: int, effect: Effect, target: str) -> Tally:
    """7.1, 7.8, 11.9: one damage before anything protects its target: summed, then multiplied, 0 at least."""
    word = "maximum" if doing.results.get(target) == CRITICAL else "rolled"
    sums = Tally().add(word, raw_damage(enc, doing, number, effect, target))
    if number == first_of(doing, "damage"):
        add_own(doing, fighter(enc, doing.who), sums)
        add_dice(doing, target, sums)
    multiply(doing, target, sums)
    if sums.total < 0:
        sums.add("never below 0", -sums.total, "7.5")
    return sums


def deal(table: Table, doing: Doing, number: int, effect: Effect, target: str) -> None:
    """7.1: the damage of one effect to one target that was hit."""
    sums = damage_tally(table.enc, doing, number, effect, target)
    past = gets_past(table.enc, doing, effect, target)
    before = fighter(table.enc, target).present
    if wound(table, target, sums, past, effect.versus, doing.card.id) and target not in doing.damaged:
        doing.damaged.append(target)
    if before and not fighter(table.enc, target).present:
        doing.fallen.append(target)


def wound(table: Table, who: str, sums: Tally, past: bool, versus: str, why: str) -> int:
    """7.9: what is ignored, then the barrier, then the rest off the Hit Points; returns what was lost."""
    one = fighter(table.enc, who)
    dealt = sums.total
    if not one.present or unharmed(table, one, dealt):
        return 0
    weigh_shield(table, one, sums)
    weigh_barrier(one, sums, past, versus)
    lost = min(sums.total, one.hp)
    take(table, who, Hurt(who, lost, why, dealt, past, parts_to_json(sums.parts)))
    return lost


def unharmed(table: Table, one: Fighter, dealt: int) -> bool:
    """7.11: whoever is immune takes none of it."""
    immune = has_boon(one, "immune")
    if immune:
        table.emit(Unhurt(one.id, dealt))
    return immune


def lose(table: Table, who: str, amount: int, why: str) -> None:
    """13.12: so many Hit Points, whatever protects."""
    one = fighter(table.enc, who)
    if one.present:
        take(table, who, Hurt(who, min(amount, one.hp), why, 0, True, []))


def take(table: Table, who: str, hurt: Hurt) -> None:
    """7.9: off the Hit Points; pain wakes, and at 0 one falls."""
    table.emit(hurt)
    if hurt.hp:
        lift(table, who, "sleep", "woken by pain")
    if fighter(table.enc, who).hp <= 0:
        fall(table, who)


def weigh_shield(table: Table, one: Fighter, sums: Tally) -> None:
    """7.12: some foes ignore the first few points of damage in each round, before their barrier counts."""
    taken = min(one.shield, sums.total)
    if taken > 0:
        table.emit(Shielded(one.id, taken))
        sums.add("ignored", -taken, "7.12")


def barrier_of(versus: str) -> str:
    """7.3: the barrier a damage is against; piercing damage that a rule stops all the same meets Toughness."""
    return versus if versus in ("toughness", "resistance") else "toughness"


def weigh_barrier(one: Fighter, sums: Tally, past: bool, versus: str) -> None:
    """7.3, 7.4, 7.5, 13.6: less the barrier the damage is against, unless it got past; never below 0."""
    if past:
        return
    name = barrier_of(versus)
    barrier = value(one, name)
    stopped = min(barrier, sums.total)
    word = name.capitalize() if stopped == barrier else f"of {barrier} {name.capitalize()}"
    sums.add(word, -stopped, "7.3")


def fester(table: Table, who: str) -> None:
    """15.2, 15.3, 15.15: Poison and Burning hurt at the start of a turn, and fade."""
    for name, die in TICKING if fighter(table.enc, who).conditions else ():
        one = fighter(table.enc, who)
        held = stacks(one, name)
        if not held or not one.present:
            continue
        wound(table, who, festering(table, who, name, die, held), True, "", name)
        if options(table.enc).conditions_fade:
            reduce_stacks(table, who, name, 1, "fades")


def festering(table: Table, who: str, name: str, die: str, held: int) -> Tally:
    """15.14: one die times the stacks, or a die for each stack under the option."""
    why = content_of(table.enc).conditions[name].name
    if options(table.enc).die_per_stack:
        return Tally().add("rolled", table.roll(Roll(who, parse(f"{held}{die}"), why)))
    rolled = table.roll(Roll(who, parse(die), why))
    return Tally().add("rolled", rolled).add(f"for {held} stacks", rolled * (held - 1), "15.14")


def pursue(table: Table, who: str) -> None:
    """13.12: some foes lose Hit Points at the start of each of their turns."""
    one = fighter(table.enc, who)
    if one.foe is not None and one.foe.drain and one.present:
        lose(table, who, one.foe.drain, "drain")
