"""Section 6: rounds, whose turn it is, how a turn begins and how it ends."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import PASS, Action, Command, Encounter, Offer, Reason, Step, Table
from fracas.engine.events import (
    BOOKS,
    NEWS,
    PUBLIC,
    REST,
    SUBJECT,
    TURN,
    About,
    Event,
    RoundBegan,
    SlotBegan,
    SlotEnded,
)
from fracas.rulesets.phases_of_play.acting import UNTIMED, PlayAction, bars_phase, bars_state, loose_one, loose_turn
from fracas.rulesets.phases_of_play.being import FREE_ACTIONS, Being, being, beings, content_of, phases
from fracas.rulesets.phases_of_play.bosses import BossDue, due_after, environment, refresh
from fracas.rulesets.phases_of_play.conditions import PoolChanged, by_sheet, end, erase, full_beats, lose
from fracas.rulesets.phases_of_play.damage import suffer
from fracas.rulesets.phases_of_play.groups import TurnTaken, has_place, next_order
from fracas.rulesets.phases_of_play.lasting import EffectTicked, PreparedSet, stop
from fracas.rulesets.phases_of_play.rest import take_effect
from fracas.rulesets.phases_of_play.stealth import calm_down, plain_sight, watch_escape
from fracas.rulesets.phases_of_play.touching import arrive, felt, touch


class TurnBegan(About):
    """Somebody's turn begins: Movement, ranges and Free Actions are fresh."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.begin_turn()
        one.free_actions = FREE_ACTIONS


class TurnClosed(About):
    """Somebody has said that the turn is over."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = REST

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).turn_over = True

    def say(self, enc: Encounter) -> str:
        name = enc.name(self.who)
        return f"{name} ends the turn" if being(enc, self.who).present else f"{name}'s turn is cut short"


class TurnLeft(About):
    """A turn is over and what was gained for it is gone."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).leave_turn()


class RoundCounted(Event):
    """How many rounds in a row have passed without harm."""

    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, quiet: int) -> None:
        self.quiet = quiet

    def apply(self, enc: Encounter) -> None:
        flow = phases(enc)
        flow.quiet_rounds = self.quiet
        flow.harmed = False
        flow.turn += 1


class LooseMoved(Event):
    """The loose order has come to the next."""

    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = TURN

    def __init__(self, at: int) -> None:
        self.at = at

    def apply(self, enc: Encounter) -> None:
        phases(enc).loose_at = self.at

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        return LooseMoved(phases(after).loose_at)

    def say(self, enc: Encounter) -> str:
        loose = phases(enc).loose
        return f"It is {enc.name(loose[self.at])}'s turn in the loose order" if self.at < len(loose) else ""


class Waited(About):
    """Somebody wants nothing for now, until something happens."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = REST

    def apply(self, enc: Encounter) -> None:
        phases(enc).waiting.append(self.who)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} waits"


class KeptStack(About):
    """A stack that helps will not be erased this time."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = NEWS

    def __init__(self, who: str, name: str) -> None:
        self.who = who
        self.name = name

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).kept.append(self.name)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} keeps {content_of(enc).condition_title(self.name)}"


class Pass(PlayAction):
    """6.5, 2.4, 2.18, 4.16: ending one's turn, handing on in a loose order, or waiting where nobody has turns."""

    def offer(self, enc: Encounter, who: str) -> Offer:
        offer = super().offer(enc, who)
        offer.title = self.label(enc, Command(who, self.verb))
        return offer

    def label(self, enc: Encounter, command: Command) -> str:
        if enc.flow.phase in UNTIMED:
            return "Hand on" if loose_one(enc) == command.who else "Wait"
        return self.title

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        one = being(enc, who)
        if enc.flow.phase == "main":
            return bars_phase(enc, one)
        return bars_phase(enc, one) or bars_state(one) or bars_waiting(enc, one)

    def act(self, table: Table, command: Command) -> None:
        enc = table.enc
        if enc.flow.phase not in UNTIMED:
            end_turn(table, command.who)
            return
        if loose_one(enc) == command.who:
            hand_on(table)
        elif command.who not in phases(enc).waiting:
            table.emit(Waited(command.who))
        calm_down(table, command.who)


def bars_waiting(enc: Encounter, one: Being) -> list[Reason]:
    """2.18: whoever waits already has nothing to add until something happens."""
    if one.id in phases(enc).waiting and loose_one(enc) != one.id:
        return [Reason("2.18", f"{one.name} waits already")]
    return []


def hand_on(table: Table) -> None:
    """2.4: on to the next in the loose order; after the last it begins again."""
    flow = phases(table.enc)
    if flow.loose:
        table.emit(LooseMoved((loose_turn(table.enc) + 1) % len(flow.loose)))


class Keep(PlayAction):
    """6.9: a stack that helps is kept this time."""

    PHASES: ClassVar[tuple[str, ...]] = ("main",)

    def possible(self, enc: Encounter, who: str) -> bool:
        return bool(being(enc, who).conditions)

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        one = being(enc, command.who)
        kind = content_of(enc).conditions.get(command.thing)
        if kind is None or not kind.good or not kind.fleeting or not one.has(command.thing):
            return [Reason("6.9", "only a stack that one has and that helps can be kept")]
        if enc.flow.phase != "main" or command.thing in one.kept:
            return [Reason("6.9", "there is nothing to keep it from now")]
        return []

    def bars_choice(self, enc: Encounter, who: str) -> list[Reason]:
        return [Reason("6.9", f"{enc.name(who)} has no stack that helps")]

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        kinds = content_of(enc).conditions
        good = [c.name for c in one.conditions if c.name in kinds and kinds[c.name].good]
        return [Command(one.id, self.verb, thing=name) for name in good]

    def act(self, table: Table, command: Command) -> None:
        table.emit(KeptStack(command.who, command.thing))


# ---------------------------------------------------------------- beginning


class Next(Step):
    """1.5, 6.1, 17.4: on to the next turn, or the next round."""

    def perform(self, table: Table, command: Command) -> None:
        flow = table.enc.flow
        if cut_short(table):
            return
        if flow.current is not None:
            table.emit(SlotEnded(flow.at, flow.order[flow.at].who))
        if flow.at < 0 and flow.round == 1 and not [one for one in beings(table.enc) if one.delayed]:
            watch_escape(table, False)
            refresh(table)
            environment(table)
        if begin_next(table):
            return
        begin_round(table)
        begin_next(table)


def cut_short(table: Table) -> bool:
    """6.13: a turn whose owner fell or left in the middle of it ends like any other; true if bosses answer it first."""
    enc = table.enc
    for who in enc.flow.active:
        if being(enc, who).in_turn:
            end_turn(table, who)
    return bool(phases(enc).boss_due)


def begin_round(table: Table) -> None:
    """6.1, 17.4: the next round in the same order, and the environment at its top."""
    flow = phases(table.enc)
    table.emit(RoundCounted(0 if flow.harmed else flow.quiet_rounds + 1))
    slots = [slot.to_json() for slot in next_order(table.enc)]
    watch_escape(table, True)
    table.emit(RoundBegan(flow.round + 1, slots))
    refresh(table)
    environment(table)


def begin_next(table: Table) -> bool:
    """6.1, 4.17: the next place whose owner still has one; false if there is none."""
    flow = table.enc.flow
    for index, slot in enumerate(flow.order):
        if index <= flow.at or slot.done:
            continue
        whos = [who for who in slot.who if has_place(being(table.enc, who))]
        if whos:
            table.emit(SlotBegan(index, slot.who))
            for who in whos:
                begin_turn(table, who)
            return True
    return False


def begin_turn(table: Table, who: str) -> None:
    """6.4, 6.13: effects end, what is pending happens, zones act; whoever is unconscious has the turn pass by."""
    enc = table.enc
    one = being(enc, who)
    if one.delayed:
        table.emit(TurnTaken(who))
        touch(table, who, felt(enc, being(enc, who)), being(enc, who).touched[:])
        if not being(enc, who).present:
            end_turn(table, who)
        return
    table.emit(TurnBegan(who))
    tick(table, who)
    end(table, who, "elusive", "a new turn")
    if one.prepared:
        table.emit(PreparedSet(who, []))
    take_effect(table, who)
    if one.breath > 0:
        table.emit(PoolChanged(who, "breath", one.breath - 1, "holding their breath"))
    if has_place(being(enc, who)):
        arrive(table, who, {})
    if not being(enc, who).present:
        end_turn(table, who)


def tick(table: Table, who: str) -> None:
    """6.3, 7.12: what lasts rounds ends at the start of the user's turn, that many rounds later."""
    for lasting in being(table.enc, who).lasting[:]:
        if lasting.left < 0:
            continue
        if lasting.left <= 1:
            stop(table, who, lasting.ability)
        else:
            table.emit(EffectTicked(who, lasting.ability, lasting.left - 1))


# ---------------------------------------------------------------- ending


def end_turn(table: Table, who: str) -> None:
    """6.6, 6.11, 13.2: Bloodied, stacks, what expires, Beats; then bosses may have a word."""
    enc = table.enc
    if not being(enc, who).turn_over:
        table.emit(TurnClosed(who))
    if bleeds(enc, being(enc, who)):
        suffer(table, who, 1, "true", "", "bloodied")
    erase(table, who)
    wear_off(table, who)
    plain_sight(table, who)
    reset_beats(table, who)
    table.emit(TurnLeft(who))
    if due_after(enc, who):
        table.emit(BossDue(who))


def bleeds(enc: Encounter, one: Being) -> bool:
    """13.2, 15.21: Bloodied; on the sheet two stacks of Choked too."""
    return bool(one.stacks("bloodied")) or (by_sheet(enc) and one.stacks("choked") >= 2)


def reset_beats(table: Table, who: str) -> None:
    """5.4, 6.6: two Beats, less the stacks of Restrained that are left."""
    full = full_beats(being(table.enc, who))
    table.emit(PoolChanged(who, "beats", full, "the end of the turn"))


def wear_off(table: Table, who: str) -> None:
    """15.22: one stack of Choked goes at the end of a turn in which nothing chokes."""
    one = being(table.enc, who)
    if one.has("choked") and "airless" not in one.touched and not one.has("mounted"):
        lose(table, who, "choked", 1, "breathing again")


def turn_over(enc: Encounter) -> bool:
    """6.5: has everybody whose turn it is ended it, or lost it?"""
    slot = enc.flow.current
    if slot is None:
        return True
    for who in slot.who:
        one = being(enc, who)
        if one.in_turn and not one.turn_over and one.present:
            return False
    return True


def everybody_out(enc: Encounter) -> bool:
    """4.17: is nobody left who could take a turn?"""
    placed = [who for slot in enc.flow.order for who in slot.who]
    return not [one for one in beings(enc) if one.id in placed and one.present]


ACTIONS: Final[list[Action]] = [
    Keep("keep", "Keep a stack that helps", "6.9", "thing", idle=True),
    Pass(PASS, "End the turn", "6.5"),
]
STEPS: Final[list[Step]] = [Next("next", "The next turn", "6.1")]
