"""Section 14, worn things: what works all the time, without an action."""

from __future__ import annotations

from fracas.engine.api import Tally
from fracas.rulesets.crisis_mode.fighter import Fighter
from fracas.rulesets.crisis_mode.profiles import Item


def worn(one: Fighter) -> list[Item]:
    """What a fighter wears."""
    return [item for item in one.items if item.kind == "worn"]


def worn_defense(one: Fighter, tally: Tally) -> None:
    """14.4: worn things that add to Defense."""
    for item in worn(one):
        tally.add(item.name, item.defense, "14.4")


def worn_protection(one: Fighter, tally: Tally) -> None:
    """14.4: worn things that lessen every damage."""
    for item in worn(one):
        tally.add(item.name, item.damage_taken, "14.4")


def worn_steps(one: Fighter) -> int:
    """14.4, 3.2: worn things that lengthen Free Steps."""
    return sum([item.free_steps for item in worn(one)])


def worn_stat(one: Fighter, stat: str, tally: Tally) -> None:
    """14.5: worn things that modify a stat."""
    for item in worn(one):
        tally.add(item.name, item.stats[stat], "14.5")


def worn_gains(one: Fighter) -> tuple[int, int]:
    """14.6: Hit Points and Mana Points that worn things give in Reset."""
    things = worn(one)
    return sum([item.hp_each_reset for item in things]), sum([item.mp_each_reset for item in things])


def worn_points(one: Fighter, tally: Tally) -> None:
    """14.6: Action Points that worn things give in Reset."""
    for item in worn(one):
        tally.add(item.name, item.ap_each_reset, "14.6")
