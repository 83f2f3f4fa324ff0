"""The three families of things that go wrong: a refused choice, invalid input, and our own bugs.

Callers catch `Refused` and `Invalid` and show them; an `EngineFault` is a defect and stops the encounter with its log
intact.
"""

from __future__ import annotations

from collections.abc import Collection

from fracas.engine.reason import Reason


class Refused(Exception):
    """A player's choice that the rules do not allow, with every reason against it."""

    def __init__(self, reasons: list[Reason]) -> None:
        super().__init__("; ".join([f"{r.paragraph}: {r.text}" for r in reasons]))
        self.reasons = reasons


class Invalid(ValueError):
    """Input or data that cannot be understood: where it stands, which key, its value, and what was expected."""

    def __init__(self, where: str, key: str, value: object, expected: str, near: list[str] | None = None) -> None:
        # Only so much of a long text is worth spelling out.
        shown = repr(value[:80] if isinstance(value, str) else value)
        if len(shown) > 80:
            shown = shown[:77] + "..."
        place = f"{where}: {key}" if key else where
        self.hint = f"; perhaps {' or '.join(near)}" if near else ""
        """What may have been meant, to be put behind what was expected."""
        super().__init__(f"{place}: got {shown}, expected {expected}{self.hint}")
        self.where = where
        self.key = key
        self.value = value
        self.expected = expected
        self.near: list[str] = near or []
        """What may have been meant."""

    def __reduce__(self) -> tuple[object, ...]:
        """Told whole by a process that works for another, which would break off at an error it cannot read."""
        return (Invalid, (self.where, self.key, self.value, self.expected, self.near))


def check_choice(where: str, key: str, value: str, known: Collection[str]) -> None:
    """Raise `Invalid` unless a value is one of these."""
    if value not in known:
        raise Invalid(where, key, value, "one of " + ", ".join(known))


class EngineFault(Exception):
    """A broken promise of our own: rules that are not deterministic, an endless chain, a log that does not fold."""
