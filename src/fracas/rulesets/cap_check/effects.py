"""The effects of cards, one function for each kind, applied once all dice of an action have been seen."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Encounter, Roll, Table
from fracas.engine.board import Grid
from fracas.engine.events import Moved
from fracas.rulesets.cap_check.acting import PoolRestored
from fracas.rulesets.cap_check.conditions import cleanse, grant, inflict
from fracas.rulesets.cap_check.damage import MOST_ROLLED, deal, first_of, lose, with_more_dice
from fracas.rulesets.cap_check.doing import MISS, Doing
from fracas.rulesets.cap_check.fields import enter, lay
from fracas.rulesets.cap_check.fighter import FULL_POOL, Fighter, fighter, fighters
from fracas.rulesets.cap_check.healing_and_fallen import fall, heal, missing, recover, reveal
from fracas.rulesets.cap_check.options import options
from fracas.rulesets.cap_check.profiles import Effect
from fracas.rulesets.cap_check.situation import situation
from fracas.rulesets.cap_check.targets import apart, bars_body, split

OF_BOOSTS: Final = ("condition", "fell", "push", "pull", "strip", "heal", "boon", "cleanse")
"""What an Amplify does to somebody; the rest changes what the action itself does."""


def recipients(enc: Encounter, doing: Doing, effect: Effect) -> list[str]:
    """6.14, 7.10: enemies that were hit, allies whether or not the foes were missed, oneself, or who is answered."""
    if all_lost(enc, doing):
        return []
    if effect.to == "self":
        return [doing.who]
    if effect.to == "cause":
        return [doing.cause] if doing.cause and doing.results.get(doing.cause) != MISS else []
    if effect.to == "victim":
        return [who for who in doing.victims if doing.results.get(who) != MISS]
    if effect.to == "enemies":
        return doing.hits
    return split(enc, fighter(enc, doing.who), doing.targets)[1] if effect.to == "allies" else []


def throw_healing(table: Table, doing: Doing) -> None:
    """8.1, 8.4: healing dice once for the action; a critical hit does not make the most of them."""
    for number, effect in enumerate(doing.effects):
        if effect.kind == "heal" and effect.dice is not None and recipients(table.enc, doing, effect):
            dice = with_more_dice(doing, fighter(table.enc, doing.who), number, effect.dice)
            roll = Roll(doing.who, dice, f"healing, {doing.card.name}")
            doing.raw[number] = table.roll_within(roll, 0, room_for_healing(table.enc, doing, number, effect), True)


def room_for_healing(enc: Encounter, doing: Doing, number: int, effect: Effect) -> int:
    """For odds: beyond what all of them lack, healing dice make no difference."""
    if [before for before in doing.effects[:number] if before.kind != "damage" or before.to != "enemies"]:
        return MOST_ROLLED
    return max([missing(fighter(enc, who)) for who in recipients(enc, doing, effect)])


def apply_effects(table: Table, doing: Doing) -> None:
    """3.12: in the order of the card, then what Amplifies add."""
    for number, effect in enumerate(doing.effects):
        for who in recipients(table.enc, doing, effect):
            affect(table, doing, number, effect, who, doing.card.id)
        if effect.kind == "field" and not all_lost(table.enc, doing):
            lay(table, doing, effect)
        elif effect.kind == "go" and not all_lost(table.enc, doing):
            go(table, doing)
    for boost in doing.boosts:
        for effect in [effect for effect in boost.effects if effect.kind in OF_BOOSTS]:
            for who in recipients(table.enc, doing, effect):
                if boost in doing.boosts_on(who) or effect.to != "enemies":
                    affect(table, doing, -1, effect, who, boost.id)


def all_lost(enc: Encounter, doing: Doing) -> bool:
    """6.14: under the option a miss takes everything with it."""
    return doing.missed_all() and options(enc).mixed_miss == "whole"


def affect(table: Table, doing: Doing, number: int, effect: Effect, who: str, source: str) -> None:
    """15.19: one effect on one combatant, of the action itself or of an Amplify, which is an action of its own."""
    one = fighter(table.enc, who)
    kind = effect.kind
    if kind == "damage":
        deal(table, doing, number, effect, who)
    elif kind == "heal":
        heal(table, who, healing(doing, number, effect), source)
    elif kind == "condition":
        inflict(table, who, effect.name, effect.amount, source)
    elif kind == "boon":
        if one.present:
            grant(table, who, effect.name, effect.amount, effect.until, source, doing.lasting())
    elif kind == "cleanse":
        cleanse(table, who, effect.amount, doing.card.name)
    elif kind in ("push", "pull"):
        shove(table, doing.who, who, effect.amount, kind == "push")
    else:
        affect_rarely(table, doing, effect, who)


def affect_rarely(table: Table, doing: Doing, effect: Effect, who: str) -> None:
    """9.8, 13.11: what few cards do, among it to cancel what a Trigger answers."""
    one = fighter(table.enc, who)
    kind = effect.kind
    if kind == "revive":
        recover(table, who, effect.amount, doing.card.id)
    elif kind == "points":
        give_points(table, one, effect.amount)
    elif kind == "fell":
        fell(table, doing, who, effect.name)
    elif kind == "strip":
        from fracas.rulesets.cap_check.sustain import strip

        strip(table, who, effect.amount)
    elif kind == "lose":
        lose(table, who, effect.amount, doing.card.id)
    elif kind == "cancel" and doing.outer is not None:
        doing.outer.cancelled = True
    elif kind == "redirect" and doing.outer is not None:
        redirect(table.enc, doing.outer)
    elif kind == "basic":
        from fracas.rulesets.cap_check.course import strike_free

        strike_free(table, doing, who)


def give_points(table: Table, one: Fighter, amount: int) -> None:
    """3.14: back into the pool, never beyond 4."""
    if one.present and one.is_hero:
        table.emit(PoolRestored(one.id, min(one.pool + amount, max(FULL_POOL, one.pool))))


def fell(table: Table, doing: Doing, who: str, rank: str) -> None:
    """8.9: a foe of the rank that was hit falls, whatever was left of it."""
    one = fighter(table.enc, who)
    if one.present and one.rank == rank:
        fall(table, who)
        doing.fallen.append(who)


def healing(doing: Doing, number: int, effect: Effect) -> int:
    """8.1: what the dice show, or a set number, and what Amplifies add."""
    amount = doing.raw.get(number, 0) if effect.dice is not None else effect.amount
    if number >= 0 and number == first_of(doing, "heal"):
        amount += sum([boost.healed for boost in doing.boosts])
    return amount


def redirect(enc: Encounter, outer: Doing) -> None:
    """9.11: the action strikes the nearest other of the attacker's own side that it reaches, else nobody."""
    one = fighter(enc, outer.who)
    others = [o for o in fighters(enc) if o.side == one.side and o is not one and o.present and not o.hidden]
    reached = [(apart(enc, one, o), index) for index, o in enumerate(others) if not bars_body(enc, outer.card, one, o)]
    outer.redirected = True
    outer.targets = [others[min(reached)[1]].id] if reached else []


def go(table: Table, doing: Doing) -> None:
    """4.10: the user is in the named square at once; somebody hidden there shows, and the user stays."""
    one = fighter(table.enc, doing.who)
    goal = doing.squares[-1] if doing.squares else one.pos
    if goal == one.pos or not one.present:
        return
    reveal(table, holders(table.enc, one, goal), "is found")
    if has_room(table.enc, one, goal):
        table.emit(Moved(one.id, goal, "goes in a blink"))
        enter(table, one.id)


def holders(enc: Encounter, one: Fighter, pos: int) -> list[Fighter]:
    """Who else is in the squares somebody would take up."""
    there = situation(enc).there
    if one.size == 1:
        return [other for other in there if (other.pos == pos or other.size > 1) and holds(enc, other, [pos], one)]
    squares = enc.board.footprint(pos, one.size)
    return [other for other in there if holds(enc, other, squares, one)]


def holds(enc: Encounter, other: Fighter, squares: list[int], one: Fighter) -> bool:
    """Is somebody else in one of these squares?"""
    if other is one:
        return False
    return bool([square for square in enc.board.footprint(other.pos, other.size) if square in squares])


def on_ground(enc: Encounter, one: Fighter, pos: int) -> bool:
    """4.6: is there open ground for somebody of this size, without walls and squares of Cover?"""
    if one.size == 1:
        return enc.board.holds(pos) and not enc.board.blocked(pos)
    squares = enc.board.footprint(pos, one.size)
    return bool(squares) and not [square for square in squares if enc.board.blocked(square)]


def has_room(enc: Encounter, one: Fighter, pos: int) -> bool:
    """Could one stay there?"""
    return on_ground(enc, one, pos) and not holders(enc, one, pos)


def shove(table: Table, frm: str, who: str, squares: int, away: bool) -> None:
    """4.9: square by square straight away or nearer, until something is in the way."""
    enc = table.enc
    for _ in range(squares):
        one = fighter(enc, who)
        to = shoved_to(enc, fighter(enc, frm), one, away)
        if not one.present or to < 0 or not has_room(enc, one, to):
            return
        table.emit(Moved(who, to, "is pushed" if away else "is pulled"))
        enter(table, who)


def shoved_to(enc: Encounter, frm: Fighter, one: Fighter, away: bool) -> int:
    """4.9: the column changes by one if the columns differ, and the row if the rows do; -1 off the board."""
    board = enc.board
    assert isinstance(board, Grid)
    width = board.width
    x, y = one.pos % width, one.pos // width
    across = beyond(frm.pos % width, frm.size, x, one.size)
    down = beyond(frm.pos // width, frm.size, y, one.size)
    if not away:
        across, down = -across, -down
        if board.gap(frm.pos, frm.size, one.pos, one.size) <= 1:
            return -1
    x, y = x + across, y + down
    if not (across or down) or not (0 <= x < width and 0 <= y < board.depth):
        return -1
    to = y * width + x
    return to if board.footprint(to, one.size) and not walled(enc, one, to) else -1


def walled(enc: Encounter, one: Fighter, to: int) -> bool:
    """4.14: nobody is pushed through a wall, nor past its end."""
    return enc.board.step_walled(one.pos, to, one.size)


def beyond(start: int, size: int, other: int, other_size: int) -> int:
    """4.9: 1 or -1 where another stands wholly past one in a row or column, 0 where they overlap."""
    return 1 if other >= start + size else -1 if other + other_size <= start else 0
