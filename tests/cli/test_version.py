"""`fracas --version` says which Fracas this is, and whether its kernel is compiled."""

from __future__ import annotations

import sys
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES

import pytest
from typer.testing import CliRunner

from fracas import __version__, version
from fracas.cli import app
from fracas.engine import table


@pytest.mark.parametrize(("compiled", "word"), [(True, "compiled"), (False, "pure Python")])
def test_version_says_how_the_kernel_runs(compiled: bool, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "is_compiled", lambda: compiled)
    said = CliRunner().invoke(app, ["--version"])
    assert (said.exit_code, said.output) == (0, f"fracas {__version__} ({word})\n")


def test_version_says_that_the_sources_run_because_they_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Finder:
        out_of_date = True

        def find_spec(self, *_args: object) -> None:
            return None

    monkeypatch.setattr(version, "is_compiled", lambda: False)
    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    assert "(pure Python; the compiled kernel is older than its sources" in version.version_line()


def test_compiled_is_what_python_loads_as_machine_code() -> None:
    assert all(version.is_native(f"/x/table{suffix}") for suffix in EXTENSION_SUFFIXES)
    assert not any(version.is_native(f"/x/table{suffix}") for suffix in SOURCE_SUFFIXES)
    assert version.is_compiled() == (not str(table.__file__).endswith(".py"))
