"""Reports of the lab as one HTML file that needs nothing else: words, tables and plots, light, dark and printed."""

from __future__ import annotations

from html import escape
from importlib.resources import files

from fracas import __version__
from fracas.lab import plots
from fracas.lab.comparing import Comparison, Effect
from fracas.lab.fights import SURROUNDINGS
from fracas.lab.figures import Figures, Person
from fracas.lab.intervals import Interval, share
from fracas.lab.setups import Setup

STYLE = files("fracas.lab").joinpath("report.css").read_text(encoding="utf-8")


def page(title: str, body: list[str], seed: str) -> str:
    made = (
        f"Fracas {__version__}, seed {escape(seed)}. The same seed gives the same figures on any number of processes."
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>"
        + "".join(body)
        + f"</main><footer><p>{made} Intervals are 95% and hold however often the figures were looked at.</p></footer>"
        + "</body></html>\n"
    )


def section(title: str, said: str, *inside: str) -> str:
    told = f"<p class='small'>{escape(said)}</p>" if said else ""
    shown = [f"<div class='wide'>{piece}</div>" if piece.startswith("<svg") else piece for piece in inside]
    return f"<section><h2>{escape(title)}</h2>{told}{''.join(shown)}</section>"


def table(heads: list[str], rows: list[list[str]]) -> str:
    head = "".join([f"<th>{escape(one)}</th>" for one in heads])
    body = "".join(["<tr>" + "".join([f"<td>{escape(cell)}</td>" for cell in row]) + "</tr>" for row in rows])
    return f"<div class='wide'><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def points(found: Interval) -> str:
    return f"{found.guess:.1%} ({found.low:.1%} to {found.high:.1%})"


def side_class(setup: Setup, side: str) -> str:
    return "heroes" if side == setup.heroes else "foes"


def lead(figures: Figures) -> str:
    """The answer in a sentence."""
    heroes = figures.setup.heroes
    found = figures.wins(heroes)
    fights = "1 fight" if figures.fights == 1 else f"{figures.fights:,} fights"
    usual = figures.middle_rounds()
    rounds = "1 round" if usual == 1 else f"{usual} rounds"
    return (
        f"{heroes.capitalize()} win {points(found)} of {fights}, usually in {rounds}; "
        f"{figures.falls_of(heroes):.1f} of them fall in a fight."
    )


def means_words(setup: Setup, means: str) -> str:
    """`rushed:axe` as people say it: Rushed attack (Axe)."""
    verb, _, thing = means.partition(":")
    if not verb:
        return setup.ruleset.content.thing_name(thing)
    done = setup.ruleset.actions.get(verb) or setup.ruleset.steps.get(verb)
    name = done.title if done is not None else verb.replace("-", " ")
    return f"{name} ({thing_words(setup, thing)})" if thing else name


def thing_words(setup: Setup, thing: str) -> str:
    """Its name, or its id as words: what stands for any weapon of its kind has no name of its own."""
    name = setup.ruleset.content.thing_name(thing)
    return name if name != thing else thing.replace("-", " ").capitalize()


def who_words(figures: Figures, who: str) -> str:
    return figures.people[who].name if who in figures.people else who.capitalize()


def piece_words(setup: Setup, piece: str) -> str:
    kind, _, id = piece.partition(":")
    if kind == "action":
        return means_words(setup, id)
    thing, _, part = id.partition("/")
    name = thing_words(setup, thing)
    return f"{name}: {part} ({kind})" if part else f"{name} ({kind})"


def plots_of(figures: Figures) -> dict[str, str]:
    """The plots of a report by name: `wins`, `rounds`, `falls`, `harm`, `used`."""
    setup = figures.setup
    wins = [(side, *figures.wins(side), side_class(setup, side)) for side in setup.sides]
    if figures.undecided:
        wins.append(("undecided", *share(figures.undecided, figures.fights), "plain"))
    falls = [
        (one.name, *share(one.fell, figures.fights), side_class(setup, one.side)) for one in figures.people.values()
    ]
    harm = [
        (f"{who_words(figures, who)}: {means_words(setup, means)}", amount, harm_class(figures, who))
        for who, means, amount in figures.sources()[:20]
    ]
    used = [(piece_words(setup, piece), times, "plain") for piece, times in figures.used()[:30]]
    return {
        "wins": plots.shares("Share of wins by side", wins),
        "rounds": plots.histogram("Rounds of a fight", dict(figures.rounds), "rounds"),
        "falls": plots.shares("Falls", falls),
        "harm": plots.amounts("Harm", harm),
        "used": plots.amounts("Use", used),
    }


def never_words(figures: Figures, most: int = 0) -> str:
    """Kind after kind: `Actions: Climb, Door. Items: Antidote.` At most so many of each, if that is said."""
    by_kind: dict[str, list[str]] = {}
    for piece in figures.never_used():
        kind = piece.partition(":")[0]
        by_kind.setdefault(kind, []).append(piece_words(figures.setup, piece).removesuffix(f" ({kind})"))
    told = [f"{plural(kind).capitalize()}: {first_of(names, most)}." for kind, names in by_kind.items()]
    return " ".join(told) or "Nothing."


def first_of(names: list[str], most: int) -> str:
    if not most or len(names) <= most:
        return ", ".join(names)
    return f"{', '.join(names[:most])} and {len(names) - most} more"


def plural(kind: str) -> str:
    """Abilities, hexes, items."""
    return kind[:-1] + "ies" if kind.endswith("y") else kind + ("es" if kind.endswith("x") else "s")


def report_of(figures: Figures, seed: str, replays: dict[str, str]) -> str:
    """What a setup is like."""
    setup = figures.setup
    n = f"From {figures.fights:,} fights."
    drawn = plots_of(figures)
    body = [
        f"<h1>{escape(setup.plan.title)}</h1><p class='small'>{escape(setup.name)}; "
        + escape(", ".join([f"{side} played by {setup.bot_of(side)}" for side in setup.sides]))
        + f"</p><p class='lead'>{escape(lead(figures))}</p>",
        section("Who wins", n, drawn["wins"]),
        section("How long it takes", n, drawn["rounds"]),
        section("Who falls", f"{n} Share of fights in which somebody is down or gone at the end.", drawn["falls"]),
        section("What is left", f"{n} On average, at the end of a fight.", table(*people_table(figures))),
        section("Left over on passing", f"{n} On average, at the end of a turn.", table(*passing_table(figures))),
        section("Harm by source", f"{n} A fight, on average; the twenty largest.", drawn["harm"]),
        section("What was used", f"{n} Times a fight; the thirty commonest.", drawn["used"]),
        section("Never used", "", f"<p>{escape(never_words(figures))}</p>"),
    ]
    if replays:
        rows = [[name, str(figures.examples()[name]), path] for name, path in replays.items()]
        body.append(section("Fights to look at", "", table(["fight", "number", "file"], rows)))
    return page(f"{setup.plan.title}: {figures.fights:,} fights", body, seed)


def harm_class(figures: Figures, who: str) -> str:
    if who == SURROUNDINGS or who not in figures.people:
        return "plain"
    return side_class(figures.setup, figures.people[who].side)


def people_table(figures: Figures) -> tuple[list[str], list[list[str]]]:
    """What everybody has left, did and took: heads and rows."""
    names = list(dict.fromkeys([name for one in figures.people.values() for name in one.at_first]))
    rows: list[list[str]] = []
    for one in figures.people.values():
        left = [left_words(figures, one, name) if name in one.left else "" for name in names]
        n = max(figures.fights, 1)
        rows.append([one.name, *left, f"{one.dealt / n:.1f}", f"{one.taken / n:.1f}"])
    words = figures.setup.ruleset.gauge_words
    return ["", *[words.get(name, name) for name in names], "dealt", "taken"], rows


def passing_table(figures: Figures) -> tuple[list[str], list[list[str]]]:
    """What everybody leaves unspent at the end of a turn: heads and rows."""
    names = list(
        dict.fromkeys([name for one in figures.people.values() for name, value in one.unspent.items() if value])
    )
    rows: list[list[str]] = []
    for one in figures.people.values():
        if one.passes:
            rows.append([one.name, *[f"{one.unspent.get(name, 0) / one.passes:.1f}" for name in names]])
    words = figures.setup.ruleset.gauge_words
    return ["", *[words.get(name, name.capitalize()) for name in names]], rows


def left_words(figures: Figures, one: Person, name: str) -> str:
    """What somebody has left, and of how much where that is what keeps it on its feet."""
    left = f"{one.left[name].mean:.1f}"
    return f"{left} of {one.at_first[name]}" if name == figures.setup.ruleset.life and name in one.at_first else left


def comparison_of(found: Comparison, seed: str) -> str:
    """What the second setup changes."""
    gap = found.difference()
    one, other = found.one, found.other
    heroes = one.setup.heroes
    rows = [(figures.setup.spec, *figures.wins(heroes), "heroes") for figures in (one, other)]
    body = [
        f"<h1>{escape(one.setup.spec)} or {escape(other.setup.spec)}?</h1><p class='lead'>{escape(verdict(found))}</p>",
        section(
            "Who wins", f"From {found.pairs.count:,} pairs of fights with the same seeds.", plots.shares("Wins", rows)
        ),
        section(
            "The difference",
            "What the heroes win more often in the second; a draw counts half.",
            plots.differences("Difference", [("wins", *gap)]),
        ),
        section(
            "Beside each other",
            "",
            table(
                ["", one.setup.spec, other.setup.spec],
                [
                    ["rounds (median)", str(one.middle_rounds()), str(other.middle_rounds())],
                    ["rounds, difference", "", rounds_words(found)],
                    ["heroes who fall", f"{one.falls_of(heroes):.2f}", f"{other.falls_of(heroes):.2f}"],
                    ["undecided", f"{one.undecided}", f"{other.undecided}"],
                ],
            ),
        ),
    ]
    return page(f"{one.setup.spec} or {other.setup.spec}", body, seed)


def verdict(found: Comparison) -> str:
    """The answer in a sentence."""
    gap = found.difference()
    pairs = f"{found.pairs.count:,} pairs"
    told = f"{gap.guess * 100:+.1f} points ({gap.low * 100:+.1f} to {gap.high * 100:+.1f}) after {pairs}"
    if found.verdict:
        which = "higher" if found.verdict == "high" else "lower"
        return f"Decided: the difference is the {which} one asked about. {told}."
    if gap.low > 0:
        return f"The heroes win more often in the second: {told}."
    if gap.high < 0:
        return f"The heroes win less often in the second: {told}."
    return f"No difference is clear: {told}."


def options_of(base: Setup, found: list[Effect], seed: str) -> str:
    """What each option changes, as a ranked table."""
    tried = [one for one in found if one.found is not None]
    rows = [option_row(one) for one in found]
    pairs = max([one.found.pairs.count for one in tried if one.found is not None], default=0)
    body = [
        f"<h1>What the options of {escape(base.ruleset.name)} change</h1>",
        f"<p class='small'>{escape(base.name)}, {pairs:,} pairs of fights for each value.</p>",
        section("Wins of the heroes", "Against the default, same seeds.", effects_plot(found)),
        section("All values", "", table(["option", "wins", "rounds", "says"], rows)),
    ]
    return page(f"Options of {base.ruleset.name}", body, seed)


def effects_plot(found: list[Effect]) -> str:
    gaps = [(f"{one.option}={one.value}", *one.found.difference()) for one in found if one.found is not None]
    return plots.differences("Effects", gaps)


def option_row(effect: Effect) -> list[str]:
    if effect.found is None:
        return [f"{effect.option}={effect.value}", "", "", effect.wrong]
    gap = effect.found.difference()
    wins = f"{gap.guess * 100:+.1f} ({gap.low * 100:+.1f} to {gap.high * 100:+.1f})"
    return [f"{effect.option}={effect.value}", wins, rounds_words(effect.found), effect.plain_words]


def rounds_words(found: Comparison) -> str:
    """By how many rounds the second differs; equal pairs alone have no spread to tell an interval by."""
    if not found.rounds.squares:
        return "no difference"
    rounds = found.rounds.interval()
    if found.rounds.count < 2:
        return f"{rounds.guess:+.2f}"
    return f"{rounds.guess:+.2f} ({rounds.low:+.2f} to {rounds.high:+.2f})"
