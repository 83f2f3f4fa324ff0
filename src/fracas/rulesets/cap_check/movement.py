"""Section 4: Move, Shift and the movements of maneuvers, square by square."""

from __future__ import annotations

from fracas.engine.api import Choice, Command, Encounter, Reason, Table
from fracas.engine.board import Board
from fracas.engine.events import ConditionEnded, Moved
from fracas.engine.walking import Walking
from fracas.rulesets.cap_check.acting import CapAction, Paid, bars_points
from fracas.rulesets.cap_check.actions import SPEEDS
from fracas.rulesets.cap_check.conditions import has_boon
from fracas.rulesets.cap_check.course import ActionBegan, ActionEnded, ActionLost, thwarted
from fracas.rulesets.cap_check.doing import Doing
from fracas.rulesets.cap_check.effects import has_room, holders
from fracas.rulesets.cap_check.fields import enter, field_at
from fracas.rulesets.cap_check.fighter import Fighter, fighter
from fracas.rulesets.cap_check.foes import stride
from fracas.rulesets.cap_check.healing_and_fallen import reveal
from fracas.rulesets.cap_check.legend import FLOOR
from fracas.rulesets.cap_check.options import options
from fracas.rulesets.cap_check.situation import in_the_way
from fracas.rulesets.cap_check.triggers import answer_moment

SHIFT = 1


class Gait:
    """How somebody goes: how far, through whom, over what."""

    def __init__(self, squares: int, through: bool = False, over: bool = False) -> None:
        self.squares, self.through, self.over = squares, through, over


def covers_near(enc: Encounter, one: Fighter, gait: Gait) -> set[int]:
    """17.10: whoever vaults passes over Cover, but does not stop on it."""
    covers: set[int] = set()
    for square in range(enc.board.size) if gait.over else []:
        field = field_at(enc, square)
        if field is not None and field.blocks and enc.board.distance(one.pos, square) <= gait.squares:
            covers.add(square)
    return covers


def ground(enc: Encounter, covers: set[int]) -> Board:
    """17.10: the board for whoever passes over these squares of Cover."""
    return enc.board.with_terrain(dict.fromkeys(sorted(covers), FLOOR)) if covers else enc.board


def ways(enc: Encounter, one: Fighter, gait: Gait) -> Walking:
    """Where a fighter can go."""
    barred, passable = in_the_way(enc, one, gait.through)
    covers = covers_near(enc, one, gait)
    return Walking(enc, one, gait.squares, barred, passable | covers, ground(enc, covers))


def bars_path(enc: Encounter, one: Fighter, path: list[int], gait: Gait) -> list[Reason]:
    """4.3, 4.4, 4.5, 4.6, 4.12, 16.2: not too far, over open ground, past no enemy, to a free square."""
    if path[-1] == one.pos:
        return [Reason("4.3", "that leads nowhere", "choose another square")]
    covers = covers_near(enc, one, gait)
    for held in taken_up(enc, one, path):
        if enc.board.blocked(held) and held not in covers:
            return [Reason("4.6", f"{enc.board.name(held)} cannot be entered")]
    cost = ground(enc, covers).path_cost(one.pos, path, one.size)
    if cost < 0:
        return [Reason("4.6", "there is no open way there square by square")]
    reasons: list[Reason] = []
    if cost > gait.squares:
        allowed = "1 is" if gait.squares == 1 else f"{gait.squares} are"
        reasons.append(Reason("4.3", f"that is {cost} squares, {allowed} allowed", "choose a shorter way", "path"))
    return reasons + bars_passing(enc, one, path, gait, covers)


def taken_up(enc: Encounter, one: Fighter, path: list[int]) -> list[int]:
    """The squares somebody takes up on a path, one step after the other."""
    return path if one.size == 1 else [held for square in path for held in enc.board.footprint(square, one.size)]


def bars_passing(enc: Encounter, one: Fighter, path: list[int], gait: Gait, covers: set[int]) -> list[Reason]:
    """4.4, 4.5: through nobody of the other side, and to a square nobody has."""
    barred, passable = in_the_way(enc, one, gait.through)
    for held in taken_up(enc, one, path[:-1]):
        if held in barred:
            return [Reason("4.4", f"{enc.board.name(held)} is held by an enemy", "go round")]
    for held in taken_up(enc, one, path[-1:]):
        if held in covers:
            return [Reason("4.6", f"{enc.board.name(held)} is no place to stop")]
        if held in passable or held in barred:
            return [Reason("4.5", f"{enc.board.name(held)} is taken")]
    return []


class Walk(CapAction):
    """4.1, 4.2: going somewhere for points."""

    def __init__(self, verb: str, title: str, paragraph: str) -> None:
        super().__init__(verb, title, paragraph, "path")

    def points(self, one: Fighter) -> int:
        """4.1, 4.2: Move is Slow, Shift is Fast."""
        return 2 if self.verb == "move" else 1

    def gait(self, enc: Encounter, one: Fighter) -> Gait:
        """4.1, 4.2: five squares, or one; a foe as many as its card says."""
        if self.verb == "shift":
            return Gait(SHIFT)
        return Gait(stride(one), has_boon(one, "through"), has_boon(one, "over"))

    def cost(self, enc: Encounter, command: Command) -> str:
        one = fighter(enc, command.who)
        return SPEEDS[self.points(one)] if one.is_hero else "1 action"

    def bars_self(self, enc: Encounter, one: Fighter) -> list[Reason]:
        """4.11, 13.9: whoever is held fast does not Move; a foe has one way of moving."""
        reasons = bars_points(one, self.points(one))
        if self.verb == "move" and has_boon(one, "no-move"):
            reasons.append(Reason("4.11", f"{one.name} cannot Move"))
        if self.verb == "shift" and not one.is_hero:
            reasons = [Reason("13.9", "foes move, they do not shift", "move")]
        return reasons

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        one = fighter(enc, command.who)
        return bars_path(enc, one, list(command.squares), self.gait(enc, one))

    def walking(self, enc: Encounter, who: str) -> Walking:
        one = fighter(enc, who)
        return ways(enc, one, self.gait(enc, one))

    def choice(self, enc: Encounter, who: str) -> Choice | None:
        return None if self.bars(enc, who) else self.walking(enc, who).choice(self.verb)

    def perform(self, table: Table, command: Command) -> None:
        one = fighter(table.enc, command.who)
        pay_move(table, one, self.points(one), self.verb)
        if self.verb == "move":
            use_up(table, one.id)
        go_along(table, command.who, list(command.squares), self.verb)


def pay_move(table: Table, one: Fighter, points: int, verb: str) -> None:
    """3.2: the speed in points; a foe pays with one of its actions."""
    free = options(table.enc).foes == "free"
    table.emit(Paid(one.id, points if one.is_hero else 1 if free else 0, verb, 0, "turn"))


def use_up(table: Table, who: str) -> None:
    """17.9, 17.10: what lets the next Move pass foes or Cover is used up by it."""
    for held in fighter(table.enc, who).conditions[:]:
        if held.name in ("boon-through", "boon-over"):
            table.emit(ConditionEnded(who, held.name, "used"))


def go_along(table: Table, who: str, path: list[int], verb: str) -> None:
    """4.8: square by square; each square takes effect, and whoever cannot go on stays."""
    doing = Doing(who, fighter(table.enc, who).cards()[0], [], path, "move")
    table.emit(ActionBegan(who, verb, [], path, "move"))
    answer_moment(table, doing, "before")
    why = thwarted(table.enc, doing)
    if why:
        table.emit(ActionLost(who, verb, why))
    else:
        walk(table, who, path)
    table.emit(ActionEnded(who, verb))


def walk(table: Table, who: str, path: list[int]) -> None:
    """4.8: one square after the other; whoever cannot stay goes back to the last square with room."""
    enc, one = table.enc, fighter(table.enc, who)
    been = [one.pos]
    for to in path:
        if not one.present or one.has("sleep") or not enc.board.footprint(to, one.size) or off_the_way(enc, one, to):
            break
        if meets_hidden(table, one, to):
            break
        table.emit(Moved(who, to, "goes"))
        enter(table, who)
        been.append(to)
    if len(been) > 1 and not has_room(enc, one, one.pos):
        room = [square for square in been[1:] if has_room(enc, one, square)]
        table.emit(Moved(who, [been[0], *room][-1], "falls back"))


def off_the_way(enc: Encounter, one: Fighter, to: int) -> bool:
    """4.13: whoever was brought somewhere else in between cannot go on from there."""
    return enc.board.distance(one.pos, to) > 1


def meets_hidden(table: Table, one: Fighter, to: int) -> bool:
    """1.8: whoever walks into somebody hidden finds them, and stops."""
    if not [other for other in table.enc.combatants.values() if other.hidden]:
        return False
    met = [other for other in holders(table.enc, one, to) if other.hidden and other.seat != one.seat]
    reveal(table, met[:1], "is walked into")
    return bool(met)
