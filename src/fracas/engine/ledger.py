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

    def note(self, since: Encounter | None, after: Encounter, words: list[str], part: int, whole: int) -> None:
        """One branch: how it came out in words, and what has changed since its start, or since a later moment."""
        _add(self.all, part, whole)
        for word in words:
            _add(self.results.setdefault(word, {}), part, whole)
        before = since if since is not None else self.start
        for who, one in before.combatants.items():
            now = after.combatants[who]
            if now is not one:
                gauges = self.ruleset.gauges(before, who) if since is not None else self.gauges_at_start(who)
                self._note_gauges(who, gauges, self.ruleset.gauges(after, who), part, whole)
                if one.conditions or now.conditions:
                    self._note_conditions(one, now, part, whole)
                if now.down and not one.down:
                    _add(self.downs.setdefault(who, {}), part, whole)

    def _note_gauges(self, who: str, before: dict[str, int], after: dict[str, int], part: int, whole: int) -> None:
        changes = self.changes.setdefault(who, {})
        for gauge, value in after.items():
            _add(changes.setdefault(gauge, {}).setdefault(value - before.get(gauge, 0), {}), part, whole)
            self._reach(who, gauge, value)

    def _reach(self, who: str, gauge: str, value: int) -> None:
        reached = self.ends.setdefault(who, {}).setdefault(gauge, [])
        if value not in reached:
            reached.append(value)

    def _note_conditions(self, before: Combatant, after: Combatant, part: int, whole: int) -> None:
        found = self.conditions.setdefault(before.id, {})
        for condition in after.conditions:
            if not before.has(condition.name):
                _add(found.setdefault(condition.name, {}), part, whole)
        for condition in before.conditions:
            if not after.has(condition.name):
                _add(found.setdefault(f"no longer {condition.name}", {}), part, whole)

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
