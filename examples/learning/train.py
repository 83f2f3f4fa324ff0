"""Teaches one side of a fight to choose, with NumPy alone: a weight for every figure of a command, bettered by trying.

`python examples/learning/train.py crisis_mode/first-duel` plays a few hundred fights against the easy bot: candidates
are drawn around the best weights so far, each fights on the same seeds, and the best fifth become the next centre.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from fracas.lab.learning import SideEnv
from fracas.lab.learning.features import COMMAND

Weights = NDArray[np.float64]


def fight(env: SideEnv, seed: int, weights: Weights | None) -> float:
    """One fight: always the command with the greatest sum, or any at all. A win pays 1, a loss -1."""
    chance = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    paid, ended = 0.0, False
    while not ended:
        legal = np.flatnonzero(seen["action_mask"])
        if weights is None:
            action = chance.choice(legal)
        else:
            action = legal[int((seen["commands"][legal] @ weights).argmax())]
        seen, paid, over, cut, _ = env.step(action)
        ended = over or cut
    return paid


def score(env: SideEnv, seeds: range, weights: Weights | None) -> float:
    return float(np.mean([fight(env, seed, weights) for seed in seeds]))


def train(env: SideEnv, rounds: int, tries: int, fights: int, seed: int = 1) -> Weights:
    """The cross-entropy method: keep the best fifth, and draw the next around them."""
    chance = np.random.default_rng(seed)
    centre, spread = np.zeros(len(COMMAND)), np.ones(len(COMMAND))
    for number in range(rounds):
        drawn = centre + spread * chance.standard_normal((tries, len(COMMAND)))
        seeds = range(1000 * number, 1000 * number + fights)
        scores = np.array([score(env, seeds, weights) for weights in drawn])
        best = drawn[np.argsort(-scores)[: max(2, tries // 5)]]
        centre, spread = best.mean(axis=0), best.std(axis=0) + 0.1
        print(f"round {number + 1}: best {scores.max():+.2f}, middle {np.median(scores):+.2f}")
    return centre


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenario", nargs="?", default="crisis_mode/first-duel")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tries", type=int, default=20, help="candidates a round")
    parser.add_argument("--fights", type=int, default=6, help="fights a candidate")
    parser.add_argument("--against", default="easy", help="the bot on the other side")
    parser.add_argument("--tests", type=int, default=100, help="fresh fights to judge by")
    said = parser.parse_args()
    env = SideEnv(said.scenario, against=said.against, most_turns=30)
    began = time.process_time()
    weights = train(env, said.rounds, said.tries, said.fights)
    print(f"trained in {time.process_time() - began:.0f} s of CPU time")
    for name, weight in sorted(zip(COMMAND, weights, strict=True), key=lambda pair: -abs(pair[1]))[:6]:
        print(f"  {weight:+.2f} {name}")
    fresh = range(10**6, 10**6 + said.tests)
    print(f"on {said.tests} fresh fights: {score(env, fresh, weights):+.2f}; at random {score(env, fresh, None):+.2f}")


if __name__ == "__main__":
    main()
