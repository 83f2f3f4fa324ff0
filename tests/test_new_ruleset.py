"""The tutorial's rulesets: packages of their own, installed by entry point and proven by their pages' commands."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from tests import forks

import blank
from fracas.lab.rulebook import read_rulebook

ROOT = Path(__file__).parent.parent
EXAMPLES = {"standoff": "new-ruleset.md", "vigil": "new-ruleset-2.md"}
"""Each package, and the page that builds it."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages built and installed into a folder of their own."""
    folder = tmp_path_factory.mktemp("site")
    quiet = ["-qq", "--disable-pip-version-check", "--no-deps", "--no-build-isolation"]
    packages = [str(ROOT / "examples" / name) for name in EXAMPLES]
    pip = [sys.executable, "-m", "pip", "install", *quiet, "--target", str(folder), *packages]
    subprocess.run(pip, check=True, capture_output=True)
    return folder


def fracas(installed: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return forks.fracas(*words, site=str(installed))


@pytest.mark.parametrize(("name", "count"), [("standoff", 9), ("vigil", 20)])
def test_its_examples_hold(installed: Path, name: str, count: int) -> None:
    rules = sorted([str(path) for path in (installed / name / "rules").glob("*.md")])
    done = fracas(installed, "run", "--ruleset", name, *rules)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{count} of {count}" in done.stdout


@pytest.mark.parametrize("name", EXAMPLES)
def test_its_coverage_has_no_gap(installed: Path, name: str) -> None:
    done = fracas(installed, "rules", "--coverage", name)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.pure
@pytest.mark.parametrize("name", EXAMPLES)
def test_each_of_its_rules_is_missed_when_blanked(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.syspath_prepend(ROOT / "examples" / name / "src")
    ruleset, book = import_module(name).RULESET, read_rulebook(name)
    verdicts = [blank.judge(ruleset, book, cite) for cite in book.cites]
    assert [verdict.cite for verdict in verdicts if verdict.shown != verdict.paragraphs] == []


@pytest.mark.parametrize(
    ("scenario", "command", "chance"),
    [("standoff/high-noon", "ada shoot cole", "1/2"), ("vigil/cold-hearth", "ketil strike cur", "19/27")],
)
def test_it_is_listed_played_and_weighed(installed: Path, scenario: str, command: str, chance: str) -> None:
    assert scenario in fracas(installed, "scenarios").stdout
    played = fracas(installed, "play", scenario, "--bots", "--plain", "--seed", "2", "--save", os.devnull)
    assert played.returncode == 0, played.stdout + played.stderr
    odds = fracas(installed, "odds", scenario, command, "--anyway", "--plain")
    assert chance in odds.stdout, odds.stdout + odds.stderr


def test_content_of_another_game_is_no_business_of_its(installed: Path, tmp_path: Path) -> None:
    """A ruleset that has its content in code says what is none of its own, and stands in nobody's way."""
    (tmp_path / "foes.toml").write_text('[gear.spade]\nname = "Spade"\ntext = ""\ndice = 1\nreach = 0\n')
    alone = fracas(installed, "play", "standoff/high-noon", "--content", str(tmp_path))
    assert (alone.returncode, alone.stderr.count("\n")) == (2, 1), alone.stderr
    assert "one of the keys creature, scenario" in alone.stderr
    assert fracas(installed, "scenarios", "--content", str(tmp_path)).returncode == 0


def test_a_ruleset_without_content_files_takes_some(installed: Path, tmp_path: Path) -> None:
    """Creatures like its own with other numbers, and scenarios, are checked and played by what its fields declare."""
    (tmp_path / "own.toml").write_text(
        '[creature.sheriff]\nname = "Sheriff"\nlike = "drifter"\ngrit = 5\n'
        '[scenario.dusk]\ntitle = "Dusk"\ndescription = "One sheriff."\nmap = "A..\\n..."\nedges = {"b1|c1" = "door"}\n'
        'place = [{creature = "sheriff", at = "A", side = "heroes"},'
        ' {creature = "rustler", at = "c1", side = "foes"}]\n'
    )
    assert fracas(installed, "check", "--ruleset", "standoff", str(tmp_path)).returncode == 0
    played = fracas(
        installed, "play", "standoff/dusk", "--content", str(tmp_path), "--bots", "--plain", "--seed", "2",
        "--save", str(tmp_path / "log"),
    )  # fmt: skip
    assert played.returncode == 0 and "Sheriff" in played.stdout, played.stdout + played.stderr
    assert fracas(installed, "replay", str(tmp_path / "log"), "--plain").returncode == 0
    (tmp_path / "own.toml").write_text('[creature.sheriff]\nname = "Sheriff"\nlike = "drifter"\ngrit = 55\n')
    wrong = fracas(installed, "check", "--ruleset", "standoff", str(tmp_path))
    assert wrong.returncode == 1 and "a whole number from 0 to 9" in wrong.stdout, wrong.stdout


def test_creatures_without_squares_are_tried(installed: Path) -> None:
    """Six verbs: those of turns and both reactions."""
    done = fracas(installed, "check", "--ruleset", "vigil")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 creatures tried 6 actions" in done.stdout


def test_mistakes_in_content_are_told_all_at_once(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        '[being.owl]\nname = "Owl"\ntext = ""\nskill = 9\nhealth = 1\nnerve = 2\ngear = "fangs"\n'
        '[being.bat]\nname = "Bat"\ntext = ""\nskill = 1\nhealth = 1\nnerve = 2\ngear = "fang"\n'
    )
    done = fracas(installed, "check", "--ruleset", "vigil", str(tmp_path))
    assert done.returncode == 1
    assert "a whole number from 1 to 3" in done.stdout and "nearest: fangs" in done.stdout


def test_a_preset_changes_play(installed: Path, tmp_path: Path) -> None:
    """Vigil 3.2: under the grim preset full stress drives people out."""
    script = tmp_path / "grim.script"
    scene = "ruleset vigil\noption preset grim\ncast hand at hall side heroes\n"
    play = "cast hound at hall side foes\nstart hand stress 3\ndice 5 1 1 1 1\n> hand strike hound\n? hand push\n"
    script.write_text(scene + play + "= result foes\n")
    done = fracas(installed, "run", str(script))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", EXAMPLES)
def test_it_holds_the_promises(installed: Path, name: str) -> None:
    done = fracas(installed, "prove", name, "-n", "60", "--workers", "1")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", EXAMPLES)
def test_whoever_follows_the_page_ends_up_with_the_package(name: str) -> None:
    """A file is named in backticks before its first block; later blocks go on with it."""
    page = (ROOT / "docs" / EXAMPLES[name]).read_text(encoding="utf-8")
    named = rf"`((?:src/{name}/[\w/.-]+)|pyproject\.toml)`"
    block = r"^(`{3,4})(?:python|toml|markdown)\n(.*?)\n\2$"
    pieces: dict[str, list[str]] = {}
    last = ""
    for found, _, text in re.findall(f"{named}|{block}", page, re.MULTILINE | re.DOTALL):
        last = found or last
        if text:
            pieces.setdefault(last, []).append(text)
    package = ROOT / "examples" / name
    files = [path for path in package.rglob("*.*") if path.is_file() and "__pycache__" not in path.parts]
    written = {path.relative_to(package).as_posix(): path.read_text(encoding="utf-8") for path in files}
    assert {found: "\n\n\n".join(texts) + "\n" for found, texts in pieces.items()} == written


def test_the_first_ruleset_stays_small() -> None:
    """348 lines of Python before the engine had ready-made parts; a new designer should not need more than 60 %."""
    files = (ROOT / "examples" / "standoff" / "src").rglob("*.py")
    assert sum([len(path.read_text(encoding="utf-8").splitlines()) for path in files]) <= 208
