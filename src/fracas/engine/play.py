"""Playing without a Game: policies on every seat, no log, no pause; the fast door for the lab."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from fracas.engine.command import TABLE, Command
from fracas.engine.encounter import Encounter
from fracas.engine.event import Event
from fracas.engine.events import Finished
from fracas.engine.meeting import meet
from fracas.engine.policy import Inline, Policy
from fracas.engine.ruleset import Ruleset
from fracas.engine.steps import due_step
from fracas.engine.table import Table, Thrower
from fracas.engine.views import Eyes


@mypyc_attr(allow_interpreted_subclasses=True)
class Watcher:
    """Somebody who looks on: told of every command and step once it is done."""

    def saw(self, enc: Encounter, command: Command, events: list[Event]) -> None:
        """What came of a command; `enc` is the state after it."""


def perform(ruleset: Ruleset, enc: Encounter, command: Command, inline: Inline, thrower: Thrower) -> list[Event]:
    """Perform a command known to be legal, changing `enc` itself."""
    table = Table(ruleset, enc, command, inline, thrower)
    ruleset.perform(table, command)
    table.emit(Finished())
    return table.events


def take_steps(
    ruleset: Ruleset, enc: Encounter, inline: Inline, thrower: Thrower, watcher: Watcher | None = None
) -> list[Event]:
    """What nobody commands, until somebody must choose."""
    events: list[Event] = []
    taken = 0
    while (step := due_step(ruleset, enc, taken)) is not None:
        happened = perform(ruleset, enc, step, inline, thrower)
        if watcher is not None:
            watcher.saw(enc, step, happened)
        events.extend(happened)
        taken += 1
    return events


def next_command(ruleset: Ruleset, enc: Encounter, inline: Inline) -> Command | None:
    """The next actor's choice; None when nobody may act."""
    actors = ruleset.actors(enc)
    if not actors:
        return None
    return choice_of(ruleset, enc, inline.policy_of(enc, actors[0]), actors[0])


def choice_of(ruleset: Ruleset, enc: Encounter, policy: Policy, who: str) -> Command:
    """What a policy does with somebody, who may act, going by what their seat knows."""
    if not policy.looks:
        return policy.decide(ruleset, enc, who)
    eyes = Eyes(enc, enc.seat_of(who))
    return eyes.meant(policy.decide(ruleset, policy.view(ruleset, enc, eyes), eyes.alias(who)))


def play(
    ruleset: Ruleset,
    enc: Encounter,
    inline: Inline,
    thrower: Thrower,
    most_turns: int = 200,
    watcher: Watcher | None = None,
) -> int:
    """Play to the end, or until a turn past `most_turns`; returns how many commands people gave."""
    meet(enc)
    take_steps(ruleset, enc, inline, thrower, watcher)
    commands = 0
    while not enc.over and enc.flow.turn <= most_turns:
        command = next_command(ruleset, enc, inline)
        if command is None:
            break
        assert command.who != TABLE
        happened = perform(ruleset, enc, command, inline, thrower)
        if watcher is not None:
            watcher.saw(enc, command, happened)
        commands += 1
        take_steps(ruleset, enc, inline, thrower, watcher)
    return commands
