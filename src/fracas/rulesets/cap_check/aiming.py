"""Aiming: what speaks against the targets and squares of an action, and which are worth offering.

For actions, Triggers and the behaviour of foes; whom a card may target at all stands in `targets`.
"""

from __future__ import annotations

from itertools import combinations

from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.reason import Reason
from fracas.rulesets.cap_check.amplify import extra
from fracas.rulesets.cap_check.effects import holders, on_ground
from fracas.rulesets.cap_check.fighter import FULL_POOL, Fighter, content_of, fighter, fighters
from fracas.rulesets.cap_check.profiles import Card
from fracas.rulesets.cap_check.targets import (
    NAMED,
    bars_place,
    bars_target,
    caught,
    destination,
    sides_meant,
    split,
    targets_of,
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
    found: list[Command] = []
    for command in aims(enc, one, card, words):
        if not bars_use(enc, one, card, words, list(command.targets), list(command.squares)):
            found.append(command)
    return found


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
    """5.5, 5.3: a square where the card needs one; somebody for it to befall."""
    goal = destination(card)
    if card.target == "square":
        if len(squares) != 1:
            return [Reason("5.5", f"{card.name} needs a square")]
        return bars_place(enc, card, one, squares[0], 1, enc.board.name(squares[0]), more)
    if goal is not None:
        if len(squares) != 1:
            return [Reason("5.5", f"{card.name} needs a square to go to")]
        return bars_goal(enc, one, squares[0], goal.amount)
    if squares:
        return [Reason("5.5", f"{card.name} is not aimed at a square")]
    if card.target in ("burst", "field") and True in sides_meant(card):
        alone = not [effect for effect in card.effects if effect.to in ("self", "squares")]
        if alone and not caught(enc, card, one, squares):
            return [Reason("5.5", f"{card.name} would befall nobody")]
    return []


def bars_goal(enc: Encounter, one: Fighter, goal: int, squares: int) -> list[Reason]:
    """4.10: a free square within so many squares."""
    if goal == one.pos or enc.board.distance(one.pos, goal) > squares:
        return [Reason("4.3", f"{enc.board.name(goal)} is not within {squares} squares")]
    if not on_ground(enc, one, goal):
        return [Reason("4.6", f"{enc.board.name(goal)} cannot be entered")]
    if holders(enc, one, goal):
        return [Reason("4.5", f"{enc.board.name(goal)} is taken")]
    return []


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
    thing = " ".join([card.id, *words])
    squares = goals(enc, one, card)
    wants_square = card.target == "square" or destination(card) is not None
    found: list[Command] = []
    for targets in groups(enc, one, card, len(words)):
        if wants_square:
            found.extend([Command(one.id, verb, targets, thing, (square,)) for square in squares])
        else:
            found.append(Command(one.id, verb, targets, thing))
    return found


def other_squares(enc: Encounter, one: Fighter, card: Card, words: list[str]) -> list[Command]:
    """The legal squares for an area that are not among those worth a thought."""
    near = goals(enc, one, card)
    found: list[Command] = []
    for square in range(enc.board.size):
        if square not in near and not bars_use(enc, one, card, words, [], [square]):
            found.append(Command(one.id, "use", (), " ".join([card.id, *words]), (square,)))
    return found


def groups(enc: Encounter, one: Fighter, card: Card, more: int) -> list[tuple[str, ...]]:
    """Whom to name."""
    if card.target not in NAMED:
        return [()]
    enemies = [other.id for other in fighters(enc) if other.side != one.side and other.present]
    allies = [other.id for other in fighters(enc) if other.side == one.side and not other.out]
    if card.target == "ally+enemy":
        return [(ally, enemy) for ally in allies for enemy in enemies]
    whom = enemies if card.target == "enemy" else allies
    found: list[tuple[str, ...]] = [(who,) for who in whom]
    if card.count + more > 1:
        legal = [who for who in whom if not bars_target(enc, card, one, fighter(enc, who))]
        for size in range(2, min(card.count + more, len(legal)) + 1):
            found.extend(combinations(legal, size))
    return found


def goals(enc: Encounter, one: Fighter, card: Card) -> list[int]:
    """Squares worth aiming at: those of combatants, and free ones around the user to go to."""
    goal = destination(card)
    if goal is not None and card.target != "square":
        near = enc.board.burst(one.pos, goal.amount)
        return [square for square in near if not bars_goal(enc, one, square, goal.amount)]
    if card.target != "square":
        return []
    squares: list[int] = []
    for other in fighters(enc):
        if not other.out and other.pos not in squares:
            squares.append(other.pos)
            near = [square for square in enc.board.neighbours(other.pos, 1) if square not in squares]
            squares.extend(near[:1])
    return squares
