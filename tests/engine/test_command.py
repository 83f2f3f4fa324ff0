"""Commands: the text by which dice are keyed is the canonical one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fracas.engine.canon import canon
from fracas.engine.command import Command

WORDS = st.text(max_size=8)
NUMBERS = st.lists(st.integers(-5, 10**9), max_size=3).map(tuple)


@given(WORDS, WORDS, st.lists(WORDS, max_size=3).map(tuple), WORDS, NUMBERS, NUMBERS, WORDS)
def test_the_body_of_a_command_is_its_canonical_text(
    who: str,
    verb: str,
    targets: tuple[str, ...],
    thing: str,
    squares: tuple[int, ...],
    numbers: tuple[int, ...],
    text: str,
) -> None:
    command = Command(who, verb, targets, thing, squares, numbers, text)
    assert command.body() == canon(command.to_json())
