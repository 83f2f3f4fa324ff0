"""The options of CAP Check: what its sources name as variants or tell differently, and what a table would argue about.

For the ruleset, which asks them in play; `rules/options.toml` tells people what each value does at the table.
"""

from __future__ import annotations

from typing import Any

from fracas.engine.api import Encounter, Options


class CapOptions(Options):
    """What can be played differently."""

    secrets: str
    foes: str
    veteran: bool
    slots: str
    own_turn_triggers: bool
    diagonal: str
    door_cost: int
    cover_blocks: str
    auto_hit_pierces: bool
    mixed_miss: str
    amplify_when: str
    conditions_fade: bool
    die_per_stack: bool
    foe_durations: str


def options(enc: Encounter) -> CapOptions:
    chosen: Any = enc.options
    own: CapOptions = chosen
    return own
