"""Loading the content of Crisis 3d6: files are read and merged, checked against each other, and built into profiles.

For whoever starts an encounter and for authors of extra content; play itself sees only the profiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from fracas.engine.content import Nothing, content_hash
from fracas.engine.content_checks import Checks, Fault, build, build_place, load_checked
from fracas.engine.content_places import (
    check_cover,
    check_people,
    check_squares,
    map_rows,
    name_marks,
    read_scene,
)
from fracas.rulesets.crisis_3d6 import content_models as models
from fracas.rulesets.crisis_3d6 import profiles
from fracas.rulesets.crisis_3d6.content_models import LEVELS, SIMPLE, FileModel
from fracas.rulesets.crisis_3d6.people import UNARMED, CrisisContent
from fracas.rulesets.crisis_3d6.profiles import ABILITIES, SKILLS, UNTRAINED
from fracas.rulesets.crisis_3d6.terrain import legend

SCHEMA_MODEL: Final = FileModel
CRITICAL: Final = "critical"


def load(places: Sequence[Path | str]) -> CrisisContent:
    """Files or folders, earlier ones first, as one content; `ContentErrors` with everything that is wrong."""
    loaded = load_checked(places, FileModel, Check)
    content = Builder(loaded.model).content
    content.hash = content_hash(loaded.data)
    return content


class Check(Checks[FileModel]):
    """What the entries of this game must be to each other."""

    def armour(self, entry: str, armour: models.ArmourEntry) -> None:
        useful = armour.durability > 0 or armour.defence != 0
        self.must(entry, useful, "durability", 0, "at least 1 for armour without a defence bonus")

    def weapon(self, entry: str, weapon: models.WeaponEntry) -> None:
        melee, cap, id = weapon.kind == "melee", weapon.cap, entry.removeprefix("weapon.")
        by_skill, by_range = weapon.skill == "melee", weapon.range == 0
        self.must(entry, melee == by_skill, "skill", weapon.skill, "melee for a melee weapon, and for nothing else")
        ranged = "0 for a melee weapon, and at least 1 for a ranged one"
        self.must(entry, melee == by_range, "range", weapon.range, ranged)
        reloads = (cap > 0) == (weapon.rel > 0)
        self.must(entry, reloads, "rel", weapon.rel, "AP of a reload with cap, and none without")
        self.must(entry, cap > 0 or not weapon.mags, "mags", weapon.mags, "a cap for a weapon with magazines")
        self.must(entry, not cap or weapon.rof <= cap, "rof", weapon.rof, f"at most cap, which is {cap}")
        self.must(entry, not melee or not cap, "cap", cap, "none for a melee weapon")
        self.must(entry, not melee or not weapon.pierces, "pierces", weapon.pierces, "none for a melee weapon")
        self.must(entry, melee or not weapon.speed, "speed", True, "false for a ranged weapon")
        self.must(entry, id not in simple_names(), "", id, "an id that no NPC's simple weapon has")

    def item(self, entry: str, item: models.ItemEntry) -> None:
        heals = item.effect in ("endurance", "health")
        amount = "an amount with effect endurance or health, and none without"
        self.must(entry, heals == (item.amount > 0), "amount", item.amount, amount)
        near = item.target != "self" or item.range == 1
        self.must(entry, near, "range", item.range, "1 for what one uses on oneself")
        sound = item.effect != "stun" or item.target in ("enemy", "any")
        self.must(entry, sound, "target", item.target, "enemy or any for what stuns")

    def perk(self, entry: str, perk: models.PerkEntry) -> None:
        sound = perk.effect != "bonus" or bool(perk.bonus)
        self.must(entry, sound, "bonus", {}, "at least one bonus with effect = bonus")

    def stunt(self, entry: str, stunt: models.StuntEntry) -> None:
        sound = stunt.effect == "aim" or stunt.when == "hit"
        self.must(entry, sound, "when", stunt.when, f"hit for a stunt with effect {stunt.effect}")

    def creature(self, entry: str, creature: models.CreatureEntry) -> None:
        for field, noun in (("items", "item"), ("perks", "perk"), ("stunts", "stunt")):
            self.listed(entry, field, getattr(creature, field), getattr(self.model, noun), noun)
        simple = SIMPLE if isinstance(creature, models.NpcEntry) else ()
        self.listed(entry, "weapons", creature.weapons, [*self.model.weapon, *simple], "weapon")
        if creature.armour:
            self.known(entry, "armour", creature.armour, self.model.armour, "armour")

    def listed(self, entry: str, field: str, names: list[str], table: Iterable[str], noun: str) -> None:
        known = list(table)
        for index, name in enumerate(names):
            self.known(entry, f"{field}[{index}]", name, known, noun)
        if field != "items":
            self.once(entry, field, names, noun)

    def once(self, entry: str, field: str, names: Sequence[str], noun: str) -> None:
        for index, name in enumerate(names):
            self.must(entry, name not in names[:index], f"{field}[{index}]", name, f"each {noun} once")

    def needs(self, entry: str, perks: list[str], ranks: dict[str, int]) -> None:
        for index, name in enumerate(perks):
            perk = self.model.perk.get(name)
            for key, least in perk.needs.items() if perk is not None else ():
                expected = f"{key} of at least {least}, not {ranks[key]}"
                self.must(entry, ranks[key] >= least, f"perks[{index}]", name, expected)

    def character(self, entry: str, one: models.CharacterEntry) -> None:
        self.creature(entry, one)
        self.listed(entry, "traits", one.traits, self.model.trait, "trait")
        self.listed(entry, "flaws", one.flaws, self.model.flaw, "flaw")
        bonus = self.bonuses(one)
        ranks = {key: getattr(one, key) + bonus.get(key, 0) for key in ABILITIES}
        for key in ABILITIES:
            self.must(entry, ranks[key] >= 1, key, getattr(one, key), "a rank of at least 1 after traits and flaws")
        for skill, ability in SKILLS.items():
            trained = one.skills[skill] if skill in one.skills else UNTRAINED[skill]
            ranks[skill] = ranks[ability] + trained + bonus.get(f"skill:{skill}", 0)
        lives = ranks["might"] < 1 or ranks["might"] + bonus.get("max-hp", 0) >= 1
        self.must(entry, lives, "traits", one.traits, "Health of at least 1 after traits and flaws")
        self.needs(entry, one.perks, ranks)
        self.slots(entry, one, 15 + 2 * (ranks["might"] - 10) + bonus.get("slots", 0))

    def slots(self, entry: str, one: models.CreatureEntry, slots: int) -> None:
        """Slots are for what is carried besides the weapon in hand and the armour on the body."""
        weapons = [self.model.weapon[name].weight for name in one.weapons[1:] if name in self.model.weapon]
        items = [self.model.item[name].weight for name in one.items if name in self.model.item]
        weight = sum(weapons) + sum(items)
        expected = f"at most {max(slots, 0)} of weight besides weapon in hand and armour, not {weight}"
        self.must(entry, weight <= max(slots, 0), "weapons", one.weapons, expected)

    def bonuses(self, one: models.CharacterEntry) -> dict[str, int]:
        """What perks, traits and flaws add up to."""
        total: dict[str, int] = {}
        owned: list[models.TraitEntry | None] = [self.model.trait.get(name) for name in one.traits]
        owned += [self.model.flaw.get(name) for name in one.flaws] + [self.model.perk.get(name) for name in one.perks]
        for trait in owned:
            for key, value in trait.bonus.items() if trait is not None else ():
                total[key] = total.get(key, 0) + value
        return total

    def npc(self, entry: str, one: models.NpcEntry) -> None:
        self.creature(entry, one)
        id = entry.removeprefix("npc.")
        if id in self.model.character:
            where = self.origin[f"character.{id}"]
            self.wrong(entry, "", id, f"an id that no character has, but {where} has one")
        self.once(entry, "skills", one.skills, "skill")
        most = 1 + one.level // 2
        self.must(entry, len(one.skills) <= most, "skills", one.skills, f"at most {most} of them at level {one.level}")
        usual = 10 if one.skills else 10 + one.level // 2
        ranks = dict.fromkeys(ABILITIES, 10 + one.level // 2) | dict.fromkeys(SKILLS, usual)
        ranks |= dict.fromkeys(one.skills, 10 + one.level)
        self.needs(entry, one.perks, ranks)
        self.slots(entry, one, 15 + 2 * (one.level // 2))

    def scenario(self, entry: str, scenario: models.ScenarioEntry) -> None:
        creatures = [*self.model.character, *self.model.npc]
        for index, part in enumerate(scenario.entry):
            at = f"entry[{index}]"
            self.known(entry, f"{at}.creature", part.creature, creatures, "character or NPC")
            for number, name in enumerate(part.items):
                self.known(entry, f"{at}.items[{number}]", name, self.model.item, "item")
            self.once(entry, f"{at}.conditions", part.conditions, "condition")
        sizes = {name: npc.size for name, npc in self.model.npc.items()}
        self.faults(entry, check_scenario(scenario, sizes))


class Builder:
    """Profiles from checked entries, in the order in which they refer to each other."""

    def __init__(self, model: FileModel) -> None:
        self.content = made = CrisisContent()
        made.conditions = list(model.condition)
        made.weapons = {k: weapon_of(k, v, False) for k, v in model.weapon.items()}
        for level in LEVELS:
            made.weapons.update({k: weapon_of(k, v, True) for k, v in simple_weapons(level).items()})
        made.armours = {k: build(profiles.Armour, k, v) for k, v in model.armour.items()}
        made.items = {k: build(profiles.Item, k, v) for k, v in model.item.items()}
        made.perks = {k: build(profiles.Perk, k, v) for k, v in model.perk.items()}
        made.traits = {k: build(profiles.Trait, k, v) for k, v in model.trait.items()}
        made.flaws = {k: build(profiles.Trait, k, v) for k, v in model.flaw.items()}
        made.stunts = {k: build(profiles.Stunt, k, v) for k, v in model.stunt.items()}
        made.creatures = {k: self.character(k, v) for k, v in model.character.items()}
        made.creatures.update({k: self.npc(k, v) for k, v in model.npc.items()})
        made.scenarios = {k: self.scenario(k, v) for k, v in model.scenario.items()}
        made.warnings = [
            f"npc {key}: at level {entry.level} next to nothing hits it unless npc-defence is half-level"
            for key, entry in model.npc.items()
            if entry.level >= profiles.HARD_TO_HIT
        ]

    def creature(self, key: str, entry: models.CreatureEntry, weapons: Iterable[str], **own: Any) -> profiles.Creature:
        """What characters and NPCs have alike; everybody knows the critical hit."""
        made = self.content
        known = [CRITICAL] if CRITICAL in made.stunts and CRITICAL not in entry.stunts else []
        return build(
            profiles.Creature,
            key,
            entry,
            weapons=[made.weapons[name] for name in weapons if name != UNARMED],
            perks=[made.perks[name] for name in entry.perks],
            armour=made.armours[entry.armour] if entry.armour else None,
            items=[made.items[name] for name in entry.items],
            stunts=[made.stunts[name] for name in known + entry.stunts],
            **own,
        )

    def character(self, key: str, entry: models.CharacterEntry) -> profiles.Creature:
        traits = [self.content.traits[name] for name in entry.traits]
        flaws = [self.content.flaws[name] for name in entry.flaws]
        return self.creature(key, entry, entry.weapons, npc=False, size=1, special=[], traits=traits, flaws=flaws)

    def npc(self, key: str, entry: models.NpcEntry) -> profiles.Creature:
        abilities = dict.fromkeys(ABILITIES, 10 + entry.level // 2)
        weapons = [f"{name}-{entry.level}" if name in SIMPLE else name for name in entry.weapons or SIMPLE]
        own = {"npc": True, "skills": {}, "special": entry.skills, "traits": [], "flaws": []}
        return self.creature(key, entry, weapons, **own, **abilities)

    def scenario(self, key: str, entry: models.ScenarioEntry) -> profiles.Crisis:
        rows = map_rows(entry.map, entry.edges)
        marks = name_marks(rows, legend())
        posts = [
            build_place(profiles.Post, one, marks, items=[self.content.items[name] for name in one.items])
            for one in entry.entry
        ]
        return build(profiles.Crisis, key, entry, rows=rows, entries=posts)


def simple_names() -> list[str]:
    return [*SIMPLE, *[f"{name}-{level}" for name in SIMPLE for level in LEVELS]]


def weapon_of(id: str, entry: models.WeaponEntry, simple: bool) -> profiles.Weapon:
    return build(profiles.Weapon, id, entry, melee=entry.kind == "melee", simple=simple)


def simple_weapons(level: int) -> dict[str, models.WeaponEntry]:
    """What an NPC of this level strikes and shoots with when no weapon is named: END 10 + level, DMG 5 + level."""
    strike: dict[str, Any] = {"name": "Strike", "kind": "melee", "skill": "melee"}
    shot: dict[str, Any] = {"name": "Shot", "kind": "ranged", "skill": "light-weapons", "range": 5, "pierces": True}
    figures: dict[str, Any] = {"end": 10 + level, "dmg": 5 + level, "natural": True}
    return {f"{name}-{level}": models.WeaponEntry(**own, **figures) for name, own in zip(SIMPLE, (strike, shot))}


def check_scenario(scenario: models.ScenarioEntry, sizes: dict[str, int]) -> list[Fault]:
    """Every fault of the map, of who stands where and of who comes when, as key, value and what was expected."""
    grid, marks, faults = read_scene(scenario.map, scenario.edges, legend())
    if grid is None:
        return faults
    people = scenario.entry
    faults += check_people("entry", people, [one for one in people if one.wave == 1]) + _check_waves(scenario)
    faults.extend(check_cover([grid], scenario))
    return faults + check_squares("entry", grid, marks, people, sizes, [one.wave for one in people])


def _check_waves(scenario: models.ScenarioEntry) -> list[Fault]:
    """Waves count up from 1 without a gap, each brings foes, and only a respite lets a second one come."""
    faults: list[Fault] = []
    waves = sorted({entry.wave for entry in scenario.entry})
    last = waves[-1]
    if last > 1 and scenario.aftermath != "respite":
        faults.append(("aftermath", scenario.aftermath, "respite, since there is a second wave"))
    for index, wave in enumerate(scenario.surprised_in):
        if wave > last:
            faults.append((f"surprised_in[{index}]", wave, f"a wave that comes, 1 to {last}"))
    for wave in range(2, last + 1):
        if not any(entry.wave == wave and entry.side == "foes" for entry in scenario.entry):
            faults.append(("entry", Nothing(), f"foes in wave {wave}, since there is a wave {last}"))
    return faults
