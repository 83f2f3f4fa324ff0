"""Section 3: the Action Pool: what is paid out of it, what fills it, and what it lacks."""

from __future__ import annotations

from fracas.engine.encounter import Encounter
from fracas.engine.events import About
from fracas.engine.reason import Reason
from fracas.rulesets.cap_check.fighter import Fighter, fighter, title_of
from fracas.rulesets.cap_check.wording import points_said


class Paid(About):
    """Points left the pool (a foe: one of its actions), and whatever else an action costs."""

    def __init__(self, who: str, points: int, what: str, charge: int, limit: str) -> None:
        self.who = who
        self.points = points
        self.what = what
        self.charge = charge
        self.limit = limit
        """trigger or amplify where the use counts against that limit, turn for an action of the own turn."""

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
