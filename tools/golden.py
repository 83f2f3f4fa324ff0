"""Writes the golden logs: short encounters of the installed rulesets, with rulings and undos in them.

For maintainers, when rules or content change on purpose; the changelog then says what changed. Without arguments it
writes every log that is kept anew; RULESET those of one ruleset; RULESET/SCENARIO writes a single one, new or not.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from fracas.engine.canon import canon, digest
from fracas.engine.command import GM, Command
from fracas.engine.errors import Invalid, Refused
from fracas.engine.game import Game
from fracas.engine.registry import load_ruleset
from fracas.engine.ruleset import Ruleset
from fracas.lab.mixing import Dice, dice_for
from fracas.lab.walking import somebody
from fracas.session.greedy import GreedyPolicy

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "golden"
TURNS = 2
MOST_LINES = 700


def record(ruleset: Ruleset, scenario: str) -> Game:
    """A bot on every seat for a few turns; now and then a deed is taken back."""
    game = Game(ruleset, ruleset.start(scenario, {}, [f"golden {scenario}", f"golden {scenario} gm"]))
    policy, chance = GreedyPolicy(1), dice_for("golden", scenario)
    game.begin()
    game.rule(Command(GM, "note", text="A golden log."), "it begins")
    while not game.state.over and (game.waiting or unfinished(game)):
        act(game, policy, chance)
        if chance.one_in(12):
            go_back(game, chance)
    return game


def unfinished(game: Game) -> bool:
    return game.state.flow.turn <= TURNS and len(game.log.lines) < MOST_LINES


def act(game: Game, policy: GreedyPolicy, chance: Dice) -> None:
    if game.waiting:
        # An agreement stays open until everybody proposes the same; whoever comes next goes along with the usual.
        agree = game.waiting[0].agree
        decision = chance.pick(game.waiting) if agree else game.waiting[0]
        seat = game.state.seat_of(decision.who)
        answer = decision.default if agree else policy.choose(game.ruleset, game.known(seat), decision)
        game.answer(decision.id, answer, seat, "policy")
        return
    actors = game.ruleset.actors(game.state)
    who = somebody(actors, chance) if GM in actors else actors[0]
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


def kept() -> list[str]:
    """The logs there are, as RULESET/SCENARIO."""
    found: list[str] = []
    for path in sorted(FOLDER.glob("*.jsonl")):
        ruleset, _, scenario = path.stem.partition("-")
        found.append(f"{ruleset}/{scenario}")
    return found


def wanted(words: list[str]) -> list[str]:
    """What the arguments name: a ruleset stands for those of its logs that are kept."""
    found: list[str] = []
    for word in words:
        found.extend([word] if "/" in word else [name for name in kept() if name.startswith(f"{word}/")])
    return found if words else kept()


def main(words: list[str]) -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    listing = FOLDER / "digests.json"
    digests: dict[str, str] = json.loads(listing.read_text(encoding="utf-8")) if listing.exists() else {}
    for name in wanted(words):
        id, _, scenario = name.partition("/")
        game = record(load_ruleset(id), scenario)
        file = f"{id}-{scenario}.jsonl"
        (FOLDER / file).write_text(game.save(), encoding="utf-8")
        digests[file] = digest(game.state.to_json())
        print(f"{file}: {len(game.log.lines)} lines")
    listing.write_text(canon(digests).replace(",", ",\n ") + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
