"""The quick version of the bench: pure random play beside python-chess, a few seconds a ruleset. For `make test`.

The median of five ratios in CPU time must not fall under half of what `make bench` has recorded in bench/quick.json.
"""

from __future__ import annotations

import json
import statistics
from typing import Final

from bench.names import ROOT, RULESETS
from bench.others import random_chess
from bench.playing import RandomPlay
from fracas.version import is_compiled

RECORDED: Final = ROOT / "bench" / "quick.json"
ROUNDS: Final = 5
DEEDS: Final = 120
CHESS_SECONDS: Final = 0.12


def ratio(ruleset: str, again: int = 1) -> float:
    """Deeds beside chess moves, the median of five. `again` makes every menu so many times: a brake, to see it fail."""
    play, chess = RandomPlay(ruleset, again), random_chess()
    play.run(deeds=DEEDS // 4)
    found: list[float] = []
    for _ in range(ROUNDS):
        deeds, spent = play.run(deeds=DEEDS)
        moves, thought = chess(CHESS_SECONDS)
        found.append((deeds / spent) / (moves / thought))
    return statistics.median(found)


def recorded() -> dict[str, float]:
    found: dict[str, float] = json.loads(RECORDED.read_text(encoding="utf-8"))
    return found


def is_slow(measured: float, figure: float) -> bool:
    return measured < figure / 2


def record() -> None:
    """Measure, and write down what later runs are held to."""
    if is_compiled():
        raise SystemExit("Compiled figures would let pure ones fall unnoticed: FRACAS_PURE=1 asks for the sources.")
    figures = {name: round(ratio(name), 3) for name in RULESETS}
    RECORDED.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    record()
    print(RECORDED.read_text(encoding="utf-8"))
