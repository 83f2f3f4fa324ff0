"""What may stand in a content file of Phases of Play: one strict model per section, with a description for every key.

For `content.py`, which loads files through them, and for the JSON Schema that editors read.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from fracas.engine.content import Id
from fracas.engine.content_words import Dice, Named, Paragraph, Part, PlaceModel, ScenarioModel, matching

DISTANCES: Final = {"self": 0, "swinging": 1, "spitting": 4, "throwing": 8, "shooting": 16, "sniping": 200}
REACTIONS: Final = ("reaction", "free-reaction")
BOONS: Final = ("saves", "tests")
"""What a boon may give Advantages on."""
KEY: Final = r"[a-z][a-z0-9_]{0,30}"
A_KEY: Final = "the key of a place, in small letters"
FREE: Final = ("free-action", "free-reaction", "legendary", "environment", "passive")

Modifier = Annotated[int, Field(ge=-9, le=9)]
Count = Annotated[int, Field(ge=0, le=200)]
Units = Annotated[int, Field(ge=0, le=50)]
Time = Literal[
    "action", "free-action", "slow-action", "reaction", "free-reaction", "legendary", "environment", "passive"
]
Mode = Literal["walk", "jump", "climb", "swim", "fly", "levitate"]
Skill = Literal[
    "recon", "stealth", "athletics", "history", "analysis", "sleight", "rumor", "tinkering", "sensing", "hiding",
    "conjuring", "enchanting",
]  # fmt: skip
Save = Literal["grit", "edge", "focus"]
Distance = Literal["self", "swinging", "spitting", "throwing", "shooting", "sniping"]
Requirement = Literal["sneaky", "shield", "standing", "free-hand", "recovery", "kit", "unhurt"]
MinorType = Literal["blunt", "sharp", "shock", "fire", "ice", "caustic", "planar"]
Word = Annotated[str, matching(r"[a-z][a-z-]{0,30}", "a word in small letters")]
Tag = Annotated[str, matching(r"[a-z][a-z-]{0,20}", "a tag in small letters")]
Spot = Annotated[str, matching(r"|[A-Za-z]|[a-z]{1,2}[1-9][0-9]{0,2}", "a mark or a square such as c4")]
PlaceKey = Annotated[str, matching(KEY, A_KEY)]
Row = Annotated[str, matching(r"\S{1,200}", "a row of the map, without spaces")]


class ConditionEntry(Named):
    paragraph: Paragraph = Field(description="rule paragraph that says what it does")
    fleeting: bool = Field(default=True, description="loses a stack at the end of one's own turn")
    good: bool = Field(default=False, description="a help, which its owner may keep at the end of a turn")
    most: int = Field(default=2, ge=1, le=9, description="the most stacks there can be")


class ZoneEntry(Named):
    pass


class WeaponEntry(Named):
    kind: Literal["melee", "ranged", "thrown"] = Field(description="thrown = for both kinds of attack")
    damage: int = Field(default=1, ge=0, le=9, description="added to the attack's damage")
    type: MinorType = "blunt"


EffectKind = Literal[
    "damage", "heal", "shield", "dodge", "vitality", "condition", "cleanse", "zone", "clear-zone", "push", "pull",
    "interrupt", "prone", "prepare", "range", "movement", "beats", "sneaky", "reveal", "cancel", "hinder", "move-free",
    "boon",
]  # fmt: skip
Outcome = Literal["fumble", "low", "mixed", "high", "crit"]


class EffectPart(Part):
    kind: EffectKind
    on: list[Outcome] = Field(default=["mixed", "high", "crit"], description="the outcomes of the test that bring it")
    to: Literal["target", "self", "cause", "victim", "area"] = "target"
    amount: int = Field(default=1, ge=-20, le=200, description="how much, how many stacks, how far")
    dice: Dice = Field(default="", description="rolled instead of the amount")
    type: Literal[MinorType, "true"] = Field(default="blunt", description="of damage")
    name: str = Field(default="", max_length=40, description="the condition, zone, ability or movement range meant")
    saved: Literal["none", "half", "same"] = Field(default="none", description="what a passed Save leaves of it")
    lasting: bool = Field(default=False, description="persistent although its condition is fleeting")


class AbilityEntry(Named):
    time: Time
    beats: int | None = Field(default=None, ge=0, le=2, description="left out = 1, or 0 for what is free")
    trigger: Literal["", "leaving", "entering", "moves", "starts", "damage", "hurt", "fall"] = Field(
        default="", description="what sets a reaction off"
    )
    of: Literal["self", "ally", "enemy", "any"] = Field(default="enemy", description="whom the trigger is about")
    target: Literal["self", "ally", "other", "enemy", "any", "point", "burst", "cause", "victim"] = "enemy"
    range: Distance = Field(default="swinging", description="how far off the target may be")
    count: int = Field(default=1, ge=1, le=6, description="how many targets at most")
    shape: Literal["none", "sphere", "cone", "line", "cube"] = "none"
    area: Count = Field(default=0, description="the size of the shape in units")
    true: bool = Field(default=False, description="its distance ignores sight and cover")
    spell: bool = False
    harmful: bool = True
    requires: list[Requirement] = Field(default=[], max_length=6, description="what its user needs from start to score")
    test: Literal["", "fighter", "rogue", "mage", Save, Skill] = Field(
        default="", description="empty = no test, counts as a Mixed Score"
    )
    save: Literal["", Save] = Field(default="", description="the save of whoever is targeted")
    strain: Literal["none", "straining", "exhausting"] = "none"
    lasts: int = Field(default=0, ge=-1, le=20, description="rounds; 0 = at once, -1 = while concentrating")
    uses: int = Field(default=0, ge=0, le=9, description="per encounter; 0 = no limit")
    grants: dict[Mode, Units] = Field(default={}, description="added to movement ranges while it lasts")
    effects: list[EffectPart] = Field(default=[], max_length=6)


class DefensesPart(Part):
    resist: list[Word] = Field(default=[], max_length=20, description="damage types, major or minor")
    immune: list[Word] = Field(default=[], max_length=20, description="damage types and conditions")
    weak: list[Word] = Field(default=[], max_length=20, description="damage types, major or minor")


class CardEntry(Named):
    size: Literal["tiny", "small", "medium", "large", "huge", "gargantuan"] = "medium"
    level: int = Field(default=1, ge=1, le=15)
    might: Modifier = 0
    artifice: Modifier = 0
    tuning: Modifier = 0
    fighter: int | None = Field(default=None, ge=-9, le=9, description="left out = Might")
    rogue: int | None = Field(default=None, ge=-9, le=9, description="left out = Artifice")
    mage: int | None = Field(default=None, ge=-9, le=9, description="left out = Tuning")
    grit: int | None = Field(default=None, ge=-9, le=9, description="left out = Might")
    edge: int | None = Field(default=None, ge=-9, le=9, description="left out = Artifice")
    focus: int | None = Field(default=None, ge=-9, le=9, description="left out = Tuning")
    skills: dict[Skill, Modifier] = Field(default={}, description="bonus on the Stat of the skill's column")
    ranges: dict[Mode, Units] = Field(default={}, description="movement ranges; walk 4 and jump 1 unless named")
    health: int = Field(default=10, ge=1, le=200)
    vitality: int | None = Field(default=None, ge=0, le=20, description="left out = 4 for characters, else 0")
    shield: Count = 0
    dodges: int | None = Field(default=None, ge=0, le=5, description="left out = 1 for characters, else 0")
    recoveries: int | None = Field(default=None, ge=0, le=20, description="left out = 4 for characters, else 0")
    favors: int | None = Field(default=None, ge=0, le=4, description="left out = 1 for characters, else 0")
    kits: int = Field(default=0, ge=0, le=9, description="First Aid Kits carried")
    melee: str = Field(default="", description="id of a melee or thrown weapon; left out = bare hands")
    ranged: str = Field(default="", description="id of a ranged or thrown weapon; left out = nothing to shoot with")
    abilities: list[Id] = Field(default=[], max_length=20)
    breathes: Literal["air", "water", "both", "none"] = "air"
    defenses: DefensesPart = DefensesPart()
    tags: list[Tag] = Field(default=[], max_length=12)


class CharacterEntry(CardEntry):
    pass


class NpcEntry(CardEntry):
    boss: bool = Field(default=False, description="has Vitality, takes Wounds, may have legendary abilities")
    legendary: list[Id] = Field(default=[], max_length=6)
    alert: int = Field(default=2, ge=0, le=2, description="stacks of Alert it begins with")


class EntryPart(PlaceModel):
    at: Spot = Field(default="", description="a mark of the map or a square such as c4")
    place: Annotated[str, matching(rf"|{KEY}", A_KEY)] = Field(
        default="", description="where it is in the theatre of the mind"
    )
    side: Literal["heroes", "foes", "others"]  # type: ignore[assignment]  # bystanders are on neither side
    sneaky: bool = False
    alert: int = Field(default=-1, ge=-1, le=2, description="left out = as its card says")
    altitude: int = Field(default=0, ge=0, le=100)
    xp: int = Field(default=0, ge=0, le=20, description="experience earned before, for a character")


class ScenarioEntry(ScenarioModel):
    goal: str = Field(default="", max_length=200, description="what the first experience point is for")
    second_goal: str = Field(default="", max_length=200, description="what the second experience point is for")
    map: list[Row] = Field(default=[], max_length=200, description="the map drawn as text, one row an entry")
    places: list[PlaceKey] = Field(default=[], max_length=40, description="the same ground as places")
    links: list[list[str]] = Field(
        default=[], max_length=80, description="[a, b, distance, sight, cover, climb] between places"
    )
    zones: list[list[str | int]] = Field(
        default=[], max_length=200, description="[square or place, zone, stacks, altitudes]"
    )
    lights: list[list[str]] = Field(default=[], max_length=60, description="[square or place, dim or bright]")
    environment: list[Id] = Field(default=[], max_length=4, description="abilities of the environment itself")
    entry: list[EntryPart] = Field(min_length=2, max_length=60)


class FileModel(BaseModel):
    """The sections of a content file; a file may hold any of them."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, title="Phases of Play content")
    condition: dict[Id, ConditionEntry] = {}
    zone: dict[Id, ZoneEntry] = {}
    weapon: dict[Id, WeaponEntry] = {}
    ability: dict[Id, AbilityEntry] = {}
    character: dict[Id, CharacterEntry] = {}
    npc: dict[Id, NpcEntry] = {}
    scenario: dict[Id, ScenarioEntry] = {}
