"""Section 11: walking, jumping, climbing, swimming, flying, levitating, and falling."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Encounter, Reason
from fracas.engine.board import Board, Grid, Reach
from fracas.engine.board.paths import Ways
from fracas.engine.board.paths import flood as flood_from
from fracas.engine.events import ACT, BOOKS, NEWS, SUBJECT, About
from fracas.engine.keeping import keep
from fracas.rulesets.phases_of_play.being import Being, being, beings
from fracas.rulesets.phases_of_play.conditions import by_sheet
from fracas.rulesets.phases_of_play.distances import deep_water, feared, held_squares, level, nearer, waters
from fracas.rulesets.phases_of_play.lay import Lay, lay_of
from fracas.rulesets.phases_of_play.maps import CLIMB
from fracas.rulesets.phases_of_play.options import options
from fracas.rulesets.phases_of_play.profiles import MODES
from fracas.rulesets.phases_of_play.ranges import raw_range
from fracas.rulesets.phases_of_play.situation import situation

GROUNDED: Final = ("walk", "jump", "climb", "swim")
AIRBORNE: Final = ("fly", "levitate")
LEAPING: Final = ("jump", *AIRBORNE)
"""Ways of moving that no ground stops."""
DEEP: Final = "deep"
DRY: Final = "dry"
STEEP: Final = "steep"
EVEN: Final = "even"
MOST_GOING: Final = 256
MOST_SPREADS: Final = 128


class MovementGained(About):
    """Movement beyond the ranges."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, units: int) -> None:
        self.who = who
        self.units = units

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).extra += self.units


class RangeImprovised(About):
    """The GM gives a temporary range, at so many Movement for a unit."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = NEWS

    def __init__(self, who: str, mode: str, cost: int) -> None:
        self.who = who
        self.mode = mode
        self.cost = cost

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).improvised[self.mode] = self.cost

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} may {self.mode} for now, {self.cost} Movement a unit"


class Dashed(About):
    """A Dash, whether or not it came to anything."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = ACT

    def __init__(self, who: str, worked: int) -> None:
        self.who = who
        self.worked = worked
        """How many times the ranges it adds; 0 for nothing."""

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.dashes += 1
        one.factor += self.worked

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} dashes" + ("" if self.worked else " and gains nothing")


def tagged(board: Board, pos: int, *tags: str) -> bool:
    return board.tagged(pos, tags)


def able(one: Being, mode: str) -> bool:
    """10.8, 10.9: a range of one's own, by an effect, or by leave of the GM."""
    return raw_range(one, mode) > 0 or mode in one.improvised


def bars_aloft(one: Being, mode: str) -> list[Reason]:
    """11.8: whoever is in the air comes down before anything else."""
    if one.altitude > 0 and mode in GROUNDED:
        return [Reason("11.8", f"{one.name} is in the air", "fly or sink (hover 0)")]
    return []


def burdens(enc: Encounter, one: Being) -> list[Being]:
    """15.18: whom one holds so firmly that they are carried along."""
    if not one.conditions or not one.has("grappling") or by_sheet(enc):
        return []
    return [other for other in beings(enc) if other.stacks("held") >= 2 and other.source_of("held") == one.id]


def pace(enc: Encounter, one: Being, mode: str) -> int:
    """11.3, 15.18: what a unit of the way counts: double for those who crawl, and for those who carry somebody."""
    if mode != "walk" or not one.conditions:
        return 1
    return (2 if one.has("prone") else 1) * (2 if burdens(enc, one) else 1)


def bars_step(board: Board, water: tuple[int, ...], mode: str, frm: int, to: int) -> Reason | None:
    """11.1, 11.2, 11.6, 11.7: what this way of moving does not do between two squares next to each other."""
    stopped = stops_step(board, lay_of(board), water, mode, frm, to)
    if not stopped:
        return None
    there = board.label(to)
    if stopped == DEEP:
        return Reason("11.1", f"{there} is deep water", "swim, jump or go round")
    if stopped == DRY:
        return Reason("11.7", f"{there} is no deep water")
    if not isinstance(board, Grid):
        return bars_told_step(there, mode)
    if stopped == STEEP:
        rise = board.height_at(to) - board.height_at(frm)
        return Reason("11.2", f"{there} is {rise} units higher", "climb or jump")
    return Reason("11.6", f"there is nothing to climb at {there}", "walk", "walk")


def stops_step(board: Board, lay: Lay, water: tuple[int, ...], mode: str, frm: int, to: int) -> str:
    """11.1, 11.2, 11.6, 11.7: what it is that stops a step, in a word; empty where nothing does."""
    if mode == "walk":
        if lay.deep[to] or to in water:
            return DEEP
        if not lay.grid:
            return STEEP if tagged(board, frm, CLIMB + board.name(to)) else ""
        return STEEP if lay.level[to] - lay.level[frm] > 1 and not lay.stepped[to] and not lay.stepped[frm] else ""
    if mode == "climb":
        if lay.deep[to] or to in water:
            return DEEP
        if not lay.grid:
            return EVEN if not tagged(board, frm, CLIMB + board.name(to)) else ""
        return EVEN if lay.level[to] == lay.level[frm] and not lay.marked[to] and not lay.marked[frm] else ""
    if mode == "swim" and not lay.deep[to] and not lay.deep[frm] and to not in water and frm not in water:
        return DRY
    return ""


def bars_told_step(there: str, mode: str) -> Reason:
    """11.2, 11.6: between places a face is where the link says so."""
    if mode == "walk":
        return Reason("11.2", f"the way to {there} is a climb", "climb, jump or fly", "path")
    return Reason("11.6", f"there is nothing to climb on the way to {there}", "walk", "walk")


def step_units(board: Board, mode: str, frm: int, to: int, size: int, each: int) -> int:
    """9.5, 10.2, 11.6: the units of one step: as many as a unit counts for, and for climbing the height."""
    if not isinstance(board, Grid):
        return board.distance(frm, to) * each
    over = low_wall(board, mode, frm, to, size)
    return over + (max(1, abs(board.height_at(to) - board.height_at(frm))) if mode == "climb" else each)


def low_wall(board: Board, mode: str, frm: int, to: int, size: int) -> int:
    """9.13: over a low wall it is a unit more, but for those who leave the ground."""
    return board.edge_cost(frm, to, size) if mode not in LEAPING else 0


def path_units(enc: Encounter, one: Being, mode: str, path: list[int], altitude: int) -> list[int]:
    """9.5, 11.4, 11.6, 11.8: units for each step of a path; jumps and flights count the longer of way and height."""
    board = enc.board
    if not isinstance(board, Grid) or mode in ("walk", "climb", "swim"):
        each = pace(enc, one, mode)
        ends = zip([one.pos, *path[:-1]], path, strict=True)
        steps = [step_units(board, mode, frm, to, one.size, each) for frm, to in ends]
        if mode in AIRBORNE:
            return spread_out(steps, abs(altitude - one.altitude))
        return with_diagonals(enc, one, path, steps)
    steps = with_diagonals(enc, one, path, [1 if to != one.pos or len(path) > 1 else 0 for to in path])
    height = level(enc, path[-1]) + altitude - level(enc, one.pos) - one.altitude
    if mode == "jump":
        height = max(0, height)
    total = max(sum(steps), abs(height))
    return spread_out(steps, total)


def spread_out(steps: list[int], total: int) -> list[int]:
    """The last step pays what height costs beyond the way."""
    more = total - sum(steps)
    return steps[:-1] + [steps[-1] + more] if more > 0 else steps


def with_diagonals(enc: Encounter, one: Being, path: list[int], steps: list[int]) -> list[int]:
    """9.3: under the option every second diagonal step counts two."""
    board = enc.board
    if options(enc).diagonals != "alternating" or not isinstance(board, Grid):
        return steps
    counted: list[int] = []
    diagonals = 0
    for frm, to, units in zip([one.pos, *path[:-1]], path, steps, strict=True):
        if is_diagonal(board, frm, to):
            diagonals += 1
            units += 1 if diagonals % 2 == 0 else 0
        counted.append(units)
    return counted


def is_diagonal(board: Board, frm: int, to: int) -> bool:
    return isinstance(board, Grid) and frm % board.width != to % board.width and frm // board.width != to // board.width


def altitudes_of(enc: Encounter, one: Being, mode: str, path: list[int], altitude: int) -> list[int]:
    """11.8: how high one is at each step: one rises first and sinks last; on the ground without wings."""
    if mode not in AIRBORNE:
        return [0 for _ in path]
    return [max(one.altitude, altitude)] * (len(path) - 1) + [altitude]


def bars_mode(enc: Encounter, one: Being, mode: str, path: list[int], altitude: int) -> list[Reason]:
    """11.1, 11.3, 11.4, 11.10: what this way of moving does not do on this path."""
    reasons = bars_posture(one, mode, altitude)
    if not reasons and mode == "jump" and deep_water(enc, path[-1]):
        return [Reason("11.4", "a jump must end on ground that can be stood on")]
    if reasons or mode in LEAPING:
        return reasons
    for frm, to in zip([one.pos, *path[:-1]], path, strict=True):
        reason = bars_step(enc.board, waters(enc), mode, frm, to)
        if reason is not None:
            return [Reason(reason.paragraph, reason.text, in_ones_power(one, reason.remedy))]
    return []


def bars_posture(one: Being, mode: str, altitude: int) -> list[Reason]:
    """11.3, 11.10: whoever lies can only crawl, and nobody drifts high."""
    if one.has("prone") and mode != "walk":
        return [Reason("11.3", f"{one.name} is Prone", "stand up first", "stand")]
    if mode == "levitate" and altitude > 2:
        return [Reason("11.10", "levitation leads no more than two units above the ground")]
    return []


def in_ones_power(one: Being, remedy: str) -> str:
    """Of other ways to move only those one has."""
    words = [word for word in remedy.replace(" or ", ", ").split(", ") if word]
    mine = [word for word in words if word not in MODES or able(one, word)]
    return ", ".join(mine[:-1]) + " or " + mine[-1] if len(mine) > 1 else "".join(mine)


def bars_connection(enc: Encounter, one: Being, path: list[int]) -> list[Reason]:
    """9.12: square by square, past nothing solid."""
    at = one.pos
    for to in path:
        if to != at and to not in enc.board.neighbours(at, one.size):
            return [Reason("9.12", f"there is no open way to {enc.board.label(to)}", "choose another way", "path")]
        at = to
    return []


class Going(Ways):
    """The steps of one way of moving, and what they count, for one size on one board."""

    def __init__(self, board: Board, size: int, mode: str, each: int, water: tuple[int, ...], halves: int) -> None:
        self.level = isinstance(board, Grid) and mode != "climb" and not board.has_edge_costs
        """Counts every step the same, but for diagonals?"""
        super().__init__(board.size, halves, self.level and halves == 1 and each == 1)
        self.board = board
        self.size = size
        self.mode = mode
        self.each = each
        """What a unit of the way counts."""
        self.water = water

    def find(self, pos: int) -> list[int]:
        board, water, mode = self.board, self.water, self.mode
        steps = board.neighbours(pos, self.size)
        lay = lay_of(board)
        if lay.grid and (mode in LEAPING or (mode == "walk" and lay.plain and not water)):
            return steps
        return [to for to in steps if not stops_step(board, lay, water, mode, pos, to)]

    def weigh(self, pos: int, steps: list[int]) -> list[int]:
        """Where every second diagonal counts two, each of them counts a half more."""
        if self.uniform or (self.unit == 1 and self.level):
            return [self.each] * len(steps)
        return [
            step_units(self.board, self.mode, pos, to, self.size, self.each) * self.unit
            + int(self.unit > 1 and is_diagonal(self.board, pos, to))
            for to in steps
        ]


class Wary(Going):
    """The same for somebody who comes no nearer to whom they fear."""

    def __init__(self, enc: Encounter, one: Being, other: Being, mode: str) -> None:
        super().__init__(enc.board, one.size, mode, pace(enc, one, mode), waters(enc), halves(enc))
        self.enc = enc
        self.one = one
        self.other = other

    def find(self, pos: int) -> list[int]:
        up = flown(self.one, self.mode)
        return [to for to in super().find(pos) if not nearer(self.enc, self.one, self.other, pos, to, up, up)]


_GOING: Final[dict[tuple[Board, int, str, int, tuple[int, ...], int], Going]] = {}
"""Boards never change, and many walk on the same one."""


def going(enc: Encounter, one: Being, mode: str) -> Ways:
    """The steps somebody can take in this manner; no ground stops those who leave it."""
    other = feared(enc, one)
    if other is not None:
        return Wary(enc, one, other, mode)
    board, each, water = enc.board, pace(enc, one, mode), waters(enc)
    if isinstance(board, Grid) and not board.has_edge_costs:
        if mode in LEAPING:
            return board.ways(one.size)
        if mode == "walk" and each == 1 and one.size == 1 and not water and lay_of(board).plain:
            # Where nothing bars a walk that does not bar a leap, they share their steps.
            ways = board.ways(1)
            if ways.uniform:
                return ways
    key = (board, one.size, mode, each, water, halves(enc))
    found = _GOING.get(key)
    if found is None:
        found = keep(_GOING, key, Going(*key), MOST_GOING)
    return found


def halves(enc: Encounter) -> int:
    """Into how many parts a unit is cut, so that diagonals can be counted."""
    return 2 if options(enc).diagonals == "alternating" and isinstance(enc.board, Grid) else 1


def flown(one: Being, mode: str) -> int:
    """At which altitude one is on the way."""
    return one.altitude if mode in AIRBORNE else 0


def flood(enc: Encounter, one: Being, mode: str, budget: int, people: bool = True) -> Reach:
    """Where one can get to with so many units; ends may still be taken by others."""
    key = (one.id, mode, budget, people)
    known = situation(enc).floods
    found = known.get(key)
    if found is None:
        barred = held_squares(enc, one, flown(one, mode), True) if people else set[int]()
        found = known[key] = spread(going(enc, one, mode), one.pos, budget, enc.board.anchors(barred, one.size))
    return found


_SPREADS: Final[dict[tuple[Ways, int, tuple[int, ...]], tuple[int, Reach]]] = {}
"""The last few floods: much that happens moves nobody."""


def spread(ways: Ways, start: int, budget: int, barred: set[int]) -> Reach:
    """A flood, or the part of one that is known already; who is afraid of whom is part of one state alone."""
    if isinstance(ways, Wary):
        return flood_from(ways, start, budget, barred, set[int]())
    key = (ways, start, tuple(sorted(barred)))
    found = _SPREADS.get(key)
    if found is None or found[0] < budget:
        found = keep(_SPREADS, key, (budget, flood_from(ways, start, budget, barred, set[int]())), MOST_SPREADS)
    return found[1] if found[0] == budget else found[1].within(budget)
