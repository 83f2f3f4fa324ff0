"""The options of Crisis 3d6: what its sources name as variants or tell differently, and what a table would argue about.

For the ruleset, which asks them in play, and for people who set up a table and want the other reading.
"""

from __future__ import annotations

from fracas.engine.api import Encounter, Options


class CrisisOptions(Options):
    """What can be played differently; `rules/options.toml` says what each does at the table."""

    secrets: str
    aftermath: str
    stunt_face: str
    difficulty_modifiers: str
    fate: bool
    tactics: str
    initiative: str
    ap_gain: str
    diagonal: str
    door_cost: int
    defence: str
    cover_effect: str
    overwatch_attacks: str
    death: str
    healing_check: str
    npc_defence: str
    npc_pools: str
    slots: str


def options(enc: Encounter) -> CrisisOptions:
    chosen = enc.options
    assert isinstance(chosen, CrisisOptions)
    return chosen
