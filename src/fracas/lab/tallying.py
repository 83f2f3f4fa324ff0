"""Tallies of play: what was used how often, what was refused by which paragraph, and what never came up.

For `prove`, whose workers each fill one and whose report adds them together.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from importlib.resources import files

from fracas.engine.event import Event
from fracas.engine.paragraphs import numbered
from fracas.engine.ruleset import Ruleset
from fracas.session.rules import ENGINE

_NUMBER = re.compile(r"\d+\.\d+\Z")


class Tallies:
    """Counts of one or many encounters. Adding is the same in any order, so the number of workers changes nothing."""

    def __init__(self) -> None:
        self.figures: Counter[str] = Counter()
        """Encounters, commands, answers, steps, events, rulings, checks made."""
        self.most: dict[str, int] = {}
        """The largest seen: events of one command, commands of one phase."""
        self.used: Counter[str] = Counter()
        """Content and actions that had an effect, in the words of `Ruleset.uses` and `action:verb`."""
        self.refused: Counter[str] = Counter()
        """Refusals by paragraph."""
        self.kinds: Counter[str] = Counter()
        """Events by kind."""
        self.scenarios: Counter[str] = Counter()
        self.results: Counter[str] = Counter()
        self.options: Counter[str] = Counter()
        self.rulings: Counter[str] = Counter()

    def reach(self, name: str, value: int) -> None:
        """Keep the largest value."""
        if value > self.most.get(name, 0):
            self.most[name] = value

    def see(self, ruleset: Ruleset, event: Event) -> None:
        """Something happened."""
        self.kinds[event.kind] += 1
        self.used.update(ruleset.uses(event))

    def add(self, other: Tallies) -> None:
        for name, counts in vars(other).items():
            if isinstance(counts, Counter):
                getattr(self, name).update(counts)
        for name, value in other.most.items():
            self.reach(name, value)


class Inventory:
    """What play must be able to use, and which paragraphs may refuse."""

    def __init__(self, ruleset: Ruleset) -> None:
        listed = ruleset.inventory()
        actions = [f"action:{verb}" for verb in ruleset.actions]
        self.pieces = listed + [action for action in actions if action not in listed]
        self.paragraphs = frozenset([*numbered(ENGINE), *numbered(ruleset.package)])
        self.refusals = refusing_paragraphs(ruleset)
        self.own_kinds = sorted(ruleset.kinds)

    def unused(self, tallies: Tallies) -> list[str]:
        return [piece for piece in self.pieces if not tallies.used[piece]]

    def never_refused(self, tallies: Tallies) -> list[str]:
        return [number for number in self.refusals if not tallies.refused[number]]

    def unseen_events(self, tallies: Tallies) -> list[str]:
        return [kind for kind in self.own_kinds if not tallies.kinds[kind]]


def refusing_paragraphs(ruleset: Ruleset) -> list[str]:
    """The paragraphs that the ruleset's code names in a Reason."""
    found: set[str] = set()
    for file in [path for path in files(ruleset.package).iterdir() if path.name.endswith(".py")]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and _called(node.func) == "Reason":
                first = node.args[0]
                if isinstance(first, ast.Constant) and _NUMBER.match(str(first.value)):
                    found.add(str(first.value))
    return sorted(found, key=by_number)


def by_number(paragraph: str) -> list[int]:
    """4.2 before 4.12."""
    return [int(part) for part in paragraph.split(".") if part.isdigit()]


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Name):
        return function.id
    return function.attr if isinstance(function, ast.Attribute) else ""
