"""What the sections of the rules define: actions in the order in which people are offered them, steps and events."""

from __future__ import annotations

from types import ModuleType
from typing import Final

from fracas.engine.api import Action, Step
from fracas.engine.events import Event
from fracas.rulesets.phases_of_play import (
    abilities,
    answering,
    basic_abilities,
    beats,
    bosses,
    conditions,
    contests,
    damage,
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
    *answering.ACTIONS, *stealth.ACTIONS, *grapple.ACTIONS, *beats.POSTURES, *falling.ACTIONS, *rest.ACTIONS,
    *pause.ACTIONS, *ending.ACTIONS, *beats.ACTIONS, *freeplay.ACTIONS, *groups.ACTIONS, *turns.ACTIONS,
    *contests.ACTIONS, *laying.ACTIONS,
]  # fmt: skip
SECTIONS: Final = (
    phase_changes, freeplay, tests, contests, groups, beats, turns, lasting, reactions, movement_ranges, on_the_way,
    falling, laying, touching, conditions, damage, stealth, bosses, pause, ending,
)  # fmt: skip


def events_of(section: ModuleType) -> list[type[Event]]:
    """The events a section defines: those that say what they change."""
    own = [thing for thing in vars(section).values() if isinstance(thing, type) and issubclass(thing, Event)]
    return [event for event in own if event.__module__ == section.__name__ and "apply" in vars(event)]


EVENTS: Final[list[type[Event]]] = [event for section in SECTIONS for event in events_of(section)]
STEPS: Final[list[Step]] = [
    *phases.STEPS, *turns.STEPS, *turn_order.STEPS, *falling.STEPS, *grapple.STEPS, *bosses.STEPS, *stealth.STEPS,
]  # fmt: skip
