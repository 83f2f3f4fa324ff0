"""Dice that show every reading in turn: what one throw can come to, with exact weights, branch after branch.

For odds, which run a command once for each branch.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from fracas.engine.dice import DiceError, spread
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

    def __init__(self, values: list[int], weights: list[int], whole: int) -> None:
        self.values = values
        self.weights = weights
        self.whole = whole


def outcomes(rolls: list[Roll], reading: Reading, digested: dict[str, dict[int, int]]) -> Outcomes:
    """Every reading of these rolls with its exact weight. What faces digest to is kept in `digested`."""
    combos: list[tuple[list[int], int]] = [([], 1)]
    whole = 1
    for roll in rolls:
        plus = 0 if reading.by_faces else roll.tally.total
        if reading.by_faces:
            key = f"{roll.dice.text}|{reading.faces_key()}"
            if key not in digested:
                digested[key] = _digests(roll, reading)
            weights = digested[key]
            whole *= sum(weights.values())
        else:
            try:
                one = spread(roll.dice)
            except DiceError:
                raise TooWide from None
            weights = one.weights
            whole *= one.whole
        if len(combos) * len(weights) > MOST_PAIRS:
            raise TooWide
        combos = [
            ([*totals, total + plus], weight * more) for totals, weight in combos for total, more in weights.items()
        ]
    found: dict[int, int] = {}
    for totals, weight in combos:
        value = reading.gist(reading.read(totals))
        found[value] = found.get(value, 0) + weight
    values = sorted(found)
    return Outcomes(values, [found[value] for value in values], whole)


def _digests(roll: Roll, reading: Reading) -> dict[int, int]:
    """Every throw of these dice, face by face, grouped by what the reading makes of it."""
    if roll.dice.can_explode():
        raise TooWide
    if reading.by_die:
        return _sums(roll, reading)
    throws: list[list[int]] = [[]]
    for sides in _sides(roll):
        if len(throws) * sides > MOST_PAIRS:
            raise TooWide
        throws = [[*faces, face] for faces in throws for face in range(1, sides + 1)]
    found: dict[int, int] = {}
    for faces in throws:
        value = reading.digest(faces)
        found[value] = found.get(value, 0) + 1
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


@mypyc_attr(allow_interpreted_subclasses=True)
class Enumerator(Thrower):
    """Dice that show every reading in turn, depth first."""

    def __init__(self) -> None:
        self.enumerates = True
        self.path: list[int] = []
        self.frames: list[Outcomes] = []
        """What is thrown along the path: the same in every branch up to where it leaves the one before."""
        self.at = 0
        self._weighed: dict[str, Outcomes] = {}
        """What was weighed so far, for the same dice in other branches; gone with this source."""
        self._digested: dict[str, dict[int, int]] = {}

    def begin(self) -> None:
        """Before the first branch."""
        self.path, self.frames, self._weighed, self._digested = [], [], {}, {}

    def restart(self) -> None:
        """Before each branch."""
        self.at = 0

    def pick(self, rolls: list[Roll], reading: Reading) -> int:
        at = self.at
        if at == len(self.path):
            self.path.append(0)
            self.frames.append(self._weigh(rolls, reading))
        self.at = at + 1
        return self.frames[at].values[self.path[at]]

    def _weigh(self, rolls: list[Roll], reading: Reading) -> Outcomes:
        key = "/".join([*[roll.key() for roll in rolls], reading.key()])
        found = self._weighed.get(key)
        if found is None:
            found = self._weighed[key] = outcomes(rolls, reading, self._digested)
        return found

    def weight(self) -> tuple[int, int]:
        """Weight of the branch just run, and of the whole it is part of."""
        part, whole = 1, 1
        for index, frame in enumerate(self.frames):
            part *= frame.weights[self.path[index]]
            whole *= frame.whole
        return part, whole

    def hopeless(self) -> bool:
        """Would the whole tree, at the pace of its first branches, be several times wider than allowed?

        Goes by the share of the tree that lies behind, each fork divided evenly among its readings.
        """
        behind, whole = 0, 1
        for index, frame in enumerate(self.frames):
            behind = behind * len(frame.values) + self.path[index]
            whole *= len(frame.values)
        return behind * 4 * MOST_BRANCHES < whole * PROBE

    def advance(self) -> bool:
        """Go on to the next branch; false when all have been run."""
        while self.path:
            if self.path[-1] + 1 < len(self.frames[-1].values):
                self.path[-1] += 1
                return True
            self.path.pop()
            self.frames.pop()
        return False
