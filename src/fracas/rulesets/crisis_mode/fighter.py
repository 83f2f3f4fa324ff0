"""The state of a Crisis Mode encounter: fighters with their points, gear and posture, and the flow of its turns."""

from __future__ import annotations

from typing import ClassVar, Final, TypeVar, cast

from fracas.engine.api import GM, Combatant, Content, Encounter, Profile
from fracas.engine.fields import (
    KEEPER,
    NONE,
    PUBLIC,
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
    with_own,
)
from fracas.engine.record import Record
from fracas.rulesets.crisis_mode.flow import CrisisFlow
from fracas.rulesets.crisis_mode.options import options
from fracas.rulesets.crisis_mode.profiles import Armour, ConditionKind, Creature, Item, Shield, Spell, Weapon

STATS: Final = ("brawn", "finesse", "savvy", "nerve")
POSTURES: Final = ("standing", "sitting", "kneeling", "prone")
UNARMED: Final = "unarmed"
P = TypeVar("P", bound=Profile)


class Loaded(Spoken):
    """Is the weapon in hand ready to shoot?"""

    def text(self, one: Record, name: str) -> str:
        assert isinstance(one, Fighter)
        return "no" if one.weapon is not None and one.weapon.id in one.empty else "yes"

    def check(self, one: Record, name: str, text: str) -> None:
        one_of(name, text, ("yes", "no"))

    def assign(self, one: Record, name: str, text: str) -> None:
        assert isinstance(one, Fighter)
        one.empty = [] if text == "yes" or one.weapon is None else [one.weapon.id]


class InHand(Entry):
    """The weapon in hand; the one that was there goes to the belt."""

    def assign(self, one: Record, name: str, text: str) -> None:
        assert isinstance(one, Fighter)
        before = [one.weapon] if one.weapon is not None else []
        super().assign(one, name, text)
        one.carried = [weapon for weapon in one.carried + before if weapon.id != text]


class AnItem(Spoken):
    """One more item in the pack; `none` empties it."""

    def check(self, one: Record, name: str, text: str) -> None:
        one_of(name, text, [*one.entries("items"), NONE])

    def assign(self, one: Record, name: str, text: str) -> None:
        assert isinstance(one, Fighter)
        found = one.content.items.get(text)
        one.items = [*one.items, found] if found is not None else []

    def text(self, one: Record, name: str) -> str:
        assert isinstance(one, Fighter)
        return one.items[-1].id if one.items else NONE


class Carries(Spoken):
    """Everything on the belt, on the back and in the pack."""

    def text(self, one: Record, name: str) -> str:
        assert isinstance(one, Fighter)
        return ",".join([thing.id for thing in [*one.carried, *one.spares, *one.items]])


class Fighter(Combatant):
    """A combatant of Crisis Mode. The card (`creature`) never changes; everything else is this fighter's own."""

    FIELDS: ClassVar[tuple[Field, ...]] = with_own(
        Combatant.FIELDS,
        [
            Number("altitude", PUBLIC, 0, 50, typed="level"),
            Counts("stats", PUBLIC, STATS, 1, 20),
            Number("hp", KEEPER, -200, 500, below="max_hp"),
            Number("max_hp", KEEPER, 1, 500, above="hp"),
            Number("mp", KEEPER, 0, 500, below="max_mp"),
            Number("max_mp", KEEPER, 1, 500, above="mp"),
            Number("ap", PUBLIC, 0, 50),
            Number("ap_start", PUBLIC, 0, 50, title="Action Points at the start"),
            Number("free_steps", PUBLIC, 0, 50),
            Word("posture", PUBLIC, POSTURES),
            InHand("weapon", PUBLIC, "weapons", none=UNARMED),
            Entry("shield", PUBLIC, "shields"),
            Entry("armour", PUBLIC, "armours"),
            Flag("helm", PUBLIC),
            Words("empty", PUBLIC),
            Loaded("loaded", PUBLIC, settable=True),
            Entries("carried", KEEPER, "weapons"),
            Entries("spares", KEEPER, "shields"),
            Entries("items", KEEPER, "items"),
            AnItem("item", KEEPER, settable=True),
            Carries("carries", KEEPER),
            Word("status", PUBLIC),
            *[Flag(name, PUBLIC) for name in ("acted", "stepped_free", "passed", "free_here", "acted_here")],
            *[Number(name, PUBLIC) for name in ("stepped", "ran", "paces", "spent_moving", "spent")],
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
        self.stats = creature.stats
        """Before anything modifies them."""
        self.hp = 0
        self.max_hp = 0
        self.mp = 0
        self.max_mp = 0
        self.ap = 0
        self.ap_start = 0
        self.free_steps = 0
        self.posture = "standing"
        self.weapon: Weapon | None = None
        self.shield: Shield | None = None
        self.armour: Armour | None = creature.armour
        self.helm = creature.helm
        self.empty: list[str] = []
        """Weapons that have been shot and not reloaded."""
        self.carried: list[Weapon] = []
        """Weapons on the belt or back, the one in hand not among them."""
        self.spares: list[Shield] = []
        """Shields not on the arm."""
        self.items: list[Item] = []
        self.status = "healthy"
        # What was done in this Action Phase ...
        self.acted = False
        self.stepped_free = False
        # ... and in this opportunity.
        self.passed = False
        self.stepped = 0
        self.ran = 0
        self.paces = 0
        self.spent_moving = 0
        self.spent = 0
        self.free_here = False
        self.acted_here = False

    def begin_slot(self) -> None:
        self.passed = False
        self.stepped = self.ran = self.paces = self.spent_moving = self.spent = 0
        self.free_here = self.acted_here = False

    def begin_phase(self) -> None:
        """A new Action Phase: nothing has been done in it."""
        self.acted = self.stepped_free = False
        self.begin_slot()

    @property
    def moved_here(self) -> bool:
        return self.spent_moving > 0

    @property
    def standing(self) -> bool:
        return self.posture == "standing"

    def weapons(self) -> list[Weapon]:
        """The weapon in hand first, then the others."""
        return ([self.weapon] if self.weapon is not None else []) + self.carried

    def shields(self) -> list[Shield]:
        """The shield on the arm first, then the others."""
        return ([self.shield] if self.shield is not None else []) + self.spares

    def copy(self) -> Fighter:
        other = Fighter(self.content, self.creature, self.id, self.name, self.side, self.seat, self.pos)
        self.copy_into(other)
        other.stats = self.stats
        other.hp, other.max_hp, other.mp, other.max_mp = self.hp, self.max_hp, self.mp, self.max_mp
        other.ap, other.ap_start, other.free_steps = self.ap, self.ap_start, self.free_steps
        other.posture, other.status, other.empty = self.posture, self.status, self.empty
        other.weapon, other.shield, other.spares = self.weapon, self.shield, self.spares[:]
        other.armour, other.helm = self.armour, self.helm
        other.carried = self.carried[:]
        other.items = self.items[:]
        other.acted, other.stepped_free = self.acted, self.stepped_free
        other.passed, other.stepped, other.ran, other.paces = self.passed, self.stepped, self.ran, self.paces
        other.spent_moving, other.spent = self.spent_moving, self.spent
        other.free_here, other.acted_here = self.free_here, self.acted_here
        return other

    def assign(self, field: str, value: str) -> None:
        """Set by the GM's word. Action Points set before anything happened also count as those of the turn's start."""
        super().assign(field, value)
        if field == "ap" and not self.acted:
            self.ap_start = self.ap
        elif field == "hp":
            self.status = status_word(self)
        elif field == "posture" and not self.standing:
            self.free_steps = 0


def status_word(fighter: Fighter) -> str:
    """11.1: how hurt a fighter is, in words everybody may know."""
    if fighter.has("dead"):
        return "dead"
    if fighter.hp <= 0:
        return "incapacitated"
    if fighter.hp >= fighter.max_hp:
        return "healthy"
    return "bruised" if 2 * fighter.hp >= fighter.max_hp else "wounded"


class CrisisContent(Content):
    """Everything the content files say, section by section."""

    ALWAYS: ClassVar[tuple[str, ...]] = (*Content.ALWAYS, f"weapon.{UNARMED}")
    conditions: dict[str, ConditionKind]
    spells: dict[str, Spell]
    weapons: dict[str, Weapon]
    armours: dict[str, Armour]
    shields: dict[str, Shield]
    items: dict[str, Item]
    creatures: dict[str, Creature]

    def kinds(self) -> list[str]:
        return list(self.creatures)

    def fresh(self, kind: str) -> Fighter:
        creature = self.creatures[kind]
        return Fighter(self, creature, "", creature.name, "", "", 0)

    def new_flow(self) -> CrisisFlow:
        return CrisisFlow()


def fighter(enc: Encounter, who: str) -> Fighter:
    one = enc.combatants[who]
    assert isinstance(one, Fighter)
    return one


def fighters(enc: Encounter) -> list[Fighter]:
    """Everybody in list order."""
    return cast("list[Fighter]", list(enc.combatants.values()))


def living(enc: Encounter) -> list[Fighter]:
    """15.1: everybody in list order, the dead and gone left out."""
    return [one for one in fighters(enc) if one.alive]


def crisis(enc: Encounter) -> CrisisFlow:
    flow = enc.flow
    assert isinstance(flow, CrisisFlow)
    return flow


def own_content(content: Content) -> CrisisContent:
    assert isinstance(content, CrisisContent)
    return content


def content_of(enc: Encounter) -> CrisisContent:
    return own_content(enc.content)


def without(things: list[P], id: str) -> list[P]:
    """The same things, one of this id left out."""
    for index, thing in enumerate(things):
        if thing.id == id:
            return things[:index] + things[index + 1 :]
    return things


def thing_name(content: CrisisContent, id: str) -> str:
    """The name on the card of whatever a command or event names by id."""
    for section in (content.weapons, content.shields, content.items, content.spells):
        if id in section:
            return str(section[id].name)
    return id


def numbers_known(enc: Encounter, who: str, seat: str) -> bool:
    """1.11: may this seat know the numbers of this combatant? Its keeper may; the others by the option `secrets`."""
    one = enc.combatants.get(who)
    if one is None or seat == GM or one.seat == seat:
        return True
    return one.seat != GM or options(enc).secrets == "open"
