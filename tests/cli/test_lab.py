"""`fracas lab` from the shell: what it prints and writes, and its exit status."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from tests.forks import fracas

DUEL = "crisis_mode/first-duel"
QUICK = ("--bots", "easy", "--fresh", "--workers", "1")


def test_run_writes_report_figures_and_replays(tmp_path: Path) -> None:
    done = fracas(
        *("lab", "run", DUEL, "-n", "20", *QUICK, "--html", "r.html", "--json", "r.json", "--csv", "r.csv"),
        *("--replays", "games"),
        home=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "of 20 fights" in done.stdout
    assert json.loads((tmp_path / "r.json").read_text())["fights"] == 20
    assert (tmp_path / "r.html").read_text().startswith("<!doctype html>")
    with (tmp_path / "r.csv").open() as file:
        assert len(list(csv.DictReader(file))) == 2
    games = sorted((tmp_path / "games").iterdir())
    assert [path.stem.rpartition("-")[2] for path in games] == ["bloodiest", "luckiest", "median"]
    told = fracas("replay", str(games[0]), "--plain")
    assert told.returncode == 0, told.stderr


def test_a_gate_fails_where_a_bound_breaks(tmp_path: Path) -> None:
    for bound, status in (("wins = [0, 1]", 0), ("rounds = [90, 99]", 1)):
        (tmp_path / "gate.toml").write_text(bound)
        done = fracas("lab", "run", DUEL, "-n", "20", *QUICK, "--gate", "gate.toml", home=tmp_path)
        assert done.returncode == status, done.stdout + done.stderr


def test_run_says_so_where_it_was_ended_before_enough_was_known() -> None:
    done = fracas("lab", "run", DUEL, "--within", "1", "--max", "20", *QUICK)
    assert done.returncode == 0, done.stderr
    assert "Not known to within 1 points yet" in done.stdout
    alone = fracas("lab", "run", DUEL, "-n", "1", *QUICK)
    assert "of 1 fight," in alone.stdout
    assert "Not known" not in alone.stdout


def test_compare_tells_the_difference() -> None:
    done = fracas("lab", "compare", DUEL, ",heroes=random", "-n", "40", *QUICK)
    assert done.returncode == 0, done.stderr
    assert "after 40 pairs" in done.stdout


def test_rate_ranks_bots() -> None:
    done = fracas(
        "lab", "rate", "crisis_mode", "easy", "random", "--bots", "--party", "wen", "-n", "20", "--workers", "1"
    )
    assert done.returncode == 0, done.stderr
    rows = [line.split()[0] for line in done.stdout.splitlines() if line.strip()][-2:]
    assert rows == ["easy", "random"]


@pytest.mark.parametrize(
    "words",
    [
        ("run", "nowhere"),
        ("run", DUEL, "--within", "0"),
        ("run", DUEL, "--gate", "nothing.toml"),
        ("compare", DUEL, ",heroes=random", "--sprt", "5,0"),
        ("compare", DUEL, ",heroes=random", "--sprt", "much"),
        ("options", "no-such-game"),
        ("sweep", "nothing.toml"),
        ("doctor", DUEL),
        ("doctor", DUEL, "--wins", "80"),
        ("doctor", DUEL, "--wins", "0.9", "--falls", "1"),
        ("run", DUEL, "--html", "no/such/folder.html"),
        ("run", DUEL, "--cluster", "banana"),
        ("compare", DUEL, ","),
        ("compare", DUEL, "cap_check/kiln"),
        ("compare", DUEL, ",heroes=easy", "--within", "-3"),
        ("sweep", "."),
        ("rate", "crisis_mode", "wen", "wen"),
        ("rate", "crisis_mode", "wen", "brisk", "--by", "nobody"),
        ("rate", "crisis_mode", "wen", "nobody"),
        ("rate", "crisis_mode", "wen"),
    ],
)
def test_nonsense_is_refused_in_a_line(words: tuple[str, ...]) -> None:
    done = fracas("lab", *words)
    assert done.returncode == 2, done.stdout + done.stderr
    assert "fracas: " in done.stderr
    assert "Traceback" not in done.stderr
