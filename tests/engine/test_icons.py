"""Icons: what content names is one that there is, what names none gets one by its kind, and no saved game knows."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

from fracas.engine.command import GM, Command
from fracas.engine.content import ContentErrors, read_tables
from fracas.engine.errors import Invalid
from fracas.engine.game import Game
from fracas.engine.icons import authors, kinds
from fracas.engine.pictures import Pictures
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.ruleset import Ruleset
from fracas.session.looking import look_at

ROOT = Path(__file__).resolve().parents[2]
WOLF = """[creature.pup]
name = "Pup"
{icon}build = "small"
brawn = 4
finesse = 4
savvy = 2
nerve = 4
weapons = ["bite"]
"""


def written(folder: Path, icon: str) -> list[str]:
    path = folder / "pups.toml"
    path.write_text(WOLF.format(icon=icon), encoding="utf-8")
    return [str(path)]


def started(ruleset: Ruleset) -> Game:
    return Game(ruleset, ruleset.start(ruleset.scenarios()[0].id, {}, ["1", "2"]))


@pytest.mark.parametrize("id", ruleset_ids())
def test_every_entry_that_ships_has_an_icon_or_a_kind(id: str) -> None:
    ruleset = load_ruleset(id)
    sections = [name for name in ruleset.content.tables if name != "scenario"]
    for section in sections:
        kind = ruleset.pictures.sections.get(section, section)
        named = ruleset.content.icons.get(section, {})
        missing = [entry for entry in ruleset.content.tables[section] if entry not in named]
        assert kind in kinds() or not missing, f"{section}: {missing}"
        for icon in named.values():
            assert icon in authors()
    assert [verb for verb in ruleset.pictures.verbs if verb not in ruleset.actions] == []
    assert all([ruleset.pictures.of_action(action) in authors() for action in ruleset.actions.values()])


def test_the_icon_of_every_kind_exists() -> None:
    assert [kind for kind, icon in kinds().items() if icon not in authors()] == []


@pytest.mark.parametrize("name", ["standoff", "vigil"])
def test_a_game_nobody_here_wrote_has_icons_too(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.syspath_prepend(ROOT / "examples" / name / "src")
    monkeypatch.delitem(sys.modules, name, raising=False)
    ruleset = import_module(name).RULESET
    game = started(ruleset)
    shown = look_at(ruleset, game.state, game.known(GM), GM)
    assert {one["icon"] for one in shown["state"]["combatants"]} <= set(authors())
    assert all([ruleset.pictures.of_action(action) in authors() for action in ruleset.actions.values()])
    if name == "standoff":
        assert {one["icon"] for one in shown["state"]["combatants"]} == {kinds()["creature"]}


def test_an_icon_that_is_none_is_told_with_file_key_and_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(ContentErrors) as caught:
        load_ruleset("crisis_mode").with_content(written(tmp_path, 'icon = "wolf-hed"\n'))
    error = caught.value.errors[0]
    assert (error.where, error.key, error.value) == ("pups.toml", "creature.pup.icon", "wolf-hed")
    assert error.expected == "the name of an icon of game-icons.net; did you mean 'wolf-head'?"


def test_what_names_none_gets_that_of_its_kind(tmp_path: Path) -> None:
    plain = load_ruleset("crisis_mode").with_content(written(tmp_path, ""))
    pup = plain.content.fresh("pup")
    assert plain.pictures.of_combatant(plain.content, pup, "") == kinds()["creature"]
    assert plain.pictures.of_combatant(plain.content, pup, "large") == kinds()["large"]
    del plain.content.icons["condition"]
    assert plain.pictures.of_condition(plain.content, "blessed") == kinds()["boon"]
    assert plain.pictures.of_condition(plain.content, "bleeding") == kinds()["condition"]
    assert plain.pictures.of_thing(plain.content, "nothing-of-ours") == ""


def test_looks_are_no_part_of_a_content_and_of_its_hash(tmp_path: Path) -> None:
    ruleset = load_ruleset("crisis_mode")
    plain = ruleset.with_content(written(tmp_path, ""))
    hash, tables = plain.content.hash, plain.content.tables
    drawn = ruleset.with_content(written(tmp_path, 'icon = "wolf-head"\n'))
    assert (drawn.content.hash, drawn.content.tables) == (hash, tables)
    assert drawn.content.icons["creature"]["pup"] == "wolf-head"
    assert "icon" not in str(read_tables([ROOT / "src/fracas/rulesets/crisis_mode/data"], tables).values())


def test_a_sheet_that_names_no_icon_or_no_kind_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "odd_game"
    (package / "rules").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    for text, key in (('[action]\nhit = "ouch"\n', "action.hit"), ('[section]\nhat = "ouch"\n', "section.hat")):
        (package / "rules" / "icons.toml").write_text(text)
        with pytest.raises(Invalid) as caught:
            Pictures("odd_game")
        assert (caught.value.where, caught.value.key, caught.value.value) == ("icons.toml", key, "ouch")


def test_the_gm_picks_another_icon_and_takes_it_back() -> None:
    game = started(load_ruleset("crisis_mode"))
    who = next(iter(game.state.combatants))
    assert "icon" not in game.state.combatants[who].to_json()
    game.rule(Command(GM, "set", (who,), "icon", text="wolf-head"), "")
    assert game.state.combatants[who].to_json()["icon"] == "wolf-head"
    assert game.state.combatants[who].copy().icon == "wolf-head"
    again = game.state.content.combatant(game.state.combatants[who].to_json())
    assert again.icon == "wolf-head"
    with pytest.raises(Invalid, match="did you mean 'wolf-head'"):
        game.rule(Command(GM, "set", (who,), "icon", text="wolf-hed"), "")
    game.rule(Command(GM, "set", (who,), "icon", text="none"), "")
    assert game.state.combatants[who].icon == ""


def test_a_hidden_foe_and_its_icon_reach_nobody() -> None:
    ruleset = load_ruleset("crisis_3d6")
    game = Game(ruleset, ruleset.start("ambush", {}, ["1", "2"]))
    hidden = next(one for one in game.state.combatants.values() if one.hidden)
    game.rule(Command(GM, "set", (hidden.id,), "icon", text="abacus"), "")
    for seat in [seat for seat in game.state.seats if seat != GM] + [""]:
        assert "abacus" not in str(look_at(ruleset, game.state, game.known(seat), seat))
    assert "abacus" in str(look_at(ruleset, game.state, game.known(GM), GM))
