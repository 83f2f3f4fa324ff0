"""The shipped content of CAP Check, and the words in which wrong content is refused."""
# ruff: noqa: E501 - a message stands on one line, as it is shown

from __future__ import annotations

import itertools
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.rulesets.odd_content import odd_values, try_one_odd, try_shuffled

from fracas.engine.board.grid import Grid
from fracas.engine.board.maps import read_map
from fracas.engine.content import ContentErrors, load_models, schema, toml_files
from fracas.engine.profile import Scenario
from fracas.rulesets.cap_check.content import SCHEMA_MODEL, load
from fracas.rulesets.cap_check.content_models import USUAL_TO
from fracas.rulesets.cap_check.fighter import CapContent
from fracas.rulesets.cap_check.legend import map_legend
from fracas.rulesets.cap_check.profiles import (
    AFTER,
    BEFORE,
    BOONS,
    FIELD_RANGE,
    RANKS,
    Card,
    Effect,
    Foe,
    Hero,
    Post,
)

PACKAGE = Path(str(files("fracas.rulesets.cap_check")))
BUILTIN = PACKAGE / "data"
CONTENT = load([BUILTIN])
HEROES = list(CONTENT.heroes.values())
FOES = list(CONTENT.foes.values())
BY_MANEUVER = ["p", "a", "die", "faded", "through", "over", "advantage"]
"""Boons that maneuvers bring, so that no card need name them."""
PREGENERATED = "rook rath laureat piper"


def effects_of(card: Card) -> list[Effect]:
    return [*card.effects, *card.repeats, *[one for amplify in card.amplifies for one in amplify.effects]]


def all_effects() -> list[Effect]:
    return [effect for card in CONTENT.cards.values() for effect in effects_of(card)]


def placed(scenario: Scenario, side: str) -> list[str]:
    return [entry.kind for entry in scenario.entries if entry.side == side]


def texts(section: str) -> dict[str, str]:
    """The sentences on the shipped cards of a section, which play does not need."""
    model: Any = load_models(toml_files([BUILTIN]), SCHEMA_MODEL).model
    return {id: entry.text for id, entry in getattr(model, section).items()}


# What ships


@pytest.mark.parametrize("path", toml_files([BUILTIN]), ids=lambda path: path.stem)
def test_every_shipped_file_is_sound_by_itself(path: Path) -> None:
    assert load_models([path], SCHEMA_MODEL).origin


def test_as_much_ships_as_was_promised() -> None:
    assert len(HEROES) == 6
    assert len(FOES) == 12
    assert sorted({foe.rank for foe in FOES}, key=RANKS.index) == list(RANKS)
    assert {foe.size for foe in FOES} == {1, 2, 3}
    assert len(CONTENT.conditions) == 12
    assert len(CONTENT.maneuvers) == 15
    assert len(CONTENT.scenarios) >= 4


@pytest.mark.parametrize("hero", HEROES, ids=lambda hero: hero.id)
def test_a_hero_has_a_full_hand_of_cards(hero: Hero) -> None:
    own = [card for card in hero.all_cards if not card.basic]
    plain = [card for card in own if not card.tide]
    assert len(plain) == 6 and len(own) == 8
    for word in ("trigger", "sustain"):
        assert any(word in card.types for card in plain), word
    assert any(card.amplifies or "amplify" in card.types for card in plain)
    assert any(effect.kind == "damage" and effect.to == "enemies" for card in own for effect in card.effects)
    assert hero.role and texts("hero")[hero.id] and hero.charges == 2
    assert all(texts("card")[card.id] for card in own)


def test_heroes_share_no_action_apart_from_basic_ones() -> None:
    seen: dict[str, str] = {}
    for hero in HEROES:
        for card in hero.all_cards[2:]:
            assert seen.setdefault(card.id, hero.id) == hero.id
            for amplify in card.amplifies:
                assert seen.setdefault(amplify.id, hero.id) == hero.id
    assert len({hero.role for hero in HEROES}) == 6


@pytest.mark.parametrize("hero", HEROES, ids=lambda hero: hero.id)
def test_a_hero_keeps_to_the_figures_of_the_second_tier(hero: Hero) -> None:
    assert 33 <= hero.hp <= 45
    assert sorted(hero.skills.values()) == [8] * 8 + [12] * 3 + [16]
    assert hero.c in (2, 3) and 13 <= hero.a <= 16 and 6 <= hero.p <= 9
    assert hero.toughness + hero.resistance in range(10, 14)
    assert hero.dodge + hero.willpower in range(14, 17)
    assert hero.trigger_limit + hero.sustain_limit + hero.amplify_limit in (3, 4, 5)


def test_a_basic_attack_costs_two_points_and_throws_three_dice() -> None:
    for hero in HEROES:
        for card in hero.all_cards[:2]:
            dice = card.effects[0].dice
            assert card.points == 2 and card.basic and dice is not None and dice.count() == 3


def test_all_figures_of_the_conditions() -> None:
    figures = {kind.id: (kind.most, kind.ends) for kind in CONTENT.conditions.values()}
    assert figures == {
        "poison": (5, "stacks"), "burning": (2, "stacks"), "fragility": (1, "end"), "vulnerability": (0, "removed"),
        "weakness": (0, "removed"), "daze": (1, "end"), "off-guard": (1, "end"), "prone": (1, "own"), "sleep": (1, "own"),
        "silence": (1, "end"), "chill": (1, "end"), "paralysis": (1, "own"),
    }  # fmt: skip


def test_all_figures_of_the_maneuvers() -> None:
    figures = {one.id: (one.skill, one.points) for one in CONTENT.maneuvers.values()}
    assert figures == {
        "analyze": ("insight", 1), "feint": ("sleight-of-hand", 1), "focus": ("focus", 1), "betray": ("fast-talk", 1),
        "daunt": ("intimidate", 1), "vault": ("athletics", 1), "fade": ("stealth", 2), "guide": ("leadership", 2),
        "refresh": ("mend", 2), "spring": ("acrobatics", 0), "weather": ("endurance", 0), "optimize": ("knowledge", 3),
        "study": ("knowledge", 2), "study-in-full": ("knowledge", 4), "tumble": ("", 2),
    }  # fmt: skip


@pytest.mark.parametrize("foe", FOES, ids=lambda foe: foe.id)
def test_a_foes_card_is_whole(foe: Foe) -> None:
    rings = RANKS.index(foe.rank) + 1
    assert len(foe.spokes) == 6 and all(len(spoke) == rings for spoke in foe.spokes)
    words = [foe.centre, *[word for spoke in foe.spokes for word in spoke]]
    assert [letter for letter in foe.cards if letter not in words] == []
    assert "basic" in words and "move" in words
    assert texts("foe")[foe.id]
    assert list(foe.cards) == sorted(foe.cards)


def test_higher_ranks_last_longer() -> None:
    for lower, higher in itertools.pairwise(RANKS):
        assert max(foe.hp for foe in FOES if foe.rank == lower) < min(foe.hp for foe in FOES if foe.rank == higher)


def test_every_card_belongs_to_somebody() -> None:
    owned = [card.id for hero in HEROES for card in hero.all_cards]
    owned += [card.id for foe in FOES for card in foe.all_cards]
    assert [name for name in CONTENT.cards if name not in owned] == []


def test_every_kind_of_effect_and_every_boon_is_on_some_card() -> None:
    kinds = [effect.kind for effect in all_effects()]
    assert [kind for kind in USUAL_TO if kind not in kinds] == []
    boons = [effect.name for effect in all_effects() if effect.kind == "boon"]
    assert [name for name in BOONS if name not in boons + BY_MANEUVER] == ["willpower"]


def test_every_trigger_condition_is_on_some_card() -> None:
    conditions = [card.when for card in CONTENT.cards.values()]
    assert [word for word in BEFORE + AFTER if word not in conditions] == []


def test_every_condition_befalls_heroes_and_foes() -> None:
    by_heroes = [effect.name for hero in HEROES for card in hero.all_cards for effect in effects_of(card)]
    by_foes = [effect.name for foe in FOES for card in foe.all_cards for effect in effects_of(card)]
    fields = [kind.condition for kind in CONTENT.fields.values()]
    betrayed = ["off-guard"]
    assert [name for name in CONTENT.conditions if name not in by_foes + fields] == []
    assert [name for name in CONTENT.conditions if name not in by_heroes + fields + betrayed] == []


def test_every_field_lies_on_a_map_and_harming_ones_are_also_made() -> None:
    drawn = "".join([row for scenario in CONTENT.scenarios.values() for row in scenario.rows])
    made = [effect.name for effect in all_effects() if effect.kind == "field"]
    for kind in CONTENT.fields.values():
        assert kind.glyph in drawn
        assert kind.blocks or kind.id in made


def test_every_target_and_special_property_is_on_some_card() -> None:
    cards = list(CONTENT.cards.values())
    targets = {card.target for card in cards}
    assert targets == {
        "self", "ally", "other", "enemy", "ally+enemy", "square", "burst", "field", "cause", "victim",
    }  # fmt: skip
    assert any(card.auto_hit for card in cards) and any(card.auto_crit for card in cards)
    assert any(effect.versus == "piercing" for effect in all_effects())
    assert {card.points for card in cards if card.tide} == {0, 2, 3, 4}
    assert {card.applies for card in cards} == {"", "damage", "heal", "any"}


def test_every_foe_hero_and_maneuver_is_in_some_scenario() -> None:
    people: list[str] = []
    maneuvers: list[str] = []
    for scenario in CONTENT.scenarios.values():
        for entry in scenario.entries:
            assert isinstance(entry, Post)
            people.append(entry.kind)
            if entry.kind in CONTENT.heroes:
                maneuvers.append(entry.maneuver or CONTENT.heroes[entry.kind].maneuver.id)
    assert [name for name in [*CONTENT.heroes, *CONTENT.foes] if name not in people] == []
    assert [name for name in CONTENT.maneuvers if name not in maneuvers] == []


def test_a_maneuver_given_by_a_scenario_is_one_the_hero_is_good_at() -> None:
    for scenario in CONTENT.scenarios.values():
        for entry in scenario.entries:
            assert isinstance(entry, Post)
            if entry.maneuver:
                skill = CONTENT.maneuvers[entry.maneuver].skill
                assert not skill or CONTENT.heroes[entry.kind].skills[skill] >= 8


def beside(grid: Grid, pos: int, size: int, goal: int) -> bool:
    """Does something that large at `pos` touch `goal` without standing on it?"""
    return min([grid.distance(square, goal) for square in grid.footprint(pos, size)]) == 1


@pytest.mark.parametrize("scenario", CONTENT.scenarios.values(), ids=lambda scenario: scenario.id)
def test_the_sides_of_a_scenario_can_reach_each_other(scenario: Scenario) -> None:
    grid, _ = read_map(scenario.rows, map_legend(CONTENT.fields))
    assert scenario.description and scenario.teaches and scenario.notes
    assert 2 <= len(placed(scenario, "heroes")) <= 4
    for hero in scenario.entries:
        for foe in scenario.entries:
            if hero.side == "heroes" and foe.side == "foes":
                assert grid.opened().path(grid.parse(hero.at), grid.parse(foe.at), 1, set())
                size = CONTENT.foes[foe.kind].size
                goal = grid.parse(hero.at)
                near = [pos for pos in range(grid.size) if grid.footprint(pos, size) and beside(grid, pos, size, goal)]
                assert any(grid.opened().path(grid.parse(foe.at), pos, size, set()) for pos in near)


def ranks(name: str) -> list[str]:
    return [CONTENT.foes[foe].rank for foe in placed(CONTENT.scenarios[name], "foes")]


def test_what_the_four_scenarios_show() -> None:
    assert set(ranks("reed-landing")) == {"grunt", "awakened"}
    assert set(ranks("toll-bridge")) == {"grunt", "awakened", "elite"}
    assert {"o", "m", "e", "b"} <= set("".join(CONTENT.scenarios["smelter-yard"].rows))
    assert "boss" in ranks("kiln") and "boss" in ranks("drowned-hall")


def test_profiles_are_shared_by_reference() -> None:
    assert CONTENT.heroes["tamsin"].all_cards[0] is CONTENT.cards["blade-cut"]
    assert CONTENT.heroes["oriel"].all_cards[0] is CONTENT.cards["blade-cut"]
    assert CONTENT.foes["bog-hound"].cards["A"] is CONTENT.cards["worry"]


def test_what_is_left_out_is_filled_in() -> None:
    roots = CONTENT.cards["mending-roots"]
    assert roots.repeats is roots.effects and roots.effects[0].to == "allies"
    stance = CONTENT.cards["iron-stance"]
    assert stance.hold and stance.repeats == []
    assert (CONTENT.cards["falling-sky"].range, CONTENT.cards["falling-sky"].points) == (FIELD_RANGE, 4)
    assert CONTENT.cards["sleet-veil"].effects[1].amount == 1
    assert CONTENT.heroes["fenna"].skills["athletics"] == 8


def test_no_name_of_the_source_documents_ships() -> None:
    assert [name for name in PREGENERATED.split() if name in CONTENT.heroes] == []


def test_loading_twice_gives_one_hash() -> None:
    assert load([BUILTIN]).hash == CONTENT.hash


def test_the_people_of_the_examples_load_beside_the_shipped_content() -> None:
    content = load([BUILTIN, PACKAGE / "rules" / "cast.toml"])
    assert len(content.heroes) > len(CONTENT.heroes)


def test_the_schema_lists_every_section() -> None:
    made: Any = schema(SCHEMA_MODEL)
    assert list(made["properties"]) == ["condition", "field", "maneuver", "card", "hero", "foe", "scenario"]
    assert {"const": "field"} in made["$defs"]["CardEntry"]["properties"]["range"]["anyOf"]


# Extra content

FOE_CARD = '[card.x]\nname = "X"\nmelee = true\nrange = 1\ntarget = "enemy"\ncheck = "dodge"\n'
HIT = 'effects = [{ kind = "damage", dice = "2d6", versus = "toughness" }]\n'
CARD = '[card.x]\nname = "X"\nspeed = "slow"\nrange = 5\ntarget = "enemy"\n'
HEAL = 'effects = [{ kind = "heal", amount = 4 }]\n'
RAT = (
    '[foe.rat]\nname = "Rat"\nrank = "grunt"\ntype = "Beast"\nhp = 5\ntoughness = 1\nresistance = 1\nbasic = "hound-bite"\n'
    'centre = "move"\nspokes = [["basic"], ["basic"], ["basic"], ["basic"], ["basic"], ["basic"]]\n'
)
NOVICE = (
    '[hero.novice]\nname = "Novice"\nhp = 20\nc = 2\na = 10\np = 5\ntoughness = 4\nresistance = 4\ndodge = 4\n'
    'willpower = 4\nmelee = "blade-cut"\nranged = "bow-shot"\n'
)
SCENE = '[scenario.x]\ntitle = "X"\ndescription = "X"\nmap = """\nA..#\nB.o.\n"""\n'
HERO = 'creature = "tamsin"\nside = "heroes"\nat = "A"'
FOE = 'creature = "bog-hound"\nside = "foes"\nat = "B"'


def with_line(text: str, line: str) -> str:
    """An entry with one line replaced, or added if it has none for that key."""
    key = line.partition(" = ")[0]
    kept = [old for old in text.splitlines() if not old.startswith(f"{key} = ")]
    return "\n".join([*kept, line, ""])


def rat(line: str) -> str:
    return with_line(RAT, line)


def novice(line: str) -> str:
    return with_line(NOVICE, line)


def effect(text: str, head: str = CARD) -> str:
    return head + f"effects = [{{ {text} }}]\n"


def scene(*places: str, head: str = SCENE) -> str:
    return head + "".join([f"[[scenario.x.place]]\n{place}\n" for place in places])


def with_extra(folder: Path, text: str) -> CapContent:
    path = folder / "extra.toml"
    path.write_text(text, encoding="utf-8")
    return load([BUILTIN, path])


def refuse(folder: Path, text: str) -> list[str]:
    with pytest.raises(ContentErrors) as caught:
        with_extra(folder, text)
    return [str(error) for error in caught.value.errors]


def test_foes_heroes_and_cards_may_be_added(tmp_path: Path) -> None:
    content = with_extra(tmp_path, RAT + NOVICE + CARD + HIT + scene(HERO, FOE))
    assert content.foes["rat"].basic is content.cards["hound-bite"]
    assert content.heroes["novice"].maneuver.id == "tumble"
    assert content.cards["x"].points == 2
    assert content.hash != CONTENT.hash


def test_extra_content_overrides_only_when_it_says_so(tmp_path: Path) -> None:
    again = RAT.replace("foe.rat", "foe.bog-hound")
    expected = "an id that foes.toml does not define already, or replace = true"
    assert refuse(tmp_path, again) == [f"extra.toml: foe.bog-hound: got 'bog-hound', expected {expected}"]
    assert with_extra(tmp_path, again + "replace = true\n").foes["bog-hound"].name == "Rat"


SPOKES = 'spokes = [["basic"], ["basic"], ["basic"], ["basic"], ["basic"], '
TRIGGER = CARD + 'types = ["trigger"]\nwhen = "foe-acts"\n'
BEFORE_WORDS = "foe-acts, foe-targets-self, foe-targets-other, foe-moves, hero-acts, hero-moves"
WRONG = {
    "rank": (rat('rank = "mook"'), "foe.rat.rank: got 'mook', expected one of grunt, awakened, elite, boss"),
    "no hp": (rat("hp = 0"), "foe.rat.hp: got 0, expected a whole number from 1 to 1000"),
    "too large": (rat("size = 4"), "foe.rat.size: got 4, expected a whole number from 1 to 3"),
    "misspelt key": (rat("tougness = 3"), "foe.rat.tougness: got 3, expected a known key; did you mean 'toughness'?"),
    "five spokes": (rat('spokes = [["basic"], ["basic"], ["basic"], ["basic"], ["basic"]]'), "foe.rat.spokes: got [['basic'], ['basic'], ['basic'], ['basic'], ['basic']], expected a list of 6 entries"),
    "long spoke": (rat(SPOKES + '["basic", "basic"]]'), "foe.rat.spokes[5]: got ['basic', 'basic'], expected 1 hex, one a ring"),
    "short spoke": (rat('rank = "awakened"').replace('], ["', ', "move"], ["').replace('"]]', '"]]'), "foe.rat.spokes[5]: got ['basic'], expected 2 hexes, one a ring"),
    "hex without card": (rat('centre = "B"'), "foe.rat.centre: got 'B', expected move, basic, nothing or a letter of its cards (none)"),
    "hex word": (rat('centre = "bite"'), "foe.rat.centre: got 'bite', expected move, basic, nothing or a letter A to F"),
    "letter": (rat('cards = { G = "worry" }'), "foe.rat.cards.G: got 'G', expected a letter from A to F"),
    "unknown card": (rat('basic = "hound-bit"'), "foe.rat.basic: got 'hound-bit', expected a known card (nearest: hound-bite..."),
    "hero's card": (rat('basic = "blade-cut"'), "foe.rat.basic: got 'blade-cut', expected a card without a speed, since foes pay for nothing"),
    "trigger as basic": (rat('basic = "splinter-burst"'), "foe.rat.basic: got 'splinter-burst', expected a card without a Trigger condition"),
    "basic as trigger": (rat('triggers = ["worry"]'), "foe.rat.triggers[0]: got 'worry', expected a card with a Trigger condition"),
    "veteran ring": (rat('veteran = { "1.2" = "move" }'), "foe.rat.veteran.1.2: got 'move', expected a ring of at most 1 for the rank grunt"),
    "veteran key": (rat('veteran = { "7.2" = "move" }'), "foe.rat.veteran.7.2: got '7.2', expected a spoke and a ring such as 1.2"),
    "hero's id": (RAT.replace("foe.rat", "foe.tamsin"), "foe.tamsin.id: got 'tamsin', expected an id that no hero has"),
    "foe's card": (novice('melee = "worry"'), "hero.novice.melee: got 'worry', expected a card with a speed, since heroes pay for actions"),
    "no basic": (novice('melee = "heart-seeker"'), "hero.novice.melee: got 'heart-seeker', expected a basic melee attack: basic = true, melee = true"),
    "no ranged": (novice('ranged = "axe-swing"'), "hero.novice.ranged: got 'axe-swing', expected a basic ranged attack: basic = true, melee = false"),
    "card twice": (novice('cards = ["elsewhere", "elsewhere"]'), "hero.novice.cards[1]: got 'elsewhere', expected each card once"),
    "basic as card": (novice('cards = ["axe-swing"]'), "hero.novice.cards[0]: got 'axe-swing', expected a card that is no basic attack"),
    "tide as card": (novice('cards = ["last-wall"]'), "hero.novice.cards[0]: got 'last-wall', expected a card that is no Tide-Turner"),
    "card as tide": (novice('tides = ["elsewhere"]'), "hero.novice.tides[0]: got 'elsewhere', expected a Tide-Turner: tide = true"),
    "unknown maneuver": (novice('maneuver = "fient"'), "hero.novice.maneuver: got 'fient', expected a known maneuver (nearest: feint..."),
    "own maneuver": ('[maneuver.dance]\nname = "Dance"\nspeed = "fast"\n', "maneuver.dance.id: got 'dance', expected one of " + ", ".join(CONTENT.maneuvers)),
    "skill": (novice("skills = { swimming = 12 }"), "hero.novice.skills.swimming: got 'swimming', expected one of athletics, endurance, intimidate, insight, knowledge, mend, acrobatics, stealth, sleight-of-hand, focus, fast-talk, leadership"),
    "speed": (CARD.replace("slow", "quick") + HIT, "card.x.speed: got 'quick', expected one of free, fast, slow, slow+fast, slow+slow or nothing"),
    "no target": (CARD.replace('target = "enemy"\n', "") + HIT, "card.x.target: got nothing, expected whom it is aimed at, since it is no Amplify Action"),
    "no effect": (CARD, "card.x.effects: got nothing, expected at least one effect"),
    "far self": (CARD.replace("enemy", "self") + HEAL, "card.x.range: got 5, expected 0 with target self or burst, and at least 1 otherwise"),
    "near enemy": (CARD.replace("range = 5", "range = 0") + HIT, "card.x.range: got 0, expected 0 with target self or burst, and at least 1 otherwise"),
    "range": (CARD.replace("range = 5", "range = 99") + HIT, "card.x.range: got 99, expected a whole number of squares from 0 to 60, or field"),
    "small field": (CARD.replace("enemy", "field") + HIT, "card.x.range: got 5, expected field for a card that targets the whole field"),
    "burst of nothing": (CARD.replace("enemy", "burst").replace("range = 5\n", "") + HIT, "card.x.area: got 0, expected at least 1 with target burst"),
    "area on people": (CARD + "area = 1\n" + HIT, "card.x.area: got 1, expected 0 with target enemy"),
    "count of squares": (CARD.replace("enemy", "square") + "count = 2\n" + HIT, "card.x.count: got 2, expected 1 with target square"),
    "long sword": (CARD + "melee = true\n" + HIT, "card.x.range: got 5, expected 1 to 3 squares for a melee action"),
    "basic heal": (CARD.replace("enemy", "ally") + "basic = true\n" + HEAL, "card.x.basic: got True, expected an enemy as target and no types for a basic attack"),
    "free for all": (CARD.replace("slow", "free") + HIT, "card.x.round_uses: got 0, expected uses or round_uses of at least 1 for a Free Action"),
    "type twice": (CARD + 'types = ["sustain", "sustain"]\n' + HIT, "card.x.types[1]: got 'sustain', expected each type once"),
    "trigger without when": (CARD + 'types = ["trigger"]\n' + HIT, "card.x.when: got '', expected a condition with the type trigger, and none without"),
    "foe's when": (TRIGGER.replace("foe-acts", "hero-acts") + HIT, "card.x.when: got 'hero-acts', expected one of foe-acts, foe-targets-self, foe-targets-other, foe-moves, self-damaged, other-damaged, enemy-damaged, self-avoids, enemy-falls, other-falls"),
    "hero's when": (FOE_CARD + 'types = ["trigger"]\nwhen = "self-avoids"\n' + HIT, "card.x.when: got 'self-avoids', expected one of hero-acts, hero-moves, self-damaged, ally-falls"),
    "amplify what": (CARD + 'types = ["amplify"]\n' + HIT, "card.x.applies: got '', expected damage, heal or any with the type amplify, and nothing without"),
    "repeats alone": (CARD + HIT + HIT.replace("effects", "repeats"), "card.x.types: got [], expected sustain among the types of a card with repeats or hold"),
    "hold and repeats": (CARD + 'types = ["sustain"]\nhold = true\n' + HIT + HIT.replace("effects", "repeats"), "card.x.repeats: got 1, expected no repeats on a card that only holds"),
    "cause without trigger": (CARD.replace("enemy", "cause") + HIT, "card.x.target: got 'cause', expected trigger among the types of a card aimed at a cause or victim"),
    "hero's check": (CARD + 'check = "dodge"\n' + HIT, "card.x.check: got 'dodge', expected none on a hero's card, since foes roll no defence"),
    "foe without check": (FOE_CARD.replace('check = "dodge"\n', "") + HIT, "card.x.check: got nothing, expected what the hero rolls, or none, on a foe's card that harms"),
    "sure foe with check": (FOE_CARD + "auto_hit = true\n" + HIT, "card.x.check: got 'dodge', expected none on a foe's card that is AUTO-HIT or harms nobody"),
    "foe's C": (FOE_CARD + "c = 2\n" + HIT, "card.x.c: got 2, expected a speed as well, since this is for heroes only"),
    "foe's sustain": (FOE_CARD + 'types = ["sustain"]\n' + HIT, "card.x.types: got ['sustain'], expected a speed as well, since foes neither sustain nor amplify"),
    "bad dice": (effect('kind = "damage", dice = "2d", versus = "toughness"'), "card.x.effects[0].dice: got '2d', expected dice such as 3d8 or 2d10+15 (..."),
    "exploding dice": (effect('kind = "damage", dice = "2d6!", versus = "toughness"'), "card.x.effects[0].dice: got '2d6!', expected dice such as 3d8 or 2d10+15, without explosions or drops, never below 0"),
    "negative dice": (effect('kind = "damage", dice = "1d6-4", versus = "toughness"'), "card.x.effects[0].dice: got '1d6-4', expected dice such as 3d8 or 2d10+15, without explosions or drops, never below 0"),
    "damage to oneself": (effect('kind = "damage", dice = "1d6", versus = "piercing", to = "self"'), "card.x.effects[0].to: got 'self', expected enemies, or the cause or victim of a Trigger; lose for HP of one's own"),
    "damage past the target": (TRIGGER + 'effects = [{ kind = "damage", dice = "1d6", versus = "piercing", to = "cause" }]\n', "card.x.effects[0].to: got 'cause', expected cause as target of the card, so that it is hit or missed"),
    "damage without barrier": (effect('kind = "damage", dice = "2d6"'), "card.x.effects[0].versus: got nothing, expected versus with damage"),
    "damage without dice": (effect('kind = "damage", versus = "toughness"'), "card.x.effects[0].dice: got nothing, expected dice with damage"),
    "damage until": (effect('kind = "damage", dice = "1d6", versus = "toughness", until = "turn"'), "card.x.effects[0].until: got 'turn', expected no until with damage"),
    "heal twice": (effect('kind = "heal", dice = "1d6", amount = 2'), "card.x.effects[0].dice: got 'd6', expected either dice or an amount with heal"),
    "heal nothing": (effect('kind = "heal"'), "card.x.effects[0].dice: got nothing, expected either dice or an amount with heal"),
    "push nothing": (effect('kind = "push"'), "card.x.effects[0].amount: got nothing, expected amount with push"),
    "push back": (effect('kind = "push", amount = -2'), "card.x.effects[0].amount: got -2, expected at least 1"),
    "unknown kind": (effect('kind = "hurt"'), "card.x.effects[0].kind: got 'hurt', expected one of damage, heal, condition, cleanse, push, pull, go, boon, field, revive, points, fell, strip, cancel, redirect, basic, lose, more, multiply, bypass, range, targets"),
    "unknown condition": (effect('kind = "condition", name = "poisn"'), "card.x.effects[0].name: got 'poisn', expected a known condition (nearest: poison..."),
    "unknown boon": (effect('kind = "boon", name = "luck"'), "card.x.effects[0].name: got 'luck', expected a known boon (nearest: c)"),
    "unknown field": (effect('kind = "field", name = "ember"', CARD.replace("enemy", "square")), "card.x.effects[0].name: got 'ember', expected a known field (nearest: embers..."),
    "unknown rank": (effect('kind = "fell", name = "grunts"'), "card.x.effects[0].name: got 'grunts', expected a known rank (nearest: grunt..."),
    "field on people": (effect('kind = "field", name = "embers"'), "card.x.effects[0].to: got 'squares', expected target square, burst or field"),
    "boon to nobody": (effect('kind = "boon", name = "a", to = "cause"'), "card.x.effects[0].to: got 'cause', expected trigger among the types of the card"),
    "unsustained": (effect('kind = "boon", name = "a", until = "sustain"'), "card.x.effects[0].until: got 'sustain', expected sustain among the types of the card"),
    "late cancel": (effect('kind = "cancel"', TRIGGER.replace("foe-acts", "self-damaged")), f"card.x.effects[0].kind: got 'cancel', expected a Trigger that comes before its cause: {BEFORE_WORDS}"),
    "plain multiply": (effect('kind = "multiply", amount = 150'), "card.x.effects[0].kind: got 'multiply', expected a kind that stands outside an Amplify Effect"),
    "basic at oneself": (effect('kind = "basic"', CARD.replace("enemy", "self").replace("range = 5\n", "")), "card.x.effects[0].kind: got 'basic', expected a card aimed at an enemy or a cause"),
    "amplify id": (CARD + HIT + 'amplifies = [{ id = "elsewhere", name = "X", speed = "fast", effects = [{ kind = "bypass" }] }]\n', "card.x.amplifies[0].id: got 'elsewhere', expected an id that no other Amplify Effect and no card has"),
    "amplify cancel": (TRIGGER + HIT + 'amplifies = [{ id = "y", name = "X", speed = "fast", effects = [{ kind = "cancel" }] }]\n', f"card.x.amplifies[0].effects[0].kind: got 'cancel', expected a Trigger that comes before its cause: {BEFORE_WORDS}"),
    "field of nothing": ('[field.x]\nname = "X"\nglyph = "x"\n', "field.x.blocks: got False, expected true for a field that blocks, and dice or a condition for one that harms"),
    "same glyph": ('[field.x]\nname = "X"\nglyph = "m"\nblocks = true\n', "field.x.glyph: got 'm', expected a letter other than that of miasma"),
    "field without barrier": ('[field.x]\nname = "X"\nglyph = "x"\ndice = "1d4"\n', "field.x.versus: got '', expected toughness, resistance or piercing with dice, and none without"),
    "field without stacks": ('[field.x]\nname = "X"\nglyph = "x"\ncondition = "poison"\n', "field.x.stacks: got 0, expected stacks with a condition, and none without"),
    "field of flu": ('[field.x]\nname = "X"\nglyph = "x"\ncondition = "flu"\nstacks = 1\n', "field.x.condition: got 'flu', expected a known condition..."),
    "condition's end": ('[condition.x]\nname = "X"\nmost = 1\nends = "never"\n', "condition.x.ends: got 'never', expected one of stacks, end, removed, own"),
    "unknown creature": (scene(HERO.replace("tamsin", "tamsen"), FOE), "scenario.x.place[0].creature: got 'tamsen', expected a known hero or foe (nearest: tamsin..."),
    "wrong side": (scene(HERO, FOE.replace("foes", "heroes"), FOE.replace('"B"', '"b1"') + '\nid = "other"'), "scenario.x.place[1].side: got 'heroes', expected foes, the side of bog-hound"),
    "one side": (scene(HERO, HERO.replace('"A"', '"B"') + '\nid = "other"'), "scenario.x.place: got nothing, expected somebody on the side of the foes"),
    "off the map": (scene(HERO.replace('"A"', '"e1"'), FOE), "scenario.x.place[0].at: got 'e1', expected a mark of the map (A, B) or a square from a1 to d2"),
    "in the wall": (scene(HERO.replace('"A"', '"d1"'), FOE), "scenario.x.place[0].at: got 'd1', expected squares to stand on, but d1 is blocked"),
    "in cover": (scene(HERO.replace('"A"', '"c2"'), FOE), "scenario.x.place[0].at: got 'c2', expected squares to stand on, but c2 is blocked"),
    "square taken": (scene(HERO, FOE.replace('"B"', '"a1"')), "scenario.x.place[1].at: got 'a1', expected free squares, but tamsin stands on a1"),
    "too big": (scene(HERO, FOE.replace("bog-hound", "kiln-wyrm")), "scenario.x.place[1].at: got 'B', expected room for 3 squares a side on the map"),
    "same id": (scene(HERO, FOE, FOE.replace('"B"', '"b2"')), "scenario.x.place[2].id: got 'bog-hound', expected an id no other combatant of the scenario has"),
    "foe's maneuver": (scene(HERO, FOE + '\nmaneuver = "feint"'), "scenario.x.place[1].maneuver: got 'feint', expected no maneuver for a foe"),
    "place's maneuver": (scene(HERO + '\nmaneuver = "fient"', FOE), "scenario.x.place[0].maneuver: got 'fient', expected a known maneuver (nearest: feint..."),
    "unknown glyph": (scene(HERO, FOE, head=SCENE.replace("#", "%")), "scenario.x.map: got '%', expected one of . # o m e b, or a letter or digit as a mark (row 1, column 4)"),
    "ragged map": (scene(HERO, FOE, head=SCENE.replace("A..#", "A.#")), "scenario.x.map: got 'B.o.', expected 3 squares like row 1, not 4 (row 2)"),
    "seat": (scene(HERO + '\nseat = "player0"', FOE), "scenario.x.place[0].seat: got 'player0', expected gm, or player1 to player9"),
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
    found = refuse(tmp_path, CARD + novice('cards = ["odd-one", "odd-two"]') + rat('basic = "odd-three"'))
    assert [line.split(": got")[0] for line in found] == [
        "extra.toml: card.x.effects",
        "extra.toml: hero.novice.cards[0]",
        "extra.toml: hero.novice.cards[1]",
        "extra.toml: foe.rat.basic",
    ]


ODD = odd_values('"1d6"', '["worry"]', '"field"')


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_shuffled_content_raises_content_errors_or_loads(tmp_path: Path, data: st.DataObject) -> None:
    try_shuffled(with_extra, tmp_path, data, [snippet for snippet, _ in WRONG.values()], ODD)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_one_odd_value_raises_content_errors_or_loads(tmp_path: Path, data: st.DataObject) -> None:
    try_one_odd(with_extra, tmp_path, data, RAT + NOVICE + CARD + HIT + scene(HERO, FOE), ODD)


def test_what_is_wrong_with_one_entry_hides_nothing_about_the_others(tmp_path: Path) -> None:
    """A wrong key here, an unknown id there: both are told, and who names the wrong entry is not blamed for it."""
    (tmp_path / "condition.toml").write_text('[condition.dizzy]\nname = "Dizzy"\nwrong = 1\n', encoding="utf-8")
    effects = '[{ kind = "condition", name = "dizzy" }, { kind = "condition", name = "dizy" }]'
    card = f'[card.spin]\nname = "Spin"\nrange = 4\ntarget = "enemy"\ncheck = "willpower"\neffects = {effects}\n'
    (tmp_path / "card.toml").write_text(card, encoding="utf-8")
    with pytest.raises(ContentErrors) as caught:
        load([BUILTIN, tmp_path])
    told = str(caught.value)
    assert "condition.dizzy.wrong" in told and "got 'dizy'" in told and "got 'dizzy'" not in told
