from __future__ import annotations

from tests.cli.terminal import Terminal

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
