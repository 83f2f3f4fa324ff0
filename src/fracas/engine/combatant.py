"""Combatants: what every game has on its board. A ruleset subclasses this with typed fields of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import mypyc_attr

from fracas.engine.duration import Condition, condition_from_json
from fracas.engine.errors import Invalid
from fracas.engine.fields import PUBLIC, SECRET, Field, Flag, Number, Picture, Text, Things, Word
from fracas.engine.record import Record

if TYPE_CHECKING:
    from fracas.engine.encounter import Encounter


@mypyc_attr(allow_interpreted_subclasses=True)
class Combatant(Record):
    """Somebody in the encounter. Only events change one."""

    FIELDS: ClassVar[tuple[Field, ...]] = (
        Word("id", PUBLIC, ids=[""]),
        Word("alias", SECRET),
        Text("name", PUBLIC),
        Picture("icon", PUBLIC),
        Word("kind", PUBLIC),
        Text("side", PUBLIC),
        Text("seat", PUBLIC),
        Number("pos", PUBLIC),
        Number("altitude", PUBLIC, 0, 1000),
        Number("size", PUBLIC, 1, 5),
        Flag("hidden", PUBLIC),
        Flag("shrouded", SECRET, spare=True),
        Flag("out", PUBLIC),
        Flag("down", PUBLIC),
        Things("conditions", PUBLIC, condition_from_json, ids=[".*.source", ".*.until.1~3"]),
    )

    LOST: ClassVar[str] = ""
    """The condition of those who are lost for good, in games that have one."""

    def __init__(self, id: str, name: str, kind: str, side: str, seat: str, pos: int, size: int) -> None:
        self.id = id
        self.alias = ""
        """What players call it in place of its id; empty until it is first seen."""
        self.name = name
        self.icon = ""
        """What the GM picked in place of the icon of its kind."""
        self.kind = kind
        self.side = side
        self.seat = seat
        self.pos = pos
        self.size = size
        self.altitude = 0
        self.hidden = False
        self.shrouded = False
        """Hidden only because it stands on covered ground; `Encounter.dim` alone keeps this."""
        self.out = False
        """Taken off the board for good: fled, removed, destroyed."""
        self.down = False
        """Still on the board and unable to act until helped."""
        self.conditions: list[Condition] = []

    @property
    def present(self) -> bool:
        return not self.out and not self.down

    @property
    def alive(self) -> bool:
        """Neither gone nor lost, be it down or not: it keeps its room and comes along to the next encounter."""
        if self.out:
            return False
        for condition in self.conditions:
            if condition.name == self.LOST:
                return False
        return True

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

    def hide(self) -> None:
        """Hidden for a reason of its own, which leaving covered ground does not end; called by events alone."""
        self.hidden, self.shrouded = True, False

    def begin_slot(self) -> None:
        """Whatever a ruleset counts within one slot of the order starts over; called by `SlotBegan.apply` alone."""

    def loses_turn(self, enc: Encounter) -> str:
        """What keeps this one from acting in a slot that begins, as in "is stunned"; empty when nothing does."""
        return ""

    def stature(self) -> str:
        """Does it look larger than others: `boss`, `large` or neither? Everybody who sees it may know."""
        return "large" if self.size > 1 else ""

    def may_be(self, model: Combatant) -> bool:
        """For bots that think: may somebody who looks like this have the card of `model`, a fresh combatant?"""
        return type(model) is type(self)

    def copy(self) -> Combatant:
        """A copy. A ruleset that plays fast writes it out; a test holds that to its fields."""
        kind = type(self)
        other: Combatant = kind.__new__(kind)
        self.copy_fields(other)
        return other

    def copy_into(self, other: Combatant) -> None:
        """Copy what the constructor does not take; subclasses call it from their `copy`."""
        other.alias = self.alias
        other.icon = self.icon
        other.size = self.size
        other.altitude = self.altitude
        other.hidden = self.hidden
        other.shrouded = self.shrouded
        other.out = self.out
        other.down = self.down
        other.conditions = self.conditions[:]

    # ------------------------------------------------------------ as typed

    def settable(self) -> list[str]:
        """The fields a GM may set, by the names people type."""
        return self.shape().settable()

    def check_value(self, field: str, value: str) -> None:
        """Raise `Invalid` where `assign` could not take this value."""
        if field not in self.settable():
            raise Invalid("ruling", field, value, "one of the fields " + ", ".join(self.settable()))
        self.shape().typed[field].check(self, field, value)

    def assign(self, field: str, value: str) -> None:
        """Set one settable field from text; called by `ValueSet.apply` alone, after `check_value`."""
        self.shape().typed[field].assign(self, field, value)

    def value_of(self, field: str) -> str:
        """A settable or readable field as people type it."""
        found = self.shape().typed.get(field)
        if found is None:
            raise Invalid("combatant", field, self.id, "a field of this combatant")
        return found.text(self, field)

    def size_from(self, text: str) -> int:
        """How many squares on a side a size amounts to, as the GM types it."""
        return int(text)


def identity(data: dict[str, object]) -> tuple[str, str, str, str, int]:
    """Id, name, side, seat and position out of a combatant's JSON, in the order constructors take them."""
    return str(data["id"]), str(data["name"]), str(data["side"]), str(data["seat"]), int(str(data["pos"]))
