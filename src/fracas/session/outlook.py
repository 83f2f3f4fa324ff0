"""A look past a command: does whoever gives it have anything left to do afterwards?

For menus; tried on copies of what the seat knows, with every question passed on.
"""

from __future__ import annotations

from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import EngineFault
from fracas.engine.play import perform, take_steps
from fracas.engine.policy import Inline, PassingPolicy
from fracas.engine.ruleset import Ruleset
from fracas.engine.table import Thrower

TRIES = 3


def ends_slot(ruleset: Ruleset, view: Encounter, command: Command) -> bool:
    """Would this be the last thing done in this turn or opportunity, however the dice fall?"""
    found = [_over_for(ruleset, view, command, number) for number in range(TRIES)]
    return "yes" in found and "no" not in found


def _over_for(ruleset: Ruleset, view: Encounter, command: Command, number: int) -> str:
    """Yes or no, or nothing where the dice of this try end the whole encounter or more would have to be known."""
    trial = view.imagined()
    trial.seeds = [f"outlook {number}", f"outlook {number}"]
    inline = Inline({}, PassingPolicy())
    before = _moment(trial)
    try:
        perform(ruleset, trial, command, inline, Thrower())
        take_steps(ruleset, trial, inline, Thrower())
    except (EngineFault, LookupError, AssertionError):
        return ""
    if trial.over:
        return ""
    return "no" if command.who in ruleset.actors(trial) and _moment(trial) == before else "yes"


def _moment(enc: Encounter) -> str:
    flow = enc.flow
    return f"{flow.phase} {flow.turn} {flow.round} {flow.at}"
