"""The state of a vigil: beings with health and stress, what their cards say, and the events that change them."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.combatant import Combatant
from fracas.engine.encounter import Content, Encounter
from fracas.engine.events import GAIN, About
from fracas.engine.fields import PUBLIC, Entry, Field, Number
from fracas.engine.profile import Profile


class Gear(Profile):
    """Something to strike with."""

    name: str
    dice: int
    reach: int


class Kind(Profile):
    """The card of a being."""

    name: str
    skill: int
    health: int
    nerve: int
    gear: Gear


class Condition(Profile):
    """What the card of a condition says."""

    name: str


class Being(Combatant):
    """A hunter or a beast."""

    FIELDS: ClassVar[tuple[Field, ...]] = (
        *Combatant.FIELDS,
        Number("health", PUBLIC, 0, 20, below="full_health", title="Health", most="full_health"),
        Number("full_health", PUBLIC),
        Number("stress", PUBLIC, 0, 20, below="nerve", title="Stress", most="nerve", bad=True),
        Number("nerve", PUBLIC),
        Number("skill", PUBLIC, 1, 3, title="Skill"),
        Entry("gear", PUBLIC, "gear", title="Gear"),
    )
    APART: ClassVar[tuple[str, ...]] = ("content",)

    def __init__(self, content: House, kind: Kind) -> None:
        super().__init__("", kind.name, kind.id, "", "", 0, 1)
        self.content = content
        self.health = self.full_health = kind.health
        self.stress = 0
        self.nerve = kind.nerve
        self.skill = kind.skill
        self.gear: Gear | None = kind.gear

    def assign(self, field: str, value: str) -> None:
        """2.1: without health you fall, also by the GM's word."""
        super().assign(field, value)
        self.down = self.health == 0


class House(Content):
    """Everything the content files say, section by section."""

    gear: dict[str, Gear]
    beings: dict[str, Kind]
    conditions: dict[str, Condition]

    def kinds(self) -> list[str]:
        return list(self.beings)

    def fresh(self, kind: str) -> Being:
        return Being(self, self.beings[kind])

    def condition_title(self, name: str) -> str:
        return self.conditions[name].name


def being(enc: Encounter, who: str) -> Being:
    one = enc.combatants[who]
    assert isinstance(one, Being)
    return one


class Frayed(About):
    """Stress rose or, below 0, fell."""

    TELLS: ClassVar[str] = GAIN

    def __init__(self, who: str, stress: int) -> None:
        super().__init__(who)
        self.stress = stress

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.stress = max(0, min(one.nerve, one.stress + self.stress))

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)}: {self.brief(enc)}"

    def brief(self, enc: Encounter) -> str:
        return f"{self.stress:+d} stress"


class Wounded(About):
    """Somebody lost health."""

    def __init__(self, who: str, harm: int) -> None:
        super().__init__(who)
        self.harm = harm

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.health = max(0, one.health - self.harm)
        one.down = one.health == 0

    def result_word(self) -> str:
        return "wound"

    def harm_done(self) -> int:
        return self.harm

    def say(self, enc: Encounter) -> str:
        fallen = " and falls" if being(enc, self.who).down else ""
        return f"{enc.name(self.who)} loses {self.harm} health{fallen}"
