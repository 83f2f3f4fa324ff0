"""Section 3: who acts when, and how a turn of one's own and of the whole table ends."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Command, Encounter, Roll, Slot, Step, Table
from fracas.engine.events import NEWS, REST, SUBJECT, About, PhaseBegan, RoundBegan, SlotBegan, SlotEnded
from fracas.rulesets.crisis_3d6.action_points import CrisisAction, gain_points
from fracas.rulesets.crisis_3d6.characters import initiative
from fracas.rulesets.crisis_3d6.checks import THREE
from fracas.rulesets.crisis_3d6.conditions import lift
from fracas.rulesets.crisis_3d6.options import options
from fracas.rulesets.crisis_3d6.people import Person, person
from fracas.rulesets.crisis_3d6.situation import situation

FIGHT: Final = "fight"
SURPRISE: Final = "surprise"


def turn_over(enc: Encounter, who: str) -> bool:
    """3.4, 3.5, 12.6: over when passed, without points, out or stunned."""
    one = person(enc, who)
    return one.turn_over or one.ap <= 0 or not one.present or one.has("stunned")


class Pass(CrisisAction):
    """The end of one's turn; what points are left are kept."""

    def act(self, table: Table, command: Command) -> None:
        """3.5: done for this turn."""
        table.emit(TurnDone(command.who, "ends the turn"))


def order_roll(enc: Encounter, who: str, why: str) -> Roll:
    """3.1: 3d6 and Initiative."""
    return Roll(who, THREE, why, initiative(enc, person(enc, who)))


def roll_order(table: Table, whos: list[str], why: str = "turn order") -> list[Slot]:
    """3.1, 3.2: highest first; the tied roll again among themselves."""
    totals = table.roll_all([order_roll(table.enc, who, why) for who in whos])
    order: list[Slot] = []
    for total in sorted(totals, reverse=True):
        equal = [who for who, rolled in zip(whos, totals, strict=True) if rolled == total]
        if equal[0] in [slot.who[0] for slot in order]:
            continue
        order.extend([Slot([who], "", total) for who in break_tie(table, equal)])
    return order


def break_tie(table: Table, group: list[str]) -> list[str]:
    """3.2: the same roll again, only among the tied, until nobody is; the hidden give way to the seen."""
    if len(group) < 2:
        return group
    unseen = [who for who in group if table.enc.combatants[who].hidden]
    if unseen and len(unseen) < len(group):
        return break_tie(table, [who for who in group if who not in unseen]) + break_tie(table, unseen)
    return [slot.who[0] for slot in roll_order(table, group, "turn order, again for the tie")]


def begin_turn(table: Table, turn: int, order: list[Slot]) -> None:
    """3.6: a turn of the whole table; by the option `ap-gain` everybody gains points now (4.3)."""
    slots = [Slot(slot.who, slot.kind, slot.value).to_json() for slot in order]
    table.emit(PhaseBegan(SURPRISE if turn == 0 else FIGHT, turn))
    table.emit(RoundBegan(turn, slots))
    if options(table.enc).ap_gain == "round":
        for slot in order:
            if person(table.enc, slot.who[0]).present:
                gain_points(table, slot.who[0])


class Next(Step):
    """3.6: on to the next in the order, or to the next turn."""

    def perform(self, table: Table, command: Command) -> None:
        enc = table.enc
        if enc.flow.current is not None:
            end_own_turn(table, enc.flow.at)
        if begin_own_turn(table):
            return
        if enc.flow.phase == SURPRISE:
            from fracas.rulesets.crisis_3d6.setup import begin_fight

            begin_fight(table)
            return
        begin_turn(table, enc.flow.turn + 1, enc.flow.order)


def end_own_turn(table: Table, at: int) -> None:
    """2.6, 12.6: being stunned, or surprised by the GM's word, ends with one's own turn."""
    who = table.enc.flow.order[at].who[0]
    lift(table, who, "stunned", "the turn is over")
    lift(table, who, "surprised", "the turn is over")
    table.emit(SlotEnded(at, [who]))


def begin_own_turn(table: Table) -> bool:
    """3.7, 4.3, 7.11: the next who is not out; points come and Overwatch ends. False if nobody is left."""
    enc = table.enc
    for index, slot in enumerate(enc.flow.order):
        if index <= enc.flow.at or slot.done or not person(enc, slot.who[0]).present:
            continue
        who = slot.who[0]
        table.emit(SlotBegan(index, slot.who))
        lift(table, who, "overwatch", "the next turn")
        if options(enc).ap_gain == "own-turn":
            gain_points(table, who)
        return True
    return False


def newcomers(enc: Encounter) -> list[Person]:
    """3.8: who is here and has no place in the order of a fight."""
    if enc.flow.phase != FIGHT:
        return []
    placed = {who for slot in enc.flow.order for who in slot.who}
    return [one for one in situation(enc).people if one.id not in placed and one.present]


class Join(Step):
    """3.8: newcomers pay for the fight and roll for their place, in the order of their arrival."""

    def perform(self, table: Table, command: Command) -> None:
        from fracas.rulesets.crisis_3d6.setup import pay_fee, warn_of_level

        enc = table.enc
        for one in newcomers(enc):
            warn_of_level(table, one)
            if not one.strained:
                pay_fee(table, one.id)
            table.emit(Joined(one.id, table.roll(order_roll(enc, one.id, "turn order"))))


class TurnDone(About):
    """Somebody has nothing more to do in this turn."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = REST

    def __init__(self, who: str, how: str) -> None:
        self.who = who
        self.how = how

    def apply(self, enc: Encounter) -> None:
        person(enc, self.who).turn_over = True

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} {self.how}"


class Joined(About):
    """A newcomer has the place in the order that its roll gives, or the last without one."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = NEWS

    def __init__(self, who: str, total: int) -> None:
        self.who = who
        self.total = total

    def apply(self, enc: Encounter) -> None:
        """3.8: behind everybody with as much; a place that has passed comes again in the next turn."""
        flow = enc.flow
        place = len([slot for slot in flow.order if slot.value >= self.total])
        flow.order.insert(place, Slot([self.who], "", self.total, place <= flow.at))
        if place <= flow.at:
            flow.at += 1

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} " + (f"joins the order with {self.total}" if self.total else "acts last")
