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
    late_comers,
    laying,
    movement,
    movement_ranges,
    on_the_way,
    pause,
    phase_changes,
    phases,
    pools,
    postures,
    reactions,
    requests,
    rest,
    stealth,
    tests,
    touching,
    turn_order,
    turns,
)

ACTIONS: Final[list[Action]] = [
    *movement.ACTIONS, *basic_abilities.ACTIONS, *abilities.ACTIONS, *answering.ACTIONS, *stealth.ACTIONS,
    *grapple.ACTIONS, *postures.ACTIONS, *falling.ACTIONS, *rest.ACTIONS, *beats.ACTIONS, *freeplay.ACTIONS,
    *ending.ACTIONS, *delaying.ACTIONS, *turns.ACTIONS, *phases.ACTIONS, *turn_order.ACTIONS, *pause.ACTIONS,
    *groups.ACTIONS, *contests.ACTIONS, *laying.ACTIONS,
]  # fmt: skip
EVENTS: Final[list[type[Event]]] = [
    *phase_changes.EVENTS, *freeplay.EVENTS, *requests.EVENTS, *tests.EVENTS, *contests.EVENTS, *groups.EVENTS,
    *delaying.EVENTS, *pools.EVENTS, *beats.EVENTS, *turns.EVENTS, *abilities.EVENTS, *lasting.EVENTS,
    *reactions.EVENTS, *movement_ranges.EVENTS, *on_the_way.EVENTS, *falling.EVENTS, *postures.EVENTS, *laying.EVENTS,
    *touching.EVENTS, *conditions.EVENTS, *damage.EVENTS, *stealth.EVENTS, *bosses.EVENTS, *pause.EVENTS,
    *ending.EVENTS,
]  # fmt: skip
STEPS: Final[list[Step]] = [
    *phases.STEPS, *turns.STEPS, *late_comers.STEPS, *falling.STEPS, *grapple.STEPS, *bosses.STEPS, *stealth.STEPS,
]  # fmt: skip
