"""The hard bot: plays on in its mind from what it could do, again and again, and takes what turns out best.

It starts from what its seat knows; numbers it does not know are drawn from the content (`drawing.py`), and nobody is
invented. The cheap estimate picks a few of all it could do. Each is followed for a round with easy bots on all sides,
all of them by the same dice, and after every heat the worse half is dropped. How much it thinks is counted in trials
and never in time, so that the same seed gives the same fight.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from fracas.engine.command import PASS, Command
from fracas.engine.drawing import Drawing
from fracas.engine.easy import EasyPolicy, Sorted
from fracas.engine.encounter import Encounter
from fracas.engine.errors import EngineFault
from fracas.engine.fair import FairPolicy
from fracas.engine.offer import Choice
from fracas.engine.play import next_command, perform, take_steps
from fracas.engine.policy import Chance, Inline
from fracas.engine.ruleset import Ruleset
from fracas.engine.table import Thrower
from fracas.engine.weighing import Ways, worth

TRIALS: Final = 60
"""How often it plays on before it decides, unless somebody says otherwise."""
MOST_STRIKES: Final = 4
MOST_OTHERS: Final = 2
"""How many ways to hurt somebody are followed, and how many of each other purpose."""
MOST_COMMANDS: Final = 60
"""Nothing is followed further than that."""
WORLDS: Final = 8
"""How many times the unknown is drawn for one choice."""
FAILED: Final = -(1 << 40)
"""What something is worth that could not be followed."""


class Candidate:
    """Something that may be done, and what came of it in each trial."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self.values: list[int] = []
        self.total = 0

    def add(self, value: int) -> None:
        self.values.append(value)
        self.total += value


@mypyc_attr(allow_interpreted_subclasses=True)
class HardPolicy(FairPolicy):
    """Whatever of the best few turns out best when it is played on."""

    def __init__(self, seed: int, trials: int = TRIALS) -> None:
        super().__init__(seed)
        self.budget = trials
        """How many trials a choice may take."""
        self.followed = 0
        """How many it has made."""
        self._drawing = Drawing()
        self._quick = EasyPolicy(seed)
        # In the mind of somebody nobody is kept from anything: what is there is what that one knows.
        self._quick.looks = False
        self._answering = Inline({}, self._quick)
        self._thrower = Thrower()

    def act(self, ruleset: Ruleset, enc: Encounter, who: str, menu: list[Choice]) -> Command:
        first = super().act(ruleset, enc, who, menu)
        if who not in enc.combatants:
            return first
        candidates = self._candidates(ruleset, enc, who, menu, first)
        return self._best_of(ruleset, enc, who, candidates) if len(candidates) > 1 else first

    def _candidates(
        self, ruleset: Ruleset, enc: Encounter, who: str, menu: list[Choice], first: Command
    ) -> list[Candidate]:
        """What is worth following: what fair would do, and the most promising of every purpose."""
        found = Sorted(ruleset, enc, menu)
        commands = [first]
        commands.extend(promising(ruleset, enc, found.strikes, MOST_STRIKES))
        commands.extend(promising(ruleset, enc, found.helps, MOST_OTHERS))
        commands.extend(found.readies[:MOST_OTHERS])
        commands.extend(Ways(ruleset, enc, who, found.moves).few())
        commands.extend(found.braces[:MOST_OTHERS])
        commands.extend([choice.command(0) for choice in menu if choice.verb == PASS and choice.size])
        kept: list[Candidate] = []
        for command in commands:
            if not [one for one in kept if one.command.same(command)]:
                kept.append(Candidate(command))
        return kept

    def _best_of(self, ruleset: Ruleset, enc: Encounter, who: str, candidates: list[Candidate]) -> Command:
        """Heats: after each the worse half is dropped, and what fair would do stays to the end."""
        worlds, side = self._worlds(ruleset, enc, enc.combatants[who].seat), enc.combatants[who].side
        start = self.chance.below(1 << 30)
        first, left, heats, done = candidates[0], candidates, 1, 0
        while 1 << heats < len(candidates):
            heats += 1
        for _ in range(heats):
            times = max(self.budget // (heats * len(left)), 1)
            for number in range(done, done + times):
                for candidate in left:
                    world = worlds[number % len(worlds)]
                    candidate.add(self._follow(ruleset, world, side, candidate.command, start + number))
            done += times
            left = sorted(left, key=_rank)[: max((len(left) + 1) // 2, 2)]
            if first not in left:
                left[-1] = first
        best = min(left, key=_rank)
        return best.command if is_clear(best.values, first.values) else first.command

    def _worlds(self, ruleset: Ruleset, enc: Encounter, seat: str) -> list[Encounter]:
        """What may be so, for all this seat knows; once where it knows everything of those it sees."""
        count = 1 if self._drawing.knows_all(ruleset, enc, seat) else WORLDS
        return [self._drawing.world(ruleset, enc, seat, self.chance) for _ in range(count)]

    def _follow(self, ruleset: Ruleset, world: Encounter, side: str, command: Command, number: int) -> int:
        """How well a side stands once everybody else has had a turn after this command."""
        self.followed += 1
        trial = world.trial()
        trial.seeds = [f"trial {number}"] * 2
        self._quick.chance = Chance(number)
        try:
            self._play_on(ruleset, trial, command)
        except EngineFault:
            return FAILED
        return ruleset.score(trial, side)

    def _play_on(self, ruleset: Ruleset, trial: Encounter, command: Command) -> None:
        others = False
        following: Command | None = command
        for _ in range(MOST_COMMANDS):
            if following is None:
                return
            perform(ruleset, trial, following, self._answering, self._thrower)
            take_steps(ruleset, trial, self._answering, self._thrower)
            actors = ruleset.actors(trial)
            if trial.over or not actors:
                return
            if actors[0] != command.who:
                others = True
            elif others:
                return
            following = next_command(ruleset, trial, self._answering)


def promising(ruleset: Ruleset, enc: Encounter, commands: list[Command], most: int) -> list[Command]:
    """Those of the best estimate."""
    ranked = [(-worth(ruleset, enc, command), index) for index, command in enumerate(commands)]
    ranked.sort()
    return [commands[index] for value, index in ranked[:most] if value < 0]


def is_clear(values: list[int], others: list[int]) -> bool:
    """Is one better than another by more than half the noise in it? Both were followed by the same dice."""
    total = squares = 0
    for index in range(min(len(values), len(others))):
        more = values[index] - others[index]
        total += more
        squares += more * more
    return total > 0 and total * total * 4 >= squares


def _rank(one: Candidate) -> int:
    return -one.total
