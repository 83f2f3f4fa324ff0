"""What may stand in a content file of CAP Check: one strict model per section, with a description for every key.

For `content.py`, which loads files through them, and for the JSON Schema that editors read.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from fracas.engine.content import Id, Name
from fracas.engine.content_words import Named, Part, PlaceModel, ScenarioModel, matching
from fracas.engine.dice import DiceError, parse
from fracas.rulesets.cap_check.profiles import FIELD_RANGE

POINTS: Final = {"": 0, "free": 0, "fast": 1, "slow": 2, "slow+fast": 3, "slow+slow": 4}
TARGETED: Final = ("ally", "other", "enemy", "ally+enemy")
"""Targets that are named one by one."""
USUAL_TO: Final = {
    "damage": "enemies", "push": "enemies", "pull": "enemies", "fell": "enemies", "strip": "enemies",
    "condition": "enemies", "basic": "enemies", "multiply": "enemies", "bypass": "enemies",
    "heal": "allies", "revive": "allies", "cleanse": "allies", "points": "allies", "boon": "allies",
    "field": "squares", "go": "self", "lose": "self", "cancel": "cause", "redirect": "cause",
    "more": "enemies", "range": "self", "targets": "self",
}  # fmt: skip
AMPLIFY_ONLY: Final = ("more", "multiply", "bypass", "range", "targets")


def _dice(value: str) -> str:
    try:
        made = parse(value)
    except DiceError as error:
        raise ValueError(f"dice such as 3d8 or 2d10+15 ({error.expected})") from None
    if not made.plain or made.low is None or made.low < 0:
        raise ValueError("dice such as 3d8 or 2d10+15, without explosions or drops, never below 0")
    return made.text


def _range(value: object) -> object:
    return FIELD_RANGE if value == "field" else value


def _reach(value: int) -> int:
    if value != FIELD_RANGE and not 0 <= value <= 60:
        raise ValueError("a whole number of squares from 0 to 60, or field")
    return value


Dice = Annotated[str, AfterValidator(_dice)]
Count = Annotated[int, Field(ge=0, le=20)]
Value = Annotated[int, Field(ge=0, le=40)]
Barrier = Annotated[int, Field(ge=0, le=60)]
Adjustment = Annotated[int, Field(ge=-20, le=20)]
_REACH_SCHEMA = WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 0, "maximum": 60}, {"const": "field"}]})
Reach = Annotated[int, BeforeValidator(_range), AfterValidator(_reach), _REACH_SCHEMA]
Speed = Literal["", "free", "fast", "slow", "slow+fast", "slow+slow"]
Skill = Literal[
    "athletics", "endurance", "intimidate", "insight", "knowledge", "mend", "acrobatics", "stealth", "sleight-of-hand",
    "focus", "fast-talk", "leadership",
]  # fmt: skip
Check = Literal["", "none", "dodge", "willpower", Skill]
Kind = Literal[
    "damage", "heal", "condition", "cleanse", "push", "pull", "go", "boon", "field", "revive", "points", "fell",
    "strip", "cancel", "redirect", "basic", "lose", "more", "multiply", "bypass", "range", "targets",
]  # fmt: skip
To = Literal["", "enemies", "allies", "self", "squares", "cause", "victim"]
Versus = Literal["", "toughness", "resistance", "piercing"]
Letter = Annotated[str, matching(r"[A-F]", "a letter from A to F")]
Hex = Annotated[str, matching(r"move|basic|nothing|[A-F]", "move, basic, nothing or a letter A to F")]
Off = Annotated[str, matching(r"[1-6]\.[2-4]", "a spoke and a ring such as 1.2")]


class EffectPart(Part):
    kind: Kind = Field(description="what it does")
    to: To = Field(default="", description="whom it affects; left out = as usual for its kind")
    dice: Dice | None = Field(default=None, description="damage, healing, or dice added by an Amplify")
    versus: Versus = Field(default="", description="which Barrier Value stands against damage, or piercing")
    name: str = Field(default="", max_length=40, description="the condition, boon, field or rank meant")
    amount: Annotated[int, Field(ge=-40, le=400)] = Field(
        default=0, description="stacks, squares, HP, points, bonus or percent; left out = 1 where a number is needed"
    )
    until: Literal["", "action", "turn", "end", "sustain", "encounter"] = Field(
        default="", description="how long a boon lasts; left out = turn, the start of one's next turn"
    )


class AmplifyPart(Part):
    id: Id = Field(description="what is typed to declare it")
    name: Name = Field(description="as shown at the table")
    speed: Literal["free", "fast", "slow"] = Field(description="what it costs besides the action")
    effects: list[EffectPart] = Field(min_length=1, max_length=4)


class CardEntry(Named):
    speed: Speed = Field(default="", description="what it costs a hero; left out on foes' cards")
    types: list[Literal["trigger", "sustain", "amplify"]] = Field(default=[], max_length=3)
    tide: bool = Field(default=False, description="a Tide-Turner: costs a charge as well")
    basic: bool = Field(default=False, description="a basic attack")
    tag: Literal["", "spell", "exploit"] = ""
    melee: bool = False
    range: Reach = Field(default=0, description="squares, 0 for oneself, or field for everywhere")
    target: Literal[
        "", "self", "ally", "other", "enemy", "ally+enemy", "square", "burst", "field", "cause", "victim",
    ] = Field(default="", description="whom it is aimed at; left out on Amplify Actions")  # fmt: skip
    count: Annotated[int, Field(ge=1, le=6)] = Field(default=1, description="most targets")
    area: Annotated[int, Field(ge=0, le=6)] = Field(default=0, description="squares around the square or the user")
    c: Adjustment = Field(default=0, description="added to C for this action")
    a: Adjustment = Field(default=0, description="added to A for this action")
    p: Adjustment = Field(default=0, description="added to P for this action")
    auto_hit: bool = False
    auto_crit: bool = False
    piercing: bool = False
    check: Check = Field(default="", description="foes' cards: what the hero rolls to avoid it")
    effects: list[EffectPart] = Field(default=[], max_length=6)
    repeats: list[EffectPart] = Field(
        default=[], max_length=6, description="the Sustain Effect; left out = the effects again"
    )
    hold: bool = Field(default=False, description="sustained, but nothing repeats: its boons and fields just stay")
    when: Literal[
        "", "foe-acts", "foe-targets-self", "foe-targets-other", "foe-moves", "hero-acts", "hero-moves", "self-damaged",
        "other-damaged", "enemy-damaged", "self-avoids", "enemy-falls", "other-falls", "ally-falls",
    ] = Field(default="", description="the Trigger condition")  # fmt: skip
    amplifies: list[AmplifyPart] = Field(default=[], max_length=3, description="Amplify Effects built in")
    applies: Literal["", "damage", "heal", "any"] = Field(
        default="", description="which actions an Amplify Action can be put on"
    )
    uses: Count = Field(default=0, description="most uses in an encounter; 0 = no limit")
    round_uses: Count = Field(default=0, description="most uses in a Round; 0 = no limit")


class ConditionEntry(Named):
    most: Count = Field(description="most stacks; 0 = no limit")
    ends: Literal["stacks", "end", "removed", "own"] = Field(
        description="loses stacks, ends with one's own next turn, stays until removed, or as its rule says"
    )


class FieldEntry(Named):
    glyph: Annotated[str, matching(r"[a-z]", "one small letter")] = Field(description="on maps")
    blocks: bool = Field(default=False, description="nobody enters, nothing beyond can be a target")
    dice: Dice | None = Field(default=None, description="damage to whoever enters or begins a turn there")
    versus: Versus = ""
    condition: str = Field(default="", description="what anyone who enters or begins a turn there gets")
    stacks: Count = 0


class ManeuverEntry(Named):
    skill: Literal["", Skill] = Field(default="", description="checked first; left out = no check")
    speed: Literal["free", "fast", "slow", "slow+fast", "slow+slow"]


class HeroEntry(Named):
    role: str = Field(default="", max_length=60, description="what the hero does for the others")
    hp: Annotated[int, Field(ge=1, le=200)]
    c: Value
    a: Value
    p: Value
    toughness: Barrier
    resistance: Barrier
    dodge: Value
    willpower: Value
    skills: dict[Skill, Value] = Field(default={}, description="those that are not 8")
    trigger_limit: Count = 1
    sustain_limit: Count = 1
    amplify_limit: Count = 1
    charges: Count = Field(default=2, description="Tide-Turner charges")
    melee: Id = Field(description="the basic melee attack")
    ranged: Id = Field(description="the basic ranged attack")
    maneuver: Id = "tumble"
    cards: list[Id] = Field(default=[], max_length=40)
    tides: list[Id] = Field(default=[], max_length=10)


class FoeEntry(Named):
    rank: Literal["grunt", "awakened", "elite", "boss"]
    type: Name = Field(description="what sort of being it is")
    size: Annotated[int, Field(ge=1, le=3)] = Field(default=1, description="squares along a side")
    hp: Annotated[int, Field(ge=1, le=1000)]
    toughness: Barrier
    resistance: Barrier
    move: Count = Field(default=5, description="squares")
    targeting: Literal["nearest", "weakest", "strongest", "random"] = "nearest"
    shield: Annotated[int, Field(ge=0, le=100)] = Field(default=0, description="damage ignored each Round")
    drain: Annotated[int, Field(ge=0, le=100)] = Field(default=0, description="HP lost at its own turn start")
    basic: Id
    cards: dict[Letter, Id] = Field(default={}, description="special abilities by letter")
    triggers: list[Id] = Field(default=[], max_length=4)
    centre: Hex = Field(description="the hex every chain begins with")
    spokes: list[list[Hex]] = Field(min_length=6, max_length=6, description="one hex a ring, from the centre outwards")
    veteran: dict[Off, Hex] = Field(default={}, description="SPOKE.RING: what stands there instead for veterans")


class PlacePart(PlaceModel):
    maneuver: str = Field(default="", description="a hero's maneuver in this scenario; left out = the hero's own")


class ScenarioEntry(ScenarioModel):
    map: str = Field(min_length=1, description="the map drawn as text, one row a line")
    place: list[PlacePart] = Field(min_length=2, max_length=60, description="heroes in the order of their slots")


class FileModel(BaseModel):
    """The sections of a content file; a file may hold any of them."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, title="CAP Check content")
    condition: dict[Id, ConditionEntry] = {}
    field: dict[Id, FieldEntry] = {}
    maneuver: dict[Id, ManeuverEntry] = {}
    card: dict[Id, CardEntry] = {}
    hero: dict[Id, HeroEntry] = {}
    foe: dict[Id, FoeEntry] = {}
    scenario: dict[Id, ScenarioEntry] = {}
