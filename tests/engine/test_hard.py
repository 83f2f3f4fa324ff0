"""What hard concludes from its trials."""

from __future__ import annotations

from fracas.engine.command import PASS, Command
from fracas.engine.hard import WHOLE, Candidate, Gain, reliance


def candidate(soon: list[int], late: list[int]) -> Candidate:
    found = Candidate(Command("kara", PASS))
    found.soon.extend(soon)
    found.late.extend(late)
    return found


def test_what_others_do_counts_as_far_as_it_is_no_noise() -> None:
    assert reliance([10, 10, 10]) == WHOLE
    assert reliance([90, -100, 20]) == reliance([7]) == reliance([0, 0]) == 0
    assert WHOLE < 2 * reliance([10, 12, 30, 8]) < 2 * WHOLE


def test_a_worse_turn_is_chosen_only_for_what_surely_follows() -> None:
    usual = candidate([50] * 4, [0] * 4)
    assert Gain(candidate([40] * 4, [30] * 4), usual).is_clear
    assert not Gain(candidate([40] * 4, [400, -390, 380, -300]), usual).is_clear


def test_luck_in_few_trials_is_not_enough() -> None:
    usual = candidate([0] * 4, [0] * 4)
    assert not Gain(candidate([100, -90, 80, -70], [0] * 4), usual).is_clear
    assert Gain(candidate([100, 90, 80, -70], [0] * 4), usual).is_clear
