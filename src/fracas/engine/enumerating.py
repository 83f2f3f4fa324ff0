"""Dice that show every reading in turn: what one throw can come to, with exact weights, branch after branch.

For odds, which run a command once for each branch.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from fracas.engine.dice import DiceError, spread
from fracas.engine.ledger import Between, Branch
from fracas.engine.roll import Reading, Roll
from fracas.engine.table import Thrower

MOST_BRANCHES: Final = 20_000
PROBE: Final = 1_000
"""After this many branches one looks how far they got; a tree much wider than allowed is given up at once."""
MOST_PAIRS: Final = 400_000


class TooWide(Exception):
    """More branches than exact odds may cost."""


class Outcomes:
    """The readings of one throw with their weights, and the weight of all throws, also of those too rare to follow."""

    def __init__(self, found: dict[int, int], whole: int) -> None:
        self.values = sorted(found)
        self.weights = [found[value] for value in self.values]
        self.whole = whole
        self.answers: dict[int, dict[int, int]] = {}
        """Where it waits for a later reading which answer of a gist it was: the weights of all answers, by gist."""


def outcomes(rolls: list[Roll], reading: Reading, digested: dict[str, dict[int, int]], every: bool = False) -> Outcomes:
    """Every reading of these rolls with its exact weight. What faces digest to is kept in `digested`."""
    spreads: list[dict[int, int]] = []
    whole = 1
    for roll in rolls:
        weights, of = _spread(roll, reading, digested)
        spreads.append(weights)
        whole *= of
    answers: dict[int, int] = {}
    for totals, weight in _leads(spreads) if reading.by_lead and len(spreads) == 2 else _together(spreads):
        answer = reading.read(totals)
        answers[answer] = answers.get(answer, 0) + weight
    gists: dict[int, dict[int, int]] = {}
    for answer, weight in answers.items():
        gist = answer if reading.waits and every else reading.gist(answer)
        gists.setdefault(gist, {})[answer] = weight
    found = Outcomes({gist: sum(weights.values()) for gist, weights in gists.items()}, whole)
    if reading.waits:
        found.answers = gists
    return found


def _spread(roll: Roll, reading: Reading, digested: dict[str, dict[int, int]]) -> tuple[dict[int, int], int]:
    """The weights of all a roll can come to, its digests where single faces count, else its totals; and their whole."""
    if reading.by_faces:
        key = f"{roll.dice.text}|{reading.faces_key()}"
        if key not in digested:
            digested[key] = _digests(roll, reading)
        return digested[key], sum(digested[key].values())
    try:
        found = spread(roll.dice)
    except DiceError:
        raise TooWide from None
    plus = roll.tally.total
    weights = {total + plus: weight for total, weight in found.weights.items()} if plus else found.weights
    return weights, found.whole


def _together(spreads: list[dict[int, int]]) -> list[tuple[list[int], int]]:
    """What all of them can come to together."""
    found: list[tuple[list[int], int]] = [([], 1)]
    for one in spreads:
        if len(found) * len(one) > MOST_PAIRS:
            raise TooWide
        found = [([*totals, total], weight * more) for totals, weight in found for total, more in one.items()]
    return found


def _leads(spreads: list[dict[int, int]]) -> list[tuple[list[int], int]]:
    """How far the first of two can be ahead of the second."""
    found: dict[int, int] = {}
    for first, weight in spreads[0].items():
        for second, more in spreads[1].items():
            found[first - second] = found.get(first - second, 0) + weight * more
    return [([lead, 0], weight) for lead, weight in found.items()]


def _digests(roll: Roll, reading: Reading) -> dict[int, int]:
    """Every throw of these dice, face by face, grouped by what the reading makes of it."""
    if roll.dice.can_explode():
        raise TooWide
    if reading.by_die:
        return _sums(roll, reading)
    throws: dict[tuple[int, ...], int] = {(): 1}
    for sides in _sides(roll):
        if len(throws) * sides > MOST_PAIRS:
            raise TooWide
        longer: dict[tuple[int, ...], int] = {}
        for faces, weight in throws.items():
            for face in range(1, sides + 1):
                more = tuple(sorted([*faces, face])) if reading.in_any_order else (*faces, face)
                longer[more] = longer.get(more, 0) + weight
        throws = longer
    found: dict[int, int] = {}
    for faces, weight in throws.items():
        value = reading.digest(list(faces))
        found[value] = found.get(value, 0) + weight
    return found


def _sums(roll: Roll, reading: Reading) -> dict[int, int]:
    """The same, die by die."""
    found = {0: 1}
    for sides in _sides(roll):
        after: dict[int, int] = {}
        worths = [reading.worth(face) for face in range(1, sides + 1)]
        for value, weight in found.items():
            for worth in worths:
                after[value + worth] = after.get(value + worth, 0) + weight
        found = after
    return found


def _sides(roll: Roll) -> list[int]:
    """The number of sides of each die."""
    pools = [term.pool for term in roll.dice.rolled if term.pool is not None]
    return [pool.sides for pool in pools for _ in range(pool.count)]


class Fork:
    """A throw on the path to a branch, and which of its readings is followed."""

    def __init__(self, found: Outcomes, key: str, steady: bool) -> None:
        self.found = found
        self.key = key
        """That of its reading."""
        self.steady = steady
        """Is it a reading of how much, of which not every number need be followed?"""
        self.at = 0
        self.ends: dict[int, Branch] = {}
        """Where it is steady: what came of those after which nothing more was thrown."""
        self._followed: list[int] = []
        self._low = 0
        self._high = len(found.values) - 1

    def ended(self, branch: Branch) -> None:
        """Nothing was thrown after the reading that is followed."""
        self.ends[self.at] = branch

    def advance(self, between: list[Between]) -> bool:
        """Go on to the next reading, if there is one. Those that need not be followed are put down as `between`."""
        if not self.steady:
            self.at += 1
            return self.at < len(self.found.values)
        self._followed.append(self.at)
        while self._low < self._high:
            for at in (self._low, self._high):
                if at not in self._followed:
                    self.at = at
                    return True
            self._narrow(between)
        return False

    def _narrow(self, between: list[Between]) -> None:
        """Both ends are followed: what lies between is on the way from one to the other, or is looked at closer."""
        low, high, values = self._low, self._high, self.found.values
        one, other, apart = self.ends.get(low), self.ends.get(high), values[high] - values[low]
        if one is None:
            high = low + 1
        elif other is None and high - low > 1:
            self._high = high - 1
            return
        elif other is not None and high - low > 1:
            if not one.is_like(other, apart):
                bend = [at for at in range(low + 1, high) if values[at] - values[low] <= one.bend(other, apart)]
                self._high = bend[-1] if bend else (low + high) // 2
                return
            weights = self.found.weights
            steps = {values[at] - values[low]: weights[at] for at in range(low + 1, high) if at not in self._followed}
            between.append(Between(one, other, steps))
        self._low, self._high = high, len(values) - 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Enumerator(Thrower):
    """Dice that show every reading in turn, depth first."""

    def __init__(self) -> None:
        self.enumerates = True
        self.every = False
        """Is every number and answer to be followed, also where what comes of some follows from others?"""
        self.forks: list[Fork] = []
        """What is thrown along the path: the same in every branch up to where it leaves the one before."""
        self.at = 0
        self.between: list[Between] = []
        """What comes of branches that follow from others, with their weights."""
        self._weighed: dict[str, Outcomes] = {}
        """What was weighed so far, for the same dice in other branches; gone with this source."""
        self._digested: dict[str, dict[int, int]] = {}

    def begin(self) -> None:
        """Before the first branch."""
        self.forks, self._weighed, self._digested = [], {}, {}

    def restart(self) -> None:
        """Before each branch."""
        self.at = 0

    def pick(self, rolls: list[Roll], reading: Reading) -> int:
        at = self.at
        if at == len(self.forks):
            found = self._weigh_against(rolls, reading, reading.against) if reading.against is not None else None
            if found is None:
                found = self._weigh(rolls, reading)
            self.forks.append(Fork(found, reading.key(), reading.steady and not self.every))
        self.at = at + 1
        fork = self.forks[at]
        return fork.found.values[fork.at]

    def _weigh(self, rolls: list[Roll], reading: Reading) -> Outcomes:
        key = "/".join([*[roll.key() for roll in rolls], reading.key()])
        found = self._weighed.get(key)
        if found is None:
            found = self._weighed[key] = outcomes(rolls, reading, self._digested, self.every)
        return found

    def _weigh_against(self, rolls: list[Roll], reading: Reading, earlier: Reading) -> Outcomes | None:
        """A throw that is compared with an earlier one of which only the gist is followed: by all its answers."""
        key = earlier.key()
        forks = [fork for fork in self.forks if fork.key == key and fork.found.answers]
        if not forks:
            return None
        gist = forks[-1].found.values[forks[-1].at]
        both: dict[int, int] = {}
        whole = 0
        for answer, weight in forks[-1].found.answers[gist].items():
            one = self._weigh(rolls, reading.after(answer))
            whole += weight * one.whole
            for value, more in zip(one.values, one.weights, strict=True):
                both[value] = both.get(value, 0) + weight * more
        return Outcomes(both, whole)

    def weight(self) -> tuple[int, int]:
        """Weight of the branch just run, and of the whole it is part of."""
        part, whole = 1, 1
        for fork in self.forks:
            part *= fork.found.weights[fork.at]
            whole *= fork.found.whole
        return part, whole

    def hopeless(self) -> bool:
        """Would the whole tree, at the pace of its first branches, be several times wider than allowed?

        Goes by the share of the tree that lies behind, each fork divided evenly among its readings.
        """
        behind, whole = 0, 1
        for fork in self.forks:
            behind = behind * len(fork.found.values) + fork.at
            whole *= len(fork.found.values)
        return behind * 4 * MOST_BRANCHES < whole * PROBE

    def ended(self, branch: Branch) -> None:
        """What came of the branch just run."""
        if self.forks and self.forks[-1].steady:
            self.forks[-1].ended(branch)

    def advance(self) -> bool:
        """Go on to the next branch; false when all have been run. Those that need not be run are put down as
        `between`, with their weights."""
        self.between.clear()
        while self.forks:
            found = len(self.between)
            fork = self.forks[-1]
            further = fork.advance(self.between)
            if len(self.between) > found:
                fork = self.forks.pop()
                part, whole = self.weight()
                self.forks.append(fork)
                for one in self.between[found:]:
                    one.part, one.whole = part, whole * fork.found.whole
            if further:
                return True
            self.forks.pop()
        return False
