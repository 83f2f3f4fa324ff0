"""Section 5: whom and what an action may target: sides, range, cover and areas."""

from __future__ import annotations

from fracas.engine.api import Encounter, Reason
from fracas.rulesets.cap_check.conditions import has_boon
from fracas.rulesets.cap_check.fighter import Fighter, fighter, fighters, has_fallen
from fracas.rulesets.cap_check.options import options
from fracas.rulesets.cap_check.profiles import FIELD_RANGE, Card, does

NAMED = ("ally", "other", "enemy", "ally+enemy")
"""Kinds of target that are named in the command."""


def apart(enc: Encounter, one: Fighter, other: Fighter) -> int:
    """4.7, 5.7: squares between the nearest squares of two combatants, diagonals by the option."""
    return enc.board.gap(one.pos, one.size, other.pos, other.size)


def covered(enc: Encounter, melee: bool, start: int, own_size: int, pos: int, size: int, reach: int) -> bool:
    """5.8, 5.11: cover on every line from middle to middle between their squares in range."""
    if melee and behind_wall(enc, start, own_size, pos, size, reach):
        return True
    if melee and options(enc).cover_blocks == "ranged":
        return False
    if own_size == 1 and size == 1:
        return not open_line(enc, start, pos)
    for frm in enc.board.footprint(start, own_size):
        for to in enc.board.footprint(pos, size):
            if enc.board.gap(frm, 1, to, 1) <= reach and open_line(enc, frm, to):
                return False
    return True


def behind_wall(enc: Encounter, start: int, own_size: int, pos: int, size: int, reach: int) -> bool:
    """5.16: hand to hand nothing goes through a wall, a window or a closed door, nor slantwise past its end."""
    return enc.board.walled_off(start, own_size, pos, size, reach)


def open_line(enc: Encounter, frm: int, to: int) -> bool:
    """5.9, 5.10, 5.15: the line from middle to middle crosses no cover, at a corner not both squares; bodies never."""
    return enc.board.is_clear(frm, to)


def bars_enemy(one: Fighter, target: Fighter) -> list[Reason]:
    """5.5, 5.14: a standing enemy; nobody can target one who has faded."""
    if target.side == one.side:
        return [Reason("5.5", f"{target.name} is no enemy")]
    if not target.present:
        return [has_fallen(target)]
    if has_boon(target, "faded"):
        return [Reason("5.14", f"{target.name} has faded from view")]
    return []


def bars_ally(one: Fighter, target: Fighter, card: Card) -> list[Reason]:
    """5.5: somebody of one's own side, and not oneself where the card says another."""
    if target.side != one.side or target.out:
        return [Reason("5.5", f"{target.name} is not on the same side")]
    if target is one and card.target == "other":
        return [Reason("5.5", f"{card.name} is for somebody else")]
    return bars_fallen(target, card)


def bars_fallen(target: Fighter, card: Card) -> list[Reason]:
    """8.3, 8.6, 8.7, 8.10: the FALLEN cannot be healed or aimed at, and only they can be raised."""
    if target.down and not card.revives:
        return [has_fallen(target, "8.3" if does(card.effects, "heal") else "8.6")]
    if not target.down and card.revives:
        return [Reason("8.7", f"{target.name} has not FALLEN")]
    return []


def within(enc: Encounter, card: Card, start: int, own_size: int, pos: int, size: int, more: int = 0) -> bool:
    """5.7, 5.8: from where somebody stands in range of a card, and nothing in between."""
    reach = card.range + more
    if enc.board.gap(start, own_size, pos, size) > reach:
        return False
    return not covered(enc, card.melee, start, own_size, pos, size, reach)


def bars_place(enc: Encounter, card: Card, one: Fighter, pos: int, size: int, name: str, more: int) -> list[Reason]:
    """5.7, 5.8: within range, and nothing in between."""
    if within(enc, card, one.pos, one.size, pos, size, more):
        return []
    return [out_of_reach(enc, card, one, pos, size, name, more)]


def out_of_reach(enc: Encounter, card: Card, one: Fighter, pos: int, size: int, name: str, more: int) -> Reason:
    """5.7, 5.8: too far, or else behind Cover."""
    reach = card.range + more
    gap = enc.board.gap(one.pos, one.size, pos, size)
    if gap > reach:
        return Reason("5.7", f"{name} is {gap} squares away, the range is {reach}", "move closer", "path")
    if card.melee and behind_wall(enc, one.pos, one.size, pos, size, reach):
        return Reason("5.16", f"a wall or a closed door is between {one.name} and {name}", "go round it", "path")
    return in_cover(one, name)


def in_cover(one: Fighter, name: str) -> Reason:
    """5.8: nothing reaches through Cover."""
    return Reason("5.8", f"there is Cover between {one.name} and {name}", "move to where the line is open", "path")


def bars_target(enc: Encounter, card: Card, one: Fighter, target: Fighter, more: int = 0) -> list[Reason]:
    """5.1, 5.13: everything that speaks against one named target."""
    return bars_meant(card, one, target) or bars_body(enc, card, one, target, more)


def bars_meant(card: Card, one: Fighter, target: Fighter) -> list[Reason]:
    """5.5: an enemy or an ally, as the card means."""
    enemy = card.target == "enemy" or (card.target == "ally+enemy" and target.side != one.side)
    return bars_enemy(one, target) if enemy else bars_ally(one, target, card)


def reached(enc: Encounter, card: Card, one: Fighter, target: Fighter, more: int = 0) -> bool:
    """5.7, 5.8: one reaches oneself always, others within range and without Cover between."""
    return target is one or within(enc, card, one.pos, one.size, target.pos, target.size, more)


def bars_body(enc: Encounter, card: Card, one: Fighter, target: Fighter, more: int = 0) -> list[Reason]:
    """5.7, 5.8: why one does not reach somebody; nothing where one does."""
    if reached(enc, card, one, target, more):
        return []
    return [out_of_reach(enc, card, one, target.pos, target.size, target.name, more)]


def bars_side(card: Card, one: Fighter, other: Fighter) -> list[Reason]:
    """5.5: what speaks against somebody as an enemy or as an ally, whichever it is."""
    return bars_enemy(one, other) if other.side != one.side else bars_ally(one, other, card)


def sides_meant(card: Card) -> tuple[bool, bool]:
    """5.2: whether an area affects enemies, and whether it affects allies, by the effects on the card."""
    meant = [effect.to for effect in card.effects]
    return "enemies" in meant, "allies" in meant


def area_squares(enc: Encounter, card: Card, one: Fighter, squares: list[int]) -> list[int]:
    """5.2, 5.3: the squares around a target square, around the user, or all of them."""
    if card.target == "square" and squares:
        return enc.board.lit(squares[0], enc.board.burst(squares[0], card.area))
    squares = list(range(enc.board.size)) if card.target in ("burst", "field") else []
    if card.target == "burst":
        return [pos for pos in squares if enc.board.gap(one.pos, one.size, pos, 1) <= card.area]
    return squares


def in_area(enc: Encounter, card: Card, one: Fighter, other: Fighter, squares: list[int]) -> bool:
    """5.2, 5.3: no further from the target square, or from the user, than the area; the whole field has no outside."""
    if card.target == "square" and squares:
        return enc.board.gap(squares[0], 1, other.pos, other.size) <= card.area
    if card.target == "burst":
        return apart(enc, one, other) <= card.area
    return card.target == "field"


def caught(enc: Encounter, card: Card, one: Fighter, squares: list[int]) -> list[str]:
    """1.7, 5.12: everybody in the area whom the effects are meant for and no cover hides, in list order."""
    enemies, allies = sides_meant(card)
    meant = [other for other in fighters(enc) if (enemies if other.side != one.side else allies) and not other.out]
    whom = [other for other in meant if not bars_side(card, one, other)]
    return [other.id for other in whom if reaches(enc, card, one, other, squares)]


def bars_empty(enc: Encounter, card: Card, one: Fighter) -> list[Reason]:
    """5.5, 5.3: somebody for an area around the user to affect, unless it does something for the user or the ground."""
    meant = [effect.to for effect in card.effects]
    if "self" in meant or "squares" in meant or True not in sides_meant(card) or caught(enc, card, one, []):
        return []
    return [Reason("5.5", f"{card.name} would affect nobody")]


def reaches(enc: Encounter, card: Card, one: Fighter, other: Fighter, squares: list[int]) -> bool:
    """5.12: is somebody in the area, without Cover between them and the user of the action?"""
    if not in_area(enc, card, one, other, squares):
        return False
    return other is one or not covered(enc, card.melee, one.pos, one.size, other.pos, other.size, FIELD_RANGE)


def targets_of(enc: Encounter, card: Card, one: Fighter, named: list[str], squares: list[int]) -> list[str]:
    """5.4: the combatants an action is aimed at, named or found."""
    if card.target in NAMED:
        return named
    if card.target == "self":
        return [one.id]
    return caught(enc, card, one, squares)


def split(enc: Encounter, one: Fighter, targets: list[str]) -> tuple[list[str], list[str]]:
    """Enemies and allies among the targets, in their order."""
    allies = [who for who in targets if fighter(enc, who).side == one.side]
    return [who for who in targets if who not in allies], allies
