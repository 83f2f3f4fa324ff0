"""Exact odds from the rules themselves: the command is run once for every reading its dice can give, and whole
weights are added up.

There is no second implementation of any rule. Where the tree is too large, or whoever asks will not wait so long, it
is sampled, and the answer says so and how far off it may be.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from fracas.engine.agreement import keep_agreed
from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.enumerating import MOST_BRANCHES, PROBE, Enumerator, TooWide
from fracas.engine.ledger import Branch, Ledger, Share, gcd, share_of
from fracas.engine.offer import Decision
from fracas.engine.patience import FOREVER, Patience
from fracas.engine.ruleset import Ruleset
from fracas.engine.table import Answerer, Table, Thrower
from fracas.engine.views import FRAIL, STURDY, known

SAMPLES: Final = 4_000
LEAST_SAMPLES: Final = 100
"""Fewer than these tell nothing."""
NO_TIME: Final = "the odds, for which there was no time"


class NoTime(TooWide):
    """More than whoever asks will wait for."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Assumed(Answerer):
    """Questions are answered by their default (pass) or as told; what was asked is kept, so that it can be said."""

    def __init__(self, answers: dict[str, Command]) -> None:
        self.answers = answers
        self.invited: list[Decision] = []
        self.since: Encounter | None = None
        """Where the odds of an answer are asked for: the encounter when it is given. What was paid, suffered or decided
        before that has happened already and is no part of them."""
        self.happened = 0

    def begin(self) -> None:
        """A branch begins."""
        self.since = None
        self.happened = 0

    def count_from(self, table: Table) -> None:
        """What is weighed begins here, in this branch."""
        self.since = table.enc.copy()
        self.happened = len(table.events)

    def answer(self, table: Table, decisions: list[Decision]) -> list[Command]:
        given: list[Command] = []
        for decision in decisions:
            self._keep(decision)
            wanted = self.answers.get(decision.who)
            legal = wanted is not None and [c for c in decision.commands if c.same(wanted)]
            given.append(wanted if wanted is not None and legal else decision.default)
        return given

    def _keep(self, decision: Decision) -> None:
        """One question of a window for everybody; where branches differ, the one with the most answers."""
        for at, other in enumerate(self.invited):
            if other.who == decision.who and other.window == decision.window:
                if len(decision.commands) > len(other.commands):
                    self.invited[at] = decision
                return
        self.invited.append(decision)

    def will_pass(self, who: str, window: str) -> bool:
        """Whoever was invited once, and for whom no answer is assumed, passes every time."""
        return not self.speaks(who) and bool([d for d in self.invited if d.who == who and d.window == window])

    def speaks(self, who: str) -> bool:
        return who in self.answers


class Odds:
    """What may come of a command: results, changes of every gauge, who goes down, and what was assumed or left out."""

    def __init__(self) -> None:
        self.results: dict[str, Share] = {}
        self.changes: dict[str, dict[str, dict[int, Share]]] = {}
        self.downs: dict[str, Share] = {}
        self.conditions: dict[str, dict[str, Share]] = {}
        """By combatant: `stunned` for what may come, `no longer stunned` for what may go."""
        self.left: dict[str, dict[str, int]] = {}
        """By combatant: what a gauge comes to, where that is certain."""
        self.invited: list[Decision] = []
        self.branches = 0
        self.cut = Share(0, 1)
        self.sampled = 0
        self.left_out: list[str] = []
        self.depends: list[str] = []
        """What depends on something the seat does not know, a sentence each."""
        self.unfinished = False
        """Would more time have told more?"""

    def run_out(self) -> None:
        """There was no time for some of it, or all."""
        self.unfinished = True
        if NO_TIME not in self.left_out:
            self.left_out.append(NO_TIME)

    def expected(self, who: str, gauge: str) -> Share:
        """The mean change of a gauge (the part may be negative)."""
        part, whole = 0, 1
        for change, share in self.changes.get(who, {}).get(gauge, {}).items():
            part = part * share.whole + change * share.part * whole
            whole *= share.whole
        low = gcd(abs(part), whole)
        return Share(part // low, whole // low)

    def to_json(self) -> dict[str, object]:
        changes: dict[str, object] = {}
        for who, gauges in self.changes.items():
            changes[who] = {
                gauge: {str(change): share.to_json() for change, share in spread.items()}
                for gauge, spread in gauges.items()
            }
        return {
            "results": {word: share.to_json() for word, share in self.results.items()},
            "changes": changes,
            "down": {who: share.to_json() for who, share in self.downs.items()},
            "conditions": {
                who: {words: share.to_json() for words, share in changes.items()}
                for who, changes in self.conditions.items()
            },
            "invited": [
                {"who": d.who, "window": d.window, "verbs": [c.verb for c in d.commands]} for d in self.invited
            ],
            "branches": self.branches,
            "cut": self.cut.to_json(),
            "sampled": self.sampled,
            "error_ppm": self.error_ppm(),
            "left_out": self.left_out,
            "depends": self.depends,
        }

    def error_ppm(self) -> int:
        """At most this far off, in parts per million, 19 times of 20: nothing when exact."""
        if not self.sampled:
            return 0
        return 1_000_000 // _root(self.sampled)


def odds(
    ruleset: Ruleset,
    enc: Encounter,
    command: Command,
    seat: str,
    answers: dict[str, Command] | None = None,
    assumed: Assumed | None = None,
    source: Enumerator | None = None,
    most: int = MOST_BRANCHES,
    patience: Patience = FOREVER,
) -> Odds:
    """The odds of a command as a seat can know them. `enc` is the encounter, or what the seat knows of it.

    Where the seat does not know everything about everybody it sees, they are worked out twice, with whatever it does
    not know filled in differently (`views.py`), and only what comes out alike is told.

    `assumed` and `source` stand in for the plain ones where part of the run is settled already; such odds are never
    sampled. No more than `most` branches are followed, and none once the patience is spent.
    """
    if seat == GM:
        return _odds(ruleset, enc, command, answers, assumed, source, most, patience)
    frail = known(ruleset, enc, seat, FRAIL)
    first = _odds(ruleset, frail, command, answers, assumed, source, most, patience)
    veiled = {who: ruleset.veiled(frail, who, seat) for who in frail.combatants}
    veiled = {who: what for who, what in veiled.items() if what}
    if not veiled:
        return first
    second = _odds(ruleset, known(ruleset, enc, seat, STURDY), command, answers, assumed, source, most, patience)
    keep_agreed(frail, command, veiled, first, second)
    return first


def _odds(
    ruleset: Ruleset,
    enc: Encounter,
    command: Command,
    answers: dict[str, Command] | None,
    assumed: Assumed | None,
    source: Enumerator | None,
    most: int,
    patience: Patience,
) -> Odds:
    """The odds of a command in an encounter as it stands."""
    result = Odds()
    worlds: list[Encounter] = []
    if source is None and command.verb in ruleset.actions:
        worlds = ruleset.actions[command.verb].worlds(enc, command)
    if assumed is None:
        assumed = Assumed(answers if answers is not None else {})
    assumed.invited = []
    if source is not None:
        source.begin()
    for world in worlds or [enc]:
        _weigh_world(ruleset, world, command, assumed, source, most, result, patience)
    result.results = best_first(ruleset.results, result.results)
    result.invited = assumed.invited
    return result


def best_first(order: list[str], results: dict[str, Share]) -> dict[str, Share]:
    """As people read them: the best first by the ruleset's order, then what it does not rank, the likeliest first;
    results of an answer ("riposte: hit") come after those of the command."""
    places = {word: place for place, word in enumerate(order)}
    last = len(places)

    def place(word: str) -> tuple[bool, int, int]:
        of, _, came = word.rpartition(": ")
        return bool(of), places.get(came, last), -results[word].ppm

    return {word: results[word] for word in sorted(results, key=place)}


def _weigh_world(
    ruleset: Ruleset,
    enc: Encounter,
    command: Command,
    assumed: Assumed,
    source: Enumerator | None,
    most: int,
    result: Odds,
    patience: Patience,
) -> None:
    """Add the odds of one world; what several have in common is the same in all of them."""
    before = result.branches
    base = enc.imagined()
    ledger = Ledger(ruleset, base)
    # Where a sample will do, half the time is left for it.
    paths, percent = (Enumerator(), 50) if source is None else (source, 100)
    try:
        _enumerate(ruleset, command, assumed, paths, ledger, result, most, patience, percent)
    except TooWide as reached:
        result.branches = before
        if source is not None:
            if isinstance(reached, NoTime):
                result.run_out()
            else:
                result.left_out.append("the odds, with too many branches to follow")
            return
        ledger = Ledger(ruleset, base)
        if not _sample(ruleset, command, assumed, ledger, result, patience):
            return
    _collect(ledger, result)


def _enumerate(
    ruleset: Ruleset,
    command: Command,
    assumed: Assumed,
    source: Enumerator,
    ledger: Ledger,
    result: Odds,
    most: int,
    patience: Patience,
    percent: int,
) -> None:
    first = result.branches
    while True:
        if patience.spent(percent):
            raise NoTime
        source.restart()
        table = Table(ruleset, ledger.start.trial(), command, assumed, source)
        _run(table, assumed, ledger, result)
        part, whole = source.weight()
        branch = _branch(table, assumed, ledger)
        ledger.enter(branch, part, whole)
        result.branches += 1
        run = result.branches - first
        if run > most or (run == PROBE and source.hopeless()):
            raise TooWide
        source.ended(branch)
        further = source.advance()
        for between in source.between:
            ledger.follow(between)
        if not further:
            break
    seen = share_of(ledger.all)
    result.cut = Share(seen.whole - seen.part, seen.whole)


def _sample(
    ruleset: Ruleset, command: Command, assumed: Assumed, ledger: Ledger, result: Odds, patience: Patience
) -> bool:
    """A fixed sample, so that the same question has the same answer; as much of it as there is time for. False if that
    is too little to tell anything."""
    thrower = Thrower()
    count = 0
    while count < SAMPLES and not patience.spent():
        trial = ledger.start.trial()
        trial.seeds = [f"odds {count}", f"odds {count}"]
        table = Table(ruleset, trial, command, assumed, thrower)
        _run(table, assumed, ledger, result)
        ledger.enter(_branch(table, assumed, ledger), 1, SAMPLES)
        count += 1
    if count < LEAST_SAMPLES:
        result.run_out()
        return False
    result.unfinished = result.unfinished or count < SAMPLES
    ledger.regard(count)
    result.sampled = min(result.sampled, count) if result.sampled else count
    result.branches += count
    return True


def _run(table: Table, assumed: Assumed, ledger: Ledger, result: Odds) -> None:
    """The command, and what it begins, to its end."""
    assumed.begin()
    table.ruleset.perform(table, table.command)
    action = table.ruleset.actions.get(table.command.verb)
    left_out = action.carry_through(ledger.start, table) if action is not None else ""
    if left_out and left_out not in result.left_out:
        result.left_out.append(left_out)


def _branch(table: Table, assumed: Assumed, ledger: Ledger) -> Branch:
    """What came of one branch: what has changed since its start, or since the answer that is weighed was given."""
    words: list[str] = []
    for event in table.events[assumed.happened :]:
        word = event.result_word()
        if word and word not in words:
            words.append(word)
    since = assumed.since
    action = table.ruleset.actions.get(table.command.verb)
    if action is not None:
        words.extend(action.outcome_words(since if since is not None else ledger.start, table.enc))
    return ledger.branch(since, table.enc, words)


def _collect(ledger: Ledger, result: Odds) -> None:
    """From the ledger to what people read; gauges that never change are left out."""
    ledger.close()
    for word, row in ledger.results.items():
        result.results[word] = share_of(row)
    for who, row in ledger.downs.items():
        result.downs[who] = share_of(row)
    for who, gained in ledger.conditions.items():
        for words, row in gained.items():
            result.conditions.setdefault(who, {})[words] = share_of(row)
    for who in ledger.start.combatants:
        found = ledger.changes.get(who, {})
        order = {**ledger.gauges_at_start(who), **found} if found else {}
        changes = {gauge: found[gauge] for gauge in order if gauge in found and list(found[gauge]) != [0]}
        if changes:
            spreads = {gauge: {at: share_of(rows[at]) for at in sorted(rows)} for gauge, rows in changes.items()}
            result.changes.setdefault(who, {}).update(spreads)
            sure = [gauge for gauge in changes if len(ledger.ends[who][gauge]) == 1]
            result.left[who] = {gauge: ledger.ends[who][gauge][0] for gauge in sure}


def _root(n: int) -> int:
    """The whole square root."""
    low = 0
    while (low + 1) * (low + 1) <= n:
        low += 1
    return low
