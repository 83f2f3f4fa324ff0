"""What two reckonings of the same odds have in common, and in words what the rest depends on.

For `odds.py`, which reckons twice, with what a seat does not know filled in differently.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fracas.engine.command import PASS, Command
from fracas.engine.encounter import Encounter
from fracas.engine.offer import Decision

if TYPE_CHECKING:
    from fracas.engine.ledger import Share
    from fracas.engine.odds import Odds


BECOMES: Final = "what becomes of {}"
DOWN: Final = "whether {} goes down"
FARES: Final = "how it goes for {}"
ANSWERS: Final = "how {} can answer"


def keep_agreed(view: Encounter, command: Command, veiled: dict[str, str], first: Odds, second: Odds) -> None:
    """Keep in the first only what the second says too. `veiled` says what is not known about whom."""
    about: dict[str, list[str]] = {}
    if not _same_chances(first.results, second.results):
        first.results = {}
        about[""] = ["how it comes out"]
    for who in view.combatants:
        lost = _keep_agreed_of(who, first, second)
        if lost:
            about[who] = [lost[0] if len(lost) == 1 else BECOMES]
    first.invited = _common_invitations(first.invited, second.invited, about)
    first.branches = max(first.branches, second.branches)
    first.sampled = max(first.sampled, second.sampled)
    first.unfinished = first.unfinished or second.unfinished
    if first.cut.part * second.cut.whole < second.cut.part * first.cut.whole:
        first.cut = second.cut
    first.left_out.extend([text for text in second.left_out if text not in first.left_out])
    first.depends = _sentences(view, command, veiled, about)


def _keep_agreed_of(who: str, first: Odds, second: Odds) -> list[str]:
    """What becomes of one combatant: what both say is kept, and what they differ in is named."""
    lost: list[str] = []
    mine, theirs = first.changes.pop(who, {}), second.changes.get(who, {})
    kept = {gauge: row for gauge, row in mine.items() if gauge in theirs and _same_spread(row, theirs[gauge])}
    if kept:
        first.changes[who] = kept
    if len(kept) < len(mine) or len(kept) < len(theirs):
        lost.append(BECOMES)
    left, other = first.left.get(who, {}), second.left.get(who, {})
    first.left[who] = {gauge: value for gauge, value in left.items() if other.get(gauge) == value}
    if not _same_share(first.downs.get(who), second.downs.get(who)):
        first.downs.pop(who, None)
        lost.append(DOWN)
    if not _same_chances(first.conditions.get(who, {}), second.conditions.get(who, {})):
        first.conditions.pop(who, None)
        lost.append(FARES)
    return lost


def _common_invitations(first: list[Decision], second: list[Decision], about: dict[str, list[str]]) -> list[Decision]:
    """Who is asked either way, with the answers open to them either way."""
    kept: list[Decision] = []
    differ = [decision.who for decision in second if not _twins(decision, first)]
    for decision in first:
        twins = _twins(decision, second)
        open_to = twins[0].commands if twins else []
        legal = [command for command in decision.commands if [other for other in open_to if other.same(command)]]
        if len(legal) < max(len(decision.commands), len(open_to)):
            differ.append(decision.who)
        if [command for command in legal if command.verb != PASS]:
            prompt, whom, default = decision.prompt, decision.about, decision.default
            kept.append(Decision("", decision.who, decision.window, prompt, whom, legal, default, False))
    for who in dict.fromkeys(differ):
        about.setdefault(who, []).append(ANSWERS)
    return kept


def _twins(decision: Decision, others: list[Decision]) -> list[Decision]:
    return [other for other in others if other.who == decision.who and other.window == decision.window]


def _sentences(view: Encounter, command: Command, veiled: dict[str, str], about: dict[str, list[str]]) -> list[str]:
    """`Whether Gorm goes down depends on its Hit Points, which you do not know.` One for each thing it depends on."""
    by_cause: dict[str, list[str]] = {}
    for who in about:
        by_cause.setdefault(_cause(command, veiled, who), []).append(who)
    said: list[str] = []
    for cause, whos in by_cause.items():
        subjects = _subjects(view, whos, about)
        text = f"{_listed(subjects)} {'depends' if len(subjects) == 1 else 'depend'} on "
        if cause:
            owner = "its" if whos == [cause] else f"{view.name(cause)}'s"
            text += f"{owner} {veiled[cause]}, which you do not know."
        else:
            text += "what you do not know about the others."
        said.append(text[:1].upper() + text[1:])
    return said


def _cause(command: Command, veiled: dict[str, str], who: str) -> str:
    """On whose secrets something depends; empty where it may be those of several."""
    if who in veiled:
        return who
    causes = [one for one in [*command.targets, command.who] if one in veiled] or list(veiled)
    return causes[0] if len(causes) == 1 else ""


def _subjects(view: Encounter, whos: list[str], about: dict[str, list[str]]) -> list[str]:
    """What depends on one thing; people about whom the same is said come together."""
    found = about[""][:] if "" in whos else []
    for what in (BECOMES, DOWN, FARES, ANSWERS):
        names = [view.name(who) for who in whos if who and what in about[who]]
        if names:
            alone = what == ANSWERS and len(whos) == 1 and bool(found)
            found.append(what.format("it" if alone else _listed(names)))
    return found


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _same_chances(mine: dict[str, Share], theirs: dict[str, Share]) -> bool:
    """All of them or none: what lies between two extremes need not come up in either."""
    differ = [word for word, share in mine.items() if not _same_share(share, theirs.get(word))]
    return len(mine) == len(theirs) and not differ


def _same_spread(mine: dict[int, Share], theirs: dict[int, Share]) -> bool:
    differ = [change for change, share in mine.items() if not _same_share(share, theirs.get(change))]
    return len(mine) == len(theirs) and not differ


def _same_share(one: Share | None, other: Share | None) -> bool:
    if one is None or other is None:
        return one is other
    return one.part * other.whole == other.part * one.whole
