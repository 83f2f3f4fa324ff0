"""The hard bot: plays on in its mind from what it could do, again and again, and takes what turns out best.

It starts from what its seat knows; numbers it does not know are drawn from the content (`drawing.py`), and nobody is
invented. The cheap estimate picks a few of all it could do. Each is followed for a round, its own turn to the end as
fair plays and then with easy bots on all sides, all of them by the same dice; after every heat the worse half is
dropped. What others do in that round counts only as far as it is more than noise. How much it thinks is counted in
trials and never in time, so that the same seed gives the same fight.
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
MOST_FOLLOWED: Final = 6
"""How many in all: what has too few trials is judged by luck."""
MOST_COMMANDS: Final = 60
"""Nothing is followed further than that."""
WORLDS: Final = 8
"""How many times the unknown is drawn for one choice."""
WHOLE: Final = 1 << 10
"""Numbers are whole; this many parts make one."""
FAILED: Final = -(1 << 40)
"""What something is worth that could not be followed."""


class Candidate:
    """Something that may be done, and what came of it in each trial."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self.soon: list[int] = []
        """How well its side stood when its own turn was over."""
        self.late: list[int] = []
        """How much better when everybody else had had one, too."""


class Gain:
    """By how much one candidate is better than another, both followed by the same dice."""

    def __init__(self, one: Candidate, other: Candidate) -> None:
        count = min(len(one.soon), len(other.soon))
        late = [one.late[index] - other.late[index] for index in range(count)]
        counts = reliance(late)
        self.total = self.squares = 0
        for index in range(count):
            more = WHOLE * (one.soon[index] - other.soon[index]) + counts * late[index]
            self.total += more
            self.squares += more * more

    @property
    def is_clear(self) -> bool:
        """Is it more than the noise in it?"""
        return self.total > 0 and self.total * self.total >= self.squares


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
        self._own = FairPolicy(seed)
        # In the mind of somebody nobody is kept from anything: what is there is what that one knows.
        self._quick.looks = self._own.looks = False
        self._answering = Inline({}, self._quick)
        self._going_on = Inline({}, self._own)
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
        return kept[:MOST_FOLLOWED]

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
                    self._follow(ruleset, worlds[number % len(worlds)], side, candidate, start + number)
            done += times
            gains = [(-Gain(one, first).total, index) for index, one in enumerate(left)]
            gains.sort()
            left = [left[index] for _, index in gains[: max((len(left) + 1) // 2, 2)]]
            if first not in left:
                left[-1] = first
        best = left[0]
        return best.command if Gain(best, first).is_clear else first.command

    def _worlds(self, ruleset: Ruleset, enc: Encounter, seat: str) -> list[Encounter]:
        """What may be so, for all this seat knows; once where it knows everything of those it sees."""
        count = 1 if self._drawing.knows_all(ruleset, enc, seat) else WORLDS
        return [self._drawing.world(ruleset, enc, seat, self.chance) for _ in range(count)]

    def _follow(self, ruleset: Ruleset, world: Encounter, side: str, candidate: Candidate, number: int) -> None:
        """How well a side stands after this turn, and once everybody else has had one."""
        self.followed += 1
        trial = world.trial()
        trial.seeds = [f"trial {number}"] * 2
        self._quick.chance = Chance(number)
        self._own.forget(self, number)
        soon = late = FAILED
        try:
            soon = self._play_on(ruleset, trial, side, candidate.command)
            late = ruleset.score(trial, side)
        except EngineFault:
            pass
        candidate.soon.append(soon)
        candidate.late.append(late - soon)

    def _play_on(self, ruleset: Ruleset, trial: Encounter, side: str, command: Command) -> int:
        """Until everybody else has had a turn; how well the side stood before that."""
        soon: int | None = None
        following: Command | None = command
        for _ in range(MOST_COMMANDS):
            if following is None:
                break
            perform(ruleset, trial, following, self._answering, self._thrower)
            take_steps(ruleset, trial, self._answering, self._thrower)
            actors = ruleset.actors(trial)
            if trial.over or not actors:
                break
            own = actors[0] == command.who
            if own and soon is not None:
                break
            if not own and soon is None:
                soon = ruleset.score(trial, side)
            following = next_command(ruleset, trial, self._going_on if own else self._answering)
        return soon if soon is not None else ruleset.score(trial, side)


def promising(ruleset: Ruleset, enc: Encounter, commands: list[Command], most: int) -> list[Command]:
    """Those of the best estimate."""
    ranked = [(-worth(ruleset, enc, command), index) for index, command in enumerate(commands)]
    ranked.sort()
    return [commands[index] for value, index in ranked[:most] if value < 0]


def reliance(differences: list[int]) -> int:
    """How far a mean of differences is to be relied on, in parts of WHOLE: not at all where it is less than its own
    noise."""
    count, total = len(differences), sum(differences)
    if count < 2 or not total:
        return 0
    spread = count * sum([one * one for one in differences]) - total * total
    return max(0, WHOLE - WHOLE * spread // ((count - 1) * total * total))
