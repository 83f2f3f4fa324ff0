"""Blanking finds what no example misses, and puts everything back."""

import pytest
from tests import duel

import blank
from fracas.lab.rulebook import read_rulebook
from fracas.lab.script import run_script

pytestmark = pytest.mark.pure


def verdict_on(name: str) -> blank.Verdict:
    book = read_rulebook("tests.duel")
    (cite,) = [one for one in book.cites if one.name == name]
    return blank.judge(duel.RULESET, book, cite)


@pytest.mark.parametrize("cite", [cite.name for cite in read_rulebook("tests.duel").cites])
def test_every_rule_of_the_toy_is_missed_when_blanked(cite: str) -> None:
    verdict = verdict_on(cite)
    assert verdict.noticed_by
    assert verdict.shown == verdict.paragraphs


def test_a_blanked_function_is_put_back() -> None:
    before = duel.guard_bonus.__code__
    verdict_on("guard_bonus")
    assert duel.guard_bonus.__code__ is before
    for script in read_rulebook("tests.duel").examples:
        run_script(duel.RULESET, script)


def test_what_no_example_uses_survives(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: a rule that nothing calls."""
    book = read_rulebook("tests.duel")
    (cite,) = [one for one in book.cites if one.name == "guard_bonus"]
    cite.name = "idle"
    monkeypatch.setattr(duel, "idle", idle, raising=False)
    assert blank.judge(duel.RULESET, book, cite).noticed_by == ""


def idle() -> int:
    return 7


class Holder:
    def plain(self) -> tuple[int, list[str]]:
        return super().__hash__(), ["a"]

    @property
    def shown(self) -> bool:
        return True


class Pair:
    def __init__(self, left: int, right: list[str], note: str = "kept") -> None:
        self.left = left
        self.right = right
        self.note = note


class Stubborn:
    def __init__(self, number: int) -> None:
        assert number > 0


def test_neutral_values_follow_the_annotation() -> None:
    names: dict[str, object] = {"Stubborn": Stubborn}
    expected: dict[str, object] = {
        "None": None,
        "bool": False,
        "int": 0,
        "str": "",
        "list[Reason]": [],
        "dict[str, int]": {},
        "Reason | None": None,
        "tuple[int, dict[str, int]]": (0, {}),
        "tuple[str, ...]": (),
        "Stubborn": None,
        "Unknown": None,
    }
    assert {text: blank.neutral(text, names) for text in expected} == expected


def test_an_object_is_made_of_neutral_values() -> None:
    made = blank.neutral("Pair", {"Pair": Pair})
    assert isinstance(made, Pair)
    assert (made.left, made.right, made.note) == (0, [], "kept")


def test_methods_that_use_super_can_be_blanked() -> None:
    with blank.blanked([Holder.plain]):  # type: ignore[list-item]
        assert Holder().plain() == (0, [])
    assert Holder().plain()[1] == ["a"]


def test_properties_can_be_blanked() -> None:
    with blank.blanked(blank.unwrapped(vars(Holder)["shown"], False)):
        assert Holder().shown is False
    assert Holder().shown is True
