"""Loading the content of Crisis Mode: files are read and merged, checked against each other, and built into profiles.

For whoever starts an encounter and for authors of extra content; play itself sees only the profiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pydantic import BaseModel

from fracas.engine.content import Nothing, Place, content_hash
from fracas.engine.content_checks import Checks, build, build_place, load_checked
from fracas.engine.content_places import (
    check_cover,
    check_people,
    check_squares,
    find_spot,
    map_rows,
    name_marks,
    read_scene,
    say_spots,
)
from fracas.rulesets.crisis_mode import profiles
from fracas.rulesets.crisis_mode.content_models import (
    ABILITIES,
    BUILD_SIZE,
    BUILD_STEPS,
    PASSIVE,
    ConditionEntry,
    CreatureEntry,
    FileModel,
    InflictPart,
    ItemEntry,
    ScenarioEntry,
    SpellEntry,
    WeaponEntry,
)
from fracas.rulesets.crisis_mode.fighter import STATS, CrisisContent

SCHEMA_MODEL: Final = FileModel
BARS: Final[dict[str, list[str]]] = {
    "action": ["attack", "spell", "reflex"],
    "move": ["free_steps"],
    "attack": [],
    "spell": [],
    "voice": [],
    "free_steps": [],
    "reflex": [],
}
"""What conditions can forbid, each with what else that forbids."""


def load(places: Sequence[Place]) -> CrisisContent:
    """Files, folders or tables, earlier ones first, as one content; `ContentErrors` with everything that is wrong."""
    loaded = load_checked(places, FileModel, Check)
    content = Builder(loaded.model).content
    content.hash = content_hash(loaded.data)
    return content


class Check(Checks[FileModel]):
    """What the entries of this game must be to each other."""

    def inflicts(self, entry: str, parts: list[InflictPart]) -> None:
        for index, part in enumerate(parts):
            key = f"inflicts[{index}]"
            self.known(entry, f"{key}.condition", part.condition, self.model.condition, "condition")
            kind = self.model.condition.get(part.condition)
            if kind is not None and kind.ends == "turns" and part.turns == 0:
                self.wrong(entry, f"{key}.turns", 0, f"at least 1, since {part.condition} ends after turns")
            if bool(part.resist) != (part.challenge > 0):
                self.wrong(entry, f"{key}.challenge", part.challenge, "a challenge with resist, and none without")

    def each_known(self, entry: str, key: str, names: list[str], noun: str) -> None:
        for index, name in enumerate(names):
            self.known(entry, f"{key}[{index}]", name, getattr(self.model, noun), noun)

    def condition(self, entry: str, condition: ConditionEntry) -> None:
        checked = bool(condition.check_stats) and condition.check_challenge > 0
        if condition.ends == "check" and not checked:
            self.wrong(entry, "ends", "check", "check_stats and check_challenge beside it")
        if condition.ends != "check" and (condition.check_stats or condition.check_challenge):
            self.wrong(entry, "check_stats", condition.check_stats, "none unless ends = check")

    def spell(self, entry: str, spell: SpellEntry) -> None:
        self.inflicts(entry, spell.inflicts)
        self.each_known(entry, "cures", spell.cures, "condition")
        if (spell.against == "challenge") != (spell.challenge > 0):
            self.wrong(entry, "challenge", spell.challenge, "a number with against = challenge, and none without")
        if (spell.affects == "area") != (spell.radius > 0):
            self.wrong(entry, "radius", spell.radius, "a radius with affects = area, and none without")
        if spell.target == "self" and spell.against not in ("challenge", "none"):
            self.wrong(entry, "against", spell.against, "challenge or none for a spell on oneself")
        if (spell.target == "self") != (spell.range == 0):
            self.wrong(entry, "range", spell.range, "0 with target = self, and at least 1 without")
        if spell.target == "square" and spell.affects != "area":
            self.wrong(entry, "affects", spell.affects, "area for a spell aimed at a square")
        if not (spell.damage or spell.heal or spell.mana or spell.inflicts or spell.cures or spell.push):
            self.wrong(entry, "damage", Nothing(), "at least one of damage, heal, mana, inflicts, cures, push")

    def weapon(self, entry: str, weapon: WeaponEntry) -> None:
        self.inflicts(entry, weapon.inflicts)
        if weapon.min_one == 0 and weapon.min_two == 0:
            self.wrong(entry, "min_one", 0, "a Brawn minimum in min_one, in min_two, or both")
        if weapon.reach_high == 0 and weapon.base_range == 0:
            self.wrong(entry, "reach_high", 0, "a reach, a base_range, or both")
        if weapon.reach_low > weapon.reach_high:
            self.wrong(entry, "reach_low", weapon.reach_low, f"at most reach_high, which is {weapon.reach_high}")
        if (weapon.base_range > 0) != (weapon.range_factor > 0):
            self.wrong(entry, "range_factor", weapon.range_factor, "a factor with base_range, and none without")
        if weapon.base_range == 0 and weapon.thrown:
            self.wrong(entry, "thrown", True, "a base_range for a weapon that is thrown")
        if weapon.base_range == 0 and weapon.reload_min:
            self.wrong(entry, "reload_min", weapon.reload_min, "a base_range for a weapon that is reloaded")
        if bool(weapon.bane) != (weapon.bane_bonus > 0):
            self.wrong(entry, "bane_bonus", weapon.bane_bonus, "a bonus with bane, and none without")

    def item(self, entry: str, item: ItemEntry) -> None:
        self.inflicts(entry, item.inflicts)
        self.each_known(entry, "cures", item.cures, "condition")
        if item.spell:
            self.known(entry, "spell", item.spell, self.model.spell, "spell")
        if (item.kind == "scroll") != bool(item.spell):
            self.wrong(entry, "spell", item.spell, "a spell for a scroll, and none for anything else")
        if (item.kind == "worn") != bool(item.slot):
            self.wrong(entry, "slot", item.slot, "a slot for a worn thing, and none for anything else")
        at_once = bool(item.heal or item.mana or item.inflicts or item.cures)
        if at_once != (item.kind == "potion"):
            self.wrong(entry, "kind", item.kind, "heal, mana, inflicts or cures for a potion, and for nothing else")
        worn = [name for name in PASSIVE if getattr(item, name)]
        if bool(worn) != (item.kind == "worn"):
            self.wrong(entry, "kind", item.kind, f"one of {', '.join(PASSIVE)} for a worn thing, and for nothing else")

    def creature(self, entry: str, creature: CreatureEntry) -> None:
        for field, noun in (("weapons", "weapon"), ("items", "item"), ("spells", "spell"), ("immune", "condition")):
            self.each_known(entry, field, getattr(creature, field), noun)
        if creature.armour:
            suits = [name for name, suit in self.model.armour.items() if not suit.helm]
            self.known(entry, "armour", creature.armour, suits, "armour")
        if creature.shield:
            self.known(entry, "shield", creature.shield, self.model.shield, "shield")
        readied = self.model.weapon.get(creature.weapons[0])
        if creature.shield and readied is not None and readied.min_one == 0:
            self.wrong(
                entry, "weapons[0]", creature.weapons[0], "a weapon for one hand, since a shield takes the other"
            )
        self.slots(entry, "items", creature.items)
        trained = [ability.partition("+")[0] for ability in creature.abilities]
        for index, name in enumerate(trained):
            if name in trained[:index]:
                self.wrong(entry, f"abilities[{index}]", creature.abilities[index], "each ability and category once")

    def slots(self, entry: str, key: str, names: list[str]) -> None:
        taken: dict[str, int] = {}
        for index, name in enumerate(names):
            item = self.model.item.get(name)
            if item is not None and item.slot:
                taken[item.slot] = taken.get(item.slot, 0) + 1
                if taken[item.slot] > (2 if item.slot == "finger" else 1):
                    self.wrong(entry, f"{key}[{index}]", name, f"a free slot: {item.slot} is taken already")

    def scenario(self, entry: str, scenario: ScenarioEntry) -> None:
        for index, place in enumerate(scenario.place):
            key = f"place[{index}]"
            self.known(entry, f"{key}.creature", place.creature, self.model.creature, "creature")
            self.each_known(entry, f"{key}.items", place.items, "item")
            creature = self.model.creature.get(place.creature)
            if creature is not None:
                self.slots(entry, f"{key}.items", place.items + creature.items)
        things = [*self.model.weapon, *self.model.shield, *self.model.item]
        for index, lying in enumerate(scenario.ground):
            self.known(entry, f"ground[{index}].thing", lying.thing, things, "weapon, shield or item")
        sizes = {name: creature.size or BUILD_SIZE[creature.build] for name, creature in self.model.creature.items()}
        self.ground(entry, scenario, sizes)

    def ground(self, entry: str, scenario: ScenarioEntry, sizes: dict[str, int]) -> None:
        """The map, who stands where and what lies there."""
        grid, marks, wrong = read_scene(scenario.map, scenario.edges)
        self.faults(entry, wrong)
        if grid is None:
            return
        self.faults(entry, check_people("place", scenario.place))
        if len(scenario.surprised) == 2 and scenario.surprised[0] == scenario.surprised[1]:
            self.wrong(entry, "surprised[1]", scenario.surprised[1], "each side once")
        self.faults(entry, check_squares("place", grid, marks, scenario.place, sizes))
        self.faults(entry, check_cover([grid], scenario))
        for index, lying in enumerate(scenario.ground):
            pos = find_spot(grid, marks, lying.at)
            if pos < 0:
                self.wrong(entry, f"ground[{index}].at", lying.at, say_spots(grid, marks))
            elif grid.blocked(pos):
                self.wrong(entry, f"ground[{index}].at", lying.at, "a square that can be entered")


class Builder:
    """Profiles from checked entries, in the order in which they refer to each other."""

    def __init__(self, model: FileModel) -> None:
        content = self.content = CrisisContent()
        content.conditions = {k: self.condition(k, v) for k, v in model.condition.items()}
        content.spells = {k: self.spell(k, v) for k, v in model.spell.items()}
        content.weapons = {k: self.weapon(k, v) for k, v in model.weapon.items()}
        content.armours = {k: build(profiles.Armour, k, v) for k, v in model.armour.items()}
        content.shields = {k: build(profiles.Shield, k, v) for k, v in model.shield.items()}
        content.items = {k: self.item(k, v) for k, v in model.item.items()}
        content.creatures = {k: self.creature(k, v) for k, v in model.creature.items()}
        content.scenarios = {k: self.scenario(k, v) for k, v in model.scenario.items()}

    def condition(self, key: str, entry: ConditionEntry) -> profiles.ConditionKind:
        bars = [word for word in BARS if getattr(entry, f"no_{word}")]
        for word in bars[:]:
            bars.extend([implied for implied in BARS[word] if implied not in bars])
        return build(profiles.ConditionKind, key, entry, adjusts=numbers(entry), bars=bars)

    def inflicts(self, parts: list[InflictPart]) -> list[profiles.Inflict]:
        made: list[profiles.Inflict] = []
        for part in parts:
            kind = self.content.conditions[part.condition]
            usual = kind.check_challenge if kind.value_is_challenge else 1
            made.append(build(profiles.Inflict, kind.id, part, kind=kind, value=part.value or usual))
        return made

    def spell(self, key: str, entry: SpellEntry) -> profiles.Spell:
        shield_applies = entry.tradition == "arcane" and entry.gesture
        inflicts = self.inflicts(entry.inflicts)
        return build(
            profiles.Spell, key, entry, inflicts=inflicts, shield_applies=shield_applies, price=price(entry.ap)
        )

    def weapon(self, key: str, entry: WeaponEntry) -> profiles.Weapon:
        half = entry.damage == "half-brawn"
        return build(
            profiles.Weapon,
            key,
            entry,
            hands=1 if entry.min_one else 2,
            damage="" if half else entry.damage,
            half_brawn=half,
            range_limit=entry.base_range * entry.range_factor,
            natural=any(category in ("natural", "unarmed") for category in entry.categories),
            inflicts=self.inflicts(entry.inflicts),
        )

    def items(self, ids: list[str]) -> list[profiles.Item]:
        return [self.content.items[id] for id in ids]

    def item(self, key: str, entry: ItemEntry) -> profiles.Item:
        return build(
            profiles.Item,
            key,
            entry,
            inflicts=self.inflicts(entry.inflicts),
            spell=self.content.spells[entry.spell] if entry.spell else None,
            consumed=entry.consumed and entry.kind != "worn",
            adjusts=numbers(entry),
            price=price(entry.ap),
        )

    def creature(self, key: str, entry: CreatureEntry) -> profiles.Creature:
        trained = [ability.split("+") for ability in entry.abilities if "+" in ability]
        return build(
            profiles.Creature,
            key,
            entry,
            stats={name: getattr(entry, name) for name in STATS},
            size=entry.size or BUILD_SIZE[entry.build],
            free_steps=entry.free_steps if entry.free_steps >= 0 else BUILD_STEPS[entry.build],
            abilities=[ability for ability in entry.abilities if ability in ABILITIES],
            training={category: int(level) for category, level in trained},
            weapons=[self.content.weapons[name] for name in entry.weapons],
            armour=self.content.armours[entry.armour] if entry.armour else None,
            shield=self.content.shields[entry.shield] if entry.shield else None,
            items=self.items(entry.items),
            spells=[self.content.spells[name] for name in entry.spells],
        )

    def scenario(self, key: str, entry: ScenarioEntry) -> profiles.Crisis:
        rows = map_rows(entry.map, entry.edges)
        marks = name_marks(rows)
        posts = [build_place(profiles.Post, one, marks, items=self.items(one.items)) for one in entry.place]
        ground = [
            build(profiles.GroundThing, thing.thing, thing, at=marks.get(thing.at, thing.at)) for thing in entry.ground
        ]
        return build(profiles.Crisis, key, entry, rows=rows, entries=posts, ground=ground)


def price(text: str) -> profiles.Price:
    """What `3/only` costs."""
    return profiles.Price(int(text[0]), text.endswith("/only"))


def numbers(entry: BaseModel) -> dict[str, int]:
    """Every number of an entry that is not 0, by its key."""
    return {key: value for key, value in entry if type(value) is int and value}
