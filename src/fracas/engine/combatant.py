"""Combatants: what every game has on its board. A ruleset subclasses this with typed fields of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import mypyc_attr

from fracas.engine.cleaning import is_clean
from fracas.engine.duration import Condition, condition_from_json
from fracas.engine.errors import Invalid
from fracas.engine.names import LONGEST

if TYPE_CHECKING:
    from fracas.engine.encounter import Encounter


@mypyc_attr(allow_interpreted_subclasses=True)
class Combatant:
    """Somebody in the encounter. Only events change one."""

    VISIBILITY: ClassVar[dict[str, str]] = {
        "id": "public",
        "alias": "gm",
        "name": "public",
        "kind": "public",
        "side": "public",
        "seat": "public",
        "pos": "public",
        "size": "public",
        "altitude": "public",
        "hidden": "public",
        "out": "public",
        "down": "public",
        "conditions": "public",
    }
    """Who may know each field: public, keeper (the seat that runs it, and the GM), or gm. Not listed: gm."""
    IDS: ClassVar[tuple[str, ...]] = ("id", "conditions.*.source", "conditions.*.until.1~3")
    """The fields that hold ids, as paths (`ids.py`): by these the engine cuts what a seat does not know."""

    def __init__(self, id: str, name: str, kind: str, side: str, seat: str, pos: int, size: int) -> None:
        self.id = id
        self.alias = ""
        """What players call it in place of its id; empty until it is first seen."""
        self.name = name
        self.kind = kind
        self.side = side
        self.seat = seat
        self.pos = pos
        self.size = size
        self.altitude = 0
        self.hidden = False
        self.out = False
        """Taken off the board for good: fled, removed, destroyed."""
        self.down = False
        """Still on the board and unable to act until helped."""
        self.conditions: list[Condition] = []

    @property
    def present(self) -> bool:
        return not self.out and not self.down

    def condition(self, name: str) -> Condition | None:
        for condition in self.conditions:
            if condition.name == name:
                return condition
        return None

    def has(self, name: str) -> bool:
        for condition in self.conditions:
            if condition.name == name:
                return True
        return False

    def reveal(self) -> None:
        """Seen by all from now on; called by `Revealed.apply` alone."""
        self.hidden = False

    def begin_slot(self) -> None:
        """Whatever a ruleset counts within one slot of the order starts anew; called by `SlotBegan.apply` alone."""

    def loses_turn(self, enc: Encounter) -> str:
        """What keeps this one from acting in a slot that begins, as in "is stunned"; empty when nothing does."""
        return ""

    def copy(self) -> Combatant:
        raise NotImplementedError

    def copy_into(self, other: Combatant) -> None:
        """Copy what the constructor does not take; subclasses call it from their `copy`."""
        other.alias = self.alias
        other.size = self.size
        other.altitude = self.altitude
        other.hidden = self.hidden
        other.out = self.out
        other.down = self.down
        other.conditions = self.conditions[:]

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "alias": self.alias,
            "name": self.name,
            "kind": self.kind,
            "side": self.side,
            "seat": self.seat,
            "pos": self.pos,
            "size": self.size,
            "altitude": self.altitude,
            "hidden": self.hidden,
            "out": self.out,
            "down": self.down,
            "conditions": [condition.to_json() for condition in self.conditions],
        }

    def read_json(self, data: dict[str, object]) -> None:
        """Fill the fields that the constructor does not take."""
        self.alias = str(data["alias"])
        self.size = int(str(data["size"]))
        self.altitude = int(str(data["altitude"]))
        self.hidden = bool(data["hidden"])
        self.out = bool(data["out"])
        self.down = bool(data["down"])
        conditions = data["conditions"]
        assert isinstance(conditions, list)
        self.conditions = [condition_from_json(item) for item in conditions]

    def settable(self) -> list[str]:
        """The fields a GM may set, by the names people type."""
        return ["name", "side", "seat", "altitude", "size"]

    def assign(self, field: str, value: str) -> None:
        """Set one settable field from text; called by `ValueSet.apply` alone, after `check_value`."""
        if field == "name":
            self.name = value
        elif field == "side":
            self.side = value
        elif field == "seat":
            self.seat = value
        elif field == "altitude":
            self.altitude = int(value)
        elif field == "size":
            self.size = int(value)

    def size_from(self, text: str) -> int:
        """How many squares on a side a size amounts to, as the GM types it."""
        return int(text)

    def check_value(self, field: str, value: str) -> None:
        """Raise `Invalid` where `assign` could not take this value."""
        if field not in self.settable():
            raise Invalid("ruling", field, value, "one of the fields " + ", ".join(self.settable()))
        if field == "altitude":
            whole(field, value, 0, 1000)
        elif field == "size":
            whole(field, value, 1, 5)
        elif not value.strip() or len(value) > LONGEST or not is_clean(value):
            raise Invalid("value", field, value, f"one line of 1 to {LONGEST} printable characters")

    def value_of(self, field: str) -> str:
        """A settable or readable field as people type it."""
        if field == "hidden":
            return "yes" if self.hidden else "no"
        if field == "out":
            return "yes" if self.out else "no"
        if field == "down":
            return "yes" if self.down else "no"
        if field in ("name", "side", "seat", "altitude", "size"):
            return str(getattr(self, field))
        raise Invalid("combatant", field, self.id, "a field of this combatant")


def identity(data: dict[str, object]) -> tuple[str, str, str, str, int]:
    """Id, name, side, seat and position out of a combatant's JSON, in the order constructors take them."""
    return str(data["id"]), str(data["name"]), str(data["side"]), str(data["seat"]), int(str(data["pos"]))


def whole(field: str, value: str, low: int, high: int) -> int:
    """A whole number within bounds, or `Invalid`."""
    text = value.strip()
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9 and low <= int(text) <= high):
        raise Invalid("value", field, value, f"a whole number from {low} to {high}")
    return int(text)
