"""Section 14: potions, scrolls and worn things."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Choice, Command, Encounter, Reason, Roll, Table
from fracas.engine.events import ACT, SUBJECT, About
from fracas.engine.offer import Crossed
from fracas.engine.purpose import HELP
from fracas.rulesets.crisis_mode.action_points import NOTHING, bars_held, bars_price, pay
from fracas.rulesets.crisis_mode.checks import damage_dice
from fracas.rulesets.crisis_mode.conditions import inflict, lift
from fracas.rulesets.crisis_mode.fighter import Fighter, content_of, fighter, without
from fracas.rulesets.crisis_mode.injury import heal
from fracas.rulesets.crisis_mode.magic import SpellAction
from fracas.rulesets.crisis_mode.profiles import Item, Price, Spell
from fracas.rulesets.crisis_mode.situation import Standing, standing
from fracas.rulesets.crisis_mode.spells import give_mana, work


class ItemUsed(About):
    """A potion was drunk or a scroll read; one that is used up is gone."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = ACT

    def __init__(self, who: str, item: str, consumed: bool) -> None:
        self.who = who
        self.item = item
        self.consumed = consumed

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        if self.consumed:
            one.items = without(one.items, self.item)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} uses {content_of(enc).items[self.item].name}"


class UseItem(SpellAction):
    """14.1, 14.3: a potion or a scroll out of the pack, at the price of its card."""

    def __init__(self, verb: str, title: str, paragraph: str, shape: str, kind: str) -> None:
        super().__init__(verb, title, paragraph, Price(3, True), shape, by_pick=True)
        self.kind = kind

    def things(self) -> str:
        return "an item"

    def known(self, enc: Encounter) -> list[str]:
        return list(content_of(enc).items)

    def item(self, enc: Encounter, command: Command) -> Item:
        return content_of(enc).items[command.thing]

    def price(self, enc: Encounter, command: Command) -> Price:
        return self.item(enc, command).price if command.thing else self.usual

    def carried(self, one: Fighter) -> list[Item]:
        """Each different item of this kind that is carried, once."""
        return list(dict.fromkeys([item for item in one.items if item.kind == self.kind]))

    def possible(self, here: Standing) -> bool:
        return bool(here.one.items) and bool(self.carried(here.one))

    def bars_own(self, here: Standing) -> list[Reason]:
        one = here.one
        return [] if self.carried(one) else [Reason(self.paragraph, f"{one.name} carries no {self.kind}")]

    def bars_thing(self, here: Standing, thing: str) -> list[Reason]:
        one, item = here.one, here.one.content.items[thing]
        if item not in self.carried(one):
            return [Reason(self.paragraph, f"{one.name} has no {self.kind} called {item.name}")]
        return bars_price(here, item.price)

    def perform(self, table: Table, command: Command) -> None:
        item = self.item(table.enc, command)
        pay(table, command.who, item.price, f"{self.verb} {item.name}")
        table.emit(ItemUsed(command.who, item.id, item.consumed))
        self.use(table, command, item)

    def use(self, table: Table, command: Command, item: Item) -> None:
        """What comes of it."""
        raise NotImplementedError


class Drink(UseItem):
    """A potion works on the drinker at once and is gone."""

    purpose = HELP

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        return [Command(who, self.verb, thing=item.id) for item in self.carried(fighter(enc, who))]

    def left(self, here: Standing) -> Choice | None:
        legal = [item.id for item in self.carried(here.one) if not self.bars_thing(here, item.id)]
        return Crossed(here.one.id, self.verb, NOTHING, legal) if legal else None

    def use(self, table: Table, command: Command, item: Item) -> None:
        """14.1, 14.2: healing, mana, cures and conditions that last."""
        who = command.who
        if item.heal:
            heal(table, who, table.roll(Roll(who, damage_dice(table.enc, item.heal), item.name)), item.name)
        if item.mana:
            give_mana(table, who, item.mana, item.name)
        for name in item.cures:
            lift(table, who, name, item.name)
        for inflicted in item.inflicts:
            inflict(table, who, inflicted, who)


class Read(UseItem):
    """14.3: a scroll casts its spell with the reader's own check."""

    def spells(self, one: Fighter) -> list[tuple[str, Spell]]:
        return [(item.id, item.spell) for item in self.carried(one) if item.spell is not None]

    def spell(self, enc: Encounter, thing: str) -> Spell | None:
        return content_of(enc).items[thing].spell

    def barred_as(self) -> str:
        return "spell"

    def bars_own(self, here: Standing) -> list[Reason]:
        return bars_held(here, "voice") + super().bars_own(here)

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        """Of what is not at hand nothing else is judged."""
        here, item = standing(enc, command.who), self.item(enc, command)
        return super().bars_pick(enc, command) if item in self.carried(here.one) else self.bars_thing(here, item.id)

    def use(self, table: Table, command: Command, item: Item) -> None:
        if item.spell is not None:
            work(table, command, item.spell)
