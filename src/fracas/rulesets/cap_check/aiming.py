"""Aiming: what speaks against the targets and squares of an action, and which are worth offering.

For actions, Triggers and the behaviour of foes; whom a card may target at all stands in `targets`.
"""

from __future__ import annotations

from itertools import combinations

from fracas.engine.api import Command, Encounter, Reason
from fracas.rulesets.cap_check.amplify import extra
from fracas.rulesets.cap_check.effects import on_ground
from fracas.rulesets.cap_check.fighter import FULL_POOL, Fighter, content_of, fighter
from fracas.rulesets.cap_check.profiles import Card
from fracas.rulesets.cap_check.situation import in_the_way, situation
from fracas.rulesets.cap_check.targets import (
    NAMED,
    bars_empty,
    bars_meant,
    bars_place,
    bars_target,
    reached,
    split,
    targets_of,
    within,
)


def bars_use(
    enc: Encounter, one: Fighter, card: Card, words: list[str], targets: list[str], squares: list[int]
) -> list[Reason]:
    """What speaks against these targets and squares."""
    reasons = bars_aim(enc, one, card, words, targets, squares)
    if not reasons and card.points == 0 and one.is_hero:
        return bars_idle(enc, one, card, targets, squares)
    return reasons


def legal_aims(enc: Encounter, one: Fighter, card: Card, words: list[str]) -> list[Command]:
    """Those of its aims against which nothing speaks: each target and each square is looked at once."""
    more = extra(one, card, words, "range")
    whom = legal_groups(enc, one, card, words)
    squares = goals(enc, one, card) if whom else []
    if card.target == "square":
        squares = [square for square in squares if within(enc, card, one.pos, one.size, square, 1, more)]
    elif not whom or (not card.goes and bars_squares(enc, one, card, [], more)):
        return []
    found = commands(one, card, words, whom, squares)
    if card.points or not one.is_hero:
        return found
    return [c for c in found if not bars_idle(enc, one, card, list(c.targets), list(c.squares))]


def bars_aim(
    enc: Encounter, one: Fighter, card: Card, words: list[str], targets: list[str], squares: list[int]
) -> list[Reason]:
    """5.5, 5.6: the right targets, no more than the card says, each within range and in the open."""
    if card.target in NAMED:
        reasons = bars_number(enc, one, card, targets, extra(one, card, words, "targets"))
        if reasons:
            return reasons
        more = extra(one, card, words, "range")
        for who in targets:
            reasons.extend(bars_target(enc, card, one, fighter(enc, who), more))
    elif targets:
        return [Reason("5.5", f"{card.name} is not aimed at anybody by name")]
    else:
        reasons = []
    return reasons + bars_squares(enc, one, card, squares, extra(one, card, words, "range"))


def bars_number(enc: Encounter, one: Fighter, card: Card, targets: list[str], more: int) -> list[Reason]:
    """5.5, 5.6, 5.4: at least one; at most so many, and nobody twice; one of each where the card says so."""
    if not targets:
        return [Reason("5.5", f"{card.name} needs a target")]
    if len(set(targets)) < len(targets):
        return [Reason("5.6", "nobody can be a target twice")]
    if card.target == "ally+enemy":
        enemies, allies = split(enc, one, targets)
        if len(enemies) != 1 or len(allies) != 1:
            return [Reason("5.5", f"{card.name} needs one of each side")]
    elif len(targets) > card.count + more:
        return [Reason("5.6", f"{card.name} has at most {card.count + more} targets")]
    return []


def bars_squares(enc: Encounter, one: Fighter, card: Card, squares: list[int], more: int) -> list[Reason]:
    """5.5, 5.3: a square where the card needs one; somebody for it to affect."""
    if card.target == "square":
        if len(squares) != 1:
            return [Reason("5.5", f"{card.name} needs a square")]
        return bars_place(enc, card, one, squares[0], 1, enc.board.name(squares[0]), more)
    if card.goes:
        if len(squares) != 1:
            return [Reason("5.5", f"{card.name} needs a square to go to")]
        return bars_goal(enc, one, squares[0], card.goes)
    if squares:
        return [Reason("5.5", f"{card.name} is not aimed at a square")]
    return bars_empty(enc, card, one) if card.target in ("burst", "field") else []


def bars_goal(enc: Encounter, one: Fighter, goal: int, squares: int) -> list[Reason]:
    """4.10: a free square within so many squares."""
    if goal == one.pos or enc.board.gap(one.pos, 1, goal, 1) > squares:
        return [Reason("4.3", f"{enc.board.name(goal)} is not within {squares} squares")]
    return bars_room(enc, one, goal)


def bars_room(enc: Encounter, one: Fighter, goal: int) -> list[Reason]:
    """4.6, 4.5: open ground, and nobody else where one would stand."""
    if not on_ground(enc, one, goal):
        return [Reason("4.6", f"{enc.board.name(goal)} cannot be entered")]
    return [Reason("4.5", f"{enc.board.name(goal)} is taken")] if is_taken(enc, one, goal) else []


def is_taken(enc: Encounter, one: Fighter, goal: int) -> bool:
    """4.5: does somebody else stand where one would?"""
    barred, passable = in_the_way(enc, one, False)
    if one.size == 1:
        return goal in barred or goal in passable
    return bool([held for held in enc.board.footprint(goal, one.size) if held in barred or held in passable])


def bars_idle(enc: Encounter, one: Fighter, card: Card, targets: list[str], squares: list[int]) -> list[Reason]:
    """3.8: a Free action that would change nothing is refused."""
    whom = targets_of(enc, card, one, targets, squares)
    for effect in card.effects:
        for who in [one.id] if effect.to == "self" else whom:
            if stirs(enc, effect.kind, effect.name, card.id, fighter(enc, who)):
                return []
        if effect.kind in ("field", "go"):
            return []
    return [Reason("3.8", f"{card.name} would change nothing")]


def stirs(enc: Encounter, kind: str, name: str, source: str, target: Fighter) -> bool:
    """Would an effect of this kind do anything for this target?"""
    if kind == "heal":
        return target.present and target.hp < target.max_hp
    if kind == "cleanse":
        return bool([held for held in target.conditions if held.name in content_of(enc).conditions])
    if kind == "boon":
        return not [h for h in target.conditions if h.name.startswith("boon-" + name) and h.source == source]
    if kind == "points":
        return target.pool < FULL_POOL
    return target.down if kind == "revive" else True


def aims(enc: Encounter, one: Fighter, card: Card, words: list[str], verb: str = "use") -> list[Command]:
    """Every single target, every group, a pair of each side, or squares: what a card may be used on."""
    return commands(one, card, words, groups(enc, one, card, len(words)), goals(enc, one, card), verb)


def commands(
    one: Fighter, card: Card, words: list[str], whom: list[tuple[str, ...]], squares: list[int], verb: str = "use"
) -> list[Command]:
    """A card used on each of these, and on each of these squares if it takes one."""
    thing = " ".join([card.id, *words])
    if wants_square(card):
        return [Command(one.id, verb, targets, thing, (square,)) for targets in whom for square in squares]
    return [Command(one.id, verb, targets, thing) for targets in whom]


def wants_square(card: Card) -> bool:
    return card.target == "square" or card.goes > 0


def other_squares(enc: Encounter, one: Fighter, card: Card, words: list[str]) -> list[Command]:
    """The legal squares for an area that are not among those worth a thought."""
    near = goals(enc, one, card)
    others = [square for square in range(enc.board.size) if square not in near]
    return commands(one, card, words, [()], [s for s in others if not bars_use(enc, one, card, words, [], [s])])


def groups(enc: Encounter, one: Fighter, card: Card, more: int) -> list[tuple[str, ...]]:
    """Whom to name."""
    if card.target not in NAMED:
        return [()]
    allies, enemies = situation(enc).sides(one.side)
    return grouped(enc, one, card, allies, enemies, more)


def legal_groups(enc: Encounter, one: Fighter, card: Card, words: list[str]) -> list[tuple[str, ...]]:
    """Of those to name all that may be named: whoever is a target alone is one among others."""
    if card.target not in NAMED:
        return [()]
    reach = extra(one, card, words, "range")
    allies, enemies = situation(enc).sides(one.side)
    friends = in_range(enc, one, card, allies, reach) if card.target != "enemy" else []
    foes = in_range(enc, one, card, enemies, reach) if card.target in ("enemy", "ally+enemy") else []
    return grouped(enc, one, card, friends, foes, extra(one, card, words, "targets"))


def grouped(
    enc: Encounter, one: Fighter, card: Card, allies: list[str], enemies: list[str], more: int
) -> list[tuple[str, ...]]:
    """One of each side, or every one of a side, and every group of two and more who are in range."""
    if card.target == "ally+enemy":
        return [(ally, enemy) for ally in allies for enemy in enemies]
    whom, most = enemies if card.target == "enemy" else allies, card.count + more
    found: list[tuple[str, ...]] = [(who,) for who in whom]
    legal = in_range(enc, one, card, whom) if most > 1 else []
    for size in range(2, min(most, len(legal)) + 1):
        found.extend(combinations(legal, size))
    return found


def in_range(enc: Encounter, one: Fighter, card: Card, whom: list[str], more: int = 0) -> list[str]:
    """Those of them who may be targets: the same for all cards that reach as far and mean the same people."""
    key = (one.id, card.target, card.range + more, card.melee, card.revives)
    barred = situation(enc).barred.setdefault(key, {})
    for who in whom:
        if who not in barred:
            target = fighter(enc, who)
            barred[who] = not reached(enc, card, one, target, more) or bool(bars_meant(card, one, target))
    return [who for who in whom if not barred[who]]


def goals(enc: Encounter, one: Fighter, card: Card) -> list[int]:
    """Squares worth aiming at: those of combatants, and free ones around the user to go to."""
    if card.goes and card.target != "square":
        around = enc.board.burst(one.pos, card.goes)
        free = [square for square in around if square != one.pos and on_ground(enc, one, square)]
        return [square for square in free if not is_taken(enc, one, square)]
    return spots(enc) if card.target == "square" else []


def spots(enc: Encounter) -> list[int]:
    """The squares of everybody, and for each one beside it."""
    here = situation(enc)
    if here.spots is None:
        here.spots = []
        for other in here.there:
            if other.pos not in here.spots:
                near = [square for square in enc.board.neighbours(other.pos, 1) if square not in here.spots]
                here.spots.extend([other.pos, *near[:1]])
    return here.spots
