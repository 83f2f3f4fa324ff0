"""Versions of saved games: which can be read, and how those of earlier versions are brought into today's shape.

For `log.py`. A file is checked as it was written; only then is each line converted, in memory. Nothing is rewritten.
"""

from __future__ import annotations

import re
from typing import Final

from mypy_extensions import mypyc_attr

from fracas import __version__
from fracas.engine.errors import Invalid

FORMAT: Final = 3
FIRST: Final = 3
"""The first format that was released, with Fracas 0.2.0: from this one on every file opens."""
SETTING: Final[dict[str, type]] = {"format": int, "fracas": str, "version": str, "content": str, "entries": dict}
"""What a header says of everything after it, and a `content` line too: format, Fracas, version of the ruleset, hash of
the content, and entries of it."""
_NUMBERS = re.compile(r"(\d{1,6})\.(\d{1,6})(\.\S{1,40})?\Z")


@mypyc_attr(allow_interpreted_subclasses=True)
class Conversion:
    """Turns what one version wrote into what the next one would have written, line by line."""

    def __init__(self, to: str = "") -> None:
        self.to = to
        """For rulesets: the version it leads to."""

    def header(self, data: dict[str, object]) -> dict[str, object]:
        """The first line's data in the next shape; what is given stays as it is."""
        return data

    def line(self, kind: str, data: dict[str, object]) -> dict[str, object]:
        """The same for any other line."""
        return data


@mypyc_attr(allow_interpreted_subclasses=True)
class OptionsGone(Conversion):
    """Options that no longer exist are not named any more; games go on by the one reading that is left."""

    def __init__(self, to: str, gone: tuple[str, ...]) -> None:
        super().__init__(to)
        self.gone = gone

    def header(self, data: dict[str, object]) -> dict[str, object]:
        start = data["start"]
        assert isinstance(start, dict)
        options = {name: value for name, value in start["options"].items() if name not in self.gone}
        return {**data, "start": {**start, "options": options}}


FORMATS: Final[dict[int, Conversion]] = {}
"""By format: what turns it into the next one."""


class Reader:
    """Reads the lines that one version wrote, up to where another went on."""

    def __init__(self, setting: dict[str, object], rules: dict[str, Conversion]) -> None:
        """`setting` is a header or a `content` line as written; `rules` are the ruleset's own conversions, by version.
        What is too old or too new is invalid."""
        check_readable(setting)
        self.format = int(str(setting["format"]))
        self.version = str(setting.get("version"))
        self.steps: list[Conversion] = [FORMATS[number] for number in range(self.format, FORMAT)]
        while self.version in rules:
            self.steps.append(rules[self.version])
            self.version = rules[self.version].to

    def header(self, data: dict[str, object]) -> dict[str, object]:
        for step in self.steps:
            data = step.header(data)
        return self._in_shape(data)

    def line(self, kind: str, data: dict[str, object], sets: bool) -> dict[str, object]:
        """With `sets` it is the line from which on this version wrote."""
        for step in self.steps:
            data = step.line(kind, data)
        return self._in_shape(data) if sets else data

    def _in_shape(self, data: dict[str, object]) -> dict[str, object]:
        """It says itself which shape it has now, so that a copy of it is not converted twice."""
        return {**data, "format": FORMAT, "version": self.version} if self.steps else data


def check_readable(setting: dict[str, object]) -> None:
    """Is this of a version that can be read? The message names both."""
    format, made_by = setting.get("format"), str(setting.get("fracas") or "")[:40]
    if type(format) is not int:
        raise Invalid("log", "format", format, "the number of a format")
    if format < FIRST:
        raise Invalid("log", "format", format, f"{FIRST} or later: Fracas {__version__} opens no files of Fracas 0.1.0")
    if format > FORMAT or minor(made_by) > minor(__version__):
        known = f"a game saved by Fracas {__version__} or earlier (format {FORMAT})"
        raise Invalid("log", "fracas", made_by, f"{known}: this file (format {format}) needs the newer version")


def minor(version: str) -> tuple[int, int]:
    """The two numbers of a version that say what it can read: 0.2 of 0.2.1."""
    found = _NUMBERS.match(version)
    if found is None:
        raise Invalid("log", "fracas", version, "the version of Fracas that saved it")
    return int(found.group(1)), int(found.group(2))


def same_setting(one: dict[str, object], other: dict[str, object]) -> bool:
    """Are these the same rules, content and program?"""
    return not [name for name in SETTING if name != "entries" and one.get(name) != other.get(name)]
