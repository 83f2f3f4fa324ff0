"""Which icon there is, who drew it, and which one stands for each kind of thing.

Icons are looks: neither saved games nor the hash of content know of those that content names.
"""

from __future__ import annotations

import difflib
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Final

SHEET: Final = "icons.toml"


@lru_cache(maxsize=1)
def authors() -> dict[str, str]:
    """Who drew each icon; several names where several drew one of that name."""
    rows = (files("fracas.engine") / "data" / "icons.tsv").read_text(encoding="utf-8").splitlines()
    found: dict[str, str] = {}
    for row in rows:
        name, _, who = row.partition("\t")
        found[name] = who
    return found


@lru_cache(maxsize=1)
def kinds() -> dict[str, str]:
    """The icon of each kind of thing."""
    text = (files("fracas.engine") / "data" / "kinds.toml").read_text(encoding="utf-8")
    return {kind: str(icon) for kind, icon in tomllib.loads(text)["kind"].items()}


def read_sheet(package: str) -> dict[str, dict[str, str]]:
    """What a package says about its icons in `rules/icons.toml`; nothing where it has no such file."""
    sheet = files(package) / "rules" / SHEET if package else None
    if sheet is None or not sheet.is_file():
        return {}
    return tomllib.loads(sheet.read_text(encoding="utf-8"))


def what_it_should_be(name: str) -> str:
    """What was expected where no icon has this name; empty where one has."""
    if name in authors():
        return ""
    # Comparing takes time for every pair, and people rarely mistype the first letter.
    near = difflib.get_close_matches(name, [author for author in authors() if author[:1] == name[:1]], n=1)
    return "the name of an icon of game-icons.net" + (f"; did you mean {near[0]!r}?" if near else "")
