"""The options of Phases of Play: variants of its sources, and what a table would argue about.

For the ruleset, which asks them in play, and for those who set up a table and want the other reading.
"""

from __future__ import annotations

from typing import Any

from fracas.engine.api import Encounter, Options


class PhaseOptions(Options):
    """What can be played differently; `rules/options.toml` says what each does at the table."""

    gm: str
    experience: int
    order_ties: str
    delaying: bool
    reaction_limit: str
    group_gifts: str
    concentration: str
    concentration_check: str
    diagonals: str
    sizes: str
    shoving_provokes: bool
    fall_threshold: int
    unarmed: str
    condition_words: str
    vitality_loss: str
    npc_vitality: bool
    sneaky_halves: str
    sneak_attack: str
    escape: str


def options(enc: Encounter) -> PhaseOptions:
    chosen: Any = enc.options
    own: PhaseOptions = chosen
    return own
