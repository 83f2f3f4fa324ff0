"""Section 8: stats, the dice that go with them, attempts and opposed attempts."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import AtLeast, Beats, Dice, Encounter, Roll, Table, Tally, parse
from fracas.rulesets.crisis_mode.fighter import STATS, Fighter, fighter
from fracas.rulesets.crisis_mode.options import CrisisOptions, options
from fracas.rulesets.crisis_mode.profiles import ConditionKind

CHECK: Final[list[str]] = (
    "2d2-1 2d2 2d3 2d4 2d6-1 2d6 2d8-1 2d8 2d10-1 2d10 2d12-1 2d12 2d12+1 3d10-1 3d10 3d10+1 3d10+2 3d12 3d12+1 3d12+2"
).split()
EFFECT: Final[list[str]] = (
    "d2-1 d2 d3 d4 d4+1 d6 d6+1 d8 d8+1 d10 d10+1 d12 2d6 2d6+1 2d8-1 2d8 2d8+1 3d6 3d6+1 3d8-1"
).split()
SECOND_CHECK: Final[dict[int, str]] = {17: "3d12-1", 19: "2d20-1", 20: "2d20"}
SECOND_EFFECT: Final[dict[int, str]] = {13: "d12+1"}
WORN: Final = {"ap_each_reset": "14.6", "hp_each_reset": "14.6", "mp_each_reset": "14.6"}
LADDERS: Final[dict[str, list[int]]] = {"six-rungs": [4, 6, 8, 10, 12, 15], "seven-rungs": [3, 6, 9, 12, 15, 18, 21]}


def kinds(one: Fighter) -> list[tuple[ConditionKind, int]]:
    """The conditions of a fighter with how often their adjustments count."""
    found: list[tuple[ConditionKind, int]] = []
    if not one.conditions:
        return found
    for condition in one.conditions:
        kind = one.content.conditions.get(condition.name)
        if kind is not None:
            found.append((kind, condition.value if kind.per_value else 1))
    return found


def worn(tally: Tally, one: Fighter, what: str) -> Tally:
    """14.4, 14.5, 14.6: what worn things add to Defense, protection, Free Steps, stats and the gains of Reset."""
    for item in one.items:
        if item.kind == "worn" and what in item.adjusts:
            tally.add(item.name, item.adjusts[what], "14.5" if what in STATS else WORN.get(what, "14.4"))
    return tally


def adjust(tally: Tally, one: Fighter, what: str, also: str = "") -> Tally:
    """12.17: what worn things and conditions add to something, one part for each of them."""
    if one.items:
        worn(tally, one, what)
    for kind, times in kinds(one):
        tally.add(kind.name, (kind.adjusts.get(what, 0) + kind.adjusts.get(also, 0)) * times, kind.paragraph)
    return tally


def modified(one: Fighter, stat: str) -> int:
    """8.1, 8.3: a stat after all Modifications, never below 1 or above 20."""
    return one.stats[stat] if plain(one, stat) else modified_tally(one, stat).total


def plain(one: Fighter, stat: str) -> bool:
    """Is there nothing that could modify this stat, as with most people most of the time?"""
    if one.conditions or (stat == "finesse" and one.armour is not None and one.armour.min > one.stats["brawn"]):
        return False
    return not [item for item in one.items if item.kind == "worn"]


def modified_tally(one: Fighter, stat: str) -> Tally:
    """8.1, 8.3, 12.17: base value, worn things, conditions and, for Finesse, armour too heavy for the wearer (10.8)."""
    tally = Tally().add(stat, one.stats[stat], "8.1")
    if plain(one, stat):
        return tally
    adjust(tally, one, stat)
    if stat == "finesse":
        tally.add("heavy armour", -armour_shortfall(one), "10.8")
    if tally.total < 1:
        tally.add("never below 1", 1 - tally.total, "8.3")
    elif tally.total > 20:
        tally.add("never above 20", 20 - tally.total, "8.3")
    return tally


def shortfall(one: Fighter, least: int) -> int:
    """10.4, 10.8, 10.12: by how much Brawn falls short of a minimum."""
    return max(0, least - modified(one, "brawn")) if least else 0


def armour_shortfall(one: Fighter) -> int:
    """10.8: by how much Brawn falls short of the armour's minimum."""
    return shortfall(one, one.armour.min) if one.armour is not None else 0


def check_dice(enc: Encounter, value: int) -> Dice:
    """8.2: the Check dice of a stat value; 8.8: exploding where the option says so."""
    text = CHECK[value - 1]
    if options(enc).dice_table == "second":
        text = SECOND_CHECK.get(value, text)
    dice = parse(text)
    return dice.exploding() if options(enc).exploding != "none" else dice


def effect_dice(enc: Encounter, value: int) -> Dice:
    """8.2: the Effect die of a stat value; 8.8: exploding under `all`."""
    text = EFFECT[value - 1]
    if options(enc).dice_table == "second":
        text = SECOND_EFFECT.get(value, text)
    return damage_dice(enc, text)


def damage_dice(enc: Encounter, text: str) -> Dice:
    """8.8: damage and Effect dice explode only under `all`."""
    dice = parse(text)
    return dice.exploding() if options(enc).exploding == "all" else dice


def full_points(options: CrisisOptions, stat: int, nerve: int) -> int:
    """8.4: full Hit Points from Brawn and Nerve, or full Mana Points from Savvy and Nerve."""
    if options.full_points == "nerve-halved":
        return stat + nerve // 2
    return max(stat, nerve) + min(stat, nerve) // 2


def check_tally(one: Fighter, stat: str) -> Tally:
    """8.3: the Adjustments of every check of a stat: conditions, and for Brawn heavy armour (10.8)."""
    tally = adjust(Tally(), one, "checks", "physical_checks" if stat in ("brawn", "finesse") else "")
    if stat == "brawn":
        tally.add("heavy armour", -armour_shortfall(one), "10.8")
    return tally


def check_roll(enc: Encounter, who: str, stat: str, why: str, secret: bool = False) -> Roll:
    """8.5: a check as a roll still to be thrown."""
    one = fighter(enc, who)
    return Roll(who, check_dice(enc, modified(one, stat)), why, check_tally(one, stat), secret)


def attempt(table: Table, who: str, stat: str, challenge: int, why: str, secret: bool = False) -> bool:
    """8.5: reach the challenge or more."""
    roll = check_roll(table.enc, who, stat, f"{why} (against {challenge})", secret)
    return table.read([roll], AtLeast(challenge)) == 1


def opposed(table: Table, first: Roll, second: Roll) -> bool:
    """8.7: does the first roll, of the one who wants something, reach the second? Thrown in the order second, first."""
    return table.read([second, first], Beats(False, "resisted", "success")) == 0


def higher_stat(one: Fighter, stats: list[str]) -> str:
    """The better of several stats, the first of equals."""
    best = stats[0]
    for stat in stats[1:]:
        if modified(one, stat) > modified(one, best):
            best = stat
    return best


def rung_up(enc: Encounter, challenge: int) -> int:
    """8.6: the next number above a challenge on the ladder in force."""
    for rung in LADDERS[options(enc).ladder]:
        if rung > challenge:
            return rung
    return challenge + 3
