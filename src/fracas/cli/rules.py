"""`fracas rules`: read a ruleset paragraph by paragraph with the code that cites it, its options and its coverage."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated

import typer

from fracas.cli.common import errors_in_one_line
from fracas.engine.errors import check_choice
from fracas.engine.options import Option, Preset
from fracas.engine.registry import load_ruleset
from fracas.lab.coverage import ruleset_gaps
from fracas.lab.rulebook import Rulebook, read_rulebook, table_rules
from fracas.session.scenarios import first_ruleset


def rules(
    ruleset: Annotated[
        str, typer.Argument(help="The id of a ruleset; by default the one `fracas play` starts with.")
    ] = "",
    paragraph: Annotated[str, typer.Argument(help="A paragraph (4.3) or a section (4).")] = "",
    coverage: Annotated[
        bool, typer.Option("--coverage", help="List every gap; the exit status says if there is one.")
    ] = False,
    options: Annotated[bool, typer.Option("--options", help="List every option, and what each value does.")] = False,
) -> None:
    """List the paragraphs of a ruleset or its options, or show one paragraph with its examples and code."""
    with errors_in_one_line():
        game = load_ruleset(ruleset or first_ruleset())
        books = [table_rules(), read_rulebook(game.package)]
        if coverage:
            raise typer.Exit(show_gaps([str(gap) for gap in ruleset_gaps(game)], books[1]))
        if options:
            list_options(game.options)
            list_presets(game.presets)
        elif "." in paragraph:
            show_paragraph(books[0] if paragraph.startswith("0.") else books[1], paragraph)
        else:
            list_paragraphs(books, paragraph)


def list_paragraphs(books: list[Rulebook], section: str) -> None:
    """Sections and titles; of one section the whole text."""
    if section:
        check_choice("rules", "section", section, [number for book in books for number in book.sections])
    for book in books:
        for number, title in book.sections.items():
            if section in ("", number):
                typer.echo(f"{number} {title}")
                for paragraph in book.paragraphs:
                    if paragraph.number.partition(".")[0] == number:
                        typer.echo(
                            f"  {paragraph.number} {paragraph.title}"
                            + ("  (left to the GM)" if paragraph.left_to_gm else "")
                        )
                        if section:
                            typer.echo(f"\n{paragraph.text}\n")


def list_options(options: list[Option]) -> None:
    """Every option with its values, what each does, and why it is a choice."""
    for group, its in groupby(options, key=lambda option: option.group):
        typer.echo(f"\n{group}\n" if group else "")
        for option in its:
            typer.echo(f"{option.name}  {option.title}, rule {option.paragraph}\n  {option.why}")
            for value, text in option.says.items():
                typer.echo(f"    {value}{' (default)' if value == option.default else ''}: {text}")


def list_presets(presets: list[Preset]) -> None:
    """Every preset with what it sets."""
    for preset in presets:
        values = ", ".join([f"{name}={value}" for name, value in preset.values.items()])
        typer.echo(f"\npreset={preset.name}  {preset.title}\n  {preset.text}\n    {values}")


def show_paragraph(book: Rulebook, number: str) -> None:
    """One paragraph: text, examples, code."""
    one = book.find(number)
    typer.echo(f"{one.number} {one.title}\n\n{one.text}")
    for example in one.examples:
        typer.echo(f"\nExample: {example.title}")
        typer.echo("\n".join(["    " + str(line) for line in example.lines]))
    cites = book.citing(number)
    if cites:
        typer.echo("\nCode:")
        for cite in cites:
            typer.echo(f"    {cite.file}:{cite.line} {cite.name}")


def show_gaps(gaps: list[str], book: Rulebook) -> int:
    """Print what is missing; the exit status."""
    for gap in gaps:
        typer.echo(gap)
    typer.echo(
        f"{len(book.statements)} statements, {len(book.paragraphs)} paragraphs, {len(book.cites)} citations, "
        f"{len(book.examples)} examples: {len(gaps)} gap{'' if len(gaps) == 1 else 's'}"
    )
    return 1 if gaps else 0
