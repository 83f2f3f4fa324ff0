from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import typer
from tests.cli.terminal import Terminal

from fracas.cli import check
from fracas.engine.log import log_from_text
from fracas.engine.registry import load_ruleset, ruleset_ids


def test_every_scenario_is_one_line_with_its_description(terminal: Terminal) -> None:
    ran = terminal.run("scenarios")
    assert ran.status == 0
    rows = dict([line.split(maxsplit=1) for line in ran.out.splitlines()])
    assert rows["duel/arena"] == "The arena: Kara against two goblins."
    for id in ruleset_ids():
        for info in load_ruleset(id).scenarios():
            assert info.title in rows[f"{id}/{info.id}"]


def test_play_starts_with_the_first_scenario_of_the_game_to_begin_with(terminal: Terminal) -> None:
    _, id = min([(load_ruleset(id).rank, id) for id in ruleset_ids()])
    first = f"{id}/{load_ruleset(id).scenarios()[0].id}"
    assert f"({first})" in terminal.run("play", "--bots", "--plain", "--seed", "1").out.splitlines()[0]


HOMEBREW = """
[scenario.my-yard]
title = "My yard"
description = "Two who never liked each other."
teaches = "homebrew"
map = '''
A.....
......
.....B
'''

[[scenario.my-yard.place]]
creature = "haldis"
at = "A"
side = "heroes"
seat = "player1"

[[scenario.my-yard.place]]
creature = "bristle-brute"
at = "B"
side = "foes"
seat = "gm"
"""


def test_a_scenario_of_ones_own_is_found_by_its_bare_name(terminal: Terminal) -> None:
    (terminal.home / "own").mkdir()
    (terminal.home / "own" / "yard.toml").write_text(HOMEBREW)
    ran = terminal.run("play", "my-yard", "--content", "own", "--plain", "--seed", "1")
    assert "My yard (crisis_mode/my-yard)" in ran.out, ran.err
    assert "crisis_mode/my-yard" in terminal.run("scenarios", "--content", "own").out


def test_content_no_game_takes_is_explained_by_the_game_it_was_meant_for(terminal: Terminal) -> None:
    (terminal.home / "own.toml").write_text(HOMEBREW.replace("bristle-brute", "bristle-brut"))
    ran = terminal.run("play", "my-yard", "--content", "own.toml")
    assert ran.status == 2
    assert "nearest: bristle-brute" in ran.err and "one of the keys" not in ran.err


def test_a_check_of_content_no_game_takes_goes_by_the_game_it_was_meant_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In this process: the toy game of the terminal takes whatever it is given."""
    path = tmp_path / "own.toml"
    path.write_text(HOMEBREW.replace("bristle-brute", "bristle-brut"))
    with pytest.raises(typer.Exit) as left:
        check.run(str(path))
    said = capsys.readouterr().out
    assert left.value.exit_code == 1
    assert "nearest: bristle-brute" in said and "one of the keys" not in said
    assert f"{path}: taken as content of crisis_mode, which it fits best (--ruleset names another)" in said


def test_a_scenario_nobody_knows_names_only_the_nearest(terminal: Terminal) -> None:
    near = terminal.run("play", "crisis_mode/ambsh").err
    assert "perhaps crisis_mode/ambush (fracas scenarios lists all)" in near
    assert "expected the name of a scenario (fracas" in terminal.run("play", "zzzzz").err


def test_a_scenario_of_ones_own_is_played_with_its_options_unless_others_are_named(terminal: Terminal) -> None:
    options = '[scenario.my-yard.options]\ndiagonal = "alternating"\norder = "re-sort"\n'
    (terminal.home / "yard.toml").write_text(HOMEBREW + options)
    played = ("play", "crisis_mode/my-yard", "--content", "yard.toml", "--bots", "--plain", "--seed", "1")
    terminal.run(*played, "--save", "one.log")
    terminal.run(*played, "--save", "two.log", "--option", "diagonal=one")
    for name, diagonal in (("one.log", "alternating"), ("two.log", "one")):
        start: Any = log_from_text((terminal.home / name).read_text()).header["start"]
        assert (start["options"]["diagonal"], start["options"]["order"]) == (diagonal, "re-sort")
    assert terminal.run("check", "yard.toml", "--ruleset", "crisis_mode").status == 0
    (terminal.home / "yard.toml").write_text(HOMEBREW + options.replace("alternating", "sideways"))
    said = terminal.run("check", "yard.toml", "--ruleset", "crisis_mode").out
    assert "yard.toml: scenario.my-yard.options.diagonal" in said and "one of one, alternating" in said
