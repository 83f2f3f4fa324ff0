from __future__ import annotations

import hashlib
import itertools
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fracas.engine.dice import VERSION, Derived, parse, throw
from fracas.engine.dice.sources import SPACE, face_of, message

Key = tuple[str, str, str, int, str]

KEY: Key = ("seed", "public", "kara", 0, "attack orc")
MIXED = [2, 3, 4, 6, 8, 10, 12, 20, 100, 1_000_000]

GOLDEN: list[tuple[Key, list[int], list[int]]] = [
    (
        KEY,
        [6, 2, 6, 3, 4, 3, 6, 3, 1, 6, 4, 4, 5, 1, 5, 5, 3, 2, 1, 6],
        [2, 2, 4, 3, 8, 9, 6, 15, 71, 601642],
    ),
    (
        ("seed", "public", "kara", 1, "attack orc"),
        [3, 3, 5, 5, 3, 5, 3, 5, 6, 2, 2, 1, 4, 6, 1, 3, 4, 6, 6, 2],
        [1, 3, 3, 5, 3, 9, 9, 5, 64, 995152],
    ),
    (
        ("seed", "gm", "kara", 0, "attack orc"),
        [1, 4, 4, 5, 4, 5, 4, 5, 3, 1, 6, 5, 4, 1, 1, 6, 1, 1, 1, 1],
        [1, 1, 4, 5, 8, 1, 4, 9, 75, 973319],
    ),
    (
        ("", "", "", 0, ""),
        [4, 2, 4, 6, 6, 5, 5, 5, 6, 6, 3, 3, 6, 5, 2, 6, 1, 5, 6, 1],
        [2, 2, 4, 6, 4, 5, 11, 5, 42, 272798],
    ),
    (
        ("\u00dcbung", "p\u00fablico", "Zo\u00eb", 3, "\U0001f3b2"),
        [4, 2, 4, 4, 2, 4, 3, 5, 5, 1, 5, 6, 1, 4, 4, 4, 2, 4, 4, 1],
        [2, 2, 2, 4, 6, 10, 9, 17, 91, 952975],
    ),
]


def thrown_in_a_row(key: Key, sides: list[int]) -> list[int]:
    source = Derived(*key)
    return [source.next(each) for each in sides]


def by_the_book(key: Key, sides: list[int]) -> list[int]:
    """The documented construction once more, written from its four steps alone and without regard for speed."""
    seed, stream, roller, count, body = key
    texts = [text.encode("utf-8", "surrogatepass") for text in (seed, stream, roller, body)]
    start = b"fracas-dice-1"
    for text in texts:
        start += len(text).to_bytes(4, "big")
    start += count.to_bytes(8, "big")
    for text in texts:
        start += text
    words: list[int] = []
    block = 0
    faces: list[int] = []
    for each in sides:
        face = 1
        while each > 1:
            if not words:
                digest = hashlib.sha256(start + block.to_bytes(8, "big")).digest()
                words = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
                block += 1
            word = words.pop(0)
            if word < 2**32 - 2**32 % each:
                face = word % each + 1
                break
        faces.append(face)
    return faces


@pytest.mark.parametrize(("key", "sixes", "mixed"), GOLDEN)
def test_derived_faces_never_change(key: Key, sixes: list[int], mixed: list[int]) -> None:
    assert VERSION == 1
    assert thrown_in_a_row(key, [6] * 20) == sixes
    assert thrown_in_a_row(key, MIXED) == mixed


texts = st.text(st.characters(), max_size=20)
keys = st.tuples(texts, texts, texts, st.integers(0, 2**64 - 1), texts)


@given(keys, st.lists(st.integers(1, 1_000_000), max_size=40))
@settings(deadline=None)
def test_derived_faces_follow_the_documented_construction(key: Key, sides: list[int]) -> None:
    assert thrown_in_a_row(key, sides) == by_the_book(key, sides)


def test_lone_surrogate_in_a_body_is_a_body_like_any_other() -> None:
    key: Key = ("seed", "public", "kara", 0, "\ud83d")
    assert thrown_in_a_row(key, MIXED) == by_the_book(key, MIXED)


def test_derived_faces_do_not_depend_on_the_hash_seed() -> None:
    program = (
        "from fracas.engine.dice import Derived\n"
        f"source = Derived(*{KEY!r})\n"
        "print([source.next(6) for _ in range(20)])"
    )
    for seed in ("0", "1", "4242"):
        environment = {"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)}
        run = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        assert run.stdout.strip() == str(GOLDEN[0][1])


@given(keys, keys)
@settings(deadline=None)
def test_no_two_rolls_share_a_message(one: Key, other: Key) -> None:
    assert (message(*one) == message(*other)) == (one == other)


def test_moving_a_letter_between_fields_changes_the_message() -> None:
    shifted: list[Key] = []
    for cuts in itertools.combinations_with_replacement(range(5), 3):
        a, b, c = cuts
        shifted.append(("abcd"[:a], "abcd"[a:b], "abcd"[b:c], 0, "abcd"[c:]))
    assert len({message(*key) for key in shifted}) == len(set(shifted)) == 35


def test_each_of_the_five_inputs_changes_the_faces() -> None:
    others: list[Key] = [
        ("seee", "public", "kara", 0, "attack orc"),
        ("seed", "gm", "kara", 0, "attack orc"),
        ("seed", "public", "lunk", 0, "attack orc"),
        ("seed", "public", "kara", 1, "attack orc"),
        ("seed", "public", "kara", 0, "attack elf"),
    ]
    rows = [tuple(thrown_in_a_row(key, [100] * 20)) for key in [KEY, *others]]
    assert len(set(rows)) == 6


def test_the_same_roll_made_again_gives_the_same_dice() -> None:
    dice = parse("4d6kh3+d8!")
    assert throw(dice, Derived(*KEY)).say() == throw(dice, Derived(*KEY)).say()


def test_die_of_one_side_uses_up_nothing() -> None:
    assert thrown_in_a_row(KEY, [1, 1, 6, 1, 6])[2::2] == GOLDEN[0][1][:2]


def test_rolls_are_not_counted_below_nought() -> None:
    with pytest.raises(AssertionError):
        Derived("seed", "public", "kara", -1, "body")


@pytest.mark.parametrize("space", [16, 100, 256])
def test_every_face_has_equally_many_words(space: int) -> None:
    for sides in range(1, space + 1):
        counts = [0] * (sides + 1)
        for word in range(space):
            counts[face_of(word, sides, space)] += 1
        assert set(counts[1:]) == {space // sides}
        assert counts[0] == space % sides


def test_the_last_words_are_drawn_again() -> None:
    first_refused = SPACE - SPACE % 6
    assert face_of(first_refused - 1, 6, SPACE) == 6
    assert [face_of(word, 6, SPACE) for word in range(first_refused, SPACE)] == [0] * (SPACE % 6)
    assert face_of(SPACE - 1, 8, SPACE) == 8


# 99.99 % points of chi-square for sides - 1 degrees of freedom, rounded up.
CHI_SQUARE = {2: 16, 3: 19, 4: 22, 6: 26, 8: 30, 10: 34, 12: 38, 20: 51, 100: 161}


@pytest.mark.parametrize("sides", CHI_SQUARE)
def test_derived_faces_are_even(sides: int) -> None:
    """Chi-square without fractions; the faces are fixed, so this passes for ever or never."""
    each = 60_000 // sides if sides < 100 else 1_000
    counts = [0] * sides
    for roll in range(each * sides // 10):
        source = Derived("even", "public", "kara", roll, "throw")
        for _ in range(10):
            counts[source.next(sides) - 1] += 1
    assert sum(counts) == each * sides
    assert sum((count - each) ** 2 for count in counts) <= CHI_SQUARE[sides] * each


def test_first_faces_of_successive_rolls_are_even() -> None:
    counts = [0] * 20
    for roll in range(8_000):
        counts[Derived("even", "public", "kara", roll, "throw").next(20) - 1] += 1
    assert sum((count - 400) ** 2 for count in counts) <= CHI_SQUARE[20] * 400
