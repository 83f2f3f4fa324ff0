"""Exact odds from the rules themselves: the command is run once for every reading its dice can give, and whole
weights are added up.

There is no second implementation of any rule. Where the tree is too large, or whoever asks will not wait so long, it
is sampled, and the answer says so and how far off it may be.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from fracas.engine.agreement import keep_agreed
from fracas.engine.combatant import Combatant
from fracas.engine.command import GM, Command
from fracas.engine.dice import DiceError, spread
from fracas.engine.encounter import Encounter
from fracas.engine.offer import Decision
from fracas.engine.patience import FOREVER, Patience
from fracas.engine.roll import Reading, Roll
from fracas.engine.ruleset import Ruleset
from fracas.engine.table import Answerer, Table, Thrower
from fracas.engine.views import FRAIL, STURDY, known

MOST_LEAVES: Final = 20_000
PROBE: Final = 1_000
"""After so many branches one looks how far they got; a tree much wider than allowed is given up at once."""
SAMPLES: Final = 4_000
LEAST_SAMPLES: Final = 100
"""Fewer than these tell nothing."""
NO_TIME: Final = "the odds, for which there was no time"
MOST_PAIRS: Final = 400_000
MOST_REMEMBERED: Final = 4_096

_remembered: Final[dict[str, Outcomes]] = {}


class TooWide(Exception):
    """More branches than exact odds may cost."""


class NoTime(TooWide):
    """More than whoever asks will wait for."""


class Outcomes:
    """The readings of one throw with their weights; `cut` is what was left out as too rare."""

    def __init__(self, values: list[int], weights: list[int], whole: int) -> None:
        self.values = values
        self.weights = weights
        self.whole = whole


def outcomes(rolls: list[Roll], reading: Reading) -> Outcomes:
    """Every reading of these rolls with its exact weight, remembered."""
    key = "/".join([roll.key() for roll in rolls]) + "/" + reading.key()
    found = _remembered.get(key)
    if found is None:
        found = _weigh(rolls, reading)
        if len(_remembered) >= MOST_REMEMBERED:
            _remembered.clear()
        _remembered[key] = found
    return found


def _weigh(rolls: list[Roll], reading: Reading) -> Outcomes:
    combos: list[tuple[list[int], int]] = [([], 1)]
    whole = 1
    for roll in rolls:
        plus = 0 if reading.by_faces else roll.tally.total
        if reading.by_faces:
            weights = _digests(roll, reading)
            whole *= sum(weights.values())
        else:
            try:
                one = spread(roll.dice)
            except DiceError:
                raise TooWide from None
            weights = one.weights
            whole *= one.whole
        if len(combos) * len(weights) > MOST_PAIRS:
            raise TooWide
        combos = [
            ([*totals, total + plus], weight * more) for totals, weight in combos for total, more in weights.items()
        ]
    found: dict[int, int] = {}
    for totals, weight in combos:
        value = reading.read(totals)
        found[value] = found.get(value, 0) + weight
    values = sorted(found)
    return Outcomes(values, [found[value] for value in values], whole)


def _digests(roll: Roll, reading: Reading) -> dict[int, int]:
    """Every throw of these dice, face by face, grouped by what the reading makes of it."""
    if roll.dice.can_explode():
        raise TooWide
    if reading.by_die:
        return _sums(roll, reading)
    throws: list[list[int]] = [[]]
    for sides in _sides(roll):
        if len(throws) * sides > MOST_PAIRS:
            raise TooWide
        throws = [[*faces, face] for faces in throws for face in range(1, sides + 1)]
    found: dict[int, int] = {}
    for faces in throws:
        value = reading.digest(faces)
        found[value] = found.get(value, 0) + 1
    return found


def _sums(roll: Roll, reading: Reading) -> dict[int, int]:
    """The same, die by die."""
    found = {0: 1}
    for sides in _sides(roll):
        after: dict[int, int] = {}
        worths = [reading.worth(face) for face in range(1, sides + 1)]
        for value, weight in found.items():
            for worth in worths:
                after[value + worth] = after.get(value + worth, 0) + weight
        found = after
    return found


def _sides(roll: Roll) -> list[int]:
    """The number of sides of each die."""
    pools = [term.pool for term in roll.dice.rolled if term.pool is not None]
    return [pool.sides for pool in pools for _ in range(pool.count)]


@mypyc_attr(allow_interpreted_subclasses=True)
class Enumerator(Thrower):
    """Dice that show every reading in turn, depth first."""

    def __init__(self) -> None:
        self.enumerates = True
        self.path: list[int] = []
        self.frames: list[Outcomes] = []
        self.at = 0

    def restart(self) -> None:
        self.at = 0
        self.frames = []

    def pick(self, rolls: list[Roll], reading: Reading) -> int:
        found = outcomes(rolls, reading)
        if self.at == len(self.path):
            self.path.append(0)
        self.frames.append(found)
        value = found.values[self.path[self.at]]
        self.at += 1
        return value

    def weight(self) -> tuple[int, int]:
        """Weight of the branch just run, and of the whole it is part of."""
        part, whole = 1, 1
        for index, frame in enumerate(self.frames):
            part *= frame.weights[self.path[index]]
            whole *= frame.whole
        return part, whole

    def hopeless(self) -> bool:
        """Would the whole tree, at the pace of its first branches, be several times wider than allowed?

        Goes by the share of the tree that lies behind, each fork divided evenly among its readings.
        """
        behind, whole = 0, 1
        for index, frame in enumerate(self.frames):
            behind = behind * len(frame.values) + self.path[index]
            whole *= len(frame.values)
        return behind * 4 * MOST_LEAVES < whole * PROBE

    def advance(self) -> bool:
        """Go on to the next branch; false when all have been run."""
        while self.path:
            if self.path[-1] + 1 < len(self.frames[len(self.path) - 1].values):
                self.path[-1] += 1
                return True
            self.path.pop()
        return False


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
            known = [d for d in self.invited if d.who == decision.who and d.window == decision.window]
            if not known:
                self.invited.append(decision)
            wanted = self.answers.get(decision.who)
            legal = wanted is not None and [c for c in decision.commands if c.same(wanted)]
            given.append(wanted if wanted is not None and legal else decision.default)
        return given

    def will_pass(self, who: str, window: str) -> bool:
        """Who was invited once, and for whom no answer is assumed, passes every time."""
        return not self.speaks(who) and bool([d for d in self.invited if d.who == who and d.window == window])

    def speaks(self, who: str) -> bool:
        return who in self.answers


class Share:
    """A chance as weight of a whole, exact unless sampled."""

    def __init__(self, part: int, whole: int) -> None:
        self.part = part
        self.whole = whole

    @property
    def ppm(self) -> int:
        """Parts per million, rounded."""
        return (self.part * 2_000_000 + self.whole) // (2 * self.whole)

    def to_json(self) -> dict[str, object]:
        low = _gcd(self.part, self.whole)
        return {"ppm": self.ppm, "exact": f"{self.part // low}/{self.whole // low}"}


class Ledger:
    """Adds up weights of different wholes without losing a grain."""

    def __init__(self) -> None:
        self.sums: dict[str, dict[int, int]] = {}
        self.ends: dict[str, list[int]] = {}
        """What each gauge comes to: the different values of all branches."""

    def add(self, key: str, part: int, whole: int) -> None:
        row = self.sums.setdefault(key, {})
        row[whole] = row.get(whole, 0) + part

    def regard(self, whole: int, count: int) -> None:
        """What was added as part of a whole is part of another one."""
        for row in self.sums.values():
            row[count] = row.pop(whole)

    def share(self, key: str) -> Share:
        row = self.sums.get(key, {})
        whole = 1
        for one in row:
            whole = whole * one // _gcd(whole, one)
        part = 0
        for one, weight in row.items():
            part += weight * (whole // one)
        return Share(part, whole)


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
        self.leaves = 0
        self.cut = Share(0, 1)
        self.sampled = 0
        self.left_out: list[str] = []
        self.hangs: list[str] = []
        """What hangs on something the seat does not know, a sentence each."""
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
        low = _gcd(abs(part), whole)
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
            "leaves": self.leaves,
            "cut": self.cut.to_json(),
            "sampled": self.sampled,
            "error_ppm": self.error_ppm(),
            "left_out": self.left_out,
            "hangs": self.hangs,
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
    most: int = MOST_LEAVES,
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
        source.path = []
    for world in worlds or [enc]:
        _weigh_world(ruleset, world, command, assumed, source, most, result, patience)
    result.invited = assumed.invited
    return result


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
    before = result.leaves
    ledger = Ledger()
    # Where a sample will do, half the time is left for it.
    paths, percent = (Enumerator(), 50) if source is None else (source, 100)
    try:
        _enumerate(ruleset, enc, command, assumed, paths, ledger, result, most, patience, percent)
    except TooWide as reached:
        result.leaves = before
        if source is not None:
            if isinstance(reached, NoTime):
                result.run_out()
            else:
                result.left_out.append("the odds, with too many branches to follow")
            return
        ledger = Ledger()
        if not _sample(ruleset, enc, command, assumed, ledger, result, patience):
            return
    _collect(ledger, result)


def _enumerate(
    ruleset: Ruleset,
    enc: Encounter,
    command: Command,
    assumed: Assumed,
    source: Enumerator,
    ledger: Ledger,
    result: Odds,
    most: int,
    patience: Patience,
    percent: int,
) -> None:
    first = result.leaves
    while True:
        if patience.spent(percent):
            raise NoTime
        source.restart()
        assumed.begin()
        table = Table(ruleset, enc.copy(), command, assumed, source)
        _run(ruleset, enc, table, result)
        part, whole = source.weight()
        _note(ruleset, enc, assumed, table, ledger, part, whole)
        result.leaves += 1
        run = result.leaves - first
        if run > most or (run == PROBE and source.hopeless()):
            raise TooWide
        if not source.advance():
            break
    seen = ledger.share("all")
    result.cut = Share(seen.whole - seen.part, seen.whole)


def _sample(
    ruleset: Ruleset,
    enc: Encounter,
    command: Command,
    assumed: Assumed,
    ledger: Ledger,
    result: Odds,
    patience: Patience,
) -> bool:
    """A fixed sample, so that the same question has the same answer; as much of it as there is time for. False if that
    is too little to tell anything."""
    thrower = Thrower()
    count = 0
    while count < SAMPLES and not patience.spent():
        trial = enc.copy()
        trial.seeds = [f"odds {count}", f"odds {count}"]
        for seat in trial.seats.values():
            seat.hand = False
        assumed.begin()
        table = Table(ruleset, trial, command, assumed, thrower)
        _run(ruleset, enc, table, result)
        _note(ruleset, enc, assumed, table, ledger, 1, SAMPLES)
        count += 1
    if count < LEAST_SAMPLES:
        result.run_out()
        return False
    result.unfinished = result.unfinished or count < SAMPLES
    ledger.regard(SAMPLES, count)
    result.sampled = min(result.sampled, count) if result.sampled else count
    result.leaves += count
    return True


def _run(ruleset: Ruleset, enc: Encounter, table: Table, result: Odds) -> None:
    """The command, and what it begins, to its end."""
    ruleset.perform(table, table.command)
    left_out = ruleset.carry_through(enc, table)
    if left_out and left_out not in result.left_out:
        result.left_out.append(left_out)


def _note(
    ruleset: Ruleset, start: Encounter, assumed: Assumed, table: Table, ledger: Ledger, part: int, whole: int
) -> None:
    """Add one branch to the ledger: what has changed since its start, or since the answer that is weighed was given."""
    ledger.add("all", part, whole)
    enc = assumed.since if assumed.since is not None else start
    words: list[str] = []
    for event in table.events[assumed.happened :]:
        word = event.result_word()
        if word and word not in words:
            words.append(word)
            ledger.add(f"result|{word}", part, whole)
    for word in ruleset.outcome_words(enc, table.enc):
        ledger.add(f"result|{word}", part, whole)
    for who in enc.combatants:
        before = ruleset.gauges(enc, who)
        after = ruleset.gauges(table.enc, who)
        for gauge, value in after.items():
            ledger.add(f"change|{who}|{gauge}|{value - before.get(gauge, 0)}", part, whole)
            ends = ledger.ends.setdefault(f"{who}|{gauge}", [])
            if value not in ends:
                ends.append(value)
        _note_conditions(enc.combatants[who], table.enc.combatants[who], ledger, part, whole)
        if table.enc.combatants[who].down and not enc.combatants[who].down:
            ledger.add(f"down|{who}", part, whole)


def _note_conditions(before: Combatant, after: Combatant, ledger: Ledger, part: int, whole: int) -> None:
    for condition in after.conditions:
        if not before.has(condition.name):
            ledger.add(f"condition|{before.id}|{condition.name}", part, whole)
    for condition in before.conditions:
        if not after.has(condition.name):
            ledger.add(f"condition|{before.id}|no longer {condition.name}", part, whole)


def _collect(ledger: Ledger, result: Odds) -> None:
    """From the ledger to what people read; gauges that never change are left out."""
    for key in ledger.sums:
        words = key.split("|")
        if words[0] == "result":
            result.results[words[1]] = ledger.share(key)
        elif words[0] == "down":
            result.downs[words[1]] = ledger.share(key)
        elif words[0] == "condition":
            result.conditions.setdefault(words[1], {})[words[2]] = ledger.share(key)
        elif words[0] == "change":
            spread = result.changes.setdefault(words[1], {}).setdefault(words[2], {})
            spread[int(words[3])] = ledger.share(key)
    for who in list(result.changes):
        gauges = {gauge: _sorted(row) for gauge, row in result.changes[who].items() if list(row) != [0]}
        if gauges:
            result.changes[who] = gauges
            sure = [gauge for gauge in gauges if len(ledger.ends[f"{who}|{gauge}"]) == 1]
            result.left[who] = {gauge: ledger.ends[f"{who}|{gauge}"][0] for gauge in sure}
        else:
            del result.changes[who]


def _sorted(row: dict[int, Share]) -> dict[int, Share]:
    return {change: row[change] for change in sorted(row)}


def _gcd(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a or 1


def _root(n: int) -> int:
    """The whole square root."""
    low = 0
    while (low + 1) * (low + 1) <= n:
        low += 1
    return low
