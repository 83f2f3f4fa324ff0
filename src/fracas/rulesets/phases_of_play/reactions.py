"""Section 8: what may be answered at once, by whom, in which order."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Command, Encounter, Reason, Table, Why
from fracas.engine.events import BOOKS, Event
from fracas.engine.fields import SECRET
from fracas.engine.piece import read_piece
from fracas.rulesets.phases_of_play.acting import BeingAction, no_beat, spend
from fracas.rulesets.phases_of_play.being import Being, being, beings, phases
from fracas.rulesets.phases_of_play.conditions import PoolChanged, bars_reaction
from fracas.rulesets.phases_of_play.distances import enemies
from fracas.rulesets.phases_of_play.options import options
from fracas.rulesets.phases_of_play.pieces import Trigger

WINDOW: Final = "reaction"
DEEPEST: Final = 8
MOST_ASKED: Final = 100
"""Reactions to Reactions end somewhere, also where the GM has lifted every rule that ends them."""
ANYWHERE: Final = ("starts", "damage", "hurt")
"""What is answered in Freeplay too."""


class TriggerOpened(Event):
    """Something others may react to is about to happen, or has happened."""

    IDS: ClassVar[tuple[str, ...]] = tuple(["trigger" + path for path in Trigger.IDS])
    SEEN: ClassVar[str] = SECRET
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, trigger: dict[str, object]) -> None:
        self.trigger = trigger

    def apply(self, enc: Encounter) -> None:
        phases(enc).triggers.append(read_piece(Trigger, self.trigger))


class TriggerChanged(TriggerOpened):
    """A reaction changed what it answers: the amount, a hindrance, or that it happens at all."""

    SEEN: ClassVar[str] = SECRET

    def apply(self, enc: Encounter) -> None:
        phases(enc).triggers[-1] = read_piece(Trigger, self.trigger)


class TriggerClosed(Event):
    """What others could react to is settled."""

    SEEN: ClassVar[str] = SECRET
    TELLS: ClassVar[str] = BOOKS

    def apply(self, enc: Encounter) -> None:
        phases(enc).triggers.pop()


class ReactionAction(BeingAction):
    """8.1: something done in answer to a trigger."""

    def __init__(
        self,
        verb: str,
        title: str,
        paragraph: str,
        answers: tuple[str, ...],
        shape: str = "none",
        free: bool = False,
    ) -> None:
        super().__init__(verb, title, paragraph, shape, WINDOW)
        self.answers = answers
        self.is_free = free

    def cost(self, enc: Encounter, command: Command) -> str:
        return "free" if self.is_free or enc.flow.phase != "main" else "1 Beat"

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        one = being(enc, who)
        trigger = phases(enc).trigger
        if trigger is None or trigger.name not in self.answers:
            return [Reason("8.1", "there is nothing to answer in this way")]
        if not one.present:
            return [Reason("8.4", f"{one.name} cannot act any more")]
        reasons = bars_reaction(one, self.is_free)
        if not self.is_free:
            reasons.extend(bars_beats(enc, one, 1))
        if [who, ""] in trigger.reacted:
            reasons.append(Reason("8.2", f"{one.name} has reacted to this already"))
        return reasons + self.bars_trigger(enc, one, trigger)

    def bars_trigger(self, enc: Encounter, one: Being, trigger: Trigger) -> list[Reason]:
        return []

    def promise(self, enc: Encounter, command: Command) -> int:
        """A Beat spent on it is missing on one's own turn."""
        return 1 if self.cost(enc, command) == "free" else 0

    def perform(self, table: Table, command: Command) -> None:
        spend(table, command.who, 0 if self.is_free else 1, self.title)
        self.act(table, command)

    def act(self, table: Table, command: Command) -> None:
        """Do it, once it is paid for."""
        raise NotImplementedError


def foe_behind(enc: Encounter, one: Being, trigger: Trigger) -> Being | None:
    """8.1, 16.9: the enemy who caused what is answered; nobody if it was no enemy."""
    cause = being(enc, trigger.cause) if trigger.cause in enc.combatants else None
    return cause if cause is not None and enemies(one, cause) else None


def bars_beats(enc: Encounter, one: Being, price: int) -> list[Reason]:
    """5.3, 2.3: a Reaction costs its Beats where Beats are counted."""
    return [no_beat(one, price)] if enc.flow.phase == "main" and one.beats < price else []


def give_back(table: Table, who: str) -> None:
    """16.9, 16.12, 16.13: the Beat of a covert Reaction that fails comes back."""
    if table.enc.flow.phase == "main":
        table.emit(PoolChanged(who, "beats", being(table.enc, who).beats + 1, "the Beat comes back"))


def in_turn_order(enc: Encounter, whos: list[str]) -> list[str]:
    """8.3: as the order of the encounter has them, the others after that as listed."""
    placed: list[str] = []
    for slot in enc.flow.order:
        placed.extend([who for who in slot.who if who in whos and who not in placed])
    return placed + [who for who in whos if who not in placed]


def open_trigger(table: Table, trigger: Trigger) -> None:
    """8.7: a new trigger remembers the chain it belongs to; where Beats are not counted, all who reacted in it."""
    outer = phases(table.enc).trigger
    if outer is not None:
        whole = table.enc.flow.phase != "main"
        trigger = trigger.altered(reacted=[done for done in outer.reacted if whole or done[1]])
    table.emit(TriggerOpened(trigger.to_json()))


def close_trigger(table: Table) -> Trigger:
    """8.1: what was triggered goes on, as the reactions left it."""
    trigger = phases(table.enc).triggers[-1]
    table.emit(TriggerClosed())
    return trigger


def react(table: Table, trigger: Trigger, whos: list[str], prompt: str | Why) -> Trigger:
    """6.12, 8.1, 8.2, 8.3, 8.4, 8.6: all are asked at once, and act in turn order if they still can."""
    enc = table.enc
    whos = [who for who in whos if notices(enc, who, trigger)]
    if not answerable(enc, trigger.name) or not whos or out_of_hand(table):
        return trigger
    open_trigger(table, trigger)
    seats: list[str] = []
    for command in table.window(WINDOW, in_turn_order(enc, whos), prompt):
        seat = enc.seat_of(command.who)
        if options(enc).reaction_limit == "player" and seat in seats:
            continue
        if table.allows(command):
            note(table, command.who)
            table.ruleset.actions[command.verb].perform(table, command)
            seats.append(seat)
    return close_trigger(table)


def out_of_hand(table: Table) -> bool:
    """The chain is eight deep, or a deed whose Reactions have Reactions has asked a hundred questions."""
    deep = len(phases(table.enc).triggers)
    return deep >= DEEPEST or (deep > 0 and table.asked >= MOST_ASKED)


def answerable(enc: Encounter, name: str) -> bool:
    """2.3, 8.1: anything in the Main phase; in Freeplay harm and what somebody begins, but no movement."""
    return enc.flow.phase == "main" or (enc.flow.phase == "freeplay" and name in ANYWHERE)


def notices(enc: Encounter, who: str, trigger: Trigger) -> bool:
    """8.1: what somebody hidden does is noticed only by whom it happens to, and what happens to them by nobody."""
    if trigger.victim == who:
        return True
    seat = enc.seat_of(who)
    return not [one for one in (trigger.cause, trigger.victim) if one in enc.combatants and not enc.sees(seat, one)]


def note(table: Table, who: str, ability: str = "") -> None:
    """8.2, 8.7: who has reacted, and with which Free Reaction."""
    alter(table, reacted=[*phases(table.enc).triggers[-1].reacted, [who, ability]])


def alter(table: Table, **own: object) -> None:
    """8.1: a reaction changes what it answers."""
    table.emit(TriggerChanged(phases(table.enc).triggers[-1].altered(**own).to_json()))


def ready_for(enc: Encounter, name: str, apart_from: str = "") -> list[str]:
    """Who has anything on the sheet, prepared or by nature, that answers this kind of trigger."""
    found: list[str] = []
    if not answerable(enc, name):
        return found
    free = enc.flow.phase == "freeplay"
    for one in beings(enc):
        if one.out or one.down or one.id == apart_from or not (free or one.taking_part):
            continue
        for ability in one.card.abilities:
            if ability.trigger == name:
                found.append(one.id)
                break
        else:
            for id in one.prepared:
                if one.content.abilities[id].trigger == name:
                    found.append(one.id)
                    break
            else:
                if name in ("moves", "starts") and one.has("sneaky"):
                    found.append(one.id)
    return found
