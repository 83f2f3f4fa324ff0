"""Flow: phase, turn, round and order of action, as data apart from the content of the game.

A turn in the order is a thing of its own, not a property of a creature, because orders differ: re-sorted by current
points, groups
with players in between, rolled orders with surprise turns, fixed slots, or no order at all.
"""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import mypyc_attr


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
class Flow:
    """Where the encounter stands. `at` is the slot whose turn it is, or -1 when there is no order."""

    VISIBILITY: ClassVar[dict[str, str]] = {
        "phase": "public",
        "turn": "public",
        "round": "public",
        "order": "public",
        "at": "public",
    }
    IDS: ClassVar[tuple[str, ...]] = ("order.*.who!",)
    """The fields that hold ids, as paths (`ids.py`): by these the engine cuts what a seat does not know."""

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

    def to_json(self) -> dict[str, object]:
        return {
            "phase": self.phase,
            "turn": self.turn,
            "round": self.round,
            "order": [slot.to_json() for slot in self.order],
            "at": self.at,
        }

    def read_json(self, data: dict[str, object]) -> None:
        self.phase = str(data["phase"])
        self.turn = int(str(data["turn"]))
        self.round = int(str(data["round"]))
        order = data["order"]
        assert isinstance(order, list)
        self.order = [slot_from_json(item) for item in order]
        self.at = int(str(data["at"]))

    def veil(self) -> None:
        """Blank, in a copy made for a seat, what only the GM may count."""

    def keep_places(self, kept: dict[str, list[int]]) -> None:
        """For a seat some items of these lists were cut, and those at the old places `kept` are left: what counts
        places follows. While somebody unseen acts, the marker stays on the last seen slot, which is over."""
        if "order" in kept:
            self.at = len([index for index in kept["order"] if index <= self.at]) - 1
