"""Section 4: Action Points, what every action has in common, and actions that take several turns."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Action, Command, Encounter, Invalid, Reason, Table, stands
from fracas.engine.events import ACT, BOOKS, SUBJECT, About
from fracas.engine.offer import Choice, Crossed
from fracas.rulesets.crisis_3d6.long_actions import Poured, Spent, break_off, by_leave, pour
from fracas.rulesets.crisis_3d6.people import MOST_AP, Person, person, thing_name
from fracas.rulesets.crisis_3d6.situation import RESPITE, situation
from fracas.rulesets.crisis_3d6.unseen import show_oneself

NOTHING: Final[list[str]] = [""]
IN_FIGHTS: Final = 0
ALWAYS: Final = 1
IN_RESPITES: Final = 2
USUAL_GAIN: Final = 4
TIRED_GAIN: Final = 2


def gain_points(table: Table, who: str) -> None:
    """4.2, 4.3, 4.5: 4 points a turn, 2 for the exhausted, none for the stunned, and never more than 6."""
    one = person(table.enc, who)
    if one.has("stunned"):
        return
    gain = TIRED_GAIN if one.has("exhausted") else USUAL_GAIN
    table.emit(PointsGained(who, gain, min(one.ap + gain, MOST_AP)))


def bars_turn(enc: Encounter, who: str) -> list[Reason]:
    """3.3: only the one whose turn it is may act."""
    active = situation(enc).active
    if who in active:
        return []
    now = ", ".join([enc.name(name) for name in active]) or "nobody"
    return [Reason("3.3", f"it is the turn of {now}, not of {enc.name(who)}")]


def affords(one: Person, ap: int) -> bool:
    """4.4, 4.6: the whole price must be there, or at least one point of a price above 6."""
    return one.ap >= ap or (ap > MOST_AP and one.ap > 0)


def bars_points(one: Person, ap: int) -> list[Reason]:
    """4.4, 4.6: what speaks against paying."""
    if affords(one, ap):
        return []
    return [Reason("4.4", f"{one.name} needs {ap} AP and has {one.ap}", "save up for it", "pass")]


def bars_fight(enc: Encounter, paragraph: str) -> list[Reason]:
    """15.1: what takes its time is done between fights."""
    return [] if situation(enc).respite else [Reason(paragraph, "the fight is still going on", "wait for its end")]


def bars_respite(enc: Encounter) -> list[Reason]:
    """15.1: between fights there is nobody to fight."""
    fighting = enc.flow.phase != RESPITE
    return [] if fighting else [Reason("15.1", "the fight is over", "go on to the next, or finish")]


def bars_times(enc: Encounter, who: str) -> list[list[Reason]]:
    """3.3, 15.1: what speaks against anything done in fights, always, and between fights; the first that stands is
    enough."""
    turn = bars_turn(enc, who)
    fight = bars_fight(enc, "15.1")
    in_fights = turn if stands(enc, turn) else turn + bars_respite(enc)
    return [in_fights, turn, fight if stands(enc, fight) else fight + turn]


class CrisisAction(Action):
    """An action of Crisis 3d6: barred out of turn, without the points, or at the wrong time."""

    TIME: ClassVar[int] = IN_FIGHTS

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
        self.time = ALWAYS if respite else self.TIME
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
        if command.thing and ("thing" not in parts or not self.knows(enc, command.thing)):
            expected = self.things() if "thing" in parts else "no thing for this action"
            raise Invalid("command", "thing", command.thing, expected)
        if command.squares and "path" not in parts and "square" not in parts:
            named = [enc.board.name(square) for square in command.squares]
            raise Invalid("command", "squares", named, "no square for this action")
        if len(command.numbers) > (1 if self.takes_number else 0):
            most = "one number at most" if self.takes_number else "no number for this action"
            raise Invalid("command", "numbers", list(command.numbers), most)

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
        if not (one.aim or one.hidden) or enc.flow.phase == RESPITE:
            return ""
        aim = ["loses their aim"] if one.aim and not self.keeps_aim else []
        place = ["gives away the hiding place"] if one.hidden and self.reveals else []
        return " and ".join(aim + place)

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        one = person(enc, who)
        out = self.bars_moment(enc, who)
        return out if stands(enc, out) else out + self.bars_here(enc, one) + self.bars_price(enc, one)

    def bars_moment(self, enc: Encounter, who: str) -> list[Reason]:
        """3.3, 15.1: out of turn, or out of place in a fight or a respite; the same for all that is done then."""
        moments = situation(enc).moments
        found = moments.get(who)
        if found is None:
            found = moments[who] = bars_times(enc, who)
        return found[self.time]

    def bars_price(self, enc: Encounter, one: Person) -> list[Reason]:
        """4.4: where every command costs the same, the action as such is too dear or not; the same for all of that
        price."""
        price = self.usual(one)
        if one.ap >= price:
            return []
        now = situation(enc)
        price, known = 0 if now.respite else price, now.prices(one)
        found = known.get(price)
        if found is None:
            found = known[price] = bars_points(one, price)
        return found

    def usual(self, one: Person) -> int:
        """4.9: the price that every command has."""
        return self.points

    def possible(self, enc: Encounter, one: Person) -> bool:
        """Can it be open at all? A quick look here spares machines the reasons against what is plainly not."""
        return True

    def bars_here(self, enc: Encounter, one: Person) -> list[Reason]:
        """Reasons against the action as such for the one in turn."""
        return []

    def bars_target(self, enc: Encounter, one: Person, other: Person) -> list[Reason]:
        """Reasons against this target, whatever the thing."""
        return []

    def bars_thing(self, enc: Encounter, one: Person, thing: str) -> list[Reason]:
        """Reasons against this thing, whatever the target."""
        return []

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        one = person(enc, command.who)
        target = self.bars_target(enc, one, person(enc, command.target)) if command.targets else []
        return target + self.bars_thing(enc, one, command.thing)

    def targets(self, enc: Encounter, one: Person) -> list[str]:
        """Whom to offer it against; an empty text for nobody."""
        return NOTHING

    def names(self, enc: Encounter, one: Person) -> list[str]:
        """Which things to offer; an empty text for none."""
        return NOTHING

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        one = person(enc, who)
        return Crossed(who, self.verb, self.targets(enc, one), self.names(enc, one)).commands

    def choice(self, enc: Encounter, who: str) -> Choice | None:
        """The parts of `bars`, up to the first that speaks against it, and then what is left to pick."""
        return None if self.bars_moment(enc, who) else self.choice_in_time(enc, person(enc, who))

    def choice_in_time(self, enc: Encounter, one: Person) -> Choice | None:
        """The same where nothing speaks against the moment."""
        if not self.possible(enc, one) or (one.ap < self.usual(one) and self.bars_price(enc, one)):
            return None
        return None if self.bars_here(enc, one) else self.left(enc, one)

    def left(self, enc: Encounter, one: Person) -> Choice | None:
        """What nothing speaks against: every target is judged once, and every thing."""
        if self.shape == "none":
            return Crossed(one.id, self.verb, NOTHING, NOTHING)
        targets, names = self.targets(enc, one), self.names(enc, one)
        if targets is not NOTHING:
            targets = [who for who in targets if not self.bars_target(enc, one, person(enc, who))]
        if names is not NOTHING:
            names = [thing for thing in names if not self.bars_thing(enc, one, thing)]
        return Crossed(one.id, self.verb, targets, names) if targets and names else None

    def judged(self, enc: Encounter, one: Person) -> Choice | None:
        """What is left where target and thing are judged together: every candidate by itself."""
        legal = [command for command in self.candidates(enc, one.id) if not self.bars_pick(enc, command)]
        return Choice(one.id, self.verb, legal, [], None) if legal else None

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


class Shout(CrisisAction):
    """A few words on the side."""

    def act(self, table: Table, command: Command) -> None:
        table.emit(Said(command.who, command.thing))


class PointsGained(About):
    """Action Points at the start of a turn; what is above the most is lost."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

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
    TELLS: ClassVar[str] = ACT

    def __init__(self, who: str, aim: int, why: str) -> None:
        self.who = who
        self.aim = aim
        self.why = why

    def apply(self, enc: Encounter) -> None:
        person(enc, self.who).aim = self.aim

    def say(self, enc: Encounter) -> str:
        if not self.aim:
            return f"{enc.name(self.who)} loses their aim ({self.why})"
        levels = "1 level" if self.aim == 1 else f"{self.aim} levels"
        return f"{enc.name(self.who)} {self.why}: the next attack is {levels} easier"


class Said(About):
    """Somebody called out a few words."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = ACT

    def __init__(self, who: str, words: str) -> None:
        self.who = who
        self.words = words

    def apply(self, enc: Encounter) -> None:
        pass

    def say(self, enc: Encounter) -> str:
        words = " ".join(self.words.split())
        loud = "" if words.endswith((".", "!", "?", "…")) else "!"
        return f"{enc.name(self.who)}: {words}{loud}" if words else f"{enc.name(self.who)} calls out"
