"""The state of a stand-off: gunfighters with grit and aim, and the events that change them."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.combatant import Combatant
from fracas.engine.encounter import Content, Encounter
from fracas.engine.events import BOOKS, About
from fracas.engine.fields import PUBLIC, Field, Number
from fracas.engine.profile import placed, scenario

KINDS = {"drifter": ("Drifter", 3), "rustler": ("Rustler", 2)}
"""What each kind is called, and its grit."""


class Gunfighter(Combatant):
    """Somebody with a pistol."""

    FIELDS: ClassVar[tuple[Field, ...]] = (
        *Combatant.FIELDS,
        Number("grit", PUBLIC, 0, 9, title="Grit", most="full_grit"),
        Number("full_grit", PUBLIC),
        Number("aim", PUBLIC, 0, 2, title="Aim", most=2),
    )

    def __init__(self, kind: str) -> None:
        name, grit = KINDS[kind]
        super().__init__("", name, kind, "", "", 0, 1)
        self.grit = self.full_grit = grit
        self.aim = 0

    def assign(self, field: str, value: str) -> None:
        """1.2: without grit you fall, also by the GM's word."""
        super().assign(field, value)
        self.down = self.grit == 0


class Saloon(Content):
    """The kinds of people there are, and where they meet."""

    def __init__(self) -> None:
        super().__init__()
        people = [
            placed("drifter", "ada", "a2", "heroes", "player1", "Ada"),
            placed("drifter", "bo", "a3", "heroes", "player2", "Bo"),
            placed("rustler", "cole", "e1", "foes", "gm", "Cole"),
            placed("rustler", "dell", "e3", "foes", "gm", "Dell"),
        ]
        street = [".....", ".....", "....."]
        noon = scenario("high-noon", "High noon", "Two drifters, two rustlers, one street.", street, people)
        self.scenarios = {noon.id: noon}

    def kinds(self) -> list[str]:
        return list(KINDS)

    def fresh(self, kind: str) -> Gunfighter:
        return Gunfighter(kind)


def gun(enc: Encounter, who: str) -> Gunfighter:
    one = enc.combatants[who]
    assert isinstance(one, Gunfighter)
    return one


class Aimed(About):
    """A hand is steadier, or steady no more."""

    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, aim: int) -> None:
        super().__init__(who)
        self.aim = aim

    def apply(self, enc: Encounter) -> None:
        gun(enc, self.who).aim = self.aim

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)}: aim {self.aim}"


class Hit(About):
    """A bullet found somebody."""

    def apply(self, enc: Encounter) -> None:
        one = gun(enc, self.who)
        one.grit -= 1
        one.down = one.grit <= 0

    def result_word(self) -> str:
        return "hit"

    def harm_done(self) -> int:
        return 1

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is hit"
