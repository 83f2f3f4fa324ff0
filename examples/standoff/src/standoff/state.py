"""The state of a stand-off: gunfighters with grit and aim, and the events that change them."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.combatant import Combatant, whole
from fracas.engine.encounter import Contents, Encounter
from fracas.engine.event import SUBJECT
from fracas.engine.events import About
from fracas.engine.flow import Flow

GRIT = {"drifter": 3, "rustler": 2}


class Gunfighter(Combatant):
    """Somebody with a pistol."""

    VISIBILITY: ClassVar[dict[str, str]] = {**Combatant.VISIBILITY, "grit": "public", "aim": "public"}

    def __init__(self, id: str, kind: str, side: str, seat: str, pos: int) -> None:
        super().__init__(id, id.capitalize(), kind, side, seat, pos, 1)
        self.grit = GRIT[kind]
        self.aim = 0

    def copy(self) -> Gunfighter:
        other = Gunfighter(self.id, self.kind, self.side, self.seat, self.pos)
        self.copy_into(other)
        other.name, other.grit, other.aim = self.name, self.grit, self.aim
        return other

    def to_json(self) -> dict[str, object]:
        return {**super().to_json(), "grit": self.grit, "aim": self.aim}

    def settable(self) -> list[str]:
        return ["name", "side", "seat", "grit", "aim"]

    def check_value(self, field: str, value: str) -> None:
        if field in ("grit", "aim"):
            whole(field, value, 0, 9 if field == "grit" else 2)
        else:
            super().check_value(field, value)

    def assign(self, field: str, value: str) -> None:
        if field == "grit":
            self.grit = int(value)
            self.down = self.grit == 0
        elif field == "aim":
            self.aim = int(value)
        else:
            super().assign(field, value)

    def value_of(self, field: str) -> str:
        return str(getattr(self, field)) if field in ("grit", "aim") else super().value_of(field)


class Saloon(Contents):
    """How gunfighters are read back from a log."""

    def combatant(self, data: dict[str, object]) -> Gunfighter:
        one = Gunfighter(
            str(data["id"]), str(data["kind"]), str(data["side"]), str(data["seat"]), int(str(data["pos"]))
        )
        one.read_json(data)
        one.name, one.grit, one.aim = str(data["name"]), int(str(data["grit"])), int(str(data["aim"]))
        return one

    def flow(self, data: dict[str, object]) -> Flow:
        flow = Flow()
        flow.read_json(data)
        return flow


def gun(enc: Encounter, who: str) -> Gunfighter:
    one = enc.combatants[who]
    assert isinstance(one, Gunfighter)
    return one


class Aimed(About):
    """A hand is steadier, or steady no more."""

    kind: ClassVar[str] = "aimed"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "aim")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, aim: int) -> None:
        super().__init__(who)
        self.aim = aim

    def apply(self, enc: Encounter) -> None:
        gun(enc, self.who).aim = self.aim

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)}: aim {self.aim}"


class Hit(About):
    """A bullet found somebody."""

    kind: ClassVar[str] = "hit"
    FIELDS: ClassVar[tuple[str, ...]] = ("who",)
    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        one = gun(enc, self.who)
        one.grit -= 1
        one.down = one.grit <= 0

    def result_word(self) -> str:
        return "hit"

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is hit"
