"""Checking content: what ships is sound, and each kind of mistake is found and named."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.properties.skirmish import Skirmish, Strike

from fracas.engine.action import Action
from fracas.engine.command import Command
from fracas.engine.encounter import Content, Encounter
from fracas.engine.reason import Reason
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.ruleset import Ruleset
from fracas.engine.table import Table
from fracas.lab.check import Checked, check, try_out

WRONG = '[creature.oaf]\nname = 3\nbrain = "none"\n[hero.oaf]\nname = 3\nbrain = "none"\n'
"""Wrong in every game, whatever it calls its people."""


@pytest.mark.parametrize("id", ruleset_ids())
def test_what_ships_is_sound(id: str) -> None:
    checked = check(id, [])
    assert not checked.failed, "\n".join(checked.lines())
    ruleset = load_ruleset(id)
    assert sorted(checked.scenarios) == sorted([info.id for info in ruleset.scenarios()])
    assert sorted(checked.tried) == sorted(ruleset.content.people())
    assert all(checked.tried.values())


@pytest.mark.parametrize("id", ruleset_ids())
def test_a_wrong_file_is_named_with_its_keys(id: str, tmp_path: Path) -> None:
    (tmp_path / "wrong.toml").write_text(WRONG, encoding="utf-8")
    checked = check(id, [str(tmp_path)])
    assert checked.failed
    said = "\n".join(checked.lines())
    assert "wrong.toml" in said
    assert "oaf" in said


@pytest.mark.parametrize("id", ruleset_ids())
def test_a_file_that_is_not_toml_is_named(id: str, tmp_path: Path) -> None:
    (tmp_path / "torn.toml").write_text("[creature.oaf\n", encoding="utf-8")
    checked = check(id, [str(tmp_path / "torn.toml")])
    assert [error.where for error in checked.errors] == ["torn.toml"]


def test_an_action_that_breaks_is_found() -> None:
    """Control: a strike that stumbles over knights alone."""

    class Stumbling(Strike):
        def perform(self, table: Table, command: Command) -> None:
            if table.enc.combatants[command.who].kind == "knight":
                raise KeyError("sword")
            super().perform(table, command)

    class Broken(Skirmish):
        def own_actions(self) -> list[Action]:
            kept = [action for action in super().own_actions() if action.verb != "strike"]
            return [*kept, Stumbling("strike", "Strike", "1.5", "target")]

    checked = Checked("broken")
    try_out(Broken(), checked)
    assert [fault.where for fault in checked.faults] == ["creature knight, strike"]
    assert "KeyError: 'sword'" in str(checked.faults[0])


def test_a_scenario_that_cannot_begin_is_found() -> None:
    class Empty(Skirmish):
        def start(self, scenario, options, seeds):  # type: ignore[no-untyped-def]
            raise AssertionError("no such place")

    checked = Checked("empty")
    try_out(Empty(), checked)
    assert "scenario pit" in str(checked.faults[0])


def test_a_part_that_is_missing_or_broken_is_named() -> None:
    """`card` breaks only when somebody looks: a check looks."""

    class Blank(Skirmish):
        def card(self, enc, who, seat):  # type: ignore[no-untyped-def]
            raise NotImplementedError

        def next_step(self, enc):  # type: ignore[no-untyped-def]
            return Ruleset.next_step(self, enc)

    checked = Checked("blank")
    try_out(Blank(), checked)
    said = [str(fault) for fault in checked.faults]
    assert checked.failed
    assert [line for line in said if line.startswith("creature knight, card: NotImplementedError (" + __file__)]
    assert [line for line in said if "Blank needs a next_step" in line]


def test_a_game_without_people_fails() -> None:
    class Deserted(Skirmish):
        def __init__(self) -> None:
            super().__init__()
            self.content = Content()

    checked = Checked("deserted")
    try_out(Deserted(), checked)
    assert checked.failed and "no kinds of combatants" in str(checked.faults[0])


def test_actions_that_could_not_be_tried_are_named() -> None:
    class Dreaming(Skirmish):
        def own_actions(self) -> list[Action]:
            return [*super().own_actions(), Dream("dream", "Dream", "1.3")]

    class Dream(Action):
        def bars(self, enc: Encounter, who: str) -> list[Reason]:
            return [Reason("1.3", "nobody sleeps here")]

    checked = Checked("dreaming")
    try_out(Dreaming(), checked)
    assert not checked.failed and checked.untried == ["dream"]
    assert "dreaming: could not try dream" in checked.lines()
