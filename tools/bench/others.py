"""A worker for the peers written in Python: random games of chess and backgammon, and the spreads of our attacks.

Runs in the peers' own environment and reads one request per line. Nothing of Fracas is imported here.
"""

from __future__ import annotations

import functools
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

MOST_PLIES = 400
Run = Callable[[float], tuple[int, float]]


# Random games


def random_chess() -> Run:
    """python-chess: all legal moves listed, one pushed."""
    import chess

    chance = random.Random(1)

    def run(seconds: float) -> tuple[int, float]:
        moves, began = 0, time.process_time()
        while time.process_time() - began < seconds:
            board = chess.Board()
            for _ in range(MOST_PLIES):
                legal = list(board.legal_moves)
                if not legal:
                    break
                board.push(legal[chance.randrange(len(legal))])
                moves += 1
        return moves, time.process_time() - began

    return run


def random_spiel(name: str) -> Run:
    """OpenSpiel, written in C++ and called from Python: all legal actions listed, one applied; dice do not count."""
    import pyspiel

    game, chance = pyspiel.load_game(name), random.Random(1)

    def run(seconds: float) -> tuple[int, float]:
        moves, began = 0, time.process_time()
        while time.process_time() - began < seconds:
            state = game.new_initial_state()
            for _ in range(MOST_PLIES):
                if state.is_terminal():
                    break
                legal = state.legal_actions()
                by_dice = state.is_chance_node()
                state.apply_action(legal[chance.randrange(len(legal))])
                moves += not by_dice
        return moves, time.process_time() - began

    return run


# The spread of what one attack takes, as each library would have it written


def with_icepool(ruleset: str) -> Any:
    from icepool import d, map

    if ruleset == "crisis_mode":
        less = map(lambda face: max(face - ARMOUR, 0), d(8))
        return (2 @ d(10) - 1 - (2 @ d(6))).map(lambda by: d(8) if by >= PAST else less if by >= 0 else 0)
    if ruleset == "crisis_3d6":
        return map(strike, map(seen, d(6), d(6), d(6)), 3 @ d(6))
    if ruleset == "cap_check":
        less = map(lambda total: max(total - BARRIER, 0), 3 @ d(8))
        return d(20).map(lambda face: 24 if face <= 3 else 3 @ d(8) if face <= 6 else less if face <= 14 else 0)
    die = d(10).map({10: d(2).map({1: 0, 2: 10})})
    return map(lambda one, other: blow(max(one, other)), die, die)


def with_dyce(ruleset: str) -> Any:
    from dyce import H, expand

    if ruleset == "crisis_mode":
        less = H(8).apply(lambda face: max(face - ARMOUR, 0))
        margin = 2 @ H(10) - 1 - 2 @ H(6)
        return expand(lambda by: H(8) if by.outcome >= PAST else less if by.outcome >= 0 else 0, margin)
    if ruleset == "crisis_3d6":
        thrown = expand(lambda *three: seen(*[one.outcome for one in three]), H(6), H(6), H(6))
        return expand(lambda mine, theirs: strike(mine.outcome, theirs.outcome), thrown, 3 @ H(6))
    if ruleset == "cap_check":
        less = (3 @ H(8)).apply(lambda total: max(total - BARRIER, 0))
        cut = [(3, 24), (6, 3 @ H(8)), (14, less), (20, 0)]
        return expand(lambda face: next(what for most, what in cut if face.outcome <= most), H(20))
    die = expand(lambda face: H({0: 1, 10: 1}) if face.outcome == 10 else face.outcome, H(10))
    return expand(lambda one, other: blow(max(one.outcome, other.outcome)), die, die)


ARMOUR, PAST, BARRIER = 3, 4, 8
"""Crisis Mode: 2d10-1 against 2d6, level or more hits for a d8 less armour, and gets past it when better by so much.
CAP Check: a d20 to 3 does the most of 3d8, to 6 all of them, to 14 what the barrier lets through."""


def seen(*faces: int) -> int:
    """The total of three dice, and whether one of them shows a one."""
    return 2 * sum(faces) + (1 in faces)


def strike(thrown: int, defence: int) -> int:
    """Crisis 3d6: at or under 13 against at or under 10, by margins; three ones always, three sixes never. A hit takes
    20 Endurance, and 10 Health with it where the attack shows a one."""
    attack, one = divmod(thrown, 2)
    if attack > 13 or (attack != 3 and (defence == 3 or defence <= attack - 3)):
        return 0
    return 20 + 10 * one


def blow(face: int) -> int:
    """Phases of Play: the better of two d10 whose 10 is a coin for 0 or 10, and 3 added."""
    if face in (0, 10):
        return 5 if face else 0
    return 1 if face + 3 <= 6 else 2 if face + 3 <= 9 else 3


SPREADS: dict[str, Callable[[str], Any]] = {"icepool": with_icepool, "dyce": with_dyce}


def forget() -> None:
    """Empty whatever a library remembers from one spread to the next."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] not in SPREADS:
            continue
        for value in list(vars(module).values()):
            held = [value, *vars(value).values()] if isinstance(value, type) else [value]
            for one in held:
                if isinstance(one, functools._lru_cache_wrapper):
                    one.cache_clear()


def spreads(library: str, ruleset: str) -> Run:
    def run(seconds: float) -> tuple[int, float]:
        count, spent = 0, 0.0
        while count == 0 or spent < seconds:
            forget()
            began = time.process_time()
            SPREADS[library](ruleset)
            spent += time.process_time() - began
            count += 1
        return count, spent

    return run


def told(library: str, ruleset: str) -> dict[str, str]:
    """A spread as fractions, to be compared with what the rules say."""
    from fractions import Fraction

    found = SPREADS[library](ruleset)
    whole = sum(count for _, count in found.items())
    return {str(outcome): str(Fraction(count, whole)) for outcome, count in found.items() if count}


RUNS: dict[str, Callable[..., Run]] = {
    "chess": random_chess,
    "spiel chess": lambda: random_spiel("chess"),
    "spiel backgammon": lambda: random_spiel("backgammon"),
    "icepool": functools.partial(spreads, "icepool"),
    "dyce": functools.partial(spreads, "dyce"),
}


def main() -> None:
    running: dict[tuple[str, ...], Run] = {}
    for line in sys.stdin:
        request = json.loads(line)
        words = tuple(request["words"])
        try:
            if words[0] == "spread":
                reply: object = told(*words[1:])
            else:
                run = running.setdefault(words, RUNS[words[0]](*words[1:]))
                reply = run(float(request["seconds"]))
        except Exception as error:  # noqa: BLE001  # whatever a peer raises is told, and the bench goes on
            reply = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
