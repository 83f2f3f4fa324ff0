"""Writes the golden logs: one short encounter per scenario of every installed ruleset, with rulings and undos in it.

For maintainers, when rules or content change on purpose; the changelog then says what changed. With names of rulesets
only theirs are written.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from fracas.engine.canon import canon, digest
from fracas.engine.command import GM, Command
from fracas.engine.errors import Invalid, Refused
from fracas.engine.game import Game
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.ruleset import Ruleset
from fracas.lab.greedy import GreedyPolicy
from fracas.lab.mixing import Dice, dice_for

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "golden"
TURNS = 2


def record(ruleset: Ruleset, scenario: str) -> Game:
    """A bot on every seat for a few turns; now and then a deed is taken back."""
    game = Game(ruleset, ruleset.start(scenario, {}, [f"golden {scenario}", f"golden {scenario} gm"]))
    policy, chance = GreedyPolicy(1), dice_for("golden", scenario)
    game.begin()
    game.rule(Command(GM, "note", text="A golden log."), "it begins")
    while not game.state.over and (game.waiting or game.state.flow.turn <= TURNS):
        act(game, policy)
        if chance.one_in(12):
            go_back(game, chance)
    return game


def act(game: Game, policy: GreedyPolicy) -> None:
    if game.waiting:
        decision = game.waiting[0]
        seat = game.state.seat_of(decision.who)
        game.answer(decision.id, policy.choose(game.ruleset, game.known(seat), decision), seat, "policy")
        return
    who = game.ruleset.actors(game.state)[0]
    seat = game.state.seat_of(who)
    view = game.known(seat)
    game.command(policy.act(game.ruleset, view, who, game.ruleset.menu(view, who)), seat)


def go_back(game: Game, chance: Dice) -> None:
    try:
        game.undo()
        if chance.one_in(2):
            game.redo()
    except (Invalid, Refused):
        return


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    kept = FOLDER / "digests.json"
    digests: dict[str, str] = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    for id in sys.argv[1:] or ruleset_ids():
        ruleset = load_ruleset(id)
        for info in ruleset.scenarios():
            game = record(ruleset, info.id)
            name = f"{id}-{info.id}.jsonl"
            (FOLDER / name).write_text(game.save(), encoding="utf-8")
            digests[name] = digest(game.state.to_json())
            print(f"{name}: {len(game.log.lines)} lines")
    kept.write_text(canon(digests).replace(",", ",\n ") + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
