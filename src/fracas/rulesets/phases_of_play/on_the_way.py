"""Sections 10.17 to 10.19 and 9.6: a move step by step, who may answer it, and what stops it."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Encounter, Reason, Table, Why
from fracas.engine.board import Grid
from fracas.engine.events import MOVE, NEWS, SUBJECT, About, Moved
from fracas.rulesets.phases_of_play.being import Being, being, beings
from fracas.rulesets.phases_of_play.distances import SWINGING, apart, enemies, gap_at, holders, place
from fracas.rulesets.phases_of_play.falling import OVER_EDGES, Carried, drop, step_down
from fracas.rulesets.phases_of_play.movement_ranges import AIRBORNE, able, altitudes_of, burdens, pace, path_units
from fracas.rulesets.phases_of_play.options import options
from fracas.rulesets.phases_of_play.pieces import Trigger
from fracas.rulesets.phases_of_play.ranges import cap_left, movement_left
from fracas.rulesets.phases_of_play.reactions import react, ready_for
from fracas.rulesets.phases_of_play.touching import arrive, felt, shift
from fracas.rulesets.phases_of_play.zones import zones_between


class Strode(About):
    """One step of a movement, with the Movement it cost."""

    SQUARES: ClassVar[tuple[str, ...]] = ("to",)
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = MOVE

    def __init__(self, who: str, to: int, mode: str, cost: int, altitude: int) -> None:
        self.who = who
        self.to = to
        self.mode = mode
        self.cost = cost
        self.altitude = altitude

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.pos = self.to
        one.altitude = self.altitude
        one.toward, one.way = -1, 0
        one.spent += self.cost
        one.spent_in[self.mode] = one.spent_in.get(self.mode, 0) + self.cost

    def brief(self, enc: Encounter) -> str:
        up = f" ({self.altitude} up)" if self.altitude else ""
        verb = {"walk": "walks", "jump": "jumps", "climb": "climbs", "swim": "swims", "fly": "flies"}.get(
            self.mode, "drifts"
        )
        return f"{verb} to {place(enc, self.to)}{up}"

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} {self.brief(enc)}"


class WentOnWay(About):
    """A part of the way to another place was covered."""

    SQUARES: ClassVar[tuple[str, ...]] = ("toward",)
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = NEWS

    def __init__(self, who: str, toward: int, way: int, mode: str, cost: int) -> None:
        self.who = who
        self.toward = toward
        self.way = way
        self.mode = mode
        self.cost = cost

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.toward, one.way = self.toward, self.way
        one.spent += self.cost
        one.spent_in[self.mode] = one.spent_in.get(self.mode, 0) + self.cost

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is on the way to {place(enc, self.toward)}"


def counts(enc: Encounter) -> bool:
    """2.2, 10.7, 18.2: Movement is counted in the Main phase alone."""
    return enc.flow.phase == "main"


def no_movement(one: Being, needed: int) -> Reason:
    """10.5: nobody moves farther than the Movement that is left."""
    return Reason("10.5", f"{one.name} has {movement_left(one) or 'no'} Movement left and needs {needed}")


def unit_price(one: Being, mode: str) -> int:
    """10.11, 10.12: two for one when improvised, unless waived."""
    return one.improvised.get(mode, 1)


def units_left(one: Being, mode: str) -> int:
    """10.3, 10.5, 10.10: how many units of a way can still be paid, by the range and by the Movement left."""
    return min(cap_left(one, mode), movement_left(one)) // unit_price(one, mode)


class Stride:
    """One step of a move: where to, how high, and what it is."""

    def __init__(self, mode: str, to: int, units: int, height: int) -> None:
        self.mode = mode
        self.to = to
        self.units = units
        self.height = height
        self.airborne = False
        """11.4: over the ground without touching it."""
        self.edge = -1
        """11.4: from where a jump that ends here was taken."""
        self.free = False
        """7.23: without Movement and without being struck."""
        self.taken: list[str] = []
        """15.20: who is dragged along."""


def go(
    table: Table, who: str, mode: str, path: list[int], altitude: int, free: bool = False, dragged: str = ""
) -> None:
    """10.2, 10.19: step by step; what stops the mover ends the move, and the rest of the way costs nothing."""
    enc = table.enc
    one = being(enc, who)
    start, lame = one.pos, lameness(one, mode)
    taken = [dragged] if dragged else []
    on_the_move(table, who)
    if being(enc, who).pos != start:
        return
    if not isinstance(enc.board, Grid):
        go_told(table, who, mode, path, altitude, free, lame, taken)
        return
    units = path_units(enc, one, mode, path, altitude)
    heights = altitudes_of(enc, one, mode, path, altitude)
    leap = mode == "jump"
    for index, to in enumerate(path):
        at = path[index - 1] if index else start
        step = Stride(mode, to, units[index], heights[index])
        step.airborne = leap and index < len(path) - 1
        step.edge = start if leap else at
        step.free, step.taken = free, taken
        here = being(enc, who).pos == at and bool(enc.board.footprint(to, one.size))
        if not here or not can_go_on(enc, who, mode, lame) or not one_step(table, who, step, lame):
            if leap and being(enc, who).pos in ((at, to) if step.airborne else (at,)):
                come_down(table, who, start)
            return


def come_down(table: Table, who: str, edge: int) -> None:
    """11.4, 11.11: whoever is stopped in the middle of a jump comes down there."""
    enc = table.enc
    pos = being(enc, who).pos
    if pos == edge:
        return
    step_down(table, who, edge, drop(enc, edge, pos))
    if being(enc, who).present and being(enc, who).pos == pos:
        arrive(table, who, {})


def on_the_move(table: Table, who: str) -> None:
    """16.9: that somebody moves may be answered from the shadows."""
    enc = table.enc
    whos = [other for other in ready_for(enc, "moves", who) if enemies(being(enc, other), being(enc, who))]
    if whos:
        react(table, Trigger("moves", who, who), whos, Why("{0} moves", [who]))


def bars_grip(enc: Encounter, one: Being) -> list[Reason]:
    """15.18, 15.19: whoever is Held, or Mounted twice, does not move."""
    if not one.conditions:
        return []
    if one.has("held"):
        return [Reason("15.18", f"{one.name} is held", "break free", "break-free")]
    if one.stacks("mounted") >= 2 and not one.sheet_words:
        return [Reason("15.19", f"{one.name} is pinned", "break free", "break-free")]
    return []


def bars_still(one: Being) -> list[Reason]:
    """13.9: with two stacks of Slowed one does not move at all."""
    return [Reason("13.9", f"{one.name} is too slow to move")] if one.stacks("slowed") >= 2 else []


def lameness(one: Being, mode: str) -> int:
    """10.19: Prone, too slow to move, without the range: what more of it on the way ends a move."""
    return int(one.has("prone")) + int(one.stacks("slowed") >= 2) + int(not able(one, mode))


def can_go_on(enc: Encounter, who: str, mode: str, lame: int) -> bool:
    """10.19: neither held nor unconscious nor dead, and no lamer than at the start."""
    one = being(enc, who)
    return one.present and not bars_grip(enc, one) and lameness(one, mode) <= lame


def one_step(table: Table, who: str, step: Stride, lame: int) -> bool:
    """10.2, 10.17, 12.3: a blow before it, the step, and what the ground does; false if the move ends here."""
    enc = table.enc
    start = being(enc, who).pos
    taken = step.taken
    if step.mode == "walk":
        taken = taken + [other.id for other in burdens(enc, being(enc, who)) if other.id not in taken]
    if not step.free:
        leave(table, who, step.to, step.height, taken)
    one = being(enc, who)
    if not can_go_on(enc, who, step.mode, lame) or one.pos != start:
        return False
    paid = 0 if step.free or not counts(enc) else step.units
    price = paid * unit_price(one, step.mode)
    near, before, was = near_before(enc, who), felt(enc, one), one.altitude
    passed = zones_between(enc, one, was + 1, step.height - 1)
    table.emit(Strode(who, step.to, step.mode, price, step.height))
    carry(table, who)
    enter(table, who, near)
    if step.airborne or not being(enc, who).present:
        return being(enc, who).present
    down = drop(enc, step.edge, step.to) if step.mode in OVER_EDGES and step.height == 0 else 0
    fell = step_down(table, who, step.edge, down)
    for other in taken:
        tow(table, who, other, start, "is dragged along")
    if being(enc, who).pos == step.to:
        above = down if fell else was - 1
        passed = passed or zones_between(enc, being(enc, who), step.height + 1, above)
        arrive(table, who, before, passed)
    return not fell


def carry(table: Table, who: str) -> None:
    """15.19: whoever is mounted on the mover comes along."""
    enc = table.enc
    one = being(enc, who)
    if one.has("mounted"):
        rider = one.source_of("mounted")
        fits = rider in enc.combatants and enc.board.footprint(one.pos, being(enc, rider).size)
        if fits and being(enc, rider).present and away_with(table, rider, one.pos):
            shift(table, Moved(rider, one.pos, "is carried along"))


def tow(table: Table, who: str, other: str, behind: int, how: str) -> None:
    """15.18, 15.20: the one in hand follows: to the same place, or beside the mover, where that one was if it can."""
    enc = table.enc
    one, held = being(enc, who), being(enc, other)
    if not isinstance(enc.board, Grid):
        if away_with(table, other, one.pos):
            shift(table, Carried(other, one.pos, how))
        return
    if apart(enc, one, held) <= SWINGING and held not in holders(enc, one, one.pos, one.altitude):
        return
    free = [to for to in enc.board.neighbours(one.pos, held.size) if can_follow(enc, one, held, to)]
    if free:
        to = behind if behind in free else min(free, key=lambda s: (enc.board.distance(s, held.pos), s))
        if away_with(table, other, to):
            shift(table, Moved(other, to, how))


def away_with(table: Table, who: str, to: int) -> bool:
    """10.18: being moved provokes only under the option; false if that stopped it."""
    one = being(table.enc, who)
    if options(table.enc).shoving_provokes:
        leave(table, who, to, one.altitude, [])
    return being(table.enc, who).present


def can_follow(enc: Encounter, one: Being, held: Being, to: int) -> bool:
    """15.18, 15.20: within reach of the mover, free, and not over an edge to fall from."""
    near = gap_at(enc, one.pos, one.size, one.altitude, to, held.size, held.altitude) <= SWINGING
    down = drop(enc, held.pos, to) if held.altitude == 0 else 0
    return near and down < options(enc).fall_threshold and not holders(enc, held, to, held.altitude)


def near_before(enc: Encounter, who: str) -> list[str]:
    """Who has the mover within Swinging Distance already."""
    one = being(enc, who)
    return [other.id for other in beings(enc) if other.id != who and apart(enc, one, other) <= SWINGING]


def enter(table: Table, who: str, near: list[str]) -> None:
    """8.1: coming within Swinging Distance may be answered."""
    enc = table.enc
    one = being(enc, who)
    whos = [
        other
        for other in ready_for(enc, "entering", who)
        if other not in near and apart(enc, one, being(enc, other)) <= SWINGING
    ]
    if whos:
        react(table, Trigger("entering", who, who), whos, Why("{0} comes near", [who]))


def leave(table: Table, who: str, to: int, height: int, taken: list[str]) -> None:
    """10.17, 11.5: before the step, every enemy who is left behind may strike; not at somebody Sneaky."""
    enc = table.enc
    one = being(enc, who)
    if enc.flow.phase != "main" or one.has("sneaky"):
        return
    whos: list[str] = []
    for other in beings(enc):
        if other.present and other.taking_part and enemies(one, other) and left_behind(enc, one, other, to, height):
            whos.append(other.id)
    whos = [other for other in whos if other not in taken]
    if whos:
        react(table, Trigger("leaving", who, who, to=to), whos, Why("{0} moves out of reach", [who]))


def left_behind(enc: Encounter, one: Being, other: Being, to: int, height: int) -> bool:
    """10.17: within Swinging Distance now and not after the step."""
    if apart(enc, one, other) > SWINGING:
        return False
    return gap_at(enc, to, one.size, height, other.pos, other.size, other.altitude) > SWINGING


def go_told(
    table: Table, who: str, mode: str, path: list[int], altitude: int, free: bool, lame: int, taken: list[str]
) -> None:
    """9.5, 9.6, 11.8: from place to place; what cannot be paid now is a part of the way, and one rises on arrival."""
    enc = table.enc
    start = being(enc, who).pos
    each = pace(enc, being(enc, who), mode)
    units = path_units(enc, being(enc, who), mode, path, altitude)
    for index, to in enumerate(path):
        one = being(enc, who)
        if not can_go_on(enc, who, mode, lame) or one.pos != (path[index - 1] if index else start):
            return
        done = one.way if one.toward == to and mode != "jump" else 0
        need = max(0, units[index] - done * each)
        have = units_left(one, mode) // each * each if counts(enc) and not free else need
        if have < need:
            if have > 0 and to != one.pos:
                price = have * unit_price(one, mode)
                table.emit(WentOnWay(who, to, done + have // each, mode, price))
            return
        height = one.altitude if index < len(path) - 1 else altitude
        step = Stride(mode, to, need, height if mode in AIRBORNE else 0)
        step.edge, step.free, step.taken = one.pos, free, taken
        if not one_step(table, who, step, lame):
            return
