from __future__ import annotations

import contextlib
import sys
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fracas.engine.dice import Dice, DiceError, parse
from fracas.engine.dice.grammar import MAX_REMEMBERED
from fracas.engine.errors import Invalid

READ = [
    # text, canonical text, low, high
    ("d6", "d6", 1, 6),
    ("1d6", "d6", 1, 6),
    ("2d6", "2d6", 2, 12),
    (" 2 D 6 - 1 ", "2d6-1", 1, 11),
    ("2d6\t+1", "2d6+1", 3, 13),
    ("d1", "d1", 1, 1),
    ("d2", "d2", 1, 2),
    ("3d3", "3d3", 3, 9),
    ("d7+d19", "d7+d19", 2, 26),
    ("d1000000", "d1000000", 1, 1_000_000),
    ("1000d6", "1000d6", 1000, 6000),
    ("4d6kh3", "4d6kh3", 3, 18),
    ("4d6k3", "4d6kh3", 3, 18),
    ("4d6 K 3", "4d6kh3", 3, 18),
    ("4d6dl1", "4d6kh3", 3, 18),
    ("4d6kl1", "4d6kl1", 1, 6),
    ("4d6dh1", "4d6kl3", 3, 18),
    ("4d6dl1dh1", "4d6dl1dh1", 2, 12),
    ("4d6dh1dl1", "4d6dl1dh1", 2, 12),
    ("4d6kh3kl2", "4d6dl1dh1", 2, 12),
    ("2d6kh2", "2d6", 2, 12),
    ("d8!", "d8!", 1, None),
    ("2d4!+1", "2d4!+1", 3, None),
    ("10-d8!", "-d8!+10", None, 9),
    ("d8!-d8!", "d8!-d8!", None, None),
    ("d1!", "d1", 1, 1),
    ("3d6kh1!", "3d6!kh1", 1, None),
    ("3d6!kh1", "3d6!kh1", 1, None),
    ("coin", "coin", 1, 2),
    ("COIN+1", "coin+1", 2, 3),
    ("coin!", "coin!", 1, None),
    ("0", "0", 0, 0),
    ("7", "7", 7, 7),
    ("-7", "-7", -7, -7),
    ("+7", "7", 7, 7),
    ("0000007", "7", 7, 7),
    ("1+2-4", "-1", -1, -1),
    ("1-1", "0", 0, 0),
    ("d6+1-1", "d6", 1, 6),
    ("1+d6+2", "d6+3", 4, 9),
    ("-d6", "-d6", -6, -1),
    ("-(d6-1)", "-d6+1", -5, 0),
    ("10-(d4+2)", "-d4+8", 4, 7),
    ("10-(d4-(d6-(2)))", "-d4+d6+8", 5, 13),
    ("((2d6))", "2d6", 2, 12),
    ("(-(-(d6)))", "d6", 1, 6),
    ("9999999", "9999999", 9_999_999, 9_999_999),
]

REFUSED = [
    "",
    "   ",
    "d",
    "2d",
    "d0",
    "2d0",
    "0d6",
    "00d6",
    "d-6",
    "2d6+",
    "+",
    "-",
    "2d6++1",
    "2d6--1",
    "2d6+-1",
    "2d6 1",
    "1 0d6",
    "2d1 0",
    "2d6d8",
    "2d6d1",
    "2d6x2",
    "2*3",
    "4/2",
    "2d6*2",
    "(2)(3)",
    "2(3)",
    "()",
    "(",
    ")",
    "(d6",
    "d6)",
    "(d6))",
    "(2d6)kh1",
    "(2)d6",
    "d(6)",
    "dd6",
    "d6!!",
    "d6!kh1!",
    "2d6kh",
    "2d6k",
    "2d6kh0",
    "2d6kh3",
    "2d6kl3",
    "2d6dl0",
    "2d6dl2",
    "2d6dh2",
    "2d6dl1dh1",
    "d6dl1",
    "2d6k1kh2",
    "2d6hk1",
    "6!",
    "6kh1",
    "coins",
    "2coin",
    "co in",
    "coin2",
    "d%",
    "dF",
    "1.5",
    "2d6.0",
    ".5",
    "1e3",
    "1e999",
    "0x10",
    "1_000",
    "nan",
    "inf",
    "None",
    "d\u0666",  # an Arabic six
    "\uff12d6",  # a full-width two
    "\u00b2d6",
    "2d6\u212a1",  # the Kelvin sign, whose small letter is k
    "2d6\u00a0+1",
    "2d6\n+1",
    "2d6\x00",
    "\ud800",
    "\U0001f3b2",
    "99999999",
    "00000001",
    "d10000000",
    "d1000001",
    "9999999+1",
    "-9999999-1",
]

BOMBS = {
    "nested brackets": "(" * 500 + "d6" + ")" * 500,
    "open brackets that fit the length": "(" * 499 + "1",
    "one bracket too deep": "(" * 21 + "1" + ")" * 21,
    "minus brackets": "-(" * 250,
    "20,000 terms": "+".join(["d6"] * 20_000),
    "201 terms": "+".join(["1"] * 201),
    "a huge literal": "9" * 400,
    "a huge literal past the length": "9" * 1_000_000,
    "huge sides": "d" + "9" * 300,
    "huge count": "9" * 300 + "d6",
    "a huge keep": "2d6kh" + "9" * 300,
    "one die too many": "1001d6",
    "one die too many over terms": "500d6+501d4",
    "one die too many by coins": "1000d6+coin",
    "many exploding dice": "9999999d2!",
    "exponent": "9**9**9**9",
    "spaces past the length": " " * 501,
    "signs": "-" * 500,
    "explosion marks": "d6" + "!" * 498,
    "drops": "1000d6" + "dl1" * 165,
    "ten million letters": "d" * 10_000_000,
}


class Steps:
    """Counts lines run, so that a budget holds on any machine."""

    def __init__(self) -> None:
        self.lines = 0

    def trace(self, frame: FrameType, event: str, arg: Any) -> Any:
        self.lines += event == "line"
        return self.trace


def steps_to_parse(text: str) -> int:
    steps = Steps()
    before = sys.gettrace()
    sys.settrace(steps.trace)
    try:
        parse(text)
    except DiceError:
        pass
    finally:
        sys.settrace(before)
    return steps.lines


@pytest.mark.parametrize(("text", "canonical", "low", "high"), READ)
def test_dice_are_read(text: str, canonical: str, low: int | None, high: int | None) -> None:
    dice = parse(text)
    assert (dice.text, dice.low, dice.high) == (canonical, low, high)
    assert parse(dice.text).text == canonical


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_dice_is_refused(text: str) -> None:
    with pytest.raises(DiceError) as caught:
        parse(text)
    assert isinstance(caught.value, Invalid)
    assert caught.value.expected


@pytest.mark.parametrize("name", BOMBS)
def test_bomb_is_refused_in_few_steps(name: str) -> None:
    with pytest.raises(DiceError):
        parse(BOMBS[name])
    assert steps_to_parse(BOMBS[name]) < 15_000


def test_refusal_of_a_long_text_stays_short() -> None:
    with pytest.raises(DiceError) as caught:
        parse("d6+" * 100_000)
    assert len(str(caught.value)) < 300


def test_refusal_names_the_place() -> None:
    with pytest.raises(DiceError) as caught:
        parse("2d6 + q")
    assert caught.value.key == "character 7"
    with pytest.raises(DiceError) as caught:
        parse("(2d6")
    assert caught.value.key == "end"
    for text in ("1000d6 + 1d6", "1000d6 + coin"):
        with pytest.raises(DiceError) as caught:
            parse(text)
        assert caught.value.key == "character 10"


def test_limits_themselves_are_allowed() -> None:
    assert parse("(" * 20 + "1" + ")" * 20).text == "1"
    assert parse("+".join(["1"] * 200)).text == "200"
    assert parse("500d6+500d4").count() == 1000
    assert len("+".join(["d6"] * 167)) == 500
    assert len(parse("+".join(["d6"] * 167)).terms) == 167


def test_most_steps_of_any_accepted_shape() -> None:
    for text in ("+".join(["d6"] * 167), "+".join(["1"] * 200), " " * 498 + "d6", "1000d6" + "dl1" * 164):
        assert steps_to_parse(text) < 30_000


def test_terms_are_flattened() -> None:
    terms = parse("10-(4d6kh3-(coin+1))").terms
    shape = [(t.sign, t.pool.text() if t.pool else None, t.constant) for t in terms]
    assert shape == [(-1, "4d6kh3", 0), (1, "coin", 0), (1, None, 11)]


def test_same_text_is_read_once() -> None:
    assert parse("3d17+5") is parse("3d17+5")


def test_memory_of_texts_is_bounded() -> None:
    from fracas.engine.dice import grammar

    for number in range(3 * MAX_REMEMBERED):
        parse(f"d6+{number}")
    assert len(grammar._remembered) <= MAX_REMEMBERED


def test_plus_adds_to_the_constant() -> None:
    dice = parse("2d6-1")
    assert dice.plus(3).text == "2d6+2"
    assert dice.plus(1).text == "2d6"
    assert dice.plus(0) is dice
    assert dice.plus(3) is dice.plus(3)
    assert dice.text == "2d6-1"
    assert (dice.plus(3).low, dice.plus(3).high) == (4, 14)


def test_plus_keeps_the_limit_of_constants() -> None:
    with pytest.raises(DiceError):
        parse("d6").plus(10_000_000)
    with pytest.raises(DiceError):
        parse("9999999").plus(10**400)


def test_exploding_marks_every_pool_of_two_sides_or_more() -> None:
    dice = parse("2d6+d1-4d8kh2+coin+3")
    assert dice.exploding().text == "2d6!+d1-4d8!kh2+coin!+3"
    assert dice.exploding() is dice.exploding()
    assert dice.exploding().exploding() is dice.exploding()
    assert dice.text == "2d6+d1-4d8kh2+coin+3"


def test_exploding_changes_nothing_where_nothing_can_explode() -> None:
    for text in ("3", "d1+2", "d6!"):
        assert parse(text).exploding() is parse(text)


def rereads(dice: Dice) -> None:
    if len(dice.text) <= 500:
        assert parse(dice.text).text == dice.text


@given(st.text(max_size=60))
@settings(deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(DiceError):
        rereads(parse(text))


PIECES = ["d", "d6", "2", "10", "0", "1000", "9999999", "kh", "kl1", "dh", "dl2", "k", "!", "coin", *"+-() "]


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
@settings(deadline=None)
def test_any_row_of_pieces_is_read_or_refused(text: str) -> None:
    try:
        dice = parse(text)
    except DiceError:
        return
    rereads(dice)
    rereads(dice.exploding())
    assert dice.count() <= 1000
    assert dice.low is None or dice.high is None or dice.low <= dice.high
