"""The shipped content of Phases of Play, and the words in which wrong content is refused."""
# ruff: noqa: E501 - a message stands on one line, as it is shown

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.rulesets.odd_content import odd_values, try_one_odd, try_shuffled

from fracas.engine.board import Grid, Places
from fracas.engine.content import ContentErrors, load_models, schema, toml_files
from fracas.engine.errors import Invalid
from fracas.engine.profile import Place
from fracas.rulesets.phases_of_play.being import PhaseContent
from fracas.rulesets.phases_of_play.content import SCHEMA_MODEL, load
from fracas.rulesets.phases_of_play.content_models import EffectKind, Time
from fracas.rulesets.phases_of_play.maps import read_ground
from fracas.rulesets.phases_of_play.profiles import MODES, Ability, Card, Evening, Presence

PACKAGE = Path(str(files("fracas.rulesets.phases_of_play")))
BUILTIN, CAST = PACKAGE / "data", PACKAGE / "rules" / "cast.toml"
CONTENT = load([BUILTIN])
BOOK = load_models(toml_files([BUILTIN]), SCHEMA_MODEL).model
CHARACTERS = [card for card in CONTENT.cards.values() if card.pc]
NPCS = [card for card in CONTENT.cards.values() if not card.pc]
BOSSES = [card for card in NPCS if card.boss]
SCENARIOS = [scenario for scenario in CONTENT.scenarios.values() if isinstance(scenario, Evening)]


def card_of(entry: Place) -> Card:
    return CONTENT.cards[entry.kind]


def people(scenario: str) -> list[Presence]:
    return [entry for entry in CONTENT.scenarios[scenario].entries if isinstance(entry, Presence)]


PLAYED = [card_of(entry) for scenario in SCENARIOS for entry in scenario.entries]


def carried(card: Card) -> list[Ability]:
    return [*card.abilities, *card.legendary]


# What ships


@pytest.mark.parametrize("path", toml_files([BUILTIN]), ids=lambda path: path.stem)
def test_every_shipped_file_is_sound_by_itself(path: Path) -> None:
    assert load_models([path], SCHEMA_MODEL).origin


def test_as_much_ships_as_was_promised() -> None:
    assert len(CHARACTERS) == 6
    assert len(NPCS) == 10
    assert [len(boss.legendary) for boss in BOSSES] == [3, 3]
    assert [scenario.id for scenario in SCENARIOS if not scenario.id.endswith("-told")] == [
        "burning-granary",
        "counting-house",
        "drakes-ledge",
        "salt-store",
        "weir-parley",
    ]


def test_every_scenario_is_offered_with_a_map_and_without() -> None:
    for scenario in SCENARIOS:
        told = scenario.id.endswith("-told")
        twin = CONTENT.scenarios[scenario.id.removesuffix("-told") if told else scenario.id + "-told"]
        assert isinstance(read_ground(scenario.rows).board, Places if told else Grid)
        assert [entry.id for entry in scenario.entries] == [entry.id for entry in twin.entries]


@pytest.mark.parametrize("card", CHARACTERS, ids=lambda card: card.id)
def test_characters_have_what_every_sheet_has(card: Card) -> None:
    # Three Stats that start at -1, and four points to place.
    assert sum(card.numbers[stat] for stat in ("might", "artifice", "tuning")) == 1
    assert card.vitality == 4 and card.recoveries >= 4 and card.dodges >= 1 and card.favors >= 1
    assert card.ranges["walk"] >= 4 and card.ranges["jump"] >= 1


def test_archetypes_saves_and_skills_start_from_the_stat_of_their_column() -> None:
    sable, tamsin = CONTENT.cards["sable"], CONTENT.cards["tamsin"]
    assert (sable.numbers["edge"], sable.numbers["grit"], sable.numbers["focus"]) == (2, 0, -1)
    assert (sable.numbers["stealth"], sable.numbers["sleight"], sable.numbers["rumor"]) == (2, 3, 2)
    assert (tamsin.numbers["mage"], tamsin.numbers["fighter"], tamsin.numbers["conjuring"]) == (3, -1, 3)


def test_npcs_have_no_ranges_but_their_own() -> None:
    assert CONTENT.cards["lantern-wraith"].ranges == {
        "walk": 0, "jump": 0, "climb": 0, "swim": 0, "fly": 0, "levitate": 4,
    }  # fmt: skip
    assert [card.id for card in NPCS if not card.boss and card.vitality] == []


def test_every_movement_range_belongs_to_somebody() -> None:
    assert [mode for mode in MODES if not any(card.ranges[mode] for card in NPCS)] == []


def test_npcs_fall_into_several_groups() -> None:
    for scenario in SCENARIOS:
        edges = {card_of(entry).numbers["edge"] for entry in scenario.entries if not card_of(entry).pc}
        assert 2 <= len(edges) <= 4, scenario.id


def test_everything_is_in_some_scenario() -> None:
    ids = [card.id for card in PLAYED]
    assert [name for name in CONTENT.cards if name not in ids] == []
    own = [ability for card in PLAYED for ability in carried(card)]
    own += [CONTENT.abilities[id] for scenario in SCENARIOS for id in scenario.environment]
    prepared = [effect.name for ability in own for effect in ability.effects if effect.kind == "prepare"]
    reachable = [ability.id for ability in own] + prepared
    assert [name for name in CONTENT.abilities if name not in reachable] == []
    weapons = [weapon.id for card in PLAYED for weapon in (card.melee, card.ranged) if weapon is not None]
    assert [name for name in CONTENT.weapons if name not in weapons] == []
    lying = [patch.name for scenario in SCENARIOS for patch in read_ground(scenario.rows).zones]
    made = [effect.name for ability in own for effect in ability.effects if effect.kind == "zone"]
    assert [name for name in CONTENT.zones if name not in lying + made] == []


def test_every_time_and_every_kind_of_effect_is_used() -> None:
    abilities = list(load([BUILTIN, CAST]).abilities.values())
    times = {ability.time for ability in abilities}
    assert [time for time in get_args(Time) if time not in times] == []
    kinds = {effect.kind for ability in CONTENT.abilities.values() for effect in ability.effects}
    # A range for a while is what `grants` gives; the effect is there for content of one's own.
    assert [kind for kind in get_args(EffectKind) if kind not in kinds] == ["range"]


def test_every_fleeting_condition_can_be_caught() -> None:
    given = {effect.name for a in CONTENT.abilities.values() for effect in a.effects if effect.kind == "condition"}
    strains = {ability.strain for ability in CONTENT.abilities.values()}
    assert [kind.id for kind in CONTENT.conditions.values() if kind.fleeting and kind.id not in given] == ["strained"]
    assert {"straining", "exhausting"} <= strains


def test_every_condition_cites_a_paragraph_that_exists() -> None:
    rules = "\n".join([path.read_text(encoding="utf-8") for path in (BUILTIN.parent / "rules").glob("*.md")])
    assert [id for id, kind in BOOK.condition.items() if f"## {kind.paragraph} " not in rules] == []


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_a_scenario_is_complete(scenario: Evening) -> None:
    written = BOOK.scenario[scenario.id.removesuffix("-told")]
    assert scenario.description and scenario.teaches and scenario.notes and written.goal and written.second_goal
    assert scenario.environment and read_ground(scenario.rows).zones
    for entry in scenario.entries:
        assert (entry.seat != "gm") == (entry.side == "heroes") == card_of(entry).pc
    seats = [entry.seat for entry in scenario.entries if card_of(entry).pc]
    assert len(seats) == len(set(seats)) and len(seats) in (4, 6)


def test_what_the_scenarios_show() -> None:
    sneak, granary = people("counting-house"), CONTENT.scenarios["burning-granary"]
    assert any(entry.sneaky for entry in sneak if card_of(entry).pc)
    assert {entry.alert for entry in sneak if not card_of(entry).pc} == {0, 1, 2}
    ground = read_ground(granary.rows)
    assert isinstance(ground.board, Grid)
    heights = {ground.board.height_at(pos) for pos in range(ground.board.size)}
    assert {0, 1, 2, 3, 6} <= heights
    assert {(patch.name, patch.stacks) for patch in ground.zones} >= {("fire", 1), ("fire", 2)}
    assert [entry.kind for entry in people("weir-parley") if card_of(entry).boss] == ["weir-lady"]
    assert [entry.kind for entry in people("drakes-ledge") if card_of(entry).boss] == ["cinder-drake"]


@pytest.mark.parametrize("scenario", [one for one in SCENARIOS if one.id.endswith("-told")], ids=lambda one: one.id)
def test_every_place_can_be_reached(scenario: Evening) -> None:
    joined: dict[str, list[str]] = {}
    names = next(row for row in scenario.rows if row.startswith("places ")).split()[1:]
    for row in scenario.rows:
        first, second = row.split()[:2]
        if first in names and second in names:
            joined.setdefault(first, []).append(second)
            joined.setdefault(second, []).append(first)
    seen, open_ = [names[0]], [names[0]]
    while open_:
        for name in joined.get(open_.pop(), []):
            if name not in seen:
                seen.append(name)
                open_.append(name)
    assert sorted(seen) == sorted(names)


def test_profiles_are_shared_by_reference() -> None:
    sable = CONTENT.cards["sable"]
    assert sable.melee is CONTENT.weapons["throwing-knives"] and sable.ranged is sable.melee
    assert sable.abilities[0] is CONTENT.abilities["smoke-bottle"]


def test_loading_twice_gives_one_hash() -> None:
    assert load([BUILTIN]).hash == CONTENT.hash


def test_the_people_of_the_examples_load_beside_the_shipped_content() -> None:
    content = load([BUILTIN, CAST])
    assert "alice" in content.cards and "alice" not in CONTENT.cards


def test_the_schema_lists_every_section() -> None:
    made: Any = schema(SCHEMA_MODEL)
    assert list(made["properties"]) == ["condition", "zone", "weapon", "ability", "character", "npc", "scenario"]


# Extra content

RAT = '[npc.rat]\nname = "Rat"\nhealth = 2\n'
GIL = '[character.gil]\nname = "Gil"\n'
PUNCH = '[ability.x]\nname = "X"\ntime = "action"\neffects = [{ kind = "damage", amount = 2 }]\n'
SPEAR = '[weapon.x]\nname = "X"\nkind = "thrown"\n'
SCENE = '[scenario.x]\ntitle = "X"\ndescription = "X"\nmap = ["A..#", "B..."]\n'
TOLD = SCENE.replace('map = ["A..#", "B..."]', 'places = ["gate", "yard"]\nlinks = [["gate", "yard", "spitting"]]')
HERO = 'creature = "bram"\nside = "heroes"\nat = "A"\nplace = "gate"'
FOE = 'creature = "hound"\nside = "foes"\nat = "B"\nplace = "yard"'


def with_extra(folder: Path, text: str) -> PhaseContent:
    path = folder / "extra.toml"
    path.write_text(text, encoding="utf-8")
    return load([BUILTIN, path])


def refuse(folder: Path, text: str) -> list[str]:
    with pytest.raises(ContentErrors) as caught:
        with_extra(folder, text)
    return [str(error) for error in caught.value.errors]


def changed(base: str, line: str) -> str:
    key = line.partition(" = ")[0]
    kept = [old for old in base.splitlines() if not old.startswith(f"{key} = ")]
    return "\n".join([*kept, line, ""])


def scene(*entries: str, head: str = SCENE) -> str:
    return head + "".join([f"[[scenario.x.entry]]\n{entry}\n" for entry in entries])


def punch(*lines: str) -> str:
    text = PUNCH
    for line in lines:
        text = changed(text, line)
    return text


def effect(inner: str, *lines: str) -> str:
    return punch("effects = [{ " + inner + " }]", *lines)


def test_a_file_of_one_npc_may_be_added(tmp_path: Path) -> None:
    content = with_extra(tmp_path, RAT)
    rat = content.cards["rat"]
    assert (rat.vitality, rat.dodges, rat.favors, rat.ranges["walk"], rat.ranges["jump"]) == (0, 0, 0, 4, 1)
    assert content.hash != CONTENT.hash


def test_a_scenario_may_have_places_alone(tmp_path: Path) -> None:
    content = with_extra(tmp_path, scene(HERO, FOE, head=TOLD))
    assert content.scenarios["x"].entries[0].at == "gate"
    assert "x-told" not in content.scenarios


def test_beats_are_one_unless_it_is_free_or_says_otherwise(tmp_path: Path) -> None:
    content = with_extra(tmp_path, PUNCH + PUNCH.replace("ability.x", "ability.y").replace('"action"', '"free-action"'))
    assert (content.abilities["x"].beats, content.abilities["y"].beats) == (1, 0)


def test_the_largest_fit_into_a_scenario_too(tmp_path: Path) -> None:
    """Their squares were missing from the table that checks places."""
    whale = RAT.replace("npc.rat", "npc.whale") + 'size = "gargantuan"\n'
    foe = FOE.replace('"hound"', '"whale"')
    expected = "room for 4 squares a side on the map"
    assert refuse(tmp_path, whale + scene(HERO, foe)) == [
        f"extra.toml: scenario.x.entry[1].at: got 'B', expected {expected}"
    ]


def test_extra_content_overrides_only_when_it_says_so(tmp_path: Path) -> None:
    again = RAT.replace("npc.rat", "npc.hound")
    expected = "an id that npcs.toml does not define already, or replace = true"
    assert refuse(tmp_path, again) == [f"extra.toml: npc.hound: got 'hound', expected {expected}"]
    assert with_extra(tmp_path, again + "replace = true\n").cards["hound"].name == "Rat"


WRONG = {
    "misspelt key": (changed(RAT, "helth = 2"), "npc.rat.helth: got 2, expected a known key; did you mean 'health'?"),
    "no health": (changed(RAT, "health = 0"), "npc.rat.health: got 0, expected a whole number from 1 to 200"),
    "size": (changed(RAT, 'size = "larg"'), "npc.rat.size: got 'larg', expected one of tiny, small, medium, large, huge, gargantuan; did you mean 'large'?"),
    "modifier": (changed(GIL, "might = 10"), "character.gil.might: got 10, expected a whole number from -9 to 9"),
    "unknown range": (changed(RAT, "ranges = { crawl = 2 }"), "npc.rat.ranges.crawl: got 'crawl', expected one of walk, jump, climb, swim, fly, levitate..."),
    "no range at all": (changed(RAT, "ranges = { walk = 0 }"), "npc.rat.ranges: got {'walk': 0}, expected at least one movement range above 0"),
    "unknown skill": (changed(GIL, "skills = { stelth = 1 }"), "character.gil.skills.stelth: got 'stelth', expected one of..."),
    "unknown weapon": (changed(GIL, 'melee = "mall"'), "character.gil.melee: got 'mall', expected a known weapon (nearest: maul..."),
    "bow in melee": (changed(GIL, 'melee = "short-bow"'), "character.gil.melee: got 'short-bow', expected a melee or thrown weapon"),
    "maul at range": (changed(GIL, 'ranged = "maul"'), "character.gil.ranged: got 'maul', expected a ranged or thrown weapon"),
    "unknown ability": (changed(GIL, 'abilities = ["brase"]'), "character.gil.abilities[0]: got 'brase', expected a known ability (nearest: brace..."),
    "legendary on a sheet": (changed(RAT, 'abilities = ["undertow"]'), "npc.rat.abilities[0]: got 'undertow', expected no legendary ability; that is for another list"),
    "environment on a sheet": (changed(GIL, 'abilities = ["tower-bell"]'), "character.gil.abilities[0]: got 'tower-bell', expected no environment ability; that is for another list"),
    "legendary but no boss": (changed(RAT, 'legendary = ["undertow"]'), "npc.rat.legendary: got ['undertow'], expected boss = true for whoever has legendary abilities"),
    "not legendary": (changed(RAT, 'boss = true\nvitality = 1\nlegendary = ["brace"]'), "npc.rat.legendary[0]: got 'brace', expected an ability with time = legendary"),
    "boss without vitality": (changed(RAT, "boss = true"), "npc.rat.vitality: got nothing, expected Vitality of at least 1 for a boss"),
    "boss of players": (changed(GIL, "boss = true"), "character.gil.boss: got True, expected one of the keys..."),
    "alert": (changed(RAT, "alert = 3"), "npc.rat.alert: got 3, expected a whole number from 0 to 2"),
    "unknown defence": (changed(RAT, 'defenses = { resist = ["fyre"] }'), "npc.rat.defenses.resist[0]: got 'fyre', expected a known type of damage (nearest: fire..."),
    "resist a condition": (changed(RAT, 'defenses = { resist = ["slowed"] }'), "npc.rat.defenses.resist[0]: got 'slowed', expected a known type of damage..."),
    "breathes": (changed(RAT, 'breathes = "fire"'), "npc.rat.breathes: got 'fire', expected one of air, water, both, none..."),
    "character and npc": (RAT.replace("npc.rat", "npc.bram"), "npc.bram.name: got 'Rat', expected an id that no character has"),
    "weapon kind": (changed(SPEAR, 'kind = "throw"'), "weapon.x.kind: got 'throw', expected one of melee, ranged, thrown; did you mean 'thrown'?"),
    "weapon damage": (changed(SPEAR, "damage = 10"), "weapon.x.damage: got 10, expected a whole number from 0 to 9"),
    "true weapon": (changed(SPEAR, 'type = "true"'), "weapon.x.type: got 'true', expected one of blunt, sharp, shock, fire, ice, caustic, planar..."),
    "no time": (PUNCH.replace('time = "action"\n', ""), "ability.x.time: got nothing, expected one of action, free-action, slow-action, reaction, free-reaction, legendary, environment, passive (required)"),
    "three beats": (punch("beats = 3"), "ability.x.beats: got 3, expected a whole number from 0 to 2"),
    "beats of a free action": (punch('time = "free-action"', "beats = 1"), "ability.x.beats: got 1, expected no Beats for what is free"),
    "no beats of an action": (punch("beats = 0"), "ability.x.beats: got 0, expected 1 or 2 Beats, or a free time"),
    "reaction without trigger": (punch('time = "reaction"'), "ability.x.trigger: got '', expected a trigger for a reaction, and none for anything else"),
    "action with trigger": (punch('trigger = "hurt"'), "ability.x.trigger: got 'hurt', expected a trigger for a reaction, and none for anything else"),
    "unknown trigger": (punch('time = "reaction"', 'trigger = "hit"'), "ability.x.trigger: got 'hit', expected one of..."),
    "far self": (punch('target = "self"'), "ability.x.range: got 'swinging', expected self with target = self, and a distance without"),
    "no distance": (punch('range = "self"'), "ability.x.range: got 'self', expected self with target = self, and a distance without"),
    "unknown distance": (punch('range = "throw"'), "ability.x.range: got 'throw', expected one of self, swinging, spitting, throwing, shooting, sniping..."),
    "shape without size": (punch('target = "point"', 'shape = "cone"'), "ability.x.area: got 0, expected a size with a shape, and none without"),
    "size without shape": (punch("area = 2"), "ability.x.area: got 2, expected a size with a shape, and none without"),
    "shape around somebody": (punch('shape = "cone"', "area = 2"), "ability.x.shape: got 'cone', expected none, or target = point or burst"),
    "burst without shape": (punch('target = "burst"'), "ability.x.shape: got 'none', expected a shape for a burst"),
    "cause of an action": (punch('target = "cause"'), "ability.x.target: got 'cause', expected a trigger that has a cause and a victim"),
    "several points": (punch('target = "point"', "count = 2"), "ability.x.count: got 2, expected 1, unless whoever is targeted is chosen"),
    "requirement": (punch('requires = ["sneeky"]'), "ability.x.requires[0]: got 'sneeky', expected one of sneaky, shield, standing, free-hand, recovery, kit, unhurt; did you mean 'sneaky'?"),
    "no effect": (punch("effects = []"), "ability.x.effects: got [], expected at least one effect, or grants"),
    "grants for a moment": (punch("grants = { fly = 2 }"), "ability.x.grants: got {'fly': 2}, expected lasts, or time = passive, for what is granted"),
    "passive that acts": (punch('time = "passive"', "grants = { fly = 2 }"), "ability.x.effects: got 1, expected grants alone for a passive ability"),
    "passive that ends": (punch('time = "passive"', "effects = []", "grants = { fly = 2 }", "lasts = 1"), "ability.x.lasts: got 1, expected 0 for a passive ability, which always holds"),
    "unknown kind": (effect('kind = "damge"'), "ability.x.effects[0].kind: got 'damge', expected one of..."),
    "unknown outcome": (effect('kind = "damage", on = ["hi"]'), "ability.x.effects[0].on[0]: got 'hi', expected one of fumble, low, mixed, high, crit..."),
    "dice": (effect('kind = "heal", dice = "d"'), "ability.x.effects[0].dice: got 'd', expected dice such as 1d6+1..."),
    "unknown condition": (effect('kind = "condition", name = "slow"'), "ability.x.effects[0].name: got 'slow', expected a known condition (nearest: slowed..."),
    "unknown zone": (effect('kind = "zone", name = "fir"'), "ability.x.effects[0].name: got 'fir', expected a known zone (nearest: fire..."),
    "unknown mode": (effect('kind = "range", name = "flight"'), "ability.x.effects[0].name: got 'flight', expected a known movement range..."),
    "unknown boon": (effect('kind = "boon", name = "save"'), "ability.x.effects[0].name: got 'save', expected a known boon (nearest: saves..."),
    "cleanse what": (effect('kind = "cleanse", name = "all"'), "ability.x.effects[0].name: got 'all', expected a known condition, or any..."),
    "prepare what": (effect('kind = "prepare", name = "bracing"'), "ability.x.effects[0].name: got 'bracing', expected a known ability (nearest: brac..."),
    "prepare an action": (effect('kind = "prepare", name = "brace"'), "ability.x.effects[0].name: got 'brace', expected a reaction or a free reaction"),
    "name of damage": (effect('kind = "damage", name = "fire"'), "ability.x.effects[0].name: got 'fire', expected no name for damage"),
    "saved without save": (effect('kind = "damage", saved = "half"'), "ability.x.effects[0].saved: got 'half', expected a save, for what a passed one leaves"),
    "to the cause of nothing": (effect('kind = "damage", to = "cause"'), "ability.x.effects[0].to: got 'cause', expected a trigger that has a cause and a victim"),
    "stacks": ('[condition.x]\nname = "X"\nparagraph = "13.1"\nmost = 0\n', "condition.x.most: got 0, expected a whole number from 1 to 9"),
    "paragraph": ('[condition.x]\nname = "X"\nparagraph = "13"\n', "condition.x.paragraph: got '13', expected a rule paragraph such as 12.3"),
    "unknown creature": (scene(HERO.replace("bram", "brem"), FOE), "scenario.x.entry[0].creature: got 'brem', expected a known character or npc (nearest: bram..."),
    "off the map": (scene(HERO.replace('"A"', '"e1"'), FOE), "scenario.x.entry[0].at: got 'e1', expected a mark of the map (A, B) or a square from a1 to d2"),
    "unknown mark": (scene(HERO.replace('"A"', '"C"'), FOE), "scenario.x.entry[0].at: got 'C', expected a mark of the map (A, B) or a square from a1 to d2"),
    "nowhere": (scene(HERO.replace('at = "A"\n', ""), FOE), "scenario.x.entry[0].at: got '', expected a mark of the map (A, B) or a square from a1 to d2"),
    "neither mark nor square": (scene(HERO.replace('"A"', '"A1"'), FOE), "scenario.x.entry[0].at: got 'A1', expected a mark or a square such as c4"),
    "in the wall": (scene(HERO.replace('"A"', '"d1"'), FOE), "scenario.x.entry[0].at: got 'd1', expected squares to stand on, but d1 is blocked"),
    "square taken": (scene(HERO, FOE.replace('"B"', '"a1"')), "scenario.x.entry[1].at: got 'a1', expected free squares, but bram stands on a1"),
    "too big": (scene(HERO, FOE.replace("hound", "stone-porter")), "scenario.x.entry[1].at: got 'B', expected room for 2 squares a side on the map"),
    "same id": (scene(HERO, FOE, FOE.replace('"B"', '"c2"')), "scenario.x.entry[2].id: got 'hound', expected an id no other combatant of the scenario has"),
    "one side": (scene(HERO, HERO.replace('"A"', '"B"') + '\nid = "other"'), "scenario.x.entry: got nothing, expected somebody on the side of the foes"),
    "seat": (scene(HERO + '\nseat = "player0"', FOE), "scenario.x.entry[0].seat: got 'player0', expected gm, or player1 to player9"),
    "experience of an npc": (scene(HERO, FOE + "\nxp = 1"), "scenario.x.entry[1].xp: got 1, expected 0 for an NPC, which gains no experience"),
    "experience": (scene(HERO + "\nxp = 21", FOE), "scenario.x.entry[0].xp: got 21, expected a whole number from 0 to 20"),
    "no ground": (scene(HERO, FOE, head=SCENE.replace('map = ["A..#", "B..."]\n', "")), "scenario.x.map: got nothing, expected a map, places, or both"),
    "ragged map": (scene(HERO, FOE, head=SCENE.replace("A..#", "A.#")), "scenario.x.map: got 'B...', expected 3 squares like row 1, not 4 (row 2)"),
    "unknown glyph": (scene(HERO, FOE, head=SCENE.replace("#", "%")), "scenario.x.map: got '%', expected one of . # o O w H = c X _ 1 2 3 4 5 6 7 8 9, or a letter or digit as a mark (row 1, column 4)"),
    "mark twice": (scene(HERO, FOE, head=SCENE.replace("#", "A")), "scenario.x.map: got 'A', expected each mark once (row 1, column 4)"),
    "row with a space": (scene(HERO, FOE, head=SCENE.replace("A..#", "A. #")), "scenario.x.map[0]: got 'A. #', expected a row of the map, without spaces"),
    "links of nothing": (scene(HERO, FOE, head=SCENE + 'links = [["a", "b", "spitting"]]\n'), "scenario.x.links: got 1, expected places for the links to join"),
    "link to nowhere": (scene(HERO, FOE, head=TOLD.replace('"gate", "yard", "sp', '"gate", "barn", "sp')), "scenario.x.links[0]: got 'barn', expected..."),
    "unknown band": (scene(HERO, FOE, head=TOLD.replace("spitting", "far")), "scenario.x.links[0]: got 'far', expected..."),
    "half a link": (scene(HERO, FOE, head=TOLD.replace(', "spitting"', "")), "scenario.x.links[0]: got ['gate', 'yard'], expected [a, b, distance, sight, cover, climb], the last three if they matter"),
    "a word for a link": (scene(HERO, FOE, head=TOLD.replace('links = [', 'links = [["gate"], ')), "scenario.x.links[0]: got ['gate'], expected [a, b, distance, sight, cover, climb], the last three if they matter"),
    "a link twice": (scene(HERO, FOE, head=TOLD.replace('links = [', 'links = [["yard", "gate", "throwing"], ')), "scenario.x.links: got 'yard', expected one link only..."),
    "unknown place": (scene(HERO.replace("gate", "gat"), FOE, head=TOLD), "scenario.x.entry[0].place: got 'gat', expected one of the places gate, yard"),
    "zone of what": (scene(HERO, FOE, head=SCENE + 'zones = [["b1", "fires", 1]]\n'), "scenario.x.zones[0]: got ['b1', 'fires', 1], expected [square or place, a known zone, stacks, altitudes]"),
    "zone off the map": (scene(HERO, FOE, head=SCENE + 'zones = [["b1", "fire"], ["z9", "fire", 1]]\n'), "scenario.x.zones[1]: got 'z9', expected..."),
    "no stacks": (scene(HERO, FOE, head=SCENE + 'zones = [["b1", "fire", 0]]\n'), "scenario.x.zones[0]: got '0', expected 1 to 9 stacks (zone)"),
    "zone in no place": (scene(HERO, FOE, head=TOLD + 'zones = [["b1", "fire", 1]]\n'), "scenario.x.zones[0]: got ['b1', 'fire', 1], expected one of the places gate, yard"),
    "light": (scene(HERO, FOE, head=SCENE + 'lights = [["b1", "glaring"]]\n'), "scenario.x.lights[0]: got 'light b1 glaring', expected light SQUARE dim|bright (light)"),
    "unknown environment": (scene(HERO, FOE, head=SCENE + 'environment = ["towerbell"]\n'), "scenario.x.environment[0]: got 'towerbell', expected a known ability (nearest: tower-bell..."),
    "not of the environment": (scene(HERO, FOE, head=SCENE + 'environment = ["brace"]\n'), "scenario.x.environment[0]: got 'brace', expected an ability with time = environment"),
    "two lines": (scene(HERO, FOE, head=SCENE.replace('description = "X"', 'description = "X\\nY"')), "scenario.x.description: got 'X\\nY', expected one line of 1 to 160 characters"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_wrong_content_is_refused_in_exact_words(tmp_path: Path, name: str) -> None:
    text, expected = WRONG[name]
    found = refuse(tmp_path, text)
    head, _, _ = expected.partition("...")
    if head != expected:
        assert len(found) == 1 and found[0].startswith("extra.toml: " + head)
    else:
        assert found == ["extra.toml: " + expected]


def test_faults_between_files_come_all_at_once(tmp_path: Path) -> None:
    found = refuse(
        tmp_path, changed(RAT, 'abilities = ["first-thing", "second-thing"]') + punch("area = 2", "beats = 0")
    )
    assert [line.split(": got")[0] for line in found] == [
        "extra.toml: ability.x.beats",
        "extra.toml: ability.x.area",
        "extra.toml: npc.rat.abilities[0]",
        "extra.toml: npc.rat.abilities[1]",
    ]


ODD = odd_values('["fire"]', '["brace"]', "[[1]]")


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_shuffled_content_raises_content_errors_or_loads(tmp_path: Path, data: st.DataObject) -> None:
    try_shuffled(with_extra, tmp_path, data, [snippet for snippet, _ in WRONG.values()], ODD)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_one_odd_value_raises_content_errors_or_loads(tmp_path: Path, data: st.DataObject) -> None:
    head = SCENE + 'places = ["gate", "yard"]\nlinks = [["gate", "yard", "spitting"]]\nzones = [["b1", "fire", 1]]\n'
    try_one_odd(
        with_extra,
        tmp_path,
        data,
        RAT + GIL + SPEAR + PUNCH.replace("ability.x", "ability.y") + scene(HERO, FOE, head=head),
        ODD,
    )


def test_a_link_of_places_takes_climb_and_nothing_made_up() -> None:
    """Both ends know the face, and a word that means nothing is answered with all that do."""
    ground = read_ground(["places yard roof", "yard roof spitting partial half climb"])
    assert [ground.board.tags_at(pos) for pos in (0, 1)] == [["climb:roof"], ["climb:yard"]]
    with pytest.raises(Invalid, match="clear, partial or none, then half, total or none, then climb"):
        read_ground(["places yard roof", "yard roof spitting crawl"])


def test_every_faulty_link_is_named_and_what_else_is_wrong_too(tmp_path: Path) -> None:
    links = 'links = [["gate"], ["gate", "barn", "spitting"], '
    found = refuse(
        tmp_path, scene(HERO, FOE, head=TOLD.replace("links = [", links) + 'zones = [["yard", "fire", 99]]\n')
    )
    keys = [line.split(": ")[1] for line in found]
    assert keys == ["scenario.x.links[0]", "scenario.x.links[1]", "scenario.x.zones[0]"]


def test_a_number_in_a_table_is_told_its_bound(tmp_path: Path) -> None:
    found = refuse(tmp_path, '[npc.bug]\nname = "Bug"\ntext = "B."\nranges = { walk = -3 }\n')
    assert "extra.toml: npc.bug.ranges.walk: got -3, expected a whole number from 0 to 50" in found
