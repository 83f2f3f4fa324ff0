"""Which rulesets are installed: they announce themselves by the entry point `fracas.rulesets`."""

from __future__ import annotations

from importlib.metadata import entry_points

from fracas.engine.errors import Invalid
from fracas.engine.ruleset import Ruleset

GROUP = "fracas.rulesets"


def ruleset_ids() -> list[str]:
    """The ids of all installed rulesets, sorted."""
    return sorted([entry.name for entry in entry_points(group=GROUP)])


def load_ruleset(id: str, content: list[str] | None = None) -> Ruleset:
    """An installed ruleset, with extra content files or folders if asked for."""
    for entry in entry_points(group=GROUP):
        if entry.name == id:
            ruleset = entry.load()
            assert isinstance(ruleset, Ruleset), f"{entry.value} is not a ruleset"
            return ruleset.with_content(content) if content else ruleset
    raise Invalid("ruleset", "id", id, "one of " + ", ".join(ruleset_ids()))
