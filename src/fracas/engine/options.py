"""Options: the few switches of a ruleset, declared once and read in play as typed attributes.

A ruleset subclasses `Options`. Where `rules/options.toml` says what each switch does at the table, its class has one
annotation for each; a small game may ask for them in the constructor instead. That is the list people see.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence

from mypy_extensions import mypyc_attr

from fracas.engine.errors import Invalid

YES, NO = "yes", "no"
PRESET = "preset"
"""The name under which a whole set of options is chosen."""


class Option:
    """One switch as people see it: which rule it is about, why it is there, and what each value does at the table."""

    def __init__(
        self,
        name: str,
        default: str,
        says: dict[str, str],
        paragraph: str,
        why: str,
        title: str,
        group: str,
        later: bool = False,
    ) -> None:
        assert default in says, f"option {name}: the default must be one of its values"
        self.name = name
        self.default = default
        self.says = says
        self.paragraph = paragraph
        self.why = why
        self.title = title
        self.group = group
        self.later = later
        """Came after games were saved that cannot name it: where it is not named it has its default, and at its default
        it is not saved, so that those games stay as they are."""

    @property
    def choices(self) -> list[str]:
        return list(self.says)

    @property
    def attribute(self) -> str:
        return self.name.replace("-", "_")

    def typed(self, value: str) -> str | int | bool:
        """A value as rules read it: yes and no are a flag, whole numbers are numbers, all else is words."""
        if sorted(self.says) == [NO, YES]:
            return value == YES
        return int(value) if "".join(self.says).isdigit() else value

    def to_json(self) -> dict[str, object]:
        return {
            "name": self.name,
            "title": self.title,
            "group": self.group,
            "default": self.default,
            "choices": self.choices,
            "paragraph": self.paragraph,
            "why": self.why,
            "says": self.says,
        }


class Preset:
    """Several options set at once, under a name: an edition, or a way to play."""

    def __init__(self, name: str, title: str, text: str, values: dict[str, str]) -> None:
        self.name = name
        self.title = title
        self.text = text
        self.values = values

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "title": self.title, "text": self.text, "values": self.values}


class Choices:
    """What somebody chose, as text, handed to the constructor of `Options`; it notes every switch that is asked for."""

    def __init__(self, chosen: dict[str, str], sheet: Sequence[Option] = ()) -> None:
        self.chosen = chosen
        self.sheet = sheet
        """The switches written in `rules/options.toml`."""
        self.declared: list[Option] = []
        self.values: dict[str, str] = {}
        """Every switch asked for so far, with its value as text."""
        self.unsaid: list[str] = []
        """Those that came later and have their default."""
        self._group = ""

    def group(self, title: str) -> None:
        """The heading above the switches that follow."""
        self._group = title

    def word(self, name: str, paragraph: str, title: str, why: str, says: dict[str, str]) -> str:
        """A switch with a word for each value. The first value is the default."""
        return self.take(Option(name, next(iter(says)), says, paragraph, why, title, self._group))

    def take(self, option: Option) -> str:
        """What was chosen of this switch, or its default."""
        value = self.chosen.get(option.name, option.default)
        if value not in option.says:
            raise Invalid("options", option.name, value, "one of " + ", ".join(option.says))
        # A compiled class that is made through a variable has its constructor run twice.
        if option.name not in self.values:
            self.declared.append(option)
            if option.later and value == option.default:
                self.unsaid.append(option.name)
        self.values[option.name] = value
        return value

    def number(self, name: str, paragraph: str, title: str, why: str, says: dict[int, str]) -> int:
        """A switch whose values are whole numbers. The first is the default."""
        return int(self.word(name, paragraph, title, why, {str(value): text for value, text in says.items()}))

    def flag(self, name: str, paragraph: str, title: str, why: str, says: dict[bool, str]) -> bool:
        """A switch that is on or off, typed as yes or no. The first value is the default."""
        texts = {YES if value else NO: text for value, text in says.items()}
        return self.word(name, paragraph, title, why, texts) == YES


@mypyc_attr(allow_interpreted_subclasses=True)
class Options:
    """The options of an encounter; a ruleset's own class has one typed attribute for each. They never change."""

    def __init__(self, choices: Choices) -> None:
        self.values = choices.values
        self.unsaid = choices.unsaid
        for option in choices.sheet:
            setattr(self, option.attribute, option.typed(choices.take(option)))

    def to_json(self) -> dict[str, object]:
        return {name: value for name, value in self.values.items() if name not in self.unsaid}


def settle(kind: type[Options], presets: list[Preset], chosen: dict[str, str], sheet: Sequence[Option] = ()) -> Options:
    """The options of an encounter: the preset, what else was chosen, and defaults; anything unknown is invalid."""
    values: dict[str, str] = {}
    if PRESET in chosen:
        preset = next((preset for preset in presets if preset.name == chosen[PRESET]), None)
        if preset is None:
            known = ", ".join(preset.name for preset in presets) or "no preset: this ruleset has none"
            raise Invalid("options", PRESET, chosen[PRESET], known)
        values.update(preset.values)
    values.update({name: value for name, value in chosen.items() if name != PRESET})
    choices = Choices(values, sheet)
    options = kind(choices)
    for name in values:
        if name not in choices.values:
            known = ", ".join(choices.values)
            raise Invalid(
                "options",
                name,
                values[name],
                f"one of the options {known}" if known else "no options: this ruleset has none",
            )
    return options


def declared(kind: type[Options], presets: list[Preset], sheet: Sequence[Option] = ()) -> list[Option]:
    """Every switch such options have. Each must be kept in the attribute of its name, and presets must fit them."""
    choices = Choices({}, sheet)
    options = kind(choices)
    for name in [*[option.attribute for option in choices.declared], *inspect.get_annotations(kind)]:
        assert hasattr(options, name), f"the option {name.replace('_', '-')} must be kept as self.{name}, and offered"
    for preset in presets:
        settle(kind, [preset], {PRESET: preset.name}, sheet)
    return choices.declared
