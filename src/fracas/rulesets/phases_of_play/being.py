"""The state of Phases of Play: beings, the flow of phases, and how both are read back.

For the sections of the rules; only events change any of this.
"""

from __future__ import annotations

from typing import ClassVar, Final, cast

from fracas.engine.canon import counts, texts
from fracas.engine.combatant import Combatant, identity, whole
from fracas.engine.encounter import Contents, Encounter
from fracas.engine.errors import Invalid
from fracas.rulesets.phases_of_play.phase_flow import PhaseFlow, flow_from_json
from fracas.rulesets.phases_of_play.profiles import Ability, Card, Content

STATS: Final = ("might", "artifice", "tuning")
NUMBERS: Final = (
    *STATS, "fighter", "rogue", "mage", "grit", "edge", "focus", "recon", "stealth", "athletics", "history",
    "analysis", "sleight", "rumor", "tinkering", "sensing", "hiding", "conjuring", "enchanting",
)  # fmt: skip
"""Every Modifier a Test may name."""
MODES: Final = ("walk", "jump", "climb", "swim", "fly", "levitate")
SIZES: Final = ("tiny", "small", "medium", "large", "huge", "gargantuan")
SQUARES: Final = {"tiny": 1, "small": 1, "medium": 1, "large": 2, "huge": 3, "gargantuan": 4}
UNITS: Final = {"tiny": 1, "small": 2, "medium": 2, "large": 3, "huge": 4, "gargantuan": 6}
"""9.9: squares on a side, for squares as large as a person, and for squares of one unit."""
POOLS: Final = (
    "health", "max_health", "shield", "vitality", "max_vitality", "recoveries", "dodges", "max_dodges", "kits",
    "favors", "level", "xp", "alert", "beats", "free_actions", "dashes", "breath", "way", "legendary_left",
)  # fmt: skip
"""Whole numbers kept one by one."""
FREE_ACTIONS: Final = 3
"""5.7: on each turn."""
LASTING: Final = "lasting-"
CORE: Final = (
    "bloodied", "blunted", "charmed", "dazed", "frightened", "restrained", "silenced", "slowed", "susceptible",
    "vulnerable",
)  # fmt: skip
"""The conditions that a Wound may make persistent."""


class Pending:
    """A Slow Action on its way."""

    def __init__(
        self, ability: str, targets: tuple[str, ...], squares: tuple[int, ...], pos: int, hinder: int = 0
    ) -> None:
        self.ability = ability
        self.targets = targets
        self.squares = squares
        self.pos = pos
        """Where it was begun: cones and lines are anchored there."""
        self.hinder = hinder
        """Disadvantages on its Test, from reactions to its beginning."""

    def to_json(self) -> list[object]:
        return [self.ability, list(self.targets), list(self.squares), self.pos, self.hinder]


def pending_from_json(data: list[object]) -> Pending | None:
    if not data:
        return None
    ability, targets, squares, pos, hinder = data
    assert isinstance(targets, list) and isinstance(squares, list)
    return Pending(
        str(ability), tuple([str(t) for t in targets]), tuple([int(str(s)) for s in squares]), int(str(pos)),
        int(str(hinder)),
    )  # fmt: skip


class Lasting:
    """An ability of one's own that goes on: how many of one's turns still, and what it works on."""

    def __init__(self, ability: str, left: int, targets: tuple[str, ...] = ()) -> None:
        self.ability = ability
        self.left = left
        """Starts of one's own turn until it ends; -1 while one concentrates."""
        self.targets = targets

    def to_json(self) -> list[object]:
        return [self.ability, self.left, list(self.targets)]


class Being(Combatant):
    """A character or an NPC in play."""

    VISIBILITY: ClassVar[dict[str, str]] = {
        **Combatant.VISIBILITY,
        **dict.fromkeys(POOLS, "keeper"),
        "numbers": "keeper",
        "bases": "public",
        "size_word": "public",
        "spent": "keeper",
        "spent_in": "keeper",
        "in_turn": "public",
        "turn_over": "public",
        "taking_part": "public",
        "factor": "keeper",
        "extra": "keeper",
        "improvised": "keeper",
        "score": "public",
        "outcome": "public",
        "passed": "public",
        "pending": "keeper",
        "prepared": "keeper",
        "lasting": "public",
        "fresh": "keeper",
        "kept": "keeper",
        "touched": "keeper",
        "used": "keeper",
        "toward": "public",
        "replied": "public",
        "boons": "keeper",
        "status": "public",
        "looks": "public",
        "loose_done": "public",
        "broke_free": "keeper",
        "quiet_turn": "keeper",
        "sheet_words": "public",
        "in_units": "public",
        "denied": "keeper",
        "joining": "public",
        "delayed": "public",
        "acted": "public",
    }

    IDS: ClassVar[tuple[str, ...]] = (*Combatant.IDS, "lasting.*.2", "pending.1")

    def __init__(self, content: Content, card: Card, id: str, name: str, side: str, seat: str, pos: int) -> None:
        super().__init__(id, name, card.id, side, seat, pos, card.squares)
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
        self.breath = 0
        self.way = 0
        self.legendary_left = 0
        self.toward = -1
        self.taking_part = False
        self.in_turn = False
        self.turn_over = False
        """Has said that the turn is over."""
        self.loose_done = False
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
        self.broke_free = False
        self.quiet_turn = False
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
        if self.has("dead"):
            return "dead"
        if self.out:
            return "gone"
        if self.down and not self.has("unconscious"):
            return "down"
        if self.has("unconscious"):
            return "unconscious"
        return "unstable" if self.health <= 0 else "well"

    @property
    def looks(self) -> str:
        """1.8: the same with its Health in words."""
        if self.status != "well" or self.health >= self.max_health:
            return self.status
        return "badly hurt" if self.health * 2 <= self.max_health else "hurt"

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

    def abilities(self) -> list[Ability]:
        return self.card.abilities

    def begin_turn(self) -> None:
        """A turn of one's own: Movement, ranges and Free Actions are fresh."""
        self.in_turn = True
        self.turn_over = False
        self.dashes = 0
        self.factor = 1
        self.extra = self.spent = 0
        self.spent_in = {}
        self.improvised = {}
        self.fresh = {}
        self.kept = []
        self.touched = []
        self.denied = False
        self.delayed = self.acted = False
        self.broke_free = False

    def leave_turn(self) -> None:
        """6.10: the turn is over: what was gained for it is gone."""
        self.in_turn = False
        self.turn_over = True
        self.factor = 1
        self.extra = self.spent = 0
        self.spent_in = {}
        self.improvised = {}
        self.fresh = {}
        self.kept = []
        self.touched = []

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
        other.loose_done = self.loose_done
        other.factor, other.extra, other.spent = self.factor, self.extra, self.spent
        other.spent_in, other.improvised = self.spent_in.copy(), self.improvised.copy()
        other.score, other.outcome, other.passed = self.score, self.outcome, self.passed
        other.pending, other.prepared, other.lasting = self.pending, self.prepared[:], self.lasting[:]
        other.fresh, other.kept, other.touched = self.fresh.copy(), self.kept[:], self.touched[:]
        other.used, other.replied = self.used.copy(), self.replied
        other.boons, other.broke_free, other.quiet_turn = self.boons.copy(), self.broke_free, self.quiet_turn
        other.sheet_words, other.in_units, other.joining = self.sheet_words, self.in_units, self.joining
        other.denied, other.delayed, other.acted = self.denied, self.delayed, self.acted
        return other

    def to_json(self) -> dict[str, object]:
        out = super().to_json()
        for name in POOLS:
            out[name] = getattr(self, name)
        for name in ("numbers", "bases", "size_word", "taking_part", "in_turn", "turn_over", "loose_done", "factor"):
            out[name] = getattr(self, name)
        for name in ("extra", "spent", "spent_in", "improvised", "score", "outcome", "passed", "prepared", "fresh"):
            out[name] = getattr(self, name)
        for name in (
            "kept",
            "touched",
            "used",
            "replied",
            "toward",
            "boons",
            "broke_free",
            "quiet_turn",
            "sheet_words",
            "in_units",
            "denied",
            "joining",
            "delayed",
            "acted",
        ):
            out[name] = getattr(self, name)
        out["status"], out["looks"] = self.status, self.looks
        out["pending"] = self.pending.to_json() if self.pending is not None else []
        out["lasting"] = [one.to_json() for one in self.lasting]
        return out

    # ------------------------------------------------------------ as typed

    def settable(self) -> list[str]:
        pools = [name.replace("_", "-") for name in POOLS if name != "legendary_left"]
        return ["name", "side", "seat", "altitude", "size", "status", "movement", *pools, *NUMBERS, *MODES]

    def size_from(self, word: str) -> int:
        """9.9: squares on a side, by the option."""
        return UNITS[word] if self.in_units else SQUARES[word]

    def check_value(self, field: str, value: str) -> None:
        if field in NUMBERS:
            whole(field, value, -9, 20)
        elif field == "size":
            if value not in SIZES:
                raise Invalid("value", field, value, "one of " + ", ".join(SIZES))
        elif field == "status":
            if value not in ("well", "down"):
                raise Invalid("value", field, value, "well or down")
        elif field in MODES or field == "movement":
            whole(field, value, 0, 100)
        elif field == "beats":
            whole(field, value, 0, 2)
        elif field == "health":
            whole(field, value, 0, self.max_health)
        elif field == "vitality":
            whole(field, value, 0, self.max_vitality)
        elif field == "max-health":
            whole(field, value, max(self.health, 1), 500)
        elif field == "max-vitality":
            whole(field, value, self.vitality, 50)
        elif field == "favors":
            whole(field, value, 0, 4)
        elif field == "alert":
            whole(field, value, 0, 2)
        elif field == "level":
            whole(field, value, 1, 15)
        elif field == "free-actions":
            whole(field, value, 0, 20)
        elif field.replace("-", "_") in POOLS and field != "legendary-left":
            whole(field, value, 0, 200)
        else:
            super().check_value(field, value)

    def assign(self, field: str, value: str) -> None:
        """Set by the GM's word."""
        if field in NUMBERS:
            self.numbers = {**self.numbers, field: int(value)}
        elif field == "size":
            self.size_word = value
            self.size = self.size_from(value)
        elif field in MODES:
            self.bases = {**self.bases, field: int(value)}
        elif field == "dodges":
            self.dodges = int(value)
            self.max_dodges = max(self.max_dodges, self.dodges)
        elif field == "status":
            self.down = value == "down"
            self.health = 0 if self.down else max(1, self.health)
        elif field == "movement":
            self.extra, self.spent = 0, 0
            self.extra = int(value) - most_range(self)
        elif field.replace("-", "_") in POOLS:
            setattr(self, field.replace("-", "_"), int(value))
        else:
            super().assign(field, value)

    def value_of(self, field: str) -> str:
        if field in NUMBERS:
            return str(self.numbers[field])
        if field == "size":
            return self.size_word
        if field.replace("-", "_") in POOLS:
            return str(getattr(self, field.replace("-", "_")))
        if field in ("score", "outcome", "passed", "status", "looks"):
            return str(getattr(self, field))
        if field == "movement":
            return str(movement_left(self))
        if field in MODES:
            return str(range_now(self, field))
        if field.endswith("-left") and field[:-5] in MODES:
            return str(cap_left(self, field[:-5]))
        if field == "pending":
            name = self.pending.ability if self.pending is not None else ""
            return "rest" if name.startswith("rest-") else name
        if field == "prepared":
            return ",".join(self.prepared)
        if field == "effects":
            return ",".join([one.ability for one in self.lasting])
        if field == "toward":
            return str(self.toward)
        if field in self.content.conditions or field.removeprefix(LASTING) in CORE:
            return str(self.stacks(field.removeprefix(LASTING)))
        return super().value_of(field)


def raw_range(one: Being, mode: str) -> int:
    """10.2, 10.3, 7.1: a range of one's own: the sheet, and what Passive and lasting Abilities add."""
    units = one.bases.get(mode, 0)
    for ability in one.card.abilities:
        if ability.time == "passive":
            units += ability.grants.get(mode, 0)
    for lasting in one.lasting:
        found = one.content.abilities.get(lasting.ability)
        if found is not None:
            units += found.grants.get(mode, 0)
    return units


def whole_range(one: Being, mode: str) -> int:
    """10.13, 10.10, 13.17: a range with Dashes, haste and leave of the GM, before anything slows it."""
    units = raw_range(one, mode) * one.factor
    if one.conditions and (mode == "walk" or not one.bases.get("walk", 0)) and units:
        units += 2 * one.stacks("hasty")
    if mode in one.improvised and units <= 0:
        for other in MODES:
            units = max(units, raw_range(one, other) * one.factor)
    return units


def range_now(one: Being, mode: str) -> int:
    """10.16: a range as it stands; Slowed halves it too."""
    return slowed(one, whole_range(one, mode))


def slowed(one: Being, units: int) -> int:
    """10.16, 13.9: half, rounded down, with one stack of Slowed; nothing with two."""
    if not one.conditions:
        return units
    stacks = one.stacks("slowed") + (1 if one.sheet_words and one.has("mounted") else 0)
    if stacks >= 2:
        return 0
    return units // 2 if stacks == 1 else units


def most_range(one: Being) -> int:
    """10.1: Movement is the largest range."""
    best = 0
    for mode in MODES:
        best = max(best, whole_range(one, mode))
    return slowed(one, best)


def movement_left(one: Being) -> int:
    """10.5, 10.7: what is left of the Movement of this turn; nothing outside one's own turn."""
    if not one.in_turn:
        return 0
    return max(0, most_range(one) + one.extra - one.spent)


def cap_left(one: Being, mode: str) -> int:
    """10.3, 10.4: what one range still takes on this turn."""
    units = range_now(one, mode)
    if raw_range(one, mode) > 0:
        units += one.extra
    return max(0, units - one.spent_in.get(mode, 0))


class Shelf(Contents):
    """The loaded content, and how state is read back from JSON."""

    def __init__(self, content: Content) -> None:
        self.content = content

    def combatant(self, data: dict[str, object]) -> Being:
        card = self.content.cards[str(data["kind"])]
        one = Being(self.content, card, *identity(data))
        one.read_json(data)
        for name in (*POOLS, "factor", "extra", "spent", "toward"):
            setattr(one, name, int(str(data[name])))
        for name in ("size_word", "score", "outcome", "passed"):
            setattr(one, name, str(data[name]))
        for name in (
            "taking_part",
            "in_turn",
            "turn_over",
            "loose_done",
            "replied",
            "broke_free",
            "quiet_turn",
            "sheet_words",
            "in_units",
            "denied",
            "joining",
            "delayed",
            "acted",
        ):
            setattr(one, name, bool(data[name]))
        for name in ("numbers", "bases", "spent_in", "improvised", "fresh", "used", "boons"):
            setattr(one, name, counts(data[name]))
        for name in ("prepared", "kept", "touched"):
            setattr(one, name, texts(data[name]))
        pending, lasting = data["pending"], data["lasting"]
        assert isinstance(pending, list) and isinstance(lasting, list)
        one.pending = pending_from_json(pending)
        one.lasting = [Lasting(str(a), int(left), tuple([str(t) for t in targets])) for a, left, targets in lasting]
        return one

    def flow(self, data: dict[str, object]) -> PhaseFlow:
        return flow_from_json(data)


def being(enc: Encounter, who: str) -> Being:
    one = enc.combatants[who]
    assert isinstance(one, Being)
    return one


def beings(enc: Encounter) -> list[Being]:
    """Everybody in list order."""
    return cast("list[Being]", list(enc.combatants.values()))


def lore(enc: Encounter) -> Content:
    shelf = enc.contents
    assert isinstance(shelf, Shelf)
    return shelf.content


def phases(enc: Encounter) -> PhaseFlow:
    flow = enc.flow
    assert isinstance(flow, PhaseFlow)
    return flow


def condition_known(one: Being, name: str) -> bool:
    """Is this the name of a condition or its lasting form?"""
    plain = name.removeprefix(LASTING)
    return plain in one.content.conditions
