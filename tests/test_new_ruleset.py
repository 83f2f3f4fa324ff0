"""The tutorial's ruleset: a package of its own, installed through the entry point and proven by its page's commands."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests import forks

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "examples" / "standoff"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package built and installed into a folder of its own."""
    folder = tmp_path_factory.mktemp("site")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "-qq",
        "--disable-pip-version-check",
        "--no-deps",
        "--no-build-isolation",
    ]
    subprocess.run([*pip, "--target", str(folder), str(PACKAGE)], check=True, capture_output=True)
    return folder


def fracas(installed: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return forks.fracas(*words, site=str(installed))


def test_its_examples_hold(installed: Path) -> None:
    done = fracas(installed, "run", "--ruleset", "standoff", str(installed / "standoff" / "rules" / "1-shots.md"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "9 of 9" in done.stdout


def test_its_coverage_has_no_gap(installed: Path) -> None:
    done = fracas(installed, "rules", "--coverage", "standoff")
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_is_listed_played_and_weighed(installed: Path) -> None:
    assert "standoff/high-noon" in fracas(installed, "scenarios").stdout
    played = fracas(installed, "play", "standoff/high-noon", "--bots", "--plain", "--seed", "2", "--save", os.devnull)
    assert played.returncode == 0, played.stdout + played.stderr
    odds = fracas(installed, "odds", "standoff/high-noon", "ada shoot cole", "--plain")
    assert "1/2" in odds.stdout, odds.stdout + odds.stderr


def test_content_of_another_game_is_no_business_of_its(installed: Path, tmp_path: Path) -> None:
    """A ruleset without content files says so, and stands in nobody's way."""
    (tmp_path / "foes.toml").write_text("")
    alone = fracas(installed, "play", "standoff/high-noon", "--content", str(tmp_path))
    assert (alone.returncode, alone.stderr.count("\n")) == (2, 1), alone.stderr
    assert "Standoff has no content files" in alone.stderr
    assert fracas(installed, "scenarios", "--content", str(tmp_path)).returncode == 0


def test_it_holds_the_promises(installed: Path) -> None:
    done = fracas(installed, "prove", "standoff", "-n", "60", "--workers", "1")
    assert done.returncode == 0, done.stdout + done.stderr


def test_whoever_follows_the_page_ends_up_with_the_package() -> None:
    """A file is named in backticks before its first block; later blocks go on with it."""
    page = (ROOT / "docs" / "new-ruleset.md").read_text(encoding="utf-8")
    named = r"`((?:src/standoff/[\w/.-]+)|pyproject\.toml)`"
    block = r"^(`{3,4})(?:python|toml|markdown)\n(.*?)\n\2$"
    pieces: dict[str, list[str]] = {}
    last = ""
    for name, _, text in re.findall(f"{named}|{block}", page, re.MULTILINE | re.DOTALL):
        last = name or last
        if text:
            pieces.setdefault(last, []).append(text)
    files = [path for path in PACKAGE.rglob("*.*") if path.is_file() and "__pycache__" not in path.parts]
    written = {path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8") for path in files}
    assert {name: "\n\n\n".join(texts) + "\n" for name, texts in pieces.items()} == written
