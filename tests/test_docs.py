"""The examples of README and the library page run, in order, each page as one program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fracas.engine.registry import load_ruleset

ROOT = Path(__file__).parent.parent
PAGES = ["README.md", "docs/library.md"]
LINKED = [path.relative_to(ROOT).as_posix() for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]]


@pytest.mark.parametrize("page", PAGES)
def test_examples_of_the_page_run(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
    assert capsys.readouterr().out


@pytest.mark.parametrize("page", LINKED)
def test_links_of_the_page_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (ROOT / page).parent.joinpath(target).exists(), target


def test_the_creature_of_the_recipe_is_one(tmp_path: Path) -> None:
    block = re.findall(
        r"```toml\n(\[creature\..*?)```", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.DOTALL
    )
    (tmp_path / "own.toml").write_text("".join(block), encoding="utf-8")
    kinds = load_ruleset("crisis_mode", [str(tmp_path)]).creature_kinds()
    assert [kind for kind in kinds if kind not in load_ruleset("crisis_mode").creature_kinds()] == ["mud-hog"]


def test_every_page_has_its_place_on_the_site() -> None:
    """`make site` builds strictly; this is the part of it that needs no mkdocs."""
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    placed = re.findall(r": ([\w-]+\.md)$", nav, re.MULTILINE)
    outside = {"README.md": "index.md"}
    pages = [outside.get(path.name, path.name.lower()) for path in ROOT.glob("*.md")]
    pages += [path.name for path in ROOT.glob("docs/*.md")]
    assert sorted(placed) == sorted(pages)


WRITTEN = [
    *["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"],
    *["docs/designing.md", "docs/library.md", "docs/scripts.md", "docs/table.md", "docs/terminal.md"],
]
FOLDERS = ["src", "tests", "tools", "web", "docs", "examples", "bench"]


@pytest.mark.parametrize("page", WRITTEN)
def test_files_the_page_names_are_there(page: str) -> None:
    """`room.py`, `engine/game.py` or `tests/server/test_kill.py`: the end of a path that exists. NAME, stem: any."""
    inside = [path.as_posix() for folder in FOLDERS for path in files_in(ROOT / folder)]
    files = [path.relative_to(ROOT).as_posix() for path in ROOT.iterdir()] + inside
    named = re.findall(r"`([\w./-]+\.(?:py|ts|md|toml|css|json|lock))`", (ROOT / page).read_text(encoding="utf-8"))
    named = [name for name in named if "NAME" not in name and "stem" not in name]
    assert [name for name in named if not [path for path in files if f"/{path}".endswith(f"/{name}")]] == []


def files_in(folder: Path) -> list[Path]:
    """Every file of a folder, installed packages left out."""
    found: list[Path] = []
    for path in sorted(folder.iterdir()) if folder.is_dir() else []:
        if path.is_dir() and path.name not in ("node_modules", "__pycache__"):
            found.extend(files_in(path))
        elif path.is_file():
            found.append(path)
    return found
