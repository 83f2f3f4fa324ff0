"""What the sections of the rules define: actions in the order in which people are offered them, and steps."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Action, Step
from fracas.rulesets.phases_of_play import (
    abilities,
    answering,
    basic_abilities,
    beats,
    bosses,
    contests,
    dash,
    doors,
    ending,
    falling,
    freeplay,
    grapple,
    groups,
    laying,
    movement,
    pause,
    phases,
    rest,
    stealth,
    turn_order,
    turns,
)

ACTIONS: Final[list[Action]] = [
    *phases.ACTIONS, *turn_order.ACTIONS, *movement.ACTIONS, *dash.ACTIONS, *doors.ACTIONS, *basic_abilities.ACTIONS,
    *abilities.ACTIONS, *answering.ACTIONS, *stealth.ACTIONS, *grapple.ACTIONS, *beats.POSTURES, *falling.ACTIONS,
    *rest.ACTIONS,
    *pause.ACTIONS, *ending.ACTIONS, *beats.ACTIONS, *freeplay.ACTIONS, *groups.ACTIONS, *turns.ACTIONS,
    *contests.ACTIONS, *laying.ACTIONS,
]  # fmt: skip
REPLIES: Final[list[Action]] = [*bosses.REPLIES, *falling.REPLIES, *rest.REPLIES]
STEPS: Final[list[Step]] = [
    *phases.STEPS, *turns.STEPS, *turn_order.STEPS, *falling.STEPS, *grapple.STEPS, *bosses.STEPS, *stealth.STEPS,
]  # fmt: skip
