"""Matches between two bots: the same party on both sides of a symmetric map, sides swapped after each fight.

For the tests that one is the better one, and for whoever tunes a bot: `python -m tests.session.matches RULESET 400 hard
fair` (any two bots; `all` for every ruleset; `hard:50` gives it so many trials a choice; `100-400` goes on after the
first hundred fights).
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from typing import Final

from fracas.engine.command import GM, Command
from fracas.engine.easy import EasyPolicy
from fracas.engine.encounter import Encounter
from fracas.engine.fair import FairPolicy
from fracas.engine.hard import HardPolicy
from fracas.engine.meeting import meet
from fracas.engine.play import perform, play, take_steps
from fracas.engine.policy import Inline, Policy
from fracas.engine.registry import load_ruleset
from fracas.engine.ruleset import Ruleset
from fracas.engine.seat import Seat
from fracas.engine.table import Thrower
from fracas.session.bot_kinds import HARD, make_policy

LEFT: Final = "left"
RIGHT: Final = "right"
MOST_TURNS: Final = 60


class Match:
    """A map that is its own mirror image, who stands on its left half, and the options to play it with."""

    def __init__(
        self, rows: list[str], party: dict[str, str], options: dict[str, str], opening: tuple[str, ...] = ()
    ) -> None:
        self.rows = rows
        self.party = party
        """Kind by square."""
        self.options = options
        self.opening = opening
        """What the GM says first."""

    def start(self, ruleset: Ruleset, number: int) -> Encounter:
        for row in self.rows:
            assert row == row[::-1], f"{row} is not its own mirror image"
        enc = ruleset.empty("match", self.rows, self.options, ruleset.content)
        enc.seeds = [f"match {number}", f"match {number} gm"]
        width = len(self.rows[0])
        sides = [LEFT, RIGHT] if number % 2 else [RIGHT, LEFT]
        for side in sides:
            enc.seats[side] = Seat(side)
            for at, kind in self.party.items():
                pos = enc.board.parse(at)
                if side == RIGHT:
                    pos += width - 1 - 2 * (pos % width)
                one = ruleset.make(enc, kind, f"{kind}-{side}", pos, side, side)
                enc.combatants[one.id] = one
        enc.seats.setdefault(GM, Seat(GM))
        return enc


OPEN: Final = [
    "..............",
    "..............",
    "....o....o....",
    "......##......",
    "......##......",
    "....o....o....",
    "..............",
    "..............",
]
BARE: Final = [row.replace("o", "#") for row in OPEN]
MATCHES: Final = {
    "crisis_mode": Match(OPEN, {"b3": "haldis", "b5": "tamsin", "a4": "orrin", "a6": "mirel"}, {}),
    "crisis_3d6": Match(OPEN, {"b3": "sorrel", "b5": "quill", "a4": "tobit", "a6": "wren"}, {}),
    "cap_check": Match(BARE, {"b3": "brannoc", "b5": "tamsin", "a4": "oriel"}, {"foes": "free"}),
    "phases_of_play": Match(
        OPEN, {"b3": "quill", "b5": "bram", "a4": "tamsin", "a6": "sable"}, {}, ("encounter", "roll-order")
    ),
}


def winner(enc: Encounter) -> str:
    """The side that stands alone; nobody where both do or neither."""
    standing = {one.side for one in enc.combatants.values() if one.present}
    return standing.pop() if len(standing) == 1 else ""


def fought(ruleset: Ruleset, match: Match, number: int, left: Policy, right: Policy) -> str:
    enc = match.start(ruleset, number)
    inline = Inline({LEFT: left, RIGHT: right}, FairPolicy(number))
    meet(enc)
    for word in match.opening:
        take_steps(ruleset, enc, inline, Thrower())
        perform(ruleset, enc, Command(GM, word), inline, Thrower())
    play(ruleset, enc, inline, Thrower(), MOST_TURNS)
    return winner(enc)


Maker = Callable[[int], Policy]


def wins(id: str, fights: int, one: Maker = FairPolicy, other: Maker = EasyPolicy, after: int = 0) -> tuple[int, int]:
    """How many of so many fights the first bot won, and how many nobody did; those `after` so many others."""
    ruleset, match = load_ruleset(id), MATCHES[id]
    won = drawn = 0
    for number in range(after, after + fights):
        # Two fights with each pair of seeds, from either side.
        first = number % 4 < 2
        policies = (one(number), other(number)) if first else (other(number), one(number))
        side = fought(ruleset, match, number, *policies)
        won += side == (LEFT if first else RIGHT)
        drawn += side == ""
    return won, drawn


def interval(won: int, fights: int) -> tuple[float, float]:
    """Wilson's, for 95 %."""
    share, z = won / fights, 1.96
    middle = (share + z * z / (2 * fights)) / (1 + z * z / fights)
    spread = z / (1 + z * z / fights) * math.sqrt(share * (1 - share) / fights + z * z / (4 * fights * fights))
    return middle - spread, middle + spread


def maker(name: str) -> Maker:
    """A bot by name; a hard one with so many trials behind a colon."""
    bot, _, trials = name.partition(":")
    if bot == HARD and trials:
        return lambda seed: HardPolicy(seed, int(trials))
    return lambda seed: make_policy(bot, seed)


def main() -> None:
    ruleset, count, one, other = (sys.argv[1:] + ["all", "400", "fair", "easy"][len(sys.argv) - 1 :])[:4]
    start, _, end = count.rpartition("-")
    after = int(start or 0)
    fights = int(end) - after
    for id in [ruleset] if ruleset != "all" else list(MATCHES):
        began = time.process_time()
        won, drawn = wins(id, fights, maker(one), maker(other), after)
        low, high = interval(won, fights)
        spent = (time.process_time() - began) / fights
        shares = f"{won / fights:.0%}, {low:.0%} to {high:.0%}"
        print(f"{id}: {one} won {won} of {fights} against {other} ({shares}), {drawn} drawn, {spent:.1f} s a fight")


if __name__ == "__main__":
    main()
