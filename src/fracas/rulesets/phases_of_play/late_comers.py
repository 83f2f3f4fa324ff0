"""Section 4.15: late comers and their places in the order of turns."""

from __future__ import annotations

from typing import Final

from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.flow import Slot
from fracas.engine.ruleset import Step
from fracas.engine.table import Table
from fracas.rulesets.phases_of_play.being import Being, being, beings, phases
from fracas.rulesets.phases_of_play.conditions import full_beats
from fracas.rulesets.phases_of_play.groups import NPC, PC, Grouped, OrderChanged
from fracas.rulesets.phases_of_play.phase_changes import TookPart
from fracas.rulesets.phases_of_play.pools import PoolChanged
from fracas.rulesets.phases_of_play.turn_order import Series, caught, make_tests


def late(enc: Encounter) -> list[Being]:
    """4.15: who is there in the Set-up or the Main phase without having been in it from the start."""
    if enc.flow.phase not in ("setup", "main"):
        return []
    placed = [who for slot in enc.flow.order for who in slot.who]
    return [one for one in beings(enc) if one.joining and one.id not in placed and one.present]


class Join(Step):
    """4.15: late comers get their places."""

    def perform(self, table: Table, command: Command) -> None:
        for one in late(table.enc):
            table.emit(TookPart(one.id, True))
            if table.enc.flow.phase == "main":
                join(table, one.id)
            else:
                join_setup(table, one.id)


def join(table: Table, who: str) -> None:
    """4.12, 4.15: an NPC with its group, a player character by the series of Tests."""
    enc = table.enc
    one = being(enc, who)
    slots = enc.flow.order[:]
    if one.pc:
        insert(table, who, slots, place_by_tests(table, who, slots))
        return
    groups = with_newcomer(enc, one)
    mates = [index for index, slot in enumerate(slots) if slot.who[0] in mates_of(groups, who)]
    table.emit(Grouped(groups))
    insert(table, who, slots, mates[-1] + 1 if mates else place_of_group(groups, who, slots))
    caught(table, who)


def insert(table: Table, who: str, slots: list[Slot], at: int) -> None:
    """4.15: a new place in the order; one that has gone by counts from the next round on."""
    flow = table.enc.flow
    done = at <= flow.at
    slots.insert(at, Slot([who], PC if being(table.enc, who).pc else NPC, 0, done))
    table.emit(OrderChanged([slot.to_json() for slot in slots], flow.at + (1 if done else 0)))


def join_setup(table: Table, who: str) -> None:
    """4.15, 5.5: before the order is rolled one is in time; an NPC needs a group."""
    one = being(table.enc, who)
    table.emit(PoolChanged(who, "beats", full_beats(one), "a new Encounter"))
    if not one.pc:
        table.emit(Grouped(with_newcomer(table.enc, one)))


def with_newcomer(enc: Encounter, one: Being) -> list[list[str]]:
    """4.15: into the group with its Edge, or a group of its own where its Edge belongs."""
    groups = [group[:] for group in phases(enc).groups]
    edge = one.numbers["edge"]
    for group in groups:
        if being(enc, group[0]).numbers["edge"] == edge:
            group.append(one.id)
            return groups
    groups.insert(len([group for group in groups if being(enc, group[0]).numbers["edge"] > edge]), [one.id])
    return groups


def mates_of(groups: list[list[str]], who: str) -> list[str]:
    """4.15: the others of somebody's group."""
    return [other for group in groups if who in group for other in group if other != who]


def place_of_group(groups: list[list[str]], who: str, slots: list[Slot]) -> int:
    """4.15: a new group stands before the first one of a lower Edge, else at the end."""
    own = next(index for index, group in enumerate(groups) if who in group)
    lower = [other for group in groups[own + 1 :] for other in group]
    for index, slot in enumerate(slots):
        if slot.who[0] in lower:
            return index
    return len(slots)


def place_by_tests(table: Table, who: str, slots: list[Slot]) -> int:
    """4.15: the series of Tests, behind those already there."""
    series = Series(who)
    make_tests(table, [series])
    groups = phases(table.enc).groups
    if max(series.behind, series.unseen) < 0:
        firsts = [index for index, slot in enumerate(slots) if slot.kind == NPC]
        return firsts[0] if firsts else len(slots)
    group = groups[max(series.behind, series.unseen)]
    places = [index for index, slot in enumerate(slots) if [name for name in slot.who if name in group]]
    at = (places[-1] if places else len(slots) - 1) + 1
    while at < len(slots) and slots[at].kind == PC:
        at += 1
    return at


STEPS: Final[list[Step]] = [Join("join", "Somebody joins the Encounter", "4.15")]
