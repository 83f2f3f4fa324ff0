"""Section 14: potions, scrolls and worn things."""

from __future__ import annotations

from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.reason import Reason
from fracas.engine.roll import Roll
from fracas.engine.table import Table
from fracas.rulesets.crisis_mode.action_points import CrisisAction, Price, bars_condition, pay
from fracas.rulesets.crisis_mode.checks import damage_dice
from fracas.rulesets.crisis_mode.conditions import inflict, lift
from fracas.rulesets.crisis_mode.events import ItemUsed
from fracas.rulesets.crisis_mode.fighter import Fighter, content_of, fighter
from fracas.rulesets.crisis_mode.injury import heal
from fracas.rulesets.crisis_mode.magic import aims, bars_aim, check_aim, other_squares
from fracas.rulesets.crisis_mode.profiles import Item
from fracas.rulesets.crisis_mode.spells import give_mana, work


def item_of(enc: Encounter, command: Command) -> Item:
    """The item a command names, or `Invalid`."""
    found = content_of(enc).items.get(command.thing)
    if found is None:
        raise Invalid("command", "thing", command.thing, "an item")
    return found


def carried(one: Fighter, kind: str) -> list[Item]:
    """Each different item of a kind that is carried, once."""
    found: list[Item] = []
    for item in one.items:
        if item.kind == kind and item not in found:
            found.append(item)
    return found


def item_price(enc: Encounter, command: Command) -> Price:
    """What using the item costs that a command names; without one, the usual price."""
    if not command.thing:
        return Price(3, True)
    item = item_of(enc, command)
    return Price(item.ap, item.or_only)


class Drink(CrisisAction):
    """14.1: a potion works on the drinker at once and is gone."""

    def __init__(self) -> None:
        super().__init__("drink", "Drink a potion", "14.1", "thing")
        self.priced_by_pick = True

    def price(self, enc: Encounter, command: Command) -> Price:
        return item_price(enc, command)

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        item_of(enc, command)

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        return [Command(who, self.verb, thing=item.id) for item in carried(fighter(enc, who), "potion")]

    def bars_in_turn(self, enc: Encounter, one: Fighter) -> list[Reason]:
        none = [] if carried(one, "potion") else [Reason("14.1", f"{one.name} carries no potion")]
        return super().bars_in_turn(enc, one) + none

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        reasons = bars_potion(fighter(enc, command.who), item_of(enc, command))
        return reasons or super().bars_pick(enc, command)

    def perform(self, table: Table, command: Command) -> None:
        item = item_of(table.enc, command)
        pay(table, command.who, self.price(table.enc, command), f"drink {item.name}")
        table.emit(ItemUsed(command.who, item.id, item.consumed))
        swallow(table, command.who, item)


def bars_potion(one: Fighter, item: Item) -> list[Reason]:
    """14.1: a potion in one's possession."""
    if item.kind != "potion" or item not in one.items:
        return [Reason("14.1", f"{one.name} has no potion called {item.name}")]
    return []


def swallow(table: Table, who: str, item: Item) -> None:
    """14.1, 14.2: healing, mana, cures and conditions that last."""
    if item.heal:
        heal(table, who, table.roll(Roll(who, damage_dice(table.enc, item.heal), item.name)), item.name)
    if item.mana:
        give_mana(table, who, item.mana, item.name)
    for name in item.cures:
        lift(table, who, name, item.name)
    for one in item.inflicts:
        inflict(table, who, one, who)


class Read(CrisisAction):
    """14.3: a scroll casts its spell with the reader's own check."""

    def __init__(self) -> None:
        super().__init__("read", "Read a scroll", "14.3", "thing target? square?")
        self.priced_by_pick = True

    def price(self, enc: Encounter, command: Command) -> Price:
        return item_price(enc, command)

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        spell = item_of(enc, command).spell
        if spell is not None:
            check_aim(command, spell)

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        commands: list[Command] = []
        for item in carried(fighter(enc, who), "scroll"):
            if item.spell is not None:
                commands.extend(aims(enc, who, self.verb, item.id, item.spell))
        return commands

    def elsewhere(self, enc: Encounter, who: str) -> list[Command]:
        found: list[Command] = []
        for item in carried(fighter(enc, who), "scroll"):
            if item.spell is not None:
                found.extend(other_squares(enc, self, who, item.id, item.spell))
        return found

    def bars_in_turn(self, enc: Encounter, one: Fighter) -> list[Reason]:
        none = [] if carried(one, "scroll") else [Reason("14.3", f"{one.name} carries no scroll")]
        held = bars_condition(one, "no_spell") + bars_condition(one, "no_voice")
        return super().bars_in_turn(enc, one) + held + none

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        one, item = fighter(enc, command.who), item_of(enc, command)
        reasons = bars_scroll(one, item)
        if reasons or item.spell is None:
            return reasons
        return super().bars_pick(enc, command) + bars_aim(enc, one, item.spell, command)

    def perform(self, table: Table, command: Command) -> None:
        item = item_of(table.enc, command)
        pay(table, command.who, self.price(table.enc, command), f"read {item.name}")
        table.emit(ItemUsed(command.who, item.id, item.consumed))
        if item.spell is not None:
            work(table, command, item.spell)


def bars_scroll(one: Fighter, item: Item) -> list[Reason]:
    """14.3: a scroll in one's possession."""
    if item.kind != "scroll" or item not in one.items:
        return [Reason("14.3", f"{one.name} has no scroll called {item.name}")]
    return []
