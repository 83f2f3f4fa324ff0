"""What a spell does: the roll behind it, what withstands it, and its effects on one, on an area and on friends.

For casting and for scrolls, which both end here.
"""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import AtLeast, Command, Dice, Encounter, Reading, Roll, Table
from fracas.engine.board import Grid
from fracas.engine.events import ACT, BOOKS, SUBJECT, About, Event, Moved
from fracas.rulesets.crisis_mode.blows import (
    HIT,
    MISS,
    PAST_ARMOUR,
    WORDS,
    AttackDeclared,
    AttackSettled,
    Blow,
    DamageReading,
    HitReading,
    StrikeOver,
    comes_to_nothing,
    defenceless,
    defense_roll,
    judge,
    lessened,
    reveal,
    roll_to_hit,
    sight_penalty,
)
from fracas.rulesets.crisis_mode.checks import adjust, check_roll, damage_dice, effect_dice, modified
from fracas.rulesets.crisis_mode.conditions import inflict, lift
from fracas.rulesets.crisis_mode.fighter import UNARMED, Fighter, content_of, crisis, fighter, living, numbers_known
from fracas.rulesets.crisis_mode.gear import bypass_margin
from fracas.rulesets.crisis_mode.injury import heal, injure
from fracas.rulesets.crisis_mode.movement import finds_hidden, in_the_way
from fracas.rulesets.crisis_mode.postures import Climbed, on_ladder
from fracas.rulesets.crisis_mode.profiles import Spell
from fracas.rulesets.crisis_mode.reflexes_and_responses import reflex, response
from fracas.rulesets.crisis_mode.situation import apart

CAST: Final = "cast"


class ManaChanged(About):
    """Mana Points were spent or regained; how many is the caster's business."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, mp: int, why: str) -> None:
        self.who = who
        self.mp = mp
        self.why = why

    def apply(self, enc: Encounter) -> None:
        fighter(enc, self.who).mp += self.mp

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        return self if numbers_known(after, self.who, seat) else None

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)}: {self.mp:+d} MP ({self.why})"


class SpellCast(About):
    """A spell was cast, with this result; a hostile one makes the turn unquiet."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = ACT

    def __init__(self, who: str, spell: str, result: str, hostile: bool) -> None:
        self.who = who
        self.spell = spell
        self.result = result
        self.hostile = hostile

    def apply(self, enc: Encounter) -> None:
        if self.hostile:
            crisis(enc).quiet = False

    def doer(self) -> str:
        return self.who

    def result_word(self) -> str:
        return self.result

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} casts {content_of(enc).spells[self.spell].name}: {self.result}"

    def brief(self, enc: Encounter) -> str:
        failed = f" ({self.result})" if self.result in ("fails", "stopped") else ""
        return f"{enc.name(self.who)} casts {content_of(enc).spells[self.spell].name}{failed}"


class Withstand(Reading):
    """13.10: one who stands in an area against the casting check that was made for all."""

    def __init__(self, cast: int, bypass: int) -> None:
        self.cast = cast
        self.bypass = bypass

    def read(self, totals: list[int]) -> int:
        return judge(self.cast - totals[0], self.bypass)

    def word(self, value: int) -> str:
        return "withstood" if value == MISS else "affected"

    def key(self) -> str:
        return f"withstand{self.cast},{self.bypass}"


def work(table: Table, command: Command, spell: Spell) -> None:
    """13.1, 13.4: what comes of a spell that is paid for, from a card or from a scroll."""
    enc = table.enc
    caster = fighter(enc, command.who)
    if spell.target == "square":
        touched = in_area(enc, spell, command.squares[0])
    else:
        touched = [command.target or command.who]
    hostile = aimed_at_enemy(enc, caster, touched)
    unseen = caster.hidden
    if hostile:
        reveal(table, command.who)
    if spell.affects == "area" or spell.target == "square":
        on_area(table, command.who, spell, touched, hostile)
    elif spell.affects == "effect":
        on_friends(table, command.who, spell)
    elif spell.against == "defense":
        against_defense(table, command.who, command.target, spell, hostile, unseen)
    else:
        on_one(table, command.who, touched[0], spell, hostile)


def aimed_at_enemy(enc: Encounter, caster: Fighter, touched: list[str]) -> bool:
    """16.3: is an enemy that can be seen among those the spell touches?"""
    people = [fighter(enc, who) for who in touched]
    return bool([one for one in people if one.side != caster.side and not one.hidden])


def casting_roll(enc: Encounter, who: str, spell: Spell) -> Roll:
    """13.4, 13.12: Savvy for the arcane, Nerve for the divine, and a shield in the way of gestures."""
    one = fighter(enc, who)
    roll = check_roll(enc, who, spell.stat, f"cast {spell.name}")
    adjust(roll.tally, one, "spell")
    if spell.shield_applies and one.shield is not None:
        roll.tally.add(one.shield.name, one.shield.spell, "13.12")
    return roll


def against_defense(table: Table, who: str, target: str, spell: Spell, hostile: bool, unseen: bool) -> None:
    """13.7: like an attack, with the casting check in place of the attack roll."""
    enc = table.enc
    blow = spell_blow(enc, who, target)
    blow.unseen = unseen
    table.emit(AttackDeclared(who, target, CAST, spell.id, False))
    came, harm = MISS, 0
    go_on = reflex(table, blow)
    if go_on and not comes_to_nothing(enc, blow):
        mine = casting_roll(enc, who, spell)
        mine.tally.add("line of sight", sight_penalty(enc, fighter(enc, who), fighter(enc, target)), "9.13")
        came = roll_to_hit(table, blow, mine)
        if came != MISS:
            harm = take_effect(table, who, target, spell, came == PAST_ARMOUR)
    table.emit(SpellCast(who, spell.id, WORDS[came] if go_on else "stopped", hostile))
    table.emit(AttackSettled(who, target, "", harm, CAST))
    response(table, blow)
    table.emit(StrikeOver())


def spell_blow(enc: Encounter, who: str, target: str) -> Blow:
    """13.7: a spell strikes from afar, with no weapon."""
    return Blow(who, target, CAST, content_of(enc).weapons[UNARMED], False)


def on_one(table: Table, who: str, target: str, spell: Spell, hostile: bool) -> None:
    """13.4, 13.8, 13.9: without a check, against a challenge, or against a stat of the target."""
    enc = table.enc
    if spell.against in ("none", "challenge"):
        works = succeeds(table, who, spell)
    else:
        theirs = check_roll(enc, target, spell.against, f"withstand {spell.name}")
        works = table.read([casting_roll(enc, who, spell), theirs], HitReading(0, 0)) != MISS
    if works:
        take_effect(table, who, target, spell, False)
    table.emit(SpellCast(who, spell.id, "works" if works else "fails", hostile))


def succeeds(table: Table, who: str, spell: Spell) -> bool:
    """13.4, 13.9: a spell that nobody withstands works by itself, or against a challenge."""
    if spell.against == "none":
        return True
    return table.read([casting_roll(table.enc, who, spell)], AtLeast(spell.challenge)) == 1


def area_of(enc: Encounter, spell: Spell, square: int) -> list[int]:
    return enc.board.in_sight(square, enc.board.burst(square, spell.radius))


def in_area(enc: Encounter, spell: Spell, square: int) -> list[str]:
    """13.10: everybody within the radius and not behind a wall, friend or foe, in list order."""
    area = area_of(enc, spell, square)
    found: list[str] = []
    for other in living(enc):
        if [held for held in enc.board.footprint(other.pos, other.size) if held in area]:
            found.append(other.id)
    return found


def on_area(table: Table, who: str, spell: Spell, touched: list[str], hostile: bool) -> None:
    """13.10: one casting check; then each withstands for itself and takes its own damage."""
    cast = table.roll(casting_roll(table.enc, who, spell)) if spell.against != "none" else 0
    if spell.against == "challenge" and cast < spell.challenge:
        touched = []
    affected = 0
    for target in touched:
        came = overcome(table, target, spell, cast)
        if came != MISS:
            affected += 1
            reveal(table, target)
            take_effect(table, who, target, spell, came == PAST_ARMOUR)
    hostile = hostile or aimed_at_enemy(table.enc, fighter(table.enc, who), touched)
    table.emit(SpellCast(who, spell.id, f"{affected} affected", hostile))


def overcome(table: Table, target: str, spell: Spell, cast: int) -> int:
    """13.10, 13.14: by Defense or by a stat, as the card says; a spell without a contest overcomes everybody."""
    enc = table.enc
    if spell.against not in ("defense", "brawn", "nerve"):
        return HIT
    one = fighter(enc, target)
    if spell.against != "defense":
        return table.read([check_roll(enc, target, spell.against, f"withstand {spell.name}")], Withstand(cast, 0))
    bypass = bypass_margin(enc, one)
    challenge = defenceless(one)
    if challenge:
        return judge(cast - challenge, bypass)
    roll = defense_roll(enc, spell_blow(enc, target, target), f"Defense against {spell.name}")
    return table.read([roll], Withstand(cast, bypass))


def on_friends(table: Table, who: str, spell: Spell) -> None:
    """13.11: the caster and the nearest friends, as many as the Effect die shows."""
    enc = table.enc
    works = succeeds(table, who, spell)
    if works:
        many = table.roll(Roll(who, effect_dice(enc, modified(fighter(enc, who), spell.stat)), "how many"))
        for target in nearest_friends(enc, who, spell)[: max(many, 1)]:
            take_effect(table, who, target, spell, False)
    table.emit(SpellCast(who, spell.id, "works" if works else "fails", False))


def nearest_friends(enc: Encounter, who: str, spell: Spell) -> list[str]:
    """13.11: the caster first, then friends within range by distance, in list order among equals."""
    one = fighter(enc, who)
    ranked: list[tuple[int, int, str]] = []
    for index, other in enumerate(living(enc)):
        if other.side == one.side:
            gap = -1 if other is one else apart(enc, one, other)
            if gap <= spell.range:
                ranked.append((gap, index, other.id))
    return [id for _, _, id in sorted(ranked)]


def spell_dice(enc: Encounter, who: str, spell: Spell, text: str) -> Dice:
    """13.14: dice on the card; "effect" is one Effect die of the casting stat."""
    if text == "effect":
        return effect_dice(enc, modified(fighter(enc, who), spell.stat))
    return damage_dice(enc, text)


def take_effect(table: Table, who: str, target: str, spell: Spell, past_armour: bool) -> int:
    """13.14: damage, healing, mana, conditions, cures and pushes, as the card says; returns the damage."""
    enc = table.enc
    harm = 0
    if spell.damage:
        less = lessened(fighter(enc, target), past_armour or spell.ignores_armour)
        roll = Roll(who, spell_dice(enc, who, spell, spell.damage), f"damage of {spell.name}")
        harm = table.read([roll], DamageReading(False, less))
        injure(table, target, harm, spell.name)
    if spell.heal:
        roll = Roll(who, spell_dice(enc, who, spell, spell.heal), f"healing of {spell.name}")
        heal(table, target, table.roll(roll), spell.name)
    if spell.mana:
        give_mana(table, target, spell.mana, spell.name)
    for name in spell.cures:
        lift(table, target, name, spell.name)
    for one_harm in spell.inflicts:
        if not spell.damage or harm or one_harm.always:
            inflict(table, target, one_harm, who)
    if spell.push:
        push(table, who, target, spell.push)
    return harm


def give_mana(table: Table, who: str, mp: int, why: str) -> None:
    """13.14: never above the full number, never below nothing."""
    one = fighter(table.enc, who)
    change = max(min(mp, one.max_mp - one.mp), -one.mp)
    if change and not one.has("dead"):
        table.emit(ManaChanged(who, change, why))


def push(table: Table, who: str, target: str, squares: int) -> None:
    """13.15: straight away from the caster or towards him, until something is in the way."""
    enc = table.enc
    for _ in range(abs(squares)):
        one = fighter(enc, target)
        to = next_square(enc, fighter(enc, who), one, squares > 0)
        barred, passable = in_the_way(enc, one)
        if to < 0 or enc.board.step_cost(one.pos, to, one.size) < 0:
            break
        if finds_hidden(table, one, to, "{0} was thrown against it", living(enc)):
            break
        if [held for held in enc.board.footprint(to, one.size) if held in barred or held in passable]:
            break
        table.emit(Moved(target, to, "is dragged" if squares < 0 else "is pushed"))
        if one.altitude > 0 and not on_ladder(enc, fighter(enc, target)):
            table.emit(Climbed(target, 0))


def next_square(enc: Encounter, caster: Fighter, target: Fighter, away: bool) -> int:
    """13.15: the next square on the straight line between the two, or -1."""
    board = enc.board
    if not isinstance(board, Grid):
        return -1
    width = board.width
    sign = 1 if away else -1
    dx = heading(caster.pos % width, caster.size, target.pos % width, target.size)
    dy = heading(caster.pos // width, caster.size, target.pos // width, target.size)
    x, y = target.pos % width + sign * dx, target.pos // width + sign * dy
    return y * width + x if 0 <= x < width and 0 <= y < board.size // width else -1


def heading(a: int, size_a: int, b: int, size_b: int) -> int:
    """13.15: which way b lies from a along one axis; 0 where they overlap."""
    if b > a + size_a - 1:
        return 1
    return -1 if b + size_b - 1 < a else 0
