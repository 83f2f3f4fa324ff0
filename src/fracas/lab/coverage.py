"""Coverage: is every paragraph cited by code and shown by an example, and every source statement in a paragraph?

For `fracas rules --coverage` and for docs/coverage.md, the table from statement to paragraph to code to example.
"""

from __future__ import annotations

from fracas.engine.options import Option
from fracas.engine.ruleset import Ruleset
from fracas.lab.check import Fault
from fracas.lab.rulebook import Paragraph, Rulebook, read_rulebook, table_rules
from fracas.lab.script import INVALID


class Gap(Fault):
    """Something missing: where, and what."""


def find_gaps(book: Rulebook, table: Rulebook, options: list[Option]) -> list[Gap]:
    """Everything that keeps promise 6 from holding, as far as reading can tell."""
    numbers = {paragraph.number for paragraph in book.paragraphs} | {paragraph.number for paragraph in table.paragraphs}
    return [
        *numbering_gaps(book),
        *paragraph_gaps(book, numbers),
        *code_gaps(book, numbers),
        *statement_gaps(book),
        *option_gaps(book, options),
    ]


def ruleset_gaps(ruleset: Ruleset) -> list[Gap]:
    """The gaps of an installed ruleset."""
    return find_gaps(read_rulebook(ruleset.package), table_rules(), ruleset.options)


def numbering_gaps(book: Rulebook) -> list[Gap]:
    """Numbers are unique, rise by one, and stand in their section's document."""
    gaps: list[Gap] = []
    last: dict[str, int] = {}
    for paragraph in book.paragraphs:
        section, _, place = paragraph.number.partition(".")
        if section not in book.sections or not paragraph.file.startswith(section + "-"):
            gaps.append(Gap(_where(paragraph), f"does not stand in the document of section {section}"))
        if int(place) != last.get(section, 0) + 1:
            gaps.append(Gap(_where(paragraph), f"follows {section}.{last.get(section, 0)}"))
        last[section] = int(place)
    return gaps


def paragraph_gaps(book: Rulebook, numbers: set[str]) -> list[Gap]:
    """Code and example for each paragraph that is not left to the GM; every number an example or text names exists."""
    gaps: list[Gap] = []
    names: list[str] = []
    for paragraph in book.paragraphs:
        where = _where(paragraph)
        if not paragraph.left_to_gm:
            if not book.citing(paragraph.number):
                gaps.append(Gap(where, "no code cites it"))
            if not paragraph.examples:
                gaps.append(Gap(where, "no example shows it"))
        if not paragraph.text:
            gaps.append(Gap(where, "has no text"))
        for number in paragraph.mentions:
            if number not in numbers:
                gaps.append(Gap(where, f"points to {number}, which does not exist"))
        for example in paragraph.examples:
            place = f"{example.file}:{example.line} {example.title}"
            if example.name in names:
                gaps.append(Gap(place, "has the same title as another example of this paragraph"))
            names.append(example.name)
            for line in example.lines:
                for number in line.rest.split() if line.word == "!" else []:
                    if number not in numbers and number != INVALID:
                        gaps.append(Gap(place, f"expects a refusal by {number}, which does not exist"))
    return gaps


def code_gaps(book: Rulebook, numbers: set[str]) -> list[Gap]:
    """Whatever the code cites or refuses by exists."""
    gaps: list[Gap] = []
    for cite in book.cites:
        for number in cite.paragraphs:
            if number not in numbers:
                gaps.append(Gap(str(cite), f"cites {number}, which does not exist"))
    for mention in book.mentions:
        if mention.paragraph not in numbers:
            gaps.append(Gap(f"{mention.file}:{mention.line}", f"names {mention.paragraph}, which does not exist"))
    return gaps


def statement_gaps(book: Rulebook) -> list[Gap]:
    """Each statement of the sources leads to paragraphs, and each worked example of theirs to one of ours."""
    gaps: list[Gap] = []
    numbers = {paragraph.number for paragraph in book.paragraphs}
    titles = {example.title for example in book.examples}
    for statement in book.statements:
        where = f"sources.toml, {statement.document}:{statement.line}"
        if not statement.paragraphs:
            gaps.append(Gap(where, "leads to no paragraph"))
        for number in statement.paragraphs:
            if number not in numbers:
                gaps.append(Gap(where, f"leads to {number}, which does not exist"))
        if statement.example and statement.example not in titles:
            gaps.append(Gap(where, f"leads to the example '{statement.example}', which does not exist"))
    return gaps


def option_gaps(book: Rulebook, options: list[Option]) -> list[Gap]:
    """Every option is described in its paragraph with all its choices, and every choice but the default is shown."""
    gaps: list[Gap] = []
    names = [option.name for option in options]
    texts = {paragraph.number: paragraph.text for paragraph in book.paragraphs}
    shown = {line.rest for example in book.examples for line in example.lines if line.word == "option"}
    for option in options:
        text = texts.get(option.paragraph, "")
        for word in [option.name, *option.choices]:
            if f"`{word}`" not in text:
                gaps.append(Gap(f"option {option.name}", f"{option.paragraph} does not describe `{word}`"))
        for choice in option.choices:
            if choice != option.default and f"{option.name} {choice}" not in shown:
                gaps.append(Gap(f"option {option.name}", f"no example shows `{choice}`"))
    for paragraph in book.paragraphs:
        for name in paragraph.options:
            if name not in names:
                gaps.append(Gap(_where(paragraph), f"describes the option `{name}`, which does not exist"))
    return gaps


def _where(paragraph: Paragraph) -> str:
    return f"{paragraph.file}:{paragraph.line} {paragraph.number}"


# -------------------------------------------------------------------- the table


def coverage_text(rulesets: list[Ruleset]) -> str:
    """docs/coverage.md: statement, paragraph, code, example."""
    rows = [
        "# Coverage",
        "",
        "Made by `make docs`; do not edit. For each installed ruleset: every rule statement of its source documents,",
        "in our own words, the paragraphs that carry it, the code that cites them and the worked examples under them;",
        "then every paragraph, with those left to the GM marked.",
    ]
    for ruleset in rulesets:
        book = read_rulebook(ruleset.package)
        rows += ["", f"## {ruleset.name}", "", _figures(book)]
        rows += ["", "### From the sources", ""]
        rows += ["| source | statement | paragraphs | code | examples |", "|---|---|---|---|---|"]
        rows += [_statement_row(book, index) for index in range(len(book.statements))]
        rows += ["", "### Every paragraph", "", "| paragraph | code | examples |", "|---|---|---|"]
        rows += [_paragraph_row(book, paragraph) for paragraph in book.paragraphs]
    return "\n".join(rows) + "\n"


def _figures(book: Rulebook) -> str:
    left = len([paragraph for paragraph in book.paragraphs if paragraph.left_to_gm])
    return (
        f"{len(book.statements)} statements, {len(book.paragraphs)} paragraphs ({left} left to the GM), "
        f"{len(book.cites)} citing functions and classes, {len(book.examples)} worked examples."
    )


def _statement_row(book: Rulebook, index: int) -> str:
    statement = book.statements[index]
    code: list[str] = []
    examples: list[str] = [statement.example] if statement.example else []
    for number in statement.paragraphs:
        code.extend([str(cite) for cite in book.citing(number) if str(cite) not in code])
        paragraph = book.find(number)
        if not statement.example:
            examples.extend([example.title for example in paragraph.examples])
        if paragraph.left_to_gm:
            code.append("left to the GM")
    source = f"{statement.document}:{statement.line} {statement.title}"
    return _row([source, statement.text, ", ".join(statement.paragraphs), _code(code), "; ".join(examples)])


def _paragraph_row(book: Rulebook, paragraph: Paragraph) -> str:
    code = "left to the GM" if paragraph.left_to_gm else _code([str(cite) for cite in book.citing(paragraph.number)])
    return _row(
        [f"{paragraph.number} {paragraph.title}", code, "; ".join([example.title for example in paragraph.examples])]
    )


def _code(names: list[str]) -> str:
    return ", ".join([name if name == "left to the GM" else f"`{name}`" for name in names])


def _row(cells: list[str]) -> str:
    return "| " + " | ".join([cell.replace("|", "\\|").replace("\n", " ") for cell in cells]) + " |"
