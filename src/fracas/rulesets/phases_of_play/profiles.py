"""The immutable profiles of Phases of Play: what content files amount to once they are checked.

For play, which looks these up and never changes them.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Place, Profile, Scenario

STATS: Final = ("might", "artifice", "tuning")
DERIVED: Final = {
    "fighter": "might", "rogue": "artifice", "mage": "tuning", "grit": "might", "edge": "artifice", "focus": "tuning",
}  # fmt: skip
"""Archetype Stats and Saves, and the Stats they start from."""
SKILLS: Final = {
    "recon": "might", "stealth": "might", "athletics": "might", "history": "might",
    "analysis": "artifice", "sleight": "artifice", "rumor": "artifice", "tinkering": "artifice",
    "sensing": "tuning", "hiding": "tuning", "conjuring": "tuning", "enchanting": "tuning",
}  # fmt: skip
"""Every Skill and the Stat it starts from."""
NUMBERS: Final = (*STATS, *DERIVED, *SKILLS)
"""Every Modifier a Test may name."""
MODES: Final = ("walk", "jump", "climb", "swim", "fly", "levitate")
SQUARES: Final = {"tiny": 1, "small": 1, "medium": 1, "large": 2, "huge": 3, "gargantuan": 4}
UNITS: Final = {"tiny": 1, "small": 2, "medium": 2, "large": 3, "huge": 4, "gargantuan": 6}
"""9.9: squares on a side, for squares as large as a person, and for squares of one unit."""
SIZES: Final = tuple(SQUARES)
LASTING: Final = "lasting-"
CORE: Final = (
    "bloodied", "blunted", "charmed", "dazed", "frightened", "restrained", "silenced", "slowed", "susceptible",
    "vulnerable",
)  # fmt: skip
"""The conditions that a Wound may make persistent."""


class ConditionKind(Profile):
    """A status condition: how many stacks there can be, and whether it is fleeting."""

    name: str
    fleeting: bool
    good: bool
    """A help, which its owner may keep."""
    most: int


class ZoneKind(Profile):
    """A kind of terrain zone; what it does is written in the rules."""

    name: str


class Weapon(Profile):
    """Something to hit or shoot with."""

    name: str
    damage: int
    type: str


class Effect(Profile):
    """One thing an ability does, at which scores, to whom."""

    kind: str
    on: list[str]
    to: str
    """Target, self, cause, victim or area."""
    amount: int
    dice: str
    type: str
    name: str
    saved: str
    """What a passed save leaves of it: none, half or same."""
    lasting: bool


class Ability(Profile):
    """Something on a card beyond the basic abilities."""

    name: str
    time: str
    """Action, free-action, slow-action, reaction, free-reaction, legendary, environment or passive."""
    beats: int
    trigger: str
    """For reactions: what sets it off, and whom that must be about."""
    of: str
    target: str
    """Self, ally, other, enemy, any, point or burst."""
    range: int
    count: int
    shape: str
    area: int
    true: bool
    """Its distance ignores sight and cover."""
    spell: bool
    harmful: bool
    requires: list[str]
    test: str
    """The modifier of its test; empty: an automatic Mixed Score."""
    save: str
    strain: str
    lasts: int
    """Rounds; 0 at once, -1 while concentrating."""
    uses: int
    """Per encounter; 0 no limit."""
    grants: dict[str, int]
    effects: list[Effect]


class Card(Profile):
    """A character or a kind of NPC."""

    name: str
    pc: bool
    boss: bool
    size: str
    level: int
    numbers: dict[str, int]
    """Stats, archetype stats, saves and skills."""
    ranges: dict[str, int]
    passive: dict[str, int]
    """What its Passive Abilities add to them."""
    health: int
    vitality: int
    shield: int
    dodges: int
    recoveries: int
    favors: int
    kits: int
    alert: int
    melee: Weapon | None
    ranged: Weapon | None
    abilities: list[Ability]
    legendary: list[Ability]
    breathes: str
    """Air, water, both or none."""
    resist: list[str]
    immune: list[str]
    weak: list[str]
    tags: list[str]


class Presence(Place):
    """Somebody who is there when the scenario begins."""

    sneaky: bool
    alert: int
    """-1: as the card says."""
    altitude: int
    xp: int
    """Experience earned before."""


class Evening(Scenario):
    """A scenario, whose `rows` are those of a map or the directives of a theatre."""

    environment: list[str]
    """Abilities of the place itself."""
