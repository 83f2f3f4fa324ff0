"""A worker for one build of Fracas: reads one request per line, does what it asks for, and answers on one line.

Which build it is follows from PYTHONPATH; whether that is the compiled one is checked, because a wrong path would
measure the same package twice and look plausible.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from typing import Protocol

import fracas.engine.table as kernel
from bench.attacks import Attack
from bench.crowds import Growth, Offers
from bench.older import policy_of
from bench.playing import Fights, RandomPlay
from bench.profiling import profile


class Measure(Protocol):
    """Something that can be measured again and again."""

    def run(self, seconds: float) -> object: ...


MEASURES: dict[str, Callable[..., Measure]] = {
    "random": RandomPlay,
    "fights": Fights,
    "odds": Attack,
    "offers": Offers,
    "growth": Growth,
}
ANSWERS: dict[str, Callable[..., object]] = {
    "spread": lambda ruleset: Attack(ruleset).spread(),
    "calls": lambda ruleset: [Attack(ruleset).calls() for _ in range(3)],
    "policy": lambda bot: policy_of(bot, 1)[0],
    "profile": profile,
    "whole": lambda ruleset, bot, first, count: Fights(ruleset, bot).whole(int(first), int(count)),
}


def main() -> None:
    native = str(kernel.__file__).endswith(tuple(EXTENSION_SUFFIXES))
    if native != (sys.argv[1] == "compiled"):
        sys.exit(f"{kernel.__file__} is {'compiled' if native else 'not compiled'}")
    running: dict[tuple[str, ...], Measure] = {}
    for line in sys.stdin:
        request = json.loads(line)
        words = tuple(request["words"])
        try:
            if words[0] in ANSWERS:
                reply = ANSWERS[words[0]](*words[1:])
            else:
                if words not in running:
                    running[words] = MEASURES[words[0]](*words[1:])
                reply = running[words].run(float(request["seconds"]))
        except Exception as error:  # noqa: BLE001  # told, and the bench goes on
            reply = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
