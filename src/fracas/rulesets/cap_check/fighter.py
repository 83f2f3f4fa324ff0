"""The people of a CAP Check encounter, with pools, limits and what they sustain, and how state is read back."""

from __future__ import annotations

from typing import ClassVar, Final, cast

from fracas.engine.canon import counts, numbers, texts
from fracas.engine.combatant import Combatant, identity, whole
from fracas.engine.duration import EFFECT, Condition, Duration
from fracas.engine.encounter import Contents, Encounter
from fracas.engine.errors import Invalid
from fracas.rulesets.cap_check.flow import CapFlow, Laid, deed_from_json
from fracas.rulesets.cap_check.profiles import Card, Content, Foe, Hero, Maneuver
from fracas.rulesets.cap_check.wording import BOON, boon_title, said_briefly, source_title

SKILLS: Final = (
    "athletics",
    "endurance",
    "intimidate",
    "insight",
    "knowledge",
    "mend",
    "acrobatics",
    "stealth",
    "sleight-of-hand",
    "focus",
    "fast-talk",
    "leadership",
)
VALUES: Final = ("c", "a", "p", "toughness", "resistance", "dodge", "willpower")
LIMITS: Final = ("trigger-limit", "sustain-limit", "amplify-limit")
NUMBERS: Final = (
    "hp",
    "max_hp",
    "pool",
    "charges",
    "triggers_used",
    "amplifies_used",
    "trigger_limit",
    "sustain_limit",
    "amplify_limit",
    "slot",
    "actions",
    "shield",
    "spoke",
    "acted",
)
RANKS: Final = ("grunt", "awakened", "elite", "boss")
HEROES: Final = "heroes"
FOES: Final = "foes"
FULL_POOL: Final = 4


KEY: Final = "#"
"""Begins the name of a Sustain Effect of somebody, with its serial number."""


class Sustained:
    """One Sustain Effect that is active: its card, and whom or what it was begun on. Immutable."""

    def __init__(self, card: str, targets: list[str], squares: list[int], serial: int) -> None:
        self.card = card
        self.targets = targets
        self.squares = squares
        self.serial = serial
        """Tells two copies of one effect apart."""

    def to_json(self) -> list[object]:
        return [self.card, self.targets, self.squares, self.serial]


class Fighter(Combatant):
    """A hero or a foe. Its card (`hero` or `foe`) never changes; everything else is this fighter's own."""

    VISIBILITY: ClassVar[dict[str, str]] = {
        **Combatant.VISIBILITY,
        **dict.fromkeys((*NUMBERS, *VALUES), "public"),
        "hp": "keeper",
        "max_hp": "keeper",
        "shield": "keeper",
        "toughness": "keeper",
        "resistance": "keeper",
        "status": "public",
        "knack": "public",
        "skills": "public",
        "used": "public",
        "round_used": "public",
        "sustaining": "public",
        "chain": "public",
        "quarry": "public",
        "weathered": "public",
        "serial": "public",
    }

    IDS: ClassVar[tuple[str, ...]] = (*Combatant.IDS, "quarry", "sustaining.*.1")

    def __init__(
        self, content: Content, hero: Hero | None, foe: Foe | None, id: str, name: str, side: str, seat: str, pos: int
    ) -> None:
        kind = hero.id if hero is not None else foe.id if foe is not None else ""
        super().__init__(id, name, kind, side, seat, pos, size_of(foe))
        self.content = content
        self.hero = hero
        self.foe = foe
        self.values: dict[str, int] = {}
        self.knack = hero.maneuver.id if hero is not None else ""
        """The maneuver this hero has learned."""
        self.skills: dict[str, int] = {}
        self.hp = self.max_hp = 0
        self.pool = 0
        self.charges = 0
        self.trigger_limit = self.sustain_limit = self.amplify_limit = 0
        self.triggers_used = self.amplifies_used = 0
        self.slot = 0
        self.actions = 0
        """A foe's actions left in this turn, where the GM runs it."""
        self.shield = 0
        self.spoke = 0
        self.acted = 0
        """Actions taken in this turn."""
        self.chain: list[str] = []
        self.quarry = ""
        self.weathered = False
        self.used: dict[str, int] = {}
        self.round_used: dict[str, int] = {}
        self.sustaining: list[Sustained] = []
        self.serial = 0

    @property
    def is_hero(self) -> bool:
        return self.hero is not None

    @property
    def rank(self) -> str:
        return self.foe.rank if self.foe is not None else ""

    @property
    def status(self) -> str:
        return "out" if self.out else "fallen" if self.down else "standing"

    def cards(self) -> list[Card]:
        """3.11: everything on the card that can be used, basic attacks first."""
        if self.hero is not None:
            return self.hero.all_cards
        assert self.foe is not None
        return self.foe.all_cards

    def card(self, id: str) -> Card | None:
        for card in self.cards():
            if card.id == id:
                return card
        return None

    @property
    def maneuver(self) -> Maneuver | None:
        return self.content.maneuvers.get(self.knack)

    def begin_slot(self) -> None:
        self.acted = 0
        self.chain = []
        self.spoke = 0
        self.quarry = ""

    def begin_round(self) -> None:
        """2.8: what is counted by the round starts anew."""
        self.round_used = {}
        self.triggers_used = self.amplifies_used = 0
        if self.foe is not None:
            self.shield = self.foe.shield

    def loses_turn(self, enc: Encounter) -> str:
        """A sleeper's turn is over as soon as it has begun."""
        return "is asleep" if self.has("sleep") else ""

    def copy(self) -> Fighter:
        other = Fighter(self.content, self.hero, self.foe, self.id, self.name, self.side, self.seat, self.pos)
        self.copy_into(other)
        other.values = self.values.copy()
        other.skills, other.knack = self.skills, self.knack
        other.hp, other.max_hp, other.pool, other.charges = self.hp, self.max_hp, self.pool, self.charges
        other.trigger_limit, other.sustain_limit = self.trigger_limit, self.sustain_limit
        other.amplify_limit = self.amplify_limit
        other.triggers_used, other.amplifies_used = self.triggers_used, self.amplifies_used
        other.slot, other.actions, other.shield = self.slot, self.actions, self.shield
        other.spoke, other.acted, other.chain, other.quarry = self.spoke, self.acted, self.chain[:], self.quarry
        other.weathered, other.serial = self.weathered, self.serial
        other.used, other.round_used = self.used.copy(), self.round_used.copy()
        other.sustaining = self.sustaining[:]
        return other

    def to_json(self) -> dict[str, object]:
        out = super().to_json()
        for name in NUMBERS:
            out[name] = getattr(self, name)
        for name in VALUES:
            out[name] = self.values.get(name, 0)
        out["status"] = self.status
        out["knack"] = self.knack
        out["skills"] = self.skills
        out["used"] = self.used
        out["round_used"] = self.round_used
        out["sustaining"] = [one.to_json() for one in self.sustaining]
        out["chain"] = self.chain
        out["quarry"] = self.quarry
        out["weathered"] = self.weathered
        out["serial"] = self.serial
        return out

    # ------------------------------------------------------------ as typed

    def settable(self) -> list[str]:
        common = [*super().settable(), "hp", "max-hp", "toughness", "resistance"]
        if self.foe is not None:
            return [*common, "actions", "shield"]
        own = ["pool", "c", "a", "p", "dodge", "willpower", "charges", "triggers-used", "amplifies-used"]
        return [*common, *own, *LIMITS, *SKILLS, "maneuver"]

    def check_value(self, field: str, value: str) -> None:
        if field not in self.settable():
            super().check_value(field, value)
        elif field == "hp":
            whole(field, value, 0, self.max_hp)
        elif field == "max-hp":
            whole(field, value, max(1, self.hp), 2000)
        elif field in VALUES or field in SKILLS:
            whole(field, value, -50, 100)
        elif field == "pool":
            whole(field, value, 0, 2 * FULL_POOL)
        elif field == "triggers-used":
            whole(field, value, 0, self.trigger_limit)
        elif field == "amplifies-used":
            whole(field, value, 0, self.amplify_limit)
        elif field in LIMITS:
            used = {"trigger-limit": self.triggers_used, "amplify-limit": self.amplifies_used}
            whole(field, value, used.get(field, len(self.sustaining)), 20)
        elif field == "maneuver":
            if value not in self.content.maneuvers:
                raise Invalid("value", field, value, "one of " + ", ".join(self.content.maneuvers))
        elif field in ("charges", "actions"):
            whole(field, value, 0, 20)
        elif field == "shield":
            whole(field, value, 0, 500)
        else:
            super().check_value(field, value)

    def assign(self, field: str, value: str) -> None:
        """Set by the GM's word. Who is set above 0 HP stands, who is set to 0 has FALLEN."""
        if field in VALUES:
            self.values[field] = int(value)
        elif field in SKILLS:
            self.skills = {**self.skills, field: int(value)}
        elif field == "maneuver":
            self.knack = value
        elif field == "max-hp":
            self.max_hp = int(value)
            self.hp = min(self.hp, self.max_hp)
        elif field == "hp":
            self.hp = int(value)
            self.down = self.hp <= 0
            if self.down:
                self.sustaining = []
        elif field.replace("-", "_") in NUMBERS:
            setattr(self, field.replace("-", "_"), int(value))
        else:
            super().assign(field, value)

    def value_of(self, field: str) -> str:
        if field in VALUES:
            return str(self.values.get(field, 0))
        if field in SKILLS:
            return str(self.skills.get(field, 0))
        if field == "status":
            return self.status
        if field == "rank":
            return self.rank
        if field == "sustains":
            return str(len(self.sustaining))
        if field == "sustaining":
            return ",".join([one.card for one in self.sustaining])
        if field == "maneuver":
            return self.knack or "none"
        if field.startswith("stacks-"):
            held = self.condition(field[7:])
            return str(held.value) if held is not None else "0"
        if field.replace("-", "_") in NUMBERS:
            return str(getattr(self, field.replace("-", "_")))
        return super().value_of(field)


def size_of(foe: Foe | None) -> int:
    """1.5: a hero takes up one square, a foe a square of squares as its card says."""
    return foe.size if foe is not None else 1


class Shelf(Contents):
    """The loaded content, and how state is read back from JSON."""

    def __init__(self, content: Content) -> None:
        self.content = content

    def condition_title(self, name: str) -> str:
        return boon_title(name) if name.startswith(BOON) else said_briefly(self.content, name, 1)

    def say_condition(self, enc: Encounter, held: Condition) -> str:
        """What it is, how long it lasts, and by which card."""
        said = said_briefly(self.content, held.name, held.value)
        kind = self.content.conditions.get(held.name)
        if kind is None or kind.ends != "stacks":
            said = f"{said} {self.say_until(enc, held.until)}"
        source = source_title(self.content, held.source)
        return f"{said} ({source})" if source else said

    def say_until(self, enc: Encounter, until: Duration) -> str:
        if until.moment == EFFECT:
            return f"as long as {enc.name(until.whose)} sustains it"
        words = {"action": "for the next action", "roll": "for the next roll", "cured": "until removed"}
        return words.get(until.moment, until.say(enc.name_if(until.whose)))

    def combatant(self, data: dict[str, object]) -> Fighter:
        kind = str(data["kind"])
        one = Fighter(self.content, self.content.heroes.get(kind), self.content.foes.get(kind), *identity(data))
        one.read_json(data)
        for name in NUMBERS:
            setattr(one, name, int(str(data[name])))
        one.values = {name: int(str(data[name])) for name in VALUES}
        one.skills, one.knack = counts(data["skills"]), str(data["knack"])
        one.used, one.round_used = counts(data["used"]), counts(data["round_used"])
        sustaining = data["sustaining"]
        assert isinstance(sustaining, list)
        one.sustaining = [sustained_from_json(item) for item in sustaining]
        one.chain = texts(data["chain"])
        one.quarry = str(data["quarry"])
        one.weathered = bool(data["weathered"])
        one.serial = int(str(data["serial"]))
        return one

    def flow(self, data: dict[str, object]) -> CapFlow:
        flow = CapFlow()
        flow.read_json(data)
        flow.begun, flow.passed, flow.changed = bool(data["begun"]), bool(data["passed"]), bool(data["changed"])
        flow.quiet = int(str(data["quiet"]))
        deeds, laid = data["deeds"], data["laid"]
        assert isinstance(deeds, list) and isinstance(laid, list)
        flow.deeds = [deed_from_json(item) for item in deeds]
        flow.laid = [Laid(int(item[0]), str(item[1]), str(item[2]), str(item[3])) for item in laid]
        return flow


def sustained_from_json(data: list[object]) -> Sustained:
    return Sustained(str(data[0]), texts(data[1]), numbers(data[2]), int(str(data[3])))


def fighter(enc: Encounter, who: str) -> Fighter:
    one = enc.combatants[who]
    assert isinstance(one, Fighter)
    return one


def fighters(enc: Encounter) -> list[Fighter]:
    """Everybody in list order."""
    return cast("list[Fighter]", list(enc.combatants.values()))


def rounds(enc: Encounter) -> CapFlow:
    flow = enc.flow
    assert isinstance(flow, CapFlow)
    return flow


def lore(enc: Encounter) -> Content:
    shelf = enc.contents
    assert isinstance(shelf, Shelf)
    return shelf.content


def known_card(enc: Encounter, id: str) -> Card:
    """A card by its id; asking for one that does not exist is the caller's slip."""
    card = lore(enc).cards.get(id)
    if card is None:
        raise Invalid("command", "thing", id, "the id of a card")
    return card
