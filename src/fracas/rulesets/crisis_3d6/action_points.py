"""Section 4: Action Points, what every action has in common, and actions that take several turns."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Action, Command, Encounter, Invalid, Reason, Table, stands
from fracas.engine.events import SUBJECT, About, Event
from fracas.rulesets.crisis_3d6.hiding_events import Spotted
from fracas.rulesets.crisis_3d6.long_actions import Poured, Spent, break_off, by_leave, pour
from fracas.rulesets.crisis_3d6.people import MOST_AP, Person, people, person, thing_name

GAIN: Final = 4
TIRED_GAIN: Final = 2
RESPITE: Final = "respite"


def gain_points(table: Table, who: str) -> None:
    """4.2, 4.3, 4.5: 4 points a turn, 2 for the exhausted, none for the stunned, and never more than 6."""
    one = person(table.enc, who)
    if one.has("stunned"):
        return
    gain = TIRED_GAIN if one.has("exhausted") else GAIN
    table.emit(PointsGained(who, gain, min(one.ap + gain, MOST_AP)))


def bars_turn(enc: Encounter, who: str) -> list[Reason]:
    """3.3: only the one whose turn it is may act."""
    if who in enc.flow.active:
        return []
    now = ", ".join([enc.name(name) for name in enc.flow.active]) or "nobody"
    return [Reason("3.3", f"it is the turn of {now}, not of {enc.name(who)}")]


def bars_points(one: Person, ap: int) -> list[Reason]:
    """4.4, 4.6: the whole price must be there, or at least one point of a price above 6."""
    if one.ap >= ap or (ap > MOST_AP and one.ap > 0):
        return []
    return [Reason("4.4", f"{one.name} needs {ap} AP and has {one.ap}", "save up for it", "pass")]


def bars_fight(enc: Encounter, paragraph: str) -> list[Reason]:
    """15.1: what takes its time is done between fights."""
    if enc.flow.phase == RESPITE:
        return []
    return [Reason(paragraph, "the fight is still going on", "wait for its end")]


def bars_respite(enc: Encounter) -> list[Reason]:
    """15.1: between fights there is nobody to fight."""
    if enc.flow.phase != RESPITE:
        return []
    return [Reason("15.1", "the fight is over", "go on to the next, or finish")]


class CrisisAction(Action):
    """An action of Crisis 3d6: barred out of turn, without the points, or at the wrong time."""

    def __init__(
        self,
        verb: str,
        title: str,
        paragraph: str,
        shape: str = "none",
        window: str = "",
        *,
        points: int = 0,
        takes: str = "",
        idle: bool = False,
        worded: bool = False,
        respite: bool = False,
        keeps_aim: bool = False,
        aside: bool = False,
        reveals: bool = False,
        triggers: bool = True,
        number: bool = False,
    ) -> None:
        super().__init__(verb, title, paragraph, shape, window)
        self.points = points
        """Its price, where that is always the same."""
        self.takes = takes
        """What it costs in words, where that is no points."""
        self.idle = idle
        self.worded = worded
        self.in_respite = respite
        self.keeps_aim = keeps_aim or aside
        self.keeps_long = aside
        self.reveals = reveals
        self.triggers = triggers and not aside
        """May somebody on Overwatch answer it?"""
        self.takes_number = number

    def check(self, enc: Encounter, command: Command) -> None:
        """Besides what its shape needs: nothing that would be passed over in silence."""
        super().check(enc, command)
        parts = self.shape.replace("?", "").split()
        if command.targets and "target" not in parts:
            raise Invalid("command", "targets", list(command.targets), "no target for this action")
        if command.thing and "thing" not in parts:
            raise Invalid("command", "thing", command.thing, "no thing for this action")
        if command.squares and "path" not in parts:
            named = [enc.board.name(square) for square in command.squares]
            raise Invalid("command", "squares", named, "no square for this action")
        if len(command.numbers) > (1 if self.takes_number else 0):
            most = "one number at most" if self.takes_number else "no number for this action"
            raise Invalid("command", "numbers", list(command.numbers), most)
        if command.thing and not self.knows(enc, command.thing):
            raise Invalid("command", "thing", command.thing, self.things())

    def knows(self, enc: Encounter, thing: str) -> bool:
        """Is there such a thing at all?"""
        return True

    def label(self, enc: Encounter, command: Command) -> str:
        if not command.thing:
            return super().label(enc, command)
        return " ".join([thing_name(enc, command.thing), *[enc.name(target) for target in command.targets]])

    def ap(self, enc: Encounter, command: Command) -> int:
        """4.9: what it costs. A command without details asks for the usual price."""
        return self.points

    def price(self, enc: Encounter, command: Command) -> int:
        """4.1, 15.1: Action Points are counted in fights only."""
        return 0 if enc.flow.phase == RESPITE else self.ap(enc, command)

    def cost(self, enc: Encounter, command: Command) -> str:
        return self.takes or f"{self.price(enc, command)} AP"

    def toll(self, enc: Encounter, command: Command) -> int:
        return self.price(enc, command)

    def drawback(self, enc: Encounter, command: Command) -> str:
        """What is lost by it: the aim taken (7.5), the place hidden in."""
        one = person(enc, command.who)
        lost: list[str] = []
        if enc.flow.phase != RESPITE and one.aim and not self.keeps_aim:
            lost.append("loses the aim")
        if enc.flow.phase != RESPITE and one.hidden and self.reveals:
            lost.append("gives away the hiding place")
        return " and ".join(lost)

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        one = person(enc, who)
        out = self.bars_moment(enc, who)
        return out if stands(enc, out) else out + self.bars_here(enc, one) + self.bars_price(enc, one)

    def bars_moment(self, enc: Encounter, who: str) -> list[Reason]:
        """3.3, 15.1: out of turn, or out of place in a respite."""
        out = bars_turn(enc, who)
        return out if self.in_respite or stands(enc, out) else out + bars_respite(enc)

    def bars_price(self, enc: Encounter, one: Person) -> list[Reason]:
        """4.4: where every command costs the same, the action as such is too dear or not."""
        return bars_points(one, self.price(enc, Command(one.id, self.verb)))

    def bars_here(self, enc: Encounter, one: Person) -> list[Reason]:
        """Reasons against the action as such for the one in turn."""
        return []

    def reasons_against(self, enc: Encounter, command: Command) -> list[Reason]:
        """At the wrong moment nothing else about the command is judged."""
        out = self.bars_moment(enc, command.who)
        return out if stands(enc, out) else super().reasons_against(enc, command)

    def perform(self, table: Table, command: Command) -> None:
        """4.1, 7.7, 15.2: pay, let Overwatch answer, and do it unless that prevents it."""
        from fracas.rulesets.crisis_3d6.aim_and_overwatch import interrupted

        enc = table.enc
        if enc.flow.phase == RESPITE:
            self.act(table, command)
            return
        if self.reveals:
            show_oneself(table, command.who)
        if not self.keeps_aim:
            lose_aim(table, command.who, "another action")
        price = self.price(enc, command)
        long = price > MOST_AP
        if long:
            pour(table, command.who, self.name_of(enc, command), command.target, price)
        else:
            if not self.keeps_long and not by_leave(table, command):
                break_off(table, command.who)
            self.pay(table, command)
        if self.triggers and interrupted(table, command.who):
            return
        if long and person(enc, command.who).progress < price:
            return
        if long:
            table.emit(Poured(command.who, "", 0))
        self.act(table, command)

    def pay(self, table: Table, command: Command) -> None:
        """4.1, 4.4: the points go when the action is declared, never below 0."""
        one = person(table.enc, command.who)
        price = min(self.price(table.enc, command), one.ap)
        if price or self.ap(table.enc, command):
            table.emit(Spent(command.who, price, self.title.lower()))

    def name_of(self, enc: Encounter, command: Command) -> str:
        """A long action as it would be typed, without whom it is meant for."""
        return " ".join([command.verb, *([command.thing] if command.thing else [])])

    def act(self, table: Table, command: Command) -> None:
        """What it does, once paid for and not prevented."""
        raise NotImplementedError


def lose_aim(table: Table, who: str, why: str) -> None:
    """7.4, 7.5, 7.12, 12.9: an attack uses the aim up, hit or miss; any other action loses it, and so do the fallen."""
    if person(table.enc, who).aim:
        table.emit(Aimed(who, 0, why))


def show_oneself(table: Table, who: str) -> None:
    """6.8: seen by everybody from now on."""
    one = person(table.enc, who)
    if one.hidden or one.unseen_by:
        table.emit(Spotted(who, [other.id for other in people(table.enc)], "gives itself away"))


class Shout(CrisisAction):
    """A few words on the side."""

    def act(self, table: Table, command: Command) -> None:
        table.emit(Said(command.who, command.thing))


class PointsGained(About):
    """Action Points at the start of a turn; what is above the most is lost."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, gain: int, ap: int) -> None:
        self.who = who
        self.gain = gain
        self.ap = ap

    def apply(self, enc: Encounter) -> None:
        person(enc, self.who).ap = self.ap

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} gains {self.gain} AP and has {self.ap}"


class Aimed(About):
    """The aim somebody has now."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, aim: int, why: str) -> None:
        self.who = who
        self.aim = aim
        self.why = why

    def apply(self, enc: Encounter) -> None:
        person(enc, self.who).aim = self.aim

    def say(self, enc: Encounter) -> str:
        if not self.aim:
            return f"{enc.name(self.who)} loses the aim ({self.why})"
        levels = "1 level" if self.aim == 1 else f"{self.aim} levels"
        return f"{enc.name(self.who)} {self.why}: the next attack is {levels} easier"


class Said(About):
    """Somebody called out a few words."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, words: str) -> None:
        self.who = who
        self.words = words

    def apply(self, enc: Encounter) -> None:
        pass

    def say(self, enc: Encounter) -> str:
        words = " ".join(self.words.split())
        loud = "" if words.endswith((".", "!", "?", "…")) else "!"
        return f"{enc.name(self.who)}: {words}{loud}" if words else f"{enc.name(self.who)} calls out"


EVENTS: Final[list[type[Event]]] = [PointsGained, Aimed, Said]
