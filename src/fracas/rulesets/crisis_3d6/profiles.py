"""Profiles: what the cards and tables of Crisis 3d6 say, immutable and shared by every combatant that uses them.

For the rules of this ruleset; `content.py` builds them once, and nothing in play changes them or reads a file.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Place, Profile, Scenario

HARD_TO_HIT: Final = 8
"""From this level on next to nothing hits an NPC, unless only half of the level counts."""
BY_ABILITY: Final[dict[str, tuple[str, ...]]] = {
    "might": ("athletics", "force", "melee", "heavy-weapons"),
    "speed": ("acrobatics", "light-weapons", "stealth", "operate"),
    "intelligence": ("search", "science", "engineering"),
    "charisma": ("back-story", "oratory", "tactics", "command"),
}
ABILITIES: Final = tuple(BY_ABILITY)
SKILLS: Final[dict[str, str]] = {skill: ability for ability, skills in BY_ABILITY.items() for skill in skills}
"""Every skill with the ability it belongs to."""
UNTRAINED: Final[dict[str, int]] = {
    "athletics": -4, "force": -5, "melee": -5, "heavy-weapons": -6, "acrobatics": -6, "light-weapons": -6,
    "stealth": -5, "operate": -5, "search": -5, "science": -6, "engineering": -6, "back-story": -5, "oratory": -4,
    "tactics": -5, "command": -6,
}  # fmt: skip
"""What a character has in a skill never learned: easy -4, average -5, hard -6."""


class Weapon(Profile):
    """One weapon, made or natural, as the tables give it."""

    name: str
    melee: bool
    skill: str
    """The skill it is used with: melee, light-weapons or heavy-weapons."""
    hit: int
    end: int
    dmg: int
    rof: int
    """Most shots of one attack."""
    range: int
    """Squares of one range increment; 0 = melee."""
    cap: int
    """Shots of one magazine; 0 = needs no ammunition."""
    mags: int
    """Magazines, the one in the weapon included; 0 = endless."""
    rel: int
    """AP of a reload."""
    ap: int
    """AP of an attack."""
    weight: int
    hand: bool
    """Drawn in one movement by those who know how."""
    natural: bool
    """Part of the body: always ready, never drawn nor stowed."""
    pierces: bool
    """Its projectiles go through penetrable material."""
    speed: bool
    """Speed may stand in for Might."""
    simple: bool
    """Made from the level of the NPC that uses it."""


class Armour(Profile):
    """One suit of armour, or a beast's hide."""

    name: str
    durability: int
    defence: int
    weight: int


class Item(Profile):
    """Something that is used: a shot, a flask, a grenade, a case of instruments."""

    name: str
    ap: int
    effect: str
    """One of endurance, health, drunk, sober, stun, asset, kit, none."""
    amount: int
    uses: int
    """0 = endless."""
    range: int
    target: str
    """Who it is for: self, ally, enemy or any."""


class Trait(Profile):
    """A trait or a flaw: standing bonuses and penalties."""

    name: str
    bonus: dict[str, int]
    """What it adds to abilities, max-hp, max-ep, initiative, slots, damage, defence or skill:NAME."""


class Perk(Trait):
    """A perk: an effect that the rules know by its word, besides standing bonuses."""

    effect: str
    """One of brute, fighter, gunslinger, leader, lightning-reflexes, martial-arts-master, bonus."""


class Stunt(Profile):
    """What stunt faces on an attack may buy."""

    name: str
    when: str
    """After which attacks: hit, miss or any."""
    kind: str
    """With which weapons: any, melee or ranged."""
    needs: int
    """Stunt faces it takes."""
    effect: str
    """One of critical, prone, stunned, aim."""


class Creature(Profile):
    """A character or an NPC as its card gives it, before anything has happened to it."""

    name: str
    npc: bool
    level: int
    """An NPC's difficulty level, a character's level by experience."""
    size: int
    might: int
    """As bought, before traits and flaws; of an NPC 10 + half its level."""
    speed: int
    intelligence: int
    charisma: int
    skills: dict[str, int]
    """A character's skills: rank relative to the ability; what is not here is untrained."""
    special: list[str]
    """A specialised NPC's skills; empty = general."""
    perks: list[Perk]
    traits: list[Trait]
    flaws: list[Trait]
    weapons: list[Weapon]
    """Without unarmed; the first is in hand, unless it is natural."""
    armour: Armour | None
    items: list[Item]
    stunts: list[Stunt]
    """The critical hit first."""
    tags: list[str]


class Post(Place):
    """One combatant of a scenario, and in which fight of the day it comes in."""

    items: list[Item]
    """Carried besides what the creature's card lists."""
    conditions: list[str]
    """Conditions it begins with."""
    wave: int
    """1 = there from the start."""
    assets: int
    unfavourable: int


class Crisis(Scenario):
    """An encounter ready to be played."""

    surprised: list[str]
    surprised_in: list[int]
    """The waves that surprise it."""
    aftermath: str
    """What follows a fight: end or respite."""

    def wave(self, number: int) -> list[Post]:
        """Those who come in this fight of the day."""
        return [post for post in self.entries if isinstance(post, Post) and post.wave == number]
