"""Rulebooks: the numbered paragraphs of a ruleset with their worked examples, and the code that cites them.

For `fracas rules`, the coverage table and the tests; everything is read from the ruleset's own package.
"""

from __future__ import annotations

import ast
import re
import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from fracas.engine.errors import Invalid
from fracas.engine.paragraphs import documents
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.lab.script import Script, read_script
from fracas.session import rules
from fracas.session.rules import ENGINE, read_section

NUMBER = re.compile(r"^\d+\.\d+$")
CITED = re.compile(r"^(\d+\.\d+(?:,\s*\d+\.\d+)*)(?![\d.]*\d)")
OPTION = re.compile(r"Option `([a-z0-9-]+)`")
MENTION = re.compile(r"(?<![\d.])(\d{1,2}\.\d{1,2})(?![\d]|\.\d)")
LEFT_TO_GM = "Left to the GM."


def home_of(path: Path) -> str:
    """The ruleset whose package holds a file; empty when none does."""
    for id in ruleset_ids():
        if path.resolve().is_relative_to(Path(str(files(load_ruleset(id).package))).resolve()):
            return id
    return ""


class Paragraph:
    """One rule as the proofs look at it: number, title, text, the options it describes and the examples under it."""

    def __init__(self, told: rules.Paragraph) -> None:
        self.number = told.number
        self.title = told.title
        self.file = told.file
        self.line = told.line
        self.text = told.text
        self.examples = [read_script(b.title, self.file, b.line, b.rows, self.number) for b in told.blocks]

    @property
    def options(self) -> list[str]:
        return OPTION.findall(self.text)

    @property
    def left_to_gm(self) -> bool:
        return self.text.rstrip().endswith(LEFT_TO_GM)

    @property
    def mentions(self) -> list[str]:
        """Other paragraphs the text points to."""
        return MENTION.findall(self.text)


class Cite:
    """A function, method or class whose docstring begins with paragraph numbers."""

    def __init__(self, module: str, file: str, name: str, line: int, paragraphs: list[str], is_class: bool) -> None:
        self.module = module
        self.file = file
        self.name = name
        self.line = line
        self.paragraphs = paragraphs
        self.is_class = is_class

    def __str__(self) -> str:
        return f"{self.file}:{self.name}"


class Mention:
    """A paragraph number that stands in the code as a text, say in a refusal."""

    def __init__(self, file: str, line: int, paragraph: str) -> None:
        self.file = file
        self.line = line
        self.paragraph = paragraph


class Statement:
    """A rule of a source document in our own words, and the paragraphs that carry it."""

    def __init__(self, document: str, title: str, line: int, text: str, paragraphs: list[str], example: str) -> None:
        self.document = document
        self.title = title
        self.line = line
        self.text = text
        self.paragraphs = paragraphs
        self.example = example


class Rulebook:
    """Everything a ruleset's package says about its rules."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.sections: dict[str, str] = {}
        self.paragraphs: list[Paragraph] = []
        self.statements: list[Statement] = []
        self.cites: list[Cite] = []
        self.mentions: list[Mention] = []

    def find(self, number: str) -> Paragraph:
        for paragraph in self.paragraphs:
            if paragraph.number == number:
                return paragraph
        section = [one.number for one in self.paragraphs if one.number.startswith(number.partition(".")[0] + ".")]
        known = f"one of {', '.join(section)}" if section else f"a paragraph of sections {', '.join(self.sections)}"
        raise Invalid("rules", "paragraph", number, known)

    def citing(self, number: str) -> list[Cite]:
        return [cite for cite in self.cites if number in cite.paragraphs]

    @property
    def examples(self) -> list[Script]:
        return [example for paragraph in self.paragraphs for example in paragraph.examples]


def read_documents(package: str) -> Rulebook:
    """What rules/*.md say, without who cites it."""
    book = Rulebook(package)
    for document in documents(package):
        read_document(book, document.name, document.read_text(encoding="utf-8"))
    return book


def read_rulebook(package: str) -> Rulebook:
    """The rulebook of an import package: rules/*.md, rules/sources.toml and the docstrings of its modules."""
    book = read_documents(package)
    root = files(package)
    sources = root / "rules" / "sources.toml"
    if sources.is_file():
        book.statements = read_statements(sources.read_text(encoding="utf-8"))
    for module, file, text in modules(root, package):
        read_module(book, module, file, text)
    return book


def table_rules() -> Rulebook:
    """Section 0: the table's own rules, which hold in every game."""
    return read_rulebook(ENGINE)


def modules(folder: Traversable, package: str, inside: str = "") -> list[tuple[str, str, str]]:
    """Every Python file of a package: module name, path within the package, text."""
    found: list[tuple[str, str, str]] = []
    for path in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if path.is_dir() and (path / "__init__.py").is_file():
            found.extend(modules(path, f"{package}.{path.name}", f"{inside}{path.name}/"))
        elif path.name.endswith(".py"):
            module = package if path.name == "__init__.py" else f"{package}.{path.name[:-3]}"
            found.append((module, inside + path.name, path.read_text(encoding="utf-8")))
    return found


# -------------------------------------------------------------------- documents


def read_document(book: Rulebook, file: str, text: str) -> None:
    """One section: its heading, its paragraphs, their examples."""
    section = read_section(file, text)
    if section.number:
        book.sections[section.number] = section.title
    book.paragraphs.extend([Paragraph(told) for told in section.paragraphs])


def read_statements(text: str) -> list[Statement]:
    """The statements of the source documents."""
    found: list[Statement] = []
    for entry in tomllib.loads(text).get("statement", []):
        paragraphs = [str(number) for number in entry.get("paragraphs", [])]
        example = str(entry.get("example", ""))
        found.append(
            Statement(
                str(entry["document"]), str(entry["title"]), int(entry["line"]), str(entry["text"]), paragraphs, example
            )
        )
    return found


# -------------------------------------------------------------------- code


def read_module(book: Rulebook, module: str, file: str, text: str) -> None:
    """The citations in docstrings, and paragraph numbers used as texts."""
    tree = ast.parse(text)
    docstrings: set[int] = set()
    _walk(book, module, file, tree, "", docstrings)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            if NUMBER.match(node.value):
                book.mentions.append(Mention(file, node.lineno, node.value))


def _walk(book: Rulebook, module: str, file: str, node: ast.AST, prefix: str, docstrings: set[int]) -> None:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (ast.FunctionDef, ast.ClassDef)):
            continue
        name = prefix + child.name
        cited = cited_in(ast.get_docstring(child) or "")
        if cited:
            book.cites.append(Cite(module, file, name, child.lineno, cited, isinstance(child, ast.ClassDef)))
        first = child.body[0]
        if isinstance(first, ast.Expr):
            docstrings.add(id(first.value))
        _walk(book, module, file, child, name + ".", docstrings)


def cited_in(docstring: str) -> list[str]:
    """The paragraph numbers a docstring begins with."""
    match = CITED.match(docstring.strip())
    return re.split(r",\s*", match[1]) if match else []
