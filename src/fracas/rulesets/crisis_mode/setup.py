"""Section 1: placing, ready cards, surprise and the first Action Points."""

from __future__ import annotations

from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.events import PhaseBegan
from fracas.engine.ruleset import Step
from fracas.engine.table import Table
from fracas.rulesets.crisis_mode.checks import full_points
from fracas.rulesets.crisis_mode.fighter import CrisisContent, Fighter, crisis, fighters
from fracas.rulesets.crisis_mode.free_steps import allowance
from fracas.rulesets.crisis_mode.options import CrisisOptions
from fracas.rulesets.crisis_mode.reset import new_points

DEFAULT_AP = 3


def ready_card(
    content: CrisisContent, options: CrisisOptions, kind: str, id: str, pos: int, side: str, seat: str
) -> Fighter:
    """1.3: standing, unhurt, first weapon in hand, shield on the arm."""
    creature = content.creatures[kind]
    stats = creature.stats
    one = Fighter(content, creature, id, creature.name, side, seat, pos)
    one.max_hp = creature.hp or full_points(options, stats["brawn"], stats["nerve"])
    one.max_mp = creature.mp or full_points(options, stats["savvy"], stats["nerve"])
    one.hp, one.mp = one.max_hp, one.max_mp
    weapons = [weapon for weapon in creature.weapons if weapon.id != "unarmed"]
    one.weapon = weapons[0] if weapons else None
    one.carried = weapons[1:]
    one.shield = creature.shield
    one.items = creature.items[:]
    return one


class SetUp(Step):
    """1.1, 1.4, 1.5, 1.10: everybody is placed; first points are rolled in list order, and turn 1 begins."""

    def __init__(self) -> None:
        super().__init__("set-up", "Set-up", "1.1")

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
