"""The text of the rules: the numbered paragraphs of a package's rules documents, by section.

For look-ups at the table; the lab reads the examples under the paragraphs, and the code that cites them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from fracas.engine.errors import Invalid
from fracas.engine.paragraphs import documents

ENGINE: Final = "fracas.engine"
"""The package with section 0: the table's own rules, which hold in every game."""
SECTION: Final = re.compile(r"^# (\d+) (.+)$")
PARAGRAPH: Final = re.compile(r"^## (\d+\.\d+) (.+)$")
FENCE: Final = "```"


class Block:
    """A worked example as it is written: its title, the line it begins on, its rows."""

    def __init__(self, title: str, line: int, rows: list[str]) -> None:
        self.title = title
        self.line = line
        self.rows = rows


class Paragraph:
    """One rule: number, title, text, and the examples under it."""

    def __init__(self, number: str, title: str, file: str, line: int) -> None:
        self.number = number
        self.title = title
        self.file = file
        self.line = line
        self.text = ""
        self.blocks: list[Block] = []


class Section:
    """The paragraphs of one document under their heading."""

    def __init__(self) -> None:
        self.number = ""
        self.title = ""
        self.paragraphs: list[Paragraph] = []


@cache
def sections_of(package: str) -> tuple[Section, ...]:
    """The rules of the table and those of a game, read once."""
    return *read_sections(ENGINE), *read_sections(package)


def paragraphs_of(package: str) -> list[Paragraph]:
    return [paragraph for section in sections_of(package) for paragraph in section.paragraphs]


def paragraph_of(package: str, number: str) -> Paragraph | None:
    return next((paragraph for paragraph in paragraphs_of(package) if paragraph.number == number), None)


def read_sections(package: str) -> list[Section]:
    return [read_section(document.name, document.read_text(encoding="utf-8")) for document in documents(package)]


def read_section(file: str, text: str) -> Section:
    """One document: its heading, its paragraphs, their examples."""
    rows = text.splitlines()
    section = Section()
    prose: list[str] = []
    at = 0
    while at < len(rows):
        row = rows[at]
        if heading := SECTION.match(row):
            section.number, section.title = heading[1], heading[2]
        elif heading := PARAGRAPH.match(row):
            _close(section, prose)
            prose = []
            section.paragraphs.append(Paragraph(heading[1], heading[2], file, at + 1))
        elif row.startswith("#"):
            raise Invalid(f"{file}:{at + 1}", "", row, "'# N Section' or '## N.M Title'")
        elif row.startswith(FENCE):
            at = _read_block(file, rows, at, section, prose)
        else:
            prose.append(row)
        at += 1
    _close(section, prose)
    return section


def _close(section: Section, prose: list[str]) -> None:
    if section.paragraphs:
        section.paragraphs[-1].text = re.sub(r"\n{3,}", "\n\n", "\n".join(prose)).strip()


def _read_block(file: str, rows: list[str], at: int, section: Section, prose: list[str]) -> int:
    """A fenced block from its first row on; the row of its end. Blocks that are no examples belong to the text."""
    end = at + 1
    while end < len(rows) and not rows[end].startswith(FENCE):
        end += 1
    if end == len(rows):
        raise Invalid(f"{file}:{at + 1}", "", rows[at], "a block that is closed")
    kind, _, title = rows[at][len(FENCE) :].strip().partition(" ")
    if kind != "example":
        prose.extend(rows[at : end + 1])
    elif not section.paragraphs or not title.strip():
        raise Invalid(f"{file}:{at + 1}", "", rows[at], "an example with a title, under a paragraph")
    else:
        section.paragraphs[-1].blocks.append(Block(title.strip(), at + 2, rows[at + 1 : end]))
    return end
