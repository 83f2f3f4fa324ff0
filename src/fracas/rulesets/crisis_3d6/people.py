"""The people of a Crisis 3d6 encounter, with their pools, points and gear, and the content their cards come from."""

from __future__ import annotations

from typing import ClassVar, Final, cast

from fracas.engine.api import GM, Combatant, Condition, Content, Encounter, Invalid
from fracas.engine.events import KEEPER, PUBLIC, Event
from fracas.engine.fields import (
    NONE,
    Counts,
    Entries,
    Entry,
    Field,
    Flag,
    Number,
    Spoken,
    Word,
    Words,
    one_of,
    whole,
    with_own,
)
from fracas.engine.record import Record
from fracas.rulesets.crisis_3d6.durations import lasts
from fracas.rulesets.crisis_3d6.flow import CrisisFlow
from fracas.rulesets.crisis_3d6.options import options
from fracas.rulesets.crisis_3d6.profiles import ABILITIES, Armour, Creature, Item, Perk, Stunt, Trait, Weapon

DIRECTIONS: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
UNARMED: Final = "unarmed"
MOST_AP: Final = 6


class Between(Event):
    """Something between two people, known to whoever sees both."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "target")
    who: str
    target: str

    def subjects(self) -> list[str]:
        return [self.who, self.target]


class InHand(Entry):
    """The weapon in hand; natural ones are never taken up."""

    def check(self, one: Record, name: str, text: str) -> None:
        super().check(one, name, text)
        if text not in (UNARMED, NONE) and one.entries("weapons")[text].natural:
            raise Invalid("value", name, text, "a weapon that can be held")

    def assign(self, one: Record, name: str, text: str) -> None:
        assert isinstance(one, Person)
        one.take_in_hand(text)


class Facing(Word):
    """A direction, or none."""

    def text(self, one: Record, name: str) -> str:
        return super().text(one, name) or NONE

    def assign(self, one: Record, name: str, text: str) -> None:
        super().assign(one, name, "" if text == NONE else text)


class Ammo(Spoken):
    """What is loaded in the weapon in hand."""

    def text(self, one: Record, name: str) -> str:
        assert isinstance(one, Person)
        return str(one.loaded.get(one.weapon.id, 0) if one.weapon is not None else 0)

    def check(self, one: Record, name: str, text: str) -> None:
        assert isinstance(one, Person)
        if one.weapon is None or not one.weapon.cap:
            raise Invalid("value", name, text, "a weapon with a magazine in hand")
        whole(name, text, 0, one.weapon.cap)

    def assign(self, one: Record, name: str, text: str) -> None:
        assert isinstance(one, Person) and one.weapon is not None
        one.loaded[one.weapon.id] = int(text)


class AnItem(Spoken):
    """One more thing carried; `none` takes everything away."""

    def text(self, one: Record, name: str) -> str:
        assert isinstance(one, Person)
        return one.items[0].id if one.items else NONE

    def check(self, one: Record, name: str, text: str) -> None:
        one_of(name, text, [*one.entries("items"), NONE])

    def assign(self, one: Record, name: str, text: str) -> None:
        assert isinstance(one, Person)
        one.items = [*one.items, one.content.items[text]] if text != NONE else []


class Carries(Spoken):
    """Everything carried, weapons first."""

    def text(self, one: Record, name: str) -> str:
        assert isinstance(one, Person)
        return ",".join([weapon.id for weapon in one.carried] + [item.id for item in one.items])


class Person(Combatant):
    """A combatant of Crisis 3d6. The card (`creature`) never changes; everything else is this one's own."""

    FIELDS: ClassVar[tuple[Field, ...]] = with_own(
        Combatant.FIELDS,
        [
            *[Number(ability, KEEPER, 0, 40) for ability in ABILITIES],
            Number("level", KEEPER, 0, 10),
            Number("xp", KEEPER, 0, 60),
            Number("hp", KEEPER, -60, 200, below="max_hp", title="Health", most="max_hp"),
            Number("max_hp", KEEPER, 1, 200),
            Number("ep", KEEPER, 0, 400, below="max_ep", title="Endurance", most="max_ep"),
            Number("max_ep", KEEPER, 0, 400),
            Number("ap", PUBLIC, 0, MOST_AP, title="Action Points", most=MOST_AP),
            Entry("armour", PUBLIC, "armours"),
            Number("durability", KEEPER, 0, 50, title="Durability", most=50),
            Number("aim", PUBLIC, 0, 20),
            Number("assets", KEEPER, 0, 10),
            Number("unfavourable", KEEPER, 0, 10),
            Number("circumstance", KEEPER, -20, 20),
            Number("perception", KEEPER, 0, 30),
            Number("progress", PUBLIC, 0, 50),
            Word("long", PUBLIC),
            Word("long_on", PUBLIC, ids=[""]),
            Number("minutes", PUBLIC, 0, 1000),
            Number("medicine", KEEPER, 0, 30, title="Health from a day of rest", most=30),
            Facing("facing", PUBLIC, [*DIRECTIONS, NONE]),
            InHand("weapon", PUBLIC, "weapons", none=UNARMED),
            Entries("carried", KEEPER, "weapons"),
            Counts("loaded", KEEPER),
            Counts("spare", KEEPER),
            Ammo("ammo", KEEPER, settable=True),
            Entries("items", KEEPER, "items"),
            AnItem("item", KEEPER, settable=True),
            Carries("carries", KEEPER),
            Counts("used", KEEPER),
            Number("margin", KEEPER),
            Word("outcome", PUBLIC),
            Field("status", PUBLIC),
            Flag("treated", KEEPER),
            Flag("turn_over", PUBLIC),
            Flag("strained", KEEPER),
            Words("unseen_by", KEEPER, ids=[""]),
        ],
    )
    APART: ClassVar[tuple[str, ...]] = ("content", "creature")
    LOST: ClassVar[str] = "dead"

    def __init__(
        self, content: CrisisContent, creature: Creature, id: str, name: str, side: str, seat: str, pos: int
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
        for name in ("dead", "unconscious", "dying"):
            if self.has(name):
                return name
        wounds = "" if self.hp >= self.max_hp else "wounded" if 2 * self.hp > self.max_hp else "badly wounded"
        breath = "winded" if 2 * self.ep <= self.max_ep else ""
        if self.ep <= 0 or self.has("exhausted"):
            breath = "exhausted"
        return " and ".join([word for word in (wounds, breath) if word]) or "healthy"

    def has_perk(self, effect: str) -> bool:
        for perk in self.creature.perks:
            if perk.effect == effect:
                return True
        return False

    def bonus(self, key: str) -> int:
        """What perks, traits and flaws add up to for something."""
        card = self.creature
        return sum([trait.bonus.get(key, 0) for trait in [*card.perks, *card.traits, *card.flaws]])

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

    # ------------------------------------------------------------ as typed

    def assign(self, field: str, value: str) -> None:
        """Set by the GM's word; what follows from a number follows from it here as well."""
        super().assign(field, value)
        self.hp, self.ep = min(self.hp, self.max_hp), min(self.ep, self.max_ep)
        if field in ("ep", "max-ep"):
            self.tire()
        elif field == "armour":
            self.durability = self.armour.durability if self.armour is not None else 0

    def begin_with(self, name: str) -> None:
        """A condition somebody has before anything happened."""
        self.conditions = [*self.conditions, Condition(name, 1, self.id, lasts(name, self.id))]

    def tire(self) -> None:
        """12.2: exhausted at 0 Endurance and not otherwise, where a number was set by hand."""
        self.conditions = [condition for condition in self.conditions if condition.name != "exhausted"]
        if self.ep <= 0 and not self.has("dead"):
            self.begin_with("exhausted")

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


class CrisisContent(Content):
    """Everything the content files say, section by section."""

    ALWAYS: ClassVar[tuple[str, ...]] = (*Content.ALWAYS, f"weapon.{UNARMED}")
    conditions: list[str]
    weapons: dict[str, Weapon]
    armours: dict[str, Armour]
    items: dict[str, Item]
    perks: dict[str, Perk]
    traits: dict[str, Trait]
    flaws: dict[str, Trait]
    stunts: dict[str, Stunt]
    creatures: dict[str, Creature]
    """Characters and NPCs."""

    def kinds(self) -> list[str]:
        return list(self.creatures)

    def fresh(self, kind: str) -> Person:
        creature = self.creatures[kind]
        return Person(self, creature, "", creature.name, "", "", 0)

    def new_flow(self) -> CrisisFlow:
        return CrisisFlow()


def own_content(content: Content) -> CrisisContent:
    assert isinstance(content, CrisisContent)
    return content


def content_of(enc: Encounter) -> CrisisContent:
    return own_content(enc.content)


def thing_name(enc: Encounter, id: str) -> str:
    """The name of whatever a command or event names by id; what has none is a plain word."""
    content = content_of(enc)
    if id in content.weapons:
        return content.weapons[id].name
    return content.items[id].name if id in content.items else id.replace("-", " ")


def person(enc: Encounter, who: str) -> Person:
    one = enc.combatants[who]
    assert isinstance(one, Person)
    return one


def people(enc: Encounter) -> list[Person]:
    """Everybody in list order."""
    return cast("list[Person]", list(enc.combatants.values()))


def enemies(enc: Encounter, one: Person) -> list[Person]:
    """12.9: those of other sides who are still in the fight."""
    side = one.side
    return [other for other in people(enc) if other.side != side and not other.out and not other.down]


def numbers_known(enc: Encounter, who: str, seat: str) -> bool:
    """2.9: may this seat know the numbers of this combatant? Its keeper may; the others by the option `secrets`."""
    one = enc.combatants.get(who)
    if one is None or seat == GM or one.seat == seat:
        return True
    return one.seat != GM or options(enc).secrets == "open"
