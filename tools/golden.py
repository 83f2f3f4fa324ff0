"""Writes the golden files of this version: logs of short encounters with rulings and undos in them, some saved in the
middle of a question, and a database of the server with a table of each ruleset.

For maintainers, before a release; those of a released version stay as they are. Without arguments it writes all of
them; RULESET those of one ruleset; RULESET/SCENARIO a single log, new or not; `database` the database alone.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from tests.server.house import House, Party, close_all

from fracas import __version__
from fracas.engine.canon import canon, digest
from fracas.engine.command import GM, Command
from fracas.engine.errors import Invalid, Refused
from fracas.engine.fair import FairPolicy
from fracas.engine.game import Game
from fracas.engine.registry import broken_rulesets, load_ruleset, ruleset_ids
from fracas.engine.ruleset import Ruleset
from fracas.lab.mixing import Dice, dice_for
from fracas.lab.walking import somebody

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden"
FOLDER = GOLDEN / __version__
LOGS = (
    "cap_check/lamp-room",
    "crisis_3d6/ambush",
    "crisis_3d6/bar-brawl",
    "crisis_3d6/long-day",
    "crisis_3d6/shoot-out",
    "crisis_3d6/siege",
    "crisis_3d6/toll-house",
    "crisis_3d6/vault",
    "crisis_mode/ambush",
    "crisis_mode/barrow-door",
    "crisis_mode/boss-and-bodyguard",
    "crisis_mode/drake-in-the-mire",
    "crisis_mode/first-duel",
    "crisis_mode/party-against-band",
    "phases_of_play/weir-parley",
)
OPEN = "open-"
"""Begins the name of a log that ends in the middle of a question."""
TURNS = 2
MOST_LINES = 250
FEWEST_LINES = 40
"""Before a log may end in the middle of a question."""
DEEDS = 8
"""Of people at a table of the database."""


def record(ruleset: Ruleset, scenario: str, open: bool = False) -> Game:
    """A bot on every seat for a few turns; now and then a deed is taken back, and somebody comes who was not there.
    `open` ends it in the middle of a question."""
    game = Game(ruleset, ruleset.start(scenario, {}, [f"golden {scenario}", f"golden {scenario} gm"]))
    policy, chance = FairPolicy(1), dice_for("golden", scenario)
    game.begin()
    game.rule(Command(GM, "note", text="A golden log."), "it begins")
    add_somebody(game)
    while not game.state.over and (game.waiting or open or unfinished(game)):
        if open and game.waiting and len(game.log.lines) > FEWEST_LINES:
            break
        act(game, policy, chance)
        if chance.one_in(12):
            go_back(game, chance)
    return game


def unfinished(game: Game) -> bool:
    return game.state.flow.turn <= TURNS and len(game.log.lines) < MOST_LINES


def act(game: Game, policy: FairPolicy, chance: Dice) -> None:
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


def add_somebody(game: Game) -> None:
    """One more combatant, of a kind that the log has no entry of yet."""
    enc, known = game.state, [id for entries in game.log.entries.values() for id in entries]
    for kind in [kind for kind in enc.content.kinds() if kind not in known]:
        for pos in range(enc.board.size):
            try:
                game.rule(Command(GM, "add", thing=kind, squares=(pos,)), "somebody comes by")
                return
            except Invalid:
                continue


def write_logs(names: list[str]) -> None:
    listing = GOLDEN / "digests.json"
    digests: dict[str, str] = json.loads(listing.read_text(encoding="utf-8")) if listing.exists() else {}
    for name in names:
        id, _, scenario = name.partition("/")
        if id in broken_rulesets():
            print(f"{name}: left out, as {id} cannot be loaded")
            continue
        first = name == next((one for one in LOGS if one.startswith(f"{id}/")), "")
        for prefix in ("", OPEN) if first else ("",):
            game = record(load_ruleset(id), scenario, bool(prefix))
            file = f"{prefix}{id}-{scenario}.jsonl"
            (FOLDER / file).write_text(game.save(), encoding="utf-8")
            digests[f"{__version__}/{file}"] = digest(game.state.to_json())
            print(f"{file}: {len(game.log.lines)} lines")
    listing.write_text(canon(digests).replace(",", ",\n ") + "\n", encoding="utf-8")


def write_database() -> None:
    """A real server, and a table of each ruleset with everybody at it."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder) / "data")
        for id in ruleset_ids():
            play_at_table(house, id)
        close_all()
        assert house.stop() == ""
        shutil.copyfile(house.folder / "fracas.db", FOLDER / "fracas.db")
        with closing(sqlite3.connect(FOLDER / "fracas.db")) as db:
            # Whoever reads the file leaves nothing beside it.
            db.execute("PRAGMA journal_mode=DELETE")
    print(f"fracas.db: {(FOLDER / 'fracas.db').stat().st_size} bytes")


def play_at_table(house: House, id: str) -> None:
    """People sit down, throw dice, act, and go back once; it ends in a branch, at a question if one comes up."""
    party, chance = Party(house, scenario=(id, load_ruleset(id).scenarios()[0].id)), dice_for("golden", id)
    for seat in party.seats:
        party.lines[seat].do("claim", name=f"Player of {seat}")
    party.gm.do("aside", dice="1d6", why="weather")
    for deed in range(DEEDS):
        line, who = party.in_turn()
        offers = line.do("offers", who=who)["offers"]
        picks = [pick for one in offers if one["open"] for pick in one["picks"] if not pick["blocked"]]
        if picks:
            line.do("command", command=chance.pick(picks)["command"], step=line.view["step"])
        if deed == DEEDS // 2:
            party.gm.do("undo")
            party.gm.settle()
            party.gm.do("branch", at=party.gm.do("log")["lines"][-1]["n"], name="another way")
    party.settle()


def main(words: list[str]) -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    write_logs([name for name in LOGS if not words or name.partition("/")[0] in words] + [w for w in words if "/" in w])
    if not words or "database" in words:
        write_database()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
