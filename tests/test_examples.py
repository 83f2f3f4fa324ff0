"""Every worked example of every installed ruleset, and of the toy, is a test named by paragraph and title."""

import pytest
from tests.duel import RULESET as DUEL

from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.ruleset import Ruleset
from fracas.lab.coverage import find_gaps, ruleset_gaps
from fracas.lab.rulebook import read_documents, table_rules
from fracas.lab.script import Script, run_script

GAMES = [DUEL, *[load_ruleset(id) for id in ruleset_ids()]]
EXAMPLES = [
    pytest.param(game, script, id=f"{game.id} {script.name}")
    for game in GAMES
    for script in read_documents(game.package).examples
]


@pytest.mark.parametrize(("game", "script"), EXAMPLES)
def test_example(game: Ruleset, script: Script) -> None:
    run_script(game, script)


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_every_paragraph_is_cited_and_shown(game: Ruleset) -> None:
    assert [str(gap) for gap in ruleset_gaps(game)] == []


def test_the_tables_own_rules_are_all_there() -> None:
    book = table_rules()
    assert [paragraph.number for paragraph in book.paragraphs] == [f"0.{n}" for n in range(1, 13)]
    assert [
        str(gap)
        for gap in find_gaps(book, book, [])
        if "no code cites" not in gap.what and "no example" not in gap.what
    ] == []
