"""A ruleset package that breaks at import is named, with the author's line, and left out; all other games go on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from fracas.cli import check
from fracas.engine.errors import Invalid
from fracas.engine.registry import broken_rulesets, installed, load_ruleset, ruleset_ids
from fracas.session.scenarios import find_scenario

SOURCE = '"""Rules."""\n\nVERSES = {}\nFIRST = VERSES["first"]\n'


@pytest.fixture
def wobbly(tmp_path: Path) -> Path:
    """A folder with a package of rules that cannot be imported, installed as pip would."""
    package, info = tmp_path / "wobbly_rules", tmp_path / "wobbly_rules-1.dist-info"
    package.mkdir()
    info.mkdir()
    (package / "__init__.py").write_text(SOURCE, encoding="utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wobbly-rules\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[fracas.rulesets]\nwobbly = wobbly_rules:RULESET\n", encoding="utf-8")
    return tmp_path


def fracas(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(folder), *[entry for entry in sys.path if entry]])
    return subprocess.run(
        [sys.executable, "-m", "fracas", *words],
        env={**os.environ, "PYTHONPATH": path, "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def test_the_list_of_scenarios_goes_on_without_it(wobbly: Path) -> None:
    done = fracas(wobbly, "scenarios")
    assert done.returncode == 0 and "crisis_mode/" in done.stdout and "wobbly" not in done.stdout
    assert f"fracas: ruleset wobbly is left out: KeyError: 'first' ({wobbly}/wobbly_rules/__init__.py:4)" in done.stderr


def test_whoever_asks_for_it_is_told_why(wobbly: Path) -> None:
    for words in (("play", "wobbly/first"), ("check", "--ruleset", "wobbly")):
        done = fracas(wobbly, *words)
        assert done.returncode == 2 and "this one is left out: KeyError: 'first'" in done.stderr, done.stderr
        assert "Traceback" not in done.stderr


def test_a_check_of_all_fails_and_names_it(wobbly: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(installed().broken, "wobbly", "KeyError: 'first'")
    monkeypatch.setattr(check, "ruleset_ids", list)
    said: list[str] = []
    monkeypatch.setattr("fracas.cli.common.complain", said.append)
    with pytest.raises(typer.Exit) as out:
        check.run("", "")
    assert out.value.exit_code == 1 and "ruleset wobbly is left out: KeyError: 'first'" in said


def test_it_is_in_no_list_and_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(installed().broken, "wobbly", "KeyError: 'first'")
    assert "wobbly" in broken_rulesets() and "wobbly" not in ruleset_ids()
    for ask in (lambda: load_ruleset("wobbly"), lambda: find_scenario("wobbly/first")):
        with pytest.raises(Invalid, match="left out: KeyError"):
            ask()
