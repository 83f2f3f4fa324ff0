"""The exact chances of a total, in whole numbers: how many of all equally likely throws give it.

For odds and previews. Polynomials in the total are kept packed in one long integer, a slot for each total, so that
convolving two spreads is one multiplication.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.dice.terms import Dice, DiceError, Pool

CUT_BITS: Final = 40  # explosion branches rarer than 1 in 2**40 are cut
# Found by measuring: bytes of a packed spread, and bytes moved while ranking a keep or drop.
MAX_BYTES: Final = 120_000
MAX_RANKING: Final = 200_000_000
FEW: Final = 5
MANY_SIDES: Final = 20
"""So many dice, of no more sides than that, are put together one by one."""
STEP_BYTES: Final = 2_500  # what one step of ranking costs besides, in bytes it could have moved


class Spread:
    """Weights by total, ascending; `whole` is the weight of all throws, `cut` of those left out as too rare."""

    def __init__(self, weights: dict[int, int], whole: int, cut: int) -> None:
        self.weights: Final[dict[int, int]] = weights
        self.whole: Final[int] = whole
        self.cut: Final[int] = cut


def chain_limit(sides: int) -> int:
    """How many maxima in a row are followed up: the most that are no rarer than 1 in 2**40."""
    links = 0
    chance = sides
    while chance <= 1 << CUT_BITS:
        links += 1
        chance *= sides
    return links


def _die(pool: Pool) -> list[int]:
    """Weights of one die's values 1, 2, ...; an exploding die's weights are out of sides ** (chain_limit + 1)."""
    if not pool.exploding:
        return [1] * pool.sides
    links = chain_limit(pool.sides)
    weights: list[int] = []
    for link in range(links + 1):
        weight = pool.sides ** (links - link)
        weights.extend([weight] * (pool.sides - 1))
        weights.append(0)
    weights.pop()  # the chain is cut at its last maximum, which is no value of its own
    return weights


def _die_whole(pool: Pool) -> int:
    return int(pool.sides ** (chain_limit(pool.sides) + 1)) if pool.exploding else pool.sides


def _die_slots(pool: Pool) -> int:
    return pool.sides * (chain_limit(pool.sides) + 1) - 1 if pool.exploding else pool.sides


def spread(dice: Dice) -> Spread:
    """Every total of `dice` with its exact weight; `DiceError` where that would take too long."""
    width = _width(dice)
    few = few_dice(dice)
    if few is not None:
        return few
    whole = 1
    low = dice.flat
    slots = 1
    packed = 1
    for term in dice.rolled:
        pool = term.pool
        assert pool is not None
        values = _die(pool)
        whole *= _die_whole(pool) ** pool.count
        if pool.keep == pool.count:
            weights = _pack(values, width) ** pool.count
        else:
            weights = _rank(pool, values, width)
        span = pool.keep * (len(values) - 1) + 1
        if term.sign < 0:
            weights = _mirror(weights, span, width)
            low -= pool.keep * len(values)
        else:
            low += pool.keep
        packed *= weights
        slots += span - 1
    return _unpack(packed, low, slots, width, whole)


def few_dice(dice: Dice) -> Spread | None:
    """Die by die, where there are so few that this is quicker; None where there are not."""
    sides: list[int] = []
    for term in dice.rolled:
        pool = term.pool
        assert pool is not None
        if not dice.plain or term.sign < 0 or pool.count > FEW or pool.sides > MANY_SIDES:
            return None
        sides.extend([pool.sides] * pool.count)
    if len(sides) > FEW:
        return None
    weights, whole = {dice.flat: 1}, 1
    for most in sides:
        after: dict[int, int] = {}
        for total, weight in weights.items():
            for reached in range(total + 1, total + most + 1):
                after[reached] = after.get(reached, 0) + weight
        weights = after
        whole *= most
    return Spread(weights, whole, 0)


def _width(dice: Dice) -> int:
    """Bytes a slot needs for the largest weight; `DiceError` where the slots or the ranking would be too much work."""
    slots = 1
    bits = 1
    ranking = 0
    for term in dice.rolled:
        pool = term.pool
        assert pool is not None
        slots += pool.keep * _die_slots(pool)
        bits += pool.count * _die_whole(pool).bit_length()
    width = (bits + 7) // 8
    for term in dice.rolled:
        pool = term.pool
        if pool is not None and pool.keep < pool.count:
            steps = _die_slots(pool) * pool.count * (pool.count + 1) // 2
            ranking += steps * (STEP_BYTES + _die_slots(pool) * pool.keep * width)
    if slots * width > MAX_BYTES or ranking > MAX_RANKING:
        raise _too_many(dice)
    return width


def _too_many(dice: Dice) -> DiceError:
    return DiceError("odds", "dice", dice.text, "fewer or smaller dice: too many for exact odds")


def _pack(weights: list[int], width: int) -> int:
    return int.from_bytes(b"".join([weight.to_bytes(width, "little") for weight in weights]), "little")


def _slots(packed: int, slots: int, width: int) -> list[int]:
    row = packed.to_bytes(slots * width, "little")
    return [int.from_bytes(row[at : at + width], "little") for at in range(0, slots * width, width)]


def _mirror(packed: int, slots: int, width: int) -> int:
    """The spread of the same pool subtracted: the highest total first."""
    row = _slots(packed, slots, width)
    row.reverse()
    return _pack(row, width)


def _rank(pool: Pool, values: list[int], width: int) -> int:
    """The kept total of a pool that drops dice, face by face from the lowest.

    `rows[i]` holds the kept totals while `i` dice lie at or below the face; dice on one face stand next to each other
    when ranked, so how many of them are kept is how far their places overlap the kept places.
    """
    count = pool.count
    first = pool.drop_low
    end = count - pool.drop_high
    choose = _choices(count)
    rows: list[int] = [0] * (count + 1)
    rows[0] = 1
    for index in range(len(values)):
        weight = values[index]
        if weight == 0:
            continue
        lowest = count if index == len(values) - 1 else 1
        # From the top down, so that a row read has not yet taken this face in.
        for reached in range(count, lowest - 1, -1):
            row = rows[reached]
            power = 1
            for placed in range(1, reached + 1):
                power *= weight
                before = reached - placed
                if rows[before] == 0:
                    continue
                kept = max(0, min(reached, end) - max(before, first))
                ways = choose[count - before][placed] * power
                row += (rows[before] * ways) << (8 * width * index * kept)
            rows[reached] = row
    return rows[count]


def _choices(count: int) -> list[list[int]]:
    """Pascal's triangle: in how many ways `placed` of `left` dice can be the ones."""
    triangle: list[list[int]] = [[1]]
    for left in range(1, count + 1):
        above = triangle[left - 1]
        row = [1] * (left + 1)
        for placed in range(1, left):
            row[placed] = above[placed - 1] + above[placed]
        triangle.append(row)
    return triangle


def _unpack(packed: int, low: int, slots: int, width: int, whole: int) -> Spread:
    weights: dict[int, int] = {}
    reached = 0
    row = _slots(packed, slots, width)
    for place in range(slots):
        if row[place]:
            weights[low + place] = row[place]
            reached += row[place]
    return Spread(weights, whole, whole - reached)
