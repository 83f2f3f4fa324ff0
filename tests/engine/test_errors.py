"""Errors reach whoever must tell them, also out of a process that works for another."""

from __future__ import annotations

import pickle

from fracas.engine.errors import Invalid


def test_what_is_invalid_is_told_whole_by_another_process() -> None:
    wrong = Invalid("option", "sizes", "units", "a map with room", ["unit"])
    told = pickle.loads(pickle.dumps(wrong))
    assert str(told) == str(wrong)
    assert (told.where, told.key, told.value, told.expected, told.near) == (
        "option",
        "sizes",
        "units",
        wrong.expected,
        ["unit"],
    )
