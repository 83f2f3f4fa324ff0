"""Content that nobody would write, drawn from lines of a ruleset's content tests: it loads, or it is refused.

For the content tests of every ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from hypothesis import strategies as st

from fracas.engine.content import ContentErrors
from fracas.engine.errors import Invalid

Load = Callable[[Path, str], object]
USUAL = ['"x"', '""', "[]", "{}", "true", "[[]]", '"A"', '"a1"', "1e5"]


def odd_values(*own: str) -> st.SearchStrategy[str]:
    """Values that few fields take, and some that fit a field of this ruleset."""
    return st.one_of(st.integers(-30, 30).map(str), st.sampled_from([*USUAL, *own]))


def judge(load: Load, folder: Path, text: str) -> list[Invalid]:
    """What is wrong with an extra file, nothing if it loads; any other exception is a failure."""
    try:
        load(folder, text)
    except ContentErrors as error:
        return error.errors
    return []


def try_shuffled(
    load: Load, folder: Path, data: st.DataObject, snippets: Iterable[str], odd: st.SearchStrategy[str]
) -> None:
    known = [line for snippet in snippets for line in snippet.splitlines()]
    lines = data.draw(st.lists(st.sampled_from(known), max_size=14))
    for index, line in enumerate(lines):
        if " = " in line and data.draw(st.booleans()):
            lines[index] = line.partition(" = ")[0] + " = " + data.draw(odd)
    for one in judge(load, folder, "\n".join(lines)):
        assert isinstance(one, Invalid)


def try_one_odd(load: Load, folder: Path, data: st.DataObject, whole: str, odd: st.SearchStrategy[str]) -> None:
    lines = whole.splitlines()
    usable = [number for number, line in enumerate(lines) if " = " in line and '"""' not in line]
    index = data.draw(st.sampled_from(usable))
    lines[index] = lines[index].partition(" = ")[0] + " = " + data.draw(odd)
    for one in judge(load, folder, "\n".join(lines)):
        assert one.where == "extra.toml" and one.expected
