"""The options that an encounter of one's own is to be played with.

The content models of games have no place for them, so they stand as TOML in a comment of the file, which whatever reads
content passes over:

    # [options.yard]
    # initiative = "fixed"
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from fracas.engine.content import MAX_BYTES, toml_files
from fracas.engine.content_files import read_bytes
from fracas.engine.entries import Tables
from fracas.engine.errors import Invalid
from fracas.engine.options import PRESET
from fracas.engine.ruleset import Ruleset

Words = dict[str, str]
MOST_OPTIONS: Final = 200
_HEAD: Final = re.compile(r"#\s*\[options\.([a-z0-9-]+)\]\s*\Z")
_LINE: Final = re.compile(r"#\s*([\w-]+)\s*=\s*\"([^\"\\]*)\"\s*\Z")
_NAME: Final = re.compile(r"[\w-]{1,60}\Z")
_VALUE: Final = re.compile(r"[^\"\\\x00-\x1f\x7f]{0,60}\Z")


class Laid(dict[str, dict[str, Any]]):
    """Entries with the options of the encounters among them, as extra content of a ruleset."""

    def __init__(self, tables: Tables, options: Mapping[str, Words]) -> None:
        super().__init__(tables)
        self.options = dict(options)


def options_in(text: str, where: str = "text") -> dict[str, Words]:
    """By the id of an encounter: the options that a text has for it."""
    found: dict[str, Words] = {}
    into: Words | None = None
    for line in text.splitlines() if "[options." in text else []:
        head, pair = _HEAD.match(line), _LINE.match(line)
        if head is not None:
            into = found.setdefault(head[1], {})
        elif into is not None and pair is not None:
            into[pair[1]] = pair[2]
        elif into is not None and line.startswith("#") and "=" in line:
            raise Invalid(where, "options", line, 'a line such as # name = "value"')
        else:
            into = None
    return found


def options_text(id: str, options: Mapping[str, str]) -> str:
    """Those of one encounter as they stand above it; nothing where it has none."""
    if not options:
        return ""
    return "".join([f"# [options.{id}]\n", *[f'# {name} = "{value}"\n' for name, value in options.items()]])


def check_words(options: object) -> Words:
    """Options that can be written down."""
    if not isinstance(options, dict) or len(options) > MOST_OPTIONS:
        raise Invalid("thing", "options", type(options).__name__, f"a table of at most {MOST_OPTIONS} options")
    for name, value in options.items():
        if not (isinstance(name, str) and isinstance(value, str) and _NAME.match(name) and _VALUE.match(value)):
            raise Invalid("thing", "options", f"{name!s:.60} = {value!s:.60}", "the name of an option, and a word")
    return dict(options)


def wrong_options(ruleset: Ruleset, options: Mapping[str, str]) -> list[Invalid]:
    """Everything that a game does not know of these."""
    found: list[Invalid] = []
    for name, value in options.items():
        try:
            ruleset.settle({name: value})
        except Invalid as wrong:
            found.append(wrong)
    return found


def own_options(ruleset: Ruleset, scenario: str) -> Words:
    """What the extra content of a ruleset says of an encounter; later files count over earlier ones."""
    for place in reversed(ruleset.extra):
        if isinstance(place, Laid):
            if scenario in place.get("scenario", {}):
                return place.options.get(scenario, {})
        elif isinstance(place, Path | str):
            for path in reversed(toml_files([Path(place)])):
                found = _in_file(path, path.stat().st_mtime_ns)
                if scenario in found:
                    return found[scenario]
    return {}


@lru_cache(maxsize=512)
def _in_file(path: Path, _changed: int) -> dict[str, Words]:
    return options_in(read_bytes(path, MAX_BYTES).decode("utf-8", "replace"), path.name)


def with_own(ruleset: Ruleset, scenario: str, chosen: Words) -> Words:
    """The options to start an encounter with: what was chosen counts over its own, and a preset over all of them."""
    return chosen if PRESET in chosen else {**own_options(ruleset, scenario), **chosen}
