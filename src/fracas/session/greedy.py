"""A policy for any ruleset that looks one step ahead: it tries its choices on a copy of what its seat knows.

For bots at the table and in the lab. It knows nothing a person on that seat would not know.
"""

from __future__ import annotations

from typing import TypeVar

from fracas.engine.combatant import Combatant
from fracas.engine.command import PASS, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import EngineFault
from fracas.engine.odds import Assumed
from fracas.engine.offer import Choice, Decision
from fracas.engine.policy import Chance, Policy
from fracas.engine.ruleset import Ruleset
from fracas.engine.table import Table, Thrower

T = TypeVar("T")
MOST_CANDIDATES = 36
MOST_OF_ONE_ACTION = 10
NEAREST_SQUARES = 5
OTHER_SQUARES = 3
SECOND_LOOKS = 6
"""How many of the best after a first throw are thrown again."""
TRIALS = 5
FARTHEST = 10_000
IDLE_THOUGHTS = 4
"""One time in so many idle actions are considered."""


class GreedyPolicy(Policy):
    """Whatever promises the best score after one command; among equals, chance."""

    def __init__(self, seed: int) -> None:
        self.looks = True
        self.chance = Chance(seed)
        self.trials = 0

    def act(self, ruleset: Ruleset, enc: Encounter, who: str, menu: list[Choice]) -> Command:
        if who not in enc.combatants:
            return ruleset.stand_in(enc) or self._draw(menu, 1)[0].command(0)
        commands: list[Command] = []
        for choice in self._worth(ruleset, menu):
            commands.extend(self._sample(enc, choice))
        if len(commands) > MOST_CANDIDATES:
            commands = self._draw(commands, MOST_CANDIDATES)
        best = self._best(ruleset, enc, who, commands)
        return (closer(enc, who, menu) or best) if best.verb == PASS else best

    def choose(self, ruleset: Ruleset, enc: Encounter, decision: Decision) -> Command:
        acts = [c for c in decision.commands if c.verb != PASS]
        if decision.window not in ruleset.windows or not acts:
            return decision.default
        # What a reaction is worth lies in the rest of the command, which nobody knows yet: two in three are taken.
        return acts[self.chance.below(len(acts))] if self.chance.below(3) else decision.default

    def _best(self, ruleset: Ruleset, enc: Encounter, who: str, commands: list[Command]) -> Command:
        """One throw for each, more for the best few."""
        side = enc.combatants[who].side
        ranked: list[tuple[int, int, Command]] = []
        for command in commands:
            score = self._try(ruleset, enc, side, command)
            ranked.append((score, self.chance.below(1 << 20), command))
        ranked.sort(key=lambda row: (-row[0], row[1]))
        best, best_total = ranked[0][2], 0
        for place, (score, _, command) in enumerate(ranked[:SECOND_LOOKS]):
            total = score + sum([self._try(ruleset, enc, side, command) for _ in range(TRIALS - 1)])
            if place == 0 or total > best_total:
                best, best_total = command, total
        return best

    def _try(self, ruleset: Ruleset, enc: Encounter, side: str, command: Command) -> int:
        """The score after one throw of the dice, questions answered by their defaults."""
        trial = enc.copy()
        self.trials += 1
        trial.seeds = [f"greedy {self.chance.below(1 << 30)}"] * 2
        for seat in trial.seats.values():
            seat.hand = False
        try:
            ruleset.perform(Table(ruleset, trial, command, Assumed({}), Thrower()), command)
        except EngineFault:
            return -(1 << 40)
        return ruleset.score(trial, side)

    def _worth(self, ruleset: Ruleset, menu: list[Choice]) -> list[Choice]:
        """What is worth a thought: idle things only now and then, or a bot does them for want of anything better."""
        busy = [choice for choice in menu if not ruleset.actions[choice.verb].idle]
        return menu if not busy or self.chance.below(IDLE_THOUGHTS) == 0 else busy

    def _sample(self, enc: Encounter, choice: Choice) -> list[Command]:
        """All commands of an action, or some; of moves those that end nearest to a foe and a few others."""
        if choice.reach is None:
            return self._of_each(choice.commands)
        me = enc.combatants[choice.who]
        foes = [one for one in enc.combatants.values() if one.side != me.side and one.present]
        ranked: list[tuple[int, int]] = []
        for index, square in enumerate(choice.squares):
            gaps = [enc.board.gap(square, me.size, foe.pos, foe.size) for foe in foes]
            ranked.append((min(gaps, default=0), index))
        ranked.sort()
        chosen = [index for _, index in ranked[:NEAREST_SQUARES]]
        chosen += self._draw([index for _, index in ranked[NEAREST_SQUARES:]], OTHER_SQUARES)
        return [choice.command(index) for index in chosen]

    def _of_each(self, commands: list[Command]) -> list[Command]:
        """Some commands of one action; of each thing as many, so that one with a hundred squares hides no blow."""
        if len(commands) <= MOST_OF_ONE_ACTION:
            return commands
        by_thing: dict[str, list[Command]] = {}
        for command in commands:
            by_thing.setdefault(command.thing, []).append(command)
        share = max(1, MOST_OF_ONE_ACTION // len(by_thing))
        return self._draw([c for group in by_thing.values() for c in self._draw(group, share)], MOST_OF_ONE_ACTION)

    def _draw(self, items: list[T], count: int) -> list[T]:
        """Some of these, without repetition."""
        rest = list(items)
        while len(rest) > count:
            rest.pop(self.chance.below(len(rest)))
        return rest


def closer(enc: Encounter, who: str, menu: list[Choice]) -> Command | None:
    """The move that shortens the walk to the nearest foe most, if there is one: round corners, too."""
    me = enc.combatants[who]
    moves = [choice for choice in menu if choice.reach is not None]
    foes = [one for one in enc.combatants.values() if one.side != me.side and one.present]
    if not moves or not foes:
        return None
    walk = walks(enc, me, foes)
    best: Command | None = None
    shortest = walk.get(me.pos, FARTHEST)
    for choice in moves:
        for index, square in enumerate(choice.squares):
            if walk.get(square, FARTHEST) < shortest:
                best, shortest = choice.command(index), walk[square]
    return best


def walks(enc: Encounter, me: Combatant, foes: list[Combatant]) -> dict[int, int]:
    """How far it is from each square to the nearest foe, on foot and past everybody else."""
    found: dict[int, int] = {}
    for foe in foes:
        blocked: set[int] = set()
        for other in enc.combatants.values():
            if other.present and other.id not in (me.id, foe.id):
                blocked.update(enc.board.footprint(other.pos, other.size))
        for square, cost in enc.board.reach(foe.pos, me.size, FARTHEST, blocked).costs.items():
            if cost < found.get(square, FARTHEST):
                found[square] = cost
    return found
