"""Section 4.16: going later in the round, by an option."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.action import Action
from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.event import SUBJECT, Event
from fracas.engine.events import About
from fracas.engine.purpose import IDLE
from fracas.engine.reason import Reason
from fracas.engine.table import Table
from fracas.rulesets.phases_of_play.acting import PlayAction
from fracas.rulesets.phases_of_play.being import Being, being
from fracas.rulesets.phases_of_play.groups import OrderChanged, has_place
from fracas.rulesets.phases_of_play.options import options


class TurnDelayed(About):
    """A turn that has begun goes on later in this round."""

    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.in_turn, one.delayed = False, True

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} goes later"


class TurnTaken(About):
    """A delayed turn goes on now."""

    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.in_turn, one.delayed = True, False


class TurnUsed(About):
    """Something was done on this turn, which can no longer be delayed."""

    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).acted = True


class Delay(PlayAction):
    """4.16: under the option, going later in this round, right after somebody else."""

    purpose = IDLE

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        if not options(enc).delaying:
            return [Reason("4.16", "nobody delays a turn")]
        if enc.flow.phase != "main":
            return [Reason("1.4", "there are no turns in this phase")]
        if one.acted:
            return [Reason("4.16", f"{one.name} has done something on this turn already")]
        return []

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


ACTIONS: Final[list[Action]] = [Delay("delay", "Go later", "4.16", "target")]
EVENTS: Final[list[type[Event]]] = [TurnDelayed, TurnTaken, TurnUsed]
