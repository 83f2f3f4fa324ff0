"""Options written in `rules/options.toml`: typed by their values, and held to the annotations of their class."""

from __future__ import annotations

import pytest

from fracas.engine.errors import Invalid
from fracas.engine.options import Option, Options, Preset, declared, settle
from fracas.engine.registry import load_ruleset, ruleset_ids

SHEET = [
    Option("lamps", "no", {"no": "Dark.", "yes": "Lit."}, "1.1", "Not for everybody.", "Lamps", "Night"),
    Option("long-rounds", "3", {"3": "Short.", "6": "Long."}, "1.1", "Nights differ.", "Rounds", "Night"),
    Option("mood", "calm", {"calm": "Quiet.", "wild": "Loud."}, "1.1", "Tastes differ.", "Mood", "Night"),
]


class NightOptions(Options):
    lamps: bool
    long_rounds: int
    mood: str


class WiderOptions(NightOptions):
    moon: str


def test_values_are_typed_by_what_may_be_chosen() -> None:
    options = settle(NightOptions, [], {"lamps": "yes", "long-rounds": "6"}, SHEET)
    assert isinstance(options, NightOptions)
    assert (options.lamps, options.long_rounds, options.mood) == (True, 6, "calm")
    assert options.to_json() == {"lamps": "yes", "long-rounds": "6", "mood": "calm"}


def test_what_came_later_is_saved_only_where_it_is_not_the_default() -> None:
    fog = Option("fog", "none", {"none": "Clear.", "thick": "Fog."}, "1.1", "Weather.", "Fog", "Night", later=True)
    assert "fog" not in settle(NightOptions, [], {}, [*SHEET, fog]).to_json()
    assert settle(NightOptions, [], {}, [*SHEET, fog]).values["fog"] == "none"
    assert settle(NightOptions, [], {"fog": "thick"}, [*SHEET, fog]).to_json()["fog"] == "thick"


def test_presets_must_fit_the_sheet() -> None:
    declared(NightOptions, [Preset("long", "Long", "A long night.", {"long-rounds": "6"})], SHEET)
    with pytest.raises(Invalid):
        declared(NightOptions, [Preset("endless", "Endless", "No end.", {"long-rounds": "9"})], SHEET)


def test_an_annotation_without_a_switch_is_found() -> None:
    with pytest.raises(AssertionError, match="moon"):
        declared(WiderOptions, [], SHEET)


@pytest.mark.parametrize("id", ruleset_ids())
def test_each_switch_is_listed_once(id: str) -> None:
    """A compiled class that is made through a variable has its constructor run twice."""
    names = [option.name for option in load_ruleset(id).options]
    assert len(names) == len(set(names))
