"""The ledger of odds: what became of everybody in each branch, in whole weights.

For `odds.py`. Only what changes is written down; the rest of the weight is no change.
"""

from __future__ import annotations

from fracas.engine.combatant import Combatant
from fracas.engine.encounter import Encounter
from fracas.engine.ruleset import Ruleset

Weights = dict[int, int]
"""Parts by the whole they are parts of."""


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
        low = gcd(self.part, self.whole)
        return {"ppm": self.ppm, "exact": f"{self.part // low}/{self.whole // low}"}


class Change:
    """What became of somebody in one branch."""

    def __init__(self, before: dict[str, int], after: dict[str, int], fell: bool, every: bool) -> None:
        self.before = before
        self.by: dict[str, int] = {}
        """How much more or less there is of each gauge that changed, or of every one."""
        for gauge, value in after.items():
            was = before.get(gauge, 0)
            if every or value != was:
                self.by[gauge] = value - was
        self.fell = fell
        self.conditions: list[str] = []
        """`stunned` for what came, `no longer stunned` for what went."""

    def note_conditions(self, one: Combatant, now: Combatant) -> None:
        self.conditions.extend([held.name for held in now.conditions if not one.has(held.name)])
        self.conditions.extend([f"no longer {held.name}" for held in one.conditions if not now.has(held.name)])

    def is_like(self, other: Change, apart: int) -> bool:
        """Is it the same but for gauges that are just so far apart?"""
        if self.fell != other.fell or self.conditions != other.conditions or self.before != other.before:
            return False
        return not [gauge for gauge in {**self.by, **other.by} if self.between(other, gauge) not in (0, apart, -apart)]

    def between(self, other: Change, gauge: str) -> int:
        """How much more there is of a gauge in the other."""
        return other.by.get(gauge, 0) - self.by.get(gauge, 0)


class Branch:
    """What came of one branch, in words and for everybody whom it changed."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.changes: dict[str, Change] = {}

    def is_like(self, other: Branch, apart: int) -> bool:
        """Did the same come of both, but that so much more was lost or gained? What lies between them follows."""
        if self.words != other.words or len(self.changes) != len(other.changes):
            return False
        for who, change in self.changes.items():
            if who not in other.changes or not change.is_like(other.changes[who], apart):
                return False
        return True

    def bend(self, other: Branch, apart: int) -> int:
        """After how many steps something begins to count, where nothing counts before and every step after; or 0."""
        for who, change in self.changes.items():
            for gauge in {**change.by, **other.changes[who].by} if who in other.changes else {}:
                counted = abs(change.between(other.changes[who], gauge))
                if 0 < counted < apart:
                    return apart - counted
        return 0


class Between:
    """The branches on the way from one to another like it: each weight by how many steps it is from the first."""

    def __init__(self, one: Branch, other: Branch, steps: dict[int, int]) -> None:
        self.one = one
        self.other = other
        self.steps = steps
        self.part, self.whole = 1, 1
        """By what their weights are multiplied, and the whole they are part of."""


class Ledger:
    """Adds up weights of different wholes without losing a grain."""

    def __init__(self, ruleset: Ruleset, start: Encounter) -> None:
        self.ruleset = ruleset
        self.start = start
        self.all: Weights = {}
        self.results: dict[str, Weights] = {}
        self.downs: dict[str, Weights] = {}
        self.conditions: dict[str, dict[str, Weights]] = {}
        self.changes: dict[str, dict[str, dict[int, Weights]]] = {}
        """By combatant and gauge: each change with its weight. A branch in which somebody is left alone is not here."""
        self.ends: dict[str, dict[str, list[int]]] = {}
        """What each of these gauges comes to: the different values of all branches."""
        self._gauges: dict[str, dict[str, int]] = {}

    def gauges_at_start(self, who: str) -> dict[str, int]:
        found = self._gauges.get(who)
        if found is None:
            found = self._gauges[who] = self.ruleset.gauges(self.start, who)
        return found

    def branch(self, since: Encounter | None, after: Encounter, words: list[str]) -> Branch:
        """What came of one branch: in words, and what has changed since its start, or since a later moment."""
        found = Branch(words)
        before = since if since is not None else self.start
        for who, one in before.combatants.items():
            now = after.combatants[who]
            if now is not one:
                gauges = self.ruleset.gauges(before, who) if since is not None else self.gauges_at_start(who)
                fell = now.down and not one.down
                change = Change(gauges, self.ruleset.gauges(after, who), fell, since is not None)
                if one.conditions or now.conditions:
                    change.note_conditions(one, now)
                found.changes[who] = change
        return found

    def enter(self, branch: Branch, part: int, whole: int) -> None:
        """Add up one branch."""
        self._enter_words(branch, part, whole)
        for who, change in branch.changes.items():
            for gauge, by in change.by.items():
                self._enter_gauge(who, gauge, change.before.get(gauge, 0), by, part, whole)

    def follow(self, between: Between) -> None:
        """Add up the branches between two: only gauges differ, step by step."""
        whole = between.whole
        weights = {step: weight * between.part for step, weight in between.steps.items()}
        part = sum(weights.values())
        self._enter_words(between.one, part, whole)
        for who, change in between.one.changes.items():
            other = between.other.changes[who]
            for gauge in {**change.by, **other.by}:
                before, by, more = change.before.get(gauge, 0), change.by.get(gauge, 0), change.between(other, gauge)
                if not more:
                    self._enter_gauge(who, gauge, before, by, part, whole)
                for step, weight in weights.items() if more else ():
                    self._enter_gauge(who, gauge, before, by + (step if more > 0 else -step), weight, whole)

    def _enter_words(self, branch: Branch, part: int, whole: int) -> None:
        _add(self.all, part, whole)
        for word in branch.words:
            _add(self.results.setdefault(word, {}), part, whole)
        for who, change in branch.changes.items():
            for words in change.conditions:
                _add(self.conditions.setdefault(who, {}).setdefault(words, {}), part, whole)
            if change.fell:
                _add(self.downs.setdefault(who, {}), part, whole)

    def _enter_gauge(self, who: str, gauge: str, before: int, by: int, part: int, whole: int) -> None:
        row = self.changes.setdefault(who, {}).setdefault(gauge, {}).setdefault(by, {})
        row[whole] = row.get(whole, 0) + part
        reached = self.ends.setdefault(who, {}).setdefault(gauge, [])
        if before + by not in reached:
            reached.append(before + by)

    def _reach(self, who: str, gauge: str, value: int) -> None:
        reached = self.ends.setdefault(who, {}).setdefault(gauge, [])
        if value not in reached:
            reached.append(value)

    def close(self) -> None:
        """Every branch is in: where nothing was written down about a gauge it has not changed."""
        for who, gauges in self.changes.items():
            for gauge, rows in gauges.items():
                rest = self.all.copy()
                for row in rows.values():
                    for whole, part in row.items():
                        rest[whole] -= part
                left = {whole: part for whole, part in rest.items() if part}
                if left:
                    for whole, part in left.items():
                        _add(rows.setdefault(0, {}), part, whole)
                    self._reach(who, gauge, self.gauges_at_start(who).get(gauge, 0))

    def regard(self, whole: int) -> None:
        """What was added as parts of any wholes are parts of this one."""
        rows = [self.all, *self.results.values(), *self.downs.values()]
        rows += [row for found in self.conditions.values() for row in found.values()]
        rows += [row for gauges in self.changes.values() for found in gauges.values() for row in found.values()]
        for row in rows:
            part = sum(row.values())
            row.clear()
            row[whole] = part


def _add(row: Weights, part: int, whole: int) -> None:
    row[whole] = row.get(whole, 0) + part


def share_of(row: Weights) -> Share:
    whole = 1
    for one in row:
        whole = whole * one // gcd(whole, one)
    part = 0
    for one, weight in row.items():
        part += weight * (whole // one)
    return Share(part, whole)


def gcd(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a or 1
