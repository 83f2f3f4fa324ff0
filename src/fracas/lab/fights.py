"""One fight of a setup, played by bots from its seed, and what is kept of it.

For the lab: the same seed and number give the same fight on any machine.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from fracas.engine.command import PASS, TABLE, Command
from fracas.engine.encounter import Encounter
from fracas.engine.event import ACT, Event
from fracas.engine.events import RoundBegan
from fracas.engine.offer import Decision
from fracas.engine.play import Watcher, play
from fracas.engine.policy import Inline, Policy
from fracas.engine.ruleset import Ruleset
from fracas.engine.table import Table, Thrower
from fracas.lab.setups import Setup
from fracas.session.reckoned import points_left

MOST_TURNS: Final = 100
CUT: Final = "cut short"
"""The result of a fight that went on for too long."""
DRAW: Final = "draw"
SURROUNDINGS: Final = "surroundings"
"""Who did the harm that nobody did."""

Gauges = dict[str, dict[str, int]]
"""Numbers by name, by combatant."""


class Fight:
    """What is kept of a fight: plain data, a few hundred bytes."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.result = ""
        """The side that won, or `draw`, or in other words how it ended."""
        self.rounds = 0
        self.commands = 0
        self.falls: dict[str, int] = {}
        """In which round somebody went down or left, and stayed so."""
        self.left: Gauges = {}
        """Health and points at the end."""
        self.harm: Counter[str] = Counter()
        """By source, means and victim: `haldis|strike|wolf`."""
        self.uses: Counter[str] = Counter()
        """By who and what: `haldis|action:strike`."""
        self.unspent: Counter[str] = Counter()
        """Points somebody had left on passing, by who and which: `haldis|ap`, and how often under `haldis|`."""

    def to_json(self) -> list[object]:
        counts: list[dict[str, int]] = [dict(self.harm), dict(self.uses), dict(self.unspent)]
        return [self.number, self.result, self.rounds, self.commands, self.falls, self.left, *counts]

    def score(self, side: str) -> float:
        """A win counts one, a draw or a fight cut short half."""
        return 1.0 if self.result == side else 0.5 if self.result in (DRAW, CUT) else 0.0


def fight_from_json(data: list[Any]) -> Fight:
    number, result, rounds, commands, falls, left, harm, uses, unspent = data
    assert all([isinstance(table, dict) for table in data[4:]])
    fight = Fight(int(str(number)))
    fight.result, fight.rounds, fight.commands = str(result), int(str(rounds)), int(str(commands))
    fight.falls, fight.left = falls, left
    fight.harm, fight.uses, fight.unspent = Counter(harm), Counter(uses), Counter(unspent)
    return fight


class Onlooker(Watcher):
    """Counts what happens in a fight."""

    def __init__(self, ruleset: Ruleset, enc: Encounter, fight: Fight) -> None:
        self.ruleset = ruleset
        self.fight = fight
        self.reacted: list[Command] = []
        """Reactions since the last command, and what people did in a step that nobody commands."""
        self.health = healths(ruleset, enc)
        self.begun = False
        """Has anybody acted? What set-up gives and takes is no harm."""

    def saw(self, enc: Encounter, command: Command, events: list[Event]) -> None:
        fight = self.fight
        for event in events:
            if isinstance(event, RoundBegan):
                fight.rounds += 1
            pieces = self.ruleset.uses(event)
            for piece in pieces:
                fight.uses[f"|{piece}"] += 1
            if command.who == TABLE and event.tells() == ACT and event.doer():
                self.reacted.append(done_by(event, pieces, command))
        if command.who != TABLE:
            fight.uses[f"{command.who}|action:{command.verb}"] += 1
            if command.verb == PASS and command.who in enc.combatants:
                self._left_over(enc, command.who)
        self.begun = self.begun or command.who != TABLE
        if self.begun:
            self._harm(enc, command)
        self.health = healths(self.ruleset, enc)
        self.reacted = []

    def _left_over(self, enc: Encounter, who: str) -> None:
        self.fight.unspent[f"{who}|"] += 1
        for name, value in points_left(self.ruleset, enc, who).items():
            self.fight.unspent[f"{who}|{name}"] += value

    def _harm(self, enc: Encounter, command: Command) -> None:
        """Harm is the work of whoever commanded; of the last to react where the commander's own side was harmed."""
        for who, health in healths(self.ruleset, enc).items():
            lost = self.health.get(who, health) - health
            if lost > 0:
                by = self._source(enc, command, who)
                means = f"{by.verb}:{by.thing}" if by.thing else by.verb
                doer = by.who if by.who in enc.combatants else SURROUNDINGS
                self.fight.harm[f"{doer}|{means}|{who}"] += lost
            one = enc.combatants[who]
            if one.present:
                self.fight.falls.pop(who, None)
            elif who not in self.fight.falls:
                self.fight.falls[who] = self.fight.rounds

    def _source(self, enc: Encounter, command: Command, victim: str) -> Command:
        side = enc.combatants[victim].side
        doer = enc.combatants.get(command.who)
        if doer is None or doer.side == side:
            for reaction in reversed(self.reacted):
                if reaction.who in enc.combatants and enc.combatants[reaction.who].side != side:
                    return reaction
        return command


def done_by(event: Event, pieces: list[str], step: Command) -> Command:
    """What somebody did in a step: by what the event names, else by the step itself."""
    thing = pieces[0].partition(":")[2] if pieces else ""
    return Command(event.doer(), "" if thing else step.verb, tuple(event.aims()), thing)


class Watched(Inline):
    """Answers from policies, of which an onlooker hears."""

    def __init__(self, policies: dict[str, Policy], fallback: Policy, onlooker: Onlooker) -> None:
        super().__init__(policies, fallback)
        self.onlooker = onlooker

    def answer(self, table: Table, decisions: list[Decision]) -> list[Command]:
        answers = super().answer(table, decisions)
        for answer in answers:
            action = table.ruleset.actions.get(answer.verb)
            if action is not None and action.window:
                self.onlooker.reacted.append(answer)
                self.onlooker.fight.uses[f"{answer.who}|action:{answer.verb}"] += 1
        return answers


def healths(ruleset: Ruleset, enc: Encounter) -> dict[str, int]:
    """What keeps each combatant on its feet."""
    return {who: ruleset.left(enc, who) for who in enc.combatants}


def outcome(enc: Encounter) -> str:
    """The side that won: the one the rules name, else the only one left standing."""
    if enc.result in {one.side for one in enc.combatants.values()}:
        return enc.result
    standing = enc.sides_left()
    if len(standing) == 1:
        return standing[0]
    return DRAW if enc.over else CUT


def fight(setup: Setup, seed: str, number: int) -> Fight:
    """Play one fight to its end."""
    enc = setup.start(seed, number)
    kept = Fight(number)
    onlooker = Onlooker(setup.ruleset, enc, kept)
    policies, fallback = setup.policies(enc, number)
    kept.commands = play(
        setup.ruleset, enc, Watched(policies, fallback, onlooker), Thrower(), MOST_TURNS, watcher=onlooker
    )
    kept.result = outcome(enc)
    kept.left = {who: setup.ruleset.gauges(enc, who) for who in enc.combatants}
    return kept
