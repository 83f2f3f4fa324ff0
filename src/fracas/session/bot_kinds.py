"""Which bots there are: easy, fair and hard, and those that packages announce by the entry point `fracas.bots`.

A package that breaks when it is imported is named and left out, so that everybody else can play on.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from fracas.engine.blame import told
from fracas.engine.easy import EasyPolicy
from fracas.engine.errors import Invalid
from fracas.engine.fair import FairPolicy
from fracas.engine.hard import HardPolicy
from fracas.engine.names import can_be_id
from fracas.engine.policy import Policy, RandomPolicy

GROUP: Final = "fracas.bots"
EASY: Final = "easy"
FAIR: Final = "fair"
HARD: Final = "hard"
RANDOM: Final = "random"
"""Anything legal: for tests and proofs."""


class BotKind:
    """One way to decide that people can choose."""

    def __init__(self, id: str, about: str, make: Callable[[int], Policy]) -> None:
        self.id = id
        self.title = id.replace("-", " ").replace("_", " ").capitalize()
        self.about = about
        self.make = make
        """A player of its own from a seed: the same seed plays the same."""


BUILT_IN: Final = {
    kind.id: kind
    for kind in (
        BotKind(EASY, "by a rule of thumb", EasyPolicy),
        BotKind(FAIR, "weighs its best choices", FairPolicy),
        BotKind(HARD, "thinks its best choices through", HardPolicy),
    )
}


class OwnBots:
    """Every bot of a package that could be loaded, and what is wrong with the others."""

    def __init__(self, entries: list[EntryPoint]) -> None:
        self.kinds: dict[str, BotKind] = {}
        self.broken: dict[str, str] = {}
        """What is wrong, by id: the error and the line in the author's file."""
        for entry in sorted(entries, key=lambda entry: entry.name):
            try:
                self.kinds[entry.name] = own_kind(entry.name, entry.load(), entry.value)
            except Exception as error:  # noqa: BLE001  # whatever somebody's package raises
                self.broken[entry.name] = told(error)


def own_kind(id: str, make: Callable[[int], Policy], where: str) -> BotKind:
    assert id not in (*BUILT_IN, RANDOM), f"{id} is a bot of Fracas itself: choose another name"
    assert can_be_id(id), f"{id} is no name: letters, digits and dashes"
    assert callable(make), f"{where} cannot be called with a seed"
    assert isinstance(make(0), Policy), f"{where} does not make a Policy"
    lines = (make.__doc__ or "").strip().splitlines()
    return BotKind(id, lines[0].rstrip(".") if lines else "a bot of your own", make)


def own_bots() -> OwnBots:
    """What is installed, looked for again only when the places to look in have changed."""
    return _own_bots(tuple(sys.path))


@cache
def _own_bots(path: tuple[str, ...]) -> OwnBots:
    return OwnBots(list(entry_points(group=GROUP)))


def bot_kinds() -> dict[str, BotKind]:
    """Every bot that people can choose, by id."""
    return {**BUILT_IN, **own_bots().kinds}


def make_policy(name: str, seed: int) -> Policy:
    """A way to decide, by name."""
    if name == RANDOM:
        return RandomPolicy(seed)
    kind = bot_kinds().get(name)
    if kind is not None:
        return kind.make(seed)
    why = own_bots().broken.get(name, "")
    if why:
        raise Invalid("--policy", "", name, f"a bot that can be loaded; this one is left out: {why}")
    raise Invalid("--policy", "", name, " or ".join([f"{kind.id} ({kind.about})" for kind in bot_kinds().values()]))
