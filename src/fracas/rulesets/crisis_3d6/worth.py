"""What bots and proofs ask of Crisis 3d6: how well a side stands, and what no play may reach."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Encounter, misplaced
from fracas.rulesets.crisis_3d6.damage import DEAD, DYING
from fracas.rulesets.crisis_3d6.options import options
from fracas.rulesets.crisis_3d6.people import Person, enemies, people, person
from fracas.rulesets.crisis_3d6.situation import gap, sees

RESPITE_PRICE: Final = 250
"""A little more than a new fight costs, so that bots go on once a break gains them nothing."""


def score_of(enc: Encounter, side: str) -> int:
    """What a side has left and what the others have lost, a little for closing in, less while time is wasted."""
    total = 0
    for one in people(enc):
        if one.side != side:
            # Counted as losses, so that going on to a fresh foe is not a loss of one's own.
            total += fresh_worth(one) - (worth_of(one) if one.alive else 0)
            continue
        if not one.alive:
            continue
        total += worth_of(one) - (RESPITE_PRICE if enc.flow.phase == "respite" else 0)
        if one.present:
            total += place_worth(enc, one)
    return total


def place_worth(enc: Encounter, one: Person) -> int:
    """A little for closing in; waiting on Overwatch is worth it only where somebody in sight may come within range."""
    foes = enemies(enc, one)
    gaps = [gap(enc, one, foe) for foe in foes]
    if not gaps:
        return 0
    nearest = min(gaps)
    worth = -3 * nearest
    if one.has("overwatch"):
        foe = foes[gaps.index(nearest)]
        far = 3 if one.weapon is None or one.weapon.melee else 2 * one.weapon.range
        worth += 1 if nearest <= far and sees(enc, one, foe) else -3
    return worth


def fresh_worth(one: Person) -> int:
    """What somebody amounted to before anything happened."""
    return 1600 + (60 * min(one.creature.armour.durability, 6) if one.creature.armour is not None else 0)


def worth_of(one: Person) -> int:
    """What somebody still amounts to, for policies."""
    worth = 600 if one.present else 100
    worth += max(one.hp, 0) * 500 // max(one.max_hp, 1) + max(one.ep, 0) * 500 // max(one.max_ep, 1)
    worth += 60 * min(one.durability, 6) + 2 * one.ap + one.aim + (1 if one.turn_over else 0)
    worth += 10 * one.progress if one.long.startswith(("reload", "attack", "brute")) else 0
    for name in ("stunned", "prone", "drunk"):
        worth -= 40 if one.has(name) else 0
    if one.weapon is not None and one.weapon.cap and not one.loaded.get(one.weapon.id, 0):
        worth -= 60
    return max(worth, 1)


def broken(enc: Encounter) -> list[str]:
    """What no play may reach: points out of bounds, two in a square, the fallen in turn, the dead on their feet."""
    wrong: list[str] = []
    for one in people(enc):
        if not 0 <= one.ap <= 6 or one.ep < 0 or one.durability < 0 or one.aim < 0:
            wrong.append(f"{one.id} has points out of bounds")
        if one.hp > one.max_hp or one.ep > one.max_ep:
            wrong.append(f"{one.id} has more than its full points")
        if one.hp <= 0 and one.present and not (one.has(DYING) or options(enc).death == DYING):
            wrong.append(f"{one.id} stands at {one.hp} Health")
        if one.has(DEAD) and one.present:
            wrong.append(f"{one.id} is dead and about")
    for who in enc.flow.active:
        if not person(enc, who).present:
            wrong.append(f"{who} is in turn and cannot act")
    return wrong + misplaced(enc, [one for one in people(enc) if not one.out and not one.has(DEAD)])
