"""What the actions of this game share: the Action Pool, whose turn it is, what keeps somebody from acting, labels."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Action, Command, Encounter, Reason, stands
from fracas.engine.events import BOOKS, SUBJECT, About
from fracas.rulesets.cap_check.fighter import Fighter, fighter, has_fallen, title_of
from fracas.rulesets.cap_check.foes import goes_by_card
from fracas.rulesets.cap_check.situation import situation
from fracas.rulesets.cap_check.wording import points_said


class Paid(About):
    """Points left the pool (a foe: one of its actions), and whatever else an action costs."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, points: int, what: str, charge: int, limit: str) -> None:
        self.who = who
        self.points = points
        self.what = what
        self.charge = charge
        self.limit = limit
        """trigger or amplify where the use counts against that limit, turn for an action of one's own turn."""

    def apply(self, enc: Encounter) -> None:
        """What is allowed against the rules may cost more than there is; nobody owes anything."""
        one = fighter(enc, self.who)
        if one.is_hero:
            one.pool = max(one.pool - self.points, 0)
        else:
            one.actions = max(one.actions - self.points, 0)
        one.charges = max(one.charges - self.charge, 0)
        one.used[self.what] = one.used.get(self.what, 0) + 1
        one.round_used[self.what] = one.round_used.get(self.what, 0) + 1
        if self.limit == "trigger":
            one.triggers_used = min(one.triggers_used + 1, max(one.trigger_limit, one.triggers_used))
        elif self.limit == "amplify":
            one.amplifies_used = min(one.amplifies_used + 1, max(one.amplify_limit, one.amplifies_used))
        elif self.limit == "turn":
            one.acted += 1

    def say(self, enc: Encounter) -> str:
        if not fighter(enc, self.who).is_hero or not (self.points or self.charge):
            return ""
        parts = [points_said(self.points)] if self.points else []
        cost = " and ".join(parts + (["a Tide-Turner Charge"] if self.charge else []))
        return f"{enc.name(self.who)} spends {cost} on {title_of(enc, self.what)}"


class PoolRestored(About):
    """The Action Pool is full again (a foe: its actions)."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, points: int) -> None:
        self.who = who
        self.points = points

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        if one.is_hero:
            one.pool = self.points
        else:
            one.actions = self.points

    def say(self, enc: Encounter) -> str:
        one = fighter(enc, self.who)
        return f"{one.name} has {points_said(self.points)}" if one.is_hero else ""


def bars_pool(one: Fighter, points: int, paragraph: str = "3.5", remedy: str = "") -> list[Reason]:
    """3.5, 9.2: nothing without the points it costs."""
    if one.is_hero and points > one.pool:
        return [Reason(paragraph, f"{one.name} needs {points_said(points)} and has {one.pool}", remedy)]
    return []


def bars_turn(enc: Encounter, one: Fighter) -> list[Reason]:
    """2.4, 13.8: only in one's own turn; a foe that goes by its card takes no commands."""
    if one.id not in enc.flow.active:
        return [Reason("2.4", f"it is not {one.name}'s turn", "wait for it")]
    if goes_by_card(enc, one):
        return [Reason("13.8", f"{one.name} goes by its card")]
    return []


def bars_able(one: Fighter) -> list[Reason]:
    """8.6, 15.9, 15.10, 15.13: what keeps somebody from acting: FALLEN, Sleep, Prone, or Paralysis after one action."""
    reasons = [] if one.present else [has_fallen(one)]
    if not one.conditions:
        return reasons
    if one.has("sleep"):
        reasons.append(Reason("15.10", f"{one.name} is asleep"))
    if one.has("prone") and one.is_hero:
        reasons.append(Reason("15.9", f"{one.name} is Prone", "rise first", "rise"))
    if one.has("paralysis") and one.acted > 0:
        reasons.append(Reason("15.13", f"{one.name} is paralysed and has acted in this turn"))
    return reasons


def hindrances(enc: Encounter, one: Fighter) -> tuple[list[Reason], list[Reason]]:
    """Why it is not somebody's turn, and what keeps them from acting: the same for every action."""
    known = situation(enc).hindered
    if one.id not in known:
        known[one.id] = bars_turn(enc, one), bars_able(one)
    return known[one.id]


def bars_points(one: Fighter, points: int) -> list[Reason]:
    """3.5, 13.9: no action without the points it costs; a foe run by the GM has so many actions a turn."""
    if not one.is_hero and one.actions <= 0:
        return [Reason("13.9", f"{one.name} has no action left in this turn", "pass")]
    return bars_pool(one, points, remedy="wait for the next turn")


class Worded(Action):
    """Something whose things are cards, Amplifies and the like: people read them by their names."""

    def label(self, enc: Encounter, command: Command) -> str:
        if not command.thing:
            return super().label(enc, command)
        words = " ".join([title_of(enc, word) for word in command.thing.split()])
        return super().label(enc, Command(command.who, command.verb, command.targets, words, command.squares))

    def things(self) -> str:
        return "the id of a card"


class CapAction(Worded):
    """Something done in one's own turn."""

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        one = fighter(enc, who)
        out, unable = hindrances(enc, one)
        if not out and not unable:
            return self.bars_self(enc, one)
        if stands(enc, out):
            return out
        # What this very action puts right does not bar it.
        return out + [reason for reason in unable if reason.needs != self.verb] + self.bars_self(enc, one)

    def bars_self(self, enc: Encounter, one: Fighter) -> list[Reason]:
        """What speaks against this action for somebody who may act."""
        return []

    def reasons_against(self, enc: Encounter, command: Command) -> list[Reason]:
        """2.4: whoever is not in turn is told that and no more."""
        out = hindrances(enc, fighter(enc, command.who))[0]
        return out if stands(enc, out) else super().reasons_against(enc, command)
