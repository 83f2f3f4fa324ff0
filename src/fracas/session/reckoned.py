"""What is reckoned of a fight: harm by source, means and target, and what each person did, suffered and left.

For `reckoning.py`, which fills it in, and for those who show it.
"""

from __future__ import annotations

from fractions import Fraction
from statistics import median

from fracas.engine.dice import DiceError, spread
from fracas.engine.encounter import Encounter
from fracas.engine.events import Rolled
from fracas.engine.ruleset import Ruleset
from fracas.session.luck import Luck

Data = dict[str, object]


def points_left(ruleset: Ruleset, enc: Encounter, who: str) -> dict[str, int]:
    """What somebody could still spend: every gauge but the one that keeps them on their feet."""
    return {name: value for name, value in ruleset.gauges(enc, who).items() if name != ruleset.life}


class Blows:
    """Harm that one did to another by one means."""

    def __init__(self, by: str, means: str, to: str) -> None:
        self.by = by
        self.means = means
        self.to = to
        self.amount = 0
        self.times = 0
        self.untold = 0
        """How often it was told in words, without a number."""

    def to_json(self) -> Data:
        return dict(vars(self))


class Person:
    """What somebody did, suffered and left."""

    def __init__(self, id: str, name: str, side: str, mine: bool, whole: bool) -> None:
        self.id = id
        self.name = name
        self.side = side
        self.mine = mine
        self.whole = whole
        """Is told what they used, and what they did not?"""
        self.fate = ""
        self.dealt = 0
        self.taken = 0
        self.used: dict[tuple[str, bool], int] = {}
        """How often, by title and whether it was a reaction."""
        self.passed = 0
        """Reactions that were offered and not taken."""
        self.turns = 0
        """Turns that came to their end."""
        self.unspent: dict[str, int] = {}
        self.seconds: list[int] = []
        self.luck = Luck()
        self.rolls = 0
        self.rolled = 0
        self.usual = Fraction(0)
        """What those dice come to on average."""

    def throw(self, roll: Rolled) -> None:
        try:
            chances = spread(roll.thrown.dice)
        except DiceError:
            return
        self.rolls += 1
        self.rolled += roll.thrown.total
        total = sum([total * weight for total, weight in chances.weights.items()])
        self.usual += Fraction(total, sum(chances.weights.values()))

    def to_json(self, words: list[str]) -> Data:
        used = sorted(self.used.items(), key=lambda row: (row[0][1], -row[1], row[0][0]))
        return {
            **{name: getattr(self, name) for name in ("id", "name", "side", "mine", "whole", "fate", "dealt", "taken")},
            "used": [{"what": what, "reaction": reacts, "times": times} for (what, reacts), times in used],
            "passed": self.passed,
            "turns": self.turns,
            "unspent": [{"what": what, "left": left} for what, left in self.unspent.items()],
            "clock": self._clock(),
            "luck": luck_json(self.luck, words),
            "dice": self._dice(),
        }

    def clock(self) -> tuple[int, int] | None:
        """How many seconds a turn took, in the middle and at most."""
        return (int(median(self.seconds)), max(self.seconds)) if self.seconds else None

    def _clock(self) -> Data | None:
        found = self.clock()
        return None if found is None else {"turns": len(self.seconds), "median": found[0], "longest": found[1]}

    def _dice(self) -> Data | None:
        if not self.rolls:
            return None
        mean, usual = Fraction(self.rolled, self.rolls), self.usual / self.rolls
        return {"rolls": self.rolls, "mean": near(mean), "expected": near(usual)}


def near(value: Fraction) -> float:
    """As people read it, to a hundredth."""
    return round(float(value), 2)


def luck_json(luck: Luck, words: list[str]) -> Data:
    rows = [word for word in words if word in luck.expected]
    return {
        "deeds": luck.deeds,
        "words": [
            {
                "word": word,
                "expected": near(luck.expected[word]),
                "got": luck.got[word],
                "line": [near(ahead) for ahead in luck.line(word)],
            }
            for word in rows
        ],
    }
