import pytest

from fracas.engine.errors import Invalid
from fracas.lab.rulebook import Rulebook, cited_in, read_document, read_module, read_rulebook, read_statements

DOCUMENT = """# 3 Free Steps

## 3.1 Title of it

First sentence (2.4). Option `pace`: `slow` (default) or `quick`.

```text
kept as text
```

```example An example
= turn 1
```

More text.

## 3.2 Another

For judgement.
Left to the GM.
"""


def book_of(text: str) -> Rulebook:
    book = Rulebook("")
    read_document(book, "3-free-steps.md", text)
    return book


def test_paragraphs_have_number_title_text_and_place() -> None:
    book = book_of(DOCUMENT)
    assert book.sections == {"3": "Free Steps"}
    first, second = book.paragraphs
    assert (first.number, first.title, first.file, first.line) == ("3.1", "Title of it", "3-free-steps.md", 3)
    assert first.text.startswith("First sentence") and first.text.endswith("More text.")
    assert "kept as text" in first.text and "= turn 1" not in first.text
    assert (first.options, first.mentions, first.left_to_gm) == (["pace"], ["2.4"], False)
    assert second.left_to_gm


def test_an_example_knows_its_paragraph_and_lines() -> None:
    (example,) = book_of(DOCUMENT).examples
    assert (example.name, example.line) == ("3.1 An example", 11)
    assert [line.number for line in example.lines] == [12]


@pytest.mark.parametrize(
    "text",
    [
        "## 3.1 T\n```example X\n= turn 1\n",
        "# 3 S\n```example X\n```\n",
        "## 3.1 T\n```example\n```\n",
        "### 3.1.1 T\n",
    ],
)
def test_a_document_that_cannot_be_read_is_invalid(text: str) -> None:
    with pytest.raises(Invalid, match=r"3-free-steps\.md:\d"):
        book_of(text)


def test_a_docstring_cites_what_it_begins_with() -> None:
    assert cited_in("4.3: enough points") == ["4.3"]
    assert cited_in("4.3, 4.12 and so on") == ["4.3", "4.12"]
    assert cited_in("4.3") == ["4.3"]
    assert cited_in("See 4.3") == []
    assert cited_in("0.1.0 is a version") == []
    assert cited_in("Section 4") == []


def test_citations_are_collected_with_their_names() -> None:
    book = Rulebook("")
    code = 'class A:\n    """1.1: it."""\n    def f(self):\n        """1.2."""\n        return Reason("2.1", "no")\n'
    read_module(book, "game.a", "a.py", code)
    assert [(str(cite), cite.line, cite.paragraphs, cite.is_class) for cite in book.cites] == [
        ("a.py:A", 1, ["1.1"], True),
        ("a.py:A.f", 3, ["1.2"], False),
    ]
    assert [(mention.line, mention.paragraph) for mention in book.mentions] == [(5, "2.1")]


def test_statements_are_read() -> None:
    (one,) = read_statements(
        '[[statement]]\ndocument = "000"\ntitle = "T"\nline = 4\ntext = "X"\nparagraphs = ["1.1"]\n'
        'kind = "example"\nexample = "E"\n'
    )
    assert (one.document, one.line, one.paragraphs, one.example) == ("000", 4, ["1.1"], "E")


def test_the_toys_book_is_whole() -> None:
    book = read_rulebook("tests.duel")
    assert book.find("1.3").title == "Moving"
    assert [str(cite) for cite in book.citing("2.4")] == ["__init__.py:Strike"]
    with pytest.raises(Invalid):
        book.find("9.9")
