"""Every value of every option says in one sentence what it does at the table."""

from __future__ import annotations

import pytest

from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.server.catalogue import game_out, titled

SPOKEN = ruleset_ids()
LONGEST = 120


@pytest.mark.parametrize("id", SPOKEN)
def test_every_value_says_what_it_does(id: str) -> None:
    for option in load_ruleset(id).options:
        for value, said in option.says.items():
            where = f"{option.name} {value}: {said}"
            assert said[:1].isupper() and said.endswith(".") and said == " ".join(said.split()), where
            assert len(said) <= LONGEST, where


@pytest.mark.parametrize("id", SPOKEN)
def test_no_two_values_or_options_are_told_alike(id: str) -> None:
    options = load_ruleset(id).options
    titles = [option.title for option in options]
    said = [sentence for option in options for sentence in option.says.values()]
    assert len(set(titles)) == len(titles)
    assert len(set(said)) == len(said)


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("gm", "GM"),
        ("npc-vitality", "NPC vitality"),
        ("per-pc", "Per PC"),
        ("round-ap-limit", "Round AP limit"),
        ("first-aid", "First aid"),
    ],
)
def test_short_words_are_capitals_in_titles(name: str, title: str) -> None:
    assert titled(name) == title


@pytest.mark.parametrize("id", SPOKEN)
def test_the_start_page_gets_title_and_sentences(id: str) -> None:
    told = {option.name: option for option in game_out(load_ruleset(id)).options}
    for option in load_ruleset(id).options:
        assert told[option.name].title == option.title
        assert {value.value: value.text for value in told[option.name].values} == option.says
