"""`fracas prove` and `fracas check` from the shell: what they print, and their exit status."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.forks import fracas

from fracas.engine.registry import ruleset_ids

RULESET = ruleset_ids()[0]


def test_prove_lists_what_was_used_and_what_never_was() -> None:
    """Two encounters cannot use everything: that is said, and only counts where it is asked for."""
    done = fracas("prove", RULESET, "-n", "2", "--turns", "2", "--workers", "1")
    assert done.returncode == 0, done.stderr
    assert "never used, which says little after 2 encounters" in done.stderr
    strict = fracas("prove", RULESET, "-n", "2", "--turns", "2", "--workers", "1", "--all-used")
    assert strict.returncode == 1
    for words in ("Figures", "Used with effect: action", "NEVER USED", "every promise held", "commands a second"):
        assert words in done.stdout


def test_prove_repeats_one_encounter() -> None:
    """Asked for a single encounter, it is judged by its promises alone."""
    done = fracas("prove", RULESET, "--only", "7", "--turns", "2")
    assert done.returncode == 0, done.stdout
    assert "1 encounter, " in done.stdout


@pytest.mark.parametrize("words", [("no-such-game",), (RULESET, "--scenario", "nowhere")])
def test_prove_says_what_it_does_not_know(words: tuple[str, ...]) -> None:
    done = fracas("prove", *words)
    assert done.returncode == 2
    assert "expected" in done.stderr
    assert "Traceback" not in done.stderr


def test_check_passes_what_ships() -> None:
    done = fracas("check", "--ruleset", RULESET)
    assert done.returncode == 0, done.stdout
    assert "creatures tried" in done.stdout


def test_check_names_every_mistake(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("[creature.oaf]\nname = 3\n", encoding="utf-8")
    (tmp_path / "b.toml").write_text('[spell.fizzle]\nap = "x"\n', encoding="utf-8")
    done = fracas("check", str(tmp_path))
    assert done.returncode == 1
    assert "a.toml: creature.oaf.name: got 3" in done.stdout
    assert "b.toml: spell.fizzle" in done.stdout
    assert "one of the keys" not in done.stdout, "games it was not written for have nothing to say"
    assert "Traceback" not in done.stdout + done.stderr


def test_check_speaks_for_the_game_the_content_is_for_and_says_everything_once(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('[maneuver.dance]\nname = "Dance"\nspeed = "never"\n', encoding="utf-8")
    said = fracas("check", str(mine)).stdout.splitlines()
    assert said[0].startswith("mine.toml: maneuver.dance.speed: got 'never', expected one of free")
    assert len(said) == 2 and said[1].startswith(f"{mine}: taken as content of cap_check")
    mine.write_text("[maneuver\n", encoding="utf-8")
    said = fracas("check", str(mine)).stdout.splitlines()
    assert len(said) == 1 and "valid TOML" in said[0]


def test_check_says_where_there_is_nothing_to_check(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("hello\n", encoding="utf-8")
    for place, said in (
        (tmp_path, "got 'a folder without any', expected TOML files"),
        (tmp_path / "no", "there is no such file or folder"),
    ):
        done = fracas("check", str(place))
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"fracas: {place}: {said}\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="one process does all the work there")
def test_ctrl_c_stops_the_workers_at_once() -> None:
    command = [sys.executable, "-m", "fracas", "prove", RULESET, "-n", "100000"]
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    while running.poll() is None and len(children.read_text().split()) < 2:
        time.sleep(0.1)
    time.sleep(1)
    os.killpg(running.pid, signal.SIGINT)
    try:
        _, said = running.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        os.killpg(running.pid, signal.SIGKILL)
        raise
    assert running.returncode == 130
    assert "Traceback" not in said
