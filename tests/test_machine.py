"""What `make` does on a machine that lacks things: it installs them where it may, and else says what to type."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder

from needs import package

ROOT = Path(__file__).resolve().parents[1]
ALL = [package("venv"), package("chromium"), "strace", "libatomic1"]
MISSING = f"Fracas needs {', '.join(ALL)}. Install with:\n  "
ROOT_TYPES = f"apt-get update && apt-get install -y {' '.join(ALL)}\n"
SUDO_TYPES = f"sudo apt-get update && sudo apt-get install -y {' '.join(ALL)}\n"

# This Python as a user of one's choice, and without what makes environments and a library until somebody installs them.
PRETEND = """
import ctypes, importlib.util, os
os.geteuid = lambda: {user}
real = importlib.util.find_spec
def find_spec(name, package=None):
    return None if name == "ensurepip" and not os.path.exists({venv!r}) else real(name, package)
importlib.util.find_spec = find_spec
def load(name):
    if not os.path.exists({library!r}):
        raise OSError(name)
ctypes.CDLL = load
"""


class Machine:
    """A machine of a few programs: its apt-get writes down what it is asked, and what is installed is there."""

    def __init__(self, folder: Path, user: int = 0) -> None:
        self.folder, self.asked = folder, folder / "asked"
        for name in ("make", "env", "ln"):
            found = shutil.which(name)
            assert found is not None
            (folder / name).symlink_to(found)
        self.program("python3", f'exec {sys.executable} "$@"')
        pretend = PRETEND.format(user=user, venv=str(folder / ALL[0]), library=str(folder / ALL[3]))
        (folder / "sitecustomize.py").write_text(pretend, encoding="utf-8")
        self.program(
            "apt-get",
            'while [ "$1" != update ] && [ "$1" != install ]; do shift; done',
            f'echo "$*" >>{self.asked}',
            f'[ "$1" = update ] || for name in {" ".join(ALL)}; do ln -s /bin/sh {folder}/$name; done',
        )

    def program(self, name: str, *lines: str) -> None:
        path = self.folder / name
        path.write_text("\n".join(["#!/bin/sh", *lines, ""]), encoding="utf-8")
        path.chmod(0o755)

    def make(self, *words: str, **env: str) -> tuple[int, str]:
        here = {"PATH": str(self.folder), "PYTHONPATH": str(self.folder), **env}
        words = ("make", "--no-print-directory", *words)
        done = subprocess.run(words, cwd=ROOT, env=here, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr.partition("make: ***")[0]

    @property
    def orders(self) -> list[str]:
        return self.asked.read_text(encoding="utf-8").splitlines() if self.asked.exists() else []


@pytest.fixture
def bare(tmp_path: Path) -> Machine:
    """Root's, with nothing that the tests need."""
    return Machine(tmp_path)


def test_what_is_missing_is_installed_by_root(bare: Machine) -> None:
    code, said = bare.make("needs")
    assert code == 0, said
    assert said == f"Installing {', '.join(ALL)} with apt-get (FRACAS_NO_INSTALL=1 forbids it) ...\n"
    assert bare.orders == ["update", f"install -y {' '.join(ALL)}"]
    assert bare.make("needs") == (0, "") and len(bare.orders) == 2


def test_what_is_missing_is_installed_with_a_sudo_that_asks_nothing(tmp_path: Path) -> None:
    machine = Machine(tmp_path, user=1000)
    machine.program("sudo", '[ "$1" = -n ] || exit 1', "shift", 'if [ "$1" = true ]; then exit 0; fi', 'exec "$@"')
    code, said = machine.make("needs")
    assert code == 0, said
    assert machine.orders == ["update", f"install -y {' '.join(ALL)}"]


def test_where_sudo_wants_a_password_it_stops_with_the_command(tmp_path: Path) -> None:
    machine = Machine(tmp_path, user=1000)
    machine.program("sudo", "exit 1")
    assert machine.make("needs") == (2, MISSING + SUDO_TYPES)
    assert machine.orders == []


def test_without_sudo_it_stops_with_the_command(tmp_path: Path) -> None:
    machine = Machine(tmp_path, user=1000)
    assert machine.make("needs") == (2, f"{MISSING}su -c '{ROOT_TYPES.rstrip()}'\n")
    assert machine.orders == []


def test_nothing_is_installed_where_that_is_forbidden(bare: Machine) -> None:
    assert bare.make("needs", FRACAS_NO_INSTALL="1") == (2, MISSING + ROOT_TYPES)
    assert bare.orders == []


def test_a_refusal_of_apt_get_is_shown_with_the_command(bare: Machine) -> None:
    bare.program("apt-get", 'echo "E: no such package" >&2', "exit 100")
    code, said = bare.make("needs")
    assert code == 2 and "E: no such package" in said
    assert ROOT_TYPES.replace(ALL[1], "chromium") in said


def test_where_there_is_no_browser_without_windows_the_ordinary_one_is_installed(bare: Machine) -> None:
    for name in (ALL[0], "strace", "libatomic1"):
        bare.program(name, "exit 0")
    bare.program(
        "apt-get",
        f'echo "$*" >>{bare.asked}',
        f'case "$*" in *{ALL[1]}*) exit 100;; *install*) ln -s /bin/sh {bare.folder}/chromium;; esac',
    )
    code, said = bare.make("needs")
    assert code == 0, said
    assert [order.rpartition("-y ")[2] for order in bare.orders[1:]] == [ALL[1], "chromium"]


def test_a_browser_that_is_named_counts_and_a_wrong_name_is_told(bare: Machine) -> None:
    for name in (ALL[0], "strace", "libatomic1", "my-browser"):
        bare.program(name, "exit 0")
    assert bare.make("needs", FRACAS_CHROMIUM=str(bare.folder / "my-browser")) == (0, "")
    code, said = bare.make("needs", FRACAS_CHROMIUM="/nowhere/browser")
    assert code == 2 and "FRACAS_CHROMIUM names /nowhere/browser" in said
    assert bare.orders == []


def fresh(machine: Machine, target: str) -> str:
    """What `make` would run where nothing is set up yet."""
    code, said = machine.make("-n", target, f"VENV={machine.folder / 'venv'}")
    assert code == 0, said
    return said


def test_a_table_is_served_without_what_checks_it(bare: Machine) -> None:
    serve, test = fresh(bare, "serve"), fresh(bare, "test")
    assert "-r requirements.lock" in serve and "tools/ui.py build" in serve
    assert "-r requirements-dev.lock" in test and "-r requirements-dev.lock" not in serve
    # Everything the system must have is asked for first, at once.
    assert test.index("tools/needs.py venv chromium strace libatomic1") < test.index("-m venv")


def pins(name: str) -> set[str]:
    return set(re.findall(r"^[\w.-]+==\S+", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE))


def test_the_locks_agree_and_name_no_place() -> None:
    run, check = pins("requirements.lock"), pins("requirements-dev.lock")
    assert run < check
    assert not [pin for pin in run if pin.startswith(("pytest", "mypy==", "playwright", "ruff", "setuptools"))]
    for name in (
        "requirements.lock",
        "requirements-dev.lock",
        "requirements-docs.lock",
        "web/node.lock",
        "bench/peers/peers.lock",
    ):
        assert not re.search(r"://|^--", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE), name


def test_the_sdist_holds_what_the_tests_need_and_nothing_built() -> None:
    files = {file.distribution_path for file in SdistBuilder(str(ROOT)).recurse_included_files()}
    places = [".ci", ".github", "bench", "docs", "examples", "src", "tests", "tools", "web/src", "web/tests"]
    needed = {path.relative_to(ROOT).as_posix() for place in places for path in (ROOT / place).rglob("*.*")}
    needed |= {path.name for path in ROOT.iterdir() if path.is_file() and path.name != ".git"} | {".ci/run"}
    built = ("__pycache__", "node_modules", ".egg-info", "server/static", "web/src/made", ".venv/", "build/")
    missing = [path for path in needed - files if (ROOT / path).is_file() and not any(word in path for word in built)]
    assert missing == []
    assert [path for path in files if any(word in path for word in built)] == []


def test_elsewhere_the_tests_run_as_they_do_here() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not line.startswith(("#", "set ", "cd "))] == ["make test"]
