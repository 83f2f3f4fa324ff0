"""Sections 7.2 to 7.5 and 7.16: whose abilities are whose, and whom or what they may be aimed at."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Command, Encounter, Invalid, Reason
from fracas.engine.board.terms import UNSEEN
from fracas.rulesets.phases_of_play.being import Being, being, beings, content_of
from fracas.rulesets.phases_of_play.conditions import bars_charm
from fracas.rulesets.phases_of_play.distances import (
    apart,
    enemies,
    fallen,
    is_kind,
    sees,
    sees_square,
    to_square,
    within,
    word_of,
)
from fracas.rulesets.phases_of_play.profiles import Ability
from fracas.rulesets.phases_of_play.situation import situation

AREAS: Final = ("point", "burst")
BEYOND_ALL: Final = 1_000_000
MEANT_FOR: Final = {
    "self": "oneself", "ally": "one's own side", "other": "somebody else on one's own side", "enemy": "an enemy",
}  # fmt: skip


BASIC_NAMES: Final = {"melee": "a Melee Attack", "shoot": "a Ranged Attack", "rest": "a Rest", "first-aid": "first aid"}


def ability_name(enc: Encounter, ability: str) -> str:
    """An ability by its name; a Rest with what it is for."""
    found = content_of(enc).abilities.get(ability)
    if found is not None:
        return found.name
    if ability in BASIC_NAMES:
        return BASIC_NAMES[ability]
    if ability.startswith("rest-"):
        return f"a Rest ({ability.removeprefix('rest-').capitalize()})"
    return ability.replace("-", " ").title()


def find(enc: Encounter, id: str) -> Ability:
    return content_of(enc).abilities[id]


def has_ability(one: Being, id: str) -> bool:
    """7.2: on one's own sheet, or prepared."""
    for ability in one.card.abilities:
        if ability.id == id:
            return True
    return id in one.prepared


def need_ability(enc: Encounter, command: Command) -> None:
    """7.2: a command names an ability; else what could have been meant is told."""
    if command.thing not in content_of(enc).abilities:
        one = being(enc, command.who)
        own = [ability.id for ability in one.card.abilities if ability.time != "passive"]
        known = "one of " + ", ".join(own) if own else f"an ability; {one.name} has none"
        raise Invalid("command", "thing", command.thing, known)


def bars_kind(enc: Encounter, one: Being, ability: Ability, target: Being) -> list[Reason]:
    """7.5: oneself, an ally, somebody else on one's side, an enemy, or anybody; never the dead."""
    if (fallen(target) and ability.harmful) or not target.alive:
        return [Reason("7.5", f"{target.name} is {target.status}")]
    return [] if is_kind(ability.target, one, target) else [wrong_kind(target, ability.target)]


def wrong_kind(target: Being, wanted: str) -> Reason:
    """7.5: for whom it is instead."""
    return Reason("7.5", f"{target.name} is not the right kind of target: it is for {MEANT_FOR[wanted]} only")


def bars_distance(enc: Encounter, one: Being, units: int, target: Being) -> list[Reason]:
    """7.3: within the ability's distance."""
    away = apart(enc, one, target)
    return [too_far(target.name, away, units)] if target.id != one.id and away > units else []


def too_far(what: str, away: int, units: int) -> Reason:
    return Reason("7.3", f"{what} is {away} units away, {word_of(units)} is {units}", "move nearer", "path")


def bars_sight(enc: Encounter, one: Being, target: Being, true: bool) -> list[Reason]:
    """7.4: in sight, unless the distance is a true one."""
    if true or target.id == one.id or sees(enc, one, target):
        return []
    return [Reason("7.4", f"{target.name} is not in sight", "move to where it is", "path")]


def bars_target(enc: Encounter, one: Being, ability: Ability, target: Being) -> list[Reason]:
    """7.3, 7.4, 7.5, 13.4: everything against this target."""
    reasons = bars_kind(enc, one, ability, target)
    if not reasons:
        reasons = bars_distance(enc, one, ability.range, target) or bars_sight(enc, one, target, ability.true)
    if ability.harmful:
        reasons = reasons + bars_charm(enc, one, target)
    return reasons + bars_elusive(one, target)


def bars_elusive(one: Being, target: Being) -> list[Reason]:
    """16.13: somebody well hidden is not aimed at by enemies."""
    if target.has("elusive") and enemies(one, target):
        return [Reason("16.13", f"{target.name} cannot be made out", "wait for the next turn of theirs")]
    return []


def bars_point(enc: Encounter, one: Being, ability: Ability, square: int) -> list[Reason]:
    """7.3, 7.4: the same for a point."""
    if ability.shape in ("cone", "line"):
        return [] if square != one.pos else [Reason("7.3", "a direction is needed, not one's own square")]
    away = to_square(enc, one, square)
    if away > ability.range:
        return [too_far(enc.board.label(square), away, ability.range)]
    if not ability.true and not sees_square(enc, one, square):
        return [Reason("7.4", f"{enc.board.label(square)} is not in sight", "move to where it is", "path")]
    return []


def bars_aim(enc: Encounter, one: Being, ability: Ability, aim: Command) -> list[Reason]:
    """7.3, 7.4, 7.5: everything against aiming an ability so."""
    targets, squares = aim.targets, aim.squares
    if ability.target == "point":
        if len(squares) != 1:
            return [Reason("7.5", f"{ability.name} is aimed at a point")]
        return bars_point(enc, one, ability, squares[0])
    if ability.target in ("self", "burst"):
        others = [who for who in targets if who != one.id]
        return [Reason("7.5", f"{ability.name} is aimed at nobody else")] if others or squares else []
    if not targets or len(targets) > ability.count or squares:
        return [Reason("7.5", f"{ability.name} is aimed at {ability.count} at most, and at somebody")]
    found: dict[str, Reason] = {}
    for who in targets:
        for reason in bars_target(enc, one, ability, being(enc, who)):
            found.setdefault(reason.paragraph, reason)
    return list(found.values())


def drafts(enc: Encounter, one: Being, verb: str, ability: Ability, likely: bool = False) -> list[Command]:
    """The ways of aiming worth listing: one target each, or the squares of people for points; with `likely` only at
    the kind of people it is for, where they are in reach."""
    if ability.target in ("self", "burst"):
        return [Command(one.id, verb, (), ability.id)]
    others = within(enc, one, ability.range if likely and ability.time != "slow-action" else BEYOND_ALL)
    if ability.target == "point":
        others = [other for other in beings(enc) if not other.out]
        spots = [other.pos for other in others if other.id != one.id or ability.shape == "sphere"]
        return [Command(one.id, verb, (), ability.id, (spot,)) for spot in dict.fromkeys(spots)]
    if likely:
        others = [other for other in others if is_kind(ability.target, one, other)]
    return [Command(one.id, verb, (other.id,), ability.id) for other in others]


def reached(enc: Encounter, one: Being, ability: Ability, aim: Command, pos: int) -> list[str]:
    """7.16, 7.27: everybody an ability reaches, in list order."""
    known, key = situation(enc).reached, (one.id, ability.id, aim.targets, aim.squares, pos)
    if key not in known:
        known[key] = found_by(enc, one, ability, aim, pos)
    return known[key][:]


def found_by(enc: Encounter, one: Being, ability: Ability, aim: Command, pos: int) -> list[str]:
    """7.16, 7.27: the same, looked for."""
    squares = aim.squares
    if ability.target not in AREAS:
        return [who for who in enc.combatants if who in aim.targets] or ([one.id] if ability.target == "self" else [])
    area = covered(enc, ability, squares[0] if squares else pos, pos)
    centre = squares[0] if squares and ability.shape not in ("cone", "line") else pos
    found: list[str] = []
    for other in beings(enc):
        if fallen(other) or (ability.target == "burst" and other.id == one.id):
            continue
        body = enc.board.footprint(other.pos, other.size)
        if not [square for square in body if square in area]:
            continue
        if ability.true or enc.board.sight(centre, 1, other.pos, other.size) != UNSEEN:
            found.append(other.id)
    return found


def covered(enc: Encounter, ability: Ability, square: int, pos: int) -> list[int]:
    """7.16, 7.27: the squares of a shape: spheres with their middle, cones and lines from the user without it."""
    board = enc.board
    if ability.shape == "cone":
        return [spot for spot in board.lit(pos, board.cone(pos, square, ability.area)) if spot != pos]
    if ability.shape == "line":
        return [spot for spot in board.lit(pos, board.line(pos, square, ability.area)) if spot != pos]
    if ability.shape == "cube":
        return [spot for spot in board.lit(square, board.square_area(square, ability.area)) if spot != pos]
    return board.lit(square, board.burst(square, ability.area))
