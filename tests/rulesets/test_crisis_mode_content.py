"""The shipped content of Crisis Mode, and the words in which wrong content is refused."""
# ruff: noqa: E501 - a message stands on one line, as it is shown

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.rulesets.odd_content import odd_values, try_one_odd, try_shuffled

from fracas.engine.board.maps import read_map
from fracas.engine.content import ContentErrors, load_models, schema, toml_files
from fracas.engine.dice import parse
from fracas.engine.profile import Place
from fracas.engine.registry import load_ruleset
from fracas.rulesets.crisis_mode.content import SCHEMA_MODEL, load
from fracas.rulesets.crisis_mode.content_models import ConditionEntry
from fracas.rulesets.crisis_mode.fighter import CrisisContent
from fracas.rulesets.crisis_mode.profiles import Creature, Crisis, Inflict, Post

BUILTIN = Path(str(files("fracas.rulesets.crisis_mode"))) / "data"
CONTENT = load([BUILTIN])
BY_RULES = [
    "ran", "rushed", "aimed", "all-out", "parried", "dying", "stabilised", "incapacitated", "dead",
]  # fmt: skip
"""Conditions that actions and wounds bring by themselves, so that no card need name them."""

VOCABULARY = [
    *BY_RULES, "bleeding", "stunned", "rooted", "slowed", "blinded", "dazed", "deafened", "exhausted", "fatigued",
    "frightened", "restrained", "silenced",
]  # fmt: skip
ARRAYS = [
    [7, 7, 7, 6], [8, 7, 7, 5], [8, 7, 6, 6], [8, 8, 5, 5], [8, 8, 7, 4], [8, 8, 8, 3], [9, 6, 6, 5], [9, 7, 5, 5],
    [9, 7, 6, 4], [9, 8, 5, 4], [10, 6, 5, 4], [10, 5, 5, 5], [10, 7, 4, 4], [11, 5, 4, 4], [12, 4, 4, 3],
]  # fmt: skip
WEAPON_TABLE = (
    "shortsword broadsword bastard-sword greatsword baton club mace warhammer morningstar hatchet battle-axe broad-axe "
    "sparth-axe poleaxe belt-knife dagger sax fencing-shortsword backsword rapier javelin spear pike shortbow hunting-bow "
    "longbow crossbow arbalest sling throwing-knife throwing-axe unarmed"
)


def tagged(tag: str) -> list[Creature]:
    return [creature for creature in CONTENT.creatures.values() if tag in creature.tags]


def creature_of(entry: Place) -> Creature:
    return CONTENT.creatures[entry.kind]


def played() -> list[Creature]:
    return [creature_of(entry) for scenario in CONTENT.scenarios.values() for entry in scenario.entries]


# What ships


@pytest.mark.parametrize("path", toml_files([BUILTIN]), ids=lambda path: path.stem)
def test_every_shipped_file_is_sound_by_itself(path: Path) -> None:
    loaded = load_models([path], SCHEMA_MODEL)
    assert loaded.origin


def test_as_much_ships_as_was_promised() -> None:
    assert len(tagged("hero")) >= 6
    assert len(tagged("foe")) >= 10
    assert len(CONTENT.spells) >= 6
    assert {"first-duel", "party-against-band", "ambush", "boss-and-bodyguard"} <= set(CONTENT.scenarios)


def test_all_words_of_the_tables_are_there() -> None:
    assert [word for word in WEAPON_TABLE.split() if word not in CONTENT.weapons] == []
    assert [
        word for word in "padded leather chainmail scale plate full-helm".split() if word not in CONTENT.armours
    ] == []
    shields = "buckler roundel targe heater kite pavise tower".split()
    assert [word for word in shields if word not in CONTENT.shields] == []
    assert [word for word in VOCABULARY if word not in CONTENT.conditions] == []


def test_figures_of_the_tables() -> None:
    weapons = CONTENT.weapons
    axe = weapons["broad-axe"]
    assert (axe.check, axe.min_one, axe.min_two, axe.damage, axe.reach_high) == ("brawn", 8, 6, "d8", 1)
    arbalest = weapons["arbalest"]
    assert (arbalest.hands, arbalest.min_one, arbalest.min_two, arbalest.reload_min) == (2, 0, 6, 10)
    assert (arbalest.base_range, arbalest.range_limit, arbalest.reach_high) == (10, 40, 0)
    spear = weapons["spear"]
    assert (spear.thrown, spear.base_range, spear.range_limit, spear.reach_high) == (True, 6, 24, 2)
    assert weapons["dagger"].categories == ["knife", "fencing"]
    assert (weapons["unarmed"].half_brawn, weapons["unarmed"].damage, weapons["unarmed"].natural) == (True, "", True)
    assert [(a.reduction, a.min) for a in (CONTENT.armours[n] for n in ("leather", "scale", "plate"))] == [
        (1, 6),
        (3, 9),
        (5, 12),
    ]
    kite = CONTENT.shields["kite"]
    assert (kite.defense, kite.min, kite.spell) == (3, 10, -3)


def test_figures_of_the_conditions() -> None:
    kinds = CONTENT.conditions
    assert (kinds["bleeding"].each_reset_hp, kinds["bleeding"].check_stats, kinds["bleeding"].check_challenge) == (
        -1,
        ["brawn", "nerve"],
        9,
    )
    assert (kinds["ran"].adjusts["defense"], kinds["ran"].per_value, kinds["ran"].ends) == (-1, True, "reset")
    assert (kinds["all-out"].adjusts["defense"], kinds["parried"].adjusts["attack"]) == (-3, -2)
    assert (
        kinds["slowed"].adjusts["ap_roll"],
        kinds["fatigued"].adjusts["ap_roll"],
        kinds["exhausted"].adjusts["ap_roll"],
    ) == (-3, -2, -3)
    assert (kinds["blinded"].adjusts["attack"], kinds["blinded"].adjusts["defense"]) == (-5, -5)
    assert [kinds[name].hit_challenge for name in ("stunned", "incapacitated", "restrained")] == [6, 6, 6]
    assert kinds["dazed"].bars == ["attack", "spell", "reflex"]
    assert (kinds["dazed"].step_limit, kinds["dazed"].adjusts["defense"]) == (1, -2)


@pytest.mark.parametrize("hero", tagged("hero"), ids=lambda hero: hero.id)
def test_a_hero_has_stats_of_one_of_the_arrays(hero: Creature) -> None:
    assert sorted(hero.stats.values(), reverse=True) in ARRAYS


def test_all_dice_of_the_content_can_be_thrown() -> None:
    texts = [weapon.damage for weapon in CONTENT.weapons.values()]
    texts += [text for spell in CONTENT.spells.values() for text in (spell.damage, spell.heal)]
    texts += [item.heal for item in CONTENT.items.values()]
    for text in texts:
        if text not in ("", "effect"):
            low = parse(text).low
            assert low is not None and low >= 0


def inflicted(creatures: list[Creature]) -> list[Inflict]:
    found: list[Inflict] = []
    for creature in creatures:
        for weapon in creature.weapons:
            found += weapon.inflicts
        for spell in creature.spells:
            found += spell.inflicts
        for item in creature.items:
            found += item.inflicts
    return found


def test_every_condition_is_caused_by_something_somebody_plays() -> None:
    caused = [inflict.kind.id for inflict in inflicted(played())]
    assert [name for name in CONTENT.conditions if name not in caused and name not in BY_RULES] == []


def test_every_creature_spell_and_item_is_in_some_scenario() -> None:
    creatures = played()
    carried = [item.id for creature in creatures for item in creature.items]
    for scenario in CONTENT.scenarios.values():
        assert isinstance(scenario, Crisis)
        for entry in scenario.entries:
            assert isinstance(entry, Post)
            carried += [item.id for item in entry.items]
        carried += [lying.thing for lying in scenario.ground]
    known = [spell.id for creature in creatures for spell in creature.spells]
    names = [creature.id for creature in creatures]
    assert [name for name in CONTENT.creatures if name not in names] == []
    assert [name for name in CONTENT.spells if name not in known] == []
    assert [name for name in CONTENT.items if name not in carried] == []


def test_every_adjustment_and_flag_of_the_vocabulary_is_used_by_some_condition() -> None:
    conditions = load_models(toml_files([BUILTIN]), SCHEMA_MODEL).model.condition.values()
    fields = [name for name in ConditionEntry.model_fields if name not in ("replace", "icon", "portrait")]
    assert [name for name in fields if not any(getattr(kind, name) for kind in conditions)] == []


def test_casters_can_pay_for_their_dearest_spell() -> None:
    for creature in CONTENT.creatures.values():
        stats = creature.stats
        mana = creature.mp or max(stats["savvy"], stats["nerve"]) + min(stats["savvy"], stats["nerve"]) // 2
        assert all(spell.mp <= mana for spell in creature.spells), creature


@pytest.mark.parametrize("scenario", CONTENT.scenarios.values(), ids=lambda scenario: scenario.id)
def test_the_sides_of_a_scenario_can_reach_each_other(scenario: Crisis) -> None:
    grid, _ = read_map(scenario.rows)
    heroes = [entry for entry in scenario.entries if entry.side == "heroes"]
    foes = [entry for entry in scenario.entries if entry.side == "foes"]
    assert scenario.description and scenario.teaches and scenario.notes
    for hero in heroes:
        for foe in foes:
            assert grid.opened().path(grid.parse(hero.at), grid.parse(foe.at), creature_of(hero).size, set())


def test_what_the_four_scenarios_show() -> None:
    ambush = CONTENT.scenarios["ambush"]
    assert isinstance(ambush, Crisis)
    assert ambush.surprised == ["heroes"]
    assert any(entry.hidden for entry in ambush.entries)
    guards = [creature_of(entry) for entry in CONTENT.scenarios["boss-and-bodyguard"].entries if entry.side == "foes"]
    assert any("boss" in guard.tags for guard in guards)
    assert any({"parry", "counterattack"} <= set(guard.abilities) and "boss" not in guard.tags for guard in guards)
    assert len(CONTENT.scenarios["first-duel"].entries) == 2


def test_sizes_and_free_steps_follow_the_build_unless_said() -> None:
    creatures = CONTENT.creatures
    shown = [
        (creatures[name].size, creatures[name].free_steps) for name in ("dorrim", "haldis", "crag-hulk", "mire-drake")
    ]
    assert shown == [(1, 1), (1, 2), (2, 3), (3, 5)]


def test_profiles_are_shared_by_reference() -> None:
    assert CONTENT.creatures["haldis"].weapons[0] is CONTENT.weapons["broad-axe"]
    assert CONTENT.items["fire-scroll"].spell is CONTENT.spells["fire-bolt"]


def test_loading_twice_gives_one_hash() -> None:
    assert load([BUILTIN]).hash == CONTENT.hash


def test_training_is_told_apart_from_abilities() -> None:
    haldis = CONTENT.creatures["haldis"]
    assert (haldis.abilities, haldis.training) == (["counterattack"], {"axe": 1})


def test_costs_and_shield_adjustment_of_spells() -> None:
    bolt, burst, mend = (CONTENT.spells[name] for name in ("fire-bolt", "cinder-burst", "mend-wounds"))
    assert (bolt.price.say(), burst.price.say()) == ("2 AP", "3/Only")
    assert (bolt.shield_applies, mend.shield_applies) == (True, False)


def test_a_blow_that_stuns_carries_its_challenge() -> None:
    chime = CONTENT.spells["bone-chime"].inflicts[0]
    assert (chime.kind.id, chime.value) == ("stunned", 8)
    assert CONTENT.spells["blessing"].inflicts[0].value == 1


def test_the_schema_lists_every_section() -> None:
    made: Any = schema(SCHEMA_MODEL)
    assert list(made["properties"]) == [
        "condition", "spell", "weapon", "armour", "shield", "item", "creature", "scenario",
    ]  # fmt: skip
    assert made["$defs"]["SpellEntry"]["properties"]["ap"]["enum"] == [
        1,
        2,
        3,
        "1",
        "2",
        "3",
        "1/only",
        "2/only",
        "3/only",
    ]


def test_nobody_has_points_before_the_first_roll() -> None:
    enc = load_ruleset("crisis_mode").start("ambush", {}, ["1", "2"])
    assert {one.value_of("ap") for one in enc.combatants.values()} == {"0"}


# Extra content

RAT = (
    '[creature.rat]\nname = "Rat"\nbuild = "small"\nbrawn = 1\nfinesse = 5\nsavvy = 1\nnerve = 1\nweapons = ["bite"]\n'
)


def with_extra(folder: Path, text: str) -> CrisisContent:
    path = folder / "extra.toml"
    path.write_text(text, encoding="utf-8")
    return load([BUILTIN, path])


def refuse(folder: Path, text: str) -> list[str]:
    with pytest.raises(ContentErrors) as caught:
        with_extra(folder, text)
    return [str(error) for error in caught.value.errors]


def test_a_file_of_creatures_alone_may_be_added(tmp_path: Path) -> None:
    content = with_extra(tmp_path, RAT)
    assert content.creatures["rat"].weapons == [content.weapons["bite"]]
    assert content.hash != CONTENT.hash


def test_the_people_of_the_examples_load_beside_the_shipped_content() -> None:
    content = load([BUILTIN, BUILTIN.parent / "rules" / "cast.toml"])
    assert "lunk" in content.creatures and "lunk" not in CONTENT.creatures


def test_every_condition_cites_a_paragraph_that_exists() -> None:
    rules = "\n".join([path.read_text(encoding="utf-8") for path in (BUILTIN.parent / "rules").glob("*.md")])
    missing = [kind.id for kind in CONTENT.conditions.values() if f"## {kind.paragraph} " not in rules]
    assert missing == []


def test_a_folder_of_extra_content_may_be_added(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "rat.toml").write_text(RAT, encoding="utf-8")
    assert "rat" in load([BUILTIN, tmp_path]).creatures


def test_extra_content_overrides_only_when_it_says_so(tmp_path: Path) -> None:
    again = RAT.replace("creature.rat", "creature.reaver")
    expected = "an id that foes.toml does not define already, or replace = true"
    assert refuse(tmp_path, again) == [f"extra.toml: creature.reaver: got 'reaver', expected {expected}"]
    assert with_extra(tmp_path, again + "replace = true\n").creatures["reaver"].name == "Rat"


def rat(line: str) -> str:
    key = line.partition(" = ")[0]
    kept = [old for old in RAT.splitlines() if not old.startswith(f"{key} = ")]
    return "\n".join([*kept, line, ""])


WEAPON = '[weapon.x]\nname = "X"\ncategories = ["axe"]\ncheck = "brawn"\ndamage = "1d6"\n'
REACH = "min_one = 3\nreach_high = 1\n"
SPELL = '[spell.x]\nname = "X"\ntradition = "arcane"\nmp = 1\nstat = "savvy"\n'
BOLT = SPELL + 'ap = "2"\nagainst = "none"\nrange = 4\ntarget = "foe"\n'
SCENE = '[scenario.x]\ntitle = "X"\ndescription = "X"\nmap = """\nA..#\nB...\n"""\n'


def scene(*places: str, head: str = SCENE) -> str:
    return head + "".join([f"[[scenario.x.place]]\n{place}\n" for place in places])


HERO = 'creature = "haldis"\nside = "heroes"\nat = "A"'
FOE = 'creature = "reaver"\nside = "foes"\nat = "B"'
PASSIVES = (
    "ap_each_reset, hp_each_reset, mp_each_reset, free_steps, defense, damage_taken, brawn, finesse, savvy, nerve"
)

WRONG = {
    "stat above 20": (rat("brawn = 21"), "creature.rat.brawn: got 21, expected a whole number from 1 to 20"),
    "stat below 1": (rat("nerve = 0"), "creature.rat.nerve: got 0, expected a whole number from 1 to 20"),
    "misspelt stat": (rat("brown = 3"), "creature.rat.brown: got 3, expected a known key; did you mean 'brawn'?"),
    "build": (rat('build = "tiny"'), "creature.rat.build: got 'tiny', expected one of small, medium, large, huge"),
    "no weapon": (rat("weapons = []"), "creature.rat.weapons: got [], expected a list of 1 to 8 entries"),
    "unknown weapon": (rat('weapons = ["broadaxe"]'), "creature.rat.weapons[0]: got 'broadaxe', expected a known weapon (nearest: broad-axe..."),
    "unknown armour": (rat('armour = "plat"'), "creature.rat.armour: got 'plat', expected a known armour (nearest: plate..."),
    "helm as armour": (rat('armour = "full-helm"'), "creature.rat.armour: got 'full-helm', expected a known armour (nearest: featherlink-mail..."),
    "unknown shield": (rat('shield = "tow"'), "creature.rat.shield: got 'tow', expected a known shield (nearest: tower..."),
    "unknown item": (rat('items = ["mana"]'), "creature.rat.items[0]: got 'mana', expected a known item (nearest: mana-potion..."),
    "unknown spell": (rat('spells = ["firebolt"]'), "creature.rat.spells[0]: got 'firebolt', expected a known spell (nearest: fire-bolt..."),
    "unknown immunity": (rat('immune = ["stun"]'), "creature.rat.immune[0]: got 'stun', expected a known condition (nearest: stunned..."),
    "ability": (rat('abilities = ["axe+4"]'), "creature.rat.abilities[0]: got 'axe+4', expected parry, counterattack, riposte, or a weapon category with +1, +2 or +3 such as axe+1"),
    "ability twice": (rat('abilities = ["axe+1", "axe+2"]'), "creature.rat.abilities[1]: got 'axe+2', expected each ability and category once"),
    "bow and shield": (rat('weapons = ["longbow"]') + 'shield = "buckler"\n', "creature.rat.weapons[0]: got 'longbow', expected a weapon for one hand, since a shield takes the other"),
    "two belts": (rat('items = ["bearhide-belt", "courier-sash"]'), "creature.rat.items[1]: got 'courier-sash', expected a free slot: waist is taken already"),
    "bad dice": (WEAPON.replace("1d6", "1d") + REACH, "weapon.x.damage: got '1d', expected dice such as 1d6+1 (...)"),
    "no minimum": (WEAPON + "reach_high = 1\n", "weapon.x.min_one: got 0, expected a Brawn minimum in min_one, in min_two, or both"),
    "no reach": (WEAPON + "min_one = 3\n", "weapon.x.reach_high: got 0, expected a reach, a base_range, or both"),
    "reach reversed": (WEAPON + REACH + "reach_low = 2\n", "weapon.x.reach_low: got 2, expected at most reach_high, which is 1"),
    "range without factor": (WEAPON + REACH + "base_range = 4\n", "weapon.x.range_factor: got 0, expected a factor with base_range, and none without"),
    "thrown without range": (WEAPON + REACH + "thrown = true\n", "weapon.x.thrown: got True, expected a base_range for a weapon that is thrown"),
    "reload without range": (WEAPON + REACH + "reload_min = 4\n", "weapon.x.reload_min: got 4, expected a base_range for a weapon that is reloaded"),
    "bane without bonus": (WEAPON + REACH + 'bane = "beast"\n', "weapon.x.bane_bonus: got 0, expected a bonus with bane, and none without"),
    "category": (WEAPON.replace('"axe"', '"axes"') + REACH, "weapon.x.categories[0]: got 'axes', expected one of sword, mace, axe, knife, fencing, spear, bow, crossbow, sling, thrown, natural, unarmed; did you mean 'axe'?"),
    "unknown condition": (WEAPON + REACH + 'inflicts = [{ condition = "bleedin" }]\n', "weapon.x.inflicts[0].condition: got 'bleedin', expected a known condition (nearest: bleeding..."),
    "condition without turns": (WEAPON + REACH + 'inflicts = [{ condition = "slowed" }]\n', "weapon.x.inflicts[0].turns: got 0, expected at least 1, since slowed ends after turns"),
    "resist without challenge": (WEAPON + REACH + 'inflicts = [{ condition = "bleeding", resist = "brawn" }]\n', "weapon.x.inflicts[0].challenge: got 0, expected a challenge with resist, and none without"),
    "0 AP": (BOLT.replace('"2"', '"0"') + 'damage = "1d6"\n', "spell.x.ap: got '0', expected a cost in AP of 1, 2, 3, 1/only, 2/only or 3/only; no action costs 0"),
    "0 AP as a number": (BOLT.replace('"2"', "0") + 'damage = "1d6"\n', "spell.x.ap: got 0, expected a cost in AP of 1, 2, 3, 1/only, 2/only or 3/only; no action costs 0"),
    "true AP": (BOLT.replace('"2"', "true") + 'damage = "1d6"\n', "spell.x.ap: got True, expected a cost in AP of 1, 2, 3, 1/only, 2/only or 3/only; no action costs 0"),
    "spell without effect": (BOLT, "spell.x.damage: got nothing, expected at least one of damage, heal, mana, inflicts, cures, push"),
    "missing challenge": (BOLT.replace("none", "challenge") + "push = 1\n", "spell.x.challenge: got 0, expected a number with against = challenge, and none without"),
    "area without radius": (BOLT + 'push = 1\naffects = "area"\n', "spell.x.radius: got 0, expected a radius with affects = area, and none without"),
    "one square": (BOLT.replace('"foe"', '"square"') + "push = 1\n", "spell.x.affects: got 'one', expected area for a spell aimed at a square"),
    "ranged self": (BOLT.replace('"foe"', '"self"') + "mana = 1\n", "spell.x.range: got 4, expected 0 with target = self, and at least 1 without"),
    "against oneself": (BOLT.replace('"foe"', '"self"').replace('"none"', '"nerve"').replace("range = 4\n", "") + "mana = 1\n", "spell.x.against: got 'nerve', expected challenge or none for a spell on oneself"),
    "unknown cure": (BOLT + 'cures = ["flu"]\n', "spell.x.cures[0]: got 'flu', expected a known condition..."),
    "empty scroll": ('[item.x]\nname = "X"\nkind = "scroll"\n', "item.x.spell: got '', expected a spell for a scroll, and none for anything else"),
    "unknown scroll": ('[item.x]\nname = "X"\nkind = "scroll"\nspell = "hushh"\n', "item.x.spell: got 'hushh', expected a known spell (nearest: hush..."),
    "worn nowhere": ('[item.x]\nname = "X"\nkind = "worn"\ndefense = 1\n', "item.x.slot: got '', expected a slot for a worn thing, and none for anything else"),
    "potion of nothing": ('[item.x]\nname = "X"\nkind = "potion"\n', "item.x.kind: got 'potion', expected heal, mana, inflicts or cures for a potion, and for nothing else"),
    "potion worn": ('[item.x]\nname = "X"\nkind = "potion"\nmana = 1\ndefense = 1\n', f"item.x.kind: got 'potion', expected one of {PASSIVES} for a worn thing, and for nothing else"),
    "check without stats": ('[condition.x]\nname = "X"\nends = "check"\n', "condition.x.ends: got 'check', expected check_stats and check_challenge beside it"),
    "stats without check": ('[condition.x]\nname = "X"\nends = "turns"\ncheck_stats = ["nerve"]\n', "condition.x.check_stats: got ['nerve'], expected none unless ends = check"),
    "paragraph": ('[condition.x]\nname = "X"\nends = "turns"\nparagraph = "12"\n', "condition.x.paragraph: got '12', expected a rule paragraph such as 12.3"),
    "unknown creature": (scene(HERO.replace("haldis", "haldi"), FOE), "scenario.x.place[0].creature: got 'haldi', expected a known creature (nearest: haldis..."),
    "off the map": (scene(HERO.replace('"A"', '"e1"'), FOE), "scenario.x.place[0].at: got 'e1', expected a mark of the map (A, B) or a square from a1 to d2"),
    "unknown mark": (scene(HERO.replace('"A"', '"C"'), FOE), "scenario.x.place[0].at: got 'C', expected a mark of the map (A, B) or a square from a1 to d2"),
    "neither mark nor square": (scene(HERO.replace('"A"', '"A1"'), FOE), "scenario.x.place[0].at: got 'A1', expected a mark or a square such as c4"),
    "in the wall": (scene(HERO.replace('"A"', '"d1"'), FOE), "scenario.x.place[0].at: got 'd1', expected squares to stand on, but d1 is blocked"),
    "square taken": (scene(HERO, FOE.replace('"B"', '"a1"')), "scenario.x.place[1].at: got 'a1', expected free squares, but haldis stands on a1"),
    "too big": (scene(HERO, FOE.replace("reaver", "mire-drake")), "scenario.x.place[1].at: got 'B', expected room for 3 squares a side on the map"),
    "same id": (scene(HERO, FOE, FOE.replace('"B"', '"c2"')), "scenario.x.place[2].id: got 'reaver', expected an id no other combatant of the scenario has"),
    "one side": (scene(HERO, HERO.replace('"A"', '"B"') + '\nid = "other"'), "scenario.x.place: got nothing, expected somebody on the side of the foes"),
    "alone": (scene(HERO), "scenario.x.place: got [{'creature': 'haldis', 'side': 'heroes', 'at': 'A'}], expected a list of 2 to 60 entries"),
    "seat": (scene(HERO + '\nseat = "player0"', FOE), "scenario.x.place[0].seat: got 'player0', expected gm, or player1 to player9"),
    "side": (scene(HERO.replace("heroes", "hero"), FOE), "scenario.x.place[0].side: got 'hero', expected one of heroes, foes; did you mean 'heroes'?"),
    "surprised twice": (scene(HERO, FOE, head=SCENE + 'surprised = ["foes", "foes"]\n'), "scenario.x.surprised[1]: got 'foes', expected each side once"),
    "ragged map": (scene(HERO, FOE, head=SCENE.replace("A..#", "A.#")), "scenario.x.map: got 'B...', expected 3 squares like row 1, not 4 (row 2)"),
    "unknown glyph": (scene(HERO, FOE, head=SCENE.replace("#", "%")), "scenario.x.map: got '%', expected one of . # ~ o O T ^ = H w, or a letter or digit as a mark (row 1, column 4)"),
    "mark twice": (scene(HERO, FOE, head=SCENE.replace("#", "A")), "scenario.x.map: got 'A', expected each mark once (row 1, column 4)"),
    "unknown thing": (scene(HERO, FOE + '\n[[scenario.x.ground]]\nthing = "spea"\nat = "c2"'), "scenario.x.ground[0].thing: got 'spea', expected a known weapon, shield or item (nearest: spear..."),
    "thing in the wall": (scene(HERO, FOE + '\n[[scenario.x.ground]]\nthing = "spear"\nat = "d1"'), "scenario.x.ground[0].at: got 'd1', expected a square that can be entered"),
    "item carried": (scene(HERO + '\nitems = ["sprear"]', FOE), "scenario.x.place[0].items[0]: got 'sprear', expected a known item..."),
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
    found = refuse(tmp_path, rat('weapons = ["odd-one", "odd-two"]') + WEAPON)
    assert [line.split(": got")[0] for line in found] == [
        "extra.toml: weapon.x.min_one",
        "extra.toml: weapon.x.reach_high",
        "extra.toml: creature.rat.weapons[0]",
        "extra.toml: creature.rat.weapons[1]",
    ]


ODD = odd_values('"1d6"', '["bite"]', '"99d99d99"')


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_shuffled_content_raises_content_errors_or_loads(tmp_path: Path, data: st.DataObject) -> None:
    try_shuffled(with_extra, tmp_path, data, [snippet for snippet, _ in WRONG.values()], ODD)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_one_odd_value_raises_content_errors_or_loads(tmp_path: Path, data: st.DataObject) -> None:
    try_one_odd(with_extra, tmp_path, data, RAT + WEAPON + REACH + BOLT + "push = 1\n" + scene(HERO, FOE), ODD)
