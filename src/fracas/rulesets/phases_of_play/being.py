"""The state of Phases of Play: beings, the content they are made from, and the flow of phases.

For the sections of the rules; only events change any of this.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from fracas.engine.api import Combatant, Content, Encounter
from fracas.engine.fields import (
    KEEPER,
    PUBLIC,
    Counts,
    Field,
    Flag,
    Number,
    Spoken,
    Thing,
    Things,
    Word,
    Words,
    one_of,
    whole,
    with_own,
)
from fracas.engine.record import Record
from fracas.rulesets.phases_of_play.phase_flow import PhaseFlow
from fracas.rulesets.phases_of_play.pieces import Lasting, Pending
from fracas.rulesets.phases_of_play.profiles import (
    CORE,
    LASTING,
    MODES,
    NUMBERS,
    SIZES,
    SQUARES,
    UNITS,
    Ability,
    Card,
    ConditionKind,
    Weapon,
    ZoneKind,
)
from fracas.rulesets.phases_of_play.ranges import cap_left, most_range, movement_left, range_now

FREE_ACTIONS: Final = 3
"""5.7: on each turn."""


class Begun(Thing):
    """A Slow Action on its way, by its name."""

    def text(self, one: Record, name: str) -> str:
        assert isinstance(one, Being)
        ability = one.pending.ability if one.pending is not None else ""
        return "rest" if ability.startswith("rest-") else ability


class Effects(Things):
    """The lasting abilities, by their names."""

    def text(self, one: Record, name: str) -> str:
        assert isinstance(one, Being)
        return ",".join([lasting.ability for lasting in one.lasting])


class Size(Word):
    """9.9: the Size, from which the squares on a side follow."""

    def assign(self, one: Record, name: str, text: str) -> None:
        assert isinstance(one, Being)
        one.size_word, one.size = text, one.size_from(text)


class Status(Field):
    """Whether it is up; the GM may set it to one of two."""

    def __init__(self) -> None:
        super().__init__("status", PUBLIC)
        self.settable = True

    def check(self, one: Record, name: str, text: str) -> None:
        one_of(name, text, ("well", "down"))

    def assign(self, one: Record, name: str, text: str) -> None:
        assert isinstance(one, Being)
        one.down = text == "down"
        one.health = 0 if one.down else max(1, one.health)


class Movement(Spoken):
    """What is left of the Movement of this turn."""

    def text(self, one: Record, name: str) -> str:
        assert isinstance(one, Being)
        return str(movement_left(one))

    def check(self, one: Record, name: str, text: str) -> None:
        whole(name, text, 0, 100)

    def assign(self, one: Record, name: str, text: str) -> None:
        assert isinstance(one, Being)
        one.spent = 0
        one.extra = int(text) - most_range(one)


class Bases(Counts):
    """The ranges of the sheet, which people see as they stand now."""

    def text(self, one: Record, name: str) -> str:
        assert isinstance(one, Being)
        return str(range_now(one, name))


class RangesLeft(Spoken):
    """What each range still takes on this turn."""

    def names(self) -> list[str]:
        return [f"{mode}-left" for mode in MODES]

    def text(self, one: Record, name: str) -> str:
        assert isinstance(one, Being)
        return str(cap_left(one, name.removesuffix("-left")))


class Being(Combatant):
    """A character or an NPC in play."""

    FIELDS: ClassVar[tuple[Field, ...]] = with_own(
        Combatant.FIELDS,
        [
            Number("size", PUBLIC, typed="squares"),
            Size("size_word", PUBLIC, SIZES, typed="size"),
            Status(),
            Field("looks", PUBLIC),
            Movement("movement", KEEPER, settable=True),
            Number("health", KEEPER, 0, below="max_health"),
            Number("max_health", KEEPER, 1, 500, above="health"),
            Number("shield", KEEPER, 0, 200),
            Number("vitality", KEEPER, 0, below="max_vitality"),
            Number("max_vitality", KEEPER, 0, 50, above="vitality"),
            Number("recoveries", KEEPER, 0, 200),
            Number("dodges", KEEPER, 0, 200, title="Dodge Points"),
            Number("max_dodges", KEEPER, 0, 200, title="most Dodge Points"),
            Number("kits", KEEPER, 0, 200, title="first aid kits"),
            Number("favors", KEEPER, 0, 4),
            Number("level", KEEPER, 1, 15),
            Number("xp", KEEPER, 0, 200, title="Experience Points"),
            Number("alert", KEEPER, 0, 2),
            Number("beats", KEEPER, 0, 2),
            Number("free_actions", KEEPER, 0, 20, title="Free Actions"),
            Number("dashes", KEEPER, 0, 200),
            Number("breath", KEEPER, 0, 200),
            Number("way", KEEPER, 0, 200, title="way covered to another place"),
            Number("legendary_left", KEEPER),
            Counts("numbers", KEEPER, NUMBERS, -9, 20),
            Bases("bases", PUBLIC, MODES, 0, 100),
            RangesLeft("ranges-left", KEEPER),
            *[Number(name, KEEPER) for name in ("factor", "extra", "spent")],
            *[Counts(name, KEEPER) for name in ("spent_in", "improvised", "fresh", "used", "boons")],
            *[Words(name, KEEPER) for name in ("prepared", "kept", "touched")],
            *[Word(name, PUBLIC) for name in ("score", "outcome", "passed")],
            Number("toward", PUBLIC),
            Begun("pending", KEEPER, Pending, ids=[".targets"]),
            Effects("lasting", PUBLIC, Lasting, typed="effects"),
            *[Flag(name, PUBLIC) for name in ("taking_part", "in_turn", "turn_over", "replied")],
            *[Flag(name, PUBLIC) for name in ("sheet_words", "in_units", "joining", "delayed", "acted")],
            Flag("denied", KEEPER),
        ],
    )
    APART: ClassVar[tuple[str, ...]] = ("content", "card")
    LOST: ClassVar[str] = "dead"

    def __init__(self, content: PhaseContent, card: Card, id: str, name: str, side: str, seat: str, pos: int) -> None:
        super().__init__(id, name, card.id, side, seat, pos, SQUARES[card.size])
        self.content = content
        self.card = card
        self.numbers: dict[str, int] = card.numbers
        self.bases: dict[str, int] = card.ranges
        self.size_word = card.size
        self.health = self.max_health = card.health
        self.shield = card.shield
        self.vitality = self.max_vitality = card.vitality
        self.recoveries = card.recoveries
        self.dodges = self.max_dodges = card.dodges
        self.kits = card.kits
        self.favors = card.favors
        self.level = card.level
        self.xp = 0
        self.alert = card.alert
        self.beats = 2
        self.free_actions = FREE_ACTIONS
        self.dashes = 0
        """Since one's own turn began."""
        self.breath = self.way = self.legendary_left = 0
        self.toward = -1
        self.taking_part = False
        self.in_turn = False
        self.turn_over = False
        """Has said that the turn is over."""
        self.factor = 1
        """1, or more after Dashes."""
        self.extra = 0
        """Movement gained besides the ranges."""
        self.spent = 0
        self.spent_in: dict[str, int] = {}
        self.improvised: dict[str, int] = {}
        """Ranges by leave of the GM, with what a unit costs in Movement."""
        self.score = ""
        self.outcome = ""
        self.passed = ""
        self.pending: Pending | None = None
        self.prepared: list[str] = []
        self.lasting: list[Lasting] = []
        self.fresh: dict[str, int] = {}
        """Stacks gained on this very turn of one's own."""
        self.kept: list[str] = []
        self.touched: list[str] = []
        """Zones that have done what they do on this turn."""
        self.used: dict[str, int] = {}
        """Uses of abilities in this encounter."""
        self.replied = False
        self.boons: dict[str, int] = {}
        self.joining = False
        """Came in the middle of an encounter and has no place yet."""
        self.delayed = False
        """Has begun the turn and goes on with it later in this round."""
        self.acted = False
        """Has done something on this turn; kept where turns can be delayed."""
        self.sheet_words = False
        """Being Mounted slows, by an option."""
        self.in_units = False
        """Its size is counted in squares of one unit, by an option."""
        self.denied = False
        """Was refused one more Free Action on this turn."""

    @property
    def pc(self) -> bool:
        return self.card.pc

    @property
    def status(self) -> str:
        """1.8, 14.5: whether it is up, which everybody may know."""
        if self.conditions and self.has("dead"):
            return "dead"
        if self.out:
            return "gone"
        if self.conditions and self.has("unconscious"):
            return "unconscious"
        return "down" if self.down else "unstable" if self.health <= 0 else "well"

    @property
    def looks(self) -> str:
        """1.8: the same with its Health in words."""
        status = self.status
        if status != "well" or self.health >= self.max_health:
            return status
        return "badly hurt" if self.health * 2 <= self.max_health else "hurt"

    def stature(self) -> str:
        return "boss" if self.card.boss else super().stature()

    def stacks(self, name: str) -> int:
        """How many stacks of a condition count, fleeting and lasting together."""
        if not self.conditions:
            return 0
        total = 0
        for condition in self.conditions:
            if condition.name == name or condition.name == LASTING + name:
                total += condition.value
        return total

    def source_of(self, name: str) -> str:
        for condition in self.conditions:
            if condition.name in (name, LASTING + name) and condition.source:
                return condition.source
        return ""

    def begin_turn(self) -> None:
        """A turn of one's own: Movement, ranges and Free Actions are fresh."""
        self.leave_turn()
        self.in_turn, self.turn_over = True, False
        self.dashes = 0
        self.denied = self.delayed = self.acted = False

    def leave_turn(self) -> None:
        """6.10: the turn is over: what was gained for it is gone."""
        self.in_turn, self.turn_over = False, True
        self.factor = 1
        self.extra = self.spent = 0
        self.spent_in, self.improvised, self.fresh = {}, {}, {}
        self.kept, self.touched = [], []

    def loses_turn(self, enc: Encounter) -> str:
        """The unconscious keep their place, and their turn passes by."""
        return "is unconscious" if self.has("unconscious") else ""

    def copy(self) -> Being:
        other = Being(self.content, self.card, self.id, self.name, self.side, self.seat, self.pos)
        self.copy_into(other)
        other.size_word = self.size_word
        other.numbers, other.bases = self.numbers, self.bases
        other.health, other.max_health, other.shield = self.health, self.max_health, self.shield
        other.vitality, other.max_vitality, other.recoveries = self.vitality, self.max_vitality, self.recoveries
        other.dodges, other.max_dodges, other.kits, other.favors = self.dodges, self.max_dodges, self.kits, self.favors
        other.level, other.xp, other.alert = self.level, self.xp, self.alert
        other.beats, other.free_actions, other.dashes = self.beats, self.free_actions, self.dashes
        other.breath, other.way, other.toward = self.breath, self.way, self.toward
        other.legendary_left = self.legendary_left
        other.taking_part, other.in_turn, other.turn_over = self.taking_part, self.in_turn, self.turn_over
        other.factor, other.extra, other.spent = self.factor, self.extra, self.spent
        other.spent_in, other.improvised = self.spent_in.copy(), self.improvised.copy()
        other.score, other.outcome, other.passed = self.score, self.outcome, self.passed
        other.pending, other.prepared, other.lasting = self.pending, self.prepared[:], self.lasting[:]
        other.fresh, other.kept, other.touched = self.fresh.copy(), self.kept[:], self.touched[:]
        other.used, other.boons, other.replied = self.used.copy(), self.boons.copy(), self.replied
        other.sheet_words, other.in_units, other.joining = self.sheet_words, self.in_units, self.joining
        other.denied, other.delayed, other.acted = self.denied, self.delayed, self.acted
        return other

    def size_from(self, text: str) -> int:
        """9.9: squares on a side, by the option."""
        return UNITS[text] if self.in_units else SQUARES[text]

    def assign(self, field: str, value: str) -> None:
        super().assign(field, value)
        if field == "dodges":
            self.max_dodges = max(self.max_dodges, self.dodges)

    def value_of(self, field: str) -> str:
        plain = field.removeprefix(LASTING)
        if field in self.content.conditions or plain in CORE:
            return str(self.stacks(plain))
        return super().value_of(field)


class PhaseContent(Content):
    """Everything the content files say, section by section."""

    ALWAYS: ClassVar[tuple[str, ...]] = (*Content.ALWAYS, "zone")
    conditions: dict[str, ConditionKind]
    zones: dict[str, ZoneKind]
    weapons: dict[str, Weapon]
    abilities: dict[str, Ability]
    cards: dict[str, Card]

    def kinds(self) -> list[str]:
        return list(self.cards)

    def fresh(self, kind: str) -> Being:
        card = self.cards[kind]
        return Being(self, card, "", card.name, "", "", 0)

    def new_flow(self) -> PhaseFlow:
        return PhaseFlow()

    def condition_title(self, name: str) -> str:
        """A condition as its card calls it; a Wound's is lasting."""
        plain = name.removeprefix(LASTING)
        kind = self.conditions.get(plain)
        return ("lastingly " if name != plain else "") + (kind.name if kind is not None else plain.capitalize())


# Asked a hundred times for each deed, these take the ruleset's own classes for granted.


def being(enc: Encounter, who: str) -> Being:
    people: dict[str, Any] = enc.combatants
    one: Being = people[who]
    return one


def beings(enc: Encounter) -> list[Being]:
    """Everybody in list order."""
    people: list[Any] = list(enc.combatants.values())
    return people


def party(enc: Encounter) -> list[Being]:
    """16.10, 17.1, 19.2: the player characters of this Encounter who are alive and still there."""
    return [one for one in beings(enc) if one.pc and one.taking_part and one.alive]


def own_content(content: Content) -> PhaseContent:
    assert isinstance(content, PhaseContent)
    return content


def content_of(enc: Encounter) -> PhaseContent:
    content: Any = enc.content
    own: PhaseContent = content
    return own


def phases(enc: Encounter) -> PhaseFlow:
    flow: Any = enc.flow
    own: PhaseFlow = flow
    return own
