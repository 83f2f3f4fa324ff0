"""Section 1: ready cards, hero slots, and the first round."""

from __future__ import annotations

from fracas.engine.api import Command, Encounter, Step, Table
from fracas.engine.events import PhaseBegan
from fracas.rulesets.cap_check.fighter import fighter, fighters, rounds
from fracas.rulesets.cap_check.foes import actions_of
from fracas.rulesets.cap_check.turns import begin_round, slots_of


class SetUp(Step):
    """1.1, 1.3: everybody is placed; the heroes take their slots, and the first round begins."""

    def __init__(self) -> None:
        super().__init__("set-up", "Set-up", "1.1")

    def perform(self, table: Table, command: Command) -> None:
        table.emit(PhaseBegan("play", 1))
        begin_round(table)


def skip(enc: Encounter) -> None:
    """The first turn has begun and nothing was done: for worked examples only."""
    flow = rounds(enc)
    flow.phase = "play"
    flow.turn = flow.round = 1
    for place, one in enumerate([one for one in fighters(enc) if one.is_hero], start=1):
        one.slot = place
    flow.order = slots_of(enc)
    standing = [index for index, slot in enumerate(flow.order) if fighter(enc, slot.who[0]).present]
    if standing:
        flow.at, flow.begun = standing[0], True
        first = fighter(enc, flow.active[0])
        first.actions = 0 if first.is_hero else actions_of(first)
