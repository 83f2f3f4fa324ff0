"""Section 13: weapons in hand, drawing, reloading, and things that are used."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Choice, Command, Encounter, Invalid, Reason, Table
from fracas.engine.events import ACT, SUBJECT, About
from fracas.engine.purpose import READY
from fracas.rulesets.crisis_3d6.action_points import CrisisAction, bars_points
from fracas.rulesets.crisis_3d6.characters import PerkUsed
from fracas.rulesets.crisis_3d6.conditions import gain, lift, stun
from fracas.rulesets.crisis_3d6.damage import DYING, restore_endurance, restore_health
from fracas.rulesets.crisis_3d6.people import UNARMED, Between, Person, content_of, person, thing_name
from fracas.rulesets.crisis_3d6.profiles import Item, Weapon
from fracas.rulesets.crisis_3d6.situation import RESPITE, behind_wall, gap, sees, situation
from fracas.rulesets.crisis_3d6.unseen import show_oneself

SIMPLE: Final = ("simple-strike", "simple-shot")


def weapons_at_hand(one: Person) -> list[Weapon]:
    """8.6, 13.1: the one in hand, those of the body, and bare hands unless the body has something better."""
    own = one.naturals()
    bare = True
    for weapon in own:
        bare = bare and not weapon.melee
    if bare:
        own.append(one.content.weapons[UNARMED])
    return [one.weapon, *own] if one.weapon is not None else own


def weapon_for(one: Person, thing: str) -> Weapon | None:
    """8.6: the weapon of this name at hand; without a name the first."""
    held = one.weapon
    if held is not None and (not thing or thing == typed(held)):
        return held
    for weapon in weapons_at_hand(one):
        if not thing or thing == typed(weapon):
            return weapon
    return None


def typed(weapon: Weapon) -> str:
    """A weapon as people type it: a simple attack without its level."""
    return weapon.id.rpartition("-")[0] if weapon.simple else weapon.id


class WeaponAction(CrisisAction):
    """Something done with a weapon that may be named."""

    def knows(self, enc: Encounter, thing: str) -> bool:
        return thing in content_of(enc).weapons or thing in SIMPLE

    def things(self) -> str:
        return "a weapon"

    def bars_price(self, enc: Encounter, one: Person) -> list[Reason]:
        """The price depends on the weapon, so it is judged with the pick."""
        return []


class Draw(WeaponAction):
    """Another weapon into the hand, the one held put away."""

    def ap(self, enc: Encounter, command: Command) -> int:
        """4.9, 13.2, 13.3: 1 point; nothing for a hand weapon with the perk Gunslinger."""
        one = person(enc, command.who)
        weapon = one.content.weapons.get(command.thing)
        return 0 if weapon is not None and weapon.hand and one.has_perk("gunslinger") else 1

    def cost(self, enc: Encounter, command: Command) -> str:
        if command.thing:
            return super().cost(enc, command)
        prices = {self.price(enc, each) for each in self.candidates(enc, command.who)}
        return " or ".join([str(price) for price in sorted(prices or {1})]) + " AP"

    def names(self, enc: Encounter, one: Person) -> list[str]:
        return list(dict.fromkeys([weapon.id for weapon in one.carried]))

    def bars_thing(self, enc: Encounter, one: Person, thing: str) -> list[Reason]:
        """13.2: only what one carries and does not hold already."""
        reasons = bars_points(one, self.price(enc, Command(one.id, self.verb, thing=thing)))
        if thing not in [weapon.id for weapon in one.carried]:
            reasons.append(Reason("13.2", f"{one.name} carries no {thing_name(enc, thing)} to draw"))
        return reasons

    def bars_choice(self, enc: Encounter, who: str) -> list[Reason]:
        return [Reason("13.2", f"{enc.name(who)} carries no other weapon")]

    def act(self, table: Table, command: Command) -> None:
        """13.2: drawn."""
        if not self.ap(table.enc, command):
            table.emit(PerkUsed(command.who, "gunslinger"))
        table.emit(Drawn(command.who, command.thing))


class Reload(CrisisAction):
    """13.4: a full magazine into the weapon in hand."""

    purpose = READY

    def ap(self, enc: Encounter, command: Command) -> int:
        return self.usual(person(enc, command.who))

    def usual(self, one: Person) -> int:
        """13.4: what the weapon says."""
        return one.weapon.rel if one.weapon is not None else 0

    def name_of(self, enc: Encounter, command: Command) -> str:
        weapon = person(enc, command.who).weapon
        return f"reload {weapon.id}" if weapon is not None else "reload"

    def possible(self, enc: Encounter, one: Person) -> bool:
        weapon = one.weapon
        return weapon is not None and one.loaded.get(weapon.id, 0) < weapon.cap

    def bars_here(self, enc: Encounter, one: Person) -> list[Reason]:
        """13.5, 13.6: a weapon with a magazine, not full, and a magazine to put in."""
        weapon = one.weapon
        if weapon is None or not weapon.cap:
            remedy = "draw a weapon that shoots" if [other for other in one.carried if other.cap] else ""
            return [Reason("13.5", f"{one.name} has nothing in hand to reload", remedy, "draw")]
        reasons: list[Reason] = []
        if one.loaded.get(weapon.id, 0) >= weapon.cap:
            reasons.append(Reason("13.5", f"{weapon.name} is loaded"))
        if one.spare.get(weapon.id, 1) <= 0:
            empty = f"{one.name} has no magazine left for {weapon.name}"
            reasons.append(Reason("13.6", empty, "draw another weapon", "draw"))
        return reasons

    def act(self, table: Table, command: Command) -> None:
        """13.4: loaded."""
        weapon = person(table.enc, command.who).weapon
        if weapon is not None and weapon.cap:
            table.emit(Reloaded(command.who, weapon.id))


class Use(CrisisAction):
    """A thing used on oneself or on somebody."""

    def special(self, enc: Encounter, command: Command) -> bool:
        """It is gone afterwards."""
        return True

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        if len(command.targets) > 1:
            raise Invalid("command", "targets", list(command.targets), "at most one target")

    def knows(self, enc: Encounter, thing: str) -> bool:
        return thing in content_of(enc).items

    def things(self) -> str:
        return "an item"

    def ap(self, enc: Encounter, command: Command) -> int:
        """13.7, 4.10: 2 points, or what the thing says."""
        item = content_of(enc).items.get(command.thing)
        return item.ap if item is not None else 2

    def cost(self, enc: Encounter, command: Command) -> str:
        return super().cost(enc, command) if command.thing or enc.flow.phase == RESPITE else "AP as the item says"

    def bars_price(self, enc: Encounter, one: Person) -> list[Reason]:
        return []

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        one = person(enc, who)
        alive = [other for other in situation(enc).people if other.alive] if one.items else []
        return [
            Command(who, self.verb, (other.id,) if other is not one else (), item.id)
            for item in dict.fromkeys(one.items)
            for other in [other for other in alive if suits(item, one, other)] or [one]
        ]

    def left(self, enc: Encounter, one: Person) -> Choice | None:
        return self.judged(enc, one)

    def carries(self, enc: Encounter, command: Command) -> int:
        return content_of(enc).items[command.thing].range if command.thing else 0

    def bars_choice(self, enc: Encounter, who: str) -> list[Reason]:
        return [Reason("13.7", f"{enc.name(who)} carries nothing to use")]

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        """13.7, 13.10, 13.13: at hand, of use, and for the right person."""
        one = person(enc, command.who)
        target = person(enc, command.target or command.who)
        item = content_of(enc).items[command.thing]
        reasons = bars_points(one, self.price(enc, command))
        if item not in one.items:
            reasons.append(Reason("13.7", f"{one.name} has no {item.name}"))
        if item.effect == "asset":
            reasons.append(Reason("13.13", f"{item.name} count by being there, for first aid and treatment"))
        elif not suits(item, one, target) or not target.alive:
            reasons.append(Reason("13.10", f"{item.name} is not for {target.name}"))
        return reasons + bars_distance(enc, one, target, item)

    def act(self, table: Table, command: Command) -> None:
        """6.8, 13.7, 13.8, 15.4: what the thing does; used on an enemy it gives one away."""
        target = command.target or command.who
        item = content_of(table.enc).items[command.thing]
        if item not in person(table.enc, command.who).items or not person(table.enc, target).alive:
            return
        if person(table.enc, target).side != person(table.enc, command.who).side:
            show_oneself(table, command.who)
        table.emit(ItemUsed(command.who, item.id, target))
        take_effect(table, command.who, target, item)


def bars_distance(enc: Encounter, one: Person, target: Person, item: Item) -> list[Reason]:
    """13.11: in sight and within range; between fights there is time to go to a friend."""
    if target is one or (target.side == one.side and enc.flow.phase == RESPITE):
        return []
    hidden = target.side != one.side and target.hidden_from(one)
    if hidden or not sees(enc, one, target):
        return [Reason("13.11", f"{one.name} does not see {target.name}")]
    apart = gap(enc, one, target)
    far = f"{target.name} is {apart} squares away, {item.name} reaches {item.range}"
    if apart <= item.range and (item.range > 1 or not behind_wall(enc, one, target, item.range)):
        return []
    return [Reason("13.11", far, "move closer", "path")]


def suits(item: Item, one: Person, other: Person) -> bool:
    """13.10: for oneself, for one's own side, for enemies, or for anybody."""
    if item.target == "self":
        return other is one
    return item.target == "any" or (item.target == "ally") == (other.side == one.side)


def take_effect(table: Table, who: str, target: str, item: Item) -> None:
    """12.1, 12.7, 13.9: Endurance or Health back, drink and its cure, a blow to the senses, or a dressing."""
    if item.effect == "endurance":
        restore_endurance(table, target, item.amount, item.name)
    elif item.effect == "health":
        restore_health(table, target, item.amount, item.name)
    elif item.effect == "drunk":
        gain(table, target, "drunk", who)
    elif item.effect == "sober":
        lift(table, target, "drunk", item.name)
    elif item.effect == "stun":
        stun(table, target, who)
    elif item.effect == "kit":
        lift(table, target, DYING, item.name)


class Drawn(About):
    """Another weapon is in hand."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = ACT

    def __init__(self, who: str, weapon: str) -> None:
        self.who = who
        self.weapon = weapon

    def apply(self, enc: Encounter) -> None:
        person(enc, self.who).take_in_hand(self.weapon)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} draws {content_of(enc).weapons[self.weapon].name.lower()}"


class Reloaded(Drawn):
    """A weapon is loaded again."""

    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        """13.4, 13.6: a fresh magazine, one less in the pocket where they are counted."""
        one = person(enc, self.who)
        one.loaded[self.weapon] = content_of(enc).weapons[self.weapon].cap
        if self.weapon in one.spare:
            one.spare[self.weapon] = max(one.spare[self.weapon] - 1, 0)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} has reloaded {content_of(enc).weapons[self.weapon].name.lower()}"


class ItemUsed(Between):
    """A thing was used on somebody; the last use of it uses it up."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = ACT

    def __init__(self, who: str, item: str, target: str) -> None:
        self.who = who
        self.item = item
        self.target = target

    def apply(self, enc: Encounter) -> None:
        """13.8: so many uses, then it is gone."""
        one = person(enc, self.who)
        found = content_of(enc).items[self.item]
        if not found.uses:
            return
        used = one.used.pop(self.item, 0) + 1
        if used < found.uses:
            one.used[self.item] = used
        elif found in one.items:
            one.items.remove(found)

    def say(self, enc: Encounter) -> str:
        on = "" if self.target == self.who else f" on {enc.name(self.target)}"
        return f"{enc.name(self.who)} uses {content_of(enc).items[self.item].name.lower()}{on}"
