"""Options: every gap of a source document that a ruleset had to decide, with its default and the reason for it."""

from __future__ import annotations

from fracas.engine.errors import Invalid


class Option:
    """One named switch of a ruleset: why it is there, and what each value does at the table."""

    def __init__(
        self,
        name: str,
        default: str,
        choices: list[str],
        paragraph: str,
        why: str,
        title: str = "",
        says: dict[str, str] | None = None,
    ) -> None:
        assert default in choices, f"option {name}: the default must be one of its choices"
        self.name = name
        self.default = default
        self.choices = choices
        self.paragraph = paragraph
        self.why = why
        self.title = title
        self.says: dict[str, str] = says if says is not None else {}
        for value in self.says:
            assert value in choices, f"option {name}: {value} is none of its choices"

    def to_json(self) -> dict[str, object]:
        return {
            "name": self.name,
            "title": self.title,
            "default": self.default,
            "choices": self.choices,
            "paragraph": self.paragraph,
            "why": self.why,
            "says": self.says,
        }


def settle(known: list[Option], chosen: dict[str, str]) -> dict[str, str]:
    """The full set of option values: what was chosen, defaults for the rest; a wrong name or value is invalid."""
    values: dict[str, str] = {}
    names = [option.name for option in known]
    for name in chosen:
        if name not in names:
            raise Invalid("options", name, chosen[name], "one of the options " + ", ".join(names))
    for option in known:
        value = chosen.get(option.name, option.default)
        if value not in option.choices:
            raise Invalid("options", option.name, value, "one of " + ", ".join(option.choices))
        values[option.name] = value
    return values
