from __future__ import annotations

import itertools
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fracas.engine.dice import DiceError, Spread, parse, spread
from fracas.engine.dice.spread import chain_limit


def all_throws(count: int, sides: int) -> list[list[int]]:
    return [sorted(faces) for faces in itertools.product(range(1, sides + 1), repeat=count)]


def tally(totals: list[int]) -> dict[int, int]:
    return {total: totals.count(total) for total in sorted(set(totals))}


def whole_of(found: Spread) -> int:
    return sum(found.weights.values()) + found.cut


@pytest.mark.parametrize(("count", "sides"), [(1, 1), (3, 1), (1, 6), (2, 6), (3, 6), (4, 4), (5, 3), (8, 2), (2, 20)])
def test_sum_of_plain_dice(count: int, sides: int) -> None:
    found = spread(parse(f"{count}d{sides}"))
    assert found.weights == tally([sum(faces) for faces in all_throws(count, sides)])
    assert (found.whole, found.cut) == (sides**count, 0)


@pytest.mark.parametrize(("count", "sides"), [(2, 6), (3, 4), (4, 6), (5, 3), (6, 2), (4, 1)])
def test_every_keep_and_drop(count: int, sides: int) -> None:
    throws = all_throws(count, sides)
    for low in range(count):
        for high in range(count - low):
            marks = (f"dl{low}" if low else "") + (f"dh{high}" if high else "")
            found = spread(parse(f"{count}d{sides}{marks}"))
            assert found.weights == tally([sum(faces[low : count - high]) for faces in throws])
            assert (found.whole, found.cut) == (sides**count, 0)


def test_signs_constants_and_several_pools() -> None:
    found = spread(parse("2d4-3d3kh1+d6-coin-7"))
    totals: list[int] = []
    for a, b, c, d in itertools.product(all_throws(2, 4), all_throws(3, 3), range(1, 7), (1, 2)):
        totals.append(sum(a) - b[2] + c - d - 7)
    assert found.weights == tally(totals)
    assert found.whole == 16 * 27 * 6 * 2


def test_totals_stand_in_ascending_order() -> None:
    for text in ("3d6-20", "5-2d4+d6", "-4d6kh3", "10-2d4!", "7"):
        totals = list(spread(parse(text)).weights)
        assert totals == sorted(totals)


def test_constant_alone_is_certain() -> None:
    found = spread(parse("3-5"))
    assert (found.weights, found.whole, found.cut) == ({-2: 1}, 1, 0)


def test_known_closed_forms() -> None:
    assert spread(parse("3d6")).weights[10] == 27
    assert spread(parse("4d6kh3")).weights[18] == 21
    assert spread(parse("2d20kh1")).weights == {face: 2 * face - 1 for face in range(1, 21)}
    assert spread(parse("2d20kl1")).weights == {face: 41 - 2 * face for face in range(1, 21)}
    assert spread(parse("100d2")).weights == {100 + heads: comb(100, heads) for heads in range(101)}
    highest = spread(parse("10d10kh1")).weights
    assert highest == {face: face**10 - (face - 1) ** 10 for face in range(1, 11)}


def test_ten_d10_keeping_three_is_weighed_in_full() -> None:
    found = spread(parse("10d10kh3"))
    assert found.whole == sum(found.weights.values()) == 10**10
    # Thirty needs three tens or more.
    assert found.weights[30] == 10**10 - sum(comb(10, tens) * 9 ** (10 - tens) for tens in range(3))
    # Three needs all ones.
    assert found.weights[3] == 1


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 8, 10, 20, 100])
def test_exploding_die_is_a_geometric_row(sides: int) -> None:
    found = spread(parse(f"d{sides}!"))
    links = chain_limit(sides)
    assert sides**links <= 2**40 < sides ** (links + 1)
    for total, weight in found.weights.items():
        maxima, rest = divmod(total, sides)
        assert rest != 0
        assert Fraction(weight, found.whole) == Fraction(1, sides ** (maxima + 1))
    assert len(found.weights) == (links + 1) * (sides - 1)
    assert Fraction(found.cut, found.whole) == Fraction(1, sides ** (links + 1)) < Fraction(1, 2**40)


@pytest.mark.parametrize(
    "text", ["2d4!+1", "3d6!", "d2!-d3!", "4d6!kh3", "3d4!kl1", "3d8!dl1dh1", "2d6+d6!", "d1!+d6!"]
)
def test_cut_weight_is_the_chance_that_any_die_runs_on(text: str) -> None:
    dice = parse(text)
    found = spread(dice)
    within = Fraction(1)
    exploding = 0
    for term in dice.rolled:
        assert term.pool is not None
        if term.pool.exploding:
            sides = term.pool.sides
            within *= (1 - Fraction(1, sides ** (chain_limit(sides) + 1))) ** term.pool.count
            exploding += term.pool.count
    assert whole_of(found) == found.whole
    assert found.cut > 0
    assert Fraction(found.cut, found.whole) == 1 - within < Fraction(exploding, 2**40)


def chains(sides: int, most: int) -> dict[int, Fraction]:
    """Values of one exploding die up to `most`, thrown out branch by branch."""
    found: dict[int, Fraction] = {}
    open_branches = [(0, Fraction(1))]
    while open_branches:
        value, chance = open_branches.pop()
        for face in range(1, sides + 1):
            if face == sides:
                if value + face < most:
                    open_branches.append((value + face, chance * Fraction(1, sides)))
            elif value + face <= most:
                found[value + face] = chance * Fraction(1, sides)
    return found


@pytest.mark.parametrize(("count", "sides", "drop"), [(2, 4, 0), (3, 4, 0), (2, 6, 1), (3, 4, 1), (3, 3, 2)])
def test_exploding_pools_against_branch_by_branch(count: int, sides: int, drop: int) -> None:
    found = spread(parse(f"{count}d{sides}!" + (f"dh{drop}" if drop else "")))
    # A low total cannot come from a die above `most` where nothing is dropped; with a drop the dropped die may be any.
    most = 12
    die = chains(sides, most)
    die[most + 1] = 1 - sum(die.values(), Fraction(0))
    expected: dict[int, Fraction] = {}
    for values in itertools.product(die, repeat=count):
        chance = Fraction(1)
        for value in values:
            chance *= die[value]
        total = sum(sorted(values)[: count - drop])
        expected[total] = expected.get(total, Fraction(0)) + chance
    for total in range(count - drop, 10):
        difference = expected.get(total, Fraction(0)) - Fraction(found.weights.get(total, 0), found.whole)
        assert 0 <= difference <= Fraction(found.cut, found.whole)


def test_two_exploding_d4_by_hand() -> None:
    found = spread(parse("2d4!"))
    # 2 = 1+1; 6 = 3+3, or 5 (a four, then a one) and 1 on either die.
    assert Fraction(found.weights[2], found.whole) == Fraction(1, 16)
    assert Fraction(found.weights[6], found.whole) == Fraction(1, 16) + 2 * Fraction(1, 64)


@pytest.mark.parametrize(
    "text", ["1000d6", "d1000000", "500d1000", "1000d2!", "300d20kh150", "100d20kh1", "200d6!kh3", "9d1000!kh2"]
)
def test_too_many_dice_are_refused(text: str) -> None:
    with pytest.raises(DiceError, match="too many for exact odds"):
        spread(parse(text))


@given(st.integers(1, 4), st.integers(1, 5), st.integers(0, 3), st.integers(0, 3), st.integers(-30, 30), st.booleans())
@settings(max_examples=60, deadline=None)
def test_any_small_pool(count: int, sides: int, low: int, high: int, flat: int, minus: bool) -> None:
    if low + high >= count:
        low = high = 0
    marks = (f"dl{low}" if low else "") + (f"dh{high}" if high else "")
    sign = -1 if minus else 1
    found = spread(parse(f"{'-' if minus else ''}{count}d{sides}{marks}").plus(flat))
    assert found.weights == tally([flat + sign * sum(faces[low : count - high]) for faces in all_throws(count, sides)])
