"""Logs kept from earlier: they open, fold to the state they had, and their commands still give the same events.

Where rules changed on purpose: `python tools/golden.py` writes them anew, and the changelog says what changed.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fracas.engine.canon import digest
from fracas.engine.encounter import Encounter
from fracas.engine.game import Game
from fracas.engine.log import log_from_text
from fracas.engine.registry import load_ruleset
from fracas.engine.saved import load_game
from fracas.lab.replaying import play_at_once
from fracas.lab.tallying import Tallies
from fracas.lab.walking import Broken

FOLDER = Path(__file__).parent
LOGS = sorted([path.name for path in FOLDER.glob("*.jsonl")])
DIGESTS: dict[str, str] = json.loads((FOLDER / "digests.json").read_text(encoding="utf-8"))


def text_of(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def opened(text: str) -> Game:
    return load_game(load_ruleset(str(log_from_text(text).header["ruleset"])), text)


def run_again(game: Game) -> Encounter:
    return play_at_once(game.ruleset, game.start, game.log.in_force(), Tallies())


def test_every_log_is_listed() -> None:
    assert sorted(DIGESTS) == LOGS


@pytest.mark.parametrize("name", LOGS)
def test_it_folds_to_the_state_it_had(name: str) -> None:
    game = opened(text_of(name))
    assert not game.read_only
    assert digest(game.state.to_json()) == DIGESTS[name]
    assert game.save() == text_of(name)


@pytest.mark.parametrize("name", LOGS)
def test_its_commands_give_the_same_events(name: str) -> None:
    game = opened(text_of(name))
    assert digest(run_again(game).to_json()) == DIGESTS[name]


def test_a_changed_line_is_noticed() -> None:
    """Control: one face of one die, and the log opens for reading only, up to the line before."""
    text = text_of(LOGS[0])
    game = opened(text.replace('"faces":[', '"faces":[1,', 1))
    assert game.read_only
    assert len(game.log.lines) < len(opened(text).log.lines)


def test_other_dice_are_noticed() -> None:
    """Control: with another seed the same commands do not give the same events."""
    game = opened(text_of(LOGS[0]))
    game.start.seeds = ["another", "another"]
    with pytest.raises(Broken):
        run_again(game)
