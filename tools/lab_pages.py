"""Pages of the lab: docs/lab-options.md, table and reports in docs/lab-reports.md.

`python -m tools.lab_pages balance`, `reports` and `options` (`-n 500` for another number of fights) fight what is not
kept in the lab's cache (`--keep FOLDER` for another). After `make compile` that takes minutes, not hours. The figures
of docs/lab-sizing.md are measured by `python tools/lab_sizing.py`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from fracas.lab.comparing import Effect, effects
from fracas.lab.crew import Forks, cores
from fracas.lab.figures import Figures
from fracas.lab.report import STYLE, effects_plot, lead, never_words, option_row, passing_table, people_table, plots_of
from fracas.lab.running import Exactly, cache_folder, run
from fracas.lab.setups import Setup, read_setup

DOCS: Final = Path(__file__).resolve().parent.parent / "docs"
PICTURES: Final = DOCS / "pictures" / "lab"
MADE: Final = "<!-- What follows is made by tools/lab_pages.py. -->"
SEED: Final = "confirmed"
REPORTED: Final = (
    "crisis_mode/boss-and-bodyguard",
    "crisis_3d6/vault",
    "cap_check/drowned-hall",
    "phases_of_play/weir-parley",
)
TRIED: Final = (
    "crisis_mode/boss-and-bodyguard",
    "crisis_3d6/vault",
    "cap_check/lamp-room",
    "phases_of_play/counting-house-told",
)
"""Where options are tried."""
PAIRS: Final = 60
"""On how many pairs of fights for each value, unless somebody says otherwise."""
HEADINGS: Final = {
    "wins": "Who wins",
    "rounds": "How long it takes",
    "falls": "Who falls: share of fights in which somebody is down or gone at the end",
    "harm": "Harm by source, a fight",
    "used": "What was used, times per fight",
}
EDGE: Final = 10


def picture(name: str, drawn: str, says: str) -> str:
    """A plot as a file of its own, on paper of its own: the page around it may be light or dark."""
    opened, inside = drawn.split(">", 1)
    box = opened.split('viewBox="', 1)[1].split('"', 1)[0]
    wide, high = [int(number) for number in box.split()[2:]]
    shown = f"{-EDGE} {-EDGE} {wide + 2 * EDGE} {high + 2 * EDGE}"
    paper = f'<rect x="{-EDGE}" y="{-EDGE}" width="100%" height="100%" style="fill:var(--page)"/>'
    sized = opened.replace(f'viewBox="{box}"', f'viewBox="{shown}" width="{wide + 2 * EDGE}"')
    PICTURES.mkdir(parents=True, exist_ok=True)
    (PICTURES / f"{name}.svg").write_text(f"{sized}><style>{STYLE}</style>{paper}{inside}\n", encoding="utf-8")
    return f"![{says}](pictures/lab/{name}.svg)"


def rows_text(heads: list[str], rows: list[list[str]]) -> list[str]:
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


def report_text(figures: Figures) -> list[str]:
    setup = figures.setup
    played = ", ".join([f"{side} played by {setup.bot_of(side)}" for side in setup.sides])
    asked = f"`fracas lab run {setup.name} --seed {SEED} -n {figures.fights}`"
    lines = [f"## {setup.plan.title} ({setup.ruleset.name})", "", asked]
    lines += ["", f"{lead(figures)} ({played.capitalize()}; all figures are from these fights.)", ""]
    for name, drawn in plots_of(figures).items():
        heading = HEADINGS[name]
        lines += [f"**{heading}**", "", picture(f"{setup.ruleset.id}-{name}", drawn, f"{heading}: a plot"), ""]
        if name == "falls":
            lines += ["**What is left at the end, on average**", "", *rows_text(*people_table(figures)), ""]
            lines += ["**What is left when somebody passes, on average**", "", *rows_text(*passing_table(figures)), ""]
    return [*lines, f"**Never used:** {never_words(figures)}", ""]


def options_text(base: Setup, found: list[Effect], pairs: int) -> list[str]:
    asked = f"`fracas lab options {base.name} --seed {SEED} -n {pairs}`"
    lines = [f"## {base.ruleset.name}", "", f"{asked}: {base.plan.title}, {pairs:,} pairs of fights for each value."]
    plot = picture(f"options-{base.ruleset.id}", effects_plot(found), "By how much each value changes the wins")
    lines += ["", plot, ""]
    rows: list[list[str]] = []
    for one in found:
        name, *told = option_row(one)
        rows.append([f"`{name}`", f"`{one.default}`", *told])
    return [*lines, *rows_text(["value", "instead of", "wins, points", "rounds", "says"], rows), ""]


OPENING: Final = """# What the options change

Every value of every option against the default, from the same seeds, with *fair* on all sides; what changes most comes
first. Wins are percentage points of the heroes, rounds are rounds per fight, both with intervals of 95 % that hold
however often you look. A wide one says that this many fights cannot tell. *No difference* means that no pair of fights
differed in winner or rounds: the value matters only where something happens that does not happen in this scenario, or
that bots do not do.

"""


def balance(fights: int, only: str, crew: Forks, keep: Path) -> None:
    """The last column of the table of balance: how often the heroes win now. Other columns are written by hand."""
    page = DOCS / "lab-reports.md"
    lines = page.read_text(encoding="utf-8").splitlines()
    for at, line in enumerate(lines):
        name = line.removeprefix("| `").partition("`")[0]
        if line.startswith("| `") and name.startswith(only):
            figures = run(read_setup(name), SEED, Exactly(), fights, crew, keep)
            found = figures.wins(figures.setup.heroes)
            low, guess, high = (100 * share for share in (found.low, found.guess, found.high))
            now = f"{guess:.1f} % ({low:.1f} to {high:.1f}) of {fights}"
            lines[at] = "|".join([*line.split("|")[:-2], f" {now} ", ""])
            print(lines[at], flush=True)
            page.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["reports", "balance", "options"])
    parser.add_argument("-n", type=int, default=0, help="fights, or pairs of fights for each value")
    parser.add_argument("--only", default="", help="scenarios whose name begins so: cap_check, crisis_mode/ambush")
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--keep", type=Path, default=cache_folder())
    asked = parser.parse_args()
    crew, lines = Forks(asked.workers), list[str]()
    if asked.what == "reports":
        for name in REPORTED:
            lines += report_text(run(read_setup(name), SEED, Exactly(), asked.n or 200, crew, asked.keep))
        page = DOCS / "lab-reports.md"
        before = page.read_text(encoding="utf-8").partition(MADE)[0]
        page.write_text(before + MADE + "\n\n" + "\n".join(lines), encoding="utf-8")
        return
    if asked.what == "balance":
        balance(asked.n or 400, asked.only, crew, asked.keep)
        return
    for name in TRIED:
        base, pairs = read_setup(name), asked.n or PAIRS
        lines += options_text(base, effects(base, SEED, pairs, crew, asked.keep, None), pairs)
    (DOCS / "lab-options.md").write_text(OPENING + "\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
