"""Section 10: weapons in hand, armour, helms and shields, and what they do to rolls."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Choice, Command, Encounter, Reason, Table, Tally
from fracas.engine.events import ACT, BOOKS, SUBJECT, About
from fracas.engine.offer import Crossed
from fracas.rulesets.crisis_mode.action_points import NOTHING, CrisisAction, pay
from fracas.rulesets.crisis_mode.checks import adjust, shortfall
from fracas.rulesets.crisis_mode.fighter import UNARMED, Fighter, content_of, crisis, fighter, thing_name, without
from fracas.rulesets.crisis_mode.flow import Dropped
from fracas.rulesets.crisis_mode.options import options
from fracas.rulesets.crisis_mode.profiles import Weapon
from fracas.rulesets.crisis_mode.situation import Standing


class Readied(About):
    """Weapon and shield as they are in hand now; the rest is stowed."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = ACT

    def __init__(self, who: str, weapon: str, shield: str) -> None:
        self.who = who
        self.weapon = weapon
        self.shield = shield

    def apply(self, enc: Encounter) -> None:
        one, content = fighter(enc, self.who), content_of(enc)
        weapons, shields = one.weapons(), one.shields()
        one.weapon, one.carried = content.weapons.get(self.weapon), without(weapons, self.weapon)
        held = [shield for shield in shields if shield.id == self.shield]
        one.shield, one.spares = held[0] if held else None, without(shields, self.shield)

    def say(self, enc: Encounter) -> str:
        content = content_of(enc)
        weapon = content.weapons[self.weapon].name if self.weapon else "bare hands"
        shield = f" and {content.shields[self.shield].name}" if self.shield else ""
        return f"{enc.name(self.who)} has {weapon}{shield} ready"


class PickedUp(About):
    """Something was taken from the ground."""

    SQUARES: ClassVar[tuple[str, ...]] = ("pos",)
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = ACT

    def __init__(self, who: str, thing: str, pos: int) -> None:
        self.who = who
        self.thing = thing
        self.pos = pos

    def apply(self, enc: Encounter) -> None:
        one, flow, content = fighter(enc, self.who), crisis(enc), content_of(enc)
        found = [lying for lying in flow.ground if lying.pos == self.pos and lying.thing == self.thing]
        flow.ground = [lying for lying in flow.ground if lying not in found[:1]]
        if self.thing in content.weapons:
            one.carried = [*one.carried, content.weapons[self.thing]]
        elif self.thing in content.shields:
            one.spares = [*one.spares, content.shields[self.thing]]
        else:
            one.items = [*one.items, content.items[self.thing]]

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} picks up {thing_name(content_of(enc), self.thing)}"


class LeftHand(About):
    """A thrown weapon lies where it was thrown."""

    SQUARES: ClassVar[tuple[str, ...]] = ("pos",)
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, weapon: str, pos: int) -> None:
        self.who = who
        self.weapon = weapon
        self.pos = pos

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        if one.weapon is not None and one.weapon.id == self.weapon:
            one.weapon = None
        crisis(enc).ground.append(Dropped(self.pos, self.weapon))

    def say(self, enc: Encounter) -> str:
        return f"{content_of(enc).weapons[self.weapon].name} of {enc.name(self.who)} lies at {enc.board.name(self.pos)}"


class Loaded(About):
    """A crossbow was shot, or is ready again."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = ACT

    def __init__(self, who: str, weapon: str, loaded: bool) -> None:
        self.who = who
        self.weapon = weapon
        self.loaded = loaded

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        others = [id for id in one.empty if id != self.weapon]
        one.empty = others if self.loaded else [*others, self.weapon]

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} has reloaded" if self.loaded else ""


def at_hand(one: Fighter) -> list[Weapon]:
    """10.1: the weapon in hand, natural weapons, and bare hands."""
    found: list[Weapon] = []
    if one.weapon is not None:
        found.append(one.weapon)
    for weapon in one.carried:
        if weapon.natural:
            found.append(weapon)
    found.append(one.content.weapons[UNARMED])
    return found


def weapon_for(one: Fighter, name: str) -> Weapon | None:
    """10.1: the weapon a command means: the one named, else the first at hand; None if it is not at hand."""
    ready = at_hand(one)
    if not name:
        return ready[0]
    for weapon in ready:
        if weapon.id == name:
            return weapon
    return None


def bars_weapon(one: Fighter, name: str) -> list[Reason]:
    """10.1: only what is in hand strikes."""
    if weapon_for(one, name) is None:
        return [Reason("10.1", f"{name} is not in hand", "draw it first", "draw")]
    return []


def two_handed(one: Fighter, weapon: Weapon) -> bool:
    """10.5: both hands are on it when no shield is on the arm and the weapon knows that grip."""
    return one.shield is None and weapon.min_two > 0


def bars_hands(one: Fighter, weapon: Weapon) -> list[Reason]:
    """10.5: a weapon for two hands cannot be used with a shield on the arm."""
    if one.shield is not None and weapon.hands > 1:
        return [Reason("10.5", f"{weapon.name} needs both hands", "put the shield away", "draw")]
    return []


def weapon_shortfall(one: Fighter, weapon: Weapon) -> int:
    """10.4, 10.5: by how much Brawn falls short of the weapon's minimum in the grip used."""
    return shortfall(one, weapon.min_two if two_handed(one, weapon) else weapon.min_one)


def shield_shortfall(one: Fighter) -> int:
    """10.12: by how much Brawn falls short of the shield's minimum."""
    return shortfall(one, one.shield.min) if one.shield is not None else 0


def training(one: Fighter, weapon: Weapon) -> int:
    """10.6: the best level in any of the weapon's categories."""
    best = 0
    for category in weapon.categories:
        best = max(best, one.creature.training.get(category, 0))
    return best


def gear_attack(one: Fighter, weapon: Weapon, target: Fighter) -> Tally:
    """10.4, 10.6, 10.12, 14.7: what training and gear do to an attack roll."""
    tally = Tally()
    tally.add("training", training(one, weapon), "10.6")
    tally.add(weapon.name, weapon.attack, "14.7")
    if weapon.bane and weapon.bane in target.creature.tags:
        tally.add(f"bane of {weapon.bane}", weapon.bane_bonus, "14.7")
    tally.add("weapon too heavy", -weapon_shortfall(one, weapon), "10.4")
    tally.add("shield too heavy", -shield_shortfall(one), "10.12")
    return tally


def gear_damage(one: Fighter, weapon: Weapon, target: Fighter) -> Tally:
    """10.4, 14.7: what gear does to damage."""
    tally = Tally()
    tally.add(weapon.name, weapon.damage_plus, "14.7")
    if weapon.bane and weapon.bane in target.creature.tags:
        tally.add(f"bane of {weapon.bane}", weapon.bane_bonus, "14.7")
    tally.add("weapon too heavy", -weapon_shortfall(one, weapon), "10.4")
    return tally


def defense_tally(one: Fighter) -> Tally:
    """10.11, 9.4: the Defense adjustment on the marker: shield, worn things and conditions."""
    tally = Tally()
    if one.shield is not None:
        tally.add(one.shield.name, one.shield.defense, "10.11")
    return adjust(tally, one, "defense")


def armour_reduction(one: Fighter) -> int:
    """10.7: what armour takes off every damage."""
    return one.armour.reduction if one.armour is not None else 0


def bypass_margin(enc: Encounter, one: Fighter) -> int:
    """10.9, 10.10: the margin that gets past armour: 4, or 7 with a full helm; 0 where there is nothing to get past."""
    if armour_reduction(one) == 0 or not options(enc).armour_bypass:
        return 0
    return 7 if one.helm else 4


class Draw(CrisisAction):
    """10.2: taking in hand, swapping or putting away for 1 AP."""

    def things(self) -> str:
        return "a weapon or shield"

    def known(self, enc: Encounter) -> list[str]:
        return [*content_of(enc).weapons, *content_of(enc).shields]

    def names(self, here: Standing) -> list[str]:
        return at_belt(here)

    def left(self, here: Standing) -> Choice | None:
        return Crossed(here.one.id, self.verb, NOTHING, at_belt(here))

    def bars_own(self, here: Standing) -> list[Reason]:
        return [] if at_belt(here) else [Reason("10.2", f"{here.one.name} carries nothing to draw")]

    def bars_thing(self, here: Standing, thing: str) -> list[Reason]:
        """10.2: only what one carries."""
        if thing in at_belt(here):
            return []
        return [Reason("10.2", f"{here.one.name} does not carry {thing_name(here.one.content, thing)}")]

    def perform(self, table: Table, command: Command) -> None:
        pay(table, command.who, self.price(table.enc, command), f"draw {command.thing}")
        ready(table, command.who, command.thing)


def at_belt(here: Standing) -> list[str]:
    """What can be drawn or put away, found once a state."""
    if here.drawable is None:
        here.drawable = drawable(here.one)
    return here.drawable


def drawable(one: Fighter) -> list[str]:
    """10.2: everything carried, in hand or on the arm that is not part of the body."""
    weapons = [weapon.id for weapon in one.weapons() if not weapon.natural]
    return list(dict.fromkeys(weapons + [shield.id for shield in one.shields()]))


def ready(table: Table, who: str, thing: str) -> None:
    """10.2: into the hand, or away if it is there already."""
    one = fighter(table.enc, who)
    weapon = one.weapon.id if one.weapon is not None else ""
    shield = one.shield.id if one.shield is not None else ""
    if thing in content_of(table.enc).shields:
        shield = "" if shield == thing else thing
    elif thing in drawable(one):
        weapon = "" if weapon == thing else thing
    table.emit(Readied(who, weapon, shield))


class PickUp(CrisisAction):
    """10.3: taking something from the ground for 1 AP."""

    def names(self, here: Standing) -> list[str]:
        return list(dict.fromkeys([lying.thing for lying in crisis(here.enc).ground]))

    def possible(self, here: Standing) -> bool:
        return bool([lying for lying in crisis(here.enc).ground if within_grasp(here.enc, here.one, lying)])

    def bars_own(self, here: Standing) -> list[Reason]:
        return [] if crisis(here.enc).ground else [Reason("10.3", "nothing lies on the ground")]

    def bars_thing(self, here: Standing, thing: str) -> list[Reason]:
        return bars_pick_up(here.enc, here.one, thing)

    def perform(self, table: Table, command: Command) -> None:
        pay(table, command.who, self.price(table.enc, command), f"pick up {command.thing}")
        square = lying_near(table.enc, fighter(table.enc, command.who), command.thing)
        if square >= 0:
            table.emit(PickedUp(command.who, command.thing, square))
            if command.thing in content_of(table.enc).weapons:
                shield = fighter(table.enc, command.who).shield
                table.emit(Readied(command.who, command.thing, shield.id if shield is not None else ""))


def lying_near(enc: Encounter, one: Fighter, thing: str) -> int:
    """10.3: the square, own or neighbouring, where such a thing lies; -1 if there is none."""
    for lying in crisis(enc).ground:
        if lying.thing == thing and within_grasp(enc, one, lying):
            return lying.pos
    return -1


def within_grasp(enc: Encounter, one: Fighter, lying: Dropped) -> bool:
    """10.3: in one's own or a neighbouring square."""
    return enc.board.in_reach(one.pos, one.size, lying.pos, 1, 1)


def bars_pick_up(enc: Encounter, one: Fighter, thing: str) -> list[Reason]:
    """10.3: only what lies in one's own or a neighbouring square."""
    if lying_near(enc, one, thing) >= 0:
        return []
    name = thing_name(content_of(enc), thing)
    places = [enc.board.name(lying.pos) for lying in crisis(enc).ground if lying.thing == thing]
    if not places:
        return [Reason("10.3", f"no {name} lies on the ground")]
    where = " and ".join(places)
    return [Reason("10.3", f"{name} lies at {where}, not within reach", f"step next to {' or '.join(places)}", "path")]
