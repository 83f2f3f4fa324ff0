"""What `make compile` puts into an environment runs only while the sources are those that were compiled."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import hatch_build
import pytest

from compile import compiled_files, module_name
from kernel_finder import SHARED, KernelFinder
from kernel_install import NAME, install, remove

END = EXTENSION_SUFFIXES[0]
ROOT = Path(__file__).resolve().parent.parent


class Place:
    """Sources, what was compiled of them, and the environment into which that goes."""

    def __init__(self, folder: Path) -> None:
        self.source, self.built, self.site = folder / "src", folder / "built", folder / "site"
        self.write("fracas/__init__.py", "")
        self.write("fracas/engine/__init__.py", "")
        self.write("fracas/engine/table.py", "TOLD = 'source'")
        self.write("fracas/engine/content.py", "TOLD = 'never compiled'")
        self.write("fracas/engine/rules/0-table.md", "# Table")
        self.write("fracas/rulesets/__init__.py", "")
        self.site.mkdir()

    def write(self, path: str, text: str) -> None:
        file = self.source / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def compile(self, fingerprint: str) -> None:
        """As `make compile` does, with empty files for the machine code."""
        for path in self.source.rglob("*.py"):
            target = self.built / path.relative_to(self.source)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
        names = ("fracas/engine/__init__", "fracas/engine/table", "fracas/rulesets/__init__", SHARED)
        made = [self.built / f"{name}{END}" for name in names]
        for path in made:
            path.touch()
        install(self.built, self.source, fingerprint, made, self.site)

    def found(self, name: str = "fracas.engine.table", source: Path | None = None) -> Path | None:
        """What a process that starts now would load for a module; nothing where it is left to Python."""
        finder = KernelFinder(self.site / NAME)
        finder.find_spec("fracas.engine", [str((source or self.source) / "fracas")])
        spec = finder.find_spec(name, [str((source or self.source) / "fracas" / "engine")])
        assert finder.out_of_date is (spec is None and "FRACAS_PURE" not in os.environ and source is None)
        return None if spec is None else Path(str(spec.origin))


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.delenv("FRACAS_PURE")
    made = Place(tmp_path)
    made.compile("one")
    return made


def test_what_is_compiled_of_these_sources_runs(place: Place) -> None:
    assert place.found() == place.site / NAME / "kernel-one" / "fracas" / "engine" / f"table{END}"
    assert place.found(SHARED) == place.site / NAME / "kernel-one" / f"{SHARED}{END}"


@pytest.mark.parametrize("path", ["fracas/engine/table.py", "fracas/engine/content.py", "fracas/rulesets/new.py"])
def test_after_any_change_the_sources_run_until_they_are_compiled_anew(place: Place, path: str) -> None:
    place.write(path, "TOLD = 'changed'")
    assert place.found() is None
    place.compile("two")
    assert place.found() == place.site / NAME / "kernel-two" / "fracas" / "engine" / f"table{END}"
    assert [folder.name for folder in (place.site / NAME).glob("kernel-*")] == ["kernel-two"]


def test_a_deleted_source_runs_no_longer(place: Place) -> None:
    (place.source / "fracas" / "engine" / "content.py").unlink()
    assert place.found() is None


def test_sources_that_change_while_they_are_compiled_run_themselves(place: Place) -> None:
    place.compile("two")
    place.write("fracas/engine/table.py", "TOLD = 'changed'")
    made = sorted(place.built.rglob(f"*{END}"))
    install(place.built, place.source, "three", made, place.site)
    assert place.found() is None


def test_the_sources_run_where_they_are_asked_for(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FRACAS_PURE", "1")
    assert place.found() is None


def test_another_copy_of_fracas_is_left_alone(place: Place, tmp_path: Path) -> None:
    assert place.found(source=tmp_path / "elsewhere") is None


def test_a_process_never_mixes_sources_and_compiled(place: Place) -> None:
    finder, inside = KernelFinder(place.site / NAME), [str(place.source / "fracas")]
    assert finder.find_spec("fracas.engine", inside) is not None
    place.write("fracas/engine/table.py", "TOLD = 'changed'")
    assert finder.find_spec("fracas.engine.table", inside) is not None


def test_what_is_not_compiled_and_data_are_always_those_of_the_sources(place: Place) -> None:
    finder = KernelFinder(place.site / NAME)
    spec = finder.find_spec("fracas.engine", [str(place.source / "fracas")])
    assert spec is not None and spec.submodule_search_locations is not None
    inside = list(spec.submodule_search_locations)
    content = finder.find_spec("fracas.engine.content", inside)
    assert content is not None and content.origin == str(place.source / "fracas" / "engine" / "content.py")
    assert finder.find_spec("fracas.session", [str(place.source / "fracas")]) is None
    place.write("fracas/engine/rules/0-table.md", "# Another table")
    place.write("fracas/engine/rules/1-more.md", "# More")
    rules = Path(inside[0]) / "rules"
    assert [file.read_text() for file in sorted(rules.iterdir())] == ["# Another table", "# More"]
    assert place.found() is not None


def test_python_finds_it_at_its_start_and_no_longer_once_it_is_removed(place: Place) -> None:
    script = (
        "import site, sys; sys.path.insert(0, sys.argv[1]); site.addsitedir(sys.argv[2]); import importlib.util as u;"
        "print(u.find_spec('fracas.engine').origin)"
    )
    command = [sys.executable, "-S", "-c", script, str(place.source), str(place.site)]
    asked = [str(place.source / "fracas" / "engine" / "__init__.py")]
    for expected in [[str(place.site / NAME / "kernel-one" / "fracas" / "engine" / f"__init__{END}")], asked]:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stdout.splitlines() == expected
        remove(place.site)
    assert list(place.site.iterdir()) == []


def test_tests_run_the_sources() -> None:
    assert os.environ["FRACAS_PURE"] == "1"


def test_a_wheel_holds_the_compiled_kernel_where_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static = tmp_path / "src" / "fracas" / "server" / "static"
    made = tmp_path / "build" / "compiled" / "fracas" / "engine" / f"table{END}"
    for file in (static / "index.html", made):
        file.parent.mkdir(parents=True)
        file.touch()
    monkeypatch.setattr(subprocess, "run", lambda *_args, **_kwargs: None)
    hook = hatch_build.BuildHook(str(tmp_path), {}, None, None, "", "wheel")  # type: ignore[arg-type]
    plain: dict[str, Any] = {"artifacts": [], "force_include": {}}
    hook.initialize("standard", plain)
    assert plain["force_include"] == {} and "pure_python" not in plain
    monkeypatch.setenv("FRACAS_COMPILED", "1")
    native: dict[str, Any] = {"artifacts": [], "force_include": {}}
    hook.initialize("standard", native)
    assert native["force_include"] == {str(made): f"fracas/engine/table{END}"}
    assert (native["pure_python"], native["infer_tag"]) == (False, True)


def derived(tree: ast.Module) -> list[tuple[str, str, str]]:
    """The classes of a module that derive from an imported one: their name, whence, and from which."""
    origins = {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    return [
        (found.name, *origins[base.id])
        for found in classes
        for base in found.bases
        if isinstance(base, ast.Name) and base.id in origins
    ]


def allows(path: Path, name: str) -> bool:
    """May others derive from this class of the kernel? What is imported there is looked at where it stands."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            return any("allow_interpreted_subclasses=True" in ast.unparse(one) for one in node.decorator_list)
    return True


def test_what_is_not_compiled_derives_only_from_what_allows_it() -> None:
    """Without the word for it nobody notices until the kernel is compiled."""
    source = ROOT / "src"
    kernel = {module_name(path): source / path for path in compiled_files(source)}
    wrong = [
        f"{path.name}: {name} from {origin}.{base}"
        for path in [*source.rglob("*.py"), *(ROOT / "examples").rglob("*.py")]
        if path not in kernel.values()
        for name, origin, base in derived(ast.parse(path.read_text(encoding="utf-8")))
        if origin in kernel and not allows(kernel[origin], base)
    ]
    assert wrong == []
    assert not allows(kernel["fracas.engine.weighing"], "Ways")
