"""Luck: what chance a command had to come out as it did, exactly, and as far as a seat can know it.

For the reckoning of a fight. The chances are those of the odds, so no rule is told twice and no secret is weighed in:
for a seat that does not know everything they are worked out with both fillings, and what differs is left out.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.enumerating import Enumerator, Outcomes
from fracas.engine.event import Event
from fracas.engine.events import Rolled
from fracas.engine.odds import Assumed, odds
from fracas.engine.roll import Reading, Roll
from fracas.engine.ruleset import Ruleset
from fracas.engine.views import Eyes, known

LUCK_BRANCHES: Final = 600
"""What has more is not counted: nobody waits for it when a fight is over."""
ALL_BRANCHES: Final = 5_000
"""And no more deeds are weighed once this many branches were followed in one reckoning."""

Chances = dict[str, Fraction]


class Spoken(Enumerator):
    """Dice that show every reading in turn, and keep how likely each word is that they are read as."""

    def __init__(self, weighed: dict[str, Outcomes], digested: dict[str, dict[int, int]]) -> None:
        super().__init__()
        self.every = True
        self._kept = (weighed, digested)
        """Throws weighed before, for other commands of the same fight."""
        self.tellings: list[Chances] = []
        """One for each time the command was weighed."""
        self._said: list[str] = []

    def begin(self) -> None:
        super().begin()
        self._weighed, self._digested = self._kept
        self.tellings.append({})
        self._said = []

    def restart(self) -> None:
        super().restart()
        self._said = []

    def pick(self, rolls: list[Roll], reading: Reading) -> int:
        value = super().pick(rolls, reading)
        # Where several readings are one branch, the word of that branch is not the one people would read.
        if type(reading).gist is Reading.gist:
            self._said.append(reading.word(value))
        return value

    def weight(self) -> tuple[int, int]:
        part, whole = super().weight()
        chances = self.tellings[-1]
        for word in dict.fromkeys(self._said):
            if names_outcome(word):
                chances[word] = chances.get(word, Fraction(0)) + Fraction(part, whole)
        return part, whole


def names_outcome(word: str) -> bool:
    """Is it a word for how something comes out, and not a sum in words?"""
    return bool(word) and not any([letter.isdigit() for letter in word])


class Chance(NamedTuple):
    """How likely each way was in which a command may come out, and whether the dice say so or the rules."""

    words: Chances
    by_dice: bool

    def came(self, events: list[Event]) -> list[str]:
        """Which of its words came, by what was told."""
        told = [self._word(event) for event in events]
        return [word for word in self.words if word in told]

    def _word(self, event: Event) -> str:
        if self.by_dice:
            return event.outcome if isinstance(event, Rolled) else ""
        return event.result_word()


class Budget:
    """How many branches may still be followed. It is no clock: the same fight gives the same figures everywhere."""

    def __init__(self) -> None:
        self.left = ALL_BRANCHES
        self.weighed: dict[str, Outcomes] = {}
        self.digested: dict[str, dict[int, int]] = {}

    def spend(self, branches: int) -> None:
        # What was given up says nothing of how far it got.
        self.left -= branches or LUCK_BRANCHES


def chance_of(
    ruleset: Ruleset, enc: Encounter, command: Command, answers: dict[str, Command], seat: str, budget: Budget
) -> Chance | None:
    """The chances of a command at the moment it was given, with these answers; nothing where they are not known
    exactly, or where no dice decide. Anyone who was not asked is assumed to pass."""
    action = ruleset.actions.get(command.verb)
    eyes = Eyes(enc, seat)
    if action is None or not action.foretold or budget.left <= 0 or not eyes.knows(command):
        return None
    spoken, view = eyes.command(command), known(ruleset, enc, seat)
    if seat != GM and ruleset.veiled(view, spoken.who, seat):
        # Whose numbers are the GM's has chances that are the GM's.
        return None
    given = {eyes.alias(who): eyes.command(one) for who, one in answers.items() if eyes.knows(one)}
    if action.worlds(view, spoken):
        return None
    dice = Spoken(budget.weighed, budget.digested)
    found = odds(ruleset, enc, spoken, seat, assumed=Assumed(given), source=dice, most=LUCK_BRANCHES)
    budget.spend(found.branches)
    if found.left_out or found.cut.part:
        return None
    words = {word: Fraction(share.part, share.whole) for word, share in found.results.items()}
    if not words and dice.tellings and all([telling == dice.tellings[0] for telling in dice.tellings]):
        words, by_dice = dice.tellings[0], True
    else:
        by_dice = False
    open_ended = any([0 < chance < 1 for chance in words.values()])
    return Chance(words, by_dice) if open_ended else None


class Luck:
    """What was to be expected of some deeds, and what came."""

    def __init__(self) -> None:
        self.deeds = 0
        self.expected: dict[str, Fraction] = {}
        self.got: dict[str, int] = {}
        self._ahead: list[dict[str, Fraction]] = []
        """After every deed: how far what came is ahead of what was to be expected, by word."""

    def count(self, chance: Chance, came: list[str]) -> None:
        self.deeds += 1
        for word, likely in chance.words.items():
            self.expected[word] = self.expected.get(word, Fraction(0)) + likely
            self.got[word] = self.got.get(word, 0) + (1 if word in came else 0)
        self._ahead.append({word: self.got[word] - self.expected[word] for word in self.expected})

    def line(self, word: str) -> list[Fraction]:
        """How far ahead of what was to be expected, deed by deed."""
        return [ahead.get(word, Fraction(0)) for ahead in self._ahead]
