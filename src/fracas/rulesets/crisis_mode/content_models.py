"""What may stand in a content file of Crisis Mode: one strict model per section, with a description for every key.

For `content.py`, which loads files through them, and for the JSON Schema that editors read.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from fracas.engine.content import Id
from fracas.engine.content_words import Dice, Named, Paragraph, Part, PlaceModel, ScenarioModel, Side, Spot, as_dice

StatName = Literal["brawn", "finesse", "savvy", "nerve"]
Category = Literal[
    "sword", "mace", "axe", "knife", "fencing", "spear", "bow", "crossbow", "sling", "thrown", "natural", "unarmed"
]
ABILITIES: Final = ("parry", "counterattack", "riposte")
BUILD_SIZE: Final = {"small": 1, "medium": 1, "large": 2, "huge": 3}
BUILD_STEPS: Final = {"small": 1, "medium": 2, "large": 3, "huge": 4}
COSTS: Final = ("1", "2", "3", "1/only", "2/only", "3/only")


def _amount(value: str) -> str:
    return value if value == "effect" else as_dice(value)


def _damage(value: str) -> str:
    return value if value == "half-brawn" else as_dice(value)


def _cost(value: object) -> str:
    if str(value) not in COSTS or isinstance(value, bool):
        raise ValueError("a cost in AP of 1, 2, 3, 1/only, 2/only or 3/only; no action costs 0")
    return str(value)


def _ability(value: str) -> str:
    category, plus, level = value.partition("+")
    trained = plus == "+" and category in get_args(Category) and level in ("1", "2", "3")
    if not trained and value not in ABILITIES:
        raise ValueError("parry, counterattack, riposte, or a weapon category with +1, +2 or +3 such as axe+1")
    return value


_COST_SCHEMA = WithJsonSchema({"enum": [1, 2, 3, *COSTS]})
Stat = Annotated[int, Field(ge=1, le=20)]
Adjustment = Annotated[int, Field(ge=-20, le=20)]
Count = Annotated[int, Field(ge=0, le=20)]
Amount = Annotated[str, AfterValidator(_amount)]
Cost = Annotated[str, BeforeValidator(_cost), _COST_SCHEMA]
Ability = Annotated[str, AfterValidator(_ability)]


class InflictPart(Part):
    condition: Id = Field(description="id of the condition")
    value: Count = Field(default=0, description="how strong; 0 = 1, or the condition's own challenge")
    turns: Count = Field(default=0, description="Resets it lasts; 0 = until the condition's own end")
    always: bool = Field(default=False, description="also by a hit that does no damage")
    resist: Literal["", "brawn", "finesse", "savvy", "nerve"] = Field(default="", description="stat checked to resist")
    challenge: int = Field(default=0, ge=0, le=30, description="what the resisting check must reach")


class AdjustingEntry(Named):
    defense: Adjustment = 0
    damage_taken: Adjustment = 0
    free_steps: Adjustment = 0
    brawn: Adjustment = Field(default=0, description="Modification of the stat, before dice are chosen")
    finesse: Adjustment = 0
    savvy: Adjustment = 0
    nerve: Adjustment = 0


class ConditionEntry(AdjustingEntry):
    paragraph: Paragraph = Field(default="12.17", description="rule paragraph that defines it")
    good: bool = Field(default=False, description="a help rather than a harm")
    per_value: bool = Field(default=False, description="adjustments count once per point of its value")
    attack: Adjustment = 0
    attack_melee: Adjustment = 0
    attack_ranged: Adjustment = 0
    defense_melee: Adjustment = Field(default=0, description="against hand-to-hand attacks")
    defense_ranged: Adjustment = Field(default=0, description="against attacks from range")
    defense_unseen: Adjustment = Field(
        default=0, description="against an attacker who was hidden or not in clear sight"
    )
    damage: Adjustment = Field(default=0, description="on damage rolls of the one who has it")
    ap_roll: Adjustment = Field(default=0, description="on the AP roll of each Reset")
    checks: Adjustment = Field(default=0, description="on every check but attack and Defense rolls")
    physical_checks: Adjustment = Field(default=0, description="on Brawn and Finesse checks of that sort")
    spell: Adjustment = Field(default=0, description="on casting checks, besides what checks says")
    step_limit: Count = Field(default=0, description="most squares of movement in a Round; 0 = no limit")
    hit_challenge: Count = Field(default=0, description="fixed number instead of the Defense roll; 0 = roll")
    each_reset_hp: Adjustment = 0
    each_reset_mp: Adjustment = 0
    no_move: bool = False
    no_action: bool = False
    no_attack: bool = False
    no_spell: bool = False
    no_voice: bool = Field(default=False, description="no spell that is spoken")
    no_free_steps: bool = False
    no_reflex: bool = Field(default=False, description="not alert: no Reflex, no Response")
    helpless: bool = False
    unaware: bool = False
    must_flee: bool = Field(
        default=False, description="no hand-to-hand attack, and no movement that ends nearer to an enemy"
    )
    trips: bool = Field(default=False, description="moving more than one square at a time needs a Finesse check")
    ends: Literal["reset", "turns", "check", "encounter", "cured"] = Field(description="what ends it")
    check_stats: list[StatName] = Field(default=[], max_length=4, description="the better one is rolled in Reset")
    check_challenge: int = Field(default=0, ge=0, le=30)
    value_is_challenge: bool = Field(default=False, description="a value given with it is the challenge instead")
    healing_ends: bool = Field(default=False, description="any healing spell or potion ends it")
    first_aid_ends: bool = False


class SpellEntry(Named):
    tradition: Literal["arcane", "divine"]
    ap: Cost = Field(description="cost in AP, such as 2 or 3/only")
    mp: Count = Field(description="cost in Mana Points")
    stat: Literal["savvy", "nerve"] = Field(description="stat of the casting check and of Effect dice")
    against: Literal["defense", "nerve", "brawn", "challenge", "none"] = Field(description="what the check must reach")
    challenge: int = Field(default=0, ge=0, le=30, description="with against = challenge")
    range: int = Field(default=0, ge=0, le=60, description="squares; 0 = the caster's own")
    target: Literal["self", "ally", "foe", "any", "square"]
    affects: Literal["one", "area", "effect"] = Field(
        default="one", description="effect: as many as an Effect die says"
    )
    radius: int = Field(default=0, ge=0, le=6, description="squares around the target, with affects = area")
    damage: Amount = Field(default="", description="dice, or effect")
    heal: Amount = Field(default="", description="dice, or effect")
    mana: Count = Field(default=0, description="Mana Points given")
    inflicts: list[InflictPart] = Field(default=[], max_length=4)
    cures: list[Id] = Field(default=[], max_length=20, description="conditions it ends")
    push: Annotated[int, Field(ge=-6, le=6)] = Field(default=0, description="squares away from the caster, or nearer")
    ignores_armour: bool = False
    gesture: bool = Field(default=True, description="made with the hands: an arcane one suffers from a shield")
    voice: bool = Field(default=True, description="spoken: the silenced cannot cast it")


class WeaponEntry(Named):
    categories: list[Category] = Field(min_length=1, max_length=3, description="which training helps")
    check: Literal["brawn", "finesse"]
    min_one: Count = Field(default=0, description="Brawn minimum in one hand; 0 = cannot be used so")
    min_two: Count = Field(default=0, description="Brawn minimum in two hands; 0 = cannot be used so")
    damage: Annotated[str, AfterValidator(_damage)] = Field(description="dice, or half-brawn")
    reach_low: int = Field(default=0, ge=0, le=6)
    reach_high: int = Field(default=0, ge=0, le=6, description="0 = no use hand to hand")
    base_range: int = Field(default=0, ge=0, le=60, description="0 = no use at range")
    range_factor: int = Field(default=0, ge=0, le=20, description="farthest range, in base ranges")
    reload_min: Count = Field(default=0, description="Brawn for a quick reload; 0 = needs no reloading")
    attack: Adjustment = 0
    damage_plus: Adjustment = 0
    bane: str = Field(default="", max_length=40, description="tag of the creatures it is made against")
    bane_bonus: Count = Field(default=0, description="on attack and damage against them")
    thrown: bool = Field(default=False, description="leaves the hand when used at range")
    magic: bool = False
    inflicts: list[InflictPart] = Field(default=[], max_length=4, description="on a hit that does damage")
    topples: int = Field(default=0, ge=0, le=30, description="what a Finesse check must reach to keep one's feet")


class ArmourEntry(Named):
    reduction: Count = Field(description="taken off every damage it is not bypassed by")
    min: Count = Field(default=0, description="Brawn minimum")
    hide: Adjustment = 0
    helm: bool = Field(default=False, description="worn on the head, besides armour")
    natural: bool = False
    magic: bool = False


class ShieldEntry(Named):
    defense: Count
    min: Count = Field(description="Brawn minimum")
    spell: Annotated[int, Field(ge=-20, le=0)] = Field(description="on the check of gestured arcane spells")
    magic: bool = False


Slot = Literal["", "neck", "head", "back", "body", "hands", "finger", "feet", "waist"]
PASSIVE: Final = (
    "ap_each_reset",
    "hp_each_reset",
    "mp_each_reset",
    "free_steps",
    "defense",
    "damage_taken",
    *get_args(StatName),
)


class ItemEntry(AdjustingEntry):
    kind: Literal["potion", "scroll", "worn"]
    slot: Slot = Field(default="", description="where a worn thing sits")
    ap: Cost = Field(default="3/only", description="cost of drinking or reading")
    consumed: bool = Field(default=True, description="gone once used")
    heal: Dice = Field(default="", description="HP given back at once")
    mana: Count = Field(default=0, description="MP given back at once")
    inflicts: list[InflictPart] = Field(default=[], max_length=4, description="conditions the drinker gets")
    cures: list[Id] = Field(default=[], max_length=20, description="conditions it ends")
    spell: str = Field(default="", description="the spell a scroll holds")
    ap_each_reset: Adjustment = 0
    hp_each_reset: Adjustment = 0
    mp_each_reset: Adjustment = 0


class CreatureEntry(Named):
    build: Literal["small", "medium", "large", "huge"]
    size: int = Field(default=0, ge=0, le=3, description="squares along a side; 0 = what its build has")
    free_steps: int = Field(default=-1, ge=-1, le=12, description="-1 = what its build has")
    brawn: Stat
    finesse: Stat
    savvy: Stat
    nerve: Stat
    hp: int = Field(default=0, ge=0, le=200, description="0 = by the formula")
    mp: int = Field(default=0, ge=0, le=200, description="0 = by the formula")
    abilities: list[Ability] = Field(default=[], max_length=12)
    weapons: list[Id] = Field(min_length=1, max_length=8, description="the first is readied")
    armour: str = ""
    helm: bool = Field(default=False, description="wears a full helm")
    shield: str = ""
    items: list[Id] = Field(default=[], max_length=20)
    spells: list[Id] = Field(default=[], max_length=20)
    tags: list[Id] = Field(default=[], max_length=12)
    immune: list[Id] = Field(default=[], max_length=30, description="conditions it never gets")


class PlacePart(PlaceModel):
    posture: Literal["standing", "sitting", "kneeling", "prone"] = "standing"
    items: list[Id] = Field(default=[], max_length=20, description="carried besides the creature's own")


class GroundPart(Part):
    thing: Id = Field(description="id of a weapon, shield or item")
    at: Spot = Field(description="a mark of the map or a square such as c4")


class ScenarioEntry(ScenarioModel):
    map: str = Field(min_length=1, description="the map drawn as text, one row a line")
    surprised: list[Side] = Field(default=[], max_length=2, description="sides that begin with exactly 1 AP")
    place: list[PlacePart] = Field(min_length=2, max_length=60)
    ground: list[GroundPart] = Field(default=[], max_length=60)


class FileModel(BaseModel):
    """The sections of a content file; a file may hold any of them."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, title="Crisis Mode content")
    condition: dict[Id, ConditionEntry] = {}
    spell: dict[Id, SpellEntry] = {}
    weapon: dict[Id, WeaponEntry] = {}
    armour: dict[Id, ArmourEntry] = {}
    shield: dict[Id, ShieldEntry] = {}
    item: dict[Id, ItemEntry] = {}
    creature: dict[Id, CreatureEntry] = {}
    scenario: dict[Id, ScenarioEntry] = {}
