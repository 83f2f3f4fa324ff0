"""Section 13: foes, who do not roll to hit: the hero rolls to avoid what they do."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Encounter, Table, Tally
from fracas.rulesets.cap_check.cap_check import AtMost, Checked, asleep_alone, settle, throw_d20
from fracas.rulesets.cap_check.conditions import value_tally
from fracas.rulesets.cap_check.doing import CRITICAL, HIT, MISS, Doing
from fracas.rulesets.cap_check.fighter import Fighter, fighter
from fracas.rulesets.cap_check.options import options
from fracas.rulesets.cap_check.profiles import RANKS, SKILLS

HERO_MOVE: Final = 5
MOST_ACTIONS: Final = 5


def goes_by_card(enc: Encounter, one: Fighter) -> bool:
    """13.8: foes act by their cards, unless the option gives them to the GM."""
    return not one.is_hero and options(enc).foes == "cards"


def stride(one: Fighter) -> int:
    """13.14: a foe moves as far as its card says."""
    return HERO_MOVE if one.foe is None else one.foe.move


def rings(rank: str) -> int:
    """13.1: a rank's rings, one more than which is its number of actions a turn."""
    return RANKS.index(rank) + 1


def actions_of(one: Fighter) -> int:
    """13.1, 15.13: so many actions a turn; 15.9, 15.12, Prone and Chill take one each, Paralysis all but one."""
    lost = [name for name in ("prone", "chill") if one.has(name)]
    most = 0 if one.has("sleep") else 1 if one.has("paralysis") else MOST_ACTIONS
    return min(max(rings(one.rank) + 1 - len(lost), 0), most)


def defence_tally(one: Fighter, check: str, attacker: Fighter) -> Tally:
    """13.3, 15.7: Dodge, Willpower or a skill; 4 more Dodge against a dazed foe."""
    if check in SKILLS:
        return Tally().add("card", one.skills.get(check, 0))
    tally = value_tally(one, check)
    if check == "dodge" and attacker.has("daze") and not attacker.is_hero:
        tally.add("Daze", 4, "15.7")
    return tally


def defend(table: Table, doing: Doing, enemies: list[str]) -> None:
    """13.4, 13.5, 13.7: every hero rolls, and avoids it with at most the value; an action that names no roll hits."""
    enc = table.enc
    card = doing.card
    if card.auto_crit or asleep_alone(enc, doing, enemies):
        settle(table, doing, enemies, CRITICAL)
        return
    for who in enemies:
        one = fighter(enc, who)
        if card.auto_hit or card.check in ("", "none") or not one.is_hero:
            settle(table, doing, [who], HIT)
            continue
        goal = defence_tally(one, card.check, fighter(enc, doing.who)).total
        why = f"{say_check(card.check)} {goal} against {card.name}"
        avoided = throw_d20(table, one, why, AtMost(goal, "avoided", "hit"))
        avoid(table, doing, who) if avoided else settle(table, doing, [who], HIT)


def say_check(check: str) -> str:
    return check.replace("-", " ").capitalize()


def avoid(table: Table, doing: Doing, who: str) -> None:
    """13.4: nothing of the action affects whoever avoided it."""
    doing.results[who] = MISS
    doing.avoided.append(who)
    table.emit(Checked(doing.who, who, "avoided", doing.card.id))
