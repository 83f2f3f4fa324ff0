"""Profiles: what the cards and tables of Crisis 3d6 say, immutable and shared by every combatant that uses them.

For the rules of this ruleset; `content.py` builds them once, and nothing in play changes them or reads a file.
"""

from __future__ import annotations

from typing import Final

HARD_TO_HIT: Final = 8
"""From this level on next to nothing hits an NPC, unless only half of the level counts."""
ABILITIES: Final = ("might", "speed", "intelligence", "charisma")
SKILLS: Final[dict[str, str]] = {
    "athletics": "might",
    "force": "might",
    "melee": "might",
    "heavy-weapons": "might",
    "acrobatics": "speed",
    "light-weapons": "speed",
    "stealth": "speed",
    "operate": "speed",
    "search": "intelligence",
    "science": "intelligence",
    "engineering": "intelligence",
    "back-story": "charisma",
    "oratory": "charisma",
    "tactics": "charisma",
    "command": "charisma",
}
"""Every skill with the ability it belongs to."""
UNTRAINED: Final[dict[str, int]] = {
    "athletics": -4, "force": -5, "melee": -5, "heavy-weapons": -6, "acrobatics": -6, "light-weapons": -6,
    "stealth": -5, "operate": -5, "search": -5, "science": -6, "engineering": -6, "back-story": -5, "oratory": -4,
    "tactics": -5, "command": -6,
}  # fmt: skip
"""What a character has in a skill never learned: easy -4, average -5, hard -6."""

# One constructor parameter a line would bury the fields under themselves.
# fmt: off


class Weapon:
    """One weapon, made or natural, as the tables give it."""

    def __init__(
        self, *,
        id: str, name: str, text: str, melee: bool, skill: str, hit: int, end: int, dmg: int, rof: int, range: int,
        cap: int, mags: int, rel: int, ap: int, weight: int, cost: int, hand: bool, natural: bool, pierces: bool,
        speed: bool, simple: bool,
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        self.melee: Final = melee
        # melee, light-weapons or heavy-weapons
        self.skill: Final = skill
        self.hit: Final = hit
        self.end: Final = end
        self.dmg: Final = dmg
        # most shots of one attack
        self.rof: Final = rof
        # squares of one range increment; 0 = melee
        self.range: Final = range
        # shots of one magazine; 0 = needs no ammunition
        self.cap: Final = cap
        # magazines, the one in the weapon included; 0 = endless
        self.mags: Final = mags
        # AP of a reload
        self.rel: Final = rel
        # AP of an attack
        self.ap: Final = ap
        self.weight: Final = weight
        self.cost: Final = cost
        # drawn in one movement by those who know how
        self.hand: Final = hand
        # part of the body: always ready, never drawn nor stowed
        self.natural: Final = natural
        # its projectiles go through penetrable material
        self.pierces: Final = pierces
        # Speed may stand in for Might
        self.speed: Final = speed
        # made from the level of the NPC that uses it
        self.simple: Final = simple

    def __repr__(self) -> str:
        return f"Weapon({self.id})"


class Armour:
    """One suit of armour, or a beast's hide."""

    def __init__(
        self, *, id: str, name: str, text: str, durability: int, defence: int, weight: int, cost: int,
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        self.durability: Final = durability
        self.defence: Final = defence
        self.weight: Final = weight
        self.cost: Final = cost

    def __repr__(self) -> str:
        return f"Armour({self.id})"


class Item:
    """Something that is used: a shot, a flask, a grenade, a case of instruments."""

    def __init__(
        self, *,
        id: str, name: str, text: str, ap: int, effect: str, amount: int, uses: int, range: int, target: str,
        weight: int, cost: int,
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        self.ap: Final = ap
        # endurance, health, drunk, sober, stun, asset, kit or none
        self.effect: Final = effect
        self.amount: Final = amount
        # 0 = endless
        self.uses: Final = uses
        self.range: Final = range
        # self, ally, enemy or any
        self.target: Final = target
        self.weight: Final = weight
        self.cost: Final = cost

    def __repr__(self) -> str:
        return f"Item({self.id})"


class Perk:
    """A perk: an effect that the rules know by its word, standing bonuses, and what it takes to have it."""

    def __init__(
        self, *, id: str, name: str, text: str, effect: str, bonus: dict[str, int], needs: dict[str, int],
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        # brute, fighter, gunslinger, leader, lightning-reflexes, martial-arts-master or bonus
        self.effect: Final = effect
        # might ... charisma, max-hp, max-ep, initiative, slots or skill:NAME -> what it adds
        self.bonus: Final = bonus
        # ability or skill -> rank, or ability with skill, that its owner has at least
        self.needs: Final = needs

    def __repr__(self) -> str:
        return f"Perk({self.id})"


class Trait:
    """A trait or a flaw: standing bonuses and penalties."""

    def __init__(self, *, id: str, name: str, text: str, bonus: dict[str, int]) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        self.bonus: Final = bonus

    def __repr__(self) -> str:
        return f"Trait({self.id})"


class Stunt:
    """What stunt faces on an attack may buy."""

    def __init__(
        self, *, id: str, name: str, text: str, when: str, kind: str, needs: int, effect: str,
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        # hit, miss or any
        self.when: Final = when
        # any, melee or ranged
        self.kind: Final = kind
        # stunt faces it takes
        self.needs: Final = needs
        # critical, prone, stunned or aim
        self.effect: Final = effect

    def __repr__(self) -> str:
        return f"Stunt({self.id})"


class ConditionKind:
    """One kind of condition, in words; what it does is in the rules."""

    def __init__(self, *, id: str, name: str, text: str, paragraph: str, ends: str) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        self.paragraph: Final = paragraph
        # what ends it, in words
        self.ends: Final = ends

    def __repr__(self) -> str:
        return f"ConditionKind({self.id})"


class Creature:
    """A character or an NPC as its card gives it, before anything has happened to it."""

    def __init__(
        self, *,
        id: str, name: str, text: str, npc: bool, level: int, size: int, might: int, speed: int, intelligence: int,
        charisma: int, skills: dict[str, int], special: list[str], perks: list[Perk], traits: list[Trait],
        flaws: list[Trait], weapons: list[Weapon], armour: Armour | None, items: list[Item], stunts: list[Stunt],
        tags: list[str],
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        self.npc: Final = npc
        # an NPC's difficulty level, a character's level by experience
        self.level: Final = level
        self.size: Final = size
        # as bought, before traits and flaws; of an NPC 10 + half its level
        self.might: Final = might
        self.speed: Final = speed
        self.intelligence: Final = intelligence
        self.charisma: Final = charisma
        # a character's skills: rank relative to the ability; what is not here is untrained
        self.skills: Final = skills
        # a specialised NPC's skills; empty = general
        self.special: Final = special
        self.perks: Final = perks
        self.traits: Final = traits
        self.flaws: Final = flaws
        # without unarmed; the first is in hand, unless it is natural
        self.weapons: Final = weapons
        self.armour: Final = armour
        self.items: Final = items
        # critical first
        self.stunts: Final = stunts
        self.tags: Final = tags

    def __repr__(self) -> str:
        return f"Creature({self.id})"


class ScenarioEntry:
    """One combatant of a scenario, where it stands, who plays it and in which fight of the day it comes in."""

    def __init__(
        self, *,
        creature: Creature, id: str, name: str, square: str, side: str, seat: str, hidden: bool, items: list[Item],
        conditions: list[str], wave: int, assets: int, unfavourable: int,
    ) -> None:
        self.creature: Final = creature
        self.id: Final = id
        self.name: Final = name
        self.square: Final = square
        self.side: Final = side
        self.seat: Final = seat
        self.hidden: Final = hidden
        # carried besides what the creature's card lists
        self.items: Final = items
        # conditions it begins with
        self.conditions: Final = conditions
        # 1 = there from the start
        self.wave: Final = wave
        self.assets: Final = assets
        self.unfavourable: Final = unfavourable

    def __repr__(self) -> str:
        return f"ScenarioEntry({self.id})"


class Scenario:
    """An encounter ready to be played."""

    def __init__(
        self, *,
        id: str, title: str, description: str, teaches: str, notes: str, rows: list[str],
        entries: list[ScenarioEntry], surprised: list[str], surprised_in: list[int], aftermath: str,
    ) -> None:
        self.id: Final = id
        self.title: Final = title
        self.description: Final = description
        self.teaches: Final = teaches
        self.notes: Final = notes
        self.rows: Final = rows
        self.entries: Final = entries
        self.surprised: Final = surprised
        # the waves that surprise it
        self.surprised_in: Final = surprised_in
        # end or respite
        self.aftermath: Final = aftermath

    def __repr__(self) -> str:
        return f"Scenario({self.id})"


class Content:
    """Everything that was loaded, by id, with the hash that names it."""

    def __init__(
        self, *,
        hash: str, weapons: dict[str, Weapon], armours: dict[str, Armour], items: dict[str, Item],
        perks: dict[str, Perk], traits: dict[str, Trait], flaws: dict[str, Trait], stunts: dict[str, Stunt],
        conditions: dict[str, ConditionKind], creatures: dict[str, Creature], scenarios: dict[str, Scenario],
        warnings: list[str],
    ) -> None:
        self.hash: Final = hash
        self.weapons: Final = weapons
        self.armours: Final = armours
        self.items: Final = items
        self.perks: Final = perks
        self.traits: Final = traits
        self.flaws: Final = flaws
        self.stunts: Final = stunts
        self.conditions: Final = conditions
        # characters and NPCs
        self.creatures: Final = creatures
        self.scenarios: Final = scenarios
        # what is sound but will not play well
        self.warnings: Final = warnings

    def __repr__(self) -> str:
        return f"Content({self.hash})"
