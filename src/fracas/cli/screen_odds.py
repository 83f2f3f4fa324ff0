"""Odds on the screen: one line beside a target, or a table with bars, and always what was assumed or left out.

For `play` and `odds`.
"""

from __future__ import annotations

from rich.text import Text

from fracas.cli.screen import Screen, decimal, percent
from fracas.engine.command import PASS, Command
from fracas.engine.encounter import Encounter
from fracas.engine.ledger import Share
from fracas.engine.odds import Odds
from fracas.engine.offer import Decision
from fracas.engine.preview import sighted
from fracas.engine.ruleset import Ruleset
from fracas.engine.text import say_command

BAR = 24
MOST_ROWS = 16


def odds_in_a_line(enc: Encounter, odds: Odds, actor: str) -> str:
    """`hit 54%, miss 46%; Gorm hp -3.1, down 12%`; empty when nothing is left to chance."""
    said: list[str] = []
    results = [f"{word} {percent(share.ppm)}" for word, share in odds.results.items()]
    if odds.branches == 1 and not odds.sampled:
        # No die is thrown: that it works is no news.
        results = []
    if results:
        said.append(", ".join(results))
    for who, gauges in odds.changes.items():
        means = [
            f"{_gauge(gauge)} {_signed(odds.expected(who, gauge))}"
            for gauge, changes in gauges.items()
            if who != actor or len(changes) > 1
        ]
        if who in odds.downs:
            means.append(f"down {percent(odds.downs[who].ppm)}")
        if means:
            said.append(f"{enc.name(who)} {', '.join(means)}")
    if not results:
        said.extend(_turns(enc, odds))
    said.extend(caveats(odds) if not odds.changes else [])
    for text in odds.depends:
        said.append(text[:1].lower() + text[1:].removesuffix(".").removesuffix(", which you do not know"))
    return "; ".join(said)


def _turns(enc: Encounter, odds: Odds) -> list[str]:
    """Conditions that may come or go, where that is left to chance."""
    said: list[str] = []
    for who, changes in odds.conditions.items():
        for words, share in changes.items():
            if share.part != share.whole:
                said.append(f"{enc.name(who)} {words} {percent(share.ppm)}")
    return said


def _gauge(key: str) -> str:
    """`HP` for `hp`; longer names are words already."""
    return key.upper() if len(key) == 2 else key


def _signed(mean: Share) -> str:
    # A whole number stands as it is: nobody is to wonder what the decimal of a certain point means.
    text = decimal(mean.part, mean.whole) if mean.part % mean.whole else str(mean.part // mean.whole)
    return text if mean.part < 0 else f"+{text}"


def caveats(odds: Odds) -> list[str]:
    """Why the figures are not the whole truth, where they are not."""
    notes = [f"left out: {text}" for text in odds.left_out]
    if odds.sampled:
        notes.append(f"sampled {odds.sampled} times, give or take {percent(odds.error_ppm())}")
    elif odds.cut.part:
        notes.append(f"chains rarer than {_rarity(odds.cut)} cut")
    return notes


def _rarity(cut: Share) -> str:
    return f"1 in {cut.whole // cut.part:,}"


def invitations(ruleset: Ruleset, enc: Encounter, odds: Odds) -> list[str]:
    """Who may react, and how."""
    return list(_invited(ruleset, enc, odds).values())


def _invited(ruleset: Ruleset, enc: Encounter, odds: Odds) -> dict[str, str]:
    """The same by id."""
    found: dict[str, list[str]] = {}
    for decision in odds.invited:
        if decision.default.verb == PASS:
            titles = found.setdefault(decision.who, [])
            titles.extend([title for title in _answers(ruleset, decision) if title not in titles])
    return {who: f"{enc.name(who)} may answer with {' or '.join(titles)}" for who, titles in found.items() if titles}


def choices(ruleset: Ruleset, enc: Encounter, odds: Odds, given: dict[str, Command]) -> list[str]:
    """Who will be asked what besides reactions, and which answer the figures go by."""
    return [
        f"{enc.name(decision.who)} chooses between {' and '.join(_answers(ruleset, decision))} "
        f"(taken here as {_title(ruleset, _taken(decision, given))})"
        for decision in odds.invited
        if decision.default.verb != PASS and decision.commands
    ]


def _taken(decision: Decision, given: dict[str, Command]) -> Command:
    """The answer that the figures go by: the one assumed, where it is one of those offered."""
    wanted = given.get(decision.who, decision.default)
    return wanted if [command for command in decision.commands if command.same(wanted)] else decision.default


def _answers(ruleset: Ruleset, decision: Decision) -> list[str]:
    """The different answers by name, passing left out."""
    return list(dict.fromkeys([_title(ruleset, command) for command in decision.commands if command.verb != PASS]))


def _title(ruleset: Ruleset, command: Command) -> str:
    action = ruleset.actions.get(command.verb)
    return action.title if action is not None else command.verb


def show_odds(
    screen: Screen,
    ruleset: Ruleset,
    enc: Encounter,
    odds: Odds,
    command: Command,
    seat: str,
    answers: dict[str, Command] | None = None,
) -> None:
    """The whole table, with what matters for the aim above it."""
    screen.title(say_command(enc, command))
    for known in sighted(ruleset, enc, command, seat):
        screen.say(f"{known.text[:1].upper()}{known.text[1:]} ({known.paragraph}).", 1)
    if odds.results:
        screen.say("Result" if not screen.plain else "Results:", 1, style="bold")
        _bars(screen, list(odds.results.items()))
    for who, gauges in odds.changes.items():
        for gauge, spread in gauges.items():
            _show_spread(screen, f"{enc.name(who)}, {_gauge(gauge)}", spread, odds.expected(who, gauge))
    for who, share in odds.downs.items():
        screen.say(f"{enc.name(who)} goes down: {percent(share.ppm)} ({exact(share)})", 1, style="bold")
    for text in _turns(enc, odds):
        screen.say(text, 1)
    _show_left(screen, enc, odds)
    for text in odds.depends:
        screen.say(text, 1)
    given = answers or {}
    for who, line in _invited(ruleset, enc, odds).items():
        taken = _title(ruleset, given[who]) if who in given else "a pass"
        screen.say(f"Invites: {line} (taken here as {taken}).", 1)
    for line in choices(ruleset, enc, odds, given):
        screen.say(f"{line[:1].upper()}{line[1:]}.", 1)
    notes = caveats(odds)
    if not notes and odds.branches:
        what = "what is told is exact" if odds.depends else "exact"
        notes.append(f"{what}, over {odds.branches} branch{'' if odds.branches == 1 else 'es'}")
    if notes:
        screen.say("How: " + "; ".join(notes) + ".", 1, style="dim")


def _show_spread(screen: Screen, label: str, spread: dict[int, Share], mean: Share) -> None:
    if len(spread) == 1:
        change = next(iter(spread))
        screen.say(f"{label}: {change:+d} for certain", 1)
        return
    screen.say(f"{label}: {_signed(mean)} on average", 1, style="bold")
    rows = [(f"{change:+d}" if change else "0", share) for change, share in reversed(spread.items())]
    if len(rows) > MOST_ROWS:
        shown = rows[: MOST_ROWS - 1]
        rest = [share for _, share in rows[MOST_ROWS - 1 :]]
        _bars(screen, shown)
        ppm = sum([share.ppm for share in rest])
        screen.say(f"and beyond, to {rows[-1][0]}: {percent(ppm)}", 3)
        return
    _bars(screen, rows)


def _bars(screen: Screen, rows: list[tuple[str, Share]]) -> None:
    labels = max([len(label) for label, _ in rows], default=0)
    most = max([share.ppm for _, share in rows], default=1) or 1
    for label, share in rows:
        if screen.plain:
            screen.say(f"{label}: {percent(share.ppm)}, exactly {exact(share)}.", 2)
            continue
        length = (share.ppm * BAR + most - 1) // most
        block = "█" if screen.fancy else "#"
        line = Text(label.rjust(labels) + "  ").append((block * length).ljust(BAR))
        line.append(f"  {percent(share.ppm):>8}", style="bold").append(f"  {exact(share)}", style="dim")
        screen.say(line, 3)


def exact(share: Share) -> str:
    """The fraction, as long as a person could read it."""
    text = str(share.to_json()["exact"])
    return text if len(text) <= 21 else f"{share.ppm / 10_000:.4f}%"


def _show_left(screen: Screen, enc: Encounter, odds: Odds) -> None:
    """What the points of everybody touched come to, where that is certain."""
    for who, gauges in odds.left.items():
        if gauges:
            left = [f"{value} {_gauge(gauge)}" for gauge, value in gauges.items()]
            screen.say(f"{enc.name(who)} is left with {', '.join(left)}.", 1)
