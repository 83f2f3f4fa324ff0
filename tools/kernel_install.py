"""Puts a compiled kernel into the environment this Python runs in, and takes it out again. For `tools/compile.py`."""

from __future__ import annotations

import json
import shutil
import sysconfig
from pathlib import Path

from kernel_finder import KERNEL, RECORD, digest

FINDER = Path(__file__).with_name("kernel_finder.py")
NAME = "fracas_compiled"


def site_packages() -> Path:
    return Path(sysconfig.get_path("purelib"))


def install(built: Path, source: Path, fingerprint: str, extensions: list[Path], site: Path) -> None:
    """A new folder for each build, and the record last: processes that run keep the files they have opened."""
    home = site / NAME
    folder = home / f"kernel-{fingerprint[:16]}"
    if not folder.is_dir():
        staged = home / "staged"
        shutil.rmtree(staged, ignore_errors=True)
        for path in extensions:
            target = staged / path.relative_to(built)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        for package in KERNEL:
            link_sources(source / package, staged / package)
        staged.rename(folder)
    shutil.copyfile(FINDER, home / "__init__.py")
    record = {"source": str(source), "digest": digest(built), "folder": folder.name}
    new = home / f"{RECORD}.new"
    new.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    new.replace(home / RECORD)
    (site / f"{NAME}.pth").write_text(f"import {NAME}\n", encoding="utf-8")
    for old in home.glob("kernel-*"):
        if old != folder:
            shutil.rmtree(old)


def link_sources(source: Path, staged: Path) -> None:
    """Data, rules texts and sources as links: packages look for them beside their machine code, and get them as they
    are at that moment."""
    for entry in source.iterdir():
        place = staged / entry.name
        if place.is_dir():
            link_sources(entry, place)
        elif entry.name != "__pycache__":
            place.symlink_to(entry)


def remove(site: Path) -> None:
    """The way back: the sources run again."""
    (site / f"{NAME}.pth").unlink(missing_ok=True)
    shutil.rmtree(site / NAME, ignore_errors=True)
