"""Profiles: what the cards and tables of Crisis Mode say, immutable and shared by every combatant that uses them.

For the rules of this ruleset; `content.py` builds them once, and nothing in play changes them or reads a file.
"""

from __future__ import annotations

from typing import Final

# One constructor parameter a line would bury the fields under themselves.
# fmt: off


class ConditionKind:
    """One kind of condition: what it changes, what it forbids, and what ends it."""

    def __init__(
        self, *,
        id: str, name: str, text: str, paragraph: str, good: bool, per_value: bool, attack: int, attack_melee: int,
        attack_ranged: int, defense: int, defense_melee: int, defense_ranged: int, defense_unseen: int, damage: int,
        damage_taken: int, ap_roll: int, checks: int, physical_checks: int, spell: int, brawn: int, finesse: int,
        savvy: int, nerve: int, free_steps: int, step_limit: int, hit_challenge: int, each_reset_hp: int,
        each_reset_mp: int, no_move: bool, no_action: bool, no_attack: bool, no_spell: bool, no_voice: bool,
        no_free_steps: bool, no_reflex: bool, helpless: bool, unaware: bool, must_flee: bool, trips: bool, ends: str,
        check_stats: list[str], check_challenge: int, value_is_challenge: bool, healing_ends: bool,
        first_aid_ends: bool,
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        self.paragraph: Final = paragraph
        self.good: Final = good
        # the adjustments count once per point of the condition's value
        self.per_value: Final = per_value
        self.attack: Final = attack
        self.attack_melee: Final = attack_melee
        self.attack_ranged: Final = attack_ranged
        self.defense: Final = defense
        self.defense_melee: Final = defense_melee
        self.defense_ranged: Final = defense_ranged
        self.defense_unseen: Final = defense_unseen
        self.damage: Final = damage
        self.damage_taken: Final = damage_taken
        self.ap_roll: Final = ap_roll
        self.checks: Final = checks
        self.physical_checks: Final = physical_checks
        self.spell: Final = spell
        self.brawn: Final = brawn
        self.finesse: Final = finesse
        self.savvy: Final = savvy
        self.nerve: Final = nerve
        self.free_steps: Final = free_steps
        # most squares of movement in a Round; 0 = no limit
        self.step_limit: Final = step_limit
        # fixed number that replaces the Defense roll; 0 = Defense is rolled
        self.hit_challenge: Final = hit_challenge
        self.each_reset_hp: Final = each_reset_hp
        self.each_reset_mp: Final = each_reset_mp
        self.no_move: Final = no_move
        self.no_action: Final = no_action
        self.no_attack: Final = no_attack
        self.no_spell: Final = no_spell
        self.no_voice: Final = no_voice
        self.no_free_steps: Final = no_free_steps
        self.no_reflex: Final = no_reflex
        self.helpless: Final = helpless
        self.unaware: Final = unaware
        self.must_flee: Final = must_flee
        self.trips: Final = trips
        # reset, turns, check, encounter or cured
        self.ends: Final = ends
        # the better of these is rolled against check_challenge in Reset
        self.check_stats: Final = check_stats
        self.check_challenge: Final = check_challenge
        # the value the condition was given stands in for check_challenge
        self.value_is_challenge: Final = value_is_challenge
        self.healing_ends: Final = healing_ends
        self.first_aid_ends: Final = first_aid_ends

    def __repr__(self) -> str:
        return f"ConditionKind({self.id})"


class Inflict:
    """A condition that a hit, a spell or an item brings, and how it may be resisted."""

    def __init__(
        self, *,
        kind: ConditionKind, value: int, turns: int, always: bool, resist: str, challenge: int,
    ) -> None:
        self.kind: Final = kind
        self.value: Final = value
        # 0 = until what the condition itself says ends it
        self.turns: Final = turns
        # a hit brings it even without damage
        self.always: Final = always
        # stat rolled against challenge to shake it off at once; empty = no resisting
        self.resist: Final = resist
        self.challenge: Final = challenge

    def __repr__(self) -> str:
        return f"Inflict({self.kind.id})"


class Spell:
    """One spell card."""

    def __init__(
        self, *,
        id: str, name: str, text: str, tradition: str, ap: int, or_only: bool, mp: int, stat: str, against: str,
        challenge: int, range: int, target: str, affects: str, radius: int, damage: str, heal: str, mana: int,
        inflicts: list[Inflict], cures: list[str], push: int, ignores_armour: bool, gesture: bool, voice: bool,
        shield_applies: bool,
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        self.tradition: Final = tradition
        # with or_only this is the X of X/Only
        self.ap: Final = ap
        self.or_only: Final = or_only
        self.mp: Final = mp
        self.stat: Final = stat
        # defense, nerve, brawn, challenge or none
        self.against: Final = against
        self.challenge: Final = challenge
        self.range: Final = range
        self.target: Final = target
        # one, area (everybody within radius) or effect (as many as the Effect die of stat shows)
        self.affects: Final = affects
        self.radius: Final = radius
        # dice, or the word effect for one Effect die of stat
        self.damage: Final = damage
        self.heal: Final = heal
        self.mana: Final = mana
        self.inflicts: Final = inflicts
        self.cures: Final = cures
        # squares away from the caster, negative towards
        self.push: Final = push
        self.ignores_armour: Final = ignores_armour
        self.gesture: Final = gesture
        self.voice: Final = voice
        self.shield_applies: Final = shield_applies

    def __repr__(self) -> str:
        return f"Spell({self.id})"


class Weapon:
    """One weapon, made or natural, as the tables give it."""

    def __init__(
        self, *,
        id: str, name: str, text: str, categories: list[str], check: str, min_one: int, min_two: int, hands: int,
        damage: str, half_brawn: bool, reach_low: int, reach_high: int, base_range: int, range_factor: int,
        range_limit: int, reload_min: int, attack: int, damage_plus: int, bane: str, bane_bonus: int, thrown: bool,
        natural: bool, magic: bool, inflicts: list[Inflict], topples: int,
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        self.categories: Final = categories
        self.check: Final = check
        # Brawn minimum in one hand; 0 = cannot be used so
        self.min_one: Final = min_one
        self.min_two: Final = min_two
        # fewest hands it can be used with
        self.hands: Final = hands
        self.damage: Final = damage
        # damage is half a Brawn Effect roll, rounded up, instead of dice
        self.half_brawn: Final = half_brawn
        self.reach_low: Final = reach_low
        # 0 = no use hand to hand
        self.reach_high: Final = reach_high
        # 0 = not a ranged weapon
        self.base_range: Final = base_range
        self.range_factor: Final = range_factor
        self.range_limit: Final = range_limit
        # Brawn from which reloading costs 1 AP instead of 3; 0 = never reloaded
        self.reload_min: Final = reload_min
        self.attack: Final = attack
        self.damage_plus: Final = damage_plus
        # tag of the creatures it is made against
        self.bane: Final = bane
        self.bane_bonus: Final = bane_bonus
        # leaves the hand when used at range
        self.thrown: Final = thrown
        self.natural: Final = natural
        self.magic: Final = magic
        self.inflicts: Final = inflicts
        # whoever it hurts reaches this with Finesse or falls prone; 0 = nobody falls
        self.topples: Final = topples

    def __repr__(self) -> str:
        return f"Weapon({self.id})"


class Armour:
    """One suit of armour, a beast's hide, or a helm."""

    def __init__(
        self, *,
        id: str, name: str, text: str, reduction: int, min: int, hide: int, helm: bool, natural: bool, magic: bool,
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        self.reduction: Final = reduction
        self.min: Final = min
        # bonus to hiding and sneaking
        self.hide: Final = hide
        self.helm: Final = helm
        self.natural: Final = natural
        self.magic: Final = magic

    def __repr__(self) -> str:
        return f"Armour({self.id})"


class Shield:
    """One shield."""

    def __init__(
        self, *,
        id: str, name: str, text: str, defense: int, min: int, spell: int, magic: bool,
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        self.defense: Final = defense
        self.min: Final = min
        self.spell: Final = spell
        self.magic: Final = magic

    def __repr__(self) -> str:
        return f"Shield({self.id})"


class Item:
    """A potion, a scroll or a worn thing, with what it does when used or while worn."""

    def __init__(
        self, *,
        id: str, name: str, text: str, kind: str, slot: str, ap: int, or_only: bool, consumed: bool, heal: str,
        mana: int, inflicts: list[Inflict], cures: list[str], spell: Spell | None, ap_each_reset: int,
        hp_each_reset: int, mp_each_reset: int, free_steps: int, defense: int, damage_taken: int, brawn: int,
        finesse: int, savvy: int, nerve: int,
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        self.kind: Final = kind
        self.slot: Final = slot
        self.ap: Final = ap
        self.or_only: Final = or_only
        self.consumed: Final = consumed
        self.heal: Final = heal
        self.mana: Final = mana
        self.inflicts: Final = inflicts
        self.cures: Final = cures
        self.spell: Final = spell
        self.ap_each_reset: Final = ap_each_reset
        self.hp_each_reset: Final = hp_each_reset
        self.mp_each_reset: Final = mp_each_reset
        self.free_steps: Final = free_steps
        self.defense: Final = defense
        # added to every damage taken, so a negative number protects
        self.damage_taken: Final = damage_taken
        self.brawn: Final = brawn
        self.finesse: Final = finesse
        self.savvy: Final = savvy
        self.nerve: Final = nerve

    def __repr__(self) -> str:
        return f"Item({self.id})"


class Creature:
    """A hero or a foe as its card gives it, before anything has happened to it."""

    def __init__(
        self, *,
        id: str, name: str, text: str, build: str, size: int, free_steps: int, brawn: int, finesse: int,
        savvy: int, nerve: int, hp: int, mp: int, abilities: list[str], training: dict[str, int],
        weapons: list[Weapon], armour: Armour | None, helm: bool, shield: Shield | None, items: list[Item],
        spells: list[Spell], tags: list[str], immune: list[str],
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.text: Final = text
        self.build: Final = build
        self.size: Final = size
        self.free_steps: Final = free_steps
        self.brawn: Final = brawn
        self.finesse: Final = finesse
        self.savvy: Final = savvy
        self.nerve: Final = nerve
        # 0 = by the formula of the rules
        self.hp: Final = hp
        # 0 = by the formula of the rules
        self.mp: Final = mp
        self.abilities: Final = abilities
        # weapon category -> level 1 to 3
        self.training: Final = training
        # the first is readied
        self.weapons: Final = weapons
        self.armour: Final = armour
        self.helm: Final = helm
        self.shield: Final = shield
        self.items: Final = items
        self.spells: Final = spells
        self.tags: Final = tags
        self.immune: Final = immune

    def __repr__(self) -> str:
        return f"Creature({self.id})"


class ScenarioEntry:
    """One combatant of a scenario, where it stands and who plays it."""

    def __init__(
        self, *, creature: Creature, id: str, name: str, square: str, side: str, seat: str, hidden: bool, posture: str,
        items: list[Item],
    ) -> None:
        self.creature: Final = creature
        self.id: Final = id
        self.name: Final = name
        self.square: Final = square
        self.side: Final = side
        self.seat: Final = seat
        self.hidden: Final = hidden
        self.posture: Final = posture
        # carried besides what the creature's card lists
        self.items: Final = items

    def __repr__(self) -> str:
        return f"ScenarioEntry({self.id})"


class GroundThing:
    """A weapon, shield or item that lies on a square when the crisis begins."""

    def __init__(
        self, *, thing: str, square: str,
    ) -> None:
        self.thing: Final = thing
        self.square: Final = square

    def __repr__(self) -> str:
        return f"GroundThing({self.thing})"


class Scenario:
    """An encounter ready to be played."""

    def __init__(
        self, *,
        id: str, title: str, description: str, rank: int, teaches: str, notes: str, rows: list[str],
        entries: list[ScenarioEntry], surprised: list[str], ground: list[GroundThing],
    ) -> None:
        self.id: Final = id
        self.title: Final = title
        self.description: Final = description
        # lists show lower ranks first
        self.rank: Final = rank
        self.teaches: Final = teaches
        self.notes: Final = notes
        self.rows: Final = rows
        self.entries: Final = entries
        self.surprised: Final = surprised
        self.ground: Final = ground

    def __repr__(self) -> str:
        return f"Scenario({self.id})"


class Content:
    """Everything that was loaded, by id, with the hash that names it."""

    def __init__(
        self, *, hash: str, conditions: dict[str, ConditionKind], spells: dict[str, Spell], weapons: dict[str, Weapon],
        armours: dict[str, Armour], shields: dict[str, Shield], items: dict[str, Item],
        creatures: dict[str, Creature], scenarios: dict[str, Scenario],
    ) -> None:
        self.hash: Final = hash
        self.conditions: Final = conditions
        self.spells: Final = spells
        self.weapons: Final = weapons
        self.armours: Final = armours
        self.shields: Final = shields
        self.items: Final = items
        self.creatures: Final = creatures
        self.scenarios: Final = scenarios

    def __repr__(self) -> str:
        return f"Content({self.hash})"
