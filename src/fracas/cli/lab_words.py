"""What the lab found, in words and columns: progress on the way, tables at the end, files on request.

For `fracas lab`; plain columns, which pipes and screen readers take too.
"""

from __future__ import annotations

import csv
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from fracas.cli.common import INTERRUPTED, echo, fail
from fracas.lab.figures import Figures, median
from fracas.lab.intervals import share
from fracas.lab.rating import Rated
from fracas.lab.recording import record
from fracas.lab.report import lead, means_words, never_words, piece_words, points, who_words
from fracas.lab.sweeping import flattened

SHOWN: Final = 12

Told = Callable[[int, int, str], None]


@contextmanager
def showing(what: str, total: int | None) -> Iterator[Told]:
    """A bar on a terminal with what is known so far; elsewhere a line every ten seconds."""
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    live = sys.stderr.isatty()
    bar = Progress(*columns, TextColumn("{task.fields[known]}"), console=Console(stderr=True), disable=not live)
    task = bar.add_task(what, total=total, known="")
    last = time.monotonic()

    def tell(done: int, of: int, known: str) -> None:
        nonlocal last
        # The bar's own thread starts only now, when the workers have been forked.
        bar.start()
        bar.update(task, completed=done, total=of, known=known)
        if not live and time.monotonic() - last > 10:
            last = time.monotonic()
            typer.echo(f"fracas: {what}: {done:,} of about {of:,}; {known}", err=True)

    try:
        yield tell
    except KeyboardInterrupt:
        bar.stop()
        fail("interrupted; the fights so far are kept, and the same command continues from there", INTERRUPTED)
    finally:
        bar.stop()


def show(figures: Figures) -> None:
    """The figures of a setup, for the terminal."""
    setup, n = figures.setup, figures.fights
    echo(f"{setup.plan.title} ({setup.name})")
    echo(lead(figures))
    rows = [[side, points(figures.wins(side)), setup.bot_of(side)] for side in setup.sides]
    if figures.undecided:
        rows.append(["undecided", points(share(figures.undecided, n)), ""])
    print_rows(["side", "wins", "bot"], rows)
    life = setup.ruleset.life
    words = setup.ruleset.gauge_words.get(life, life)
    people = []
    for one in figures.people.values():
        left = f"{one.left[life].mean:.1f} of {one.at_first.get(life, 0)}" if life in one.left else ""
        when = median(one.fell_in)
        fell = f"{one.fell / n:.0%}" + (f", usually by round {when}" if when else "")
        people.append([one.name, one.side, fell, left, f"{one.dealt / n:.1f}", f"{one.taken / n:.1f}"])
    print_rows(["", "side", "falls", f"{words} left", "deals", "takes"], people)
    print_rows(
        ["harm a fight", "by", ""],
        [[who_words(figures, w), means_words(setup, m), f"{h:.2f}"] for w, m, h in figures.sources()[:SHOWN]],
    )
    print_rows(["used a fight", ""], [[piece_words(setup, p), f"{t:.2f}"] for p, t in figures.used()[:SHOWN]])
    if figures.never_used():
        echo(f"\nNever used: {never_words(figures, SHOWN)}")


def people_rows(figures: Figures) -> list[dict[str, object]]:
    """A line of a CSV file for each of them; rounds in which they fell are no columns, because every run has others."""
    people = figures.to_json()["people"]
    assert isinstance(people, list)
    rows: list[dict[str, object]] = []
    for one in people:
        fell_by = median(figures.people[one["id"]].fell_in)
        rows.append(flattened({**one, "fell_in": {"median": fell_by or ""}}))
    return rows


def sweep_record(cell: dict[str, str], figures: Figures) -> dict[str, object]:
    """A cell as a line of a CSV file."""
    heroes = figures.setup.heroes
    known: dict[str, object] = {"wins": figures.wins(heroes).to_json(), "rounds": figures.mean_rounds().to_json()}
    return {**cell, "fights": figures.fights, **flattened(known), "falls": round(figures.falls_of(heroes), 4)}


def sweep_row(cell: dict[str, str], figures: Figures) -> list[str]:
    heroes = figures.setup.heroes
    wins = points(figures.wins(heroes))
    return [*cell.values(), wins, str(figures.middle_rounds()), f"{figures.falls_of(heroes):.2f}"]


def rated_row(rated: Rated) -> list[str]:
    interval = f"{rated.rating - rated.spread:.0f} to {rated.rating + rated.spread:.0f}"
    return [rated.name, f"{rated.rating:.0f}", interval, f"{rated.score:.0%}", str(rated.fights)]


def print_rows(heads: list[str], rows: list[list[str]]) -> None:
    """A table in plain columns, which pipes and screen readers take too."""
    if not rows:
        return
    table = [heads, *rows]
    widths = [max([len(row[at]) for row in table]) for at in range(len(heads))]
    echo("")
    for row in table:
        echo("  ".join([cell.ljust(width) for cell, width in zip(row, widths, strict=True)]).rstrip())


def write_json(path: Path | None, data: dict[str, object]) -> None:
    if path is not None:
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def write_csv(path: Path | None, rows: list[dict[str, object]] | list[dict[str, str]]) -> None:
    if path is None:
        return
    names = list(dict.fromkeys([name for row in rows for name in row]))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, names)
        writer.writeheader()
        writer.writerows(rows)


def write_replays(figures: Figures, seed: str, into: Path) -> dict[str, Path]:
    """The median, luckiest and bloodiest fight as games that open at the table: the file of each."""
    into.mkdir(parents=True, exist_ok=True)
    written: dict[str, Path] = {}
    for name, number in figures.examples().items():
        path = into / f"{figures.setup.scenario}-{name}.fracas"
        path.write_text(record(figures.setup, seed, number).save(), encoding="utf-8")
        written[name] = path
    return written
