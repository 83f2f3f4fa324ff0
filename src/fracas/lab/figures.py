"""What many fights add up to: wins, rounds, falls, health left, harm by source, use, and points unspent.

Every figure knows from how many fights it comes. Adding is done in the order of the fights, so that the same seed gives
the same figures on any number of workers.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from fracas.engine.ruleset import Ruleset
from fracas.lab.fights import CUT, DRAW, Fight
from fracas.lab.intervals import Interval, Moments, share
from fracas.lab.setups import Setup

TYPICAL, LUCKIEST, BLOODIEST = "median", "luckiest", "bloodiest"
UNDECIDED: Final = (DRAW, CUT)


class Person:
    """Somebody who takes part, over all fights."""

    def __init__(self, id: str, name: str, kind: str, side: str, gauges: dict[str, int]) -> None:
        self.id = id
        self.name = name
        self.kind = kind
        self.side = side
        self.at_first = gauges
        self.fell = 0
        self.fell_in: Counter[int] = Counter()
        """Falls by round."""
        self.left: dict[str, Moments] = {}
        """Health and points at the end, by name."""
        self.dealt = 0
        self.taken = 0
        self.passes = 0
        self.unspent: Counter[str] = Counter()


class Figures:
    """Everything the lab knows of a setup."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.fights = 0
        self.results: Counter[str] = Counter()
        self.rounds: Counter[int] = Counter()
        self.commands = 0
        self.harm: Counter[str] = Counter()
        self.uses: Counter[str] = Counter()
        self.brief: list[tuple[int, int, int, str]] = []
        """Of every fight: number, health its heroes had left, how many fell, result."""
        self.people = people_of(setup)

    def add(self, fight: Fight) -> None:
        self.fights += 1
        self.results[fight.result] += 1
        self.rounds[fight.rounds] += 1
        self.commands += fight.commands
        self.harm.update(fight.harm)
        self.uses.update(fight.uses)
        life = self.setup.ruleset.life
        health = 0
        for id, person in self.people.items():
            gauges = fight.left.get(id, {})
            for name, value in gauges.items():
                person.left.setdefault(name, Moments()).add(value)
            if person.side == self.setup.heroes:
                health += max(gauges.get(life, 0), 0)
            if id in fight.falls:
                person.fell += 1
                person.fell_in[fight.falls[id]] += 1
            person.passes += fight.unspent[f"{id}|"]
        for key, amount in fight.harm.items():
            doer, _, victim = key.split("|")
            if doer in self.people:
                self.people[doer].dealt += amount
            if victim in self.people:
                self.people[victim].taken += amount
        for key, amount in fight.unspent.items():
            who, _, what = key.partition("|")
            if who in self.people and what:
                self.people[who].unspent[what] += amount
        self.brief.append((fight.number, health, len(fight.falls), fight.result))

    # ---------------------------------------------------------------- answers

    def wins(self, side: str) -> Interval:
        """The share of fights that a side wins."""
        return share(self.results[side], self.fights)

    @property
    def undecided(self) -> int:
        return sum([self.results[word] for word in UNDECIDED])

    def mean_rounds(self) -> Interval:
        moments = Moments()
        for rounds, times in self.rounds.items():
            moments.add(rounds, times)
        return moments.interval()

    def middle_rounds(self) -> int:
        return median(self.rounds)

    def falls_of(self, side: str) -> float:
        """How many of a side fall in a fight, on average."""
        fell = sum([person.fell for person in self.people.values() if person.side == side])
        return fell / self.fights if self.fights else 0.0

    def health_left(self) -> float:
        """The share of their health that the heroes have left at the end, on average."""
        life, heroes = self.setup.ruleset.life, self.setup.heroes
        whole = sum([one.at_first.get(life, 0) for one in self.people.values() if one.side == heroes])
        kept = sum([health for _, health, _, _ in self.brief])
        return min(kept / (whole * self.fights), 1.0) if whole > 0 and self.fights else 0.0

    def examples(self) -> dict[str, int]:
        """The numbers of a typical fight, the luckiest for the heroes and the bloodiest for everybody."""
        if not self.brief:
            return {}
        usual = max(self.setup.sides, key=lambda side: self.results[side])
        typical = sorted([row for row in self.brief if row[3] == usual] or self.brief, key=lambda row: (row[1], row[0]))
        return {
            TYPICAL: typical[len(typical) // 2][0],
            LUCKIEST: max(self.brief, key=lambda row: (row[3] == self.setup.heroes, row[1], -row[2], -row[0]))[0],
            BLOODIEST: max(self.brief, key=lambda row: (row[2], -row[1], -row[0]))[0],
        }

    def sources(self) -> list[tuple[str, str, float]]:
        """Who did how much harm by what, in a fight, worst first."""
        by: Counter[tuple[str, str]] = Counter()
        for key, amount in self.harm.items():
            doer, means, _ = key.split("|")
            by[doer, means] += amount
        rows = sorted(by.items(), key=lambda row: (-row[1], row[0]))
        return [(doer, means, amount / self.fights) for (doer, means), amount in rows]

    def used(self) -> list[tuple[str, float]]:
        """How often actions and things were used in a fight, commonest first."""
        total: Counter[str] = Counter()
        for key, times in self.uses.items():
            total[key.partition("|")[2]] += times
        rows = sorted(total.items(), key=lambda row: (-row[1], row[0]))
        return [(piece, times / self.fights) for piece, times in rows]

    def never_used(self) -> list[str]:
        """Actions, and things that somebody there has, which nobody ever used."""
        used = {piece for piece, _ in self.used()}
        return [piece for piece in pieces_at_hand(self.setup) if piece not in used]

    def to_json(self) -> dict[str, object]:
        """All of it, for files."""
        return {
            "setup": self.setup.name,
            "key": self.setup.key,
            "heroes": self.setup.heroes,
            "bots": {side: self.setup.bot_of(side) for side in self.setup.sides},
            "fights": self.fights,
            "wins": {side: self.wins(side).to_json() for side in self.setup.sides},
            "undecided": self.undecided,
            "rounds": {**self.mean_rounds().to_json(), "median": self.middle_rounds()},
            "rounds_counted": {str(rounds): self.rounds[rounds] for rounds in sorted(self.rounds)},
            "commands": self.commands,
            "people": [self._person_json(person) for person in self.people.values()],
            "harm": [{"who": who, "by": means, "a_fight": round(harm, 4)} for who, means, harm in self.sources()],
            "used": {piece: round(times, 4) for piece, times in self.used()},
            "never_used": self.never_used(),
            "examples": self.examples(),
        }

    def _person_json(self, person: Person) -> dict[str, object]:
        n = max(self.fights, 1)
        return {
            "id": person.id,
            "name": person.name,
            "side": person.side,
            "at_first": person.at_first,
            "fell": share(person.fell, self.fights).to_json(),
            "fell_in": {str(rounds): person.fell_in[rounds] for rounds in sorted(person.fell_in)},
            "left": {name: round(moments.mean, 4) for name, moments in person.left.items()},
            "dealt": round(person.dealt / n, 4),
            "taken": round(person.taken / n, 4),
            "unspent": {name: round(value / max(person.passes, 1), 4) for name, value in person.unspent.items()},
        }


def median(counted: Counter[int]) -> int:
    """The middle of what was counted; 0 where nothing was."""
    seen, of = 0, counted.total()
    for value in sorted(counted):
        seen += counted[value]
        if seen * 2 >= of:
            return value
    return 0


def people_of(setup: Setup) -> dict[str, Person]:
    """Everybody who is there from the start."""
    enc = setup.start("people", 0)
    names = Counter([one.name for one in enc.combatants.values()])
    numbers: Counter[str] = Counter()
    found: dict[str, Person] = {}
    for one in enc.combatants.values():
        numbers[one.name] += 1
        name = f"{one.name} {numbers[one.name]}" if names[one.name] > 1 else one.name
        gauges = setup.ruleset.gauges(enc, one.id)
        found[one.id] = Person(one.id, name, one.kind, one.side, gauges)
    return found


def pieces_at_hand(setup: Setup) -> list[str]:
    """What people could use in a setup: their actions, and those things of the inventory that they carry."""
    ruleset: Ruleset = setup.ruleset
    enc = setup.start("pieces", 0)
    carried = ruleset.content.index.beyond(enc.to_json(), {})
    ids = {id for section, some in carried.items() if section != "scenario" for id in some}
    listed = [piece for piece in ruleset.inventory() if piece.partition(":")[2].partition("/")[0] in ids]
    actions = [f"action:{action.verb}" for action in ruleset.people_actions if action.there(enc)]
    return [*actions, *[p for p in listed if not p.startswith("action:")]]
