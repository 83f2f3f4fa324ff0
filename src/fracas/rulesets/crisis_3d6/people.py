"""The people of a Crisis 3d6 encounter, with their pools, points and gear."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.combatant import Combatant, whole
from fracas.engine.duration import ENCOUNTER, LASTING, TURN_END, TURN_START, UNTIL, Condition, Duration
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.rulesets.crisis_3d6.options import options
from fracas.rulesets.crisis_3d6.profiles import ABILITIES, Armour, Content, Creature, Item, Weapon

DIRECTIONS: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
UNARMED: Final = "unarmed"
NONE: Final = "none"
NUMBERS: Final = (
    *ABILITIES,
    "level",
    "xp",
    "hp",
    "max_hp",
    "ep",
    "max_ep",
    "ap",
    "durability",
    "aim",
    "assets",
    "unfavourable",
    "circumstance",
    "perception",
    "progress",
    "margin",
    "minutes",
    "medicine",
)
WORDS: Final = ("facing", "long", "long_on", "outcome")
FLAGS: Final = ("treated", "turn_over", "strained")
BOUNDS: Final[dict[str, tuple[int, int]]] = {
    "might": (0, 40),
    "speed": (0, 40),
    "intelligence": (0, 40),
    "charisma": (0, 40),
    "level": (0, 10),
    "xp": (0, 60),
    "hp": (-60, 200),
    "max-hp": (1, 200),
    "ep": (0, 400),
    "max-ep": (0, 400),
    "ap": (0, 6),
    "durability": (0, 50),
    "aim": (0, 20),
    "assets": (0, 10),
    "unfavourable": (0, 10),
    "circumstance": (-20, 20),
    "perception": (0, 30),
    "progress": (0, 50),
    "minutes": (0, 1000),
    "medicine": (0, 30),
    "ammo": (0, 100),
}


ENDS: Final[dict[str, str]] = {
    "exhausted": "there is Endurance again",
    "prone": "standing up",
    "covered": "leaving the square",
    "surprised": "the fight begins",
    "rallied": "fully healed",
    "marching": "the day is over",
    "dying": "treated",
    "unconscious": "there is Health again",
}


def lasts(name: str, who: str) -> Duration:
    """How long a condition stays with somebody, as the log says it; the rules end it where section 12 says."""
    if name == "stunned":
        return Duration(TURN_END, who)
    if name == "overwatch":
        return Duration(TURN_START, who)
    if name == "dead":
        return Duration(LASTING)
    return Duration(UNTIL, note=ENDS[name]) if name in ENDS else Duration(ENCOUNTER)


class Person(Combatant):
    """A combatant of Crisis 3d6. The card (`creature`) never changes; everything else is this one's own."""

    VISIBILITY: ClassVar[dict[str, str]] = {
        **Combatant.VISIBILITY,
        "might": "keeper",
        "speed": "keeper",
        "intelligence": "keeper",
        "charisma": "keeper",
        "level": "keeper",
        "xp": "keeper",
        "hp": "keeper",
        "max_hp": "keeper",
        "ep": "keeper",
        "max_ep": "keeper",
        "durability": "keeper",
        "ap": "public",
        "aim": "public",
        "assets": "keeper",
        "unfavourable": "keeper",
        "circumstance": "keeper",
        "perception": "keeper",
        "progress": "public",
        "long": "public",
        "long_on": "public",
        "facing": "public",
        "margin": "keeper",
        "outcome": "public",
        "minutes": "public",
        "medicine": "keeper",
        "treated": "keeper",
        "turn_over": "public",
        "strained": "keeper",
        "armour": "public",
        "weapon": "public",
        "carried": "keeper",
        "loaded": "keeper",
        "spare": "keeper",
        "items": "keeper",
        "used": "keeper",
        "unseen_by": "keeper",
        "status": "public",
    }

    IDS: ClassVar[tuple[str, ...]] = (*Combatant.IDS, "unseen_by", "long_on")

    def __init__(
        self, content: Content, creature: Creature, id: str, name: str, side: str, seat: str, pos: int
    ) -> None:
        super().__init__(id, name, creature.id, side, seat, pos, creature.size)
        self.content = content
        self.creature = creature
        self.might = creature.might
        self.speed = creature.speed
        self.intelligence = creature.intelligence
        self.charisma = creature.charisma
        self.level = creature.level
        self.xp = 0 if creature.npc else 3 * creature.level
        """Experience; what is beyond its level is not on the card."""
        self.hp = self.max_hp = 10
        self.ep = self.max_ep = 40
        self.ap = 0
        self.armour: Armour | None = creature.armour
        self.durability = creature.armour.durability if creature.armour is not None else 0
        self.weapon: Weapon | None = None
        """In hand; None for bare hands."""
        self.carried: list[Weapon] = []
        """Weapons on the belt or back, the one in hand and natural ones not among them."""
        self.loaded: dict[str, int] = {}
        """Shots in each weapon that holds any."""
        self.spare: dict[str, int] = {}
        """Magazines left besides the one in the weapon, for weapons whose magazines are counted."""
        self.items: list[Item] = []
        self.used: dict[str, int] = {}
        """How often the first thing of its kind was used already."""
        self.aim = 0
        self.facing = ""
        self.assets = 0
        self.unfavourable = 0
        self.circumstance = 0
        self.perception = 10
        self.progress = 0
        self.long = ""
        """The long action under way, as it would be typed; empty when there is none."""
        self.long_on = ""
        """Whom it is meant for."""
        self.margin = 0
        self.outcome = ""
        self.minutes = 0
        self.medicine = 0
        self.treated = False
        self.turn_over = False
        """Nothing more in this turn: passed, gone on Overwatch."""
        self.strained = False
        """Has paid for this fight, or owes nothing for it."""
        self.unseen_by: list[str] = []

    def reveal(self) -> None:
        """6.7: pointed out to everybody."""
        self.hidden = False
        self.unseen_by = []

    def hidden_from(self, other: Person) -> bool:
        """6.4: from everybody, or from this one at least."""
        return self.hidden or other.id in self.unseen_by

    def loses_turn(self, enc: Encounter) -> str:
        """Stunned, or without a point where none come with one's own turn."""
        if self.has("stunned"):
            return "is stunned"
        return "has no Action Points" if self.ap <= 0 and options(enc).ap_gain == "round" else ""

    def begin_slot(self) -> None:
        self.turn_over = False

    @property
    def npc(self) -> bool:
        return self.creature.npc

    @property
    def health_word(self) -> str:
        """What its Health is called."""
        return "Integrity" if "machine" in self.creature.tags else "Health"

    @property
    def endurance_word(self) -> str:
        """What its Endurance is called."""
        return "Power" if "machine" in self.creature.tags else "Endurance"

    @property
    def status(self) -> str:
        """11.10: how one looks: the wounds first, then the breath."""
        if self.has("dead"):
            return "dead"
        if self.has("unconscious"):
            return "unconscious"
        if self.has("dying"):
            return "dying"
        wounds = "" if self.hp >= self.max_hp else "wounded" if 2 * self.hp > self.max_hp else "badly wounded"
        breath = "winded" if 2 * self.ep <= self.max_ep else ""
        if self.ep <= 0 or self.has("exhausted"):
            breath = "exhausted"
        return " and ".join([word for word in (wounds, breath) if word]) or "healthy"

    @property
    def alive(self) -> bool:
        return not self.out and not self.has("dead")

    def has_perk(self, effect: str) -> bool:
        for perk in self.creature.perks:
            if perk.effect == effect:
                return True
        return False

    def bonus(self, key: str) -> int:
        """What perks, traits and flaws add up to for something."""
        total = 0
        for perk in self.creature.perks:
            total += perk.bonus.get(key, 0)
        for trait in self.creature.traits + self.creature.flaws:
            total += trait.bonus.get(key, 0)
        return total

    def naturals(self) -> list[Weapon]:
        return [weapon for weapon in self.creature.weapons if weapon.natural and weapon.id != UNARMED]

    def weapons(self) -> list[Weapon]:
        """The one in hand and those carried."""
        return [self.weapon, *self.carried] if self.weapon is not None else self.carried[:]

    def copy(self) -> Person:
        other = Person(self.content, self.creature, self.id, self.name, self.side, self.seat, self.pos)
        self.copy_into(other)
        other.might, other.speed = self.might, self.speed
        other.intelligence, other.charisma = self.intelligence, self.charisma
        other.level, other.xp = self.level, self.xp
        other.hp, other.max_hp, other.ep, other.max_ep = self.hp, self.max_hp, self.ep, self.max_ep
        other.ap, other.armour, other.durability = self.ap, self.armour, self.durability
        other.weapon, other.carried = self.weapon, self.carried[:]
        other.loaded, other.spare, other.used = self.loaded.copy(), self.spare.copy(), self.used.copy()
        other.items = self.items[:]
        other.aim, other.facing = self.aim, self.facing
        other.assets, other.unfavourable, other.circumstance = self.assets, self.unfavourable, self.circumstance
        other.perception, other.progress = self.perception, self.progress
        other.long, other.long_on = self.long, self.long_on
        other.margin, other.outcome, other.minutes = self.margin, self.outcome, self.minutes
        other.medicine, other.treated, other.turn_over = self.medicine, self.treated, self.turn_over
        other.unseen_by, other.strained = self.unseen_by[:], self.strained
        return other

    def to_json(self) -> dict[str, object]:
        out = super().to_json()
        for name in (*NUMBERS, *WORDS, *FLAGS):
            out[name] = getattr(self, name)
        out["weapon"] = self.weapon.id if self.weapon is not None else ""
        out["armour"] = self.armour.id if self.armour is not None else ""
        out["carried"] = [weapon.id for weapon in self.carried]
        out["loaded"] = self.loaded.copy()
        out["spare"] = self.spare.copy()
        out["items"] = [item.id for item in self.items]
        out["used"] = self.used.copy()
        out["unseen_by"] = self.unseen_by[:]
        out["status"] = self.status
        return out

    # ------------------------------------------------------------ as typed

    def settable(self) -> list[str]:
        bounded = [field for field in BOUNDS if field != "ammo" or self.shoots]
        return [*super().settable(), *bounded, "facing", "weapon", "armour", "item"]

    @property
    def shoots(self) -> bool:
        """Has it a weapon with a magazine in hand?"""
        return self.weapon is not None and self.weapon.cap > 0

    def check_value(self, field: str, value: str) -> None:
        if field == "ammo" and not self.shoots:
            raise Invalid("value", field, value, "a weapon with a magazine in hand")
        if field in BOUNDS:
            low, high = BOUNDS[field]
            whole(field, value, low, min(high, self._most(field)))
        elif field == "facing":
            if value != NONE and value not in DIRECTIONS:
                raise Invalid("value", field, value, "one of " + ", ".join(DIRECTIONS) + ", or none")
        elif field in ("weapon", "armour", "item"):
            if value != NONE and value not in self._catalogue(field):
                raise Invalid("value", field, value, f"the id of a known {field}, or none")
        else:
            super().check_value(field, value)

    def _most(self, field: str) -> int:
        """No pool holds more than its maximum, no weapon more than its magazine."""
        if field == "ammo":
            return self.weapon.cap if self.weapon is not None else 0
        return {"hp": self.max_hp, "ep": self.max_ep}.get(field, BOUNDS[field][1])

    def _catalogue(self, field: str) -> list[str]:
        if field == "weapon":
            return [id for id, weapon in self.content.weapons.items() if not weapon.natural or id == UNARMED]
        return list(self.content.armours) if field == "armour" else list(self.content.items)

    def assign(self, field: str, value: str) -> None:
        """Set by the GM's word; what follows from a number follows from it here as well."""
        if field == "ammo":
            if self.weapon is not None and self.weapon.cap:
                self.loaded[self.weapon.id] = int(value)
        elif field in BOUNDS:
            setattr(self, field.replace("-", "_"), int(value))
            self.hp, self.ep = min(self.hp, self.max_hp), min(self.ep, self.max_ep)
            if field in ("ep", "max-ep"):
                self.tire()
        elif field == "facing":
            self.facing = value if value != NONE else ""
        elif field == "weapon":
            self.take_in_hand(value)
        elif field == "armour":
            self.armour = self.content.armours.get(value)
            self.durability = self.armour.durability if self.armour is not None else 0
        elif field == "item":
            found = self.content.items.get(value)
            self.items = [*self.items, found] if found is not None else []
        else:
            super().assign(field, value)

    def begin_with(self, name: str) -> None:
        """A condition somebody has before anything happened."""
        self.conditions = [*self.conditions, Condition(name, 1, self.id, lasts(name, self.id))]

    def tire(self) -> None:
        """12.2: exhausted at 0 Endurance and not otherwise, where a number was set by hand."""
        self.conditions = [condition for condition in self.conditions if condition.name != "exhausted"]
        if self.ep <= 0 and not self.has("dead"):
            self.conditions.append(Condition("exhausted", 1, self.id, Duration(UNTIL, note=ENDS["exhausted"])))

    def take_in_hand(self, id: str) -> None:
        """The weapon of this id is in hand now, out of nowhere if need be; the other is stowed."""
        if self.weapon is not None:
            self.carried.append(self.weapon)
        self.weapon = self.content.weapons.get(id) if id not in (UNARMED, NONE) else None
        self.carried = [weapon for weapon in self.carried if weapon.id != id]
        if self.weapon is not None and self.weapon.cap and id not in self.loaded:
            self.fill(self.weapon)

    def fill(self, weapon: Weapon) -> None:
        """A full magazine in the weapon, and all the spare ones."""
        if weapon.cap:
            self.loaded[weapon.id] = weapon.cap
            if weapon.mags:
                self.spare[weapon.id] = weapon.mags - 1

    def value_of(self, field: str) -> str:
        if field == "ammo":
            return str(self.loaded.get(self.weapon.id, 0) if self.weapon is not None else 0)
        if field in BOUNDS or field == "margin":
            return str(getattr(self, field.replace("-", "_")))
        if field in ("facing", "outcome", "long"):
            return str(getattr(self, field)) or (NONE if field == "facing" else "")
        if field == "status":
            return self.status
        if field == "weapon":
            return self.weapon.id if self.weapon is not None else UNARMED
        if field == "armour":
            return self.armour.id if self.armour is not None else NONE
        if field == "unseen-by":
            return ",".join(self.unseen_by)
        if field == "carries":
            return ",".join([weapon.id for weapon in self.carried] + [item.id for item in self.items])
        if field == "item":
            return self.items[0].id if self.items else NONE
        return super().value_of(field)


def person(enc: Encounter, who: str) -> Person:
    one = enc.combatants[who]
    assert isinstance(one, Person)
    return one


def people(enc: Encounter) -> list[Person]:
    """Everybody in list order."""
    return [one for one in enc.combatants.values() if isinstance(one, Person)]


def enemies(enc: Encounter, one: Person) -> list[Person]:
    """12.9: those of other sides who are still in the fight."""
    return [other for other in people(enc) if other.side != one.side and other.present]
