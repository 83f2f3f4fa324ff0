"""A saved game carries the entries of the content it uses, and opens with them whatever is installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from fracas.engine import performing
from fracas.engine.canon import canon
from fracas.engine.command import GM, Command
from fracas.engine.entries import Index, Tables
from fracas.engine.errors import Invalid
from fracas.engine.game import Game
from fracas.engine.log import CONTENT, RULING
from fracas.engine.performing import header_of
from fracas.engine.registry import load_ruleset
from fracas.engine.ruleset import Ruleset
from fracas.engine.saved import difference, load_game, load_imported
from fracas.engine.showing import glossary_of

CRISIS = load_ruleset("crisis_mode")
HOG = """
[creature.mud-hog]
name = "Mud hog"
text = "All bristle and bad temper."
build = "small"
brawn = 5
finesse = 6
savvy = 2
nerve = 6
weapons = ["tusks"]

[weapon.tusks]
name = "Tusks"
text = "Curved and dirty."
categories = ["natural"]
check = "brawn"
min_one = 1
damage = "1d6"
reach_low = 1
reach_high = 1
"""


def with_hog(tmp_path: Path) -> Ruleset:
    """The rules with content that others do not have."""
    file = tmp_path / "hog.toml"
    file.write_text(HOG, encoding="utf-8")
    return CRISIS.with_content([str(file)])


def begun(ruleset: Ruleset, scenario: str = "first-duel") -> Game:
    game = Game(ruleset, ruleset.start(scenario, {}, ["a", "b"]))
    game.begin()
    while game.waiting:
        game.answer(game.waiting[0].id, game.waiting[0].default)
    return game


def add(game: Game, kind: str, words: str = "") -> None:
    enc = game.state
    for pos in range(enc.board.size):
        try:
            game.rule(Command(GM, "add", thing=kind, squares=(pos,), text=words))
        except Invalid:
            continue
        return
    raise AssertionError("no room")


def content_lines(game: Game) -> list[dict[str, object]]:
    return [line.data for line in game.log.lines if line.kind == CONTENT]


def newcomer(game: Game) -> str:
    """A kind that the log has no entry of."""
    return next(kind for kind in CRISIS.content.kinds() if kind not in game.log.entries["creature"])


def test_the_header_has_everything_the_state_names_and_what_that_names_in_turn() -> None:
    game = begun(CRISIS, "ambush")
    entries, tables = game.log.entries, CRISIS.content.tables
    assert game.log.header["fracas"] and game.log.header["version"] == CRISIS.version
    for one in game.start.combatants.values():
        card = entries["creature"][one.kind]
        assert isinstance(card, dict)
        assert not [name for name in card["weapons"] if name not in entries["weapon"]]
        assert not [name for name in card.get("spells", []) if name not in entries["spell"]]
    assert entries["condition"] == tables["condition"] and "unarmed" in entries["weapon"]
    assert len(entries["creature"]) < len(tables["creature"]) and "scenario" not in entries


def test_ids_are_found_in_keys_lists_and_rows_of_words() -> None:
    index = Index({"thing": {"a-b": {"uses": ["c"]}, "c": {"name": "C"}, "d": {}, "e": {}}, "other": {"c": {}}}, ("d",))
    assert index.beyond({"a-b": 1}, {}) == {"thing": {"a-b": {"uses": ["c"]}, "c": {"name": "C"}}, "other": {"c": {}}}
    assert index.beyond(["c e", "d is prose"], {"thing": {"c": {}}}) == {"thing": {"e": {}}, "other": {"c": {}}}
    always: Tables = {"thing": {"e": {}}}
    assert Index(always, ("thing.e",)).needed({}) == always


def test_a_game_opens_where_its_content_is_not_installed(tmp_path: Path) -> None:
    game = begun(with_hog(tmp_path))
    add(game, "mud-hog")
    game.rule(Command(GM, "note", text="A hog."))
    again = load_imported(CRISIS, game.save())
    assert not again.read_only and again.save() == game.save()
    assert canon(again.state.to_json()) == canon(game.state.to_json())
    assert "mud-hog" in again.state.content.kinds() and "mud-hog" not in CRISIS.content.people()
    found = [entry.text for entry in glossary_of(CRISIS, again.state) if entry.id == "tusks"]
    assert len(found) == 1 and "Curved and dirty" in found[0]
    assert CRISIS.card(again.state, "mud-hog-1", GM).kind == "Mud hog"
    assert again.known("player1").content is again.start.content
    add(again, "mud-hog")
    assert load_imported(CRISIS, again.save()).save() == again.save()


@pytest.mark.pure
def test_control_without_its_entries_it_does_not_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(performing, "header_of", lambda ruleset, start: {**header_of(ruleset, start), "entries": {}})
    game = begun(with_hog(tmp_path))
    monkeypatch.setattr(Index, "beyond", lambda *_: {})
    add(game, "mud-hog")
    with pytest.raises(Invalid):
        load_imported(CRISIS, game.save())


def test_the_entries_of_a_game_come_before_those_that_are_installed(tmp_path: Path) -> None:
    game = begun(CRISIS)
    kind = next(iter(game.state.combatants.values())).kind
    card = CRISIS.content.tables["creature"][kind]
    assert isinstance(card, dict)
    file = tmp_path / "changed.toml"
    fields = {**card, "brawn": card["brawn"] + 1, "name": "Somebody else", "replace": True}
    rows = [f"{name} = {canon(value)}" for name, value in fields.items()]
    file.write_text("\n".join([f"[creature.{kind}]", *rows, HOG]), encoding="utf-8")
    changed = CRISIS.with_content([str(file)])
    again = load_game(changed, game.save())
    assert canon(again.state.to_json()) == canon(game.state.to_json())
    assert again.start.content.thing_name(kind) == card["name"]
    assert changed.content.thing_name(kind) == "Somebody else"
    assert again.save() == game.save(), "nothing is written before somebody does something"
    assert "content differs" in difference(again) and not difference(load_game(CRISIS, game.save()))
    add(again, kind)
    twice = load_game(changed, again.save())
    assert twice.start.content is again.start.content and twice.save() == again.save()


def test_content_that_is_installed_just_so_is_not_read_again() -> None:
    assert load_game(CRISIS, begun(CRISIS).save()).start.content is CRISIS.content


def test_what_is_installed_and_does_not_fit_is_left_out() -> None:
    tables = CRISIS.content.tables
    kind, weapon = next(
        (id, card["weapons"][0])
        for id, card in tables["creature"].items()
        if isinstance(card, dict) and card.get("shield")
    )
    old = tables["weapon"][weapon]
    assert isinstance(old, dict)
    content = CRISIS.content_with({"weapon": {weapon: {**old, "min_one": 0, "min_two": 3}}})
    assert kind not in content.kinds() and len(content.kinds()) > 5
    assert not [one for plan in content.scenarios.values() for one in plan.entries if one.kind == kind]


@pytest.mark.parametrize("entry", [{"name": "Half a weapon"}, {"name": "\x1b[2J"}, "no table"])
def test_entries_that_are_wrong_by_themselves_are_refused(entry: object) -> None:
    with pytest.raises(Invalid):
        CRISIS.content_with({"weapon": {"half": entry}})


def test_whoever_comes_later_brings_an_entry_once_and_no_undo_takes_it_away() -> None:
    game = begun(CRISIS)
    kind = newcomer(game)
    add(game, kind)
    assert len(content_lines(game)) == 1 and kind in game.log.entries["creature"]
    at = next(line.n for line in game.log.lines if line.kind == CONTENT)
    assert game.log.line(at + 1).kind == RULING and game.log.line(at + 2).data["kind"] == "added"
    game.undo()
    assert kind in game.log.entries["creature"]
    add(game, kind)
    assert len(content_lines(game)) == 1
    assert load_game(CRISIS, game.save()).log.entries == game.log.entries
    game.jump(0)
    assert kind in game.branch(len(game.log.lines) - 1).log.entries["creature"]


@pytest.mark.pure
def test_an_entry_of_something_that_broke_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun(CRISIS)
    kind, text = newcomer(game), game.save()

    def broken() -> list[object]:
        raise RuntimeError("broken")

    monkeypatch.setattr(game, "_proceed", broken)
    with pytest.raises(RuntimeError):
        add(game, kind)
    assert kind not in game.log.entries["creature"] and game.save() == text
    monkeypatch.undo()
    add(game, kind)
    assert len(content_lines(game)) == 1
