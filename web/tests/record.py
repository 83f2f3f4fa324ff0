"""Record what the pages' tests look at: real views, offers and previews of one encounter of every ruleset.

`PYTHONPATH=src python web/tests/record.py` writes web/tests/fixtures/. Long lists of picks are cut.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

SCENARIOS = {
    "cap_check/smelter-yard": "7",
    "crisis_3d6/shoot-out": "7",
    "crisis_mode/ambush": "11",
    "phases_of_play/burning-granary": "7",
    "phases_of_play/burning-granary-told": "7",
}
"""Each with its seed: in the ambush whoever begins has somebody to attack."""
MOST_PICKS = 8
FOLDER = Path(__file__).parent / "fixtures"


class Referee:
    def __init__(self, scenario: str, seed: str) -> None:
        program = [sys.executable, "-c", "from fracas.cli import main; main()", "referee", scenario, "--seed", seed]
        self.process = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, type: str, **rest: Any) -> dict[str, Any]:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps({"type": type, "seat": "gm", **rest}) + "\n")
        self.process.stdin.flush()
        reply: dict[str, Any] = json.loads(self.process.stdout.readline())
        return reply


def record(scenario: str, seed: str) -> dict[str, Any]:
    referee = Referee(scenario, seed)
    hello, state = referee.ask("hello"), referee.ask("state")
    actor = next(who for who in state["actors"] if who != "gm")
    offers = referee.ask("offers", who=actor)["offers"]
    for offer in offers:
        offer["picks"] = offer["picks"][:MOST_PICKS]
    pick = next(p for o in offers if o["open"] for p in o["picks"] if not p["blocked"])
    preview = referee.ask("preview", command=pick["command"])
    events = referee.ask("events", since=0)["events"]
    referee.ask("quit")
    return {"hello": hello, "state": state, "actor": actor, "offers": offers, "preview": preview, "events": events}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for scenario, seed in SCENARIOS.items():
        name = scenario.replace("/", "-").replace("_", "-")
        text = json.dumps(record(scenario, seed), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
