"""Profiles: what the cards and tables of Crisis Mode say, immutable and shared by every combatant that uses them.

For the rules of this ruleset; `content.py` builds them once, and nothing in play changes them or reads a file.
"""

from __future__ import annotations

from fracas.engine.api import Place, Profile, Scenario


class Price:
    """A cost: X, Only (0 and only), or X/Only."""

    def __init__(self, ap: int, only: bool = False) -> None:
        self.ap = ap
        self.only = only

    def say(self) -> str:
        if not self.only:
            return f"{self.ap} AP" if self.ap else "free"
        return f"{self.ap}/Only" if self.ap else "Only"


class ConditionKind(Profile):
    """One kind of condition: what it changes, what it forbids, and what ends it."""

    name: str
    paragraph: str
    per_value: bool
    """The adjustments count once per point of the condition's value."""
    adjusts: dict[str, int]
    """What it adds to rolls, stats and the rest, by the key that says so in its entry."""
    step_limit: int
    """Most squares of movement in a Round; 0 = no limit."""
    hit_challenge: int
    """Fixed number that replaces the Defense roll; 0 = Defense is rolled."""
    each_reset_hp: int
    each_reset_mp: int
    bars: list[str]
    """What it forbids: move, action, attack, spell, voice, free_steps, reflex."""
    must_flee: bool
    trips: bool
    ends: str
    """Reset, turns, check, encounter or cured."""
    check_stats: list[str]
    """The better of these is rolled against check_challenge in Reset."""
    check_challenge: int
    value_is_challenge: bool
    """The value the condition was given stands in for check_challenge."""
    healing_ends: bool
    first_aid_ends: bool


class Inflict(Profile):
    """A condition that a hit, a spell or an item brings, and how it may be resisted."""

    kind: ConditionKind
    value: int
    turns: int
    """0 = until what the condition itself says ends it."""
    always: bool
    """A hit brings it even without damage."""
    resist: str
    """Stat rolled against challenge to shake it off at once; empty = no resisting."""
    challenge: int


class Spell(Profile):
    """One spell card."""

    name: str
    price: Price
    mp: int
    stat: str
    against: str
    """Defense, nerve, brawn, challenge or none."""
    challenge: int
    range: int
    target: str
    affects: str
    """One, area (everybody within radius) or effect (as many as the Effect die of stat shows)."""
    radius: int
    damage: str
    """Dice, or the word effect for one Effect die of stat."""
    heal: str
    mana: int
    inflicts: list[Inflict]
    cures: list[str]
    push: int
    """Squares away from the caster, negative towards."""
    ignores_armour: bool
    voice: bool
    shield_applies: bool


class Weapon(Profile):
    """One weapon, made or natural, as the tables give it."""

    name: str
    categories: list[str]
    check: str
    min_one: int
    """Brawn minimum in one hand; 0 = cannot be used so."""
    min_two: int
    hands: int
    """Fewest hands it can be used with."""
    damage: str
    half_brawn: bool
    """Damage is half a Brawn Effect roll, rounded up, instead of dice."""
    reach_high: int
    """0 = no use hand to hand."""
    base_range: int
    """0 = not a ranged weapon."""
    range_limit: int
    reload_min: int
    """Brawn from which reloading costs 1 AP instead of 3; 0 = never reloaded."""
    attack: int
    damage_plus: int
    bane: str
    """Tag of the creatures it is made against."""
    bane_bonus: int
    thrown: bool
    """Leaves the hand when used at range."""
    natural: bool
    inflicts: list[Inflict]
    topples: int
    """Whoever it hurts reaches this with Finesse or falls prone; 0 = nobody falls."""


class Armour(Profile):
    """One suit of armour, a beast's hide, or a helm."""

    name: str
    reduction: int
    min: int


class Shield(Profile):
    """One shield."""

    name: str
    defense: int
    min: int
    spell: int


class Item(Profile):
    """A potion, a scroll or a worn thing, with what it does when used or while worn."""

    name: str
    kind: str
    price: Price
    consumed: bool
    heal: str
    mana: int
    inflicts: list[Inflict]
    cures: list[str]
    spell: Spell | None
    adjusts: dict[str, int]
    """What it adds while worn, by the key that says so in its entry."""


class Creature(Profile):
    """A hero or a foe as its card gives it, before anything has happened to it."""

    name: str
    size: int
    free_steps: int
    stats: dict[str, int]
    hp: int
    """0 = by the formula of the rules."""
    mp: int
    """0 = by the formula of the rules."""
    abilities: list[str]
    training: dict[str, int]
    """Weapon category -> level 1 to 3."""
    weapons: list[Weapon]
    """The first is readied."""
    armour: Armour | None
    helm: bool
    shield: Shield | None
    items: list[Item]
    spells: list[Spell]
    tags: list[str]
    immune: list[str]


class Post(Place):
    """One combatant of a scenario."""

    posture: str
    items: list[Item]
    """Carried besides what the creature's card lists."""


class GroundThing(Profile):
    """A weapon, shield or item that lies on a square when the crisis begins."""

    thing: str
    at: str


class Crisis(Scenario):
    """An encounter ready to be played."""

    surprised: list[str]
    ground: list[GroundThing]
