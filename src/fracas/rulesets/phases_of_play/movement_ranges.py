"""Section 11: walking, jumping, climbing, swimming, flying, levitating, and falling."""

from __future__ import annotations

import heapq
from typing import ClassVar, Final

from fracas.engine.api import Encounter, Reason
from fracas.engine.board import Grid
from fracas.engine.events import SUBJECT, About
from fracas.rulesets.phases_of_play.being import Being, being, beings
from fracas.rulesets.phases_of_play.conditions import by_sheet
from fracas.rulesets.phases_of_play.distances import deep_water, feared, held_squares, level, nearer
from fracas.rulesets.phases_of_play.maps import CLIMB
from fracas.rulesets.phases_of_play.options import options
from fracas.rulesets.phases_of_play.profiles import MODES
from fracas.rulesets.phases_of_play.ranges import raw_range

GROUNDED: Final = ("walk", "jump", "climb", "swim")
AIRBORNE: Final = ("fly", "levitate")


class MovementGained(About):
    """Movement beyond the ranges."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, units: int) -> None:
        self.who = who
        self.units = units

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).extra += self.units


class RangeImprovised(About):
    """The GM gives a temporary range, at so many Movement for a unit."""

    SEEN: ClassVar[str] = SUBJECT

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


def tagged(enc: Encounter, pos: int, *tags: str) -> bool:
    for tag in enc.board.tags_at(pos):
        if tag in tags:
            return True
    return False


def able(one: Being, mode: str) -> bool:
    """10.8, 10.9: a range of one's own, by an effect, or by leave of the GM."""
    return raw_range(one, mode) > 0 or mode in one.improvised


def bars_aloft(one: Being, mode: str) -> list[Reason]:
    """11.8: who is in the air comes down before anything else."""
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


def bars_step(enc: Encounter, mode: str, frm: int, to: int) -> Reason | None:
    """11.1, 11.2, 11.6, 11.7: what this way of moving does not do between two squares next to each other."""
    if mode in ("walk", "climb") and deep_water(enc, to):
        return Reason("11.1", f"{enc.board.name(to)} is deep water", "swim, jump or go round")
    if mode == "swim" and not deep_water(enc, to) and not deep_water(enc, frm):
        return Reason("11.7", f"{enc.board.name(to)} is no deep water")
    if not isinstance(enc.board, Grid):
        return bars_told_step(enc, mode, frm, to)
    rise = level(enc, to) - level(enc, frm)
    if mode == "walk":
        if rise > 1 and not tagged(enc, to, "ladder", "stairs") and not tagged(enc, frm, "ladder", "stairs"):
            return Reason("11.2", f"{enc.board.name(to)} is {rise} units higher", "climb or jump")
    elif mode == "climb":
        marked = tagged(enc, to, "climb", "ladder") or tagged(enc, frm, "climb", "ladder")
        if not rise and not marked:
            return Reason("11.6", f"there is nothing to climb at {enc.board.name(to)}", "walk", "walk")
    return None


def bars_told_step(enc: Encounter, mode: str, frm: int, to: int) -> Reason | None:
    """11.2, 11.6: between places a face is where the link says so."""
    there = enc.board.name(to)
    face = tagged(enc, frm, CLIMB + there)
    if mode == "walk" and face:
        return Reason("11.2", f"the way to {there} is a climb", "climb, jump or fly", "path")
    if mode == "climb" and not face:
        return Reason("11.6", f"there is nothing to climb on the way to {there}", "walk", "walk")
    return None


def step_units(enc: Encounter, mode: str, frm: int, to: int, each: int) -> int:
    """9.5, 10.2, 11.6: the units of one step: as many as a unit counts for, and for climbing the height."""
    if not isinstance(enc.board, Grid):
        return enc.board.distance(frm, to) * each
    if mode == "climb":
        return max(1, abs(level(enc, to) - level(enc, frm)))
    return each


def path_units(enc: Encounter, one: Being, mode: str, path: list[int], altitude: int) -> list[int]:
    """9.5, 11.4, 11.6, 11.8: units for each step of a path; jumps and flights count the longer of way and height."""
    if not isinstance(enc.board, Grid) or mode in ("walk", "climb", "swim"):
        each = pace(enc, one, mode)
        steps = [step_units(enc, mode, frm, to, each) for frm, to in zip([one.pos, *path[:-1]], path, strict=True)]
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


def is_diagonal(board: Grid, frm: int, to: int) -> bool:
    return frm % board.width != to % board.width and frm // board.width != to // board.width


def altitudes_of(enc: Encounter, one: Being, mode: str, path: list[int], altitude: int) -> list[int]:
    """11.8: how high one is at each step: one rises first and sinks last; on the ground without wings."""
    if mode not in AIRBORNE:
        return [0 for _ in path]
    return [max(one.altitude, altitude)] * (len(path) - 1) + [altitude]


def bars_mode(enc: Encounter, one: Being, mode: str, path: list[int], altitude: int) -> list[Reason]:
    """11.1, 11.3, 11.4, 11.10: what this way of moving does not do on this path."""
    if one.has("prone") and mode != "walk":
        return [Reason("11.3", f"{one.name} is Prone", "stand up first", "stand")]
    if mode == "jump":
        return [Reason("11.4", "a jump must end on ground that can be stood on")] if deep_water(enc, path[-1]) else []
    if mode == "levitate" and altitude > 2:
        return [Reason("11.10", "levitation leads no more than two units above the ground")]
    if mode in AIRBORNE:
        return []
    for frm, to in zip([one.pos, *path[:-1]], path, strict=True):
        reason = bars_step(enc, mode, frm, to)
        if reason is not None:
            return [Reason(reason.paragraph, reason.text, in_ones_power(one, reason.remedy))]
    return []


def in_ones_power(one: Being, remedy: str) -> str:
    """10.8: of other ways to move only those one has."""
    words = [word for word in remedy.replace(" or ", ", ").split(", ") if word]
    mine = [word for word in words if word not in MODES or able(one, word)]
    return ", ".join(mine[:-1]) + " or " + mine[-1] if len(mine) > 1 else "".join(mine)


def bars_connection(enc: Encounter, one: Being, path: list[int]) -> list[Reason]:
    """9.12: square by square, past nothing solid."""
    at = one.pos
    for to in path:
        if to != at and to not in enc.board.neighbours(at, one.size):
            return [Reason("9.12", f"there is no open way to {enc.board.name(to)}", "choose another way", "path")]
        at = to
    return []


def flood(
    enc: Encounter, one: Being, mode: str, budget: int, people: bool = True
) -> tuple[dict[int, int], dict[int, int]]:
    """Where one can get to with so many units, and by which last step; ends may still be taken by others."""
    board = enc.board
    costs: dict[int, int] = {one.pos: 0}
    came: dict[int, int] = {}
    # 9.3: of two ways that cost the same the one whose next diagonal counts one is better, and never worse later.
    turned: dict[int, int] = {one.pos: 0}
    heap: list[tuple[int, int, int]] = [(0, 0, one.pos)]
    alternating = options(enc).diagonals == "alternating"
    height = one.altitude if mode in AIRBORNE else 0
    barred = held_squares(enc, one, height, True) if people else set()
    anchors = board.anchors(barred, one.size)
    each = pace(enc, one, mode)
    fear = feared(enc, one)
    plain = mode in ("jump", "fly", "levitate") and isinstance(board, Grid)
    while heap:
        cost, odd, at = heapq.heappop(heap)
        if (cost, odd) != (costs[at], turned[at]):
            continue
        for to in board.neighbours(at, one.size):
            if to in anchors:
                continue
            if not plain and bars_step(enc, mode, at, to) is not None:
                continue
            if fear is not None and nearer(enc, one, fear, at, to, height, height):
                continue
            after = cost + (1 if plain else step_units(enc, mode, at, to, each))
            then = odd
            if alternating and isinstance(board, Grid) and is_diagonal(board, at, to):
                after += odd
                then = 1 - odd
            if after <= budget and (after, then) < (costs.get(to, after + 1), turned.get(to, 0)):
                costs[to], turned[to] = after, then
                came[to] = at
                heapq.heappush(heap, (after, then, to))
    return costs, came


def path_from(came: dict[int, int], start: int, goal: int) -> list[int]:
    path = [goal]
    while path[-1] in came and came[path[-1]] != start:
        path.append(came[path[-1]])
    path.reverse()
    return path
