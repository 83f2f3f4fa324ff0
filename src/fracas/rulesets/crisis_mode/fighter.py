"""The state of a Crisis Mode encounter: fighters with their points, gear and posture, and the flow of its turns."""

from __future__ import annotations

from typing import ClassVar, Final, cast

from fracas.engine.canon import texts
from fracas.engine.combatant import Combatant, identity, whole
from fracas.engine.encounter import Contents, Encounter
from fracas.engine.errors import Invalid
from fracas.rulesets.crisis_mode.flow import CrisisFlow, Dropped, Strike
from fracas.rulesets.crisis_mode.profiles import Armour, Content, Creature, Item, Shield, Weapon

STATS: Final = ("brawn", "finesse", "savvy", "nerve")
POSTURES: Final = ("standing", "sitting", "kneeling", "prone")
UNARMED: Final = "unarmed"
NONE: Final = "none"


class Fighter(Combatant):
    """A combatant of Crisis Mode. The card (`creature`) never changes; everything else is this fighter's own."""

    VISIBILITY: ClassVar[dict[str, str]] = {
        **Combatant.VISIBILITY,
        "brawn": "public",
        "finesse": "public",
        "savvy": "public",
        "nerve": "public",
        "hp": "keeper",
        "max_hp": "keeper",
        "mp": "keeper",
        "max_mp": "keeper",
        "ap": "public",
        "ap_start": "public",
        "free_steps": "public",
        "posture": "public",
        "weapon": "public",
        "shield": "public",
        "armour": "public",
        "helm": "public",
        "empty": "public",
        "carried": "keeper",
        "items": "keeper",
        "status": "public",
        "phase_marks": "public",
        "slot_marks": "public",
    }

    def __init__(
        self, content: Content, creature: Creature, id: str, name: str, side: str, seat: str, pos: int
    ) -> None:
        super().__init__(id, name, creature.id, side, seat, pos, creature.size)
        self.content = content
        self.creature = creature
        self.brawn = creature.brawn
        self.finesse = creature.finesse
        self.savvy = creature.savvy
        self.nerve = creature.nerve
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

    def stat(self, name: str) -> int:
        """A base stat by name."""
        if name == "brawn":
            return self.brawn
        if name == "finesse":
            return self.finesse
        if name == "savvy":
            return self.savvy
        return self.nerve

    def weapons(self) -> list[Weapon]:
        """The weapon in hand first, then the others."""
        return ([self.weapon] if self.weapon is not None else []) + self.carried

    def copy(self) -> Fighter:
        other = Fighter(self.content, self.creature, self.id, self.name, self.side, self.seat, self.pos)
        self.copy_into(other)
        other.brawn, other.finesse, other.savvy, other.nerve = self.brawn, self.finesse, self.savvy, self.nerve
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

    def to_json(self) -> dict[str, object]:
        out = super().to_json()
        for name in (
            *STATS,
            "hp",
            "max_hp",
            "mp",
            "max_mp",
            "ap",
            "ap_start",
            "free_steps",
            "posture",
            "helm",
            "empty",
        ):
            out[name] = getattr(self, name)
        out["weapon"] = self.weapon.id if self.weapon is not None else ""
        out["shield"] = self.shield.id if self.shield is not None else ""
        out["armour"] = self.armour.id if self.armour is not None else ""
        out["carried"] = [weapon.id for weapon in self.carried] + ["shield:" + shield.id for shield in self.spares]
        out["items"] = [item.id for item in self.items]
        out["status"] = self.status
        out["phase_marks"] = [int(self.acted), int(self.stepped_free)]
        out["slot_marks"] = [
            int(self.passed),
            self.stepped,
            self.ran,
            self.paces,
            self.spent_moving,
            self.spent,
            int(self.free_here),
            int(self.acted_here),
        ]
        return out

    # ------------------------------------------------------------ as typed

    def settable(self) -> list[str]:
        return [
            *super().settable(),
            *STATS,
            "hp",
            "max-hp",
            "mp",
            "max-mp",
            "ap",
            "ap-start",
            "free-steps",
            "posture",
            "level",
            "weapon",
            "shield",
            "armour",
            "loaded",
            "item",
        ]

    def check_value(self, field: str, value: str) -> None:
        if field in STATS:
            whole(field, value, 1, 20)
        elif field == "hp":
            whole(field, value, -200, self.max_hp)
        elif field == "mp":
            whole(field, value, 0, self.max_mp)
        elif field in ("max-hp", "max-mp"):
            whole(field, value, max(self.hp if field == "max-hp" else self.mp, 1), 500)
        elif field in ("ap", "ap-start", "free-steps", "level"):
            whole(field, value, 0, 50)
        elif field == "posture":
            if value not in POSTURES:
                raise Invalid("value", field, value, "one of " + ", ".join(POSTURES))
        elif field == "loaded":
            if value not in ("yes", "no"):
                raise Invalid("value", field, value, "yes or no")
        elif field in ("weapon", "shield", "armour", "item"):
            if value != NONE and value not in self._catalogue(field):
                raise Invalid("value", field, value, f"the id of a known {field}, or none")
        else:
            super().check_value(field, value)

    def _catalogue(self, field: str) -> list[str]:
        if field == "weapon":
            return list(self.content.weapons)
        if field == "shield":
            return list(self.content.shields)
        if field == "armour":
            return list(self.content.armours)
        return list(self.content.items)

    def assign(self, field: str, value: str) -> None:
        """Set by the GM's word. Action Points set before anything happened also count as those of the turn's start."""
        if field in STATS:
            setattr(self, field, int(value))
        elif field == "ap":
            self.ap = int(value)
            if not self.acted:
                self.ap_start = self.ap
        elif field in ("hp", "mp", "max-hp", "max-mp", "ap-start", "free-steps"):
            setattr(self, field.replace("-", "_"), int(value))
            if field == "hp":
                self.status = status_word(self)
        elif field == "level":
            self.altitude = int(value)
        elif field == "posture":
            self.posture = value
            if not self.standing:
                self.free_steps = 0
        elif field == "loaded":
            self.empty = [] if value == "yes" or self.weapon is None else [self.weapon.id]
        elif field == "weapon":
            if self.weapon is not None:
                self.carried.append(self.weapon)
            self.weapon = self.content.weapons.get(value) if value != UNARMED else None
            self.carried = [weapon for weapon in self.carried if weapon.id != value]
        elif field == "shield":
            self.shield = self.content.shields.get(value)
        elif field == "armour":
            self.armour = self.content.armours.get(value)
        elif field == "item":
            found = self.content.items.get(value)
            self.items = [*self.items, found] if found is not None else []
        else:
            super().assign(field, value)

    def value_of(self, field: str) -> str:
        if field in STATS or field in ("hp", "mp", "ap", "posture", "status"):
            return str(getattr(self, field))
        if field in ("max-hp", "max-mp", "ap-start", "free-steps"):
            return str(getattr(self, field.replace("-", "_")))
        if field == "level":
            return str(self.altitude)
        if field == "loaded":
            return "no" if self.weapon is not None and self.weapon.id in self.empty else "yes"
        if field == "weapon":
            return self.weapon.id if self.weapon is not None else UNARMED
        if field == "shield":
            return self.shield.id if self.shield is not None else NONE
        if field == "armour":
            return self.armour.id if self.armour is not None else NONE
        if field == "carries":
            spares = [shield.id for shield in self.spares]
            return ",".join([weapon.id for weapon in self.carried] + spares + [item.id for item in self.items])
        return super().value_of(field)


def status_word(fighter: Fighter) -> str:
    """11.1: how hurt a fighter is, in words everybody may know."""
    if fighter.has("dead"):
        return "dead"
    if fighter.hp <= 0:
        return "incapacitated"
    if fighter.hp >= fighter.max_hp:
        return "healthy"
    return "bruised" if 2 * fighter.hp >= fighter.max_hp else "wounded"


class Shelf(Contents):
    """The loaded content, and how state is read back from JSON."""

    def __init__(self, content: Content) -> None:
        self.content = content

    def combatant(self, data: dict[str, object]) -> Fighter:
        creature = self.content.creatures[str(data["kind"])]
        one = Fighter(self.content, creature, *identity(data))
        one.read_json(data)
        for name in (*STATS, "hp", "max_hp", "mp", "max_mp", "ap", "ap_start", "free_steps"):
            setattr(one, name, int(str(data[name])))
        one.posture, one.status = str(data["posture"]), str(data["status"])
        one.helm = bool(data["helm"])
        one.weapon = self.content.weapons.get(str(data["weapon"]))
        one.shield = self.content.shields.get(str(data["shield"]))
        one.armour = self.content.armours.get(str(data["armour"]))
        one.empty = texts(data["empty"])
        for id in texts(data["carried"]):
            if id.startswith("shield:"):
                one.spares.append(self.content.shields[id[7:]])
            else:
                one.carried.append(self.content.weapons[id])
        one.items = [self.content.items[id] for id in texts(data["items"])]
        phase, slot = data["phase_marks"], data["slot_marks"]
        assert isinstance(phase, list) and isinstance(slot, list)
        one.acted, one.stepped_free = bool(phase[0]), bool(phase[1])
        one.passed, one.free_here, one.acted_here = bool(slot[0]), bool(slot[6]), bool(slot[7])
        one.stepped, one.ran, one.paces = int(slot[1]), int(slot[2]), int(slot[3])
        one.spent_moving, one.spent = int(slot[4]), int(slot[5])
        return one

    def flow(self, data: dict[str, object]) -> CrisisFlow:
        flow = CrisisFlow()
        flow.read_json(data)
        ground, strike = data["ground"], data["strike"]
        assert isinstance(ground, list) and isinstance(strike, list)
        flow.surprised = texts(data["surprised"])
        flow.quiet, flow.quiet_turns = bool(data["quiet"]), int(str(data["quiet_turns"]))
        if strike:
            flow.strike = Strike(
                str(strike[0]),
                str(strike[1]),
                str(strike[2]),
                str(strike[3]),
                bool(strike[4]),
                int(strike[5]),
                bool(strike[6]),
            )
        flow.ground = [Dropped(int(pos), str(thing)) for pos, thing in ground]
        return flow


def fighter(enc: Encounter, who: str) -> Fighter:
    one = enc.combatants[who]
    assert isinstance(one, Fighter)
    return one


def fighters(enc: Encounter) -> list[Fighter]:
    """Everybody in list order."""
    return cast("list[Fighter]", list(enc.combatants.values()))


def crisis(enc: Encounter) -> CrisisFlow:
    flow = enc.flow
    assert isinstance(flow, CrisisFlow)
    return flow


def lore(enc: Encounter) -> Content:
    shelf = enc.contents
    assert isinstance(shelf, Shelf)
    return shelf.content


def thing_name(content: Content, id: str) -> str:
    """The name on the card of whatever a command or event names by id."""
    for shelf in (content.weapons, content.shields, content.items, content.spells):
        if id in shelf:
            return str(shelf[id].name)
    return id
