"""Loading the content of Phases of Play: files are read and merged, checked against each other, built into profiles.

For whoever starts an encounter and for authors of extra content; play itself sees only the profiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from fracas.engine.content import Nothing, content_hash
from fracas.engine.content_checks import Checks, build, load_checked
from fracas.engine.content_places import cover_on
from fracas.rulesets.phases_of_play import profiles
from fracas.rulesets.phases_of_play.being import PhaseContent
from fracas.rulesets.phases_of_play.content_models import (
    BOONS,
    DISTANCES,
    FREE,
    REACTIONS,
    AbilityEntry,
    CardEntry,
    EffectPart,
    FileModel,
    NpcEntry,
    ScenarioEntry,
)
from fracas.rulesets.phases_of_play.content_scenarios import check_scenario, rows_of
from fracas.rulesets.phases_of_play.maps import read_ground
from fracas.rulesets.phases_of_play.profiles import DERIVED, MODES, SKILLS, SQUARES, STATS

SCHEMA_MODEL: Final = FileModel
TYPES: Final = ("solid", "fluid", "ethereal", "blunt", "sharp", "shock", "fire", "ice", "caustic", "planar")
NAMED: Final = {"condition": "condition", "zone": "zone", "clear-zone": "zone", "prepare": "ability"}
"""Kinds of effect whose name is the id of something."""
A_TRIGGER: Final = "a trigger for a reaction, and none for anything else"
A_RANGE: Final = "self with target = self, and a distance without"
CHOSEN: Final = ("ally", "other", "enemy", "any")
TOLD: Final = "-told"
"""Ends the id of a scenario's twin without a map."""


def load(places: Sequence[Path | str]) -> PhaseContent:
    """Files or folders, earlier ones first, as one content; `ContentErrors` with everything that is wrong."""
    loaded = load_checked(places, FileModel, Check)
    return Builder(loaded.model).content(content_hash(loaded.data))


class Check(Checks[FileModel]):
    """What the entries of this game must be to each other."""

    def ability(self, entry: str, ability: AbilityEntry) -> None:
        for index, part in enumerate(ability.effects):
            self.effect(entry, f"effects[{index}]", part, ability)
        time, target, shape, free = ability.time, ability.target, ability.shape, ability.time in FREE
        rows: list[tuple[bool, str, object, str]] = [
            ((time in REACTIONS) == bool(ability.trigger), "trigger", ability.trigger, A_TRIGGER),
            (not (free and ability.beats), "beats", ability.beats, "no Beats for what is free"),
            (free or ability.beats != 0, "beats", 0, "1 or 2 Beats, or a free time"),
            ((target == "self") == (ability.range == "self"), "range", ability.range, A_RANGE),
            ((shape == "none") == (ability.area == 0), "area", ability.area, "a size with a shape, and none without"),
            (shape == "none" or target in ("point", "burst"), "shape", shape, "none, or target = point or burst"),
            (target != "burst" or shape != "none", "shape", shape, "a shape for a burst"),
            (ability.count == 1 or target in CHOSEN, "count", ability.count, "1, unless whoever is targeted is chosen"),
        ]
        for sound, key, value, expected in rows:
            self.must(entry, sound, key, value, expected)
        self.triggered(entry, "target", target, ability)
        self.lasting(entry, ability)

    def triggered(self, entry: str, key: str, whom: str, ability: AbilityEntry) -> None:
        sound = whom not in ("cause", "victim") or bool(ability.trigger)
        self.must(entry, sound, key, whom, "a trigger that has a cause and a victim")

    def lasting(self, entry: str, ability: AbilityEntry) -> None:
        passive, effects, grants = ability.time == "passive", ability.effects, dict(ability.grants)
        holds = not grants or bool(ability.lasts) or passive
        self.must(entry, holds, "grants", grants, "lasts, or time = passive, for what is granted")
        self.must(entry, bool(effects or grants), "effects", [], "at least one effect, or grants")
        self.must(entry, not (passive and effects), "effects", len(effects), "grants alone for a passive ability")
        always = not (passive and ability.lasts)
        self.must(entry, always, "lasts", ability.lasts, "0 for a passive ability, which always holds")

    def effect(self, entry: str, key: str, part: EffectPart, ability: AbilityEntry) -> None:
        table = NAMED.get(part.kind)
        if table:
            self.known(entry, f"{key}.name", part.name, getattr(self.model, table), table)
        if part.kind == "cleanse" and part.name != "any":
            self.known(entry, f"{key}.name", part.name, self.model.condition, "condition, or any")
        if part.kind == "range":
            self.known(entry, f"{key}.name", part.name, MODES, "movement range")
        if part.kind == "boon":
            self.known(entry, f"{key}.name", part.name, BOONS, "boon")
        if part.name and part.kind not in (*NAMED, "cleanse", "range", "boon"):
            self.wrong(entry, f"{key}.name", part.name, f"no name for {part.kind}")
        if part.kind == "prepare" and part.name in self.model.ability:
            if self.model.ability[part.name].time not in REACTIONS:
                self.wrong(entry, f"{key}.name", part.name, "a reaction or a free reaction")
        sound = part.saved == "none" or bool(ability.save)
        self.must(entry, sound, f"{key}.saved", part.saved, "a save, for what a passed one leaves")
        self.triggered(entry, f"{key}.to", part.to, ability)

    def listed(self, entry: str, key: str, names: list[str], time: str) -> None:
        """Abilities of one time alone."""
        for index, name in enumerate(names):
            self.known(entry, f"{key}[{index}]", name, self.model.ability, "ability")
            found = self.model.ability.get(name)
            sound = found is None or found.time == time
            self.must(entry, sound, f"{key}[{index}]", name, f"an ability with time = {time}")

    def character(self, entry: str, card: CardEntry) -> None:
        for index, name in enumerate(card.abilities):
            self.known(entry, f"abilities[{index}]", name, self.model.ability, "ability")
            found = self.model.ability.get(name)
            if found is not None and found.time in ("legendary", "environment"):
                self.wrong(entry, f"abilities[{index}]", name, f"no {found.time} ability; that is for another list")
        for key, kinds in (("melee", ("melee", "thrown")), ("ranged", ("ranged", "thrown"))):
            name = getattr(card, key)
            if name:
                self.known(entry, key, name, self.model.weapon, "weapon")
                weapon = self.model.weapon.get(name)
                if weapon is not None and weapon.kind not in kinds:
                    self.wrong(entry, key, name, f"a {' or '.join(kinds)} weapon")
        for key in ("resist", "weak", "immune"):
            table = [*TYPES, *self.model.condition] if key == "immune" else list(TYPES)
            for index, name in enumerate(getattr(card.defenses, key)):
                self.known(entry, f"defenses.{key}[{index}]", name, table, "type of damage")
        if card.ranges and not [mode for mode, units in card.ranges.items() if units]:
            self.wrong(entry, "ranges", dict(card.ranges), "at least one movement range above 0")

    def npc(self, entry: str, npc: NpcEntry) -> None:
        self.character(entry, npc)
        self.listed(entry, "legendary", npc.legendary, "legendary")
        great = npc.boss or not npc.legendary
        self.must(entry, great, "legendary", npc.legendary, "boss = true for whoever has legendary abilities")
        fresh = entry.removeprefix("npc.") not in self.model.character
        self.must(entry, fresh, "name", npc.name, "an id that no character has")
        if npc.boss and not npc.vitality:
            self.wrong(entry, "vitality", Nothing() if npc.vitality is None else 0, "Vitality of at least 1 for a boss")

    def scenario(self, entry: str, scenario: ScenarioEntry) -> None:
        cards = [*self.model.character, *self.model.npc]
        for index, one in enumerate(scenario.entry):
            self.known(entry, f"entry[{index}].creature", one.creature, cards, "character or npc")
            if one.xp and one.creature in self.model.npc and one.creature not in self.model.character:
                self.wrong(entry, f"entry[{index}].xp", one.xp, "0 for an NPC, which gains no experience")
        self.listed(entry, "environment", scenario.environment, "environment")
        sizes = {name: SQUARES[card.size] for name, card in [*self.model.character.items(), *self.model.npc.items()]}
        self.faults(entry, check_scenario(scenario, sizes, list(self.model.zone)))


class Builder:
    """Profiles from checked entries, in the order in which they refer to each other."""

    def __init__(self, model: FileModel) -> None:
        self.model = model
        self.weapons = {k: build(profiles.Weapon, k, v) for k, v in model.weapon.items()}
        self.abilities = {k: self.ability(k, v) for k, v in model.ability.items()}

    def content(self, digest: str) -> PhaseContent:
        model, content = self.model, PhaseContent()
        content.hash = digest
        content.weapons, content.abilities = self.weapons, self.abilities
        content.conditions = {k: build(profiles.ConditionKind, k, v) for k, v in model.condition.items()}
        content.zones = {k: build(profiles.ZoneKind, k, v) for k, v in model.zone.items()}
        content.cards = {k: self.character(k, v) for k, v in model.character.items()}
        content.cards.update({k: self.npc(k, v) for k, v in model.npc.items()})
        for key, entry in model.scenario.items():
            if entry.map:
                content.scenarios[key] = self.scenario(key, entry, False)
            if entry.places:
                told = key + TOLD if entry.map else key
                content.scenarios[told] = self.scenario(told, entry, True)
        return content

    def ability(self, key: str, entry: AbilityEntry) -> profiles.Ability:
        beats = entry.beats if entry.beats is not None else (0 if entry.time in FREE else 1)
        effects = [build(profiles.Effect, part.kind, part) for part in entry.effects]
        return build(profiles.Ability, key, entry, beats=beats, range=DISTANCES[entry.range], effects=effects)

    def character(self, key: str, entry: CardEntry) -> profiles.Card:
        usual = {"vitality": 4, "dodges": 1, "recoveries": 4, "favors": 1}
        return self.card(key, entry, usual, pc=True, boss=False, alert=2, legendary=[])

    def npc(self, key: str, entry: NpcEntry) -> profiles.Card:
        usual = dict.fromkeys(("vitality", "dodges", "recoveries", "favors"), 0)
        return self.card(key, entry, usual, pc=False, legendary=[self.abilities[name] for name in entry.legendary])

    def card(self, key: str, entry: CardEntry, usual: dict[str, int], **own: object) -> profiles.Card:
        numbers = {stat: getattr(entry, stat) for stat in STATS}
        for name, stat in DERIVED.items():
            said = getattr(entry, name)
            numbers[name] = said if said is not None else numbers[stat]
        bonus = {str(skill): value for skill, value in entry.skills.items()}
        for skill, stat in SKILLS.items():
            numbers[skill] = numbers[stat] + bonus.get(skill, 0)
        given = {str(mode): units for mode, units in entry.ranges.items()} or {"walk": 4, "jump": 1}
        said = {name: getattr(entry, name) for name in usual}
        abilities = [self.abilities[name] for name in entry.abilities]
        passive = [ability for ability in abilities if ability.time == "passive"]
        return build(
            profiles.Card,
            key,
            entry,
            numbers=numbers,
            ranges={mode: given.get(mode, 0) for mode in MODES},
            passive={mode: sum([ability.grants.get(mode, 0) for ability in passive]) for mode in MODES},
            melee=self.weapons[entry.melee] if entry.melee else None,
            ranged=self.weapons[entry.ranged] if entry.ranged else None,
            abilities=abilities,
            resist=entry.defenses.resist,
            immune=entry.defenses.immune,
            weak=entry.defenses.weak,
            **{name: said[name] if said[name] is not None else usual[name] for name in usual},
            **own,
        )

    def scenario(self, key: str, entry: ScenarioEntry, told: bool) -> profiles.Evening:
        rows = rows_of(entry, told)
        ground = read_ground(rows)
        marks = {mark: ground.board.name(pos) for mark, pos in ground.marks.items()}
        people: list[profiles.Presence] = []
        for one in entry.entry:
            at = one.place if told else marks.get(one.at, one.at)
            people.append(build(profiles.Presence, one.id or one.creature, one, kind=one.creature, at=at))
        title = f"{entry.title} (told)" if told else entry.title
        covered, rooms = cover_on(ground.board, entry)
        own: dict[str, Any] = {"title": title, "rows": rows, "entries": people, "covered": covered, "rooms": rooms}
        return build(profiles.Evening, key, entry, **own)
