from __future__ import annotations

import json
import sys
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fracas.engine.dice import Derived, DiceError, Faces, Scripted, ScriptError, Thrown, parse, throw, typed

SAID = [
    # dice, faces, line, total
    ("2d8-1", [5, 3], "2d8-1: 5 3 = 7", 7),
    ("d8!", [8, 4], "d8!: 8!+4 = 12", 12),
    ("2d4!+1", [2, 4, 4, 1], "2d4!+1: 2 4!+4!+1 = 12", 12),
    ("2d4!", [4, 1, 2], "2d4!: 4!+1 2 = 7", 7),
    ("4d6kh3", [5, 2, 3, 6], "4d6kh3: 5 (2) 3 6 = 14", 14),
    ("4d6dl1", [5, 2, 3, 6], "4d6kh3: 5 (2) 3 6 = 14", 14),
    ("4d6kl1", [5, 2, 3, 6], "4d6kl1: (5) 2 (3) (6) = 2", 2),
    ("4d6dl1dh1", [5, 2, 3, 6], "4d6dl1dh1: 5 (2) 3 (6) = 8", 8),
    ("3d6kh1", [4, 4, 4], "3d6kh1: 4 (4) (4) = 4", 4),
    ("3d6kl1", [4, 4, 4], "3d6kl1: 4 (4) (4) = 4", 4),
    ("3d6dl1dh1", [4, 4, 4], "3d6dl1dh1: 4 (4) (4) = 4", 4),
    ("2d6!kh1", [6, 1, 5], "2d6!kh1: 6!+1 (5) = 7", 7),
    ("2d6!kl1", [6, 1, 5], "2d6!kl1: (6!+1) 5 = 5", 5),
    ("2d6-d4+3", [5, 3, 2], "2d6-d4+3: 5 3 - 2 = 9", 9),
    ("d4+d6", [2, 3], "d4+d6: 2 + 3 = 5", 5),
    ("10-d6", [4], "-d6+10: -4 = 6", 6),
    ("coin", [2], "coin: heads = 2", 2),
    ("coin+1", [1], "coin+1: tails = 2", 2),
    ("coin!", [2, 2, 1], "coin!: heads!+heads!+tails = 5", 5),
    ("3d1!", [1, 1, 1], "3d1: 1 1 1 = 3", 3),
    ("-3", [], "-3 = -3", -3),
]


@pytest.mark.parametrize(("text", "faces", "line", "total"), SAID)
def test_dice_add_up_and_are_said(text: str, faces: list[int], line: str, total: int) -> None:
    script = Scripted(faces)
    thrown = throw(parse(text), script)
    script.finish()
    assert (thrown.total, thrown.say(), thrown.faces()) == (total, line, faces)
    assert typed(parse(text), faces).say() == line


@pytest.mark.parametrize(("text", "faces", "line", "total"), SAID)
def test_thrown_dice_survive_json(text: str, faces: list[int], line: str, total: int) -> None:
    thrown = typed(parse(text), faces)
    again = Thrown.from_json(json.loads(json.dumps(thrown.to_json())))
    assert (again.say(), again.total, again.flat, again.faces()) == (line, total, thrown.flat, faces)


def test_faces_know_whether_they_count_and_why_they_came() -> None:
    thrown = throw(parse("2d6!kl1+2"), Scripted([6, 6, 2, 5]))
    (pool,) = thrown.pools
    assert [(d.face, d.kept, d.exploded, d.extra) for d in pool.dice] == [
        (6, False, True, False),
        (6, False, True, True),
        (2, False, False, True),
        (5, True, False, False),
    ]
    assert (pool.total, pool.sign, thrown.flat, thrown.total) == (5, 1, 2, 7)


def test_plain_dice_are_laid_out_when_asked() -> None:
    thrown = throw(parse("2d6-d4"), Scripted([5, 3, 2]))
    assert [(p.sign, p.pool.text(), p.total) for p in thrown.pools] == [(1, "2d6", 8), (-1, "d4", 2)]
    assert thrown.pools is thrown.pools


def test_nobody_can_change_a_throw_through_its_faces() -> None:
    thrown = throw(parse("2d6"), Scripted([5, 3]))
    thrown.faces().append(6)
    assert thrown.say() == "2d6: 5 3 = 8"


def test_chain_of_explosions_is_cut_at_a_hundred_faces() -> None:
    thrown = throw(parse("d2!+d6"), Scripted([2] * 100 + [3]))
    assert thrown.total == 203
    chain = thrown.pools[0].dice
    assert (len(chain), chain[98].exploded, chain[99].exploded) == (100, True, False)
    assert typed(parse("d2!"), [2] * 100).total == 200


def test_the_largest_throw_there_is_ends() -> None:
    script = Scripted([6] * 100_000)
    assert throw(parse("1000d6!"), script).total == 1000 * 100 * 6
    script.finish()


COMPILED = not str(sys.modules["fracas.engine.dice.throw"].__file__).endswith(".py")


@pytest.mark.skipif(COMPILED, reason="a compiled source of faces has no interpreted subclass")
@pytest.mark.parametrize("text", ["d6", "d6!", "2d6kh1"])
def test_source_with_impossible_faces_is_our_bug(text: str) -> None:
    class Wrong(Faces):
        def next(self, sides: int) -> int:
            return sides + 1

    with pytest.raises(AssertionError):
        throw(parse(text), Wrong())


def test_bare_source_of_faces_has_none() -> None:
    with pytest.raises(NotImplementedError):
        throw(parse("d6"), Faces())


def test_script_that_ends_too_soon_names_the_die() -> None:
    with pytest.raises(ScriptError, match=r"die 2 \(d6\)"):
        throw(parse("2d6"), Scripted([3]))


def test_script_with_a_face_the_die_lacks_names_the_die() -> None:
    for face in (0, 9, -1):
        with pytest.raises(ScriptError, match=r"die 2 \(d8\).*1 to 8"):
            throw(parse("d6+d8"), Scripted([3, face]))


def test_script_with_faces_left_over_is_refused() -> None:
    script = Scripted([3, 4, 5])
    throw(parse("d6"), script)
    with pytest.raises(ScriptError, match=r"\[4, 5\]"):
        script.finish()


HAND = [
    ("2d6", [], "exactly 2 faces"),
    ("2d6", [3], "exactly 2 faces"),
    ("2d6", [3, 4, 5], "exactly 2 faces"),
    ("2d6", [3, 7], "face 2: got 7, expected 1 to 6"),
    ("d6+d4", [6, 5], "face 2: got 5, expected 1 to 4"),
    ("2d6", [0, 3], "face 1: got 0"),
    ("2d8!", [3], "at least 2 faces"),
    ("d8!", [8], "a further face, 1 to 8"),
    ("2d8!", [8, 3], "a further face, 1 to 8"),
    ("d8!", [7, 3], "exactly 1 face"),
    ("coin", [3], "1 to 2"),
    ("d1", [], "exactly 1 face"),
    ("5", [5], "no faces"),
]


@pytest.mark.parametrize(("text", "faces", "expected"), HAND)
def test_dice_by_hand_must_fit(text: str, faces: list[int], expected: str) -> None:
    with pytest.raises(DiceError) as caught:
        typed(parse(text), faces)
    assert expected in str(caught.value)


def test_hand_thrown_dice_do_not_share_the_list_typed() -> None:
    faces = [3, 4]
    thrown = typed(parse("2d6"), faces)
    faces[0] = 6
    assert thrown.faces() == [3, 4]


SPOILED: list[Callable[[dict[str, object]], object]] = [
    lambda data: data.pop("dice"),
    lambda data: data.update(dice=7),
    lambda data: data.update(dice="2d"),
    lambda data: data.pop("faces"),
    lambda data: data.update(faces="53"),
    lambda data: data.update(faces=[5, "3"]),
    lambda data: data.update(faces=[5, True]),
    lambda data: data.update(faces=[5, 3.0]),
    lambda data: data.update(faces=[5]),
    lambda data: data.update(faces=[5, 9]),
    lambda data: data.pop("total"),
    lambda data: data.update(total=8),
    lambda data: data.update(total="7"),
]


@pytest.mark.parametrize("spoil", SPOILED)
def test_spoiled_record_of_a_throw_is_refused(spoil: Callable[[dict[str, object]], object]) -> None:
    data = typed(parse("2d8-1"), [5, 3]).to_json()
    spoil(data)
    with pytest.raises(DiceError):
        Thrown.from_json(data)


def test_longest_dice_come_back_from_their_record() -> None:
    for text in ("+".join(["d6"] * 167), "+".join(["2d6k1"] * 83), "+".join(["10d6dl1"] * 62)):
        dice = parse(text).exploding().plus(-9_999_999)
        thrown = throw(dice, Derived("seed", "public", "kara", 0, text))
        assert Thrown.from_json(thrown.to_json()).say() == thrown.say()


TEXTS = ["2d6-1", "4d6kh3", "5d4dl1dh2-d8", "3d3!", "4d2!kl2+coin", "2d10!kh1-3d4!dh1+7", "d1+d1000000"]


@given(st.sampled_from(TEXTS), st.integers(0, 10**9))
@settings(deadline=None)
def test_a_throw_equals_its_faces_typed_in(text: str, count: int) -> None:
    dice = parse(text)
    thrown = throw(dice, Derived("seed", "public", "kara", count, "body"))
    again = typed(dice, thrown.faces())
    assert (again.total, again.say(), again.to_json()) == (thrown.total, thrown.say(), thrown.to_json())
    assert thrown.total == thrown.flat + sum(p.sign * p.total for p in thrown.pools)
    for pool in thrown.pools:
        kept = [d.face for d in pool.dice if d.kept]
        assert pool.total == sum(kept)
        assert sum(not d.extra for d in pool.dice if d.kept) == pool.pool.keep
    assert dice.low is None or thrown.total >= dice.low
    assert dice.high is None or thrown.total <= dice.high


@given(st.lists(st.integers(1, 20), min_size=1, max_size=12), st.data())
@settings(deadline=None)
def test_keeping_is_ranking(faces: list[int], data: st.DataObject) -> None:
    keep = data.draw(st.integers(1, len(faces)))
    ranked = sorted(faces)
    count = len(faces)
    assert typed(parse(f"{count}d20kh{keep}"), faces).total == sum(ranked[count - keep :])
    assert typed(parse(f"{count}d20kl{keep}"), faces).total == sum(ranked[:keep])
    if keep < count:
        assert typed(parse(f"{count}d20dl{keep}"), faces).total == sum(ranked[keep:])
        assert typed(parse(f"{count}d20dh{keep}"), faces).total == sum(ranked[: count - keep])
