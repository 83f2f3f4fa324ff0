"""Loading the content of Crisis 3d6: files are read and merged, checked against each other, and built into profiles.

For whoever starts an encounter and for authors of extra content; play itself sees only the profiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from fracas.engine.board.maps import read_map
from fracas.engine.content import Nothing, content_hash
from fracas.engine.content_checks import Checks, Fault, build, build_place, load_checked
from fracas.engine.content_places import check_people, check_squares, map_rows, name_marks
from fracas.engine.errors import Invalid
from fracas.rulesets.crisis_3d6 import profiles
from fracas.rulesets.crisis_3d6.content_models import (
    LEVELS,
    SIMPLE,
    ArmourEntry,
    Book,
    CharacterEntry,
    CreatureEntry,
    ItemEntry,
    NpcEntry,
    PerkEntry,
    ScenarioEntry,
    StuntEntry,
    TraitEntry,
    WeaponEntry,
)
from fracas.rulesets.crisis_3d6.people import UNARMED, CrisisContent
from fracas.rulesets.crisis_3d6.profiles import ABILITIES, SKILLS, UNTRAINED
from fracas.rulesets.crisis_3d6.terrain import legend

SCHEMA_MODEL: Final = Book
CRITICAL: Final = "critical"


def load(places: Sequence[Path | str]) -> CrisisContent:
    """Files or folders, earlier ones first, as one content; `ContentErrors` with everything that is wrong."""
    loaded = load_checked(places, Book, Check)
    content = Builder(loaded.model).content
    content.hash = content_hash(loaded.data)
    return content


class Check(Checks[Book]):
    """What the entries of this game must be to each other."""

    def armour(self, entry: str, armour: ArmourEntry) -> None:
        if armour.durability == 0 and armour.defence == 0:
            self.wrong(entry, "durability", 0, "at least 1 for armour without a defence bonus")

    def weapon(self, entry: str, weapon: WeaponEntry) -> None:
        melee = weapon.kind == "melee"
        if melee != (weapon.skill == "melee"):
            self.wrong(entry, "skill", weapon.skill, "melee for a melee weapon, and for nothing else")
        if melee != (weapon.range == 0):
            self.wrong(entry, "range", weapon.range, "0 for a melee weapon, and at least 1 for a ranged one")
        if (weapon.cap > 0) != (weapon.rel > 0):
            self.wrong(entry, "rel", weapon.rel, "AP of a reload with cap, and none without")
        if weapon.mags and not weapon.cap:
            self.wrong(entry, "mags", weapon.mags, "a cap for a weapon with magazines")
        if weapon.cap and weapon.rof > weapon.cap:
            self.wrong(entry, "rof", weapon.rof, f"at most cap, which is {weapon.cap}")
        for key in ("cap", "pierces"):
            if melee and getattr(weapon, key):
                self.wrong(entry, key, getattr(weapon, key), "none for a melee weapon")
        if weapon.speed and not melee:
            self.wrong(entry, "speed", True, "false for a ranged weapon")
        if entry.removeprefix("weapon.") in simple_names():
            self.wrong(entry, "", entry.removeprefix("weapon."), "an id that no NPC's simple weapon has")

    def item(self, entry: str, item: ItemEntry) -> None:
        if (item.effect in ("endurance", "health")) != (item.amount > 0):
            self.wrong(entry, "amount", item.amount, "an amount with effect endurance or health, and none without")
        if item.target == "self" and item.range != 1:
            self.wrong(entry, "range", item.range, "1 for what one uses on oneself")
        if item.effect == "stun" and item.target not in ("enemy", "any"):
            self.wrong(entry, "target", item.target, "enemy or any for what stuns")

    def perk(self, entry: str, perk: PerkEntry) -> None:
        if perk.effect == "bonus" and not perk.bonus:
            self.wrong(entry, "bonus", {}, "at least one bonus with effect = bonus")

    def stunt(self, entry: str, stunt: StuntEntry) -> None:
        if stunt.effect != "aim" and stunt.when != "hit":
            self.wrong(entry, "when", stunt.when, f"hit for a stunt with effect {stunt.effect}")

    def creature(self, entry: str, creature: CreatureEntry) -> None:
        for field, noun in (("items", "item"), ("perks", "perk"), ("stunts", "stunt")):
            self.listed(entry, field, getattr(creature, field), getattr(self.book, noun), noun)
        simple = SIMPLE if isinstance(creature, NpcEntry) else ()
        self.listed(entry, "weapons", creature.weapons, [*self.book.weapon, *simple], "weapon")
        if creature.armour:
            self.known(entry, "armour", creature.armour, self.book.armour, "armour")

    def listed(self, entry: str, field: str, names: list[str], table: Iterable[str], noun: str) -> None:
        known = list(table)
        for index, name in enumerate(names):
            self.known(entry, f"{field}[{index}]", name, known, noun)
            if field != "items" and name in names[:index]:
                self.wrong(entry, f"{field}[{index}]", name, f"each {noun} once")

    def needs(self, entry: str, perks: list[str], ranks: dict[str, int]) -> None:
        for index, name in enumerate(perks):
            perk = self.book.perk.get(name)
            for key, least in perk.needs.items() if perk is not None else ():
                if ranks[key] < least:
                    self.wrong(entry, f"perks[{index}]", name, f"{key} of at least {least}, not {ranks[key]}")

    def character(self, entry: str, one: CharacterEntry) -> None:
        self.creature(entry, one)
        self.listed(entry, "traits", one.traits, self.book.trait, "trait")
        self.listed(entry, "flaws", one.flaws, self.book.flaw, "flaw")
        bonus = self.bonuses(one)
        ranks = {key: getattr(one, key) + bonus.get(key, 0) for key in ABILITIES}
        for key in ABILITIES:
            if ranks[key] < 1:
                self.wrong(entry, key, getattr(one, key), "a rank of at least 1 after traits and flaws")
        for skill, ability in SKILLS.items():
            trained = one.skills[skill] if skill in one.skills else UNTRAINED[skill]
            ranks[skill] = ranks[ability] + trained + bonus.get(f"skill:{skill}", 0)
        if ranks["might"] >= 1 > ranks["might"] + bonus.get("max-hp", 0):
            self.wrong(entry, "traits", one.traits, "Health of at least 1 after traits and flaws")
        self.needs(entry, one.perks, ranks)
        self.slots(entry, one, 15 + 2 * (ranks["might"] - 10) + bonus.get("slots", 0))

    def slots(self, entry: str, one: CreatureEntry, slots: int) -> None:
        """Slots are for what is carried besides the weapon in hand and the armour on the body."""
        weapons = [self.book.weapon[name].weight for name in one.weapons[1:] if name in self.book.weapon]
        items = [self.book.item[name].weight for name in one.items if name in self.book.item]
        weight = sum(weapons) + sum(items)
        if weight > max(slots, 0):
            expected = f"at most {max(slots, 0)} of weight besides weapon in hand and armour, not {weight}"
            self.wrong(entry, "weapons", one.weapons, expected)

    def bonuses(self, one: CharacterEntry) -> dict[str, int]:
        """What perks, traits and flaws add up to."""
        total: dict[str, int] = {}
        owned: list[TraitEntry | None] = [self.book.trait.get(name) for name in one.traits]
        owned += [self.book.flaw.get(name) for name in one.flaws] + [self.book.perk.get(name) for name in one.perks]
        for trait in owned:
            for key, value in trait.bonus.items() if trait is not None else ():
                total[key] = total.get(key, 0) + value
        return total

    def npc(self, entry: str, one: NpcEntry) -> None:
        self.creature(entry, one)
        id = entry.removeprefix("npc.")
        if id in self.book.character:
            where = self.origin[f"character.{id}"]
            self.wrong(entry, "", id, f"an id that no character has, but {where} has one")
        for index, name in enumerate(one.skills):
            if name in one.skills[:index]:
                self.wrong(entry, f"skills[{index}]", name, "each skill once")
        most = 1 + one.level // 2
        if len(one.skills) > most:
            self.wrong(entry, "skills", one.skills, f"at most {most} of them at level {one.level}")
        usual = 10 if one.skills else 10 + one.level // 2
        ranks = dict.fromkeys(ABILITIES, 10 + one.level // 2)
        for skill in SKILLS:
            ranks[skill] = 10 + one.level if skill in one.skills else usual
        self.needs(entry, one.perks, ranks)
        self.slots(entry, one, 15 + 2 * (one.level // 2))

    def scenario(self, entry: str, scenario: ScenarioEntry) -> None:
        creatures = [*self.book.character, *self.book.npc]
        for index, part in enumerate(scenario.entry):
            self.known(entry, f"entry[{index}].creature", part.creature, creatures, "character or NPC")
            for number, name in enumerate(part.items):
                self.known(entry, f"entry[{index}].items[{number}]", name, self.book.item, "item")
            for number, condition in enumerate(part.conditions):
                if condition in part.conditions[:number]:
                    self.wrong(entry, f"entry[{index}].conditions[{number}]", condition, "each condition once")
        sizes = {name: npc.size for name, npc in self.book.npc.items()}
        self.faults(entry, check_scenario(scenario, sizes))


class Builder:
    """Profiles from checked entries, in the order in which they refer to each other."""

    def __init__(self, book: Book) -> None:
        self.content = made = CrisisContent()
        made.conditions = list(book.condition)
        made.weapons = {
            k: build(profiles.Weapon, k, v, melee=v.kind == "melee", simple=False) for k, v in book.weapon.items()
        }
        for level in LEVELS:
            made.weapons.update(simple_weapons(level))
        made.armours = {k: build(profiles.Armour, k, v) for k, v in book.armour.items()}
        made.items = {k: build(profiles.Item, k, v) for k, v in book.item.items()}
        made.perks = {k: build(profiles.Perk, k, v) for k, v in book.perk.items()}
        made.traits = {k: build(profiles.Trait, k, v) for k, v in book.trait.items()}
        made.flaws = {k: build(profiles.Trait, k, v) for k, v in book.flaw.items()}
        made.stunts = {k: build(profiles.Stunt, k, v) for k, v in book.stunt.items()}
        made.creatures = {k: self.character(k, v) for k, v in book.character.items()}
        made.creatures.update({k: self.npc(k, v) for k, v in book.npc.items()})
        made.scenarios = {k: self.scenario(k, v) for k, v in book.scenario.items()}
        made.warnings = [
            f"npc {key}: at level {entry.level} next to nothing hits it unless npc-defence is half-level"
            for key, entry in book.npc.items()
            if entry.level >= profiles.HARD_TO_HIT
        ]

    def creature(self, key: str, entry: CreatureEntry, weapons: Iterable[str], **own: Any) -> profiles.Creature:
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

    def character(self, key: str, entry: CharacterEntry) -> profiles.Creature:
        traits = [self.content.traits[name] for name in entry.traits]
        flaws = [self.content.flaws[name] for name in entry.flaws]
        return self.creature(key, entry, entry.weapons, npc=False, size=1, special=[], traits=traits, flaws=flaws)

    def npc(self, key: str, entry: NpcEntry) -> profiles.Creature:
        abilities = dict.fromkeys(ABILITIES, 10 + entry.level // 2)
        weapons = [f"{name}-{entry.level}" if name in SIMPLE else name for name in entry.weapons or SIMPLE]
        own = {"npc": True, "skills": {}, "special": entry.skills, "traits": [], "flaws": []}
        return self.creature(key, entry, weapons, **own, **abilities)

    def scenario(self, key: str, entry: ScenarioEntry) -> profiles.Crisis:
        rows = map_rows(entry.map)
        marks = name_marks(rows, legend())
        posts = [
            build_place(profiles.Post, one, marks, items=[self.content.items[name] for name in one.items])
            for one in entry.entry
        ]
        return build(profiles.Crisis, key, entry, rows=rows, entries=posts)


def simple_names() -> list[str]:
    return [*SIMPLE, *[f"{name}-{level}" for name in SIMPLE for level in LEVELS]]


def simple_weapons(level: int) -> dict[str, profiles.Weapon]:
    """What an NPC of this level strikes and shoots with when no weapon is named: END 10 + level, DMG 5 + level."""
    kinds = (
        ("simple-strike", {"name": "Strike", "kind": "melee", "skill": "melee"}),
        ("simple-shot", {"name": "Shot", "kind": "ranged", "skill": "light-weapons", "range": 5, "pierces": True}),
    )
    made: dict[str, profiles.Weapon] = {}
    for name, own in kinds:
        entry = WeaponEntry(end=10 + level, dmg=5 + level, natural=True, **own)
        id = f"{name}-{level}"
        made[id] = build(profiles.Weapon, id, entry, melee=entry.kind == "melee", simple=True)
    return made


def check_scenario(scenario: ScenarioEntry, sizes: dict[str, int]) -> list[Fault]:
    """Every fault of the map, of who stands where and of who comes when, as key, value and what was expected."""
    try:
        grid, marks = read_map(map_rows(scenario.map), legend())
    except Invalid as error:
        return [("map", error.value, f"{error.expected} ({error.key})")]
    people = scenario.entry
    faults = check_people("entry", people, [one for one in people if one.wave == 1]) + _check_waves(scenario)
    return faults + check_squares("entry", grid, marks, people, sizes, [one.wave for one in people])


def _check_waves(scenario: ScenarioEntry) -> list[Fault]:
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
