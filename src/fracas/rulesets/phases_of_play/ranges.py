"""Sections 10.1 to 10.16: Movement and the ranges of a being, as they stand on this turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fracas.rulesets.phases_of_play.profiles import MODES

if TYPE_CHECKING:
    from fracas.rulesets.phases_of_play.being import Being


def raw_range(one: Being, mode: str) -> int:
    """10.2, 10.3, 7.1: a range of one's own: the sheet, and what Passive and lasting Abilities add."""
    units = one.bases.get(mode, 0)
    if one.card.passive:
        units += one.card.passive.get(mode, 0)
    for lasting in one.lasting:
        found = one.content.abilities.get(lasting.ability)
        if found is not None:
            units += found.grants.get(mode, 0)
    return units


def whole_range(one: Being, mode: str) -> int:
    """10.13, 10.10, 13.17: a range with Dashes, haste and leave of the GM, before anything slows it."""
    units = raw_range(one, mode) * one.factor
    if one.conditions and (mode == "walk" or not one.bases.get("walk", 0)) and units:
        units += 2 * one.stacks("hasty")
    if mode in one.improvised and units <= 0:
        for other in MODES:
            units = max(units, raw_range(one, other) * one.factor)
    return units


def range_now(one: Being, mode: str) -> int:
    """10.16: a range as it stands; Slowed halves it too."""
    return slowed(one, whole_range(one, mode))


def slowed(one: Being, units: int) -> int:
    """10.16, 13.9: half, rounded down, with one stack of Slowed; nothing with two."""
    if not one.conditions:
        return units
    stacks = one.stacks("slowed") + (1 if one.sheet_words and one.has("mounted") else 0)
    if stacks >= 2:
        return 0
    return units // 2 if stacks == 1 else units


def most_range(one: Being) -> int:
    """10.1: Movement is the largest range."""
    best = 0
    # Whoever only has the ranges of the sheet is asked for no others.
    for mode in MODES if one.card.passive or one.lasting or one.improvised else one.bases:
        units = whole_range(one, mode)
        if units > best:
            best = units
    return slowed(one, best)


def movement_left(one: Being) -> int:
    """10.5, 10.7: what is left of the Movement of this turn; nothing outside one's own turn."""
    if not one.in_turn:
        return 0
    return max(0, most_range(one) + one.extra - one.spent)


def cap_left(one: Being, mode: str) -> int:
    """10.3, 10.4: what one range still takes on this turn."""
    units = range_now(one, mode)
    if raw_range(one, mode) > 0:
        units += one.extra
    return max(0, units - one.spent_in.get(mode, 0))
