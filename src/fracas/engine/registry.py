"""Which rulesets are installed: they announce themselves by the entry point `fracas.rulesets`.

A package that breaks when it is imported is named and left out, so that everybody else's games go on.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from fracas.engine.blame import told
from fracas.engine.errors import Invalid
from fracas.engine.ruleset import Ruleset

GROUP = "fracas.rulesets"


class Installed:
    """Every ruleset that could be loaded, and what is wrong with the others."""

    def __init__(self, entries: list[EntryPoint]) -> None:
        self.rulesets: dict[str, Ruleset] = {}
        self.broken: dict[str, str] = {}
        """What is wrong, by id: the error and the line in the author's file."""
        for entry in sorted(entries, key=lambda entry: entry.name):
            try:
                ruleset = entry.load()
                assert isinstance(ruleset, Ruleset), f"{entry.value} is not a Ruleset"
                self.rulesets[entry.name] = ruleset
            except Exception as error:  # noqa: BLE001  # whatever somebody's package raises
                self.broken[entry.name] = told(error)


def installed() -> Installed:
    """What is installed, looked for again only when the places to look in have changed."""
    return _installed(tuple(sys.path))


@cache
def _installed(path: tuple[str, ...]) -> Installed:
    return Installed(list(entry_points(group=GROUP)))


def ruleset_ids() -> list[str]:
    """The ids of all installed rulesets that work, sorted."""
    return list(installed().rulesets)


def broken_rulesets() -> dict[str, str]:
    """The ids of installed rulesets that could not be loaded, with what went wrong."""
    return installed().broken


def load_ruleset(id: str, content: list[Any] | None = None) -> Ruleset:
    """An installed ruleset, with extra content (files, folders or tables) if asked for."""
    ruleset = installed().rulesets.get(id)
    if ruleset is not None:
        return ruleset.with_content(content) if content else ruleset
    why = installed().broken.get(id, "")
    if why:
        raise Invalid("ruleset", "id", id, f"a ruleset that can be loaded; this one is left out: {why}")
    raise Invalid("ruleset", "id", id, "one of " + ", ".join(ruleset_ids()))


def use_instead(rulesets: list[Ruleset]) -> None:
    """From now on these stand for the installed ones of their names, in this process: a server with extra content."""
    installed().rulesets.update({ruleset.id: ruleset for ruleset in rulesets})
