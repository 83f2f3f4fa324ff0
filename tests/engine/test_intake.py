"""A kept game that somebody brings is checked like content, before anything is made of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fracas import __version__
from fracas.engine import intake
from fracas.engine.errors import Invalid
from fracas.engine.log import Log, log_from_text
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.saved import load_game, load_imported

GOLDEN = Path(__file__).parents[1] / "golden" / __version__
ONE_OF_EACH = [min([path.stem for path in GOLDEN.glob(f"{id}-*.jsonl")]) for id in ruleset_ids()]
POOL = {"cap_check": "hp", "crisis_3d6": "hp", "crisis_mode": "hp", "phases_of_play": "health"}
Change = Callable[[dict[str, Any]], object]


def forged(name: str, change: Change) -> tuple[str, str]:
    """A kept game with another start, its chain made good again, and its ruleset."""
    log = log_from_text((GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8"))
    header: Any = json.loads(json.dumps(log.header))
    change(header["start"])
    again = Log(header)
    for line in log.lines:
        again.append(line.kind, line.data)
    return again.to_text(), str(header["ruleset"])


def first(start: dict[str, Any]) -> dict[str, Any]:
    one: dict[str, Any] = start["combatants"][0]
    return one


def deep(levels: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(levels):
        value = [value]
    return value


WRONG: dict[str, tuple[Change, str]] = {
    "a name of a megabyte": (lambda start: first(start).update(name="x" * 1_000_000), "characters"),
    "a name of a hundred letters": (lambda start: first(start).update(name="x" * 100), "name of"),
    "escapes in a name": (lambda start: first(start).update(name="Lunk\x1b[2J"), "control characters"),
    "a name of two lines": (lambda start: first(start).update(name="Lunk\nMira dies"), "name of"),
    "writing turned round in a title": (lambda start: start.update(title="a\u202eb"), "control characters"),
    "an unknown option": (lambda start: start["options"].update(cheating="yes"), "options: cheating"),
    "an option that is missing": (lambda start: start["options"].popitem(), "options"),
    "an unknown mode": (lambda start: start["modes"].update({"1.1": "perhaps"}), "modes"),
    "a number without end": (lambda start: start.update(seq=10**4000), "seq"),
    "far too many": (lambda start: start.update(combatants=(start["combatants"] * 201)[:201]), "at most 200"),
    "far too many seats": (lambda start: start.update(seats=start["seats"] * 100), "at most 50"),
    "nested without end": (lambda start: start.update(more=deep(40)), "levels"),
    "a list without end": (lambda start: start.update(notes=[""] * 100_000), "entries"),
    "a key without end": (lambda start: start["rolls"].update({"k" * 5000: 1}), "keys"),
    "a size for nothing": (lambda start: first(start).update(size=10**6), "size of"),
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_it_is_refused_in_plain_words(name: str, wrong: str) -> None:
    change, said = WRONG[wrong]
    text, id = forged(name, change)
    with pytest.raises(Invalid) as caught:
        load_imported(load_ruleset(id), text)
    assert said in str(caught.value) and len(str(caught.value)) < 1000
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_numbers_are_held_to_the_bounds_of_the_ruleset(name: str) -> None:
    pool = POOL[name.partition("-")[0]]
    text, id = forged(name, lambda start: first(start).update({pool: 9_999_999}))
    load_game(load_ruleset(id), text)
    with pytest.raises(Invalid, match=f"{pool} of .*a whole number from"):
        load_imported(load_ruleset(id), text)


def test_control_without_an_intake_all_that_is_taken() -> None:
    """What the intake alone refuses; the rest does not even open."""
    taken = 0
    for change, _ in WRONG.values():
        text, id = forged("crisis_mode-first-duel", change)
        try:
            load_game(load_ruleset(id), text)
            taken += 1
        except Invalid:
            pass
    assert taken > len(WRONG) // 2


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.jsonl")), ids=lambda path: path.stem)
def test_every_kept_game_is_taken(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    ruleset = load_ruleset(str(log_from_text(text.split("\n", 1)[0] + "\n").header["ruleset"]))
    assert load_imported(ruleset, text).save() == text


def test_whoever_comes_counts_and_whoever_is_undone_does_not() -> None:
    gate = intake.Intake("log")
    gate.header({"start": {"combatants": [{}] * (intake.MOST_COMBATANTS - 2)}})
    gate.line({}, 1, -1, True)
    gate.line({}, 2, 0, False)
    gate.line({}, 3, -1, True)
    gate.line({}, 4, -1, True)
    with pytest.raises(Invalid, match="line 5"):
        gate.line({}, 5, -1, True)


def test_many_small_values_weigh_as_much_as_a_large_one() -> None:
    gate = intake.Intake("log")
    small = [0] * (intake.MOST_ITEMS - 1)
    for number in range(intake.MOST_VALUES // intake.MOST_ITEMS):
        gate.value(small, f"line {number}")
    with pytest.raises(Invalid, match=f"at most {intake.MOST_VALUES} in all"):
        gate.value(small, "the next line")


def test_a_damaged_log_still_opens_up_to_its_last_good_line() -> None:
    text = (GOLDEN / "crisis_mode-first-duel.jsonl").read_text(encoding="utf-8")
    lines = text.split("\n")
    lines[20] = lines[20].replace('"data":{', '"data":{"a":"' + "y" * 30_000 + '",', 1)
    game = load_imported(load_ruleset("crisis_mode"), "\n".join(lines))
    assert "line 20" in game.read_only and len(game.log.lines) == 19
