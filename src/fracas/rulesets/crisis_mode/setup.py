"""Section 1: placing, ready cards, surprise and the first Action Points."""

from __future__ import annotations

from fracas.engine.api import Command, Encounter, Step, Table
from fracas.engine.events import PhaseBegan
from fracas.rulesets.crisis_mode.checks import full_points
from fracas.rulesets.crisis_mode.fighter import UNARMED, Fighter, crisis, fighters
from fracas.rulesets.crisis_mode.free_steps import allowance
from fracas.rulesets.crisis_mode.options import CrisisOptions
from fracas.rulesets.crisis_mode.reset import new_points

DEFAULT_AP = 3


def make_ready(one: Fighter, options: CrisisOptions) -> None:
    """1.3: standing, unhurt, first weapon in hand, shield on the arm."""
    card = one.creature
    one.max_hp = one.hp = card.hp or full_points(options, one.stats["brawn"], one.stats["nerve"])
    one.max_mp = one.mp = card.mp or full_points(options, one.stats["savvy"], one.stats["nerve"])
    weapons = [weapon for weapon in card.weapons if weapon.id != UNARMED]
    one.weapon = weapons[0] if weapons else None
    one.carried = weapons[1:]
    one.shield = card.shield
    one.items = card.items[:]


class SetUp(Step):
    """1.1, 1.4, 1.5, 1.10: everybody is placed; first points are rolled in list order, and turn 1 begins."""

    def perform(self, table: Table, command: Command) -> None:
        table.emit(PhaseBegan("action", 1))
        new_points(table, crisis(table.enc).surprised, [])


def skip(enc: Encounter) -> None:
    """The start of the first Action Phase with the points that everybody has: for worked examples only."""
    enc.flow.phase = "action"
    enc.flow.turn = 1
    for one in fighters(enc):
        one.ap_start = one.ap
        one.free_steps = allowance(one) if one.ap > 0 else 0
