"""What the sections of the rules define: actions in the order in which people are offered them, steps and events."""

from __future__ import annotations

from typing import Final

from fracas.engine.action import Action
from fracas.engine.event import Event
from fracas.engine.ruleset import Step
from fracas.rulesets.phases_of_play import (
    abilities,
    answering,
    basic_abilities,
    beats,
    bosses,
    conditions,
    contests,
    damage,
    delaying,
    ending,
    falling,
    freeplay,
    grapple,
    groups,
    lasting,
    laying,
    movement,
    movement_ranges,
    on_the_way,
    pause,
    phase_changes,
    phases,
    postures,
    reactions,
    rest,
    stealth,
    tests,
    touching,
    turn_order,
    turns,
)

ACTIONS: Final[list[Action]] = [
    *phases.ACTIONS, *turn_order.ACTIONS, *movement.ACTIONS, *basic_abilities.ACTIONS, *abilities.ACTIONS,
    *answering.ACTIONS, *stealth.ACTIONS, *grapple.ACTIONS, *postures.ACTIONS, *falling.ACTIONS, *rest.ACTIONS,
    *pause.ACTIONS, *ending.ACTIONS, *beats.ACTIONS, *freeplay.ACTIONS, *delaying.ACTIONS, *turns.ACTIONS,
    *groups.ACTIONS, *contests.ACTIONS, *laying.ACTIONS,
]  # fmt: skip
EVENTS: Final[list[type[Event]]] = [
    *phase_changes.EVENTS, *freeplay.EVENTS, *tests.EVENTS, *contests.EVENTS, *groups.EVENTS,
    *delaying.EVENTS, *beats.EVENTS, *turns.EVENTS, *lasting.EVENTS,
    *reactions.EVENTS, *movement_ranges.EVENTS, *on_the_way.EVENTS, *falling.EVENTS, *postures.EVENTS, *laying.EVENTS,
    *touching.EVENTS, *conditions.EVENTS, *damage.EVENTS, *stealth.EVENTS, *bosses.EVENTS, *pause.EVENTS,
    *ending.EVENTS,
]  # fmt: skip
STEPS: Final[list[Step]] = [
    *phases.STEPS, *turns.STEPS, *turn_order.STEPS, *falling.STEPS, *grapple.STEPS, *bosses.STEPS, *stealth.STEPS,
]  # fmt: skip
