"""What somebody may do: numbered options, greyed ones with every reason, targets and things with cost and odds.

For `play`.
"""

from __future__ import annotations

from rich.text import Text

from fracas.cli.screen import Screen, styled
from fracas.engine.offer import Offer, Pick
from fracas.engine.reason import Reason

NARROW = 56
"""On screens narrower than this, columns are not lined up."""
ROOMY = 100
LONGISH = 18
SHORT = 40
"""Choices are named as long as that takes no more letters than this."""
FEW = 3
"""How many options that are not possible now are listed with their reasons; more are only counted."""


def open_first(offers: list[Offer]) -> list[Offer]:
    """What can be done now, then what cannot."""
    return [offer for offer in offers if offer.open] + [offer for offer in offers if not offer.open]


def show_offers(
    screen: Screen,
    offers: list[Offer],
    heading: str,
    notes: dict[str, str],
    in_full: bool = False,
    ground: str = "square",
) -> None:
    """The menu of a turn; numbers count through the greyed ones too, so that `why 9` can ask about them.

    `notes` says more about an option, by its verb; `ground` is what one goes to, squares or places. Not in full,
    greyed ones beyond a few are only counted.
    """
    greyed = len([offer for offer in offers if not offer.open])
    folded = not in_full and greyed > FEW
    shown = [offer for offer in offers if offer.open] if folded else offers
    if screen.plain:
        _speak_offers(screen, shown, heading, notes, ground)
    else:
        _list_offers(screen, shown, heading, notes, ground)
    if folded:
        screen.say(f"{greyed} more not possible now (type all)", 0 if screen.plain else 2, 2, style="dim")


def _list_offers(screen: Screen, offers: list[Offer], heading: str, notes: dict[str, str], ground: str) -> None:
    screen.say(heading, 1, style="bold")
    narrow = screen.width < NARROW
    titles = 0 if narrow else max([len(offer.title) for offer in offers], default=0)
    if screen.width < ROOMY:
        # One long title must not push everything else into a corner; its own line is a little out of step instead.
        titles = min(titles, LONGISH)
    costs = 0 if narrow else max([len(offer.cost) for offer in offers if offer.open], default=0)
    digits = len(str(len(offers)))
    for number, offer in enumerate(offers, 1):
        line = styled(str(number).rjust(digits) + "  ", "bold" if offer.open else "dim")
        if offer.open:
            line.append(offer.title.ljust(titles)).append("  " + offer.cost.ljust(costs), style="bold")
            said = (extent(offer, ground), offer.drawback, notes.get(offer.verb, ""))
            more = "; ".join([text for text in said if text])
            line.append("  " + more, style="dim")
        else:
            line.append(offer.title.ljust(titles) + "  ").append(brief_why(offer))
            line.stylize("dim")
        screen.say(line, 2, digits + 2 if narrow else titles + digits + 4)


def _speak_offers(screen: Screen, offers: list[Offer], heading: str, notes: dict[str, str], ground: str) -> None:
    screen.say(heading)
    for number, offer in enumerate(offers, 1):
        if offer.open:
            said = (offer.cost, extent(offer, ground), offer.drawback, notes.get(offer.verb, ""))
            more = ", ".join([word for word in said if word])
            screen.say(f"{number}. {offer.title}" + (f": {more}." if more else "."))
        else:
            screen.say(f"{number}. {offer.title}, not now: {brief_why(offer)}.")


def show_last(screen: Screen, numbers: list[int], word: str) -> None:
    """`4-8, 10 end your turn.`, as one line."""
    if numbers:
        end = "ends" if len(numbers) == 1 else "end"
        screen.say(f"{_ranges(numbers)} {end} your {word}.", 0 if screen.plain else 2, 2, style="dim")


def _ranges(numbers: list[int]) -> str:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join([str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs])


def extent(offer: Offer, ground: str = "square") -> str:
    """How much there is to choose from."""
    if offer.worded:
        return "in your own words"
    legal = [pick for pick in offer.picks if not pick.blocked]
    if len(legal) == 1 and len(offer.picks) == 1:
        return "" if legal[0].label == offer.title else legal[0].label
    if all([pick.command.squares for pick in legal]):
        count = len({pick.command.squares[-1] for pick in legal})
        return f"{count} {ground}s" if count > 1 else f"1 {ground}"
    labels = [pick.label for pick in legal]
    if len(labels) <= 3 and sum([len(label) for label in labels]) <= SHORT:
        return ", ".join(labels)
    targets = {pick.command.targets for pick in legal}
    if len(targets) == 1 and legal[0].command.targets:
        return f"{min(labels, key=len)}, {len(labels)} ways"
    return f"{len(labels)} choices"


def brief_why(offer: Offer) -> str:
    """Why an option is greyed: its own reasons, or those of the pick that comes nearest to being open."""
    if offer.blocked:
        return brief_reasons(offer.blocked)
    nearest = offer.picks[0]
    for pick in offer.picks:
        if len(pick.blocked) < len(nearest.blocked):
            nearest = pick
    others = len(offer.picks) - 1
    return brief_reasons(nearest.blocked) + (f"; {others} others likewise" if others > 1 else "")


def brief_reasons(reasons: list[Reason]) -> str:
    """The reasons in a line, each with its paragraph and its remedy; of many by one paragraph the first."""
    said: list[str] = []
    done: list[str] = []
    for reason in reasons:
        if reason.paragraph in done:
            continue
        done.append(reason.paragraph)
        alike = len([other for other in reasons if other.paragraph == reason.paragraph]) - 1
        more = f", and {alike} more alike" if alike else ""
        remedy = f": {reason.remedy}" if reason.remedy else ""
        said.append(f"{reason.text} ({reason.paragraph}){remedy}{more}")
    return "; ".join(said)


def show_picks(screen: Screen, picks: list[Pick], figures: dict[int, str], in_full: bool = False) -> None:
    """Numbered targets or things; barred ones with reasons, open ones with cost and odds (`figures`, by place).

    Not in full, barred ones beyond a few are only counted; whoever lists picks puts the open ones first.
    """
    barred = [pick for pick in picks if pick.blocked]
    folded = not in_full and FEW < len(barred) < len(picks)
    shown = [pick for pick in picks if not pick.blocked] if folded else picks
    digits = len(str(len(shown)))
    narrow = screen.width < NARROW
    labels = 0 if narrow else max([len(pick.label) for pick in shown], default=0)
    if screen.width < ROOMY:
        labels = min(labels, SHORT - LONGISH)
    # Beside labels that take most of the line, odds would stand in a column of two words: they begin further left.
    hang = digits + 2 if narrow or 2 * labels > screen.width else labels + digits + 4
    for number, pick in enumerate(shown, 1):
        figure = figures.get(number - 1, "")
        if screen.plain:
            screen.say(f"{number}. {_spoken_pick(pick, figure)}")
            continue
        line = styled(str(number).rjust(digits) + "  ", "dim" if pick.blocked else "bold")
        line.append(pick.label.ljust(labels))
        if pick.blocked:
            line.append("  " + brief_reasons(pick.blocked))
            line.stylize("dim")
        else:
            line.append("  " + pick.cost if pick.cost else "", style="bold")
            line.append("  " + "; ".join([text for text in (pick.drawback, figure) if text]))
        screen.say(line, 2, hang)
    if folded:
        screen.say(f"{len(barred)} more not possible now (type all)", 0 if screen.plain else 2, 2, style="dim")


def _spoken_pick(pick: Pick, figure: str) -> str:
    if pick.blocked:
        return f"{pick.label}, not now: {brief_reasons(pick.blocked)}."
    more = ", ".join([word for word in (pick.cost, pick.drawback, figure) if word])
    return f"{pick.label}: {more}." if more else f"{pick.label}."


def show_reasons(screen: Screen, reasons: list[Reason], texts: dict[str, str]) -> None:
    """Every reason in full, with the text of its paragraph."""
    told: list[str] = []
    for reason in reasons:
        line = Text("").append(f"{reason.paragraph} ", style="bold").append(reason.text)
        screen.say(line, 2, 4)
        if reason.remedy:
            screen.say(f"Remedy: {reason.remedy}", 4, 2)
        if texts.get(reason.paragraph) and reason.paragraph not in told:
            told.append(reason.paragraph)
            screen.say(texts[reason.paragraph], 4, style="dim")
