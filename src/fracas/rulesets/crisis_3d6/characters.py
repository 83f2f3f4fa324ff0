"""Section 14: abilities, what is derived from them, skills, and what an NPC's level stands for."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Encounter, Tally
from fracas.engine.events import BOOKS, SUBJECT, About
from fracas.rulesets.crisis_3d6.options import CrisisOptions, options
from fracas.rulesets.crisis_3d6.people import Person
from fracas.rulesets.crisis_3d6.profiles import ABILITIES, SKILLS, UNTRAINED, Weapon

CHECKABLE: Final[list[str]] = [*SKILLS, *ABILITIES]


def title(name: str) -> str:
    """An ability or skill as it stands on a card."""
    return "Science (Medicine)" if name == "science" else name.replace("-", " ").title()


def ability(one: Person, name: str) -> int:
    """14.1, 14.22: the rank of an ability; those of an NPC are all 10 + half its level."""
    rank: int = getattr(one, name)
    return rank


def modifier(rank: int) -> int:
    """14.2: a rank less 10."""
    return rank - 10


def attack_ability(one: Person, weapon: Weapon) -> str:
    """8.2, 14.11: by skill; Speed where it is better and the perk or the weapon allows it."""
    usual = SKILLS[weapon.skill]
    free = weapon.speed or (weapon.skill == "melee" and one.has_perk("martial-arts-master"))
    return "speed" if free and ability(one, "speed") > ability(one, usual) else usual


def untrained(enc: Encounter, skill: str) -> int:
    """14.9: what a skill never learned is worth."""
    if skill == "tactics" and options(enc).tactics == "easy":
        return -4
    return UNTRAINED[skill]


def skill_tally(enc: Encounter, one: Person, skill: str, stand_in: str = "") -> Tally:
    """14.8: ability and skill of a character; an NPC has its level instead."""
    tally = Tally()
    if skill in ABILITIES:
        return tally.add(title(skill), ability(one, skill), "14.1")
    if one.npc:
        return npc_tally(one, skill)
    name = stand_in or SKILLS[skill]
    tally.add(title(name), ability(one, name), "14.1")
    if skill in one.creature.skills:
        tally.add(title(skill), one.creature.skills[skill], "14.8")
    else:
        tally.add(f"{title(skill)}, untrained", untrained(enc, skill), "14.9")
    return tally.add("traits", one.bonus("skill:" + skill), "14.16")


def npc_tally(one: Person, skill: str) -> Tally:
    """14.18, 14.19: 10 and half the level; a specialist adds the whole level to its skills and nothing to others."""
    tally = Tally().add("base", 10, "14.18").add("perks", one.bonus("skill:" + skill), "14.18")
    if not one.creature.special:
        return tally.add("half the level", one.level // 2, "14.18")
    return tally.add("level", one.level if skill in one.creature.special else 0, "14.19")


def initiative(enc: Encounter, one: Person) -> Tally:
    """13.12, 14.4, 14.16: a quarter of Speed and Intelligence, or Might by the option; too much weight slows."""
    other = one.might if options(enc).initiative == "might" else one.intelligence
    tally = Tally().add("Initiative", (one.speed + other) // 4, "14.4")
    tally.add("traits", one.bonus("initiative"), "14.16")
    return tally.add("weight", -overweight(one), "13.12")


def allowance(one: Person, sneaking: bool = False) -> int:
    """5.1, 5.3: squares for one Action Point; half of them when sneaking, and always at least 1."""
    squares = max(2 + modifier(one.speed), 1)
    return max(squares // 2, 1) if sneaking else squares


def overweight(one: Person) -> int:
    """13.12: how far what is worn and held outweighs Might."""
    return max(carried_weight(one) - one.might, 0)


def carried_weight(one: Person) -> int:
    """13.12: the weight of the armour worn and of the weapon in hand."""
    weight = one.armour.weight if one.armour is not None else 0
    return weight + (one.weapon.weight if one.weapon is not None else 0)


def slots(enc: Encounter, one: Person) -> int:
    """14.7, 14.10, 14.16: how much one can carry at all."""
    if options(enc).slots == "twice-might":
        return 2 * one.might + one.bonus("slots")
    return 15 + 2 * modifier(one.might) + one.bonus("slots")


def make_ready(one: Person, options: CrisisOptions) -> None:
    """2.2, 13.1, 14.17: unhurt and ready, the first weapon in hand and all of them loaded."""
    one.might += one.bonus("might")
    one.speed += one.bonus("speed")
    one.intelligence += one.bonus("intelligence")
    one.charisma += one.bonus("charisma")
    one.max_hp, one.max_ep = pools(options, one)
    one.hp, one.ep = one.max_hp, one.max_ep
    one.perception = perception(one)
    weapons = [weapon for weapon in one.creature.weapons if not weapon.natural]
    one.weapon = weapons[0] if weapons else None
    one.carried = weapons[1:]
    for weapon in weapons:
        one.fill(weapon)
    one.items = one.creature.items[:]


def pools(options: CrisisOptions, one: Person) -> tuple[int, int]:
    """14.3, 14.10, 14.16, 14.20: most Health and Endurance, of a character by Might, of an NPC by level."""
    if not one.npc:
        health, endurance = one.might, 4 * one.might
    elif options.npc_pools == "large":
        health, endurance = 20 + 5 * one.level, 50 + 10 * one.level
    else:
        health, endurance = 10 + one.level, 4 * (10 + one.level)
    return max(health + one.bonus("max-hp"), 1), max(endurance + one.bonus("max-ep"), 0)


def perception(one: Person) -> int:
    """14.5, 14.22: 10 and the level; of an NPC half of it."""
    return 10 + (one.level // 2 if one.npc else one.level)


class PerkUsed(About):
    """A perk made a difference."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, perk: str) -> None:
        self.who = who
        self.perk = perk

    def apply(self, enc: Encounter) -> None:
        pass
