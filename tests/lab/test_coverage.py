"""Each kind of gap is found: a book without one is changed, and the change is named."""

from collections.abc import Callable
from pathlib import Path

import pytest

from fracas.engine.options import Option
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.lab.coverage import coverage_text, find_gaps
from fracas.lab.rulebook import Cite, Mention, Rulebook, Statement, read_document, read_module

DOCUMENT = """# 1 Turns

## 1.1 In turn

Only in turn, see 1.2. Option `pace`: `slow` (default) or `quick`.

```example A
option pace quick
> kara pass
! 1.2
```

## 1.2 Judgement

Be fair.
Left to the GM.
"""


def whole_book(text: str = DOCUMENT) -> Rulebook:
    book = Rulebook("")
    read_document(book, "1-turns.md", text)
    read_module(book, "game.turns", "turns.py", 'def f():\n    """1.1: in turn."""\n    return Reason("1.2", "")\n')
    book.statements = [
        Statement("000", "T", 3, "Only in turn.", ["1.1"], ""),
        Statement("000", "E", 9, "X", ["1.1"], "A"),
    ]
    return book


def options() -> list[Option]:
    return [Option("pace", "slow", {"slow": "Slow.", "quick": "Quick."}, "1.1", "why", "Pace", "")]


def gaps(book: Rulebook, given: list[Option] | None = None) -> list[str]:
    return [str(gap) for gap in find_gaps(book, Rulebook(""), options() if given is None else given)]


def test_a_whole_book_has_no_gap() -> None:
    assert gaps(whole_book()) == []


def uncited(book: Rulebook) -> None:
    book.cites = []


def unshown(book: Rulebook) -> None:
    book.paragraphs[0].examples = []
    book.statements.pop()


def cites_nothing(book: Rulebook) -> None:
    book.cites.append(Cite("game.turns", "turns.py", "g", 9, ["7.7"], False))


def refuses_by_nothing(book: Rulebook) -> None:
    book.mentions.append(Mention("turns.py", 12, "7.7"))


def leads_nowhere(book: Rulebook) -> None:
    book.statements[0].paragraphs = []


def leads_astray(book: Rulebook) -> None:
    book.statements[0].paragraphs = ["7.7"]


def loses_an_example(book: Rulebook) -> None:
    book.statements[1].example = "B"


CHANGES: list[tuple[Callable[[Rulebook], None], str]] = [
    (uncited, "1-turns.md:3 1.1: no code cites it"),
    (unshown, "1-turns.md:3 1.1: no example shows it"),
    (cites_nothing, "turns.py:g: cites 7.7, which does not exist"),
    (refuses_by_nothing, "turns.py:12: names 7.7, which does not exist"),
    (leads_nowhere, "sources.toml, 000:3: leads to no paragraph"),
    (leads_astray, "sources.toml, 000:3: leads to 7.7, which does not exist"),
    (loses_an_example, "sources.toml, 000:9: leads to the example 'B', which does not exist"),
]


@pytest.mark.parametrize(("change", "expected"), CHANGES, ids=[change.__name__ for change, _ in CHANGES])
def test_a_gap_is_found(change: Callable[[Rulebook], None], expected: str) -> None:
    book = whole_book()
    change(book)
    assert expected in gaps(book)


TEXTS = [
    ("! 1.2", "! 7.7", "expects a refusal by 7.7, which does not exist"),
    ("see 1.2", "see 7.7", "points to 7.7, which does not exist"),
    ("## 1.2 J", "## 1.3 J", "follows 1.1"),
    ("## 1.2 J", "## 2.1 J", "does not stand in the document of section 2"),
    ("`quick`", "quick", "1.1 does not describe `quick`"),
    ("option pace quick\n", "", "no example shows `quick`"),
    ("Option `pace`", "Option `haste`", "describes the option `haste`, which does not exist"),
    ("Be fair.\nLeft to the GM.\n", "", "has no text"),
]


@pytest.mark.parametrize(("old", "new", "expected"), TEXTS, ids=[new or "taken out" for _, new, _ in TEXTS])
def test_a_gap_in_the_text_is_found(old: str, new: str, expected: str) -> None:
    assert [gap for gap in gaps(whole_book(DOCUMENT.replace(old, new))) if expected in gap]


def test_the_coverage_page_is_up_to_date() -> None:
    page = Path(__file__).parents[2] / "docs" / "coverage.md"
    assert page.read_text(encoding="utf-8") == coverage_text([load_ruleset(id) for id in ruleset_ids()]), (
        "run make docs"
    )
