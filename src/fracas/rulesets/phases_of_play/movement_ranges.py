"""Section 11: walking, jumping, climbing, swimming, flying, levitating, and falling."""

from __future__ import annotations

import heapq
from typing import Final

from fracas.engine.board import Grid
from fracas.engine.command import PASS, Command
from fracas.engine.encounter import Encounter
from fracas.engine.events import Moved
from fracas.engine.reason import Reason
from fracas.engine.roll import Why
from fracas.engine.ruleset import Step
from fracas.engine.table import Question, Table
from fracas.rulesets.phases_of_play.acting import spend
from fracas.rulesets.phases_of_play.being import MODES, Being, being, beings, phases, raw_range
from fracas.rulesets.phases_of_play.conditions import by_sheet
from fracas.rulesets.phases_of_play.damage import lose_vitality, suffer
from fracas.rulesets.phases_of_play.distances import (
    SWINGING,
    apart,
    deep_water,
    feared,
    held_squares,
    holders,
    level,
    nearer,
)
from fracas.rulesets.phases_of_play.events import Carried, PoolChanged, Stayed
from fracas.rulesets.phases_of_play.maps import CLIMB
from fracas.rulesets.phases_of_play.options import options
from fracas.rulesets.phases_of_play.phase_flow import Trigger
from fracas.rulesets.phases_of_play.reactions import ReactionAction, alter, react, ready_for
from fracas.rulesets.phases_of_play.tests import test
from fracas.rulesets.phases_of_play.touching import arrive, felt, shift
from fracas.rulesets.phases_of_play.zones import zones_between

GROUNDED: Final = ("walk", "jump", "climb", "swim")
LONGEST_FALL: Final = 100
TWO_BEATS: Final = 10
"""11.13: from how many units on there is time for two Beats."""
AIRBORNE: Final = ("fly", "levitate")


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
    board = enc.board
    if not isinstance(board, Grid) or mode in ("walk", "climb", "swim"):
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
        if deep_water(enc, path[-1]):
            return [Reason("11.4", "a jump must end on ground that can be stood on")]
        return []
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


def drop(enc: Encounter, frm: int, to: int) -> int:
    """11.2, 11.11: how far down a step leads."""
    if not isinstance(enc.board, Grid) or tagged(enc, to, "ladder", "stairs") or tagged(enc, frm, "ladder", "stairs"):
        return 0
    return max(0, level(enc, frm) - level(enc, to))


def step_down(table: Table, who: str, edge: int, units: int) -> bool:
    """11.11, 11.13: somebody has gone over an edge; true if they fell, false if unhurt or caught."""
    if units < options(table.enc).fall_threshold:
        return False
    if catches_hold(table, who, units):
        table.emit(Moved(who, edge, "hangs on"))
    else:
        land(table, who, units)
    return True


def catches_hold(table: Table, who: str, units: int) -> bool:
    """11.13: a Beat before the harm, two from a certain height on, each for an Athletics Test."""
    enc = table.enc
    for _ in range(2 if units >= TWO_BEATS else 1):
        one = being(enc, who)
        if enc.flow.phase != "main" or one.beats < 1 or not one.present:
            return False
        commands = [Command(who, "catch-hold"), Command(who, PASS)]
        prompt = f"You fall {units} units. Spend a Beat to catch hold?"
        if table.ask(Question(who, "fall", prompt, commands, commands[1])).verb == PASS:
            return False
        spend(table, who, 1, "to catch hold")
        if test(table, who, "athletics", 0, "catching hold").passed:
            return True
    return False


def land(table: Table, who: str, units: int) -> None:
    """11.11, 11.12, 11.14: damage for the units fallen, and Vitality for every ten; somebody may catch the faller."""
    enc = table.enc
    units = min(units, LONGEST_FALL)
    if units < options(enc).fall_threshold:
        return
    trigger = Trigger("fall", who, who)
    trigger.amount, trigger.type = units, "blunt"
    left = react(table, trigger, catchers(enc, who), Why(f"{{0}} falls {units} units", [who])).amount
    suffer(table, who, left, "blunt", "", f"a fall of {units} units")
    if options(enc).vitality_loss != "always" and not being(enc, who).has("dead"):
        lose_vitality(table, who, left // 10, "a long fall")


def catchers(enc: Encounter, who: str) -> list[str]:
    """11.14: who stands beside the faller, on the same side and with a Beat, or has an ability for it."""
    one = being(enc, who)
    found = ready_for(enc, "fall")
    for other in beings(enc):
        near = other.side == one.side and other.id != who and apart(enc, one, other) <= SWINGING
        if near and other.present and other.taking_part and other.beats > 0 and other.id not in found:
            found.append(other.id)
    return found


class Catch(ReactionAction):
    """11.14: under the faller, who takes half, and so does one."""

    def __init__(self) -> None:
        super().__init__("catch", "Catch the one who falls", "11.14", ("fall",))

    def bars_trigger(self, enc: Encounter, one: Being, trigger: Trigger) -> list[Reason]:
        other = being(enc, trigger.victim)
        if other.id == one.id or other.side != one.side or apart(enc, one, other) > SWINGING:
            return [Reason("11.14", f"{one.name} is not beside a falling friend")]
        return []

    def perform(self, table: Table, command: Command) -> None:
        now = phases(table.enc).triggers[-1]
        spend(table, command.who, 1, self.title)
        half = now.amount // 2
        alter(table, half, now.hinder, now.eased, now.cancelled)
        suffer(table, command.who, half, "blunt", "", "catching somebody who fell")


def crash(table: Table, who: str) -> None:
    """11.9, 11.13: out of the air at once, where there is nothing to catch hold of."""
    enc = table.enc
    units, before = being(enc, who).altitude, felt(enc, being(enc, who))
    table.emit(PoolChanged(who, "altitude", 0, "falls"))
    land(table, who, units)
    arrive(table, who, before, zones_between(enc, being(enc, who), 1, units - 1))


def flies(one: Being) -> bool:
    """11.9, 11.10: in the air by wings, or by nothing any more, and not adrift."""
    return one.altitude > 0 and (able(one, "fly") or not able(one, "levitate"))


def interrupt(table: Table, who: str) -> None:
    """11.9, 11.10: flight is interrupted; a jump is over already, and a levitator stays."""
    if flies(being(table.enc, who)):
        crash(table, who)


def stalled(enc: Encounter) -> list[str]:
    """11.9: who is in the air and Held, Prone or unconscious, or has nothing to stay there by."""
    found: list[str] = []
    for one in beings(enc):
        if one.altitude > 0 and flies(one) and not one.out:
            if one.has("held") or one.has("prone") or not one.present or not able(one, "fly"):
                found.append(one.id)
    return found


class Fall(Step):
    """11.9: whoever cannot fly any more falls at once."""

    def __init__(self) -> None:
        super().__init__("fall", "Falling", "11.9")

    def perform(self, table: Table, command: Command) -> None:
        for who in stalled(table.enc):
            crash(table, who)


def shove(table: Table, who: str, away_from: int, units: int) -> None:
    """7.19, 10.18, 15.3: pushed (or pulled, with negative units) in a straight line, until something is in the way."""
    enc = table.enc
    board = enc.board
    if not isinstance(board, Grid):
        shove_told(table, who, away_from, units)
        return
    for _ in range(abs(units)):
        one = being(enc, who)
        to = next_square(board, away_from, one.pos, units > 0)
        if to < 0 or to not in board.neighbours(one.pos, one.size) or holders(enc, one, to, one.altitude):
            return
        rise = level(enc, to) - level(enc, one.pos)
        if one.altitude == 0 and rise > 1:
            return
        frm, before = one.pos, felt(enc, one)
        if not provoke_shoved(table, who, to):
            return
        table.emit(Moved(who, to, "is pushed" if units > 0 else "is pulled"))
        fell = being(enc, who).altitude == 0 and step_down(table, who, frm, -rise)
        if being(enc, who).pos == to:
            arrive(table, who, before, zones_between(enc, being(enc, who), 1, -rise) if fell else {})
        if fell or being(enc, who).pos != to:
            return


def shove_told(table: Table, who: str, source: int, units: int) -> None:
    """7.19: between places as far as a link that is short enough, farther from the source or nearer to it."""
    enc = table.enc
    one, board = being(enc, who), enc.board
    here = board.distance(source, one.pos)
    how = "is pushed" if units > 0 else "is pulled"
    best, most = -1, 0
    for to in board.neighbours(one.pos, one.size):
        change = board.distance(source, to) - here if units > 0 else here - board.distance(source, to)
        short = board.distance(one.pos, to) <= abs(units) and not tagged(enc, one.pos, CLIMB + board.name(to))
        if short and change > most:
            best, most = to, change
    if best < 0:
        table.emit(Stayed(who, how))
    elif provoke_shoved(table, who, best):
        shift(table, Carried(who, best, how))


def provoke_shoved(table: Table, who: str, to: int) -> bool:
    """10.18: being pushed or pulled provokes as being moved does."""
    from fracas.rulesets.phases_of_play.on_the_way import away_with

    return away_with(table, who, to)


def next_square(board: Grid, origin: int, at: int, away: bool) -> int:
    """The square one further from, or nearer to, a point."""
    dx, dy = at % board.width - origin % board.width, at // board.width - origin // board.width
    sign = 1 if away else -1
    x = at % board.width + sign * ((dx > 0) - (dx < 0))
    y = at // board.width + sign * ((dy > 0) - (dy < 0))
    if (dx, dy) == (0, 0) or not (0 <= x < board.width and 0 <= y < board.depth):
        return -1
    return y * board.width + x
