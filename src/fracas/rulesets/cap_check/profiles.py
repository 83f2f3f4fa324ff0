"""Profiles: what the cards and tables of CAP Check say, immutable and shared by every combatant that uses them.

For the rules of this ruleset; `content.py` builds them once, and nothing in play changes them or reads a file.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.dice import Dice

# One constructor parameter a line would bury the fields under themselves.
# fmt: off

FIELD_RANGE: Final = 1000
"""The range of an action that reaches the whole field."""
SKILLS: Final = (
    "athletics", "endurance", "intimidate", "insight", "knowledge", "mend", "acrobatics", "stealth", "sleight-of-hand",
    "focus", "fast-talk", "leadership",
)
RANKS: Final = ("grunt", "awakened", "elite", "boss")
"""In the order of their slots; a rank's place in this list, from 1, is the number of rings on its card."""
MANEUVERS: Final = (
    "analyze", "feint", "focus", "betray", "daunt", "vault", "fade", "guide", "refresh", "spring", "weather",
    "optimize", "study", "study-in-full", "tumble",
)
"""Those that section 17 gives something to do."""
BEFORE: Final = ("foe-acts", "foe-targets-self", "foe-targets-other", "foe-moves", "hero-acts", "hero-moves")
"""Trigger conditions that are met before what they answer happens."""
AFTER: Final = (
    "self-damaged", "other-damaged", "enemy-damaged", "self-avoids", "enemy-falls", "other-falls", "ally-falls",
)
"""Trigger conditions that are met right after."""


class Effect:
    """One thing an action does."""

    def __init__(
        self, *, kind: str, to: str, dice: Dice | None, versus: str, name: str, amount: int, until: str,
    ) -> None:
        self.kind: Final = kind
        # enemies, allies, self, squares, cause or victim; never empty
        self.to: Final = to
        self.dice: Final = dice
        # toughness, resistance or piercing with damage; else empty
        self.versus: Final = versus
        # the condition, boon, field or rank meant
        self.name: Final = name
        self.amount: Final = amount
        # action, turn, end, sustain or encounter with a boon; else empty
        self.until: Final = until

    def __repr__(self) -> str:
        return f"Effect({self.kind} {self.name})"


class Amplify:
    """An Amplify Effect that is built into an action."""

    def __init__(
        self, *, id: str, name: str, points: int, effects: list[Effect],
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.points: Final = points
        self.effects: Final = effects

    def __repr__(self) -> str:
        return f"Amplify({self.id})"


class Card:
    """One action, of a hero or of a foe."""

    def __init__(
        self, *,
        id: str, name: str, text: str, points: int, types: list[str], tide: bool, basic: bool, tag: str, melee: bool,
        range: int, target: str, count: int, area: int, c: int, a: int, p: int, auto_hit: bool, auto_crit: bool,
        piercing: bool, check: str, effects: list[Effect], repeats: list[Effect], hold: bool, when: str,
        amplifies: list[Amplify], applies: str, uses: int, round_uses: int,
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        # 0 to 4 out of the Action Pool; foes' cards cost none
        self.points: Final = points
        # any of trigger, sustain, amplify
        self.types: Final = types
        self.tide: Final = tide
        self.basic: Final = basic
        # spell, exploit or empty
        self.tag: Final = tag
        self.melee: Final = melee
        # squares; FIELD_RANGE = the whole field, 0 = oneself
        self.range: Final = range
        self.target: Final = target
        # most targets
        self.count: Final = count
        # squares around the target square, or around the user with target = burst
        self.area: Final = area
        self.c: Final = c
        self.a: Final = a
        self.p: Final = p
        self.auto_hit: Final = auto_hit
        self.auto_crit: Final = auto_crit
        self.piercing: Final = piercing
        # on foes' cards what the hero rolls: dodge, willpower, a skill or none; empty on heroes' cards
        self.check: Final = check
        self.effects: Final = effects
        # the Sustain Effect of each later turn start; empty unless the card sustains, and with hold
        self.repeats: Final = repeats
        self.hold: Final = hold
        # the Trigger condition; empty = no Trigger
        self.when: Final = when
        self.amplifies: Final = amplifies
        # what an Amplify Action can be put on: damage, heal or any; empty = no Amplify Action
        self.applies: Final = applies
        # most uses in an encounter; 0 = no limit
        self.uses: Final = uses
        # most uses in a Round; 0 = no limit
        self.round_uses: Final = round_uses

    def __repr__(self) -> str:
        return f"Card({self.id})"


class ConditionKind:
    """One kind of condition; what it does stands in the rules."""

    def __init__(
        self, *, id: str, name: str, text: str, most: int, ends: str,
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        # most stacks; 0 = no limit
        self.most: Final = most
        # stacks, end, removed or own
        self.ends: Final = ends

    def __repr__(self) -> str:
        return f"ConditionKind({self.id})"


class FieldKind:
    """One kind of Local Field Effect."""

    def __init__(
        self, *, id: str, name: str, text: str, glyph: str, blocks: bool, dice: Dice | None, versus: str,
        condition: str, stacks: int,
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        self.glyph: Final = glyph
        # nobody enters, and nothing beyond can be a target
        self.blocks: Final = blocks
        self.dice: Final = dice
        self.versus: Final = versus
        # empty = none
        self.condition: Final = condition
        self.stacks: Final = stacks

    def __repr__(self) -> str:
        return f"FieldKind({self.id})"


class Maneuver:
    """One maneuver: what it costs and which skill it checks; what it does stands in the rules."""

    def __init__(
        self, *, id: str, name: str, text: str, skill: str, points: int,
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        # empty = no check
        self.skill: Final = skill
        self.points: Final = points

    def __repr__(self) -> str:
        return f"Maneuver({self.id})"


class Hero:
    """A hero as the card gives it, before anything has happened."""

    def __init__(
        self, *,
        id: str, name: str, text: str, role: str, hp: int, c: int, a: int, p: int, toughness: int, resistance: int,
        dodge: int, willpower: int, skills: dict[str, int], trigger_limit: int, sustain_limit: int,
        amplify_limit: int, charges: int, melee: Card, ranged: Card, maneuver: Maneuver, cards: list[Card],
        tides: list[Card],
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        self.role: Final = role
        self.hp: Final = hp
        self.c: Final = c
        self.a: Final = a
        self.p: Final = p
        self.toughness: Final = toughness
        self.resistance: Final = resistance
        self.dodge: Final = dodge
        self.willpower: Final = willpower
        # all twelve
        self.skills: Final = skills
        self.trigger_limit: Final = trigger_limit
        self.sustain_limit: Final = sustain_limit
        self.amplify_limit: Final = amplify_limit
        self.charges: Final = charges
        self.melee: Final = melee
        self.ranged: Final = ranged
        self.maneuver: Final = maneuver
        self.cards: Final = cards
        self.tides: Final = tides
        self.all_cards: Final = [melee, ranged, *cards, *tides]

    def __repr__(self) -> str:
        return f"Hero({self.id})"


class Foe:
    """A foe as its card gives it, behaviour included."""

    def __init__(
        self, *,
        id: str, name: str, text: str, rank: str, type: str, size: int, hp: int, toughness: int, resistance: int,
        move: int, targeting: str, shield: int, drain: int, basic: Card, cards: dict[str, Card],
        triggers: list[Card], centre: str, spokes: list[list[str]], veteran: dict[str, str],
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        self.rank: Final = rank
        self.type: Final = type
        self.size: Final = size
        self.hp: Final = hp
        self.toughness: Final = toughness
        self.resistance: Final = resistance
        self.move: Final = move
        # nearest, weakest, strongest or random
        self.targeting: Final = targeting
        # damage ignored each Round
        self.shield: Final = shield
        # HP lost at the start of its own turn
        self.drain: Final = drain
        self.basic: Final = basic
        # special abilities by letter
        self.cards: Final = cards
        self.triggers: Final = triggers
        # hex words: move, basic, nothing or a letter of cards
        self.centre: Final = centre
        # six, each with one hex word a ring, from the centre outwards
        self.spokes: Final = spokes
        # SPOKE.RING -> hex word off the spokes
        self.veteran: Final = veteran
        self.all_cards: Final = [basic, *cards.values(), *triggers]

    def __repr__(self) -> str:
        return f"Foe({self.id})"


class ScenarioEntry:
    """One combatant of a scenario, where it stands and who plays it."""

    def __init__(
        self, *, id: str, name: str, creature_id: str, square: str, side: str, seat: str, hidden: bool,
        maneuver: str,
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        # the id of a hero or of a foe
        self.creature_id: Final = creature_id
        self.square: Final = square
        self.side: Final = side
        self.seat: Final = seat
        self.hidden: Final = hidden
        # the id of a maneuver instead of the hero's own; empty = the hero's own
        self.maneuver: Final = maneuver

    def __repr__(self) -> str:
        return f"ScenarioEntry({self.id})"


class Scenario:
    """An encounter ready to be played; heroes stand in the order of their slots."""

    def __init__(
        self, *,
        id: str, title: str, description: str, teaches: str, notes: str, rows: list[str],
        entries: list[ScenarioEntry],
    ) -> None:
        self.id: Final = id
        self.title: Final = title
        self.description: Final = description
        self.teaches: Final = teaches
        self.notes: Final = notes
        self.rows: Final = rows
        self.entries: Final = entries

    def __repr__(self) -> str:
        return f"Scenario({self.id})"


class Content:
    """Everything that was loaded, by id, with the hash that names it."""

    def __init__(
        self, *, hash: str, cards: dict[str, Card], conditions: dict[str, ConditionKind], fields: dict[str, FieldKind],
        maneuvers: dict[str, Maneuver], heroes: dict[str, Hero], foes: dict[str, Foe],
        scenarios: dict[str, Scenario],
    ) -> None:
        self.hash: Final = hash
        self.cards: Final = cards
        self.conditions: Final = conditions
        self.fields: Final = fields
        self.maneuvers: Final = maneuvers
        self.heroes: Final = heroes
        self.foes: Final = foes
        self.scenarios: Final = scenarios

    def __repr__(self) -> str:
        return f"Content({self.hash})"
