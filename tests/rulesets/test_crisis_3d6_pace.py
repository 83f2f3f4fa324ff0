"""Every scenario of Crisis 3d6 comes to an end in good time when bots play both sides.

Promised are at most 12 turns in half of the games and 40 in 99 of 100. Few games are played every day: of few none may
be longer, and half of them may by chance take some turns more. FRACAS_LONG=1 plays a hundred of each scenario.
"""

from __future__ import annotations

import os
from statistics import median

import pytest

from fracas.engine.event import Event
from fracas.engine.events import RoundBegan
from fracas.engine.fair import FairPolicy
from fracas.engine.play import next_command, perform, take_steps
from fracas.engine.policy import Inline, Policy
from fracas.engine.registry import load_ruleset
from fracas.engine.table import Thrower

RULESET = load_ruleset("crisis_3d6")
LONG = os.environ.get("FRACAS_LONG") == "1"
GAMES = 100 if LONG else 5
MEDIAN = 12 if LONG else 20
LONGEST = 40


def turns_of(scenario: str, number: int) -> int:
    """How many turns a game takes: of a day of several fights the longest counts."""
    enc = RULESET.start(scenario, {}, [f"pace {number}", f"pace {number} gm"])
    policies: dict[str, Policy] = {seat: FairPolicy(100 * number + index) for index, seat in enumerate(enc.seats)}
    inline, thrower = Inline(policies, FairPolicy(number)), Thrower()
    turns = turn_reached(take_steps(RULESET, enc, inline, thrower))
    while turns <= LONGEST:
        command = next_command(RULESET, enc, inline)
        if command is None:
            break
        perform(RULESET, enc, command, inline, thrower)
        turns = max(turns, turn_reached(take_steps(RULESET, enc, inline, thrower)))
    assert turns > LONGEST or enc.result in ("heroes", "foes")
    return turns


def turn_reached(events: list[Event]) -> int:
    return max([event.round for event in events if isinstance(event, RoundBegan)], default=0)


@pytest.mark.parametrize("scenario", [info.id for info in RULESET.scenarios()])
def test_a_scenario_ends_in_good_time(scenario: str) -> None:
    turns = [turns_of(scenario, number) for number in range(GAMES)]
    assert median(turns) <= MEDIAN, turns
    assert len([count for count in turns if count > LONGEST]) <= GAMES // 100, turns
