"""Bots of one's own: found by entry point, chosen by name like the others, and named and left out where they break."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests import forks

from fracas.engine.easy import EasyPolicy
from fracas.engine.errors import Invalid
from fracas.engine.hard import HardPolicy
from fracas.lab.setups import read_setup
from fracas.server.catalogue import Catalogue
from fracas.server.facts import Facts
from fracas.session.bot_kinds import bot_kinds, make_policy, own_bots

ROOT = Path(__file__).parents[2]
BROKEN = '"""A bot."""\n\nWITS = {}\nMOST = WITS["most"]\n'


def announce(folder: Path, name: str, entry: str, source: str) -> None:
    """A package with a bot, installed as pip would."""
    info = folder / f"{name}-1.dist-info"
    info.mkdir(parents=True)
    (folder / f"{name}.py").write_text(source, encoding="utf-8")
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[fracas.bots]\n{entry}\n", encoding="utf-8")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The example, one that breaks, one that is no bot, and one that takes another's name; none of them stays imported
    for other tests."""
    announce(tmp_path, "bully", "bully = bully:Bully", (ROOT / "examples/bully/src/bully/__init__.py").read_text())
    announce(tmp_path, "dizzy_bot", "dizzy = dizzy_bot:Bot", BROKEN)
    announce(tmp_path, "no_bot", "nobody = no_bot:make", "def make(seed):\n    return seed\n")
    announce(tmp_path, "other_bot", "fair = other_bot:make", "def make(seed):\n    return seed\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in [path.stem for path in tmp_path.glob("*.py")]:
        sys.modules.pop(name, None)


def test_it_is_a_bot_like_the_others(site: Path) -> None:
    assert list(bot_kinds()) == ["easy", "fair", "hard", "bully"]
    assert bot_kinds()["bully"].about == "Picks on whoever has least left"
    assert type(make_policy("bully", 1)).__name__ == "Bully" and isinstance(make_policy("hard", 1), HardPolicy)
    assert read_setup("crisis_mode/first-duel,heroes=bully").bot_of("heroes") == "bully"
    assert [one.id for one in Catalogue().bots] == ["easy", "fair", "hard", "bully"]
    facts = Facts()
    for level, plays in (("bully", "bully"), ("gone", "fair"), ("hard", "hard")):
        facts.take({"what": "level", "side": "heroes", "level": level})
        assert facts.levels["heroes"] == plays


def test_what_breaks_is_named_and_left_out(site: Path) -> None:
    broken = own_bots().broken
    assert broken["dizzy"] == f"KeyError: 'most' ({site}/dizzy_bot.py:4)"
    assert "does not make a Policy" in broken["nobody"] and "choose another name" in broken["fair"]
    assert isinstance(make_policy("fair", 1), EasyPolicy)
    assert {one.id for one in Catalogue().bots_left_out} == {"dizzy", "nobody", "fair"}
    with pytest.raises(Invalid, match="left out: KeyError"):
        make_policy("dizzy", 1)
    with pytest.raises(Invalid, match="easy .*fair .*hard .*bully"):
        make_policy("brilliant", 1)


def test_it_plays_in_the_terminal_and_in_the_lab(site: Path) -> None:
    played = forks.fracas(
        "play", "crisis_mode/first-duel", "--bots", "--plain", "--policy", "bully", "--seed", "1", "--save", "",
        site=str(site),
    )  # fmt: skip
    assert played.returncode == 0, played.stdout + played.stderr
    asked = ("lab", "run", "crisis_mode/first-duel", "-n", "2", "--bots", "bully", "--fresh", "--workers", "1")
    fought = forks.fracas(*asked, site=str(site))
    assert fought.returncode == 0, fought.stdout + fought.stderr
    assert "bot dizzy is left out: KeyError" in played.stderr


def test_the_page_shows_the_example_as_it_is() -> None:
    source = (ROOT / "examples/bully/src/bully/__init__.py").read_text(encoding="utf-8")
    assert f"```python\n{source}```" in (ROOT / "docs/bots.md").read_text(encoding="utf-8")
