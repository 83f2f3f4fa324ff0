"""Profiles: what the cards and tables of CAP Check say, immutable and shared by every combatant that uses them.

For the rules of this ruleset; `content.py` builds them once, and nothing in play changes them or reads a file.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Dice, Place, Profile

FIELD_RANGE: Final = 1000
"""The range of an action that reaches the whole field."""
SKILLS: Final = (
    "athletics", "endurance", "intimidate", "insight", "knowledge", "mend", "acrobatics", "stealth", "sleight-of-hand",
    "focus", "fast-talk", "leadership",
)  # fmt: skip
BOONS: Final = (
    "c", "a", "p", "toughness", "resistance", "dodge", "willpower", "damage", "advantage", "disadvantage", "die",
    "piercing", "immune", "faded", "no-move", "through", "over",
)  # fmt: skip
RANKS: Final = ("grunt", "awakened", "elite", "boss")
"""In the order of their slots; a rank's place in this list, from 1, is the number of rings on its card."""
MANEUVERS: Final = (
    "analyze", "feint", "focus", "betray", "daunt", "vault", "fade", "guide", "refresh", "spring", "weather",
    "optimize", "study", "study-in-full", "tumble",
)  # fmt: skip
"""Those that section 17 gives something to do."""
BEFORE: Final = ("foe-acts", "foe-targets-self", "foe-targets-other", "foe-moves", "hero-acts", "hero-moves")
"""Trigger conditions that are met before what they answer happens."""
AFTER: Final = (
    "self-damaged", "other-damaged", "enemy-damaged", "self-avoids", "enemy-falls", "other-falls", "ally-falls",
)  # fmt: skip
"""Trigger conditions that are met right after."""


class Effect(Profile):
    """One thing an action does."""

    kind: str
    to: str
    """Enemies, allies, self, squares, cause or victim; never empty."""
    dice: Dice | None
    versus: str
    """Toughness, resistance or piercing with damage; else empty."""
    name: str
    """The condition, boon, field or rank meant."""
    amount: int
    until: str
    """Action, turn, end, sustain or encounter with a boon; else empty."""


def does(effects: list[Effect], *kinds: str) -> bool:
    """Is there an effect of one of these kinds?"""
    return bool([effect for effect in effects if effect.kind in kinds])


class Amplify(Profile):
    """An Amplify Effect that is built into an action."""

    name: str
    points: int
    effects: list[Effect]


class Card(Profile):
    """One action, of a hero or of a foe."""

    name: str
    points: int
    """0 to 4 out of the Action Pool; foes' cards cost none."""
    types: list[str]
    """Any of trigger, sustain, amplify."""
    tide: bool
    basic: bool
    tag: str
    """Spell, exploit or empty."""
    melee: bool
    range: int
    """Squares; FIELD_RANGE = the whole field, 0 = oneself."""
    target: str
    count: int
    """Most targets."""
    area: int
    """Squares around the target square, or around the user with target = burst."""
    c: int
    a: int
    p: int
    auto_hit: bool
    auto_crit: bool
    piercing: bool
    check: str
    """On foes' cards what the hero rolls: dodge, willpower, a skill or none; empty on heroes' cards."""
    effects: list[Effect]
    revives: bool
    """Does it raise the FALLEN?"""
    goes: int
    """Squares within which it takes its user elsewhere; 0 = it does not."""
    repeats: list[Effect]
    """The Sustain Effect of each later turn start; empty unless the card sustains, and with hold."""
    hold: bool
    when: str
    """The Trigger condition; empty = no Trigger."""
    amplifies: list[Amplify]
    ways: list[list[str]]
    """By itself, and with each Amplify that has to be declared with it; none for Triggers and Amplify Actions."""
    applies: str
    """What an Amplify Action can be put on: damage, heal or any; empty = no Amplify Action."""
    uses: int
    """Most uses in an encounter; 0 = no limit."""
    round_uses: int
    """Most uses in a Round; 0 = no limit."""
    bounded: bool
    """Is there a limit to its uses, or to how many are sustained?"""


def by_moment(cards: list[Card]) -> dict[str, list[Card]]:
    """The Triggers among these by the moment at which their condition is met."""
    return {
        "before": [card for card in cards if card.when in BEFORE],
        "after": [card for card in cards if card.when in AFTER],
    }


class ConditionKind(Profile):
    """One kind of condition; what it does stands in the rules."""

    name: str
    most: int
    """Most stacks; 0 = no limit."""
    ends: str
    """Stacks, end, removed or own."""


class FieldKind(Profile):
    """One kind of Local Field Effect."""

    name: str
    glyph: str
    blocks: bool
    """Nobody enters, and nothing beyond can be a target."""
    dice: Dice | None
    versus: str
    condition: str
    """Empty = none."""
    stacks: int


class Maneuver(Profile):
    """One maneuver: what it costs and which skill it checks; what it does stands in the rules."""

    name: str
    skill: str
    """Empty = no check."""
    points: int


class Hero(Profile):
    """A hero as the card gives it, before anything has happened."""

    name: str
    role: str
    hp: int
    c: int
    a: int
    p: int
    toughness: int
    resistance: int
    dodge: int
    willpower: int
    skills: dict[str, int]
    """All twelve."""
    trigger_limit: int
    sustain_limit: int
    amplify_limit: int
    charges: int
    maneuver: Maneuver
    all_cards: list[Card]
    """Basic attacks first."""
    triggers: dict[str, list[Card]]
    """Those of them that answer something, by its moment."""
    amplifiers: list[Card]
    """The Amplify Actions among them."""


class Foe(Profile):
    """A foe as its card gives it, behaviour included."""

    name: str
    rank: str
    size: int
    hp: int
    toughness: int
    resistance: int
    move: int
    targeting: str
    """Nearest, weakest, strongest or random."""
    shield: int
    """Damage ignored each Round."""
    drain: int
    """HP lost at the start of its own turn."""
    basic: Card
    cards: dict[str, Card]
    """Special abilities by letter."""
    all_cards: list[Card]
    """The basic attack first, Triggers last."""
    triggers: dict[str, list[Card]]
    amplifiers: list[Card]
    centre: str
    """Hex words: move, basic, nothing or a letter of cards."""
    spokes: list[list[str]]
    """Six, each with one hex word a ring, from the centre outwards."""
    veteran: dict[str, str]
    """SPOKE.RING -> hex word off the spokes."""


class Post(Place):
    """One combatant of a scenario."""

    maneuver: str
    """The id of a maneuver instead of the hero's own; empty = the hero's own."""
