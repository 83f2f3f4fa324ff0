"""The shipped content of Crisis 3d6, and the words in which wrong content is refused."""
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
from fracas.lab.check import check
from fracas.rulesets.crisis_3d6.content import SCHEMA_MODEL, load
from fracas.rulesets.crisis_3d6.people import CrisisContent
from fracas.rulesets.crisis_3d6.profiles import SKILLS, UNTRAINED, Creature, Crisis, Post
from fracas.rulesets.crisis_3d6.terrain import legend

PACKAGE = Path(str(files("fracas.rulesets.crisis_3d6")))
BUILTIN = PACKAGE / "data"
CONTENT = load([BUILTIN])
SCENARIOS = {id: plan for id, plan in CONTENT.scenarios.items() if isinstance(plan, Crisis)}
CHARACTERS = [one for one in CONTENT.creatures.values() if not one.npc]
NPCS = [one for one in CONTENT.creatures.values() if one.npc]
POSTS = {id: [post for post in plan.entries if isinstance(post, Post)] for id, plan in SCENARIOS.items()}
PLAYED = [CONTENT.creatures[post.kind] for posts in POSTS.values() for post in posts]


# What ships


@pytest.mark.parametrize("path", toml_files([BUILTIN]), ids=lambda path: path.stem)
def test_every_shipped_file_is_sound_by_itself(path: Path) -> None:
    loaded = load_models([path], SCHEMA_MODEL)
    assert loaded.origin


def test_as_much_ships_as_was_promised() -> None:
    assert len(CHARACTERS) == 6
    assert len(NPCS) >= 10
    assert sorted({npc.level for npc in NPCS}) == list(range(1, 11))
    assert {"bar-brawl", "shoot-out", "ambush", "siege", "long-day"} <= set(CONTENT.scenarios)


def test_melee_weapons_have_the_figures_of_the_table() -> None:
    rows = {
        name: (CONTENT.weapons[name].hit, CONTENT.weapons[name].end, CONTENT.weapons[name].dmg, CONTENT.weapons[name].rof)
        for name in (
            "unarmed", "improvised-blunt", "improvised-sharp", "brass-knuckles", "baton", "knife", "sword",
        )
    }  # fmt: skip
    assert rows == {
        "unarmed": (-2, 5, 2, 2),
        "improvised-blunt": (0, 8, 3, 1),
        "improvised-sharp": (0, 5, 5, 1),
        "brass-knuckles": (0, 8, 4, 1),
        "baton": (0, 15, 4, 1),
        "knife": (0, 12, 6, 1),
        "sword": (1, 20, 10, 1),
    }


def test_ranged_weapons_have_the_figures_of_the_table() -> None:
    rows = [CONTENT.weapons[name] for name in ("pistol", "revolver", "flintlock-pistol", "musket")]
    assert [(w.hit, w.end, w.dmg, w.range, w.rof, w.mags, w.cap, w.rel) for w in rows] == [
        (0, 15, 6, 5, 1, 0, 7, 2),
        (0, 15, 6, 5, 1, 0, 6, 4),
        (0, 15, 6, 4, 1, 0, 1, 8),
        (1, 15, 12, 15, 1, 0, 1, 10),
    ]
    assert all(w.ap == 2 and w.pierces and w.skill == "light-weapons" for w in rows)


def test_armour_and_consumables_have_the_figures_of_the_table() -> None:
    suits = ("body-armour-1", "body-armour-2", "body-armour-3", "juggernaut")
    assert [(CONTENT.armours[n].durability, CONTENT.armours[n].weight) for n in suits] == [
        (2, 3),
        (4, 4),
        (8, 5),
        (15, 7),
    ]
    shot, supplies = CONTENT.items["adrenalin-shot"], CONTENT.items["medical-supplies"]
    assert (shot.ap, shot.effect, shot.amount, shot.uses) == (1, "endurance", 15, 1)
    assert (supplies.effect, supplies.uses) == ("asset", 0)


def test_an_npc_without_a_named_weapon_strikes_and_shoots_by_its_level() -> None:
    for level, end, dmg in ((1, 11, 6), (3, 13, 8), (5, 15, 10), (8, 18, 13), (10, 20, 15)):
        strike, shot = CONTENT.weapons[f"simple-strike-{level}"], CONTENT.weapons[f"simple-shot-{level}"]
        assert (strike.end, strike.dmg, strike.melee, shot.end, shot.dmg, shot.range) == (end, dmg, True, end, dmg, 5)


def test_perks_traits_and_flaws_add_what_the_table_says() -> None:
    assert {id: perk.bonus for id, perk in CONTENT.perks.items() if perk.bonus} == {
        "healthy": {"max-hp": 10},
        "beast-of-burden": {"slots": 3},
    }
    assert {id: one.bonus for id, one in CONTENT.traits.items()} == {
        "enduring": {"max-ep": 10, "max-hp": -5},
        "vigilant": {"initiative": 1, "slots": -2},
        "specialized": {"skill:light-weapons": 1, "skill:melee": -2},
        "forceful": {"skill:force": 1, "skill:back-story": -2},
        # Of our own, since damage and defence have circumstances too.
        "reckless": {"damage": 1, "defence": -1},
    }
    assert {id: one.bonus for id, one in CONTENT.flaws.items()} == {
        "slow": {"speed": -1},
        "weak": {"might": -1},
        "uneducated": {"intelligence": -1},
        "introvert": {"charisma": -1},
    }


def test_every_skill_has_its_untrained_default() -> None:
    easy = [skill for skill, rank in UNTRAINED.items() if rank == -4]
    hard = [skill for skill, rank in UNTRAINED.items() if rank == -6]
    assert easy == ["athletics", "oratory"]
    assert hard == ["heavy-weapons", "acrobatics", "light-weapons", "science", "engineering", "command"]
    assert list(UNTRAINED) == list(SKILLS)


def test_a_stunt_works_on_a_miss() -> None:
    assert [stunt.id for stunt in CONTENT.stunts.values() if stunt.when == "miss"] == ["bracket"]


@pytest.mark.parametrize("one", CHARACTERS, ids=lambda one: one.id)
def test_characters_wear_armour_that_stops_two_criticals(one: Creature) -> None:
    assert one.armour is not None and one.armour.durability >= 2
    assert one.stunts[0].id == "critical"


def test_abilities_of_npcs_follow_their_level() -> None:
    walker = CONTENT.creatures["gun-walker"]
    assert (walker.might, walker.speed, walker.intelligence, walker.charisma) == (14, 14, 14, 14)


def test_everything_is_in_some_scenario() -> None:
    weapons = [weapon.id for one in PLAYED for weapon in one.weapons]
    items = [item.id for one in PLAYED for item in one.items]
    items += [item.id for posts in POSTS.values() for post in posts for item in post.items]
    assert [name for name in CONTENT.creatures if name not in [one.id for one in PLAYED]] == []
    assert [w.id for w in CONTENT.weapons.values() if not w.simple and w.id != "unarmed" and w.id not in weapons] == []
    assert [name for name in CONTENT.items if name not in items] == []
    assert [name for name in CONTENT.perks if name not in [perk.id for one in PLAYED for perk in one.perks]] == []
    assert [name for name in CONTENT.stunts if name not in [stunt.id for one in PLAYED for stunt in one.stunts]] == []
    assert [name for name in CONTENT.traits if name not in [trait.id for one in PLAYED for trait in one.traits]] == []
    assert [name for name in CONTENT.flaws if name not in [flaw.id for one in PLAYED for flaw in one.flaws]] == []


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=lambda scenario: scenario.id)
def test_the_sides_of_a_scenario_can_reach_each_other(scenario: Crisis) -> None:
    grid, _ = read_map(scenario.rows, legend())
    heroes = [entry for entry in scenario.entries if entry.side == "heroes"]
    foes = [entry for entry in scenario.entries if entry.side == "foes"]
    assert scenario.description and scenario.teaches and scenario.notes
    for hero in heroes:
        assert hero.seat != "gm"
        for foe in foes:
            hero_size, foe_size = CONTENT.creatures[hero.kind].size, CONTENT.creatures[foe.kind].size
            assert grid.opened().path(grid.parse(hero.at), grid.parse(foe.at), hero_size, set())
            if foe_size > 1:
                near = grid.neighbours(grid.parse(hero.at), 1)
                assert any(grid.opened().path(grid.parse(foe.at), pos, foe_size, set()) for pos in near)


def test_what_the_scenarios_show() -> None:
    brawlers = [CONTENT.creatures[post.kind] for post in POSTS["bar-brawl"] if post.side == "foes"]
    assert any("drunk" in post.conditions for post in POSTS["bar-brawl"])
    assert not any(weapon.pierces for one in brawlers for weapon in one.weapons)
    assert SCENARIOS["ambush"].surprised == ["heroes"]
    assert any(post.hidden for post in POSTS["ambush"])
    assert any(weapon.rel > 6 for post in POSTS["siege"] for weapon in CONTENT.creatures[post.kind].weapons)
    assert SCENARIOS["long-day"].aftermath == "respite" and max(post.wave for post in POSTS["long-day"]) == 3
    drawn = "".join(SCENARIOS["shoot-out"].rows)
    assert all(glyph in drawn for glyph in "cpbxoO")


def test_the_shoot_out_is_fought_at_three_ranges() -> None:
    scenario = CONTENT.scenarios["shoot-out"]
    grid, _ = read_map(scenario.rows, legend())
    hero = next(entry for entry in scenario.entries if entry.kind == "sorrel")
    revolver = CONTENT.weapons["revolver"]
    away = [
        (grid.distance(grid.parse(hero.at), grid.parse(entry.at)) - 1) // revolver.range
        for entry in scenario.entries
        if entry.side == "foes"
    ]
    assert len(set(away)) >= 3


def test_npcs_too_hard_for_the_difficulty_table_are_named() -> None:
    assert [line.split(":")[0] for line in CONTENT.warnings] == [
        "npc gun-walker",
        "npc salon-duellist",
        "npc vault-warden",
    ]


def test_the_check_warns_of_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Of what is built in where nothing else is checked, else of what was added alone."""
    monkeypatch.setattr("fracas.lab.check.try_out", lambda *_: None)
    (tmp_path / "giant.toml").write_text('[npc.giant]\nname = "Giant"\ntext = "Tall."\nlevel = 8\n')
    assert check("crisis_3d6", []).lines() == [f"warning: {warning}" for warning in CONTENT.warnings]
    checked = check("crisis_3d6", [str(tmp_path)])
    assert [line.split(":")[1] for line in checked.lines()] == [" npc giant"] and not checked.failed


def test_profiles_are_shared_by_reference() -> None:
    tobit = CONTENT.creatures["tobit"]
    assert tobit.weapons[0] is CONTENT.weapons["musket"]
    assert CONTENT.fresh("tobit").creature is tobit


def test_loading_twice_gives_one_hash() -> None:
    assert load([BUILTIN]).hash == CONTENT.hash


def test_the_people_of_the_examples_load_beside_the_shipped_content() -> None:
    content = load([BUILTIN, PACKAGE / "rules" / "cast.toml"])
    assert "anna" in content.creatures and "anna" not in CONTENT.creatures


def test_every_condition_cites_a_paragraph_that_exists() -> None:
    rules = "\n".join([path.read_text(encoding="utf-8") for path in (PACKAGE / "rules").glob("*.md")])
    conditions = load_models(toml_files([BUILTIN]), SCHEMA_MODEL).model.condition
    assert [id for id, kind in conditions.items() if f"## {kind.paragraph} " not in rules] == []


def test_the_schema_lists_every_section() -> None:
    made: Any = schema(SCHEMA_MODEL)
    assert list(made["properties"]) == [
        "condition", "weapon", "armour", "item", "perk", "trait", "flaw", "stunt", "character", "npc", "scenario",
    ]  # fmt: skip


# Extra content

RAT = '[npc.rat]\nname = "Rat"\nlevel = 1\nweapons = ["bite"]\n'
GIL = '[character.gil]\nname = "Gil"\nmight = 10\n'


def with_extra(folder: Path, text: str) -> CrisisContent:
    path = folder / "extra.toml"
    path.write_text(text, encoding="utf-8")
    return load([BUILTIN, path])


def refuse(folder: Path, text: str) -> list[str]:
    with pytest.raises(ContentErrors) as caught:
        with_extra(folder, text)
    return [str(error) for error in caught.value.errors]


def test_a_file_of_one_creature_may_be_added(tmp_path: Path) -> None:
    content = with_extra(tmp_path, RAT)
    assert content.creatures["rat"].weapons == [content.weapons["bite"]]
    assert content.hash != CONTENT.hash


def test_a_perk_of_ones_own_lends_its_effect(tmp_path: Path) -> None:
    text = '[perk.duck]\nname = "Duck"\neffect = "lightning-reflexes"\nbonus = { initiative = 2 }\n'
    duck = with_extra(tmp_path, text + GIL + 'perks = ["duck"]\n').creatures["gil"].perks[0]
    assert (duck.id, duck.effect, duck.bonus) == ("duck", "lightning-reflexes", {"initiative": 2})


def test_extra_content_overrides_only_when_it_says_so(tmp_path: Path) -> None:
    again = RAT.replace("npc.rat", "npc.bouncer")
    expected = "an id that opponents.toml does not define already, or replace = true"
    assert refuse(tmp_path, again) == [f"extra.toml: npc.bouncer: got 'bouncer', expected {expected}"]
    assert with_extra(tmp_path, again + "replace = true\n").creatures["bouncer"].name == "Rat"


def changed(base: str, line: str) -> str:
    key = line.partition(" = ")[0]
    kept = [old for old in base.splitlines() if not old.startswith(f"{key} = ")]
    return "\n".join([*kept, line, ""])


def rat(line: str) -> str:
    return changed(RAT, line)


def gil(line: str) -> str:
    return changed(GIL, line)


CLUB = '[weapon.x]\nname = "X"\nkind = "melee"\nskill = "melee"\nend = 9\ndmg = 3\n'
GUN = '[weapon.x]\nname = "X"\nkind = "ranged"\nskill = "light-weapons"\nend = 9\ndmg = 3\nrange = 5\n'
ITEM = '[item.x]\nname = "X"\neffect = "endurance"\namount = 5\n'
SCENE = '[scenario.x]\ntitle = "X"\ndescription = "X"\nmap = """\nA..#\nB...\n"""\n'


def scene(*entries: str, head: str = SCENE) -> str:
    return head + "".join([f"[[scenario.x.entry]]\n{entry}\n" for entry in entries])


HERO = 'creature = "hobb"\nside = "heroes"\nat = "A"'
FOE = 'creature = "bouncer"\nside = "foes"\nat = "B"'
KEYS = "might, speed, intelligence, charisma, max-hp, max-ep, initiative, slots, damage, defence"

WRONG = {
    "level 0": (rat("level = 0"), "npc.rat.level: got 0, expected a whole number from 1 to 10"),
    "level 11": (rat("level = 11"), "npc.rat.level: got 11, expected a whole number from 1 to 10"),
    "no level": (RAT.replace("level = 1\n", ""), "npc.rat.level: got nothing, expected a whole number from 1 to 10 (required)"),
    "misspelt key": (rat("levle = 1") , "npc.rat.levle: got 1, expected a known key; did you mean 'level'?"),
    "ability 0": (gil("might = 0"), "character.gil.might: got 0, expected a whole number from 1 to 20"),
    "ability 21": (gil("speed = 21"), "character.gil.speed: got 21, expected a whole number from 1 to 20"),
    "rank 11": (gil("skills = { melee = 11 }"), "character.gil.skills.melee: got 11, expected a whole number from -3 to 10"),
    "unknown weapon": (rat('weapons = ["bit"]'), "npc.rat.weapons[0]: got 'bit', expected a known weapon (nearest: bite..."),
    "weapon twice": (rat('weapons = ["bite", "bite"]'), "npc.rat.weapons[1]: got 'bite', expected each weapon once"),
    "unknown armour": (rat('armour = "juggernut"'), "npc.rat.armour: got 'juggernut', expected a known armour (nearest: juggernaut..."),
    "unknown item": (rat('items = ["adrenalin"]'), "npc.rat.items[0]: got 'adrenalin', expected a known item (nearest: adrenalin-shot..."),
    "unknown perk": (rat('perks = ["brut"]'), "npc.rat.perks[0]: got 'brut', expected a known perk (nearest: brute..."),
    "unknown stunt": (rat('stunts = ["tripp"]'), "npc.rat.stunts[0]: got 'tripp', expected a known stunt (nearest: trip..."),
    "unknown trait": (gil('traits = ["vigilent"]'), "character.gil.traits[0]: got 'vigilent', expected a known trait (nearest: vigilant..."),
    "unknown flaw": (gil('flaws = ["slo"]'), "character.gil.flaws[0]: got 'slo', expected a known flaw (nearest: slow..."),
    "traits of an npc": (rat('traits = ["vigilant"]'), "npc.rat.traits: got ['vigilant'], expected a known key; did you mean 'portrait'?"),
    "unknown skill": (gil("skills = { meele = 1 }"), "character.gil.skills.meele: got 'meele', expected one of athletics, force, melee, heavy-weapons, acrobatics, light-weapons, stealth, operate, search, science, engineering, back-story, oratory, tactics, command; did you mean 'melee'?"),
    "skill rank": (gil("skills = { melee = 11 }"), "character.gil.skills.melee: got 11, expected a whole number..."),
    "too many specialities": (rat('skills = ["melee", "stealth"]'), "npc.rat.skills: got ['melee', 'stealth'], expected at most 1 of them at level 1"),
    "speciality twice": (rat('level = 2\nskills = ["melee", "melee"]'), "npc.rat.skills[1]: got 'melee', expected each skill once"),
    "perk out of reach": (gil('perks = ["healthy"]'), "character.gil.perks[0]: got 'healthy', expected might of at least 12, not 10"),
    "perk needs skill": (gil('perks = ["fighter"]'), "character.gil.perks[0]: got 'fighter', expected melee of at least 12, not 5"),
    "perk lost by a flaw": (gil('might = 11\nperks = ["brute"]\nflaws = ["weak"]'), "character.gil.perks[0]: got 'brute', expected might of at least 11, not 10"),
    "perk of an npc": (rat('perks = ["brute"]'), "npc.rat.perks[0]: got 'brute', expected might of at least 11, not 10"),
    "no health left": (gil('might = 5\ntraits = ["enduring"]'), "character.gil.traits: got ['enduring'], expected Health of at least 1 after traits and flaws"),
    "no might left": (gil('might = 1\nflaws = ["weak"]'), "character.gil.might: got 1, expected a rank of at least 1 after traits and flaws"),
    "too much to carry": (gil('might = 4\nweapons = ["knife", "sword"]'), "character.gil.weapons: got ['knife', 'sword'], expected at most 3 of weight besides weapon in hand and armour, not 5"),
    "simple weapon of a character": (gil('weapons = ["simple-strike"]'), "character.gil.weapons[0]: got 'simple-strike', expected a known weapon..."),
    "simple weapon of one's own": (CLUB.replace("weapon.x", "weapon.simple-strike-3"), "weapon.simple-strike-3: got 'simple-strike-3', expected an id that no NPC's simple weapon has"),
    "character and npc": (RAT.replace("npc.rat", "npc.hobb"), "npc.hobb: got 'hobb', expected an id that no character has, but characters.toml has one"),
    "size": (rat("size = 4"), "npc.rat.size: got 4, expected a whole number from 1 to 3"),
    "club that shoots": (changed(CLUB, 'skill = "light-weapons"'), "weapon.x.skill: got 'light-weapons', expected melee for a melee weapon, and for nothing else"),
    "club with a range": (changed(CLUB, "range = 3"), "weapon.x.range: got 3, expected 0 for a melee weapon, and at least 1 for a ranged one"),
    "gun without range": (changed(GUN, "range = 0"), "weapon.x.range: got 0, expected 0 for a melee weapon, and at least 1 for a ranged one"),
    "no damage": (changed(GUN, "end = 0"), "weapon.x.end: got 0, expected a whole number from 1 to 99"),
    "magazine without reload": (changed(GUN, "cap = 6"), "weapon.x.rel: got 0, expected AP of a reload with cap, and none without"),
    "reload without magazine": (changed(GUN, "rel = 2"), "weapon.x.rel: got 2, expected AP of a reload with cap, and none without"),
    "magazines of nothing": (changed(GUN, "mags = 2"), "weapon.x.mags: got 2, expected a cap for a weapon with magazines"),
    "more shots than cap": (changed(GUN, "rof = 3\ncap = 2\nrel = 2"), "weapon.x.rof: got 3, expected at most cap, which is 2"),
    "club with powder": (changed(CLUB, "pierces = true"), "weapon.x.pierces: got True, expected none for a melee weapon"),
    "quick gun": (changed(GUN, "speed = true"), "weapon.x.speed: got True, expected false for a ranged weapon"),
    "free attack": (changed(GUN, "ap = 0"), "weapon.x.ap: got 0, expected a whole number from 1 to 12"),
    "armour of nothing": ('[armour.x]\nname = "X"\ndurability = 0\n', "armour.x.durability: got 0, expected at least 1 for armour without a defence bonus"),
    "item of nothing": (changed(ITEM, "amount = 0"), "item.x.amount: got 0, expected an amount with effect endurance or health, and none without"),
    "amount of gin": (changed(ITEM, 'effect = "drunk"'), "item.x.amount: got 5, expected an amount with effect endurance or health, and none without"),
    "far self": (changed(ITEM, "range = 4"), "item.x.range: got 4, expected 1 for what one uses on oneself"),
    "stunning oneself": ('[item.x]\nname = "X"\neffect = "stun"\n', "item.x.target: got 'self', expected enemy or any for what stuns"),
    "free item": (changed(ITEM, "ap = 0"), "item.x.ap: got 0, expected a whole number from 1 to 24"),
    "unknown effect": (changed(ITEM, 'effect = "endurence"'), "item.x.effect: got 'endurence', expected one of endurance, health, drunk, sober, stun, asset, kit, none; did you mean 'endurance'?"),
    "perk of nothing": ('[perk.x]\nname = "X"\neffect = "bonus"\n', "perk.x.bonus: got {}, expected at least one bonus with effect = bonus"),
    "perk needs what": ('[perk.x]\nname = "X"\neffect = "brute"\nneeds = { luck = 3 }\n', "perk.x.needs.luck: got 'luck', expected an ability (might, speed, intelligence, charisma) or a skill (athletics..."),
    "bonus on what": ('[trait.x]\nname = "X"\nbonus = { luck = 3 }\n', f"trait.x.bonus.luck: got 'luck', expected one of {KEYS}, or skill: with a skill such as skill:melee"),
    "bonus on no skill": ('[trait.x]\nname = "X"\nbonus = { "skill:luck" = 3 }\n', f"trait.x.bonus.skill:luck: got 'skill:luck', expected one of {KEYS}, or skill: with a skill such as skill:melee"),
    "critical miss": ('[stunt.x]\nname = "X"\nwhen = "miss"\neffect = "critical"\n', "stunt.x.when: got 'miss', expected hit for a stunt with effect critical"),
    "stunt faces": ('[stunt.x]\nname = "X"\nwhen = "hit"\neffect = "prone"\nneeds = 4\n', "stunt.x.needs: got 4, expected a whole number from 1 to 3"),
    "paragraph": ('[condition.x]\nname = "X"\nends = "x"\nparagraph = "12"\n', "condition.x.paragraph: got '12', expected a rule paragraph such as 12.3"),
    "unknown creature": (scene(HERO.replace("hobb", "hob"), FOE), "scenario.x.entry[0].creature: got 'hob', expected a known character or NPC (nearest: hobb..."),
    "unknown extra item": (scene(HERO + '\nitems = ["gin"]', FOE), "scenario.x.entry[0].items[0]: got 'gin', expected a known item..."),
    "unknown condition": (scene(HERO + '\nconditions = ["drunken"]', FOE), "scenario.x.entry[0].conditions[0]: got 'drunken', expected one of drunk, prone, stunned; did you mean 'drunk'?"),
    "drunk twice": (scene(HERO + '\nconditions = ["drunk", "drunk"]', FOE), "scenario.x.entry[0].conditions[1]: got 'drunk', expected each condition once"),
    "off the map": (scene(HERO.replace('"A"', '"e1"'), FOE), "scenario.x.entry[0].at: got 'e1', expected a mark of the map (A, B) or a square from a1 to d2"),
    "unknown mark": (scene(HERO.replace('"A"', '"C"'), FOE), "scenario.x.entry[0].at: got 'C', expected a mark of the map (A, B) or a square from a1 to d2"),
    "neither mark nor square": (scene(HERO.replace('"A"', '"A1"'), FOE), "scenario.x.entry[0].at: got 'A1', expected a mark or a square such as c4"),
    "in the wall": (scene(HERO.replace('"A"', '"d1"'), FOE), "scenario.x.entry[0].at: got 'd1', expected squares to stand on, but d1 is blocked"),
    "square taken": (scene(HERO, FOE.replace('"B"', '"a1"')), "scenario.x.entry[1].at: got 'a1', expected free squares, but hobb stands on a1"),
    "too big": (scene(HERO, FOE.replace("bouncer", "quarry-bear")), "scenario.x.entry[1].at: got 'B', expected room for 2 squares a side on the map"),
    "same id": (scene(HERO, FOE, FOE.replace('"B"', '"c2"')), "scenario.x.entry[2].id: got 'bouncer', expected an id no other combatant of the scenario has"),
    "one side": (scene(HERO, HERO.replace('"A"', '"B"') + '\nid = "other"'), "scenario.x.entry: got nothing, expected somebody on the side of the foes from the start"),
    "alone": (scene(HERO), "scenario.x.entry: got [{'creature': 'hobb', 'side': 'heroes', 'at': 'A'}], expected a list of 2 to 60 entries"),
    "seat": (scene(HERO + '\nseat = "player0"', FOE), "scenario.x.entry[0].seat: got 'player0', expected gm, or player1 to player9"),
    "side": (scene(HERO.replace("heroes", "hero"), FOE), "scenario.x.entry[0].side: got 'hero', expected one of heroes, foes; did you mean 'heroes'?"),
    "all surprised": (scene(HERO, FOE, head=SCENE + 'surprised = ["foes", "heroes"]\n'), "scenario.x.surprised: got ['foes', 'heroes'], expected a list of at most 1 entries"),
    "second wave without respite": (scene(HERO, FOE, FOE + '\nid = "two"\nwave = 2'), "scenario.x.aftermath: got 'end', expected respite, since there is a second wave"),
    "surprised by no wave": (scene(HERO, FOE, head=SCENE + "surprised_in = [2]\n"), "scenario.x.surprised_in[0]: got 2, expected a wave that comes, 1 to 1"),
    "missing wave": (scene(HERO, FOE, FOE + '\nid = "two"\nwave = 3', head=SCENE + 'aftermath = "respite"\n'), "scenario.x.entry: got nothing, expected foes in wave 2, since there is a wave 3"),
    "ragged map": (scene(HERO, FOE, head=SCENE.replace("A..#", "A.#")), "scenario.x.map: got 'B...', expected 3 squares like row 1, not 4 (row 2)"),
    "unknown glyph": (scene(HERO, FOE, head=SCENE.replace("#", "%")), "scenario.x.map: got '%', expected one of . # ~ o O T ^ = H w c p h b x, or a letter or digit as a mark (row 1, column 4)"),
    "mark twice": (scene(HERO, FOE, head=SCENE.replace("#", "A")), "scenario.x.map: got 'A', expected each mark once (row 1, column 4)"),
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
    found = refuse(tmp_path, rat('weapons = ["odd-one", "odd-two"]') + changed(CLUB, "range = 2\ncap = 3"))
    assert [line.split(": got")[0] for line in found] == [
        "extra.toml: weapon.x.range",
        "extra.toml: weapon.x.rel",
        "extra.toml: weapon.x.cap",
        "extra.toml: npc.rat.weapons[0]",
        "extra.toml: npc.rat.weapons[1]",
    ]


ODD = odd_values('["bite"]', '["brute"]')


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_shuffled_content_raises_content_errors_or_loads(tmp_path: Path, data: st.DataObject) -> None:
    try_shuffled(with_extra, tmp_path, data, [snippet for snippet, _ in WRONG.values()], ODD)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_one_odd_value_raises_content_errors_or_loads(tmp_path: Path, data: st.DataObject) -> None:
    try_one_odd(with_extra, tmp_path, data, RAT + GIL + GUN + ITEM + scene(HERO, FOE), ODD)
