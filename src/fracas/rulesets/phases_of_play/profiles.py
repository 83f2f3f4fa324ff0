"""The immutable profiles of Phases of Play: what content files amount to once they are checked.

For play, which looks these up and never changes them.
"""
# fmt: off

from __future__ import annotations

from typing import Final


class ConditionKind:
    """A status condition: its stacks, whether it is fleeting, and the paragraph that says what it does."""

    def __init__(
        self, *, id: str, name: str, text: str, paragraph: str, fleeting: bool, good: bool, most: int,
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        self.paragraph: Final = paragraph
        self.fleeting: Final = fleeting
        # a help, which its owner may keep
        self.good: Final = good
        self.most: Final = most

    def __repr__(self) -> str:
        return f"ConditionKind({self.id})"


class ZoneKind:
    """A kind of terrain zone; what it does is written in the rules."""

    def __init__(self, *, id: str, name: str, text: str) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text

    def __repr__(self) -> str:
        return f"ZoneKind({self.id})"


class Weapon:
    """Something to hit or shoot with."""

    def __init__(self, *, id: str, name: str, text: str, kind: str, damage: int, type: str) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        # melee, ranged, or thrown for both
        self.kind: Final = kind
        self.damage: Final = damage
        self.type: Final = type

    def __repr__(self) -> str:
        return f"Weapon({self.id})"


class Effect:
    """One thing an ability does, at which scores, to whom."""

    def __init__(
        self, *,
        kind: str, on: list[str], to: str, amount: int, dice: str, type: str, name: str, saved: str, lasting: bool,
    ) -> None:
        self.kind: Final = kind
        self.on: Final = on
        # target, self, cause, victim or area
        self.to: Final = to
        self.amount: Final = amount
        self.dice: Final = dice
        self.type: Final = type
        self.name: Final = name
        # what a passed save leaves of it: none, half or same
        self.saved: Final = saved
        self.lasting: Final = lasting

    def __repr__(self) -> str:
        return f"Effect({self.kind})"


class Ability:
    """Something on a card beyond the basic abilities."""

    def __init__(
        self, *,
        id: str, name: str, text: str, time: str, beats: int, trigger: str, of: str, target: str, range: int,
        count: int, shape: str, area: int, true: bool, spell: bool, harmful: bool, requires: list[str], test: str,
        save: str, strain: str, lasts: int, uses: int, grants: dict[str, int], effects: list[Effect],
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        # action, free-action, slow-action, reaction, free-reaction, legendary, environment or passive
        self.time: Final = time
        self.beats: Final = beats
        # for reactions: what sets it off, and whom that must be about
        self.trigger: Final = trigger
        self.of: Final = of
        # self, ally, other, enemy, any, point or burst
        self.target: Final = target
        self.range: Final = range
        self.count: Final = count
        self.shape: Final = shape
        self.area: Final = area
        # its distance ignores sight and cover
        self.true: Final = true
        self.spell: Final = spell
        self.harmful: Final = harmful
        self.requires: Final = requires
        # the modifier of its test; empty: an automatic Mixed Score
        self.test: Final = test
        self.save: Final = save
        self.strain: Final = strain
        # rounds; 0 at once, -1 while concentrating
        self.lasts: Final = lasts
        # per encounter; 0 no limit
        self.uses: Final = uses
        self.grants: Final = grants
        self.effects: Final = effects

    def __repr__(self) -> str:
        return f"Ability({self.id})"


class Card:
    """A character or a kind of NPC."""

    def __init__(
        self, *,
        id: str, name: str, text: str, pc: bool, boss: bool, size: str, squares: int, level: int,
        numbers: dict[str, int], ranges: dict[str, int], health: int, vitality: int, shield: int, dodges: int,
        recoveries: int, favors: int, kits: int, alert: int, melee: Weapon | None, ranged: Weapon | None,
        abilities: list[Ability], legendary: list[Ability], breathes: str, resist: list[str], immune: list[str],
        weak: list[str], tags: list[str],
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        self.pc: Final = pc
        self.boss: Final = boss
        self.size: Final = size
        # along a side
        self.squares: Final = squares
        self.level: Final = level
        # stats, archetype stats, saves and skills
        self.numbers: Final = numbers
        self.ranges: Final = ranges
        self.health: Final = health
        self.vitality: Final = vitality
        self.shield: Final = shield
        self.dodges: Final = dodges
        self.recoveries: Final = recoveries
        self.favors: Final = favors
        self.kits: Final = kits
        self.alert: Final = alert
        self.melee: Final = melee
        self.ranged: Final = ranged
        self.abilities: Final = abilities
        self.legendary: Final = legendary
        # air, water, both or none
        self.breathes: Final = breathes
        self.resist: Final = resist
        self.immune: Final = immune
        self.weak: Final = weak
        self.tags: Final = tags

    def __repr__(self) -> str:
        return f"Card({self.id})"


class ScenarioEntry:
    """Somebody who is there when the scenario begins."""

    def __init__(
        self, *,
        card: Card, id: str, name: str, at: str, side: str, seat: str, hidden: bool, sneaky: bool, alert: int,
        altitude: int, xp: int,
    ) -> None:
        self.card: Final = card
        self.id: Final = id
        self.name: Final = name
        # a square of the map, or a place
        self.at: Final = at
        self.side: Final = side
        self.seat: Final = seat
        self.hidden: Final = hidden
        self.sneaky: Final = sneaky
        # -1: as the card says
        self.alert: Final = alert
        self.altitude: Final = altitude
        # experience earned before
        self.xp: Final = xp

    def __repr__(self) -> str:
        return f"ScenarioEntry({self.id})"


class Scenario:
    """An evening ready to be played; `rows` are those of a map or the directives of a theatre."""

    def __init__(
        self, *,
        id: str, title: str, description: str, rank: int, teaches: str, notes: str, goal: str, second_goal: str,
        rows: list[str], entries: list[ScenarioEntry], environment: list[Ability],
    ) -> None:
        self.id: Final = id
        self.title: Final = title
        self.description: Final = description
        self.rank: Final = rank
        self.teaches: Final = teaches
        self.notes: Final = notes
        self.goal: Final = goal
        self.second_goal: Final = second_goal
        self.rows: Final = rows
        self.entries: Final = entries
        self.environment: Final = environment

    def __repr__(self) -> str:
        return f"Scenario({self.id})"


class Content:
    """Everything that was loaded, by id, with the hash that names it."""

    def __init__(
        self, *, hash: str, conditions: dict[str, ConditionKind], zones: dict[str, ZoneKind],
        weapons: dict[str, Weapon], abilities: dict[str, Ability], cards: dict[str, Card],
        scenarios: dict[str, Scenario],
    ) -> None:
        self.hash: Final = hash
        self.conditions: Final = conditions
        self.zones: Final = zones
        self.weapons: Final = weapons
        self.abilities: Final = abilities
        self.cards: Final = cards
        self.scenarios: Final = scenarios

    def __repr__(self) -> str:
        return f"Content({self.hash})"
