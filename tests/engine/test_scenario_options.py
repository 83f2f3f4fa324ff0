"""The options of a scenario: what it begins with unless something else is chosen, from files and from code."""

from __future__ import annotations

import copy
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from fracas.engine.content import ContentErrors
from fracas.engine.encounter import Encounter
from fracas.engine.game import Game
from fracas.engine.options import Choices, Options
from fracas.engine.parties import follow_up
from fracas.engine.profile import scenario
from fracas.engine.registry import load_ruleset
from fracas.engine.ruleset import Ruleset
from fracas.engine.saved import load_game

CRISIS, DUEL = load_ruleset("crisis_mode"), "first-duel"
OWN = {"diagonal": "alternating", "order": "re-sort"}
SEEDS = ["a", "b"]


def with_own(own: dict[str, Any], ruleset: Ruleset = CRISIS, id: str = DUEL) -> Ruleset:
    """The game with a scenario that has options of its own."""
    plan: Any = ruleset.content.tables["scenario"][id]
    return ruleset.with_content([{"scenario": {id: {**plan, "replace": True, "options": own}}}])


def said(enc: Encounter) -> tuple[str, str]:
    return enc.options.values["diagonal"], enc.options.values["order"]


def test_what_was_chosen_counts_over_them_and_a_preset_over_all() -> None:
    ruleset = with_own(OWN)
    assert said(ruleset.start(DUEL, {}, SEEDS)) == ("alternating", "re-sort")
    assert said(ruleset.start(DUEL, {"diagonal": "one"}, SEEDS)) == ("one", "re-sort")
    preset = {"preset": "later-edition"}
    assert ruleset.start(DUEL, preset, SEEDS).options.values == CRISIS.settle(preset).values
    assert {info.id: info.options for info in ruleset.scenarios()}[DUEL] == OWN
    assert with_own({"preset": "later-edition"}).start(DUEL, {}, SEEDS).options.values == CRISIS.settle(preset).values


def test_the_next_encounter_of_a_party_has_its_own_and_not_those_before() -> None:
    ruleset = with_own(OWN)
    before = ruleset.start("ambush", {}, SEEDS)
    assert said(before) == said(CRISIS.start("ambush", {}, SEEDS))
    assert said(follow_up(ruleset, before, DUEL, {"order": "fixed"}, SEEDS)) == ("alternating", "fixed")


def test_a_scenario_played_between_places_has_them_too() -> None:
    phases = load_ruleset("phases_of_play")
    ruleset = with_own({"order-ties": "scores"}, phases, "burning-granary")
    for id in ("burning-granary", "burning-granary-told"):
        assert ruleset.start(id, {}, SEEDS).options.values["order-ties"] == "scores"


def test_a_scenario_without_any_begins_as_ever() -> None:
    assert with_own({}).start(DUEL, {}, SEEDS).to_json() == CRISIS.start(DUEL, {}, SEEDS).to_json()


def test_options_a_game_does_not_know_are_named_at_their_key_with_all_else_that_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('[scenario.yard]\ntitle = "Yard"\n[scenario.yard.options]\ndiagonal = "up"\ngravity = "no"\n')
    with pytest.raises(ContentErrors) as caught:
        CRISIS.with_content([str(file)])
    found = {(one.where, one.key): one.expected for one in caught.value.errors}
    assert found["own.toml", "scenario.yard.options.diagonal"].startswith("one of one, alternating")
    assert found["own.toml", "scenario.yard.options.gravity"].startswith("one of the options ")
    assert ("own.toml", "scenario.yard.description") in found


@pytest.mark.parametrize("odd", [["a"], {"diagonal": 3}, {"diagonal": ""}, {"order": "a\nb"}])
def test_they_are_a_table_of_words(odd: Any) -> None:
    with pytest.raises(ContentErrors) as caught:
        with_own(odd)
    assert caught.value.errors[0].key.startswith(f"scenario.{DUEL}.options")


def test_a_game_that_has_begun_opens_where_they_are_unknown_by_now() -> None:
    ruleset = with_own(OWN)
    game = Game(ruleset, ruleset.start(DUEL, {}, SEEDS))
    game.begin()
    assert said(load_game(CRISIS, game.save()).state) == ("alternating", "re-sort")
    plan: Any = CRISIS.content.tables["scenario"][DUEL]
    carried = CRISIS.content_with({"scenario": {DUEL: {**plan, "options": {"gravity": "no"}}}})
    assert carried.scenarios[DUEL].options == {"gravity": "no"}


class Pace(Options):
    """One switch for a game that has its content in code."""

    def __init__(self, choices: Choices) -> None:
        self.pace = choices.word("pace", "1.1", "Pace", "Some are in a hurry.", {"slow": "Slow.", "fast": "Fast."})
        super().__init__(choices)


def test_games_with_content_in_code_have_them_in_code_and_in_added_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "examples" / "standoff" / "src")
    ruleset = copy.copy(import_module("standoff").RULESET)
    ruleset.offer_options(Pace, [])
    noon = ruleset.content.scenarios["high-noon"]
    assert noon.options == {}
    people = [{"creature": one.kind, "id": one.id, "at": one.at, "side": one.side} for one in noon.entries]
    dusk = {"title": "Dusk", "description": "Late.", "map": "\n".join(noon.rows), "place": people}
    added = ruleset.with_content([{"scenario": {"dusk": {**dusk, "options": {"pace": "fast"}}}}])
    assert added.start("dusk", {}, SEEDS).options.values == {"pace": "fast"}
    assert added.start("high-noon", {}, SEEDS).options.values == {"pace": "slow"}
    with pytest.raises(ContentErrors, match=r"scenario\.dusk\.options\.pace"):
        ruleset.with_content([{"scenario": {"dusk": {**dusk, "options": {"pace": "idle"}}}}])
    coded = scenario("dawn", "Dawn", "Early.", noon.rows, noon.entries, {"pace": "fast"})
    monkeypatch.setitem(ruleset.content.scenarios, coded.id, coded)
    assert ruleset.start("dawn", {}, SEEDS).options.values == {"pace": "fast"}
