"""Commands: small values that say what somebody wants to do; text and JSON are conversions in and out."""

from __future__ import annotations

from typing import Final

from fracas.engine.canon import quoted
from fracas.engine.cleaning import is_plain
from fracas.engine.errors import Invalid

TABLE: Final = "table"
"""Gives the commands nobody gives: starts and ends of turns, set-up rolls, whatever falls due."""
GM: Final = "gm"
"""The seat of the game master, who may answer for anybody and overrule anything."""
PASS: Final = "pass"


class Command:
    """Who does what, to whom, where and with which thing. Unused parts stay empty."""

    def __init__(
        self,
        who: str,
        verb: str,
        targets: tuple[str, ...] = (),
        thing: str = "",
        squares: tuple[int, ...] = (),
        numbers: tuple[int, ...] = (),
        text: str = "",
    ) -> None:
        self.who = who
        self.verb = verb
        self.targets = targets
        self.thing = thing
        self.squares = squares
        self.numbers = numbers
        self.text = text

    @property
    def target(self) -> str:
        return self.targets[0] if self.targets else ""

    def to_json(self) -> dict[str, object]:
        out: dict[str, object] = {"who": self.who, "verb": self.verb}
        if self.targets:
            out["targets"] = list(self.targets)
        if self.thing:
            out["thing"] = self.thing
        if self.squares:
            out["squares"] = list(self.squares)
        if self.numbers:
            out["numbers"] = list(self.numbers)
        if self.text:
            out["text"] = self.text
        return out

    def check_words(self) -> None:
        """Raise `Invalid` where its words hold what a terminal or a page would obey."""
        for key, value in (("who", self.who), ("verb", self.verb), ("thing", self.thing), ("text", self.text)):
            check_plain(key, value)
        for target in self.targets:
            check_plain("targets", target)

    def body(self) -> str:
        """The canonical text by which dice are keyed and commands compared: that of `to_json`, spelled out here because
        every command that throws dice asks for it."""
        parts: list[str] = []
        if self.numbers:
            parts.append(f'"numbers":[{",".join([str(number) for number in self.numbers])}],')
        if self.squares:
            parts.append(f'"squares":[{",".join([str(square) for square in self.squares])}],')
        if self.targets:
            parts.append(f'"targets":[{",".join([quoted(target) for target in self.targets])}],')
        if self.text:
            parts.append(f'"text":{quoted(self.text)},')
        if self.thing:
            parts.append(f'"thing":{quoted(self.thing)},')
        return f'{{{"".join(parts)}"verb":{quoted(self.verb)},"who":{quoted(self.who)}}}'

    def same(self, other: Command) -> bool:
        return (
            self.verb == other.verb
            and self.who == other.who
            and self.targets == other.targets
            and self.thing == other.thing
            and self.squares == other.squares
            and self.numbers == other.numbers
            and self.text == other.text
        )

    def __repr__(self) -> str:
        return f"Command({self.body()})"


def check_plain(key: str, value: str) -> None:
    """Words that go into a log: whoever takes them from people has cleaned them."""
    if not is_plain(value):
        raise Invalid("command", key, value, "text without control characters or marks that turn it round")


KEYS: Final = ("who", "verb", "targets", "thing", "squares", "numbers", "text")


def command_from_json(data: object) -> Command:
    """Read a command; anything that is not exactly one is invalid."""
    if not isinstance(data, dict):
        raise Invalid("command", "", data, "an object with who and verb")
    for key in data:
        if key not in KEYS:
            raise Invalid("command", str(key), data[key], "one of " + ", ".join(KEYS))
    return Command(
        _word(data, "who", True),
        _word(data, "verb", True),
        tuple([str(item) for item in _items(data, "targets", str)]),
        _word(data, "thing", False),
        tuple([int(str(item)) for item in _items(data, "squares", int)]),
        tuple([int(str(item)) for item in _items(data, "numbers", int)]),
        _word(data, "text", False),
    )


def _word(data: dict[str, object], key: str, needed: bool) -> str:
    value = data.get(key, "")
    if not isinstance(value, str) or (needed and not value) or len(value) > 2000:
        raise Invalid("command", key, value, "a text")
    return value


def _items(data: dict[str, object], key: str, kind: type) -> list[object]:
    value = data.get(key, [])
    if not isinstance(value, list) or len(value) > 1000:
        raise Invalid("command", key, value, "a list of at most 1000")
    for item in value:
        if type(item) is not kind or (kind is int and abs(int(str(item))) > 10**9):
            raise Invalid("command", key, item, "a list of texts" if kind is str else "a list of whole numbers")
    return value
