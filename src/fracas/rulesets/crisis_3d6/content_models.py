"""What may stand in a content file of Crisis 3d6: one strict model per section, with a description for every key.

For `content.py`, which loads files through them, and for the JSON Schema that editors read.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from fracas.engine.content import Id
from fracas.engine.content_words import Line, Named, Paragraph, PlaceModel, ScenarioModel, Side
from fracas.rulesets.crisis_3d6.profiles import ABILITIES, SKILLS

SIMPLE: Final = ("simple-strike", "simple-shot")
"""What an NPC may have for a weapon without a table: END and DMG come from its level."""
LEVELS: Final = range(1, 11)
POOLS: Final = ("max-hp", "max-ep", "initiative", "slots", "damage", "defence")


def _bonus_key(value: str) -> str:
    word, colon, skill = value.partition(":")
    if not (value in ABILITIES or value in POOLS or (word == "skill" and colon and skill in SKILLS)):
        raise ValueError(f"one of {', '.join([*ABILITIES, *POOLS])}, or skill: with a skill such as skill:melee")
    return value


def _rank_key(value: str) -> str:
    if value not in ABILITIES and value not in SKILLS:
        raise ValueError(f"an ability ({', '.join(ABILITIES)}) or a skill ({', '.join(SKILLS)})")
    return value


Skill = Literal[
    "athletics", "force", "melee", "heavy-weapons", "acrobatics", "light-weapons", "stealth", "operate", "search",
    "science", "engineering", "back-story", "oratory", "tactics", "command",
]  # fmt: skip
Ability = Annotated[int, Field(ge=1, le=20)]
Adjustment = Annotated[int, Field(ge=-20, le=20)]
Count = Annotated[int, Field(ge=0, le=60)]
Points = Annotated[int, Field(ge=1, le=24)]
Bonuses = dict[Annotated[str, AfterValidator(_bonus_key)], Adjustment]
Needs = dict[Annotated[str, AfterValidator(_rank_key)], Ability]
Condition = Literal["drunk", "prone", "stunned"]


class GearEntry(Named):
    weight: Count = 0
    cost: int = Field(default=0, ge=0, le=1_000_000, description="in Credits")


class WeaponEntry(GearEntry):
    kind: Literal["melee", "ranged"]
    skill: Literal["melee", "light-weapons", "heavy-weapons"] = Field(description="what the attack is rolled with")
    hit: Adjustment = Field(default=0, description="on the target number of an attack")
    end: int = Field(ge=1, le=99, description="END: Endurance a hit takes")
    dmg: int = Field(ge=1, le=99, description="DMG: Health a critical hit takes")
    rof: int = Field(default=1, ge=1, le=6, description="rate of fire: most shots or blows of one attack")
    range: int = Field(default=0, ge=0, le=100, description="squares of a range increment; 0 for melee")
    cap: Count = Field(default=0, description="shots of a magazine; 0 = needs no ammunition")
    mags: Count = Field(default=0, description="magazines, the one in the weapon included; 0 = endless")
    rel: int = Field(default=0, ge=0, le=24, description="AP of a reload; above 6 it takes several turns")
    ap: int = Field(default=2, ge=1, le=12, description="AP of an attack; above 6 it takes several turns")
    hand: bool = Field(default=False, description="a hand weapon, which a gunslinger draws for nothing")
    natural: bool = Field(default=False, description="part of the body: always ready")
    pierces: bool = Field(default=False, description="its projectiles go through penetrable cover, as bullets do")
    speed: bool = Field(default=False, description="Speed may stand in for Might on attacks with it")


class ArmourEntry(GearEntry):
    durability: int = Field(ge=0, le=60, description="critical hits it stops")
    defence: Adjustment = Field(default=0, description="on defence rolls")


class ItemEntry(GearEntry):
    ap: Points = Field(default=2, description="AP of using it; above 6 it takes several turns")
    effect: Literal["endurance", "health", "drunk", "sober", "stun", "asset", "kit", "none"]
    amount: Count = Field(default=0, description="points given back, with endurance and health")
    uses: Count = Field(default=1, description="0 = endless")
    range: int = Field(default=1, ge=1, le=60, description="squares to a target other than oneself")
    target: Literal["self", "ally", "enemy", "any"] = "self"


class TraitEntry(Named):
    bonus: Bonuses = Field(
        default={}, description="what it adds to abilities, pools, turn order, slots, damage, defence, skills"
    )


class PerkEntry(TraitEntry):
    effect: Literal[
        "brute", "fighter", "gunslinger", "leader", "lightning-reflexes", "martial-arts-master", "bonus"
    ] = Field(description="what the rules do for its owner; bonus = what the bonus table says and no more")
    needs: Needs = Field(default={}, description="lowest ability, or ability with skill, of its owner")


class StuntEntry(Named):
    when: Literal["hit", "miss", "any"]
    kind: Literal["any", "melee", "ranged"] = "any"
    needs: int = Field(default=1, ge=1, le=3, description="stunt faces it takes")
    effect: Literal["critical", "prone", "stunned", "aim"]


class ConditionEntry(Named):
    paragraph: Paragraph = Field(description="rule paragraph that defines it")
    ends: Line = Field(description="what ends it, in words")


class CreatureEntry(Named):
    weapons: list[Id] = Field(
        default=[], max_length=8, description="the first is in hand; an NPC's may be simple-strike and simple-shot"
    )
    armour: str = ""
    items: list[Id] = Field(default=[], max_length=20)
    perks: list[Id] = Field(default=[], max_length=8)
    stunts: list[Id] = Field(default=[], max_length=8, description="besides critical, which everybody knows")
    tags: list[Id] = Field(default=[], max_length=12)


class CharacterEntry(CreatureEntry):
    might: Ability = 10
    speed: Ability = 10
    intelligence: Ability = 10
    charisma: Ability = 10
    level: int = Field(default=0, ge=0, le=20)
    skills: dict[Skill, Annotated[int, Field(ge=-3, le=10)]] = Field(
        default={}, description="rank relative to the ability; left out = untrained"
    )
    traits: list[Id] = Field(default=[], max_length=8)
    flaws: list[Id] = Field(default=[], max_length=8)


class NpcEntry(CreatureEntry):
    level: int = Field(ge=1, le=10, description="difficulty level")
    skills: list[Skill] = Field(default=[], max_length=6, description="of a specialist; empty = no speciality")
    size: int = Field(default=1, ge=1, le=3, description="squares along a side")


class EntryPart(PlaceModel):
    items: list[Id] = Field(default=[], max_length=20, description="carried besides the creature's own")
    conditions: list[Condition] = Field(default=[], max_length=3, description="had from the start")
    wave: int = Field(default=1, ge=1, le=9, description="the fight of the day it comes in with")
    assets: int = Field(default=0, ge=0, le=9, description="Assets on its checks")
    unfavourable: int = Field(default=0, ge=0, le=9, description="unfavourable circumstances on its checks")


class ScenarioEntry(ScenarioModel):
    map: str = Field(min_length=1, description="the map drawn as text, one row a line")
    surprised: list[Side] = Field(default=[], max_length=1, description="the side that is caught unawares")
    surprised_in: list[Annotated[int, Field(ge=1, le=9)]] = Field(
        default=[1], max_length=9, description="the waves that catch it so; 1 is the first fight"
    )
    aftermath: Literal["end", "respite"] = Field(default="end", description="what follows a fight")
    entry: list[EntryPart] = Field(min_length=2, max_length=60)


class FileModel(BaseModel):
    """The sections of a content file; a file may hold any of them."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, title="Crisis 3d6 content")
    condition: dict[Id, ConditionEntry] = {}
    weapon: dict[Id, WeaponEntry] = {}
    armour: dict[Id, ArmourEntry] = {}
    item: dict[Id, ItemEntry] = {}
    perk: dict[Id, PerkEntry] = {}
    trait: dict[Id, TraitEntry] = {}
    flaw: dict[Id, TraitEntry] = {}
    stunt: dict[Id, StuntEntry] = {}
    character: dict[Id, CharacterEntry] = {}
    npc: dict[Id, NpcEntry] = {}
    scenario: dict[Id, ScenarioEntry] = {}
