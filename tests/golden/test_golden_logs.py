"""Files that last: what an earlier version saved opens, folds to the state it had, and can be played on.

`python -m tools.golden` writes those of the present version. Those of released versions never change.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.engine.test_versions import rewritten

from fracas import __version__
from fracas.engine.canon import digest
from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.game import Game
from fracas.engine.log import log_from_text
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.saved import load_imported
from fracas.engine.versions import FORMATS
from fracas.lab.broken import Broken
from fracas.lab.replayed import play_at_once
from fracas.lab.tallying import Tallies

FOLDER = Path(__file__).parent
LOGS = sorted([path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*.jsonl")])
OURS = [name for name in LOGS if name.startswith(f"{__version__}/")]
RELEASED = [name for name in LOGS if name not in OURS]
FINISHED = [name for name in OURS if "/open-" not in name]
DIGESTS: dict[str, str] = json.loads((FOLDER / "digests.json").read_text(encoding="utf-8"))


def text_of(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def opened(text: str) -> Game:
    return load_imported(load_ruleset(str(log_from_text(text.split("\n", 1)[0] + "\n").header["ruleset"])), text)


def run_again(game: Game) -> Encounter:
    return play_at_once(game.ruleset, game.start, game.log.in_force(), Tallies())


def test_every_log_is_listed_and_every_ruleset_has_one_of_each_sort() -> None:
    assert sorted(DIGESTS) == LOGS
    for id in ruleset_ids():
        for sort in ("", "open-"):
            assert [name for name in OURS if name.startswith(f"{__version__}/{sort}{id}-")], f"{sort}{id}"


@pytest.mark.parametrize("name", LOGS)
def test_it_opens_with_its_bytes_as_they_were_and_is_played_on(name: str) -> None:
    text = text_of(name)
    game = opened(text)
    assert not game.read_only and game.save().startswith(text)
    game.rule(Command(GM, "note", text="Years later."), "")
    assert game.save().startswith(text)
    again = opened(game.save())
    assert again.save() == game.save() and again.state.notes[-1] == "Years later."


@pytest.mark.parametrize("name", OURS)
def test_it_folds_to_the_state_it_had(name: str) -> None:
    game = opened(text_of(name))
    assert digest(game.state.to_json()) == DIGESTS[name]
    assert game.save() == text_of(name)
    assert bool(game.waiting) == ("/open-" in name)


@pytest.mark.parametrize("version", sorted({name.partition("/")[0] for name in LOGS}))
def test_m1_every_version_has_left_twenty_encounters(version: str) -> None:
    database = FOLDER / version / "fracas.db"
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        tables = db.execute("SELECT count(*) FROM tables").fetchone()[0]
    assert tables + len([name for name in LOGS if name.startswith(f"{version}/")]) >= 20


def changed_since(name: str, patch: pytest.MonkeyPatch) -> bool:
    """Does a log fold to another state than it had when its version was released?"""
    # What another version left open is taken back as soon as it is opened; here it is as it was left.
    patch.setattr(Game, "resume", lambda game: None)
    return digest(opened(text_of(name)).state.to_json()) != DIGESTS[name]


def notes_on(name: str) -> list[str]:
    """What is said of the changes that a log is read through."""
    header = log_from_text(text_of(name).split("\n", 1)[0] + "\n").header
    rules = load_ruleset(str(header["ruleset"])).conversions
    steps = [FORMATS[number] for number in FORMATS if number >= int(str(header["format"]))]
    version = str(header["version"])
    while version in rules:
        steps.append(rules[version])
        version = rules[version].to
    return [type(step).__doc__ or "" for step in steps]


@pytest.mark.pure
@pytest.mark.parametrize("name", RELEASED)
def test_m1_it_folds_to_the_state_it_had_when_it_was_released_or_a_note_says_what_changed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = notes_on(name)
    assert all(notes)
    assert changed_since(name, monkeypatch) == bool(notes)


@pytest.mark.pure
def test_m1_control_a_state_that_is_read_differently_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    name = next(name for name in RELEASED if not notes_on(name))
    real = Encounter.to_json
    monkeypatch.setattr(Encounter, "to_json", lambda enc: {**real(enc), "title": "another"})
    assert changed_since(name, monkeypatch)


def with_options(name: str, chosen: dict[str, str]) -> str:
    """A log with other options in its header."""

    def header(data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "start": {**data["start"], "options": {**data["start"]["options"], **chosen}}}

    return rewritten(text_of(name), header, lambda kind, data: data)


def test_a_game_with_an_option_that_is_gone_opens_and_keeps_the_others() -> None:
    text = with_options("0.2.0/crisis_3d6-toll-house.jsonl", {"aftermath": "respite", "fee-payers": "characters"})
    game = opened(text)
    assert not game.read_only and game.save().startswith(text)
    options = game.state.options.values
    assert "fee-payers" not in options and options["aftermath"] == "respite"


@pytest.mark.parametrize("name", [name for name in LOGS if "phases_of_play" not in name])
def test_what_its_header_cannot_name_has_the_default_and_what_it_names_stays(name: str) -> None:
    assert '"door-cost"' not in text_of(name)
    assert opened(text_of(name)).state.options.values["door-cost"] == "1"
    assert opened(with_options(name, {"door-cost": "2"})).state.options.to_json()["door-cost"] == "2"


@pytest.mark.parametrize("name", FINISHED)
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
    game = opened(text_of(FINISHED[0]))
    game.start.seeds = ["another", "another"]
    with pytest.raises(Broken):
        run_again(game)
