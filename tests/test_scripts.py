"""Every script of the documentation comes out as written."""

from __future__ import annotations

from pathlib import Path

import pytest

from fracas.engine.registry import load_ruleset
from fracas.lab.script import read_script, run_script

SCRIPTS = sorted((Path(__file__).parent.parent / "docs" / "scripts").glob("*.fracas"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_the_script_comes_out_as_written(path: Path) -> None:
    script = read_script(path.stem, path.name, 1, path.read_text(encoding="utf-8").splitlines())
    transcript = run_script(load_ruleset(script.first("ruleset")), script)
    assert any("is over" in line.lower() for line in transcript)
