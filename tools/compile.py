"""Compiles the kernel with mypyc outside the source tree, and runs a Python command against the result or installs it.

For `make compile`, `make wheel`, `make test-compiled` and `make bench`, which share one build:
`python tools/compile.py -- -m pytest tests` builds what changed, then runs.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.machinery
import os
import shutil
import subprocess
import sys
import sysconfig
import threading
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any

from setuptools import Distribution
from setuptools.command.build_ext import build_ext

from kernel_finder import digest, kernel_files
from kernel_install import install, remove, site_packages

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
# Pydantic builds its classes at run time, which native classes do not allow.
NOT_COMPILED = ("content.py", "content_*.py")


class Settings:
    """Where the compiled package goes and how hard the C compiler tries."""

    def __init__(self, into: str, opt: str, jobs: int) -> None:
        self.built = (ROOT / into).resolve()
        self.opt = opt
        self.jobs = jobs
        self.work = ROOT / "build" / f"mypyc-{version('mypy')}-{sys.implementation.cache_tag}-O{opt}-files"


def compiled_files(built: Path) -> list[Path]:
    return [path for path in kernel_files(built) if not any(path.match(pattern) for pattern in NOT_COMPILED)]


def module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def fingerprint(settings: Settings) -> str:
    """What the compiled files depend on: the copied sources, this script, compiler settings, Python and mypyc."""
    summed = hashlib.sha256(f"{sys.version} {settings.work.name} {os.environ.get('CFLAGS', '')}".encode())
    summed.update(Path(__file__).read_bytes())
    summed.update(digest(settings.built).encode())
    return summed.hexdigest()


def is_extension(path: Path) -> bool:
    return path.name.endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES))


def mirror_sources(built: Path) -> None:
    """Brings the copy up to date without touching extensions, so that a new map or a new sentence rebuilds nothing."""
    copied: list[Path] = []
    for path in sorted(SOURCE.rglob("*")):
        if path.is_dir() or "__pycache__" in path.parts:
            continue
        target = built / path.relative_to(SOURCE)
        copied.append(target)
        if not target.exists() or target.read_bytes() != path.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    for target in (built / "fracas").rglob("*"):
        if target.is_file() and target not in copied and not is_extension(target) and target.suffix != ".pyc":
            target.unlink()


class ParallelBuild(build_ext):
    """Compiles the C files of one extension side by side and leaves alone those that did not change."""

    settings: Settings

    def build_extensions(self) -> None:
        compiler: Any = self.compiler
        compile_all, spawn = compiler.compile, compiler.spawn
        running = threading.Semaphore(self.settings.jobs)

        def spawn_in_turn(*args: Any, **kwargs: Any) -> None:
            with running:
                spawn(*args, **kwargs)

        def compile_each(sources: list[str], output_dir: str = "", **kwargs: Any) -> list[str]:
            objects: list[str] = compiler.object_filenames(sources, output_dir=output_dir)
            # Any changed header makes every object stale: they lay out the native classes.
            headers = sorted((self.settings.work / "c").rglob("*.h"))
            stale = [
                source
                for source, made in zip(sources, objects, strict=True)
                if is_older(Path(made), [Path(source), *headers])
            ]
            with ThreadPoolExecutor(self.settings.jobs) as pool:
                list(pool.map(lambda source: compile_all([source], output_dir=output_dir, **kwargs), stale))
            return objects

        compiler.spawn, compiler.compile = spawn_in_turn, compile_each
        self.parallel = self.settings.jobs
        super().build_extensions()


def is_older(made: Path, sources: list[Path]) -> bool:
    if not made.exists():
        return True
    built = made.stat().st_mtime_ns
    return any(source.exists() and source.stat().st_mtime_ns >= built for source in sources)


def build(settings: Settings) -> None:
    """Runs mypyc over the copy as one group, so that calls between kernel modules are direct C calls.

    The flags bind such calls when the library is linked; they took a table's detour before, a tenth of random play.
    """
    from mypyc.build import mypycify

    for extension in filter(is_extension, settings.built.rglob("*")):
        extension.unlink()
    settings.work.mkdir(parents=True, exist_ok=True)
    os.chdir(settings.built)
    options = [f"--config-file={ROOT / 'pyproject.toml'}", f"--cache-dir={settings.work / 'mypy'}"]
    extensions = mypycify(
        options + [path.as_posix() for path in compiled_files(settings.built)],
        opt_level=settings.opt,
        debug_level="0",
        multi_file=True,
        target_dir=str(settings.work / "c"),
        group_name="fracas",
    )
    for library in extensions if sys.platform == "linux" else []:
        library.extra_compile_args.append("-fno-semantic-interposition")
        library.extra_link_args.append("-Wl,-Bsymbolic")
    command = ParallelBuild(Distribution({"name": "fracas-kernel", "ext_modules": extensions}))
    command.settings = settings
    command.build_lib = str(settings.built)
    command.build_temp = str(settings.work / "objects")
    command.ensure_finalized()
    command.run()
    os.chdir(ROOT)


def environment(built: Path) -> dict[str, str]:
    """The environment in which `import fracas` finds the compiled package before the editable install."""
    paths = [str(built), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def check_compiled(built: Path) -> None:
    """Imports every kernel module once and fails for any that Python would still interpret."""
    names = [module_name(path) for path in compiled_files(built)]
    script = (
        "import importlib, importlib.machinery, sys\n"
        "ends = tuple(importlib.machinery.EXTENSION_SUFFIXES)\n"
        "bad = [n for n in sys.argv[1:] if not importlib.import_module(n).__spec__.origin.endswith(ends)]\n"
        "sys.exit('not compiled: ' + ', '.join(bad) if bad else 0)\n"
    )
    subprocess.run([sys.executable, "-c", script, *names], env=environment(built), cwd=built, check=True)


def check_installed() -> None:
    """Starts Fracas as anybody would: the kernel runs compiled, and every ruleset is found and loads."""
    script = (
        "import sys\n"
        "from fracas import version\n"
        "from fracas.engine.registry import broken_rulesets, ruleset_ids\n"
        "sys.exit(0 if version.is_compiled() and ruleset_ids() and not broken_rulesets() else str(broken_rulesets()))\n"
    )
    env = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "FRACAS_PURE")}
    subprocess.run([sys.executable, "-c", script], env=env, cwd=ROOT, check=True)


def build_if_changed(settings: Settings) -> str:
    """What is compiled is the copy, so that sources may change meanwhile; returns its fingerprint."""
    stamp = settings.built / ".stamp"
    mirror_sources(settings.built)
    wanted = fingerprint(settings)
    if stamp.exists() and stamp.read_text() == wanted:
        print("compiled kernel: up to date", flush=True)
        return wanted
    headers = Path(sysconfig.get_path("include")) / "Python.h"
    if not headers.exists() or not (os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")):
        sys.exit("Compiling the kernel needs a C compiler and Python's headers (gcc and python3-dev on Debian).")
    stamp.unlink(missing_ok=True)
    print(f"compiling {len(compiled_files(settings.built))} kernel modules with -O{settings.opt} ...", flush=True)
    build(settings)
    check_compiled(settings.built)
    stamp.write_text(wanted)
    return wanted


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", default="build/compiled", help="folder of the compiled package")
    parser.add_argument("--opt", default="2", choices=["0", "1", "2", "3"], help="C optimisation level")
    parser.add_argument("--jobs", default=2, type=int, help="C compilers running at once")
    parser.add_argument("--install", action="store_true", help="let the editable install of this Python run it")
    parser.add_argument("--remove", action="store_true", help="build nothing, let the sources run again")
    parser.add_argument("command", nargs="*", help="arguments for Python, run against the compiled package")
    chosen = parser.parse_args()
    if chosen.remove:
        remove(site_packages())
        return 0
    settings = Settings(chosen.into, chosen.opt, chosen.jobs)
    made = build_if_changed(settings)
    if chosen.install:
        extensions = sorted(filter(is_extension, settings.built.rglob("*")))
        install(settings.built, SOURCE, made, extensions, site_packages())
        check_installed()
    if not chosen.command:
        return 0
    command = [sys.executable, *chosen.command]
    return subprocess.run(command, env=environment(settings.built), cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
