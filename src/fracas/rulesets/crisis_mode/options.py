"""The options of Crisis Mode: variants that its sources name or differ on, and what a table would argue about.

For the ruleset, which asks them in play; `rules/options.toml` tells people what each value does at the table.
"""

from __future__ import annotations

from fracas.engine.api import Encounter, Options


class CrisisOptions(Options):
    """What can be played differently."""

    secrets: str
    exploding: str
    dice_table: str
    full_points: str
    ladder: str
    order: str
    round_ap_limit: bool
    diagonal: str
    opportunity_attacks: bool
    rise_cost: str
    door_cost: int
    free_move_attack: bool
    counterattack_cost: int
    armour_bypass: bool
    dying: bool
    mana_recovery: str


def options(enc: Encounter) -> CrisisOptions:
    chosen = enc.options
    assert isinstance(chosen, CrisisOptions)
    return chosen
