"""Exact odds of one attack of each ruleset, with nothing remembered from one time to the next. For the workers."""

from __future__ import annotations

import functools
import gc
import sys
import time
from fractions import Fraction
from types import ModuleType
from typing import Any, Final

from fracas.engine.board import board_from_json
from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.game import Game
from fracas.engine.odds import Odds, odds
from fracas.engine.registry import load_ruleset
from fracas.engine.text import parse_command
from fracas.lab.staging import staged

SCENES: Final = {
    "crisis_mode": (
        "cast lunk at c4 side heroes",
        "cast orc-chain at d4 side foes",
        "start lunk ap 3",
        "start orc-chain ap 1",
    ),
    "crisis_3d6": ("cast anna at c4 side heroes", "cast bruno at d4 side foes"),
    "cap_check": ("cast tamsin at c4 side heroes", "cast drowned-duke as foe at d4 side foes"),
    "phases_of_play": (
        "cast bob at c4 side heroes",
        "cast ogre at d4 side foes",
        "start ogre condition prone 1",
    ),
}
ATTACKS: Final = {
    "crisis_mode": "lunk normal orc-chain",
    "crisis_3d6": "anna attack bruno",
    "cap_check": "tamsin use blade-cut foe",
    "phases_of_play": "bob melee ogre",
}
LOST: Final = {
    "crisis_mode": ("orc-chain", ["hp"]),
    "crisis_3d6": ("bruno", ["ep", "hp"]),
    "cap_check": ("foe", ["hp"]),
    "phases_of_play": ("ogre", ["health"]),
}
"""Whose loss of what is the spread that all must agree on; of two things the second is lost only with the first."""


class Attack:
    """One attack, asked for again and again in a scene that is new each time."""

    def __init__(self, ruleset: str) -> None:
        self.name = ruleset
        self.ruleset = load_ruleset(ruleset)

    def scene(self) -> tuple[Encounter, Command]:
        """On a board that nobody has asked anything; setting it must leave nothing behind, either."""
        forget()
        enc = staged(self.ruleset, *SCENES[self.name])
        if self.name == "crisis_mode":
            game = Game(self.ruleset, enc)
            game.begin()
            enc = game.state
        command = parse_command(self.ruleset, enc, ATTACKS[self.name])
        # A ruleset may keep its boards; one that is read from its file remembers nothing.
        enc.board = board_from_json(enc.board.to_json())
        forget()
        return enc, command

    def once(self) -> tuple[Odds, float]:
        """The odds, and the CPU seconds they took; scene and forgetting are not measured."""
        enc, command = self.scene()
        began = time.process_time()
        found = odds(self.ruleset, enc, command, GM)
        return found, time.process_time() - began

    def run(self, seconds: float) -> tuple[int, float]:
        count, spent = 0, 0.0
        while count == 0 or spent < seconds:
            spent += self.once()[1]
            count += 1
        return count, spent

    def calls(self) -> int:
        """How many Python functions one asking calls: the same every time, or something was remembered."""
        count = 0

        def seen(frame: object, event: str, argument: object) -> None:
            nonlocal count
            count += event == "call"

        enc, command = self.scene()
        # What others do whenever memory is swept is none of ours.
        gc.disable()
        sys.setprofile(seen)
        try:
            odds(self.ruleset, enc, command, GM)
        finally:
            sys.setprofile(None)
            gc.enable()
        return count

    def spread(self) -> dict[str, str]:
        """What is lost, with its chance as a fraction."""
        who, gauges = LOST[self.name]
        found = self.once()[0]
        assert found.sampled == 0 and found.cut.part == 0, "exact, and nothing cut off"
        shares: dict[int, Fraction] = {}
        before = 0
        for gauge in gauges:
            for change, share in found.changes[who][gauge].items():
                if before and change:
                    shares[before] -= Fraction(share.part, share.whole)
                if share.part and (change or not before):
                    shares[before - change] = Fraction(share.part, share.whole)
            before += max(shares)
        return {str(lost): str(share) for lost, share in shares.items()}


def forget() -> None:
    """Empty whatever outlives one asking: functions that remember, and the private tables of modules."""
    for table in private_tables():
        table.clear()
    for name, module in our_modules():
        for value in list(vars(module).values()):
            if isinstance(value, functools._lru_cache_wrapper) and "registry" not in name:
                value.cache_clear()


def our_modules() -> list[tuple[str, ModuleType]]:
    return [(name, module) for name, module in list(sys.modules.items()) if name.startswith("fracas.")]


def private_tables() -> list[dict[Any, Any]]:
    """Where modules keep what they have found out."""
    return [
        value
        for _, module in our_modules()
        for key, value in list(vars(module).items())
        if key.startswith("_") and not key.startswith("__") and isinstance(value, dict)
    ]
