"""Flow: phase, turn, round and order of action, as data apart from the content of the game.

A turn in the order is a thing of its own, not a property of a creature, because orders differ: re-sorted by current
points, groups with players in between, rolled orders with surprise turns, fixed slots, or no order at all.
"""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import mypyc_attr

from fracas.engine.fields import PUBLIC, Field, Number, Things, Word
from fracas.engine.record import Record


class Slot:
    """One place in the order: who acts there (several for a group), of which kind, and whether it is over. Immutable,
    so that copies of a flow share their slots."""

    def __init__(self, who: list[str], kind: str = "", value: int = 0, done: bool = False) -> None:
        self.who = who
        self.kind = kind
        self.value = value
        self.done = done

    def ended(self) -> Slot:
        return Slot(self.who, self.kind, self.value, True)

    def to_json(self) -> dict[str, object]:
        return {"who": self.who, "kind": self.kind, "value": self.value, "done": self.done}


def slot_from_json(data: dict[str, object]) -> Slot:
    who = data["who"]
    assert isinstance(who, list)
    return Slot([str(name) for name in who], str(data["kind"]), int(str(data["value"])), bool(data["done"]))


@mypyc_attr(allow_interpreted_subclasses=True)
class Flow(Record):
    """Where the encounter stands. `at` is the slot whose turn it is, or -1 when there is no order."""

    FIELDS: ClassVar[tuple[Field, ...]] = (
        Word("phase", PUBLIC),
        Number("turn", PUBLIC),
        Number("round", PUBLIC),
        Things("order", PUBLIC, slot_from_json, ids=[".*.who!"]),
        Number("at", PUBLIC),
    )

    def __init__(self) -> None:
        self.phase = ""
        self.turn = 0
        self.round = 0
        self.order: list[Slot] = []
        self.at = -1

    @property
    def current(self) -> Slot | None:
        """The slot whose turn it is, unless it is over."""
        if 0 <= self.at < len(self.order):
            slot = self.order[self.at]
            if not slot.done:
                return slot
        return None

    @property
    def active(self) -> list[str]:
        slot = self.current
        return slot.who if slot is not None else []

    def phase_words(self, phase: str, turn: int) -> str:
        """How the log tells that a phase began."""
        return f"Turn {turn}: {phase}"

    def copy(self) -> Flow:
        other = Flow()
        self.copy_into(other)
        return other

    def copy_into(self, other: Flow) -> None:
        other.phase = self.phase
        other.turn = self.turn
        other.round = self.round
        other.order = self.order[:]
        other.at = self.at

    def veil(self) -> None:
        """Blank, in a copy made for a seat, what only the GM may count."""

    def keep_places(self, kept: dict[str, list[int]]) -> None:
        """For a seat some items of these lists were cut, and those at the old places `kept` are left: what counts
        places follows. While somebody unseen acts, the marker stays on the last seen slot, which is over."""
        if "order" in kept:
            self.at = len([index for index in kept["order"] if index <= self.at]) - 1
