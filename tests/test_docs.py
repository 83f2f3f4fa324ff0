"""The examples of README, the library page and the API page run, in order, each page as one program."""

from __future__ import annotations

import ast
import re
import tempfile
from importlib import import_module
from importlib.util import find_spec
from inspect import isclass
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType

import pytest

from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.ruleset import Ruleset
from fracas.engine.table import Table

ROOT = Path(__file__).parent.parent
PAGES = ["README.md", "docs/library.md", "docs/api.md"]
PACKAGES = sorted((ROOT / "examples").glob("*/src"))
"""The rulesets of the tutorial, with which the API page plays."""
LINKED = [path.relative_to(ROOT).as_posix() for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]]


@pytest.mark.parametrize("page", PAGES)
def test_examples_of_the_page_run(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for package in PACKAGES:
        monkeypatch.syspath_prepend(package)
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec", dont_inherit=True), names)
    assert capsys.readouterr().out


def modules_of_rulesets() -> list[ModuleType]:
    """Every module of every ruleset here, the tutorial's too (which must be importable)."""
    found: list[ModuleType] = []
    for name in [load_ruleset(id).package for id in ruleset_ids()] + [path.parent.name for path in PACKAGES]:
        package = import_module(name)
        inside = [import_module(one.name) for one in walk_packages(package.__path__, f"{name}.")]
        found.extend([package, *inside])
    return found


def replaced_by(module: ModuleType) -> list[tuple[str, str]]:
    """Which names of classes of the engine the classes of this module replace."""
    found: list[tuple[str, str]] = []
    for kind in [kind for kind in vars(module).values() if isclass(kind) and kind.__module__ == module.__name__]:
        for base in [base for base in kind.__mro__[1:] if base.__module__.startswith("fracas.engine")]:
            found.extend([(base.__name__, name) for name in vars(kind) if name[0] != "_" and name in vars(base)])
    return found


def sections_of_the_api() -> dict[str, str]:
    """The text under each heading that names something."""
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^### (.*?)\n(.*?)(?=^##|\Z)", page, re.MULTILINE | re.DOTALL))


def test_the_api_page_has_every_name_that_rulesets_use() -> None:
    headings = " ".join(sections_of_the_api())
    folders = PACKAGES[:]
    for id in ruleset_ids():
        spec = find_spec(load_ruleset(id).package)
        assert spec is not None and spec.origin is not None
        folders.append(Path(spec.origin).parent)
    missing: set[str] = set()
    for path in [path for folder in folders for path in folder.rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fracas.engine"):
                missing.update([name.name for name in node.names if f"`{name.name}`" not in headings])
    assert sorted(missing) == []


def test_the_api_page_has_everything_that_rulesets_replace(monkeypatch: pytest.MonkeyPatch) -> None:
    """A method or declaration of the engine that any ruleset here replaces is one that others may want to."""
    for package in PACKAGES:
        monkeypatch.syspath_prepend(package)
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    rows = " ".join(re.findall(r"^\| .*", sections_of_the_api()["`Ruleset`"], re.MULTILINE))
    parts = [kind.__name__ for kind in Ruleset.__mro__]
    replaced = {pair for module in modules_of_rulesets() for pair in replaced_by(module)}
    assert ("Ruleset", "next_step") in replaced and ("Event", "apply") in replaced
    replaced.discard(("Ruleset", "next_step"))  # the one that must be written
    missing = [pair for pair in replaced if not re.search(rf"\b{pair[1]}\b", rows if pair[0] in parts else page)]
    assert sorted(missing) == []


def test_every_name_of_the_api_page_has_a_paragraph_and_an_example() -> None:
    for heading, text in sections_of_the_api().items():
        before, block, example = text.strip().partition("```python\n")
        assert before.strip() and block, heading
        for name in re.findall(r"`(\w+)`", heading):
            assert re.search(rf"\b{name}\b", example), f"{name} is in no example"


def test_the_methods_that_the_api_page_lists_exist() -> None:
    sections = sections_of_the_api()
    for heading, one in (("`Ruleset`", load_ruleset("crisis_mode")), ("`Table`", Table)):
        rows = re.findall(r"^\| (.*) \|$", sections[heading], re.MULTILINE)
        cells = [row.split(" | ")[-2] for row in rows]  # what it says of them is in the last column
        named = [name for cell in cells for name in re.findall(r"`(\w+)(?:\(.*?\))?`", cell)]
        assert len(named) > 9
        assert [name for name in named if not hasattr(one, name)] == []


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
    kinds = load_ruleset("crisis_mode", [str(tmp_path)]).content.people()
    assert [kind for kind in kinds if kind not in load_ruleset("crisis_mode").content.people()] == ["mud-hog"]


def test_every_page_has_its_place_on_the_site() -> None:
    """`make site` builds strictly; this is the part of it that needs no mkdocs."""
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    placed = re.findall(r": ([\w-]+\.md)$", nav, re.MULTILINE)
    outside = {"README.md": "index.md"}
    pages = [outside.get(path.name, path.name.lower()) for path in ROOT.glob("*.md")]
    pages += [path.name for path in ROOT.glob("docs/*.md")]
    assert sorted(placed) == sorted(pages)


MADE = ["docs/protocol.md", "docs/server.md", "docs/coverage.md", "docs/options.md", "CHANGELOG.md"]
"""Pages that nobody writes, and one that may name what is gone."""
FOLDERS = ["src", "tests", "tools", "web", "docs", "examples", "bench"]


@pytest.mark.parametrize("page", [page for page in LINKED if page not in MADE])
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
