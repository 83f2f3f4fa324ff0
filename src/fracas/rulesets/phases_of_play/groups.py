"""Sections 4.2 to 4.5, 4.14 and 4.16: NPC groups, their places in the order, and going later by an option."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Action, Command, Encounter, Invalid, Reason, Slot, Table
from fracas.engine.events import BOOKS, NEWS, PUBLIC, SUBJECT, About, Event
from fracas.engine.flow import slot_from_json
from fracas.engine.purpose import IDLE
from fracas.rulesets.phases_of_play.acting import GmAction, PlayAction
from fracas.rulesets.phases_of_play.being import Being, being, beings, phases
from fracas.rulesets.phases_of_play.options import options

NPC: Final = "npc"
PC: Final = "pc"
ARRANGED: Final = 1
"""The value of a place whose group was arranged in the middle of this round."""


class Grouped(Event):
    """The NPC groups, the highest Edge first."""

    IDS: ClassVar[tuple[str, ...]] = ("groups.*!",)
    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = NEWS

    def __init__(self, groups: list[list[str]]) -> None:
        self.groups = groups

    def apply(self, enc: Encounter) -> None:
        phases(enc).groups = [group[:] for group in self.groups]

    def say(self, enc: Encounter) -> str:
        return "Groups: " + " / ".join([", ".join([enc.name(who) for who in group]) for group in self.groups])


class OrderChanged(Event):
    """The order of turns is another one now, in the middle of a round."""

    IDS: ClassVar[tuple[str, ...]] = ("order.*.who!",)
    SLOTS: ClassVar[tuple[str, ...]] = ("at",)
    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = NEWS

    def __init__(self, order: list[dict[str, object]], at: int) -> None:
        self.order = order
        self.at = at

    def apply(self, enc: Encounter) -> None:
        enc.flow.order = [slot_from_json(slot) for slot in self.order]
        enc.flow.at = self.at

    def say(self, enc: Encounter) -> str:
        return "The order of turns changes"


def has_place(one: Being) -> bool:
    """4.17: the dead, the downed and those who left lose their place; the unconscious keep it."""
    return not one.out and one.status not in ("dead", "down")


def grouped(enc: Encounter) -> list[list[str]]:
    """4.2, 4.3: NPCs of equal Edge form a group, the highest Edge first."""
    npcs = [one for one in beings(enc) if one.taking_part and has_place(one) and not one.pc]
    groups: list[list[str]] = []
    for edge in sorted({one.numbers["edge"] for one in npcs}, reverse=True):
        groups.append([one.id for one in npcs if one.numbers["edge"] == edge])
    return groups


class Split(GmAction):
    """4.4, 4.5: the GM takes some members out of a group."""

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        if not command.targets:
            raise Invalid("command", "targets", [], "the members who leave their group")

    def bars_details(self, enc: Encounter, command: Command) -> list[Reason]:
        for group in phases(enc).groups:
            inside = [who for who in command.targets if who in group]
            if inside:
                if len(inside) == len(command.targets) and len(inside) < len(group):
                    return []
                return [Reason("4.5", "only some members of one group can be taken out of it")]
        return [Reason("4.5", f"{enc.name(command.target)} is in no group")]

    def commands(self, enc: Encounter) -> list[Command]:
        return [self.command([who]) for group in phases(enc).groups if len(group) > 1 for who in group]

    def perform(self, table: Table, command: Command) -> None:
        groups: list[list[str]] = []
        for group in phases(table.enc).groups:
            leaving = [who for who in group if who in command.targets]
            if leaving and len(leaving) < len(group):
                groups.extend([[who for who in group if who not in leaving], leaving])
            else:
                groups.append(group)
        table.emit(Grouped(groups))


class Arrange(GmAction):
    """4.13, 4.14: the GM orders the members of a group."""

    def arrangements(self, enc: Encounter) -> list[Command]:
        """Groups of several, each with all its members."""
        return [self.command(group) for group in self.groups(enc)] if enc.flow.phase in ("setup", "main") else []

    def bars_details(self, enc: Encounter, command: Command) -> list[Reason]:
        if sorted(command.targets) in [sorted(group) for group in self.groups(enc)]:
            return []
        return [Reason("4.14", "a group of two or more is arranged with all its members")]

    def commands(self, enc: Encounter) -> list[Command]:
        return [self.command(group[1:] + group[:1]) for group in self.groups(enc)]

    def groups(self, enc: Encounter) -> list[list[str]]:
        """4.14: one left alone stands in no order."""
        groups = [still_in(enc, group) for group in phases(enc).groups]
        return [group for group in groups if len(group) > 1]

    def perform(self, table: Table, command: Command) -> None:
        wanted = list(command.targets)
        groups: list[list[str]] = []
        for group in phases(table.enc).groups:
            if [who for who in group if who in wanted]:
                wanted = wanted + [who for who in group if who not in wanted]
                groups.append(wanted)
            else:
                groups.append(group)
        table.emit(Grouped(groups))
        if table.enc.flow.phase == "main":
            reorder(table, wanted)


def still_in(enc: Encounter, group: list[str]) -> list[str]:
    """4.14, 4.17: the members of a group who have a place."""
    return [who for who in group if has_place(being(enc, who))]


def reorder(table: Table, wanted: list[str]) -> None:
    """4.14: those of a group who are still to come stand in their new order at once, the others from the next round on.

    Until then their places are marked by `ARRANGED`.
    """
    flow = table.enc.flow
    places = [index for index, slot in enumerate(flow.order) if slot.who[0] in wanted and index > flow.at]
    left = [who for who in wanted if who in [flow.order[index].who[0] for index in places]]
    slots = [slot.to_json() for slot in flow.order]
    for index, who in zip(places, left, strict=True):
        slots[index] = {**slots[index], "who": [who]}
    for index, slot in enumerate(flow.order):
        if slot.who[0] in wanted:
            slots[index] = {**slots[index], "value": ARRANGED}
    table.emit(OrderChanged(slots, flow.at))


def next_order(enc: Encounter) -> list[Slot]:
    """4.14, 6.1: the same places for another round; in those of an arranged group its members stand as arranged."""
    slots = [Slot(slot.who, slot.kind) for slot in enc.flow.order]
    for group in phases(enc).groups:
        places: list[int] = []
        for index, slot in enumerate(enc.flow.order):
            if slot.value == ARRANGED and slot.who[0] in group:
                places.append(index)
        inside = [slots[index].who[0] for index in places]
        left = [who for who in group if who in inside]
        for index, who in zip(places, left, strict=True):
            slots[index] = Slot([who], slots[index].kind)
    return slots


# ---------------------------------------------------------------- delaying


class TurnDelayed(About):
    """A turn that has begun goes on later in this round."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = NEWS

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.in_turn, one.delayed = False, True

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} goes later"


class TurnTaken(About):
    """A delayed turn goes on now."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.in_turn, one.delayed = True, False


class TurnUsed(About):
    """Something was done on this turn, which can no longer be delayed."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).acted = True


class Delay(PlayAction):
    """4.16: under the option, going later in this round, right after somebody else."""

    purpose = IDLE

    PHASES: ClassVar[tuple[str, ...]] = ("main",)

    def possible(self, enc: Encounter, who: str) -> bool:
        return options(enc).delaying

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        if not options(enc).delaying:
            return [Reason("4.16", "nobody delays a turn")]
        if enc.flow.phase != "main":
            return [Reason("1.4", "there are no turns in this phase")]
        return [Reason("4.16", f"{one.name} has done something on this turn already")] if one.acted else []

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        if enc.flow.phase != "main" or command.target in still_to_come(enc):
            return []
        return [Reason("4.16", f"{enc.name(command.target)} has no turn still to come in this round")]

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        return [Command(one.id, self.verb, (who,)) for who in still_to_come(enc)]

    def act(self, table: Table, command: Command) -> None:
        flow = table.enc.flow
        later = [index for index, slot in enumerate(flow.order) if command.target in slot.who and index > flow.at]
        if command.who not in flow.active or not later:
            return
        slots = [slot.to_json() for slot in flow.order]
        slots.insert(later[-1], {**slots.pop(flow.at), "value": 0})
        table.emit(TurnDelayed(command.who))
        table.emit(OrderChanged(slots, flow.at - 1))


def note_deed(table: Table, who: str) -> None:
    """4.16: whoever has done anything on the turn cannot delay it any more."""
    if who in table.enc.combatants and being(table.enc, who).in_turn and not being(table.enc, who).acted:
        table.emit(TurnUsed(who))


def still_to_come(enc: Encounter) -> list[str]:
    """4.16: those whose places come later in this round."""
    later = enc.flow.order[enc.flow.at + 1 :]
    return [who for slot in later if not slot.done for who in slot.who if has_place(being(enc, who))]


ACTIONS: Final[list[Action]] = [
    Delay("delay", "Go later", "4.16", "target"),
    Split("split", "Divide a group", "4.4", "targets", ("setup",)),
    Arrange("arrange", "Order the members of a group", "4.14", "targets", ("setup", "main"), idle=True),
]
