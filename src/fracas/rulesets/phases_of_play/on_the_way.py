"""Sections 10.17 to 10.19 and 9.6: a move step by step, who may answer it, and what stops it."""

from __future__ import annotations

from fracas.engine.board import Grid
from fracas.engine.encounter import Encounter
from fracas.engine.events import Moved
from fracas.engine.reason import Reason
from fracas.engine.table import Table
from fracas.rulesets.phases_of_play.being import (
    Being,
    being,
    beings,
    cap_left,
    movement_left,
)
from fracas.rulesets.phases_of_play.distances import SWINGING, apart, enemies, gap_at
from fracas.rulesets.phases_of_play.events import Strode, WentOnWay
from fracas.rulesets.phases_of_play.movement_ranges import (
    AIRBORNE,
    altitudes_of,
    drop,
    path_units,
    step_down,
    threshold,
)
from fracas.rulesets.phases_of_play.phase_flow import Trigger
from fracas.rulesets.phases_of_play.reactions import react, ready_for
from fracas.rulesets.phases_of_play.touching import touch
from fracas.rulesets.phases_of_play.zones import zones_of


def counts(enc: Encounter) -> bool:
    """2.2, 10.7, 18.2: Movement is counted in the Main phase alone."""
    return enc.flow.phase == "main"


def unit_price(one: Being, mode: str) -> int:
    """10.11, 10.12: two for one when improvised, unless waived."""
    return one.improvised.get(mode, 1)


def go(table: Table, who: str, mode: str, path: list[int], altitude: int) -> None:
    """10.2, 10.19: step by step; what stops the mover ends the move, and the rest of the way costs nothing."""
    enc = table.enc
    one = being(enc, who)
    start = one.pos
    on_the_move(table, who)
    if being(enc, who).pos != start:
        return
    if not isinstance(enc.board, Grid):
        go_told(table, who, mode, path, altitude)
        return
    units = path_units(enc, one, mode, path, altitude)
    heights = altitudes_of(enc, one, mode, path, altitude)
    leap = mode == "jump" and enc.options["jump"] == "over"
    for index, to in enumerate(path):
        if not can_go_on(enc, who) or not enc.board.footprint(to, one.size):
            return
        if being(enc, who).pos != (path[index - 1] if index else start):
            return
        airborne = leap and index < len(path) - 1
        if not one_step(table, who, mode, to, units[index], heights[index], airborne):
            return


def on_the_move(table: Table, who: str) -> None:
    """16.9: that somebody moves may be answered from the shadows."""
    enc = table.enc
    whos = [other for other in ready_for(enc, "moves", who) if enemies(being(enc, other), being(enc, who))]
    if whos:
        react(table, Trigger("moves", who, who), whos, f"{enc.name(who)} moves")


def bars_grip(enc: Encounter, one: Being) -> list[Reason]:
    """15.18, 15.19: who is Held, or Mounted twice, does not move."""
    if one.has("held"):
        return [Reason("15.18", f"{one.name} is held", "break free")]
    if one.stacks("mounted") >= 2 and not one.sheet_words:
        return [Reason("15.19", f"{one.name} is pinned", "break free")]
    return []


def can_go_on(enc: Encounter, who: str) -> bool:
    """10.19: neither held nor unconscious nor dead; who is moved elsewhere does not go on either."""
    one = being(enc, who)
    return one.present and not bars_grip(enc, one)


def one_step(table: Table, who: str, mode: str, to: int, units: int, height: int, airborne: bool) -> bool:
    """10.2, 10.17, 12.3: a blow before it, the step, and what the ground does; false if the move ends here."""
    enc = table.enc
    start = being(enc, who).pos
    leave(table, who, to, height)
    one = being(enc, who)
    if not can_go_on(enc, who) or one.pos != start:
        return False
    price = units * unit_price(one, mode) if counts(enc) else 0
    frm, near = one.pos, near_before(enc, who)
    before = zones_of(enc, one)
    table.emit(Strode(who, to, mode, price, price, height))
    carry(table, who)
    enter(table, who, near)
    if airborne or not being(enc, who).present:
        return being(enc, who).present
    down = drop(enc, frm, to) if mode in ("walk", "swim") and height == 0 else 0
    if down >= threshold(enc) and step_down(table, who, frm, down):
        return False
    arrive(table, who, before)
    return True


def arrive(table: Table, who: str, before: dict[str, int]) -> None:
    """12.3: zones touched on one's own turn act; where nobody has turns, those one was not in before."""
    enc = table.enc
    one = being(enc, who)
    if enc.flow.phase == "main":
        if one.in_turn:
            touch(table, who)
    elif [name for name in zones_of(enc, one) if name not in before]:
        touch(table, who)


def carry(table: Table, who: str) -> None:
    """15.19: whoever is mounted on the mover comes along."""
    enc = table.enc
    one = being(enc, who)
    if one.has("mounted"):
        rider = one.source_of("mounted")
        fits = rider in enc.combatants and enc.board.footprint(one.pos, being(enc, rider).size)
        if fits and being(enc, rider).present:
            table.emit(Moved(rider, one.pos, "is carried along"))


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
        react(table, Trigger("entering", who, who), whos, f"{enc.name(who)} comes near")


def leave(table: Table, who: str, to: int, height: int) -> None:
    """10.17, 11.5: before the step, every enemy who is left behind may strike; not at somebody Sneaky."""
    enc = table.enc
    one = being(enc, who)
    if enc.flow.phase != "main" or one.has("sneaky"):
        return
    whos: list[str] = []
    for other in beings(enc):
        if other.present and other.taking_part and enemies(one, other) and left_behind(enc, one, other, to, height):
            whos.append(other.id)
    if whos:
        trigger = Trigger("leaving", who, who)
        trigger.to = to
        react(table, trigger, whos, f"{enc.name(who)} moves out of reach")


def left_behind(enc: Encounter, one: Being, other: Being, to: int, height: int) -> bool:
    """10.17: within Swinging Distance now and not after the step."""
    if apart(enc, one, other) > SWINGING:
        return False
    return gap_at(enc, to, one.size, height, other.pos, other.size, other.altitude) > SWINGING


def go_told(table: Table, who: str, mode: str, path: list[int], altitude: int) -> None:
    """9.5, 9.6, 11.8: from place to place; what cannot be paid now is a part of the way, and one rises on arrival."""
    enc = table.enc
    start = being(enc, who).pos
    units = path_units(enc, being(enc, who), mode, path, altitude)
    for index, to in enumerate(path):
        one = being(enc, who)
        if not can_go_on(enc, who) or one.pos != (path[index - 1] if index else start):
            return
        done = one.way if one.toward == to else 0
        need = max(0, units[index] - done)
        price = unit_price(one, mode)
        have = min(cap_left(one, mode), movement_left(one)) // price if counts(enc) else need
        if have < need:
            if have > 0 and to != one.pos:
                table.emit(WentOnWay(who, to, done + have, mode, have * price))
            return
        height = one.altitude if index < len(path) - 1 else altitude
        if not one_step(table, who, mode, to, need, height if mode in AIRBORNE else 0, False):
            return
